/** Signing in; back to where one came from. */

import { byId, say } from "./dom.js";
import { send } from "./net.js";

/** Only a path of this station; anything else would lead away. @returns {string} */
function next() {
  const path = new URLSearchParams(location.search).get("next") ?? "/";
  const target = new URL(path, location.origin);
  return target.origin === location.origin && path.startsWith("/") ? target.pathname + target.search : "/";
}

byId("form").addEventListener("submit", async (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const field = byId("password");
  try {
    await send("POST", "/login", { password: field.value });
    location.assign(next());
  } catch (error) {
    say(byId("problem"), error instanceof Error ? error.message : String(error));
    field.select();
  }
});
