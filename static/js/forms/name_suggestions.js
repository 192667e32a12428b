/** Suggests names while the reader types a player to invite. Without scripts, the reader types the whole name. */

let asked = "";

/** @type {(field: any) => Promise<void>} */
async function suggest(field) {
  const typed = field.value.trim();
  if (typed.length < 2 || typed === asked) return;
  asked = typed;
  const answer = await fetch(`${field.dataset.findPeople}?q=${encodeURIComponent(typed)}`, {
    headers: { Accept: "application/json" },
  });
  if (!answer.ok || typed !== field.value.trim()) return;
  const { people } = await answer.json();
  field.list.replaceChildren(
    ...people.map(
      (/** @type {{ username: string; name: string }} */ { username, name }) =>
        new Option(name === username ? "" : name, username),
    ),
  );
}

/** @type {number | undefined} */
let waiting;
document.addEventListener("input", ({ target }) => {
  if (!target.matches("[data-find-people]")) return; // the field may have been added after this script ran
  clearTimeout(waiting);
  waiting = setTimeout(() => suggest(target).catch(() => {}), 200);
});
const { activeElement } = document; // the reader may have typed before this script was there
if (activeElement?.matches("[data-find-people]")) suggest(activeElement).catch(() => {});
