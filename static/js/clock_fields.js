/** The clock of a new game: only the fields that belong to the chosen kind are shown. */

const DAY = 86_400;

function show(fields) {
  const text = fields.querySelector("[name=clock]").value;
  const own = text.startsWith("own-");
  for (const part of fields.querySelectorAll("[data-own]")) part.hidden = part.dataset.own !== text;
  fields.querySelector("[data-pauses]").hidden = !own && !(parseInt(text, 10) >= DAY); // “none” is no number
  fields.querySelector("[data-pauses-help]").hidden = !own;
  fields.querySelector("[data-misses]").hidden = text === "none";
  const misses = fields.querySelector("[name=misses]:checked")?.value;
  fields.querySelector("[data-misses-most]").hidden = misses === "out" || misses === "computer";
}

const showAll = () => document.querySelectorAll("[data-clock]").forEach(show);

document.addEventListener("change", ({ target }) => ["clock", "misses"].includes(target.name) && showAll());
showAll();
