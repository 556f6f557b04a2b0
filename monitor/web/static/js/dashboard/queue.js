/** The findings in order: those that want an eye, those seen and still open, and what is done. */

import { clockTime } from "../clock.js";
import { byId, fill, h } from "../dom.js";
import { groupOf, standing } from "../words.js";

/** @typedef {import("../words.js").Card} Card */

const TITLES = /** @type {const} */ ([["new", "To look at"], ["open", "Open"], ["done", "Done"]]);

export class Queue {
  /** @type {Map<string, Card>} */
  cards = new Map();
  #open;
  #chosen = /** @type {string | null} */ (null);

  /** @param {(id: string) => void} open opens one */
  constructor(open) {
    this.#open = open;
  }

  /** @param {Card[]} cards */
  all(cards) {
    this.cards = new Map(cards.map((card) => [card.id, card]));
    this.draw();
  }

  /** @param {Card} card @returns {boolean} whether it had not been there before */
  put(card) {
    const fresh = !this.cards.has(card.id);
    this.cards.set(card.id, card);
    this.draw();
    return fresh;
  }

  /** @param {string | null} id the card shown beside the queue */
  choose(id) {
    this.#chosen = id;
    this.draw();
  }

  /** Ids in the order shown. @returns {string[]} */
  get order() {
    return TITLES.flatMap(([group]) => this.#of(group).map((card) => card.id));
  }

  draw() {
    const host = byId("queue");
    const focused = host.contains(document.activeElement) ? document.activeElement?.getAttribute("data-id") : null;
    if (!this.cards.size) {
      fill(host, h("p", { class: "calm" }, "No findings. Nothing to do."));
      return;
    }
    const quiet = !this.#of("new").length && !this.#of("open").length;
    fill(host,
      quiet && h("p", { class: "calm" }, "Nothing to do."),
      ...TITLES.flatMap(([group, title]) => {
        const cards = this.#of(group);
        return cards.length ? [h("h2", {}, title, h("span", { class: "number" }, String(cards.length))), h("ul", { class: `group ${group}` }, ...cards.map((card) => this.#item(card)))] : [];
      }));
    if (focused) /** @type {HTMLElement | null} */ (host.querySelector(`[data-id="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {"new" | "open" | "done"} group newest first */
  #of(group) {
    return [...this.cards.values()].filter((card) => groupOf(card) === group).sort((a, b) => b.t - a.t || b.id.localeCompare(a.id, "en", { numeric: true }));
  }

  /** @param {Card} card */
  #item(card) {
    return h("li", {}, h("button", { type: "button", class: "item", data: { id: card.id }, "aria-current": card.id === this.#chosen ? "true" : null, on: { click: () => this.#open(card.id) } },
      h("span", { class: "item-head" }, h("strong", {}, card.title), h("time", {}, clockTime(card.t))),
      groupOf(card) !== "done" && h("span", { class: "item-what" }, card.what),
      h("span", { class: "item-window" }, standing(card))));
  }
}
