/** A magnifier beside a mark that is being moved. */

const ZOOM = 4;
const GAP = 36;

export class Lens {
  #canvas;
  #image;

  /** @param {HTMLCanvasElement} canvas @param {HTMLImageElement} image the picture it magnifies, at its own size */
  constructor(canvas, image) {
    this.#canvas = canvas;
    this.#image = image;
  }

  /**
   * @param {[number, number]} at in pixels of the picture
   * @param {[number, number]} size of the picture the pixels belong to
   */
  show([x, y], [width, height]) {
    const canvas = this.#canvas;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
    const scale = this.#image.naturalWidth / width;
    const shown = (canvas.width / ZOOM) * scale;
    pen.fillStyle = "#20262a";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.#image, x * scale - shown / 2, y * scale - shown / 2, shown, shown, 0, 0, canvas.width, canvas.height);
    const middle = canvas.width / 2;
    for (const [colour, thick] of /** @type {[string, number][]} */ ([["rgb(0 0 0 / 60%)", 3], ["#ffffff", 1]])) {
      pen.strokeStyle = colour;
      pen.lineWidth = thick;
      pen.beginPath();
      pen.moveTo(middle, 0);
      pen.lineTo(middle, canvas.height);
      pen.moveTo(0, middle);
      pen.lineTo(canvas.width, middle);
      pen.stroke();
    }
    const stage = this.#image.getBoundingClientRect();
    const [left, top] = [(x / width) * stage.width, (y / height) * stage.height];
    const side = canvas.width;
    canvas.style.left = `${left > stage.width / 2 ? left - side - GAP : left + GAP}px`;
    canvas.style.top = `${Math.min(stage.height - side, Math.max(0, top - side / 2))}px`;
    canvas.hidden = false;
  }

  hide() {
    this.#canvas.hidden = true;
  }
}
