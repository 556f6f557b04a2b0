/**
 * Correcting a reading: a board whose places can be picked, with checkers, sides, dice, cube, turn and score.
 *
 *   const editor = new BoardEditor(host, scene, {names, score});
 *   editor.value   // {board, dice, to_act, cube, owner, score}: only what was changed since the editor was opened
 *   editor.fault   // why the board cannot be, or null
 *
 * Touch: pick a point, then the buttons. Keys on a point: arrows left and right walk, up and down add and take a
 * checker, A and B put the point's checkers on a side, 0 empties it.
 */

import { Board } from "./board.js";
import { h, say } from "./dom.js";
import { MEN, START, borneOff, counts, fromCounts, isBoard, onBoard, placeName } from "./position.js";

/** @typedef {import("./board.js").Scene} Scene */

const EMPTY = "-".repeat(26);

export class BoardEditor {
  #scene;
  #numbers;
  #was;
  #names;
  #side = /** @type {"A" | "B"} */ ("A");
  #board;
  #chosen;
  #count;
  #problem;
  /** @type {Record<string, HTMLSelectElement | HTMLInputElement>} */
  #fields = {};
  /** @type {Record<string, string>} */
  #started = {};

  /**
   * @param {Element} host
   * @param {Scene} scene what is read now
   * @param {{names?: [string, string], score?: [number, number]}} [match]
   */
  constructor(host, scene, match = {}) {
    this.#names = match.names ?? ["A", "B"];
    this.#was = isBoard(scene.board) ? /** @type {string} */ (scene.board) : EMPTY;
    this.#numbers = counts(this.#was);
    this.#scene = { ...scene, names: this.#names, selected: /** @type {number | null} */ (null), unsure: [] };
    this.#chosen = h("strong", { class: "chosen" });
    this.#count = h("p", { class: "men" });
    this.#problem = h("p", { class: "problem", role: "status" });
    const drawing = h("div", { class: "drawing", on: { keydown: (/** @type {KeyboardEvent} */ event) => this.#key(event) } });
    const panel = h("div", { class: "editor-tools" }, this.#checkers(), this.#state(scene, match.score));
    host.replaceChildren(h("div", { class: "editor" }, drawing, panel));
    this.#board = new Board(drawing, { onPick: (place) => this.#pick(place) });
    this.#draw();
  }

  /** What is really there, as `correct` takes it; keys only for what was changed. @returns {Record<string, any>} */
  get value() {
    const board = fromCounts(this.#numbers);
    /** @type {Record<string, any>} */
    const value = board === this.#was ? {} : { board };
    const changed = Object.fromEntries(Object.entries(this.#fields).map(([name, field]) => [name, field.value !== this.#started[name]]));
    if (changed.die0 || changed.die1) value.dice = [this.#fields.die0.value, this.#fields.die1.value].filter(Boolean).map(Number);
    if (changed.to_act && this.#fields.to_act.value) value.to_act = this.#fields.to_act.value;
    if (changed.cube || changed.owner) Object.assign(value, { cube: Number(this.#fields.cube.value), owner: this.#fields.owner.value || null });
    if (changed.score0 || changed.score1) value.score = [Number(this.#fields.score0.value), Number(this.#fields.score1.value)];
    return value;
  }

  /** @returns {string | null} */
  get fault() {
    const over = onBoard(this.#numbers).findIndex((n) => n > MEN);
    if (over >= 0) return `${this.#names[over]} has more than ${MEN} checkers`;
    const one = Boolean(this.#fields.die0.value) !== Boolean(this.#fields.die1.value);
    return one ? "Give both dice or none" : null;
  }

  #checkers() {
    const button = (/** @type {string} */ label, /** @type {() => void} */ act, /** @type {string} */ name = label) =>
      h("button", { type: "button", "aria-label": name, on: { click: act } }, label);
    const sides = /** @type {const} */ (["A", "B"]).map((side, i) => {
      const input = h("input", { type: "radio", name: "side", value: side, checked: side === "A", on: { change: () => this.#turnTo(side) } });
      return h("label", { class: "choice" }, input, h("span", { class: `man ${side}`, "aria-hidden": "true" }), this.#names[i]);
    });
    return h("fieldset", {}, h("legend", {}, "Checkers on ", this.#chosen),
      h("div", { class: "row sides" }, ...sides),
      h("div", { class: "row" },
        button("−", () => this.#add(-1), "one checker less"), button("+", () => this.#add(1), "one checker more"), button("Empty", () => this.#set(0), "empty this place")),
      this.#count,
      h("div", { class: "row" }, button("Starting position", () => this.#all(START)), button("As read", () => this.#all(this.#was))),
      this.#problem);
  }

  /** @param {Scene} scene @param {[number, number] | undefined} score */
  #state(scene, score) {
    const [a, b] = this.#names;
    const faces = [["", "none"], ...[1, 2, 3, 4, 5, 6].map((n) => [String(n), String(n)])];
    const values = [1, 2, 4, 8, 16, 32, 64].map((n) => [String(n), n === 1 ? "1 (64 up)" : String(n)]);
    const die = (/** @type {number} */ i) => String(scene.dice?.[i]?.value ?? "");
    return h("fieldset", {}, h("legend", {}, "State of the game"),
      h("div", { class: "row" }, this.#choice("die0", "First die", faces, die(0)), this.#choice("die1", "Second die", faces, die(1))),
      this.#choice("to_act", "Whose turn", [["", "not known"], ["A", a], ["B", b]], scene.toAct ?? ""),
      h("div", { class: "row" },
        this.#choice("cube", "Cube", values, String(scene.cube?.value ?? 1)),
        this.#choice("owner", "Cube lies", [["", "in the middle"], ["A", `with ${a}`], ["B", `with ${b}`]], scene.cube?.owner ?? "")),
      score ? h("div", { class: "row" }, this.#number("score0", `Score of ${a}`, score[0]), this.#number("score1", `Score of ${b}`, score[1])) : null);
  }

  /** @param {string} name @param {string} label @param {string[][]} choices @param {string} value */
  #choice(name, label, choices, value) {
    const field = h("select", { on: { change: () => this.#draw() } }, ...choices.map(([key, text]) => h("option", { value: key }, text)));
    field.value = value;
    return this.#field(name, label, field);
  }

  /** @param {string} name @param {string} label @param {number} value */
  #number(name, label, value) {
    return this.#field(name, label, h("input", { type: "number", min: 0, max: 99, inputmode: "numeric", value: String(value) }));
  }

  /** @param {string} name @param {string} label @param {HTMLSelectElement | HTMLInputElement} field */
  #field(name, label, field) {
    this.#fields[name] = field;
    this.#started[name] = field.value;
    return h("label", { class: "field" }, h("span", {}, label), field);
  }

  /** @param {number} place */
  #pick(place) {
    this.#scene.selected = place;
    if (place === 0 || place === 25) this.#side = place ? "A" : "B";
    else if (this.#numbers[place]) this.#side = this.#numbers[place] > 0 ? "A" : "B";
    this.#draw();
  }

  /** @param {"A" | "B"} side */
  #turnTo(side) {
    this.#side = side;
    const place = this.#scene.selected;
    if (place != null && place > 0 && place < 25) this.#numbers[place] = (side === "A" ? 1 : -1) * Math.abs(this.#numbers[place]);
    this.#draw();
  }

  /** @param {number} step */
  #add(step) {
    const place = this.#scene.selected;
    if (place == null) return;
    this.#set(Math.abs(this.#numbers[place]) + step);
  }

  /** @param {number} men on the picked place, of the chosen side */
  #set(men) {
    const place = this.#scene.selected;
    if (place == null || men < 0 || men > MEN) return;
    this.#numbers[place] = (this.#side === "A" ? 1 : -1) * men || 0;
    this.#draw();
  }

  /** @param {string} board */
  #all(board) {
    this.#numbers = counts(board);
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const at = Number(/** @type {Element} */ (event.target).closest("[data-place]")?.getAttribute("data-place") ?? NaN);
    if (Number.isNaN(at) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.#scene.selected !== at) this.#pick(at);
    const acts = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.#walk((at + 1) % 26), ArrowRight: () => this.#walk((at + 25) % 26),
      ArrowUp: () => this.#add(1), ArrowDown: () => this.#add(-1), "+": () => this.#add(1), "-": () => this.#add(-1),
      a: () => this.#turnTo("A"), b: () => this.#turnTo("B"), 0: () => this.#set(0), Enter: () => {}, " ": () => {},
    });
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** @param {number} place */
  #walk(place) {
    this.#pick(place);
    /** @type {SVGElement | null} */ (this.#board.element.querySelector(`[data-place="${place}"]`))?.focus();
  }

  #draw() {
    const place = this.#scene.selected;
    const board = fromCounts(this.#numbers);
    const half = this.#scene.dice?.[0]?.half ?? (this.#fields.to_act.value === "B" ? "W" : "E");
    const dice = [this.#fields.die0.value, this.#fields.die1.value].filter(Boolean).map((value) => ({ value: Number(value), half }));
    const changed = [...board].flatMap((letter, i) => (letter === this.#was[i] ? [] : [i]));
    this.#board.show({
      ...this.#scene, board, dice, changed,
      toAct: /** @type {any} */ (this.#fields.to_act.value || null),
      cube: { value: Number(this.#fields.cube.value), owner: /** @type {any} */ (this.#fields.owner.value || null) },
    });
    for (const side of ["A", "B"]) {
      const radio = /** @type {HTMLInputElement} */ (this.#count.closest("fieldset")?.querySelector(`input[value="${side}"]`));
      radio.checked = side === this.#side;
    }
    say(this.#chosen, place == null ? "no point yet: pick one" : place === 0 || place === 25 ? `the bar (${this.#names[place ? 0 : 1]})` : `the ${placeName(place)}`);
    const off = borneOff(this.#numbers);
    say(this.#count, `Off: ${this.#names[0]} ${Math.max(0, off[0])}, ${this.#names[1]} ${Math.max(0, off[1])}`);
    say(this.#problem, this.fault ?? "");
  }
}
