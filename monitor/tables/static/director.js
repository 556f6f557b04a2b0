/**
 * All tables on one page, told by server-sent events; see ../README.md. A row is one table:
 *
 * @typedef {{id: string, title: string, what: string, clause: string[], status: string, severity: string, handling: string, window: string}} Finding
 * @typedef {{key: string, site: string, table: string, title: string, url: string | null, presence: "online" | "silent" | "stopped" | "offline" | "unknown",
 *   attention: "finding" | "trouble" | "unseen" | "calm" | "stopped", troubles: string[], age_s: number,
 *   match: {players: [string, string], score: [number, number] | null, length: number | null, crawford: boolean | null},
 *   game: {no: number | null, turn: number | null, phase: string | null, to_act: "A" | "B" | null, roll: number[] | null,
 *          cube: {value: number | null, owner: "A" | "B" | null, offered: "A" | "B" | null}} | null,
 *   source: {state: string}, track: {state: string, todo: string | null}, findings: Finding[], left_out: number}} Row
 * @typedef {{address: string, connected: boolean, reason: string | null, since_s: number}} Broker
 */

import { byId, fill, h, say } from "/static/js/dom.js";
import { Events } from "/static/js/net.js";

const PARTS = /** @type {Record<Row["attention"], string>} */ ({ finding: "finding", trouble: "trouble", unseen: "unseen", calm: "calm", stopped: "calm" });
const TRACK = /** @type {Record<string, string>} */ ({ hidden: "board covered", setup: "setting up", lost: "track lost" });

/** @type {Map<string, {row: Row, tile: Tile, since: number}>} by key; since: when its age was told */
const tables = new Map();
/** @type {string[]} */
let order = [];
/** @type {Broker | null} */
let broker = null;
let brokerTold = 0;
let stationUp = true;

