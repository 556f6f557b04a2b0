/** Times in words: presentation times of the picture, ages, and how long something has been going on. */

/** @param {number} seconds @returns {string} 2:05, or 1:02:05 from an hour on */
export function clockTime(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = String(rest).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${two}` : `${minutes}:${two}`;
}

/** @param {number} seconds @returns {string} "0.1 s", "14 s", "3 min", "2 h" */
export function age(seconds) {
  if (seconds < 10) return `${Math.max(0, seconds).toFixed(1)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** @param {string} iso an ISO time @returns {string} the same in this reader's own form, without seconds */
export function wallTime(iso) {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/**
 * The match's time between two messages from the station: it goes on by itself while the source runs.
 *
 * set() on every message; now() at any time, in seconds of presentation time, or null before the first one.
 */
export class MatchClock {
  #t = /** @type {number | null} */ (null);
  #at = 0;
  #running = false;

  /** @param {number | null} t presentation time told @param {boolean} running whether pictures are coming */
  set(t, running) {
    this.#t = t;
    this.#at = performance.now();
    this.#running = running;
  }

  /** @returns {number | null} */
  now() {
    if (this.#t == null) return null;
    return this.#running ? this.#t + (performance.now() - this.#at) / 1000 : this.#t;
  }
}
