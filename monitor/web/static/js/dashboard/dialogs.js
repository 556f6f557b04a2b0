/** What the operator enters: notes and rulings, acts at the table, the match's settings, and corrections. */

import { BoardEditor } from "../board-editor.js";
import { closeDialog, dialogIsOpen, openDialog, toast } from "../dialog.js";
import { fill, h, say } from "../dom.js";
import { makeField, reasons } from "../fields.js";
import { get, send } from "../net.js";

/** @typedef {import("../words.js").Card} Card */

const DECISIONS = ["The play stands", "Taken back and played again", "Rolled again", "Position put right", "New game", "Warning", "Penalty", "Other"];
const LATER = " (counts from the next picture on)";

/**
 * A form's foot: one button that sends, with its fault beside it. An answer that comes after the form was left closes
 * nothing that was opened since.
 * @param {string} label @param {() => Promise<string>} work answers what to say
 */
function sender(label, work) {
  const problem = h("p", { class: "problem", role: "alert" });
  const button = h("button", { class: "main", type: "button" }, label);
  const there = () => dialogIsOpen() && button.isConnected;
  button.addEventListener("click", async () => {
    button.disabled = true;
    say(problem, "");
    try {
      const said = await work();
      if (there()) closeDialog();
      if (said) toast(said);
    } catch (error) {
      const what = error instanceof Error ? error.message : String(error);
      if (there()) say(problem, what);
      else toast(what);
    } finally {
      button.disabled = false;
    }
  });
  return [problem, button];
}

/** Ctrl+Enter sends. @param {HTMLElement} field @param {Node[]} foot */
function sendsOnEnter(field, foot) {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) /** @type {HTMLElement} */ (foot[1]).click();
  });
}

/**
 * @param {string} table @param {Card} card @param {"note" | "ruling"} kind
 * @param {(card: Card) => void} done
 */
export function handlingDialog(table, card, kind, done) {
  const text = h("textarea", { maxlength: 2000, autofocus: true });
  if (kind === "note") {
    const foot = sender("Keep the note", async () => {
      done(await send("POST", `/tables/${table}/cards/${card.id}/note`, { text: text.value }));
      return "Noted";
    });
    sendsOnEnter(text, foot);
    openDialog(`Note: ${card.title}`, [h("label", { class: "field" }, h("span", {}, "Note"), text)], { foot });
    return;
  }
  const decision = h("select", {}, ...DECISIONS.map((words) => h("option", {}, words)));
  const who = h("input", { type: "text", maxlength: 80, autocomplete: "name" });
  const foot = sender("Enter the ruling", async () => {
    done(await send("POST", `/tables/${table}/cards/${card.id}/ruling`, { decision: decision.value, text: text.value, who: who.value || undefined }));
    return "Ruling entered";
  });
  sendsOnEnter(text, foot);
  openDialog(`Ruling: ${card.title}`, [
    h("label", { class: "field" }, h("span", {}, "Decision"), decision),
    h("label", { class: "field" }, h("span", {}, "Reasons"), text),
    h("label", { class: "field" }, h("span", {}, "Who ruled"), who),
  ], { foot });
}

/**
 * What somebody said or did that no camera sees.
 * @param {string} table @param {[string, string]} names
 */
