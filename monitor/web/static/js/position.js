/**
 * Positions as 26 characters in XGID order, seen by A: place 0 is B's bar, 1..24 are the points counted from A's
 * side, 25 is A's bar. Capital letters are A's checkers (A = 1 ... O = 15), small ones B's, "-" is an empty place.
 *
 * Counts are arrays of 26 numbers: positive for A, negative for B.
 */

/** The starting position. */
export const START = "-b----E-C---eE---c-e----B-";
/** Checkers of each player. */
export const MEN = 15;

/** @param {unknown} board @returns {board is string} whether this is a board of 26 characters */
export const isBoard = (board) => typeof board === "string" && /^[-A-Oa-o]{26}$/.test(board);

/** @param {string} board @returns {number[]} 26 counts */
export function counts(board) {
  if (!isBoard(board)) throw new RangeError(`"${board}" is not a board of 26 characters`);
  return [...board].map((letter) => {
    if (letter === "-") return 0;
    const code = letter.charCodeAt(0);
    return code < 97 ? code - 64 : 96 - code;
  });
}

/** @param {number[]} numbers 26 counts @returns {string} the board */
export const fromCounts = (numbers) =>
  numbers.map((n) => (n === 0 ? "-" : String.fromCharCode(n > 0 ? 64 + n : 96 - n))).join("");

/** @param {number[]} numbers @returns {[number, number]} checkers of A and of B on points and bar */
export const onBoard = (numbers) => [
  numbers.reduce((sum, n) => sum + Math.max(n, 0), 0),
  numbers.reduce((sum, n) => sum + Math.max(-n, 0), 0),
];

/** @param {number[]} numbers @returns {[number, number]} checkers borne off; negative where there are too many */
export const borneOff = (numbers) => {
  const [a, b] = onBoard(numbers);
  return [MEN - a, MEN - b];
};

/** @param {string} before @param {string} after @returns {number[]} places where the two differ */
export function changed(before, after) {
  const [was, is] = [counts(before), counts(after)];
  return was.flatMap((n, place) => (n === is[place] ? [] : [place]));
}

/**
 * @param {number} place 0..25
 * @param {"A"|"B"} [side] whose point numbers
 * @returns {string} "6 point", "bar"
 */
export function placeName(place, side = "A") {
  if (place === 0 || place === 25) return "bar";
  return `${side === "A" ? place : 25 - place} point`;
}

/**
 * A board in words, for readers who do not see the diagram.
 * @param {string} board
 * @param {[string, string]} [names]
 * @returns {string}
 */
export function describe(board, names = ["A", "B"]) {
  const numbers = counts(board);
  const off = borneOff(numbers);
  return /** @type {const} */ (["A", "B"]).map((side, index) => {
    const sign = side === "A" ? 1 : -1;
    const places = side === "A" ? [25, ...range(24, 1)] : [0, ...range(1, 24)];
    const parts = places
      .filter((place) => numbers[place] * sign > 0)
      .map((place) => `${Math.abs(numbers[place])} on the ${placeName(place, side)}`);
    if (off[index] > 0) parts.push(`${off[index]} off`);
    return `${names[index]}: ${parts.join(", ") || "no checkers"}`;
  }).join(". ");
}

/** @param {number} from @param {number} to @returns {number[]} both ends included, up or down */
function range(from, to) {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step);
}
