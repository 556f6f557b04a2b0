/**
 * Talking to the station: requests, the stream of events, live pictures. Both streams come back by themselves.
 *
 *   await get("/tables")                        JSON, or a StationError that says what, where and what to do
 *   await send("POST", "/tables/demo/acts/x", {...})
 *   new Events("/tables/demo/stream", {state: s => ..., card: c => ...}, up => ...)
 *   new Pictures("/tables/demo/live", (header, jpeg) => ..., up => ...)
 *
 * A page opened with ?token=... carries the token along.
 */

const ROOT = "/api";
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8000;

/** What a request could not do: what happened, where, and what to do about it. */
export class StationError extends Error {
  /** @param {number} status 0 where the station did not answer @param {{what?: string, where?: string, todo?: string}} error */
  constructor(status, error) {
    super([error.what, error.todo].filter(Boolean).join(". ") || `the station answered ${status}`);
    this.status = status;
    this.where = error.where ?? "";
    this.todo = error.todo ?? "";
  }
}

/** @param {string} path under /api @returns {string} the address, with the page's token where it has one */
export function address(path) {
  const token = new URLSearchParams(location.search).get("token");
  if (!token) return ROOT + path;
  return `${ROOT}${path}${path.includes("?") ? "&" : "?"}token=${encodeURIComponent(token)}`;
}

/** @param {string} path @returns {Promise<any>} */
export const get = (path) => request(path, {});

/** @param {"POST" | "PUT" | "PATCH"} method @param {string} path @param {unknown} [body] @returns {Promise<any>} */
export const send = (method, path, body = {}) =>
  request(path, { method, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

/** @param {string} path @param {RequestInit} options */
async function request(path, options) {
  let answer;
  try {
    answer = await fetch(address(path), { cache: "no-store", ...options });
  } catch {
    throw new StationError(0, { what: "The station does not answer", todo: "Check that gammonitor runs and that this device is on its network" });
  }
  const body = await answer.json().catch(() => null);
  if (answer.ok) return body;
  if (answer.status === 401 && location.pathname !== "/login") {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
  }
  throw new StationError(answer.status, body?.error ?? {});
}

/** Waits that double from half a second up to eight seconds, with some chance in them. */
class Backoff {
  #wait = FIRST_WAIT_MS;
  #timer = 0;

  reset() {
    this.#wait = FIRST_WAIT_MS;
  }

  /** @param {() => void} again */
  later(again) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(again, this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
  }

  stop() {
    clearTimeout(this.#timer);
  }
}

/**
 * Server-sent events. A short break is bridged by the browser, which sends Last-Event-ID; a refused connection is
 * tried again with growing waits, from the last id on.
 */
export class Events {
  #path;
  #listeners;
  #up;
  #backoff = new Backoff();
  #last = "";
  #source = /** @type {EventSource | null} */ (null);

  /**
   * @param {string} path
   * @param {Record<string, (data: any) => void>} listeners by name of event
   * @param {(up: boolean) => void} [up] told whenever the connection comes or goes
   */
  constructor(path, listeners, up = () => {}) {
    this.#path = path;
    this.#listeners = listeners;
    this.#up = up;
    this.#open();
  }

  close() {
    this.#backoff.stop();
    this.#source?.close();
  }

  /** Asks anew at once, from the last line on: for a connection that went silent without breaking. */
  again() {
    this.close();
    this.#open();
  }

  #open() {
    const resume = this.#last ? `${this.#path.includes("?") ? "&" : "?"}last_event_id=${encodeURIComponent(this.#last)}` : "";
    const source = (this.#source = new EventSource(address(this.#path + resume)));
    source.onopen = () => {
      this.#backoff.reset();
      this.#up(true);
    };
    source.onerror = () => {
      this.#up(false);
      if (source.readyState === EventSource.CLOSED) this.#backoff.later(() => this.#open());
    };
    for (const [name, listener] of Object.entries(this.#listeners)) {
      source.addEventListener(name, (event) => {
        if (event.lastEventId) this.#last = event.lastEventId;
        listener(JSON.parse(event.data));
      });
    }
  }
}

/**
 * Live pictures over a WebSocket: each message is 4 bytes (big-endian) of header length, the JSON header, then the
 * JPEG, which is absent while there is no new picture.
 */
export class Pictures {
  #path;
  #listener;
  #up;
  #backoff = new Backoff();
  #socket = /** @type {WebSocket | null} */ (null);
  #closed = false;

  /**
   * @param {string} path
   * @param {(header: any, jpeg: Blob | null) => void} listener
   * @param {(up: boolean) => void} [up]
   */
  constructor(path, listener, up = () => {}) {
    this.#path = path;
    this.#listener = listener;
    this.#up = up;
    this.#open();
  }

  close() {
    this.#closed = true;
    this.#backoff.stop();
    this.#socket?.close();
  }

  #open() {
    const url = new URL(address(this.#path), location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = (this.#socket = new WebSocket(url));
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      this.#backoff.reset();
      this.#up(true);
    };
    socket.onmessage = (event) => {
      const message = unpack(event.data);
      this.#listener(message.header, message.jpeg);
    };
    socket.onclose = () => {
      this.#up(false);
      if (!this.#closed) this.#backoff.later(() => this.#open());
    };
  }
}

/** @param {ArrayBuffer} data one message of the live stream @returns {{header: any, jpeg: Blob | null}} */
export function unpack(data) {
  const length = new DataView(data).getUint32(0);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, length)));
  const rest = data.byteLength - 4 - length;
  return { header, jpeg: rest ? new Blob([new Uint8Array(data, 4 + length)], { type: "image/jpeg" }) : null };
}
