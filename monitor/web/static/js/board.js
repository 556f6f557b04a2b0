/**
 * A backgammon board as one SVG drawing.
 *
 *   const board = new Board(host, {onPick: place => ...});    // onPick makes the places selectable
 *   board.show({board: "26 characters", home: "E", dice: [{value: 3, half: "E"}], cube: {value: 2, owner: "B"}});
 *
 * Everything but `board` may be left out. Seat A is at the bottom, `home` is the half (east or west) with both
 * home boards, points are numbered from A's side. Colours of checkers come from `colours`, the rest from css/board.css.
 * For correcting a reading see board-editor.js.
 *
 * @typedef {"A" | "B"} Side
 * @typedef {{value: number | null, half?: "E" | "W" | null, cocked?: boolean}} Die
 * @typedef {{value: number | null, owner?: Side | null, offered?: Side | null}} Cube 1 before the first double (shown as 64); offered: by whom
 * @typedef {object} Scene
 * @property {string | null} board
 * @property {"E" | "W" | null} [home]
 * @property {Die[]} [dice]
 * @property {Cube | null} [cube]
 * @property {Side | null} [toAct]
 * @property {number[]} [unsure] places that are hidden or not surely read
 * @property {number[]} [changed] places to ring
 * @property {number | null} [selected]
 * @property {{A?: string, B?: string}} [colours] of the checkers, as #rrggbb
 * @property {[string, string]} [names]
 */

import { svg } from "./dom.js";
import { borneOff, counts, describe, isBoard, placeName } from "./position.js";

const POINT = 10;
const RADIUS = 4.6;
const DEPTH = 5;
const TRAY = 10;
const BAR = 8;
const BAND = 6;
const FIELD = 108;
const LEFT = TRAY + 1;
const WIDTH = 2 * (TRAY + 1) + 12 * POINT + BAR;
const HEIGHT = FIELD + 2 * BAND;
const MIDDLE = HEIGHT / 2;
const BAR_X = LEFT + 6 * POINT + BAR / 2;
const DIE = 10;
const CUBE = 8.6;
const PIPS = ["", "4", "28", "248", "0268", "02468", "035268"];

/** Colours where the reading has none: ivory and slate. */
export const COLOURS = { A: "#efe6d2", B: "#39424e" };

export class Board {
  #root;
  #onPick;

