// Finds games in a list by typed words, as the server does with `?q=`.

/** Without capitals and accents, as in `data-words`. @type {(text: string) => string} */
const plain = (text) =>
  text
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "");

const input = document.getElementById("find-text");
const games = [...document.querySelectorAll("[data-words]")];
const groups = [...document.querySelectorAll(".game-group")];
const jumps = document.getElementById("jumps");

function narrow() {
  const typed = plain(input.value).split(/\s+/).filter(Boolean);
  for (const game of games) game.hidden = !typed.every((word) => game.dataset.words?.includes(word));
  for (const group of groups) group.hidden = !group.querySelector("li:not([hidden])");
  document.getElementById("find-none").hidden = games.some((game) => !game.hidden);
  if (jumps) jumps.hidden = typed.length > 0;
  document.querySelector(".new-game")?.classList.toggle("searching", typed.length > 0); // whatever number of players
}

input.addEventListener("input", narrow);
narrow(); // the browser may have refilled the field after going back
