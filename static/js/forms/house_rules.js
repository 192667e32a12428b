/**
 * House rules: asks the server after every change and shows its answer.
 *
 * Computes nothing itself. It swaps the marked parts of the page, but never a control with the focus, so that no input
 * is lost.
 */

import { whenChangedEarly } from "../app/changed_form.js";
import { csrfToken } from "../app/csrf.js";
import { whenReleased } from "../app/press.js";
import "./scroll_to_error.js";

const form = document.querySelector("[data-house]");
/** @type {AbortController | undefined} */
let asked; // the request under way; a newer one aborts it

/** @type {(from: Element, to: Element) => void} */
const children = (from, to) => {
  if (from.innerHTML !== to.innerHTML) to.replaceChildren(...from.cloneNode(true).childNodes);
  if (to.className !== from.className) to.className = from.className;
};

/** @type {(fresh: Element, row: Element) => void} */
function swapRow(fresh, row) {
  if (!row.contains(document.activeElement)) {
    children(fresh, row);
    return;
  }
  row.className = fresh.className;
  for (const part of fresh.querySelectorAll("[data-part]")) {
    const here = document.getElementById(part.id);
    children(part, here);
  }
  for (const control of fresh.querySelectorAll("input, select")) {
    const here = document.getElementById(control.id);
    if (!here) continue;
    if (control.ariaInvalid) here.ariaInvalid = control.ariaInvalid;
    else here.removeAttribute("aria-invalid");
    if (here !== document.activeElement && here.value !== control.value) here.value = control.value;
  }
}

/** @type {(fresh: Element, group: Part) => void} */
function swapGroup(fresh, group) {
  const rows = group.querySelector("[data-rows]");
  const wanted = [...fresh.querySelectorAll("[data-row]")];
  for (const row of [...rows.children]) if (!wanted.some((each) => each.id === row.id)) row.remove();
  wanted.forEach((each, n) => {
    const row = document.getElementById(each.id);
    if (row) swapRow(each, row);
    else rows.insertBefore(each.cloneNode(true), rows.children[n] ?? null);
  });
  if (fresh.querySelector(".wrong")) group.open = true;
}

/** @type {(html: string) => void} */
function show(html) {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const fresh of page.querySelectorAll("[data-group]")) swapGroup(fresh, document.getElementById(fresh.id));
  for (const fresh of page.querySelectorAll("[data-swap]")) children(fresh, document.getElementById(fresh.id));
}

/** @type {(reset?: string) => Promise<void>} */
async function ask(reset) {
  asked?.abort();
  asked = new AbortController();
  const { signal } = asked;
  const body = new FormData(/** @type {any} */ (form));
  body.set("do", "look");
  body.set("csrfmiddlewaretoken", csrfToken());
  if (reset) body.set("reset", reset);
  form.ariaBusy = "true";
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Live": "1" }, signal });
    const html = await answer.text();
    await whenReleased();
    if (signal.aborted) return; // the press itself changed something
    if (answer.ok) show(html);
    form.ariaBusy = null;
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") form.ariaBusy = null; // no connection: the page says so when the form is sent
  }
}

/** @type {number | undefined} */
let soon;
form.addEventListener("input", (event) => {
  if (!event.target.matches("[name=seats], [name^=o-]")) return;
  asked?.abort(); // its answer would ignore the newest input
  clearTimeout(soon);
  soon = setTimeout(ask, event.target.matches("[type=number], [type=text]") ? 250 : 0);
});

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (button?.name === "reset" || button?.value === "look") {
    event.preventDefault();
    clearTimeout(soon);
    if (button.name === "reset") takeBack(button.value);
    else ask();
  }
});

/**
 * The inputs' contents go with the mark, so the row is redrawn even though its button has the focus.
 * @type {(option: string) => void}
 */
function takeBack(option) {
  const rows = option === "all" ? form.querySelectorAll("[data-row]") : [document.getElementById(`row-${option}`)];
  const focus = option !== "all" && rows[0].contains(document.activeElement);
  /** @type {any} */ (document.activeElement)?.blur();
  ask(option).then(() => focus && rows[0].querySelector("input:not([type=hidden]), select").focus());
}

whenChangedEarly(form, () => ask());

for (const button of form.querySelectorAll("[data-without-script]")) button.hidden = true;

// Wide screens have room for all rules beside the options; on narrow ones the list would get in the way.
form.querySelector("[data-all-rules]").open = matchMedia("(min-width: 1000px)").matches;
