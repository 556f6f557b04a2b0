/** The page's one dialog, and short messages at the foot of the page. */

import { byId, fill, h, say } from "./dom.js";

const TOAST_MS = 4000;
let toasts = 0;

/**
 * Opens the dialog. `Escape` and the cross close it; focus goes back to where it was.
 * @param {string} title
 * @param {(Node | null | false)[]} body
 * @param {{foot?: Node[], wide?: boolean}} [options]
 */
export function openDialog(title, body, options = {}) {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.classList.toggle("wide", Boolean(options.wide));
  fill(dialog,
    h("div", { class: "dialog-head" }, h("h2", { id: "dialog-title" }, title), h("button", { class: "plain", type: "button", "aria-label": "Close", on: { click: closeDialog } }, "✕")),
    h("div", { class: "dialog-body" }, ...body),
    options.foot ? h("div", { class: "dialog-foot" }, ...options.foot) : null);
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

export function closeDialog() {
  const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
  dialog.close();
  dialog.replaceChildren();
}

/** @returns {boolean} */
export const dialogIsOpen = () => byId("dialog").open;

/** Says something that needs no answer. @param {string} text */
export function toast(text) {
  const element = byId("toast");
  const turn = ++toasts;
  say(element, text);
  element.classList.add("shown");
  setTimeout(() => turn === toasts && element.classList.remove("shown"), TOAST_MS);
}
