/**
 * The clock fields of a new game. The list offers only clocks of the chosen speed (live or daily), and fields show only
 * if they apply to the chosen clock.
 */

import { whenChangedEarly } from "../app/changed_form.js";

const DAY = 86_400;

/** @type {(fields: Part) => Part} */
const clockOf = (fields) => fields.querySelector("[name=clock]");
/** @type {(fields: Part) => Map<string, Part>} */
const groupsOf = (fields) =>
  new Map(["fast", "days"].map((speed, n) => [speed, clockOf(fields).querySelectorAll("optgroup")[n]]));

/**
 * If the chosen clock has the other speed, select the default one of this speed.
 * @type {(fields: Part) => void}
 */
function followSpeed(fields) {
  const radio = fields.querySelector("[name=speed]:checked");
  for (const [speed, group] of groupsOf(fields)) {
    if (speed !== radio.value && group.contains(clockOf(fields).selectedOptions[0]))
      clockOf(fields).value = radio.dataset.usual ?? "";
    group.hidden = group.disabled = speed !== radio.value;
  }
}

/**
 * The reader chose a clock before the script ran, or the browser restored it: select its speed.
 * @type {(fields: Part) => void}
 */
function followClock(fields) {
  const early = [...fields.querySelectorAll("[name=speed]")].some((radio) => radio.checked !== radio.defaultChecked);
  for (const [speed, group] of groupsOf(fields))
    if (!early && group.contains(clockOf(fields).selectedOptions[0]))
      fields.querySelector(`[name=speed][value=${speed}]`).checked = true;
}

/** @type {(fields: Part) => void} */
function show(fields) {
  followSpeed(fields);
  const text = clockOf(fields).value;
  const own = text.startsWith("own-");
  for (const part of fields.querySelectorAll("[data-own]")) part.hidden = part.dataset.own !== text;
  fields.querySelector("[data-pauses]").hidden = !own && !(parseInt(text, 10) >= DAY); // “none” isn't a number
  const form = fields.closest("form"); // the page of a new game has them elsewhere
  form.querySelector("[data-misses]").hidden = text === "none";
  const misses = form.querySelector("[name=misses]:checked")?.value;
  form.querySelector("[data-misses-most]").hidden = misses === "out" || misses === "computer";
}

/** @type {(fields: Part) => void} */
function meet(fields) {
  followClock(fields);
  show(fields);
}

/** @type {(answer: (fields: Part) => void) => void} */
const all = (answer) => document.querySelectorAll("[data-clock]").forEach(answer);

// In the capture phase, so that new_game.js asks the server about the right clock.
const heard = ["speed", "clock", "lasts", "misses"];
document.addEventListener("change", ({ target }) => heard.includes(target.name) && all(show), { capture: true });
all(meet);
all((fields) => whenChangedEarly(fields.closest("form"), () => meet(fields)));
