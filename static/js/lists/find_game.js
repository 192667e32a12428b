// Filters the list of games by typed text: name, description, number of players.

/** @type {(text: string) => string} */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");

const field = document.getElementById("find");
const input = document.getElementById("find-text");
const games = [...document.querySelectorAll(".rule-list > li")].map((item) => ({
  item,
  text: plain(item.textContent),
}));
const groups = [...document.querySelectorAll(".game-group")];

function narrow() {
  const typed = plain(input.value).split(/\s+/).filter(Boolean);
  for (const { item, text } of games) item.hidden = !typed.every((word) => text.includes(word));
  for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
  document.getElementById("find-none").hidden = groups.some((group) => !group.hidden);
  const jumps = document.getElementById("jumps");
  if (jumps) jumps.hidden = typed.length > 0;
}

field.hidden = false;
input.addEventListener("input", narrow);
narrow(); // the browser may have refilled the field after going back
