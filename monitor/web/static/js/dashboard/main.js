/** The dashboard: one table at a time, or the list of tables. */

import { MatchClock } from "../clock.js";
import { closeDialog, dialogIsOpen, toast } from "../dialog.js";
import { byId, fill, h, say } from "../dom.js";
import { Events, get, send } from "../net.js";
import { sceneOf } from "../scene.js";
import { nextTheme } from "../theme.js";
import { groupOf, standing } from "../words.js";
import { actsDialog, correctDialog, handlingDialog, keysDialog, settingsDialog } from "./dialogs.js";
import { FindingPanel } from "./finding.js";
import { Glance } from "./glance.js";
import { LivePicture } from "./live.js";
import { Queue } from "./queue.js";
import { tone } from "./tone.js";

/** @typedef {import("../words.js").Card} Card */

const LINES_BACK = 60;
const SILENT_S = 5;
const DEAD_S = 20;

class Desk {
  #table;
  #role;
  #clock = new MatchClock();
  #snapshot = /** @type {any} */ (null);
  #heard = performance.now();
  /** Number of the line of the last turn shown. */
  #played = 0;
  #loaded = false;
  /** Cards told since they were last asked for. @type {Map<string, Card>} */
  #told = new Map();
  #glance = new Glance(() => this.correct());
  #queue = new Queue((id) => this.open(id, true));
  #panel;
  #picture = /** @type {LivePicture | null} */ (null);

  /** @param {string} table @param {string} role */
  constructor(table, role) {
    this.#table = table;
    this.#role = role;
    this.#panel = new FindingPanel(table, this.#clock, { act: (act, card) => this.handle(act, card), close: () => this.back(), scene: () => (this.#snapshot ? sceneOf(this.#snapshot) : { board: null }) });
    byId("open-calibrate").href = `/calibrate?table=${table}`;
    byId("open-report").href = `/report/${table}`;
  }

