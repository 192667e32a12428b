/** The seats of a new game. Fields that apply only to free seats, or only without computers, show only then. */

const form = document.querySelector("[data-seat-fields]").closest("form");
const rows = [...form.querySelectorAll("[data-seat]")];

/** @type {(name: string, isShown: boolean) => void} */
const shows = (name, isShown) => {
  for (const part of form.querySelectorAll(name)) part.hidden = !isShown;
};

/**
 * Show which seats are the reader's partners and which are opponents. *sides*: the number of sides; seats belong to
 * them in turn.
 * @type {(sides: number) => void}
 */
function relate(sides) {
  for (const row of rows)
    for (const relation of row.querySelectorAll("[data-relation]")) {
      const isPartner = Number(row.dataset.seat) % sides === 0;
      relation.hidden = !sides || isPartner !== (relation.dataset.relation === "partner");
    }
}

function update() {
  const seats = Number(form.querySelector("[name=seats]:checked")?.value ?? rows.length + 1);
  const chosen = rows.filter((row) => Number(row.dataset.seat) < seats).map((row) => row.querySelector("select").value);
  const isFull = chosen.every(Boolean);
  const names = rows.slice(0, seats - 1).map((row) => row.querySelector("select").selectedOptions[0].text);
  form.querySelector("[data-seats-chosen]").textContent = [...new Set(names)].join(", ");
  shows("[data-with-free-seats]", !isFull);
  shows("[data-with-no-free-seat]", isFull);
  shows("[data-without-computers]", !chosen.some(Boolean));
  relate(Number(form.dataset.sides ?? 0)); // as set by new_game.js
}

form.addEventListener("change", update); // after new_game.js, which may change the number of players
update();
