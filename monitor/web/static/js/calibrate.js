/** Where the board is: found by itself, set right by hand, checked with the starting position. */

import { byId, fill, h, say, svg } from "./dom.js";
import { homeHalf, pointLines } from "./geometry.js";
import { Lens } from "./lens.js";
import { address, get, send } from "./net.js";

/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {{corners: Point[] | null, layout: string, bar?: [number, number] | null, home: "E" | "W" | null, size: [number, number], start: {ok: boolean, p: number, wrong: string[]} | null, verdict: "good" | "doubtful" | "refused", reason: string | null}} Answer */

const CORNERS = ["top left", "top right", "bottom right", "bottom left"];
const LAYOUTS = /** @type {const} */ ([["bar_vertical", "from a player's side"], ["bar_horizontal", "from an end of the board"], ["no_bar", "at a board without a bar"]]);
const HOMES = /** @type {const} */ ([["E", "on the right"], ["W", "on the left"]]);
const INSET = /** @type {Point[]} */ ([[0.2, 0.2], [0.8, 0.2], [0.8, 0.8], [0.2, 0.8]]);
const CHECK_AFTER_MS = 350;
const STEPS = /** @type {Record<string, Point>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

class Calibration {
  #path;
  #image = /** @type {HTMLImageElement} */ (byId("picture"));
  #marks = /** @type {SVGSVGElement} */ (byId("marks"));
  #lens = new Lens(byId("lens"), this.#image);
  #answer = /** @type {Answer} */ ({ corners: null, layout: "bar_vertical", home: null, size: [1280, 720], start: null, verdict: "doubtful", reason: null });
  #corners = /** @type {Point[]} */ ([]);
  #bar = /** @type {[number, number]} */ ([0.46, 0.54]);
  #timer = 0;
  #asked = 0;

  /** @param {string} table */
  constructor(table) {
    this.#path = `/calibration/${table}`;
    this.#options("layout", LAYOUTS);
    this.#options("home", HOMES);
    for (const [i, id] of ["bar-left", "bar-right"].entries()) {
      byId(id).addEventListener("change", () => {
        this.#bar[i] = Number(byId(id).value);
        this.#changed();
      });
    }
    byId("find").addEventListener("click", () => this.#ask(() => send("POST", `${this.#path}/find`), "Looking for the board …"));
    byId("renew").addEventListener("click", () => this.#picture());
    byId("keep").addEventListener("click", () => this.#keep());
  }

  async start() {
    await this.#ask(() => get(this.#path), "Looking for the board …");
    this.#picture();
  }

  #picture() {
    this.#image.src = address(`${this.#path}/picture.jpg?n=${Date.now()}`);
  }

  /** @param {string} name @param {readonly (readonly [string, string])[]} choices */
  #options(name, choices) {
    byId(name).append(...choices.map(([value, words]) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name, value, on: { change: () => this.#choose(name, value) } }), words)));
  }

  /** @param {string} name @param {string} value */
  #choose(name, value) {
    if (name === "home") this.#answer.home = /** @type {"E" | "W"} */ (value);
    else this.#answer.layout = value;
    this.#changed();
  }

  /** What the station is told. @param {boolean} keep */
  #told(keep) {
    const { layout, home } = this.#answer;
    return { corners: this.#corners, layout, ...(layout === "no_bar" ? {} : { bar: this.#bar }), ...(home ? { home } : {}), keep };
  }

  /** Draws at once, asks the station a little later. */
  #changed() {
    this.#draw();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(() => send("PUT", this.#path, this.#told(false)), "Checking …", false), CHECK_AFTER_MS);
  }

  /** @param {() => Promise<Answer>} question @param {string} meanwhile @param {boolean} [move] whether the answer's corners count */
  async #ask(question, meanwhile, move = true) {
    const turn = ++this.#asked;
    say(byId("said"), meanwhile);
    try {
      const answer = await question();
      if (turn !== this.#asked) return true;
      this.#answer = answer;
      if (answer.bar) this.#bar = [...answer.bar];
      if (move || !this.#corners.length) this.#corners = (answer.corners ?? INSET.map(([u, v]) => [u * answer.size[0], v * answer.size[1]])).map(([x, y]) => [x, y]);
      say(byId("said"), "");
      this.#draw();
      return true;
    } catch (error) {
      say(byId("said"), error instanceof Error ? error.message : String(error));
      return false;
    }
  }

  async #keep() {
    clearTimeout(this.#timer);
    const kept = await this.#ask(() => send("PUT", this.#path, this.#told(true)), "Saving …", false);
    if (kept && this.#answer.verdict !== "refused") say(byId("said"), "Saved. The table uses it from now on.");
  }

  #draw() {
    const { size, layout, home, verdict, start } = this.#answer;
    const sure = verdict !== "refused" && Boolean(start?.ok);
    const [width, height] = size;
    const focused = this.#marks.contains(document.activeElement) ? document.activeElement?.getAttribute("data-corner") : null;
    this.#image.width = width;
    this.#image.height = height;
    document.documentElement.style.setProperty("--shape", String(width / height));
    this.#marks.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.#marks.setAttribute("preserveAspectRatio", "xMinYMin meet");
    this.#marks.classList.toggle("sure", sure);
    this.#marks.classList.toggle("refused", verdict === "refused");
    const points = this.#corners.join(" ");
    this.#marks.replaceChildren(
      ...(home ? [svg("polygon", { class: "home", points: homeHalf(this.#corners, layout, this.#bar, home).join(" ") })] : []),
      svg("polygon", { class: "halo", points }),
      ...pointLines(this.#corners, layout, this.#bar).map(([[x1, y1], [x2, y2]]) => svg("line", { class: "line", x1, y1, x2, y2 })),
      svg("polygon", { class: "field", points }),
      ...this.#corners.map((corner, i) => this.#corner(corner, i, width)));
    for (const [name, value] of [["home", home], ["layout", layout]]) {
      for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(`input[name="${name}"]`))) input.checked = input.value === value;
    }
    byId("bar-left").value = this.#bar[0].toFixed(3);
    byId("bar-right").value = this.#bar[1].toFixed(3);
    byId("keep").disabled = verdict === "refused";
    this.#verdict(sure);
    if (focused) /** @type {SVGElement | null} */ (this.#marks.querySelector(`[data-corner="${focused}"]`))?.focus();
  }

  /** @param {Point} corner @param {number} i @param {number} width */
  #corner([x, y], i, width) {
    const mark = svg("g", {
      class: "corner", tabindex: 0, role: "slider", "data-corner": i, "aria-label": `${CORNERS[i]} corner`,
      "aria-valuenow": Math.round(x), "aria-valuemin": 0, "aria-valuemax": width, "aria-valuetext": `${Math.round(x)} across, ${Math.round(y)} down`,
      on: {
        pointerdown: (/** @type {PointerEvent} */ event) => this.#drag(i, event),
        keydown: (/** @type {KeyboardEvent} */ event) => this.#key(i, event),
        focus: () => this.#lens.show(this.#corners[i], this.#answer.size),
        blur: () => this.#lens.hide(),
      },
    }, svg("circle", { class: "grip", cx: x, cy: y, r: width / 46 }), svg("circle", { class: "dot", cx: x, cy: y, r: width / 520 }));
    return mark;
  }

  /** @param {number} i @param {Point} to */
  #move(i, [x, y]) {
    const [width, height] = this.#answer.size;
    this.#corners[i] = [Math.min(width, Math.max(0, x)), Math.min(height, Math.max(0, y))];
    this.#changed();
    this.#lens.show(this.#corners[i], this.#answer.size);
  }

  /** @param {number} i @param {KeyboardEvent} event */
  #key(i, event) {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    const [x, y] = this.#corners[i];
    this.#move(i, [x + step[0] * far, y + step[1] * far]);
  }

  /** The mark keeps its distance from the finger, which does not cover it then. @param {number} i @param {PointerEvent} event */
  #drag(i, event) {
    event.preventDefault();
    /** @type {SVGElement | null} */ (this.#marks.querySelector(`[data-corner="${i}"]`))?.focus();
    this.#marks.setPointerCapture(event.pointerId);
    const box = this.#marks.getBoundingClientRect();
    const scale = this.#answer.size[0] / box.width;
    const [x0, y0] = this.#corners[i];
    const moved = (/** @type {PointerEvent} */ next) => this.#move(i, [x0 + (next.clientX - event.clientX) * scale, y0 + (next.clientY - event.clientY) * scale]);
    const ended = () => {
      this.#marks.removeEventListener("pointermove", moved);
      this.#lens.hide();
    };
    this.#marks.addEventListener("pointermove", moved);
    this.#marks.addEventListener("pointerup", ended, { once: true });
    this.#marks.addEventListener("pointercancel", ended, { once: true });
    this.#lens.show([x0, y0], this.#answer.size);
  }

  /** @param {boolean} sure */
  #verdict(sure) {
    const { verdict, reason, start, home } = this.#answer;
    const box = byId("verdict");
    const kind = verdict === "refused" ? "refused" : sure ? "sure" : "";
    const title = verdict === "refused" ? "This cannot be the board" : sure ? "Sure: this is the starting position" : verdict === "good" ? "The board is found" : "Not sure of the board";
    const wrong = !sure && verdict !== "refused" ? (start?.wrong ?? []) : [];
    const words = JSON.stringify([title, reason, wrong, home]);
    if (box.dataset.words === words) return;
    box.dataset.words = words;
    box.className = `verdict ${kind}`;
    fill(box, h("strong", {}, title), reason && h("span", {}, reason),
      wrong.length > 0 && h("span", {}, "Against the starting position:"), wrong.length > 0 && h("ul", {}, ...wrong.slice(0, 6).map((one) => h("li", {}, one))),
      !sure && verdict !== "refused" && !wrong.length && h("span", {}, "Set the men up for the start: then it can be checked."));
  }
}

async function begin() {
  const tables = await get("/tables");
  const table = new URLSearchParams(location.search).get("table") ?? tables[0]?.id;
  if (!table) {
    say(byId("said"), "No table yet");
    return;
  }
  byId("back").href = `/?table=${table}`;
  await new Calibration(table).start();
}

begin().catch((error) => say(byId("said"), error instanceof Error ? error.message : String(error)));
