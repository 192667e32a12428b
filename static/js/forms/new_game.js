/** A new game: only what the chosen game allows can be chosen, and each length is explained for that game. */

import { whenChangedEarly } from "../app/changed_form.js";

const form = document.querySelector("[data-new-game]");
const catalogue = JSON.parse(document.getElementById("catalogue").textContent);
const { pairs, quick, tiles } = form.elements;
const length = form.querySelector("[name=length]"); // form.elements.length would be the number of elements
const NUMBERED = new Set(["one", "three", "five"]); // their names say how many rounds
const lengthNames = new Map([...length.options].map((option) => [option.value, option.text]));

/**
 * Choose a game for so many players, or so many players as the game allows: what was chosen *last* stays.
 * @type {(last: string) => void}
 */
function agree(last) {
  const { variant, seats } = form.elements;
  if (seats.value in (catalogue[variant.value] ?? {})) return;
  if (last === "seats") variant.value = [...variant].find(({ value }) => seats.value in catalogue[value]).value;
  else if (variant.value) seats.value = Object.keys(catalogue[variant.value])[0];
}

/**
 * The sets of tiles of this game, the first one unless the player chose another; a game with one set shows none.
 * @type {(sets?: Record<string, string>) => void}
 */
function offerSets(sets) {
  form.querySelector("[data-sets]").hidden = !sets;
  const [first] = Object.keys(sets ?? {});
  for (const radio of tiles) {
    const label = radio.closest("label");
    label.hidden = !(radio.value in (sets ?? {}));
    if (!label.hidden) label.querySelector("span").textContent = sets?.[radio.value] ?? "";
  }
  if (followsSets || (sets && !(tiles.value in sets))) tiles.value = first ?? "offered";
}

/** @type {(table: { daily?: string }) => string} */
const proposedLength = (table) =>
  (form.querySelector("[name=speed]:checked")?.value === "days" && table.daily) || "usual";

function update() {
  const game = catalogue[form.elements.variant.value];
  if (!game) return;
  const table = game[form.elements.seats.value];
  form.querySelector("[data-pairs]").hidden = table.pairs !== "may";
  form.querySelector("[data-quick]").hidden = !table.quick;
  if (!table.quick) quick.checked = false;
  offerSets(table.sets);
  form.querySelector("[data-always-pairs]").hidden = table.pairs !== "must";
  if (table.pairs !== "may") pairs.checked = false;
  form.dataset.sides = table.pairs === "must" || pairs.checked ? table.sides : 0;
  const limited = form.querySelector("[data-limited]");
  limited.textContent = table.limited ?? "";
  limited.hidden = !table.limited;
  if (followsLength) length.value = proposedLength(table);
  const lengths = (pairs.checked && table.lengths_in_pairs) || table.lengths_by_set?.[tiles.value] || table.lengths;
  for (const option of length.options) {
    option.disabled = option.hidden = !(option.value in lengths);
    option.text =
      option.value in lengths && !NUMBERED.has(option.value)
        ? `${lengthNames.get(option.value)}: ${lengths[option.value]}`
        : lengthNames.get(option.value);
  }
  if (length.selectedOptions[0].disabled) length.value = "usual";
}

// The server estimates how long the game will take.
const estimate = form.querySelector("[data-estimate]");
const matters = new Set(["variant", "seats", "pairs", "tiles", "quick", "length", "clock", "pauses", "lasts"]);
/** @type {AbortController | undefined} */
let asked;

async function ask() {
  asked?.abort();
  asked = new AbortController();
  const about = /** @type {string[][]} */ ([...new FormData(/** @type {any} */ (form))]).filter(
    ([name]) => matters.has(name) || name.startsWith("own_"),
  );
  try {
    const answer = await fetch(`${estimate.dataset.estimate}?${new URLSearchParams(about)}`, { signal: asked.signal });
    if (!answer.ok) return;
    estimate.textContent = await answer.text();
    estimate.hidden = !estimate.textContent;
  } catch {
    // A newer request, or no connection: the estimate shown is good enough.
  }
}

// The length and the set follow the game until the player chooses; what the browser restored was chosen.
let followsLength = true;
let followsSets = true;
function follow() {
  const opened = catalogue[form.elements.variant.value]?.[form.elements.seats.value];
  followsLength = Boolean(opened) && length.value === proposedLength(opened);
  followsSets = !opened?.sets || tiles.value === Object.keys(opened.sets)[0];
}
follow();

/** @type {(name: string) => void} */
function chosen(name) {
  if (name === "length") followsLength = false;
  if (name === "tiles") followsSets = false;
  agree(name);
  update();
  ask();
}

form.addEventListener("change", ({ target }) => chosen(target.name));
whenChangedEarly(form, () => {
  follow();
  chosen("seats"); // only cards for so many players were shown
});
agree("variant");
update();

// An error may be below the fold.
const wrong = form.querySelector(".errorlist")?.closest(".field, fieldset");
wrong?.scrollIntoView({ block: "center" });
wrong?.querySelector("input, select").focus({ preventScroll: true });
