/**
 * The overlay for a stream, as an OBS browser source. Query: `table`, `token`, `theme` (dark, light, wood), `show`
 * (any of board, dice, cube, score, pips, with commas between; all where it is missing), `width` in pixels.
 *
 * It shows positions and the score and nothing else: no finding, no mark of a roll that does not count; pips
 * only where the station sends them. It asks as a viewer even where the browser is the director's.
 */

import { Board, dieFace } from "./board.js";
import { byId, fill, h, svg } from "./dom.js";
import { Events, get } from "./net.js";
import { coloursOf, sceneOf } from "./scene.js";

const THEMES = ["dark", "light", "wood"];
const PARTS = ["score", "board", "dice", "cube", "pips"];
const LATE_MS = 10_000;

const query = new URLSearchParams(location.search);
const shown = new Set((query.get("show") ?? PARTS.join(",")).split(",").filter((part) => PARTS.includes(part)));

const parts = byId("overlay");
const host = /** @type {HTMLElement} */ (parts.parentElement);
host.classList.add(THEMES.find((theme) => theme === query.get("theme")) ?? "dark");
const width = Number(query.get("width"));
if (width >= 200 && width <= 3840) host.style.width = `${width}px`;

const score = h("section", { class: "score", "aria-label": "Score" });
const place = h("section", { class: "board-host", "aria-label": "Board" });
const dice = h("section", { class: "dice", "aria-label": "Dice and cube" });
const late = h("p", { class: "late", role: "status", hidden: true }, "Connecting …");
const sections = /** @type {[string[], HTMLElement][]} */ ([[["score", "pips"], score], [["board"], place], [["dice", "cube"], dice]]);
fill(parts, ...sections.filter(([names]) => names.some((name) => shown.has(name))).map(([, element]) => element), late);
const board = new Board(place);

/** @param {any} snapshot */
function show(snapshot) {
  const { match, game } = snapshot;
  const colours = coloursOf(match);
  for (const side of /** @type {const} */ (["A", "B"])) host.style.setProperty(`--${side}`, colours[side]);
  const faces = game.dice.map((/** @type {any} */ die) => ({ ...die, cocked: false }));
  board.show({ ...sceneOf(snapshot), unsure: [], dice: faces });
  fill(score, ...match.players.map((/** @type {string} */ name, /** @type {number} */ i) => player(name, i, match, game)),
    shown.has("score") && h("div", { class: "length" }, `${match.length ? `to ${match.length}` : "unlimited"}${match.crawford ? " · Crawford" : ""}`));
  fill(dice, ...(shown.has("dice") ? faces.map(face) : []), shown.has("cube") && game.cube?.value > 1 && cube(match, game.cube));
  dice.hidden = !dice.childElementCount;
}

/** @param {string} name @param {number} i @param {any} match @param {any} game */
function player(name, i, match, game) {
  const side = i === 0 ? "A" : "B";
  return h("div", { class: `player ${side}${game.to_act === side ? " acts" : ""}` }, h("span", { class: "man", "aria-hidden": "true" }), h("span", { class: "name" }, name),
    h("span", { class: "pips" }, shown.has("pips") && game.pips ? `${game.pips[i]} pips` : ""), shown.has("score") ? h("b", {}, String(match.score?.[i] ?? 0)) : h("span", {}));
}

/** @param {{value: number | null}} die */
const face = (die) => svg("svg", { class: "die-face", viewBox: "-5.4 -5.4 10.8 10.8", role: "img", "aria-label": `die ${die.value ?? "not read"}` }, dieFace(die.value, 0, 0, 10));

/** @param {any} match @param {any} state */
const cube = (match, state) => h("div", { class: "cube" }, h("span", {}, String(state.value), state.owner && h("small", {}, match.players[state.owner === "A" ? 0 : 1])));

async function begin() {
  const table = query.get("table") ?? (await get("/tables"))[0]?.id;
  if (!table) {
    late.hidden = false;
    late.textContent = "No table yet";
    setTimeout(begin, LATE_MS);
    return;
  }
  show(await get(`/tables/${table}?as=viewer`));
  let gone = 0;
  new Events(`/tables/${table}/stream?as=viewer`, { state: show }, (up) => {
    clearTimeout(gone);
    if (up) late.hidden = true;
    else gone = setTimeout(() => (late.hidden = false), LATE_MS);
  });
}

begin().catch((error) => {
  late.hidden = false;
  late.textContent = error instanceof Error ? error.message : String(error);
  setTimeout(() => location.reload(), LATE_MS);
});
