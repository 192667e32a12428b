/** Folded settings show a summary of what is chosen in them. */

import { whenChangedEarly } from "../app/changed_form.js";

const folded = document.querySelectorAll("[data-chosen-of]");

function tell() {
  for (const told of folded) {
    const radio = told.closest("form").querySelector(`[name="${told.dataset.chosenOf}"]:checked`);
    if (radio) told.textContent = radio.closest("label").textContent.trim();
  }
}

document.addEventListener("change", tell);
for (const form of new Set([...folded].map((told) => told.closest("form")))) whenChangedEarly(form, tell);
