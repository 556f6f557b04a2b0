/**
 * The labelling page: one picture at a time, what was read in it, and what is really there.
 *
 * Drag the corners of the field; a click into the picture puts a die there (with Shift: the cube). Points are
 * corrected on the diagram, light checkers south: its point 1 is B12 of the picture, 12 is B1, 13 is T1, 24 is T12.
 */

import { BoardEditor } from "/static/js/board-editor.js";
import { byId, fill, h, say, svg } from "/static/js/dom.js";
import { get, send } from "/static/js/net.js";
import { counts, fromCounts } from "/static/js/position.js";

/** @typedef {Record<string, any>} Labels */

const PLACES = 26;
const CUBES = [2, 4, 8, 16, 32, 64];
const WHERE = ["board", "bar", "tray", "rail", "on dice cup", "in cup", "in hand"];

/** @type {any[]} */
let items = [];
let number = 0;
/** @type {Labels} */
let labels = {};
/** @type {BoardEditor} */
let editor;
let board = "";

const picture = /** @type {SVGSVGElement} */ (/** @type {unknown} */ (byId("picture")));
const hidden = /** @type {HTMLInputElement} */ (byId("hidden"));
const layout = /** @type {HTMLSelectElement} */ (byId("layout"));

/** @param {number} place 1..24 @returns {string} the slot of the picture */
const slot = (place) => (place <= 12 ? `B${13 - place}` : `T${place - 12}`);

/** @param {Labels} from @returns {string} 26 characters, light as A */
function boardOf(from) {
  const numbers = new Array(PLACES).fill(0);
  for (let place = 1; place <= 24; place += 1) {
    const there = from.points[slot(place)] ?? {};
    numbers[place] = there.light ? there.light : -(there.dark ?? 0);
  }
  numbers[25] = from.bar.light ?? 0;
  numbers[0] = -(from.bar.dark ?? 0);
  return fromCounts(numbers.map((n) => n || 0));
}

/** @param {string} text @returns {{points: Record<string, any>, bar: Record<string, number>}} */
function pointsOf(text) {
  const numbers = counts(text);
  /** @type {Record<string, any>} */
  const points = {};
  for (let place = 1; place <= 24; place += 1) {
    if (numbers[place]) points[slot(place)] = numbers[place] > 0 ? { light: numbers[place] } : { dark: -numbers[place] };
  }
  return { points, bar: { light: Math.max(0, numbers[25]), dark: Math.max(0, -numbers[0]) } };
}

/** @param {number} index */
function show(index) {
  number = Math.min(Math.max(index, 0), items.length - 1);
  const item = items[number];
  labels = structuredClone(item.labels);
  delete labels.visible_total;
  board = boardOf(labels);
  const [width, height] = item.size;
  picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
  hidden.value = (labels.occluded_cells ?? []).join(" ");
  layout.value = labels.layout;
  editor = new BoardEditor(byId("board"), { board, home: "E" }, { names: ["light", "dark"] });
  say(byId("fault"), item.not_found ?? "");
  say(byId("hint"), "Drag the four corners to the bases of the points. Click: a die lies here. Shift and click: the cube.");
  told();
  draw();
}

function told() {
  const checked = items.filter((item) => item.labels.checked).length;
  const item = items[number];
  say(byId("progress"), `picture ${number + 1} of ${items.length} (${item.name ?? item.file})${item.labels.checked ? ", checked" : ""}; ${checked} checked`);
  /** @type {HTMLButtonElement} */ (byId("before")).disabled = number === 0;
  /** @type {HTMLButtonElement} */ (byId("next")).disabled = number === items.length - 1;
}

function draw() {
  const [width, height] = items[number].size;
  const unit = width / 60;
  const corners = labels.corners.map((/** @type {number[]} */ [x, y], /** @type {number} */ i) =>
    svg("circle", { class: "corner", cx: x, cy: y, r: unit, data: { corner: i }, tabindex: 0, role: "button", "aria-label": `corner ${["top left", "top right", "bottom right", "bottom left"][i]}` }));
  const things = [
    ...labels.dice.map((/** @type {any} */ die) => svg("circle", { class: "die", cx: die.xy[0], cy: die.xy[1], r: unit })),
    labels.cube && svg("circle", { class: "cube", cx: labels.cube.xy[0], cy: labels.cube.xy[1], r: 1.4 * unit }),
  ];
  fill(picture,
    svg("image", { href: `/api/pictures/${number}`, width, height }),
    svg("polygon", { class: "field", points: labels.corners.map((/** @type {number[]} */ xy) => xy.join(",")).join(" ") }),
    ...things.filter(Boolean), ...corners);
  rows();
}

