/** Parts of a report: pairs of words, tables, fields to fill in. */

import { h } from "../dom.js";

/** @param {[string, string][]} pairs those without text are left out @param {boolean} [wide] one to a line */
export const facts = (pairs, wide = false) =>
  h("dl", { class: wide ? "pairs one" : "pairs" }, ...pairs.filter(([, text]) => text).map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text))));

/** @param {string} label @param {string} [value] what is known of it @param {number} [lines] @param {boolean} [whole] over the full width */
export function ask(label, value = "", lines = 1, whole = false) {
  const field = lines > 1 ? h("textarea", { rows: lines, value }) : h("input", { type: "text", value });
  if (field instanceof HTMLTextAreaElement) field.addEventListener("input", () => grow(field));
  return h("label", { class: whole ? "ask whole" : "ask" }, h("span", {}, label), field);
}

/** Paper shows everything that was written. @param {HTMLTextAreaElement} field */
function grow(field) {
  field.style.height = "auto";
  field.style.height = `${field.scrollHeight}px`;
}

/** @param {string[]} columns @param {{cells: string[], marked: boolean}[]} rows */
export const table = (columns, rows) =>
  h("table", {}, h("thead", {}, h("tr", {}, ...columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, ...rows.map(({ cells, marked }) => h("tr", { class: marked ? "this" : null }, ...cells.map((text, i) => h("td", { class: i === 0 ? "t" : null }, text))))));
