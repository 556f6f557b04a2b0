/** One finding in full: what happened, the pictures, what would have been legal, how long it can be put right. */

import { Board } from "../board.js";
import { MatchClock, clockTime } from "../clock.js";
import { byId, fill, h, say } from "../dom.js";
import { address } from "../net.js";
import { changed, isBoard } from "../position.js";
import { certainty, confidence, groupOf, mayBePointedOut, plain, signed, standing } from "../words.js";

/** @typedef {import("../words.js").Card} Card */
/** @typedef {"confirm" | "dismiss" | "ruling" | "note"} Act */

const WHEN = /** @type {Record<string, string>} */ ({ before: "Before", at: "At that moment", after: "After" });

export class FindingPanel {
  #host = byId("finding");
  #now = byId("now");
  #table;
  #act;
  #close;
  #clock;
  #card = /** @type {Card | null} */ (null);
  #scene;
  #legal = 0;

  /**
   * @param {string} table
   * @param {MatchClock} clock
   * @param {{act: (act: Act, card: Card) => void, close: () => void, scene: () => import("../board.js").Scene}} wired
   */
  constructor(table, clock, wired) {
    this.#table = table;
    this.#clock = clock;
    this.#act = wired.act;
    this.#close = wired.close;
    this.#scene = wired.scene;
    setInterval(() => this.#tick(), 500);
  }

  /** The card shown, if any. */
  get card() {
    return this.#card;
  }

  /** @param {Card} card */
  show(card) {
    const same = this.#card?.id === card.id;
    const scroll = same ? this.#host.scrollTop : 0;
    const video = same ? this.#host.querySelector("video") : null;
    const focused = same && this.#host.contains(document.activeElement) ? document.activeElement?.getAttribute("data-act") : null;
    this.#card = card;
    if (!same) this.#legal = 0;
    const alert = groupOf(card) === "new" && card.window.state === "open";
    this.#host.className = `finding ${groupOf(card)}${alert ? " alert" : ""}`;
    this.#host.setAttribute("aria-label", card.title);
    fill(this.#host, this.#head(card), h("div", { class: "finding-body" }, this.#facts(card), ...this.#evidence(card, video), this.#notes(card)), this.#buttons(card));
    this.#now.hidden = true;
    this.#host.hidden = false;
    this.#host.scrollTop = scroll;
    if (focused) /** @type {HTMLElement | null} */ (this.#host.querySelector(`[data-act="${focused}"]`))?.focus();
    this.#tick();
  }

  hide() {
    this.#card = null;
    this.#host.hidden = true;
    this.#host.replaceChildren();
    this.#now.hidden = false;
  }

  focus() {
    this.#host.focus();
  }

  playClip() {
    const video = this.#host.querySelector("video");
    if (video) void (video.paused ? video.play() : video.pause());
  }

  #tick() {
    const element = this.#host.querySelector(".since");
    const now = this.#clock.now();
    if (!element || !this.#card || now == null) return;
    const open = this.#card.window.state === "open" && this.#card.status === "open";
    say(element, open ? `open for ${clockTime(now - this.#card.window.since)}` : `at ${clockTime(this.#card.t)}`);
  }

  /** @param {Card} card */
  #head(card) {
    return h("header", {},
      h("div", { class: "finding-title" }, h("h2", {}, card.title), h("span", { class: "sure" }, confidence(card)), h("span", { class: "since" }), h("button", { class: "plain", type: "button", "aria-label": "Back to the board", on: { click: this.#close } }, "✕")),
      h("p", { class: "window" }, standing(card)));
  }

  /** @param {Card} card */
  #facts(card) {
    const rows = /** @type {[string, string][]} */ ([
      ["Remedy", card.rule ?? card.remedy], ["Clause", `${card.clause.join(", ")} · ${certainty(card)}`],
      ["Who may say so", mayBePointedOut(card)],
    ]).filter(([, text]) => text);
    return h("div", { class: "facts" }, h("p", { class: "what" }, card.what), h("dl", {}, ...rows.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)))));
  }

  /** Diagrams with their pictures below, then the pictures left over and the clip. @param {Card} card @param {HTMLVideoElement | null} video */
  #evidence(card, video) {
    const { before, after, expected, legal, move } = card.boards;
    const left = [...card.pictures];
    const take = (/** @type {string[]} */ ...when) => {
      const at = left.findIndex((picture) => when.includes(picture.when));
      return at < 0 ? null : this.#picture(left.splice(at, 1)[0]);
    };
    const columns = [];
    if (isBoard(expected)) {
      columns.push(this.#diagram(card, "As it stood", after ?? before, expected, take("at", "before")), this.#diagram(card, "As it should stand", expected, null, take("after")));
    } else if (isBoard(before)) {
      columns.push(this.#diagram(card, isBoard(after) ? "Before" : "Position", before, null, take("before")));
      if (isBoard(after)) columns.push(this.#diagram(card, move ? `Played ${move}` : "Played", after, before, take("at", "after")));
      if (legal?.length) columns.push(this.#legalPlay(card, legal));
      else if (legal) columns.push(h("p", { class: "soft" }, "No play was possible: the turn had to be passed."));
    }
    const clip = this.#clip(card, video);
    const rest = [...left.map((picture) => this.#picture(picture)), clip && h("figure", {}, clip, h("figcaption", {}, "Clip"))].filter(Boolean);
    return [columns.length ? h("div", { class: "diagrams" }, ...columns) : null, rest.length ? h("div", { class: "pictures" }, ...rest) : null,
      card.pictures.length || clip ? null : h("p", { class: "soft" }, "No picture was kept of this moment.")];
  }

  /**
   * @param {Card} card @param {string} title @param {string | null} board @param {string | null} against what differs from it is ringed
   * @param {Node | null} below
   */
  #diagram(card, title, board, against, below) {
    const host = h("div", {});
    const half = card.boards.by === "B" ? "W" : "E";
    const dice = (card.boards.dice ?? []).map((value) => ({ value, half: /** @type {"E" | "W"} */ (half) }));
    new Board(host).show({ ...this.#scene(), board, dice, cube: null, unsure: [], toAct: null, changed: isBoard(board) && isBoard(against) ? changed(against, board) : [] });
    return h("div", { class: "column" }, h("figure", {}, h("figcaption", {}, title), host), below);
  }

  /** One legal play at a time. @param {Card} card @param {{move: string, board: string | null}[]} legal */
  #legalPlay(card, legal) {
    this.#legal = (this.#legal + legal.length) % legal.length;
    const play = legal[this.#legal];
    const step = (/** @type {number} */ by) => {
      this.#legal += by;
      this.show(card);
    };
    const button = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {number} */ by) =>
      h("button", { type: "button", "aria-label": name, data: { act: name }, on: { click: () => step(by) } }, sign);
    const steps = legal.length > 1 ? h("div", { class: "steps" }, button("‹", "previous legal play", -1), h("span", { role: "status" }, `${this.#legal + 1} of ${legal.length}`), button("›", "next legal play", 1)) : null;
    return this.#diagram(card, `Legal ${play.move}`, play.board, card.boards.before, steps);
  }

  /** @param {Card["pictures"][number]} picture */
  #picture(picture) {
    const url = address(`/tables/${this.#table}/evidence/${picture.sha256}`);
    const when = WHEN[picture.when] ?? plain(picture.when);
    return h("figure", {}, h("a", { href: url, target: "_blank", rel: "noopener" }, h("img", { src: url, alt: `${when}, the board at ${clockTime(picture.t)}` })), h("figcaption", {}, `${when} · ${clockTime(picture.t)}`));
  }

  /** @param {Card} card @param {HTMLVideoElement | null} video the player of this card, which goes on playing */
  #clip(card, video) {
    if (!card.clip) return null;
    const src = address(`/tables/${this.#table}/evidence/${card.clip}`);
    return video?.getAttribute("src") === src ? video : h("video", { src, controls: true, muted: true, playsinline: true, preload: "metadata", "aria-label": "Clip of the moment" });
  }

  /** @param {Card} card */
  #notes(card) {
    if (!card.handling.notes.length) return null;
    return h("section", { class: "notes" }, h("h3", {}, "What was done"), h("ul", {}, ...card.handling.notes.map((note) =>
      h("li", {}, h("span", { class: "soft" }, `${signed(note)}: `), h("strong", {}, plain(note.kind)), note.decision ? ` · ${plain(note.decision)}` : "", note.text ? ` · ${note.text}` : ""))));
  }

  /** @param {Card} card */
  #buttons(card) {
    const button = (/** @type {Act} */ act, /** @type {string} */ label, main = false) =>
      h("button", { type: "button", class: main ? "main" : null, data: { act }, on: { click: () => this.#act(act, card) } }, label);
    const open = card.handling.state === "new";
    return h("footer", {}, open && button("confirm", "Confirm", true), open && button("dismiss", "Dismiss"), button("ruling", "Ruling"), button("note", "Note"),
      h("a", { class: "button", href: `/report/${this.#table}/${card.id}`, target: "_blank", rel: "noopener" }, "Report"));
  }
}
