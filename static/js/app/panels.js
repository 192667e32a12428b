// Parts of a page that the server renders and the page fetches when they are opened:
// <details data-panel="address" data-panel-name="talk">. Their forms are sent without leaving the page.

import { lateStyles } from "./late_styles.js";
import { whenReleased } from "./press.js";

/** @type {(panel: Part) => Part} */
const bodyOf = (panel) => panel.querySelector("[data-panel-body]");
const HEADERS = { "X-Panel": "1" };

/** @type {WeakMap<Part, { sent?: Promise<void> }>} */
const newest = new WeakMap(); // panel → its last request; `sent`: resolves when its last form is answered

/**
 * Fetch the panel's address, or send its form there; the answer replaces the panel's contents.
 *
 * An answer that a later request has overtaken is dropped. While a form is being sent, other requests wait, because its
 * answer may contain an error.
 * @type {(panel: Part, address?: string, options?: RequestInit) => void}
 */
function load(panel, address = panel.dataset.panel, options = {}) {
  const before = newest.get(panel);
  /** @type {{ sent?: Promise<void> }} */
  const request = {};
  const isNewest = () => newest.get(panel) === request;
  newest.set(panel, request);
  const answered = (before?.sent ?? Promise.resolve()).then(() => fill(panel, address, options, isNewest));
  request.sent = options.method ? answered : before?.sent;
}

/** @type {(panel: Part, address: string | undefined, options: RequestInit, isNewest: () => boolean) => Promise<void>} */
async function fill(panel, address, options, isNewest) {
  const body = bodyOf(panel);
  const counts = () => options.method || isNewest();
  body.setAttribute("aria-busy", "true");
  let failed = false;
  try {
    const answer = await fetch(address ?? "", { ...options, headers: HEADERS });
    if (answer.status >= 500 || !answer.headers.has("X-Panel")) throw new Error(String(answer.status));
    const html = await answer.text();
    await lateStyles(panel.closest("[data-styles]")?.dataset.styles);
    await whenReleased();
    if (!counts()) return;
    put(body, html, { keep: !options.method });
    delete panel.dataset.news;
    panel.querySelector("summary .count")?.remove();
  } catch {
    failed = true;
  } finally {
    if (isNewest()) body.removeAttribute("aria-busy");
  }
  if (counts()) panel.querySelector("[data-panel-failed]").hidden = !failed;
}

/**
 * *keep*: what the reader is typing stays, with the cursor in its place.
 * @type {(body: Part, html: string, how: { keep: boolean }) => void}
 */
function put(body, html, { keep }) {
  const focused = /** @type {any} */ (document.activeElement);
  const typed = keep
    ? [...body.querySelectorAll("textarea, input[type=text], input:not([type])")].filter(
        ({ name, value }) => name && value,
      )
    : [];
  const [start, end] = typed.includes(focused) ? [focused.selectionStart, focused.selectionEnd] : [];
  const inside = body.contains(focused);
  body.innerHTML = html;
  for (const { name, value } of typed) {
    const field = body.querySelector(`[name="${name}"]`);
    if (field) field.value = value;
  }
  const same = inside && focused.name ? body.querySelector(`[name="${focused.name}"]:not([type=hidden])`) : null;
  const again = inside ? (body.querySelector("[autofocus]") ?? same) : null;
  again?.focus();
  if (again && start !== undefined) /** @type {any} */ (again).setSelectionRange?.(start, end);
  body.dispatchEvent(new CustomEvent("panel:shown", { bubbles: true })); // the page localizes its times
}

/** @type {(panel: Part) => void} */
export function loadOpened(panel) {
  load(panel);
}

/** @type {Set<string>} */
const unseen = new Set(); // names of panels that changed in a hidden tab

/**
 * Something changed in all panels of this name: open ones are reloaded, closed ones get a mark. A hidden tab waits until
 * it is looked at, because the server marks as read what it sends.
 * @type {(name: string) => void}
 */
export function loadChanged(name) {
  for (const panel of document.querySelectorAll(`[data-panel-name="${name}"]`)) {
    const isOpen = panel.open ?? true; // a part that can't be closed is open
    if (!isOpen) panel.dataset.news = "";
    else if (document.hidden) unseen.add(name);
    else load(panel);
  }
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  const names = [...unseen];
  unseen.clear();
  for (const name of names) loadChanged(name);
});

/** @type {(panel: Part, form: HTMLFormElement, submitter: HTMLElement | null) => void} */
export function sendForm(panel, form, submitter) {
  const fields = new FormData(form, submitter);
  const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? panel.dataset.panel;
  load(panel, address, { method: "POST", body: fields });
}
