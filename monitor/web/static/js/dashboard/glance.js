/** What one glance tells: score, board, turn, pips, cube, and whether picture, tracking and journal are well. */

import { Board } from "../board.js";
import { age } from "../clock.js";
import { byId, fill, h, say } from "../dom.js";
import { coloursOf, sceneOf } from "../scene.js";
import { modeWords, roll, stageWords } from "../words.js";

const STALE_S = 2;
const TRACKING = /** @type {Record<string, string>} */ ({ following: "Following", hidden: "Hidden", lost: "Track lost", setup: "Setting up" });
const SOURCE = /** @type {Record<string, string>} */ ({ opening: "Opening the camera", frozen: "Picture frozen", lost: "Camera lost", ended: "Recording ended", paused: "Paused" });

export class Glance {
  #board = new Board(byId("board"));
  #reachable = true;
  #snapshot = /** @type {any} */ (null);
  #correct;

  /** @param {() => void} correct opens the correction of the board */
  constructor(correct) {
    this.#correct = correct;
  }

  /** @param {any} snapshot */
  show(snapshot) {
    this.#snapshot = snapshot;
    const { match, game } = snapshot;
    const colours = coloursOf(match);
    document.documentElement.style.setProperty("--A", colours.A);
    document.documentElement.style.setProperty("--B", colours.B);
    document.title = `${match.players.join(" – ")} · gammonitor`;
    for (const [i, side] of ["A", "B"].entries()) {
      say(byId(`name-${side}`), match.players[i]);
      say(byId(`score-${side}`), String(match.score?.[i] ?? 0));
    }
    say(byId("stage"), stageWords(match, game));
    byId("stage").title = `${match.ruleset_title ?? match.ruleset}; ${modeWords(match.mode)}`;
    this.#board.show(sceneOf(snapshot));
    say(byId("turn-no"), game.turn ? `Turn ${game.turn}` : "Turn");
    say(byId("turn"), turnWords(match, game));
    say(byId("pips"), game.pips ? game.pips.join(" – ") : "–");
    say(byId("cube"), cubeWords(match, game.cube));
    this.states();
  }

  /** @param {boolean} reachable whether the station can be reached */
  reach(reachable) {
    this.#reachable = reachable;
    this.states();
  }

  /** @param {any} turn a TurnPlayed line */
  played(turn) {
    const names = this.#snapshot?.match.players ?? ["A", "B"];
    const move = turn.move || "no play";
    say(byId("last"), `${names[turn.by === "B" ? 1 : 0]} ${roll(turn.dice)}: ${move}`);
    byId("last").title = byId("last").textContent ?? "";
  }

  /** Picture, tracking, journal, and what to do where one of them is not well. */
  states() {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    const { source, track, journal } = snapshot;
    const old = source.state === "live" && source.age_s > STALE_S;
    const gone = !this.#reachable;
    const pictureBad = gone || old || source.state === "frozen" || source.state === "lost";
    chip("picture", pictureBad ? "bad" : "", gone ? "Station not reached" : old ? `Picture ${age(source.age_s)} old` : SOURCE[source.state] ?? "Live");
    chip("track", track.state === "lost" ? "bad" : "", TRACKING[track.state] ?? track.state);
    chip("journal", journal.ok ? "" : "bad", journal.ok ? "Saved" : "Not saved");
    this.#warn(gone, pictureBad);
  }

  /** @param {boolean} gone @param {boolean} pictureBad */
  #warn(gone, pictureBad) {
    const { source, track, journal } = this.#snapshot;
    const banner = byId("banner");
    /** @type {[string, string | null, boolean] | null} */
    const warning = gone
      ? ["The station does not answer; this page shows the last state.", "It comes back by itself.", false]
      : !journal.ok
        ? [`The journal is not being written: ${journal.reason ?? "reason not known"}.`, "Judging goes on.", false]
        : pictureBad
          ? [`${SOURCE[source.state] ?? "The picture is old"}${source.reason ? `: ${source.reason}` : ""}.`, "Nothing is judged until it is back.", false]
          : track.state === "lost"
            ? [`Track lost${track.reason ? `: ${track.reason}` : ""}.`, track.todo, true]
            : track.state === "hidden" && track.todo
              ? [`The board is hidden${track.reason ? `: ${track.reason}` : ""}.`, track.todo, false]
              : null;
    const hint = hintOf(track);
    const words = warning ? [warning[0], warning[1]].filter(Boolean).join(" ") : hint;
    if (banner.dataset.words === words) return;
    banner.dataset.words = words;
    banner.hidden = !words;
    banner.classList.toggle("hint", !warning);
    if (!warning) fill(banner, h("p", {}, hint));
    if (warning) fill(banner, h("p", {}, h("strong", {}, warning[0]), warning[1] ? ` ${warning[1]}` : ""), warning[2] && h("div", { class: "row" }, h("button", { type: "button", on: { click: this.#correct } }, "Correct the board"), h("a", { class: "button", href: byId("open-calibrate").href }, "Camera")));
  }
}

/**
 * What makes following hard though it goes on: too few pictures, a mirrored one, dice that are hardly read.
 * @param {any} track
 */
export function hintOf(track) {
  const reason = track.state === "following" || track.state === "setup" ? track.reason : null;
  return reason ? `${reason[0].toUpperCase()}${reason.slice(1)}.` : "";
}

/** @param {string} name @param {string} kind @param {string} words */
function chip(name, kind, words) {
  const element = byId(`state-${name}`);
  element.className = kind;
  say(element, words);
}

/** @param {any} match @param {any} game */
function turnWords(match, game) {
  const name = game.to_act ? match.players[game.to_act === "A" ? 0 : 1] : null;
  if (game.phase === "over") return "Game over";
  if (game.phase === "setup") return "Before the game";
  const rolled = game.roll?.length ? ` ${roll(game.roll)}` : "";
  if (game.cube?.offered) return `${match.players[game.cube.offered === "A" ? 0 : 1]} doubles`;
  if (game.phase === "opening") return "Opening roll";
  return name ? (rolled ? `${name}${rolled}` : `${name} to roll`) : "–";
}

/** @param {any} match @param {any} cube */
function cubeWords(match, cube) {
  if (!cube?.value) return "–";
  return cube.owner ? `${cube.value} · ${match.players[cube.owner === "A" ? 0 : 1]}` : "Middle";
}
