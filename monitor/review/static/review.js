/**
 * The review page: a list of moves, the recording at the chosen one, and what it may be instead.
 *
 * Everything goes through keys: j/k next and previous, J/K next and previous doubtful one, Enter accepts it and goes
 * on, 1-9 takes a play that is offered, two digits after `d` are the dice, `m` types a play, `c` adds a double of the
 * other player, `i` a roll, `x` takes an entry out,
 * `u` and `r` undo and redo, arrows seek by 1 s (with Shift 5 s), `.` and `,` by half a second, space plays.
 */

import { Board } from "/static/js/board.js";
import { clockTime } from "/static/js/clock.js";
import { byId, fill, h, say } from "/static/js/dom.js";
import { get, send } from "/static/js/net.js";
import { changed, isBoard } from "/static/js/position.js";

/** @typedef {Record<string, any>} Entry */

const TELL_EVERY_MS = 20000;
const IDLE_MS = 30000;
const SHOWN_PLAYS = 9;

/** @type {Record<string, any>} */
let review = { entries: [], moments: [], files: [], match: { players: ["A", "B"] } };
/** @type {Map<string, any[]>} */
let moments = new Map();
let accepted = new Set();
/** @type {string | null} */
let chosen = null;
/** @type {Record<string, any> | null} */
let choices = null;
let file = -1;
let typed = "";
let awaitingDice = false;
let stamp = 0;

const video = /** @type {HTMLVideoElement} */ (byId("video"));
const still = /** @type {HTMLImageElement} */ (byId("still"));
const form = /** @type {HTMLFormElement} */ (byId("form"));
const keys = /** @type {HTMLDialogElement} */ (byId("keys"));

/** @param {Entry} entry */
const doubts = (entry) => (accepted.has(entry.id) ? [] : (moments.get(entry.id) ?? []));
/** @param {Entry} entry @param {string} what */
const doubtful = (entry, what) => doubts(entry).some((moment) => moment.what === what);
const at = () => review.entries.findIndex((/** @type {Entry} */ entry) => entry.id === chosen);
/** @returns {Entry | null} */
const current = () => review.entries[at()] ?? null;
/** @param {number} p */
const percent = (p) => `${p >= 0.995 && p < 1 ? "99+" : Math.round(100 * p)} %`;

/** Shows what the server has answered. @param {Record<string, any>} answer */
function take(answer) {
  const place = at();
  review = answer;
  accepted = new Set(answer.accepted);
  moments = new Map();
  for (const moment of answer.moments) moments.set(moment.id, [...(moments.get(moment.id) ?? []), moment]);
  if (at() < 0) chosen = (review.entries[place] ?? firstDoubt() ?? review.entries[0])?.id ?? null;
  list();
  show();
}

const firstDoubt = () => review.entries.find((/** @type {Entry} */ entry) => doubts(entry).length);

