/** Who sits at a new table: what is only for people, or only without computers, shows where it means something. */

const form = document.querySelector("[data-seat-fields]").closest("form");
const rows = [...form.querySelectorAll("[data-seat]")];

const shows = (name, isShown) => {
  for (const part of form.querySelectorAll(name)) part.hidden = !isShown;
};

/** Who is my partner, and who isn't, where there are *sides* of several seats: seats in turn belong to each. */
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
  relate(Number(form.dataset.sides ?? 0)); // as new.js has it
}

form.addEventListener("change", update); // after new.js, which may choose another number of players
update();
