/** Light, dark or as the device says; kept on this device. */

const KEY = "gammonitor.theme";
const NEXT = /** @type {Record<string, string>} */ ({ "": "dark", dark: "light", light: "" });
const WORDS = /** @type {Record<string, string>} */ ({ "": "Auto", dark: "Dark", light: "Light" });

/** @returns {string} "light", "dark" or "" for the device's own */
const stored = () => {
  const theme = localStorage.getItem(KEY);
  return theme === "dark" || theme === "light" ? theme : "";
};

/** @param {string} theme */
function wear(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
  const button = document.getElementById("theme");
  button?.setAttribute("aria-label", `Theme: ${WORDS[theme]}`);
  if (button) button.textContent = `◐ ${WORDS[theme]}`;
}

/** Goes on to the next theme. */
export function nextTheme() {
  const theme = NEXT[stored()];
  localStorage.setItem(KEY, theme);
  wear(theme);
}

document.getElementById("theme")?.addEventListener("click", nextTheme);
addEventListener("storage", (event) => event.key === KEY && wear(stored()));
wear(stored());
