/**
 * A game against computers: only what the chosen game allows can be chosen, and each length is explained for that game.
 */

import { whenChangedEarly } from "../app/changed_form.js";

const form = document.querySelector("[data-play-computer]");
const catalogue = JSON.parse(document.getElementById("catalogue").textContent);
const { variant, seats, pairs } = form.elements;
const length = form.querySelector("[name=length]"); // form.elements.length would be the number of elements
const NUMBERED = new Set(["one", "three", "five"]); // their names say how many rounds
const lengthNames = new Map([...length.options].map((option) => [option.value, option.text]));

/**
 * Offer only the *possible* options; if another one was chosen, select the *usual* one.
 * @type {(select: Part, possible: (value: string) => boolean, usual: string) => void}
 */
function offer(select, possible, usual) {
  for (const option of select.options) option.disabled = option.hidden = !possible(option.value);
  if (select.selectedOptions[0].disabled) select.value = usual;
}

function update() {
  const game = catalogue[variant.value];
  offer(seats, (value) => value === "" || value in game, "");
  const table = game[seats.value || Object.keys(game)[0]];
  pairs.closest("label").hidden = table.pairs !== "may";
  if (table.pairs !== "may") pairs.checked = false;
  const lengths = (pairs.checked && table.lengths_in_pairs) || table.lengths;
  offer(length, (value) => value in lengths, "usual");
  for (const option of length.options)
    option.text =
      option.value in lengths && !NUMBERED.has(option.value)
        ? `${lengthNames.get(option.value)}: ${lengths[option.value]}`
        : lengthNames.get(option.value);
}

form.addEventListener("change", update);
whenChangedEarly(form, update);
update();
