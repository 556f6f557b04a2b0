/** Fields of a form as the station describes them: for acts and for settings. */

import { h } from "./dom.js";

/**
 * @typedef {object} FieldSpec
 * @property {string} name
 * @property {string} label
 * @property {"text" | "number" | "choice" | "flag"} kind
 * @property {(string | number | {value: any, label: string})[]} [choices]
 * @property {any} [value]
 * @property {boolean} [editable]
 * @property {string | null} [why] why it cannot be changed now
 */

/**
 * @param {FieldSpec} spec
 * @returns {{element: HTMLElement, value: () => any, changed: () => boolean}}
 */
export function makeField(spec) {
  const disabled = spec.editable === false;
  if (spec.kind === "flag") {
    const box = h("input", { type: "checkbox", name: spec.name, checked: Boolean(spec.value), disabled });
    return made(spec, h("label", { class: "choice" }, box, h("span", {}, spec.label)), () => box.checked);
  }
  if (spec.kind === "choice") {
    const choices = (spec.choices ?? []).map((choice) => (typeof choice === "object" ? choice : { value: choice, label: String(choice).replaceAll("_", " ") }));
    const select = h("select", { name: spec.name, disabled }, ...choices.map((choice, i) => h("option", { value: String(i) }, choice.label)));
    select.value = String(Math.max(0, choices.findIndex((choice) => choice.value === spec.value)));
    return made(spec, labelled(spec, select), () => choices[Number(select.value)]?.value ?? null);
  }
  const number = spec.kind === "number";
  const input = h("input", { type: number ? "number" : "text", name: spec.name, value: spec.value ?? "", disabled, step: number ? "any" : null, maxlength: number ? null : 400 });
  return made(spec, labelled(spec, input), () => (input.value === "" ? (number ? null : "") : number ? Number(input.value) : input.value));
}

/** @param {FieldSpec} spec @param {HTMLElement} element @param {() => any} value */
function made(spec, element, value) {
  const start = JSON.stringify(value());
  return { element, value, changed: () => spec.editable !== false && JSON.stringify(value()) !== start };
}

/** @param {FieldSpec} spec @param {HTMLElement} control */
const labelled = (spec, control) => h("label", { class: "field" }, h("span", {}, spec.label), control);

/** Why some of these fields cannot be changed, each reason once. @param {FieldSpec[]} specs */
export const reasons = (specs) => [...new Set(specs.flatMap((spec) => (spec.editable === false && spec.why ? [spec.why] : [])))];
