/** The live picture with what is read drawn over it, and its age: an old picture is never shown as live. */

import { age } from "../clock.js";
import { byId, say } from "../dom.js";
import { Pictures } from "../net.js";

const STALE_S = 2;
const TICK_MS = 250;
const KEY = "gammonitor.marks";
const SURE = 0.9;

export class LivePicture {
  #canvas = /** @type {HTMLCanvasElement} */ (byId("picture"));
  #age = byId("picture-age");
  #button = byId("marks");
  #picture = /** @type {ImageBitmap | null} */ (null);
  #marks = /** @type {any} */ (null);
  #state = "lost";
  #ageThen = 0;
  #heard = -Infinity;
  #connected = false;
  #stream;

  /** @param {string} table */
  constructor(table) {
    this.#show(localStorage.getItem(KEY) !== "off");
    this.#button.addEventListener("click", () => this.toggleMarks());
    this.#stream = new Pictures(`/tables/${table}/live`, (header, jpeg) => this.#take(header, jpeg), (up) => {
      this.#connected = up;
      this.#tick();
    });
    setInterval(() => this.#tick(), TICK_MS);
    new ResizeObserver(() => this.#draw()).observe(this.#canvas);
  }

  toggleMarks() {
    const on = this.#button.getAttribute("aria-pressed") !== "true";
    localStorage.setItem(KEY, on ? "on" : "off");
    this.#show(on);
    this.#draw();
  }

  close() {
    this.#stream.close();
  }

  /** @param {boolean} on */
  #show(on) {
    this.#button.setAttribute("aria-pressed", String(on));
  }

  /** @param {any} header @param {Blob | null} jpeg */
  async #take(header, jpeg) {
    this.#state = header.state;
    this.#ageThen = header.age_s;
    this.#heard = performance.now();
    if (jpeg) {
      const picture = await createImageBitmap(jpeg);
      this.#picture?.close();
      this.#picture = picture;
      this.#marks = header.marks ?? null;
      this.#draw();
    }
    this.#tick();
  }

  #tick() {
    const now = this.#ageThen + (performance.now() - this.#heard) / 1000;
    const ended = this.#state === "ended" && this.#connected;
    const old = !ended && (!this.#connected || this.#state !== "live" || now > STALE_S);
    this.#canvas.classList.toggle("old", old);
    this.#age.classList.toggle("old", old);
    if (!this.#picture) say(this.#age, this.#connected ? "No picture yet" : "Connecting …");
    else if (ended) say(this.#age, "End of the recording");
    else if (old) say(this.#age, `Not live: picture ${age(now)} old`);
    else say(this.#age, `Live · ${age(now)}`);
  }

  #draw() {
    const picture = this.#picture;
    if (!picture) return;
    const canvas = this.#canvas;
    const width = Math.round(canvas.clientWidth * devicePixelRatio) || picture.width;
    const height = Math.round((width * picture.height) / picture.width);
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    pen.imageSmoothingQuality = "high";
    pen.drawImage(picture, 0, 0, width, height);
    if (this.#marks && this.#button.getAttribute("aria-pressed") === "true") drawMarks(pen, this.#marks, width, height);
  }
}

/**
 * What is read, over a picture of this size.
 * @param {CanvasRenderingContext2D} pen @param {any} marks as in the header of the live stream
 * @param {number} width @param {number} height
 */
export function drawMarks(pen, marks, width, height) {
  const scale = Math.max(1, width / 640);
  const path = (/** @type {number[][]} */ points) => {
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(x * width, y * height) : pen.moveTo(x * width, y * height)));
    pen.closePath();
  };
  pen.lineWidth = 1.5 * scale;
  if (marks.field) {
    path(marks.field);
    pen.strokeStyle = "rgb(127 227 242 / 90%)";
    pen.stroke();
  }
  for (const slot of marks.slots ?? []) {
    if (slot.hidden > 0.5) {
      path(slot.polygon);
      pen.fillStyle = "rgb(0 0 0 / 35%)";
      pen.fill();
    }
    if (slot.side == null && !(slot.hidden > 0.5)) continue;
    const [x, y] = middle(slot.polygon);
    const sure = slot.p >= SURE && !(slot.hidden > 0.5);
    label(pen, x * width, y * height, sure ? slot.text : slot.hidden > 0.5 ? "?" : `${slot.text}?`, slot.side, scale);
  }
  for (const die of marks.dice ?? []) tag(pen, die.xy[0] * width, die.xy[1] * height, String(die.value ?? "?"), scale, die.cocked);
  if (marks.cube) tag(pen, marks.cube.xy[0] * width, marks.cube.xy[1] * height, String(marks.cube.value ?? "?"), scale, false);
}

/** @param {number[][]} points */
const middle = (points) => [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {string} text @param {string | null} side @param {number} scale */
function label(pen, x, y, text, side, scale) {
  const size = 13 * scale;
  pen.font = `700 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  const width = Math.max(size * 1.25, pen.measureText(text).width + size * 0.6);
  pen.beginPath();
  pen.roundRect(x - width / 2, y - size * 0.68, width, size * 1.36, size * 0.68);
  pen.fillStyle = side === "light" ? "rgb(255 255 255 / 88%)" : "rgb(16 20 24 / 82%)";
  pen.fill();
  pen.fillStyle = side === "light" ? "#14171a" : "#ffffff";
  pen.fillText(text, x, y + 0.5);
}

/** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {string} text @param {number} scale @param {boolean} alert */
function tag(pen, x, y, text, scale, alert) {
  const size = 15 * scale;
  const top = y - 2.1 * size;
  pen.font = `750 ${size}px system-ui, sans-serif`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.beginPath();
  pen.roundRect(x - size * 0.75, top - size * 0.75, size * 1.5, size * 1.5, size * 0.3);
  pen.fillStyle = alert ? "#b3261e" : "#fdfbf4";
  pen.fill();
  pen.fillStyle = alert ? "#ffffff" : "#14171a";
  pen.fillText(text, x, top + 0.5);
}