/** One table's tile; its link stays the same element, so that the keyboard does not lose it. */
class Tile {
  #name = h("a", { target: "_blank", rel: "noopener" });
  #age = h("span", { class: "age" });
  #body = h("div");
  root = h("article", { class: "tile" }, h("header", {}, h("h3", {}, this.#name), this.#age), this.#body);

  /** @param {Row} row @param {boolean} manySites */
  show(row, manySites) {
    this.root.dataset.attention = row.attention;
    this.root.classList.toggle("stale", isStale(row));
    say(this.#name, manySites ? `${row.title} · ${row.site}` : row.title);
    if (row.url) this.#name.href = row.url;
    else this.#name.removeAttribute("href");
    this.#body.replaceWith((this.#body = h("div", {}, ...bodyOf(row))));
  }

  /** @param {number} seconds @param {Row} row */
  age(seconds, row) {
    const quiet = row.presence === "online" && seconds < 30;
    say(this.#age, quiet ? `${Math.floor(seconds)} s` : `${lasting(seconds)} ago`);
    this.#age.title = "Age of the last message";
  }
}

/** @param {Row} row */
const isStale = (row) => row.presence !== "online";

/** @param {Row} row @returns {(HTMLElement | false | null)[]} */
function bodyOf(row) {
  const { match, game } = row;
  const acts = game?.phase === "over" ? null : game?.to_act;
  return [
    ...row.troubles.map((trouble) => h("p", { class: "trouble" }, trouble)),
    row.track.state === "lost" && row.track.todo ? h("p", { class: "stage" }, row.track.todo) : null,
    h(
      "div",
      { class: "match" },
      ...["A", "B"].flatMap((seat, index) => [
        h("span", { class: `name${acts === seat ? " acts" : ""}` }, match.players[index], acts === seat && h("span", { class: "unseen" }, " to act")),
        h("b", {}, match.score?.[index]),
      ]),
    ),
    h("p", { class: "stage" }, stageOf(row)),
    row.presence === "stopped" ? h("p", { class: "note" }, "The watch has ended") : null,
    row.findings.length > 0 && h("ul", { class: "findings" }, ...row.findings.map(findingOf)),
    row.left_out > 0 && h("p", { class: "note" }, `${row.left_out} more at the station`),
  ];
}

/** @param {Row} row */
function stageOf(row) {
  const { match, game } = row;
  const parts = [match.length ? `to ${match.length}` : "unlimited"];
  if (match.crawford) parts.push("Crawford");
  if (game?.no) parts.push(`game ${game.no}`);
  if (game?.phase === "over") parts.push("game over");
  else if (game?.turn) parts.push(`turn ${game.turn}`);
  if (game?.roll?.length) parts.push(game.roll.join("-"));
  if (game?.cube.offered) parts.push(`${name(row, game.cube.offered)} doubles to ${(game.cube.value ?? 1) * 2}`);
  else if (game?.cube.value && game.cube.value > 1) parts.push(`cube ${game.cube.value}${game.cube.owner ? ` ${name(row, game.cube.owner)}` : ""}`);
  const state = TRACK[row.track.state];
  if (state && row.track.state !== "lost") parts.push(state);
  return parts.map((part) => part.replaceAll(" ", "\u00a0").replaceAll("-", "\u2011")).join(" · ");
}

/** @param {Row} row @param {"A" | "B"} seat */
const name = (row, seat) => row.match.players[seat === "A" ? 0 : 1];

/** @param {Finding} finding */
function findingOf(finding) {
  const open = finding.status === "open";
  const standing = [open ? finding.window : finding.window || "window closed", finding.handling === "new" ? "" : finding.handling].filter(Boolean).join(", ");
  return h(
    "li",
    { class: open ? "open" : "seen" },
    h("strong", {}, finding.title),
    finding.what && h("p", {}, finding.what),
    h("p", { class: "clause" }, [finding.clause.join(", "), standing].filter(Boolean).join(" · ")),
  );
}

/** @param {{rows: Row[], order?: string[], broker: Broker}} message */
function take(message) {
  const now = performance.now();
  broker = message.broker;
  brokerTold = now;
  const manySites = new Set([...[...tables.values()].map(({ row }) => row.site), ...message.rows.map((row) => row.site)]).size > 1;
  for (const row of message.rows) {
    const known = tables.get(row.key);
    const tile = known?.tile ?? new Tile();
    announce(known?.row, row);
    tile.show(row, manySites);
    tables.set(row.key, { row, tile, since: now });
  }
  if (message.order) {
    order = message.order;
    for (const key of tables.keys()) if (!order.includes(key)) tables.delete(key);
  }
  place();
  tick();
}

/** Puts the tiles into their parts, moving only those that have to move. */
function place() {
  const wanted = /** @type {Record<string, Element[]>} */ ({ finding: [], trouble: [], unseen: [], calm: [] });
  for (const key of order) {
    const found = tables.get(key);
    if (found) wanted[PARTS[found.row.attention]].push(found.tile.root);
  }
  for (const [part, tiles] of Object.entries(wanted)) {
    const section = byId(`part-${part}`);
    const host = section.querySelector(".tiles");
    section.hidden = tiles.length === 0;
    tiles.forEach((tile, index) => {
      if (host.children[index] !== tile) host.insertBefore(tile, host.children[index] ?? null);
    });
    while (host.children.length > tiles.length) host.lastChild.remove();
  }
  byId("empty").hidden = tables.size > 0;
}

/** Counts, ages and the banner. */
function tick() {
  const now = performance.now();
  for (const { row, tile, since } of tables.values()) tile.age(row.age_s + (now - since) / 1000, row);
  const rows = [...tables.values()].map(({ row }) => row);
  const findings = rows.reduce((sum, row) => sum + row.findings.filter((one) => one.status === "open").length, 0);
  const trouble = rows.filter((row) => row.attention === "trouble" || (row.attention === "finding" && row.troubles.length)).length;
  const unseen = rows.reduce((sum, row) => sum + row.findings.filter((one) => one.status !== "open").length, 0);
  count([
    [rows.length, rows.length === 1 ? "table" : "tables", false],
    [findings, findings === 1 ? "open finding" : "open findings", findings > 0],
    [trouble, "not watched", trouble > 0],
    [unseen, "to look at", false],
  ]);
  document.title = `${findings + trouble ? `(${findings + trouble}) ` : ""}All tables · gammonitor`;
  const deaf = broker !== null && !broker.connected;
  document.body.classList.toggle("deaf", deaf || !stationUp);
  const banner = byId("banner");
  banner.hidden = !deaf && stationUp;
  if (!stationUp) say(banner, "The director's program does not answer. What you see is old.");
  else if (deaf && broker) say(banner, `No connection to the broker ${broker.address} for ${lasting(broker.since_s + (now - brokerTold) / 1000)}: ${broker.reason ?? ""}. What you see is old.`);
}

let counted = "";
/** @param {[number, string, boolean][]} parts */
function count(parts) {
  const text = JSON.stringify(parts);
  if (text === counted) return;
  counted = text;
  fill(byId("count"), ...parts.filter(([number], index) => number > 0 || index === 0).map(([number, words, bad]) => h("span", { class: bad ? "bad" : "" }, h("b", {}, number), ` ${words}`)));
}

/** @param {Row | undefined} before @param {Row} row */
function announce(before, row) {
  const known = new Set(before?.findings.map((finding) => finding.id));
  const raised = row.findings.find((finding) => finding.status === "open" && !known.has(finding.id));
  if (before && raised) say(byId("announce"), `${row.title}: ${raised.title}`);
  else if (before && before.presence === "online" && row.troubles.length && row.presence !== "online") say(byId("announce"), `${row.title}: ${row.troubles[0]}`);
}

/** @param {number} seconds */
function lasting(seconds) {
  if (seconds < 90) return `${Math.floor(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

new Events("/hall/stream", { tables: take }, (up) => {
  stationUp = up;
  tick();
});
setInterval(tick, 1000);
