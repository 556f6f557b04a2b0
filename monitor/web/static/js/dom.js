/** Making and finding elements; no page builds markup from strings. */

/** @typedef {string | number | Node | null | undefined | false} Child */

/**
 * An element. Attributes: `class`, `text`, `on` ({event: listener}), `data` ({key: value}), properties that are
 * booleans set or removed, everything else as an attribute; null leaves one out.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  apply(element, attributes);
  element.append(...children.filter((child) => child != null && child !== false).map((child) => /** @type {any} */ (child)));
  return element;
}

/**
 * @param {string} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  apply(element, attributes);
  element.append(...children.filter((child) => child != null && child !== false).map((child) => /** @type {any} */ (child)));
  return element;
}

/** @param {Element} element @param {Record<string, any>} attributes */
function apply(element, attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (value == null || value === false) continue;
    if (key === "text") element.textContent = String(value);
    else if (key === "on") for (const [event, listener] of Object.entries(value)) element.addEventListener(event, /** @type {any} */ (listener));
    else if (key === "data") for (const [name, text] of Object.entries(value)) element.setAttribute(`data-${name}`, String(text));
    else if (key === "value" && "value" in element) /** @type {any} */ (element).value = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
}

/**
 * The one element with this id, which the page must have.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no element "${id}"`);
  return element;
}

/** Sets text only where it changed, so that live regions stay quiet. @param {Element} element @param {string} text */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Replaces children only where their text changed. @param {Element} element @param {...Child} children */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child != null && child !== false).map((child) => /** @type {any} */ (child)));
}