/** @param {string} name @param {(string | number)[][]} options @param {any} value @param {(value: string) => void} taken */
function choice(name, options, value, taken) {
  const field = h("select", { "aria-label": name, on: { change: () => taken(field.value) } }, ...options.map(([key, text]) => h("option", { value: String(key) }, text)));
  field.value = String(value);
  return field;
}

/** @param {string} text @param {() => void} act */
const button = (text, act) => h("button", { type: "button", text, on: { click: act } });

function rows() {
  const faces = [["", "cannot be read"], ...[1, 2, 3, 4, 5, 6].map((n) => [n, n])];
  const dice = labels.dice.map((/** @type {any} */ die, /** @type {number} */ i) => {
    const cocked = h("input", { type: "checkbox", on: { change: () => (die.cocked = cocked.checked) } });
    cocked.checked = die.cocked;
    return h("div", { class: "row" }, `Die ${i + 1}`,
      choice("value", faces, die.certain ? die.value : "", (value) => Object.assign(die, { value: value ? Number(value) : null, certain: value !== "" })),
      choice("where it lies", WHERE.map((name) => [name, name]), die.where, (value) => (die.where = value)),
      h("label", {}, cocked, " cocked"),
      button("Take out", () => { labels.dice.splice(i, 1); draw(); }));
  });
  const cube = labels.cube && h("div", { class: "row" }, "Cube",
    choice("cube", CUBES.map((n) => [n, n]), labels.cube.value, (value) => (labels.cube.value = Number(value))),
    button("Take out", () => { labels.cube = null; draw(); }));
  fill(byId("things"), ...dice, cube);
}

/** @param {PointerEvent | MouseEvent} event @returns {[number, number]} pixels of the picture */
function place(event) {
  const matrix = /** @type {DOMMatrix} */ (picture.getScreenCTM()).inverse();
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
  return [Math.round(x * 10) / 10, Math.round(y * 10) / 10];
}

let dragged = -1;
picture.addEventListener("pointerdown", (event) => {
  const corner = /** @type {Element} */ (event.target).getAttribute("data-corner");
  dragged = corner == null ? -1 : Number(corner);
});
window.addEventListener("pointermove", (event) => {
  if (dragged < 0) return;
  labels.corners[dragged] = place(event);
  const circle = picture.querySelector(`[data-corner="${dragged}"]`);
  circle?.setAttribute("cx", labels.corners[dragged][0]);
  circle?.setAttribute("cy", labels.corners[dragged][1]);
  picture.querySelector(".field")?.setAttribute("points", labels.corners.map((/** @type {number[]} */ xy) => xy.join(",")).join(" "));
});
window.addEventListener("pointerup", () => { dragged = -1; });
picture.addEventListener("keydown", (event) => {
  const corner = /** @type {Element} */ (event.target).getAttribute("data-corner");
  const steps = /** @type {Record<string, number[]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
  const step = steps[event.key];
  if (corner == null || !step) return;
  event.preventDefault();
  const [x, y] = labels.corners[Number(corner)];
  labels.corners[Number(corner)] = [x + step[0], y + step[1]];
  draw();
  /** @type {any} */ (picture.querySelector(`[data-corner="${corner}"]`))?.focus();
});
picture.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).hasAttribute("data-corner")) return;
  if (event.shiftKey) labels.cube = { value: labels.cube?.value ?? 64, xy: place(event), location: "" };
  else labels.dice.push({ value: 1, xy: place(event), where: "board", cocked: false, certain: true });
  draw();
});

async function save() {
  if (editor.fault) return say(byId("fault"), editor.fault);
  const said = pointsOf(editor.value.board ?? board);
  const cells = hidden.value.trim().toUpperCase().split(/[\s,]+/).filter(Boolean);
  const whole = { ...labels, ...said, layout: layout.value, occluded_cells: cells, complete: cells.length === 0, checked: true };
  if (layout.value === "no_bar") whole.bar_frac = [0.5, 0.5];
  else if (labels.layout === "no_bar") whole.bar_frac = [0.475, 0.53];
  try {
    items[number] = await send("PUT", `/labels/${number}`, whole);
  } catch (error) {
    return say(byId("fault"), String(/** @type {Error} */ (error).message));
  }
  show(Math.min(number + 1, items.length - 1));
}

byId("save").addEventListener("click", () => void save());
byId("before").addEventListener("click", () => show(number - 1));
byId("next").addEventListener("click", () => show(number + 1));

try {
  const answer = await get("/labels");
  items = answer.items;
  document.title = `${answer.folder} · labels`;
  say(byId("title"), answer.folder);
  show(Math.max(0, items.findIndex((item) => !item.labels.checked)));
} catch (error) {
  say(byId("fault"), String(/** @type {Error} */ (error).message));
}
