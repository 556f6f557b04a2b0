/**
 * The director's report: one finding, or the whole match. It holds what RULES ask of a report: event, match, score,
 * time, rule set; the finding with its clause; the course of events; statements; ruling and reasons; sanctions; appeal;
 * result. What the station does not know is left as a field to fill in, on the page or by hand.
 */

import { clockTime, wallTime } from "../clock.js";
import { byId, fill, h, say } from "../dom.js";
import { get } from "../net.js";
import { coloursOf } from "../scene.js";
import { modeWords, signed } from "../words.js";
import { ask, facts, table } from "./parts.js";
import { findingPart } from "./finding.js";

/** @typedef {import("../words.js").Card} Card */

const AROUND = 3;

/** @returns {{table: string, finding: string | null}} from /report/{table}[/{finding}] */
function asked() {
  const [, , name, finding] = location.pathname.split("/").map(decodeURIComponent);
  return { table: name ?? "", finding: finding || null };
}

/** @param {any} match @param {any} snapshot @param {Card | null} card @param {any} game */
function headPart(match, snapshot, card, game) {
  const score = game?.score ?? match.score ?? [0, 0];
  return [
    h("header", {}, h("h1", {}, card ? "Report of a finding" : "Report of a match"), h("p", {}, `${snapshot.title || match.players.join(" – ")}`, h("br"), `table ${snapshot.table}`)),
    h("div", { class: "asks brief" }, ask("Event, round"), ask("Date, place", match.date ? wallTime(match.date) : "")),
    facts([
      ["Players", `${match.players[0]} (south), ${match.players[1]} (north)`],
      ["Match", match.length ? `to ${match.length} points` : "unlimited"],
      ["Score", `${score[0]} – ${score[1]}${game?.crawford ?? match.crawford ? ", Crawford game" : ""}${game ? `, game ${game.no}` : ""}`],
      ["Mode", modeWords(match.mode)],
      ["Rules", match.ruleset_title ?? match.ruleset],
      ["Time", card ? clockTime(card.t) : snapshot.source?.t == null ? "" : clockTime(snapshot.source.t)],
    ]),
  ];
}

/** @param {any[]} turns @param {[string, string]} names @param {Card[]} findings @param {Card | null} chosen */
function turnRows(turns, names, findings, chosen) {
  return turns.map((turn) => {
    const end = turn.t_end ?? turn.t;
    const here = findings.filter((card) => card.t > turn.t && card.t <= end + 0.01);
    const what = turn.cube ?? (turn.move || "no play");
    const mark = [turn.legal === false ? "illegal" : "", ...here.map((card) => `${card.title} (${card.id})`)].filter(Boolean).join("; ");
    return { cells: [clockTime(end), String(turn.turn ?? ""), turn.by ? names[turn.by === "A" ? 0 : 1] : "", turn.dice ? turn.dice.join("-") : "", what, mark], marked: here.some((card) => card.id === chosen?.id) };
  });
}

/** @param {any} timeline @param {Card | null} card */
function coursePart(timeline, card) {
  const names = timeline.match.players;
  const columns = ["Time", "Turn", "Player", "Dice", "Play", "Remark"];
  return timeline.games.flatMap((/** @type {any} */ game) => {
    const last = game.turns.at(-1);
    const mine = card && last && card.t >= game.turns[0].t - 60 && card.t <= (last.t_end ?? last.t) + 120;
    if (card && !mine) return [];
    let turns = game.turns;
    if (card) {
      const at = turns.findIndex((/** @type {any} */ turn) => (turn.t_end ?? turn.t) >= card.t - 0.01);
      const middle = at < 0 ? turns.length - 1 : at;
      turns = turns.slice(Math.max(0, middle - AROUND), middle + AROUND + 1);
    }
    const result = game.result?.winner ? `${names[game.result.winner === "A" ? 0 : 1]} wins ${game.result.points ?? ""} ${game.result.points === 1 ? "point" : "points"} (${String(game.result.how ?? "").replaceAll("_", " ")})` : "";
    return [h("h3", {}, `Game ${game.no}${game.score ? `, at ${game.score[0]} – ${game.score[1]}` : ""}`), table(columns, turnRows(turns, names, timeline.findings, card)), result && !card ? h("p", {}, result) : null];
  });
}

/** What only people know. @param {[string, string]} names @param {Card | null} card */
function peoplePart(names, card) {
  const ruling = card?.handling.notes.findLast((note) => note.kind === "ruling");
  return [
    h("h2", {}, "Statements"),
    h("div", { class: "asks" }, ask(names[0], "", 4), ask(names[1], "", 4), ask("Witnesses", "", 2, true)),
    h("h2", {}, "Ruling"),
    h("div", { class: "asks" }, ask("Decision", ruling?.decision ?? ""), ask("Who ruled, when", ruling ? signed(ruling) : ""),
      ask("Reasons", ruling?.text ?? "", 4, true), ask("Sanctions, corrections of time", ""), ask("Clock and break times", ""), ask("Appeal and its result", ""), ask("Result of the match", "")),
    h("div", { class: "asks signatures" }, ask(`Signed: ${names[0]}`), ask(`Signed: ${names[1]}`), ask("Signed: director"), ask("Signed: monitor")),
  ];
}

async function begin() {
  const { table: name, finding } = asked();
  byId("back").href = `/?table=${name}`;
  const [snapshot, timeline, cards] = await Promise.all([get(`/tables/${name}`), get(`/tables/${name}/timeline`), get(`/tables/${name}/cards`)]);
  const match = { ...snapshot.match, ...timeline.match };
  const card = finding ? cards.find((/** @type {Card} */ one) => one.id === finding) : null;
  if (finding && !card) throw new Error(`There is no finding ${finding} at this table`);
  const shown = /** @type {Card[]} */ (card ? [card] : [...cards].sort((a, b) => a.t - b.t));
  const game = card ? timeline.games.findLast((/** @type {any} */ one) => one.turns.length && one.turns[0].t - 60 <= card.t) : null;
  const style = document.documentElement.style;
  const colours = coloursOf(match);
  style.setProperty("--A", colours.A);
  style.setProperty("--B", colours.B);
  document.title = `${card ? card.title : "Match"} · ${match.players.join(" – ")}`;
  fill(byId("report"),
    ...headPart(match, snapshot, card, game),
    h("h2", {}, card ? "Finding" : shown.length ? "Findings" : "No findings"),
    ...shown.map((one) => findingPart(name, one, match, !card)),
    h("h2", {}, "Course of events"), ...coursePart(timeline, card).filter(Boolean),
    h("section", { class: card ? "people sheet" : "people" }, ...peoplePart(match.players, card)),
    h("p", { class: "foot" }, `Written by gammonitor from the journal, line ${snapshot.journal.seq}${snapshot.journal.head ? `, hash ${snapshot.journal.head}` : ""}, on ${wallTime(new Date().toISOString())}. Times are those of the recording.`));
  say(byId("said"), "Fields can be filled in here before printing.");
}

byId("print").addEventListener("click", () => print());
begin().catch((error) => say(byId("said"), error instanceof Error ? error.message : String(error)));