  /** Shows how it stands, then follows. */
  async start() {
    this.#state(await get(`/tables/${this.#table}`));
    byId("desk").hidden = false;
    if (this.#snapshot.live) this.#picture = new LivePicture(this.#table);
    else byId("live").hidden = true;
    const watches = this.#role !== "viewer";
    for (const id of ["open-acts", "open-correct", "open-settings", "open-calibrate", "open-report"]) byId(id).hidden = !watches;
    const events = new Events(`/tables/${this.#table}/stream`, { state: (data) => this.#state(data), card: (data) => this.#card(data), line: (data) => this.#line(data) }, (up) => {
      this.#heard = up ? performance.now() : -Infinity;
      this.#glance.reach(up);
      if (up && watches) void this.#refresh();
    });
    setInterval(() => this.#listen(events), 1000);
  }

  /** A live table tells its state every second; one that is silent for long may have lost its connection unnoticed. @param {Events} events */
  #listen(events) {
    if (!this.#snapshot.live) return;
    const silent = performance.now() - this.#heard;
    this.#glance.reach(silent < SILENT_S * 1000);
    if (silent < DEAD_S * 1000 || silent === Infinity) return;
    this.#heard = performance.now() - SILENT_S * 1000;
    events.again();
  }

  /**
   * Cards and the last turns, whenever the connection comes up: at the beginning nothing is there yet, after a break
   * they may have changed unheard. The page listens already, so a station that hangs meanwhile is noticed.
   */
  async #refresh() {
    this.#told.clear();
    const after = Math.max(0, this.#snapshot.journal.seq - LINES_BACK);
    const [cards, lines] = await Promise.all([get(`/tables/${this.#table}/cards`), get(`/tables/${this.#table}/lines?after=${after}&limit=${LINES_BACK}`)]).catch(() => [null, []]);
    if (!cards) return;
    for (const line of lines) this.#line(line);
    this.#queue.all([...cards, ...this.#told.values()]);
    this.#loaded = true;
    const open = this.#panel.card;
    const shown = this.#queue.cards.get(open?.id ?? location.hash.slice(1));
    if (shown && open) this.#panel.show(shown);
    else if (shown) this.open(shown.id, false);
  }

  /** @param {any} snapshot */
  #state(snapshot) {
    this.#snapshot = snapshot;
    this.#heard = performance.now();
    this.#clock.set(snapshot.source.t, snapshot.source.state === "live");
    this.#glance.show(snapshot);
  }

  /** @param {any} line */
  #line(line) {
    if (line.ev !== "TurnPlayed" || line.seq < this.#played) return;
    this.#played = line.seq;
    this.#glance.played(line);
  }

  /** @param {Card} card */
  #card(card) {
    this.#told.set(card.id, card);
    const fresh = this.#queue.put(card) && this.#loaded;
    if (this.#panel.card?.id === card.id) this.#panel.show(card);
    if (!fresh || groupOf(card) !== "new") return;
    say(byId("announce"), `${card.title}. ${card.what}. ${standing(card)}`);
    if (this.#snapshot.match.alerts === "announce") tone();
    if (!this.#panel.card && !dialogIsOpen()) this.open(card.id, false);
  }

  /** @param {string} id @param {boolean} focus */
  open(id, focus) {
    const card = this.#queue.cards.get(id);
    if (!card) return;
    history.replaceState(null, "", `#${id}`);
    this.#panel.show(card);
    this.#queue.choose(id);
    if (focus) this.#panel.focus();
  }

  back() {
    const id = this.#panel.card?.id;
    history.replaceState(null, "", location.pathname + location.search);
    this.#panel.hide();
    this.#queue.choose(null);
    if (id) /** @type {HTMLElement | null} */ (document.querySelector(`[data-id="${CSS.escape(id)}"]`))?.focus();
  }

  /** @param {number} step to the next or previous card of the queue */
  step(step) {
    const order = this.#queue.order;
    if (!order.length) return;
    const at = this.#panel.card ? order.indexOf(this.#panel.card.id) : step > 0 ? -1 : order.length;
    this.open(order[Math.min(order.length - 1, Math.max(0, at + step))], true);
  }

  /** @param {import("./finding.js").Act} act @param {Card | null} [card] */
  async handle(act, card = this.#panel.card) {
    if (!card) return;
    const done = (/** @type {Card} */ changed) => this.#card(changed);
    if (act === "note" || act === "ruling") return handlingDialog(this.#table, card, act, done);
    if (card.handling.state !== "new") return;
    await quietly(async () => {
      done(await send("POST", `/tables/${this.#table}/cards/${card.id}/${act}`, { text: "" }));
      toast(act === "confirm" ? "Confirmed" : "Dismissed");
    });
  }

  acts() {
    void quietly(() => actsDialog(this.#table, this.#snapshot.match.players));
  }

  settings() {
    void quietly(() => settingsDialog(this.#table));
  }

  correct() {
    correctDialog(this.#table, sceneOf(this.#snapshot), this.#snapshot.match);
  }

  marks() {
    this.#picture?.toggleMarks();
  }

  clip() {
    this.#panel.playClip();
  }
}

/** Says what went wrong instead of failing. @param {() => Promise<any>} work */
async function quietly(work) {
  try {
    await work();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error));
  }
}

/** @param {Desk} desk @param {boolean} watches whether this role may change anything */
function keys(desk, watches) {
  /** @type {[string, string, () => void, boolean][]} */
  const all = [
    ["j", "Next finding", () => desk.step(1), true],
    ["k", "Previous finding", () => desk.step(-1), true],
    ["c", "Confirm it", () => void desk.handle("confirm"), true],
    ["x", "Dismiss it", () => void desk.handle("dismiss"), true],
    ["r", "Enter the director's ruling", () => void desk.handle("ruling"), true],
    ["n", "Write a note", () => void desk.handle("note"), true],
    ["p", "Play or stop its clip", () => desk.clip(), true],
    ["Escape", "Back to the board", () => desk.back(), false],
    ["a", "Enter an act at the table", () => desk.acts(), true],
    ["e", "Correct the board", () => desk.correct(), true],
    ["s", "Settings of the match", () => desk.settings(), true],
    ["m", "Marks on the picture", () => desk.marks(), false],
    ["t", "Light or dark", () => nextTheme(), false],
    ["?", "These keys", () => sheet(), false],
  ];
  const known = all.filter(([, , , changes]) => watches || !changes);
  const sheet = () => keysDialog(known.map(([key, what]) => [key, what]));
  byId("open-keys").addEventListener("click", sheet);
  document.addEventListener("keydown", (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen() || target.closest("input, select, textarea")) return;
    const found = known.find(([key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found[2]();
  });
}

/** @param {{id: string, title: string, live: boolean}[]} tables */
async function choose(tables) {
  const host = byId("tables");
  host.hidden = false;
  const states = await Promise.all(tables.map((table) => get(`/tables/${table.id}`).catch(() => null)));
  fill(host, h("main", {}, h("h1", {}, tables.length ? "Tables" : "No table yet"), h("ul", {}, ...tables.map((table, i) => {
    const state = states[i];
    const open = state?.findings?.open ?? 0;
    return h("li", {}, h("a", { href: `/?table=${table.id}` }, h("strong", {}, table.title || table.id),
      h("span", {}, state ? `${(state.match.score ?? [0, 0]).join(" – ")}${state.match.length ? `, to ${state.match.length}` : ""}` : ""),
      h("span", { class: "soft" }, table.live ? "live" : "recorded"), open ? h("span", { class: "open" }, `${open} open`) : null));
  }))));
}

async function begin() {
  const session = await get("/session");
  const tables = /** @type {{id: string, title: string, live: boolean}[]} */ (await get("/tables"));
  const asked = new URLSearchParams(location.search).get("table");
  const table = asked ? tables.find((one) => one.id === asked) : tables.length === 1 ? tables[0] : undefined;
  if (!table) return choose(tables);
  const desk = new Desk(table.id, session.role);
  const watches = session.role !== "viewer";
  keys(desk, watches);
  byId("open-acts").addEventListener("click", () => desk.acts());
  byId("open-correct").addEventListener("click", () => desk.correct());
  byId("open-settings").addEventListener("click", () => desk.settings());
  byId("dialog").addEventListener("cancel", (/** @type {Event} */ event) => {
    event.preventDefault();
    closeDialog();
  });
  await desk.start();
}

void quietly(begin);
