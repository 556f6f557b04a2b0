/** Words for what the station sends as names. */

import { wallTime } from "./clock.js";

/** @typedef {{id: string, code: string, kind: string | null, by: string | null, status: string, severity: string, title: string, what: string, clause: string[], remedy: string, certainty: string, speak: string[], silent: boolean, t: number, t_known: number, conf: number, window: {state: string, words: string, closed_by: string | null, since: number}, rule?: string, withdrawn?: boolean, boards: {before: string | null, after: string | null, expected?: string | null, move?: string | null, by: string | null, dice: (number | null)[], legal: {move: string, board: string | null}[] | null}, pictures: {when: string, sha256: string, t: number}[], clip: string | null, handling: {state: string, notes: {at: string, who: string, kind: string, text: string, decision?: string}[]}}} Card */

const SPEAKERS = /** @type {Record<string, string>} */ ({
  player: "players", opponent: "opponent", td: "director", staff: "staff", monitor: "monitor", annotator: "transcriber", anybody: "anybody",
});
const CERTAINTY = /** @type {Record<string, string>} */ ({
  explicit: "explicit", inferred: "follows from the rules, not said in words", interpretation: "our reading; the director may read it otherwise",
  base_rule: "a rule of the game itself", silent: "the rules are silent: a default", default: "the rules are silent: a default",
});
const QUIET = new Set(["info", "notice"]);

/** @param {string} name @returns {string} */
export const plain = (name) => name.replaceAll("_", " ");

/** Who may point it out. @param {Card} card */
export function mayBePointedOut(card) {
  const who = card.speak.map((name) => SPEAKERS[name] ?? plain(name));
  const by = who.length ? list(who) : "nobody";
  return card.silent ? `${by}; you stay silent` : by;
}

/** @param {Card} card */
export const certainty = (card) => CERTAINTY[card.certainty] ?? plain(card.certainty);

/** How sure the reading is; nothing seen is ever quite certain. @param {Card} card */
export const confidence = (card) => (card.conf > 0.99 ? "over 99 % sure" : `${Math.floor(card.conf * 100)} % sure`);

/** When and by whom something was noted. @param {{at: string, who: string}} note */
export const signed = (note) => [note.at && wallTime(note.at), note.who].filter(Boolean).join(", ");

/** @param {string[]} parts @returns {string} "a, b and c" */
export const list = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`);

/** @param {(number | null)[] | null | undefined} dice @returns {string} "6-4", "5-?" */
export const roll = (dice) => (dice ?? []).map((value) => value ?? "?").join("-");

/**
 * Where a card belongs: "new" wants somebody's eye, "open" has been seen while its window is open, the rest is done.
 * @param {Card} card
 * @returns {"new" | "open" | "done"}
 */
export function groupOf(card) {
  const { state } = card.handling;
  if (card.withdrawn || state === "dismissed" || state === "ruled" || card.status === "resolved") return "done";
  if (state === "new") return QUIET.has(card.severity) || card.status === "logged" ? "done" : "new";
  return card.window.state === "open" ? "open" : "done";
}

/**
 * How a card stands, in a few words.
 * @param {Card} card
 */
export function standing(card) {
  if (card.withdrawn) return "Withdrawn: the reading was corrected";
  if (card.handling.state === "dismissed") return "Dismissed";
  if (card.handling.state === "ruled") return "Ruled";
  if (card.status === "resolved") return "Put right";
  if (card.status === "logged") return "Noted";
  const words = card.window.words || (card.window.state === "open" ? "Can still be put right" : "Stands");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * The match's mode in words.
 * @param {{clock: boolean, baffle: boolean, dice: string}} mode
 */
export const modeWords = (mode) =>
  list([mode.clock ? "clock" : "no clock", mode.dice === "shared2" ? "two shared dice" : "two dice each", ...(mode.baffle ? ["baffle box"] : [])]);

/** @param {{length: number | null, crawford: boolean}} match @param {{no: number | null}} game */
export function stageWords(match, game) {
  const parts = [match.length ? `to ${match.length}` : "unlimited", game.no ? `game ${game.no}` : "before the first game"];
  if (match.crawford) parts.push("Crawford");
  return parts.join(" · ");
}
