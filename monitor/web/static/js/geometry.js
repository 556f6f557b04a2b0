/** The playing field in the picture. */

/** @typedef {[number, number]} Point */

/**
 * From the unit square (u right, v down) to four corners TL, TR, BR, BL; a projective map, after P. Heckbert,
 * "Fundamentals of Texture Mapping and Image Warping", 1989.
 * @param {Point[]} corners
 * @returns {(u: number, v: number) => Point}
 */
export function fieldMap([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const [ax, ay, bx, by] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const area = ax * by - bx * ay || 1e-9;
  const g = (sx * by - bx * sy) / area;
  const h = (ax * sy - sx * ay) / area;
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [((x1 - x0 + g * x1) * u + (x3 - x0 + h * x3) * v + x0) / w, ((y1 - y0 + g * y1) * u + (y3 - y0 + h * y3) * v + y0) / w];
  };
}

/**
 * Lines between the points and along the bar, as pairs of ends in the picture.
 * @param {Point[]} corners @param {string} layout @param {[number, number]} bar
 * @returns {[Point, Point][]}
 */
export function pointLines(corners, layout, bar) {
  const at = fieldMap(turned(corners, layout));
  const [left, right] = layout === "no_bar" ? [0.5, 0.5] : bar;
  const columns = [1, 2, 3, 4, 5].flatMap((i) => [(left * i) / 6, right + ((1 - right) * i) / 6]);
  return [...columns, left, right].map((u) => [at(u, 0), at(u, 1)]);
}

/**
 * The half with both home boards, as a quadrilateral in the picture.
 * @param {Point[]} corners @param {string} layout @param {[number, number]} bar @param {"E" | "W"} home
 * @returns {Point[]}
 */
export function homeHalf(corners, layout, bar, home) {
  const at = fieldMap(turned(corners, layout));
  const [left, right] = layout === "no_bar" ? [0.5, 0.5] : bar;
  const [from, to] = home === "E" ? [right, 1] : [0, left];
  return [at(from, 0), at(to, 0), at(to, 1), at(from, 1)];
}

/** A board seen from its end lies on its side in the picture. @param {Point[]} corners @param {string} layout */
const turned = (corners, layout) => (layout === "bar_horizontal" ? [corners[3], corners[0], corners[1], corners[2]] : corners);
