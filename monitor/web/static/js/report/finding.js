/** One finding in a report: what, which clause, positions, pictures, what was done. */

import { Board } from "../board.js";
import { clockTime } from "../clock.js";
import { h } from "../dom.js";
import { address } from "../net.js";
import { changed, isBoard } from "../position.js";
import { coloursOf } from "../scene.js";
import { certainty, confidence, list, plain, signed, standing } from "../words.js";
import { facts } from "./parts.js";

/** @typedef {import("../words.js").Card} Card */

const LEGAL_NAMED = 12;

/**
 * @param {string} table @param {Card} card @param {any} match @param {boolean} titled with its name, as one of several
 */
export function findingPart(table, card, match, titled) {
  const legal = card.boards.legal ?? null;
  const named = legal?.slice(0, LEGAL_NAMED).map((play) => play.move) ?? [];
  const closed = card.status === "closed" && card.window.closed_by ? `; closed by: ${card.window.closed_by}` : "";
  return h("article", {},
    titled && h("h3", {}, `${card.id}: ${card.title}, at ${clockTime(card.t)}`),
    h("p", { class: "what" }, titled ? card.what : `${card.title}. ${card.what}`),
    facts([
      ["Clause", `${card.clause.join(", ")} (${certainty(card)})`],
      ["Remedy", card.rule ?? card.remedy],
      ["Standing", `${standing(card)}${closed}`],
      ["Reading", confidence(card)],
      ["Legal", legal ? (named.length ? `${list(named)}${legal.length > named.length ? ` (${legal.length} in all)` : ""}` : "no play: the turn had to be passed") : ""],
      ["Position before", isBoard(card.boards.before) ? `XGID ${card.boards.before}` : ""],
      ["Position after", isBoard(card.boards.after) ? `XGID ${card.boards.after}` : ""],
      ["Position expected", isBoard(card.boards.expected) ? `XGID ${card.boards.expected}` : ""],
      ["What was done", card.handling.notes.map((note) => `${signed(note)}: ${[plain(note.kind), note.decision, note.text].filter(Boolean).join(" · ")}`).join("; ")],
    ], true),
    boards(card, match), pictures(table, card));
}

/** @param {Card} card @param {any} match */
function boards(card, match) {
  const { before, after, expected, legal, move } = card.boards;
  const dice = (card.boards.dice ?? []).map((value) => ({ value, half: /** @type {"E" | "W"} */ (card.boards.by === "B" ? "W" : "E") }));
  const against = expected ?? before;
  const shown = /** @type {[string, string | null | undefined][]} */ ([
    [isBoard(expected) ? "As it stood" : "Before", before], [move ? `Played ${move}` : "After", after],
    ["As it should stand", expected], [legal?.length ? `Legal ${legal[0].move}` : "", legal?.[0]?.board],
  ]).filter(([, board]) => isBoard(board));
  if (!shown.length) return null;
  return h("div", { class: "boards" }, ...shown.map(([title, board]) => {
    const host = h("div", {});
    const differs = isBoard(against) && board !== against ? changed(against, /** @type {string} */ (board)) : [];
    new Board(host).show({ board: board ?? null, home: match.home, colours: coloursOf(match), names: match.players, dice: expected ? [] : dice, changed: differs });
    return h("figure", {}, host, h("figcaption", {}, title));
  }));
}

/** @param {string} table @param {Card} card */
const pictures = (table, card) =>
  card.pictures.length
    ? h("div", { class: "pictures" }, ...card.pictures.map((picture) => h("figure", {}, h("img", { src: address(`/tables/${table}/evidence/${picture.sha256}`), alt: `${plain(picture.when)}, ${clockTime(picture.t)}` }), h("figcaption", {}, `${plain(picture.when)} · ${clockTime(picture.t)}`))))
    : null;