  /** @param {Element} host @param {{onPick?: (place: number) => void}} [options] */
  constructor(host, options = {}) {
    this.#onPick = options.onPick;
    this.#root = svg("svg", { class: "board", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: this.#onPick ? "group" : "img" });
    host.append(this.#root);
  }

  /** The drawing. */
  get element() {
    return this.#root;
  }

  /** @param {Scene} scene */
  show(scene) {
    const known = isBoard(scene.board);
    const numbers = known ? counts(/** @type {string} */ (scene.board)) : new Array(26).fill(0);
    const home = scene.home ?? "E";
    const focused = this.#root.contains(document.activeElement) ? document.activeElement?.getAttribute("data-place") : null;
    this.#root.setAttribute("aria-label", known ? `Board. ${describe(/** @type {string} */ (scene.board), scene.names)}` : "Board not known");
    this.#root.classList.toggle("unknown", !known);
    this.#paint(scene.colours ?? {});
    this.#root.replaceChildren(
      ...ground(),
      ...places(numbers, home, scene, this.#onPick),
      ...(known ? trays(borneOff(numbers), home) : []),
      ...turn(scene.toAct ?? null),
      ...dice(scene.dice ?? []),
      ...(scene.cube ? [cube(scene.cube, home)] : []),
    );
    if (focused != null) /** @type {SVGElement | null} */ (this.#root.querySelector(`[data-place="${focused}"]`))?.focus();
  }

  /** @param {{A?: string, B?: string}} colours */
  #paint(colours) {
    for (const side of /** @type {Side[]} */ (["A", "B"])) {
      const colour = colours[side] ?? COLOURS[side];
      this.#root.style.setProperty(`--${side}`, colour);
      this.#root.style.setProperty(`--${side}-ink`, lightness(colour) > 0.32 ? "#16191d" : "#ffffff");
    }
  }
}

/** @param {string} colour #rrggbb @returns {number} relative luminance, 0..1 */
export function lightness(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Where a place stands: x of its middle, whether on the top side.
 * @param {number} place @param {"E" | "W"} home
 */
function stand(place, home) {
  if (place === 0 || place === 25) return { x: BAR_X, top: place === 0 };
  const top = place > 12;
  const fromWest = top ? place - 13 : 12 - place;
  const column = home === "E" ? fromWest : 11 - fromWest;
  return { x: LEFT + column * POINT + POINT / 2 + (column > 5 ? BAR : 0), top };
}

function ground() {
  const half = 6 * POINT;
  return [
    svg("rect", { class: "rim", width: WIDTH, height: HEIGHT, rx: 2 }),
    svg("rect", { class: "tray", x: 1, y: BAND, width: TRAY - 1, height: FIELD, rx: 1 }),
    svg("rect", { class: "tray", x: WIDTH - TRAY, y: BAND, width: TRAY - 1, height: FIELD, rx: 1 }),
    svg("rect", { class: "field", x: LEFT, y: BAND, width: half, height: FIELD }),
    svg("rect", { class: "field", x: LEFT + half + BAR, y: BAND, width: half, height: FIELD }),
  ];
}

/**
 * @param {number[]} numbers @param {"E" | "W"} home @param {Scene} scene
 * @param {((place: number) => void) | undefined} onPick
 */
function places(numbers, home, scene, onPick) {
  const known = isBoard(scene.board);
  return numbers.map((n, place) => {
    const { x, top } = stand(place, home);
    const bar = place === 0 || place === 25;
    const group = svg("g", { class: "place", "data-place": place });
    if (!bar) {
      const base = top ? BAND : HEIGHT - BAND;
      const tip = top ? BAND + 44 : HEIGHT - BAND - 44;
      group.append(
        svg("polygon", { class: `point ${place % 2 ? "odd" : "even"}`, points: `${x - POINT / 2},${base} ${x + POINT / 2},${base} ${x},${tip}` }),
        svg("text", { class: "number", x, y: top ? BAND / 2 + 0.2 : HEIGHT - BAND / 2 + 0.2, text: place }),
      );
    }
    const box = { x: x - POINT / 2, y: top ? BAND : MIDDLE + 8, width: POINT, height: FIELD / 2 - 8, rx: 1 };
    group.append(...stack(n, x, top, bar));
    if (scene.unsure?.includes(place) && known) {
      group.append(svg("rect", { class: "unsure", ...box }), svg("text", { class: "doubt", x, y: top ? BAND + 49 : HEIGHT - BAND - 49, text: "?" }));
    }
    if (scene.changed?.includes(place)) group.append(svg("rect", { class: "changed", ...box }));
    if (onPick) selectable(group, place, n, scene, box, onPick);
    return group;
  });
}

/** @param {number} n @param {number} x @param {boolean} top @param {boolean} bar */
function stack(n, x, top, bar) {
  const side = n > 0 ? "A" : "B";
  const shown = Math.min(Math.abs(n), bar ? 4 : DEPTH);
  const first = bar ? MIDDLE + (top ? -1 : 1) * 12 : top ? BAND + RADIUS + 0.3 : HEIGHT - BAND - RADIUS - 0.3;
  const step = (bar ? -1 : 1) * (top ? 1 : -1) * 2 * RADIUS;
  const drawn = [];
  for (let i = 0; i < shown; i++) {
    drawn.push(svg("circle", { class: `checker ${side}`, cx: x, cy: first + i * step, r: bar ? RADIUS - 0.9 : RADIUS - 0.2 }));
  }
  if (Math.abs(n) > shown) drawn.push(svg("text", { class: `count ${side}`, x, y: first + (shown - 1) * step, text: Math.abs(n) }));
  return drawn;
}

/**
 * @param {SVGElement} group @param {number} place @param {number} n @param {Scene} scene
 * @param {Record<string, number>} box @param {(place: number) => void} onPick
 */
function selectable(group, place, n, scene, box, onPick) {
  const owner = n === 0 ? "empty" : `${Math.abs(n)} of ${(scene.names ?? ["A", "B"])[n > 0 ? 0 : 1]}`;
  const chosen = scene.selected === place;
  const whose = place === 0 ? "bar of B" : place === 25 ? "bar of A" : placeName(place);
  for (const [key, value] of Object.entries({
    role: "button", tabindex: chosen || (scene.selected == null && place === 1) ? "0" : "-1", "aria-pressed": String(chosen), "aria-label": `${whose}: ${owner}`,
  })) group.setAttribute(key, value);
  group.classList.add("selectable");
  group.classList.toggle("selected", chosen);
  group.append(svg("rect", { class: "hit", ...box }));
  group.addEventListener("click", () => onPick(place));
}

/** @param {[number, number]} off @param {"E" | "W"} home */
function trays(off, home) {
  const x = home === "E" ? WIDTH - TRAY : 1;
  return off.flatMap((n, index) => {
    const side = index === 0 ? "A" : "B";
    const drawn = /** @type {SVGElement[]} */ ([]);
    for (let i = 0; i < Math.min(n, 15); i++) {
      const y = side === "A" ? HEIGHT - BAND - 0.6 - (i + 1) * 2.8 : BAND + 0.6 + i * 2.8;
      drawn.push(svg("rect", { class: `slab ${side}`, x: x + 0.7, y, width: TRAY - 2.4, height: 2.4, rx: 0.6 }));
    }
    if (n > 0) {
      const y = side === "A" ? HEIGHT - BAND - n * 2.8 - 4 : BAND + n * 2.8 + 4;
      drawn.push(svg("text", { class: "off", x: x + (TRAY - 1) / 2, y, text: n }));
    }
    return drawn;
  });
}

/** A mark at the end of the bar of the side whose turn it is. @param {Side | null} side */
function turn(side) {
  if (!side) return [];
  const [base, tip] = side === "A" ? [HEIGHT - 3, HEIGHT - 9] : [3, 9];
  return [svg("polygon", { class: `turn ${side}`, points: `${BAR_X - 3.2},${base} ${BAR_X + 3.2},${base} ${BAR_X},${tip}` })];
}

/** @param {Die[]} all */
function dice(all) {
  const drawn = /** @type {SVGElement[]} */ ([]);
  for (const half of ["W", "E"]) {
    const here = all.filter((die) => (die.half ?? "E") === half);
    const centre = half === "W" ? LEFT + 3 * POINT : LEFT + 9 * POINT + BAR;
    here.forEach((die, i) => drawn.push(dieFace(die.value, centre + (i - (here.length - 1) / 2) * (DIE + 4), MIDDLE, DIE, die.cocked)));
  }
  return drawn;
}

/**
 * One die seen from above; a cocked one leans and is marked.
 * @param {number | null} value @param {number} x @param {number} y middle @param {number} size @param {boolean} [cocked]
 */
export function dieFace(value, x, y, size, cocked = false) {
  const group = svg("g", { class: cocked ? "die cocked" : "die", transform: `translate(${x} ${y})${cocked ? " rotate(18)" : ""}` });
  group.append(svg("rect", { class: "face", x: -size / 2, y: -size / 2, width: size, height: size, rx: size * 0.18 }));
  if (!value) group.append(svg("text", { class: "unread", x: 0, y: 0, text: "?" }));
  for (const spot of PIPS[value ?? 0] ?? "") {
    const [column, row] = [Number(spot) % 3, Math.floor(Number(spot) / 3)];
    group.append(svg("circle", { class: "pip", cx: (column - 1) * size * 0.27, cy: (row - 1) * size * 0.27, r: size * 0.095 }));
  }
  return group;
}

/** @param {Cube} state @param {"E" | "W"} home */
function cube(state, home) {
  const tray = home === "E" ? 1 + (TRAY - 1) / 2 : WIDTH - 1 - (TRAY - 1) / 2;
  const y = state.offered ? MIDDLE : state.owner === "A" ? HEIGHT - BAND - 7 : state.owner === "B" ? BAND + 7 : MIDDLE;
  const x = state.offered ? LEFT + (state.offered === "A" ? 3 : 9) * POINT + (state.offered === "A" ? 0 : BAR) : tray;
  return svg("g", { class: state.offered ? "cube offered" : "cube", transform: `translate(${x} ${y})` },
    svg("rect", { class: "face", x: -CUBE / 2, y: -CUBE / 2, width: CUBE, height: CUBE, rx: 1.2 }),
    svg("text", { class: "value", x: 0, y: 0.2, text: state.value === 1 ? 64 : state.value ?? "?" }));
}