function list() {
  const { players, length } = review.match;
  document.title = `${players.join(" - ")} · review`;
  say(byId("title"), `${players.join(" - ")}${length ? `, ${length} points` : ""}`);
  const open = review.entries.filter((/** @type {Entry} */ entry) => doubts(entry).length).length;
  const minutes = review.seconds >= 60 ? `, ${Math.round(review.seconds / 60)} min spent` : "";
  say(byId("progress"), `${open ? `${open} doubtful` : "nothing doubtful is left"}, ${review.entries.length} entries, ${review.corrections} corrections${minutes}`);
  /** @type {HTMLButtonElement} */ (byId("undo")).disabled = !review.can_undo;
  /** @type {HTMLButtonElement} */ (byId("redo")).disabled = !review.can_redo;
  /** @type {Map<number, Entry[]>} */
  const games = new Map();
  for (const entry of review.entries) games.set(entry.game, [...(games.get(entry.game) ?? []), entry]);
  fill(byId("moves"), ...[...games].flatMap(([number, entries]) => [
    h("h2", { text: `Game ${number}` }),
    h("ol", {}, ...entries.map((entry) => h("li", {}, row(entry)))),
  ]));
  byId("moves").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

/** @param {Entry} entry */
function row(entry) {
  const mark = accepted.has(entry.id) ? h("span", { class: "mark", text: "✓", "aria-label": "checked" }) : h("span");
  return h("button", { type: "button", data: { id: entry.id }, "aria-current": entry.id === chosen ? "true" : null, on: { click: () => choose(entry.id) } },
    h("span", { class: "who", text: entry.seat ?? "" }),
    token(entry, "dice", entry.dice ? entry.dice.join("") : ""),
    token(entry, entry.kind === "move" ? "play" : entry.kind, words(entry)),
    mark);
}

/** @param {Entry} entry @param {string} what @param {string} text */
function token(entry, what, text) {
  const state = doubtful(entry, what) ? "doubtful" : accepted.has(entry.id) && moments.has(entry.id) ? "checked" : "";
  const stood = what === "play" && entry.stood ? " stood" : "";
  const name = what === "dice" ? "dice" : entry.kind === "gap" ? "gap" : "";
  return h("span", { class: name }, h("span", { class: `token ${state}${stood}`, text, title: stood ? "illegal play that stood" : null }));
}

/** @param {Entry} entry */
function words(entry) {
  if (entry.kind === "gap") return entry.move || "gap: not recorded";
  if (entry.kind === "result") {
    if (!entry.result) return "no result";
    return `${nameOf(entry.result.winner)} wins ${entry.result.points}`;
  }
  return entry.move || (entry.kind === "move" ? "cannot move" : entry.kind);
}

/** @param {string | null | undefined} seat */
const nameOf = (seat) => review.match.players[seat === "B" ? 1 : 0];

/** @param {string | undefined} id */
function choose(id) {
  if (!id) return;
  chosen = id;
  awaitingDice = false;
  form.hidden = true;
  for (const button of byId("moves").querySelectorAll("button")) {
    const here = button.getAttribute("data-id") === id;
    if (here) {
      button.setAttribute("aria-current", "true");
      button.scrollIntoView({ block: "nearest" });
    } else button.removeAttribute("aria-current");
  }
  show();
}

/** @param {number} by @param {boolean} [onlyDoubtful] */
function step(by, onlyDoubtful = false) {
  for (let i = at() + by; i >= 0 && i < review.entries.length; i += by) {
    if (!onlyDoubtful || doubts(review.entries[i]).length) return choose(review.entries[i].id);
  }
  if (onlyDoubtful) say(byId("fault"), by > 0 ? "No doubtful move further on" : "No doubtful move before this one");
}

async function show() {
  const entry = current();
  say(byId("fault"), "");
  fill(byId("choices"));
  choices = null;
  if (!entry) return say(byId("what"), "There is nothing in this transcript");
  say(byId("what"), `${entry.seat ? `${nameOf(entry.seat)}: ` : ""}${entry.dice ? `${entry.dice.join("-")}, ` : ""}${words(entry)}`);
  const why = doubts(entry).map((moment) => `${moment.what}: ${moment.reason}`);
  if (entry.stood) why.unshift("this play was illegal and stood");
  say(byId("reason"), why.join(". "));
  boards(entry);
  seek(recordingOf(entry), entry.t);
  if (entry.kind === "result") return offerResults(entry);
  if (entry.kind !== "move") return fill(byId("choices"), group("This entry", rightButton(), takeOutButton(), ...additions(entry)));
  try {
    const answer = await get(`/choices/${encodeURIComponent(entry.id)}`);
    if (entry.id === chosen) offer(answer);
  } catch (error) {
    say(byId("fault"), String(/** @type {Error} */ (error).message));
  }
}

/** @param {Entry} entry @param {string} [other] a board to show instead of the one after the move */
function boards(entry, other) {
  const after = other ?? entry.board_after ?? entry.board_before;
  if (!isBoard(after)) return fill(byId("boards"));
  const ringed = isBoard(entry.board_before) ? changed(entry.board_before, after) : [];
  const figure = h("figure", {}, h("figcaption", { text: other ? "with this play" : "after the move, changed points ringed" }));
  const dice = entry.dice ? entry.dice.map((/** @type {number} */ value) => ({ value })) : [];
  fill(byId("boards"), figure);
  new Board(figure).show({
    board: after, home: review.match.home ?? "E", dice, changed: ringed, names: review.match.players,
    cube: entry.cube ? { value: entry.cube, owner: entry.owner } : null, toAct: entry.seat,
  });
}

/** @param {Record<string, any>} answer @param {number} [rolls] how many rolls to show */
function offer(answer, rolls = Math.max(1, answer.dice.filter((/** @type {any} */ one) => one.p != null).length)) {
  choices = answer;
  const entry = /** @type {Entry} */ (current());
  const same = (/** @type {number[]} */ dice) => answer.roll && dice.join() === answer.roll.join();
  const dice = answer.dice.slice(0, rolls).map((/** @type {any} */ one) => h("button", {
    type: "button", "aria-pressed": same(one.dice) ? "true" : "false", on: { click: () => otherDice(one.dice) },
  }, one.dice.join("-"), one.p == null ? null : h("small", { text: percent(one.p) })));
  if (rolls < answer.dice.length) dice.push(h("button", { type: "button", class: "plain", text: "all rolls", on: { click: () => offer(answer, 21) } }));
  const plays = answer.plays.slice(0, SHOWN_PLAYS).map((/** @type {any} */ one, /** @type {number} */ i) => h("button", {
    type: "button", "aria-pressed": one.board_after === entry.board_after ? "true" : "false",
    on: { click: () => play(one), mouseenter: () => boards(entry, one.board_after), focus: () => boards(entry, one.board_after), mouseleave: () => boards(entry), blur: () => boards(entry) },
  }, h("kbd", { text: String(i + 1) }), h("span", { class: one.legal ? "" : "illegal", text: one.move || "as on the board" }), h("small", { text: one.p == null ? "" : percent(one.p) })));
  fill(byId("choices"),
    h("div", { class: "rolls", role: "group", "aria-label": "Dice" }, ...dice),
    h("div", { class: "plays", role: "group", "aria-label": "Plays" }, ...plays),
    group("This entry", rightButton(), button("Type the play", () => typePlay()), takeOutButton()),
    group("Add", ...additions(entry)));
}

/** @param {string} name @param {...any} children */
const group = (name, ...children) => h("div", { class: "rolls", role: "group", "aria-label": name }, ...children);
/** @param {string} text @param {() => void} act */
const button = (text, act) => h("button", { type: "button", text, on: { click: act } });
const rightButton = () => h("button", { type: "button", class: "main", text: "Right as it is ⏎", on: { click: accept } });
const takeOutButton = () => button("Take out", () => void correct({ id: chosen, remove: true }));

/** What may be missing beside an entry. @param {Entry} entry */
function additions(entry) {
  const other = entry.seat === "A" ? "B" : "A";
  /** @param {string} act @param {string} seat */
  const act = (act, seat) => () => void correct({ after: entry.id, game: entry.game, insert: { seat, act } });
  if (entry.kind === "cube") return [button(`+ ${nameOf(other)} takes`, act("take", other)), button(`+ ${nameOf(other)} passes`, act("drop", other))];
  return [button(`+ ${nameOf(other)} doubles`, act("double", other)), button("+ a roll", () => typeRoll(entry))];
}

/** Who may have won how much. @param {Entry} entry */
function offerResults(entry) {
  const cube = review.entries.filter((/** @type {Entry} */ one) => one.game === entry.game && one.cube).at(-1)?.cube ?? 1;
  const buttons = ["A", "B"].flatMap((winner) => [1, 2, 3].map((level) => {
    const points = level * cube;
    const now = entry.result && entry.result.winner === winner && entry.result.points === points;
    return h("button", { type: "button", "aria-pressed": now ? "true" : "false", text: `${nameOf(winner)} wins ${points}`,
      on: { click: () => void correct({ game: entry.game, result: { winner, points, how: "unknown" } }) } });
  }));
  fill(byId("choices"), group("Result", ...buttons), group("This entry", rightButton()));
}

/** @param {number[]} dice */
async function otherDice(dice) {
  await correct({ id: chosen, dice });
}

/** @param {Record<string, any>} one */
function play(one) {
  const roll = choices?.roll;
  const entry = current();
  const dice = roll && entry?.dice && roll.join() !== [...entry.dice].sort((a, b) => b - a).join() ? { dice: roll } : {};
  return correct({ id: chosen, ...dice, board_after: one.board_after });
}

async function accept() {
  const entry = current();
  if (!entry) return;
  const next = review.entries.slice(at() + 1).find((/** @type {Entry} */ one) => doubts(one).length);
  if (await correct({ id: entry.id, accept: true })) choose(next?.id);
}

/** @param {Record<string, any>} correction @returns {Promise<boolean>} */
async function correct(correction) {
  return answered(send("POST", "/corrections", correction));
}

/** @param {Promise<any>} request */
async function answered(request) {
  document.body.setAttribute("aria-busy", "true");
  try {
    take(await request);
    return true;
  } catch (error) {
    say(byId("fault"), String(/** @type {Error} */ (error).message));
    return false;
  } finally {
    document.body.removeAttribute("aria-busy");
  }
}

const typePlay = () => type("move", "Play, as in 8/5 6/5", current()?.move ?? "");
/** @param {Entry} entry */
const typeRoll = (entry) => type("roll", `Roll of ${nameOf(entry.seat === "A" ? "B" : "A")}, as in 31: 8/5 6/5`, "");

/** Opens the line to type in. @param {"move" | "roll"} name @param {string} label @param {string} value */
function type(name, label, value) {
  const input = h("input", { name, "aria-label": label, placeholder: label, value });
  fill(form, input, h("button", { class: "main", text: "Save" }));
  form.hidden = false;
  input.focus();
  input.select();
}

/** @param {FormData} data */
function typedIn(data) {
  const entry = current();
  const text = String(data.get("move") ?? data.get("roll") ?? "").trim();
  if (data.has("move")) return { id: chosen, move: text };
  const found = /^([1-6])[- ]?([1-6])\s*:?\s*(.*)$/.exec(text);
  if (!found || !entry) return null;
  const seat = entry.seat === "A" ? "B" : "A";
  return { after: entry.id, game: entry.game, insert: { seat, dice: [Number(found[1]), Number(found[2])], move: found[3] || "cannot move" } };
}

/** @param {Entry} entry the number of its recording */
const recordingOf = (entry) => (typeof entry.file === "number" ? entry.file : review.files.findIndex((/** @type {any} */ one) => one.name === entry.file));

/** @param {number} number @param {number | null} t presentation time */
function seek(number, t) {
  if (t == null || !review.files[number]) return;
  const recording = review.files[number];
  if (number !== file) {
    file = number;
    video.src = `/api/video/${number}`;
  }
  const from = Math.max(0, t - (recording?.start ?? 0));
  video.currentTime = from;
  exact(t);
}

/** The exact picture from the server, until the video plays. @param {number} t */
function exact(t) {
  video.pause();
  const mine = ++stamp;
  const fresh = new Image();
  fresh.addEventListener("load", () => {
    if (mine !== stamp) return;
    still.src = fresh.src;
    still.hidden = false;
  });
  fresh.addEventListener("error", () => {
    if (mine === stamp) still.hidden = true;
  });
  fresh.src = `/api/frame/${file}?t=${t.toFixed(4)}`;
  time(t);
}

/** @param {number} t */
function time(t) {
  const recording = review.files[file];
  say(byId("time"), recording ? `${recording.name}  ${clockTime(t)}` : "");
}

/** Presentation time now. */
const now = () => video.currentTime + (review.files[file]?.start ?? 0);

/** @param {number} seconds */
function move(seconds) {
  video.currentTime = Math.max(0, video.currentTime + seconds);
  exact(now());
}

/** @type {Record<string, () => void>} */
const KEYS = {
  j: () => step(1), k: () => step(-1), J: () => step(1, true), K: () => step(-1, true),
  Enter: () => void accept(), u: () => void answered(send("POST", "/undo")), r: () => void answered(send("POST", "/redo")),
  ArrowRight: () => move(1), ArrowLeft: () => move(-1), ".": () => move(0.5), ",": () => move(-0.5),
  " ": () => (video.paused ? void video.play() : video.pause()),
  d: () => { awaitingDice = true; typed = ""; say(byId("fault"), "Dice: type two digits"); },
  m: () => typePlay(), i: () => { const entry = current(); if (entry) typeRoll(entry); },
  c: () => { const entry = current(); if (entry?.kind === "move") void correct({ after: entry.id, game: entry.game, insert: { seat: entry.seat === "A" ? "B" : "A", act: "double" } }); },
  x: () => void correct({ id: chosen, remove: true }), "?": () => help(),
};
const NAMES = [
  ["j / k", "next, previous move"], ["J / K", "next, previous doubtful move"], ["Enter", "right as it is, on to the next doubtful one"],
  ["1 … 9", "take this play"], ["d 3 1", "the dice were 3-1"], ["m", "type the play"], ["c", "the other player doubles next"], ["i", "add a roll after this"], ["x", "take the entry out"], ["u / r", "undo, redo"],
  ["← / →", "1 s back, on (with Shift 5 s)"], [", / .", "half a second back, on"], ["Space", "play, pause"], ["?", "this list"],
];

function help() {
  fill(keys, h("h2", { id: "keys-title", text: "Keys" }),
    h("dl", {}, ...NAMES.flatMap(([key, what]) => [h("dt", {}, h("kbd", { text: key })), h("dd", { text: what })])),
    h("form", { method: "dialog" }, h("button", { class: "main", text: "Close" })));
  keys.showModal();
}

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (keys.open || event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select")) return;
  if (event.key === "Enter" && target.closest("#choices button, .tools button")) return;
  if (awaitingDice && /^[1-6]$/.test(event.key)) {
    typed += event.key;
    if (typed.length === 2) {
      awaitingDice = false;
      void otherDice([Number(typed[0]), Number(typed[1])]);
    }
  } else if (/^[1-9]$/.test(event.key)) {
    const one = choices?.plays[Number(event.key) - 1];
    if (one) void play(one);
  } else if (event.shiftKey && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    move(event.key === "ArrowLeft" ? -5 : 5);
  } else if (KEYS[event.key]) {
    KEYS[event.key]();
  } else return;
  event.preventDefault();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const correction = typedIn(new FormData(form));
  if (!correction) return say(byId("fault"), "Write the roll as 31: 8/5 6/5");
  form.hidden = true;
  void correct(correction);
});
form.addEventListener("keydown", (event) => {
  if (event.key === "Escape") form.hidden = true;
});
byId("undo").addEventListener("click", () => KEYS.u());
byId("redo").addEventListener("click", () => KEYS.r());
byId("help").addEventListener("click", help);
video.addEventListener("play", () => { still.hidden = true; });
video.addEventListener("timeupdate", () => time(now()));

let active = Date.now();
let told = Date.now();
for (const name of ["keydown", "pointermove"]) document.addEventListener(name, () => { active = Date.now(); });
setInterval(() => {
  const seconds = (Date.now() - told) / 1000;
  told = Date.now();
  if (Date.now() - active < IDLE_MS && !document.hidden) void send("POST", "/spent", { seconds }).catch(() => {});
}, TELL_EVERY_MS);

get("/review").then(take, (error) => say(byId("fault"), String(error.message)));
