/** Names to choose from, as somebody types whom to invite. Without a script the name is typed whole. */

const field = document.querySelector("[data-find-people]");
const list = document.getElementById("found-people");
let asked = "";

async function suggest() {
  const typed = field.value.trim();
  if (typed.length < 2 || typed === asked) return;
  asked = typed;
  const answer = await fetch(`${field.dataset.findPeople}?q=${encodeURIComponent(typed)}`, { headers: { Accept: "application/json" } });
  if (!answer.ok || typed !== field.value.trim()) return;
  const { people } = await answer.json();
  list.replaceChildren(...people.map(({ username, name }) => new Option(name === username ? "" : name, username)));
}

let waiting;
field?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(() => suggest().catch(() => {}), 200);
});