export async function actsDialog(table, names) {
  const acts = /** @type {any[]} */ (await get(`/tables/${table}/acts`));
  const problem = h("p", { class: "problem", role: "alert" });
  const enter = async (/** @type {any} */ act, /** @type {string | null} */ by, /** @type {Record<string, any>} */ fields) => {
    try {
      const { pending } = await send("POST", `/tables/${table}/acts/${act.id}`, { ...(by ? { by } : {}), fields });
      closeDialog();
      toast(`Entered: ${by ? `${names[by === "A" ? 0 : 1]} ` : ""}${act.label}${pending ? LATER : ""}`);
    } catch (error) {
      say(problem, error instanceof Error ? error.message : String(error));
    }
  };
  const row = (/** @type {any} */ act) => {
    const fields = (act.fields ?? []).map((/** @type {any} */ spec) => ({ spec, field: makeField(spec) }));
    const values = () => Object.fromEntries(fields.map((/** @type {any} */ { spec, field }) => [spec.name, field.value()]));
    const buttons = (act.by ?? [null]).map((/** @type {"A" | "B" | null} */ by) => {
      const name = by && names[by === "A" ? 0 : 1];
      return h("button", { type: "button", "aria-label": name ? `${act.label}: ${name}` : act.label, on: { click: () => enter(act, by, values()) } }, by && h("span", { class: `man ${by}`, "aria-hidden": "true" }), name ?? "Enter");
    });
    const by = h("div", { class: "act-by" }, ...buttons);
    if (!fields.length) return h("li", { class: "act", data: { words: act.label } }, h("span", { class: "act-label" }, act.label), by);
    return h("li", { data: { words: act.label } }, h("details", { class: "act-more" }, h("summary", {}, h("span", { class: "act-label" }, act.label)),
      h("div", { class: "act-fields" }, ...fields.map((/** @type {any} */ { field }) => field.element)), by));
  };
  const groups = [...new Set(acts.map((act) => act.group))];
  const found = groups.map((group) => h("section", { class: "acts" }, h("h3", {}, group), h("ul", {}, ...acts.filter((act) => act.group === group).map(row))));
  const search = h("input", { type: "search", "aria-label": "Find an act", placeholder: "Find an act", autofocus: matchMedia("(pointer: fine)").matches, on: { input: () => sift(found, search.value) } });
  openDialog("What happened at the table?", [search, problem, acts.length ? null : h("p", {}, "Nothing can be entered now."), ...found], { wide: true });
}

/** Leaves only the acts whose words hold the text. @param {HTMLElement[]} sections @param {string} text */
function sift(sections, text) {
  for (const section of sections) {
    const rows = /** @type {HTMLElement[]} */ ([...section.querySelectorAll("li")]);
    for (const row of rows) row.hidden = !(row.dataset.words ?? "").toLowerCase().includes(text.trim().toLowerCase());
    section.hidden = rows.every((row) => row.hidden);
  }
}

/** @param {string} table */
export async function settingsDialog(table) {
  const { fields } = await get(`/tables/${table}/settings`);
  const made = fields.map((/** @type {any} */ spec) => ({ spec, field: makeField(spec) }));
  const groups = [...new Set(fields.map((/** @type {any} */ spec) => spec.group ?? "Match"))];
  const foot = sender("Save", async () => {
    const body = Object.fromEntries(made.filter((/** @type {any} */ { field }) => field.changed()).map((/** @type {any} */ { spec, field }) => [spec.name, field.value()]));
    if (!Object.keys(body).length) return "Nothing was changed";
    await send("PATCH", `/tables/${table}/settings`, body);
    return "Saved";
  });
  openDialog("The match", groups.map((group) => {
    const own = made.filter((/** @type {any} */ { spec }) => (spec.group ?? "Match") === group);
    return h("fieldset", { class: "settings" }, h("legend", {}, String(group)), ...own.map((/** @type {any} */ { field }) => field.element),
      ...reasons(own.map((/** @type {any} */ { spec }) => spec)).map((reason) => h("p", { class: "soft reason" }, reason)));
  }), { foot, wide: true });
}

/**
 * Says what is really on the board; what follows is derived again.
 * @param {string} table @param {import("../board.js").Scene} scene @param {any} match of the snapshot
 */
export function correctDialog(table, scene, match) {
  const host = h("div", {});
  const editor = new BoardEditor(host, scene, { names: match.players, score: match.score ?? [0, 0] });
  const foot = sender("This is what is there", async () => {
    if (editor.fault) throw new Error(editor.fault);
    const body = editor.value;
    if (!Object.keys(body).length) return "Nothing was changed";
    const { pending } = await send("POST", `/tables/${table}/correct`, body);
    return `Corrected; what follows is derived again${pending ? LATER : ""}`;
  });
  openDialog("What is really on the board?", [host], { foot, wide: true });
}

/** @param {[string, string][]} keys */
export function keysDialog(keys) {
  const list = h("dl", { class: "keys" });
  fill(list, ...keys.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what))));
  openDialog("Keys", [list]);
}
