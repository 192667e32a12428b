// A question that a page asks at most once in a browser: the <template id="NAME-offer">. It lies over what isn't needed
// just then, and moves nothing.

const READ = 5_000; // ms: who has had it before them for so long has been asked
const EARLY = 400; // ms: a press then was meant for what the question has come to lie upon

const key = (name) => `offered/${name}`;

function isAsked(name) {
  try {
    return localStorage.getItem(key(name)) !== null;
  } catch {
    return true; // a browser that keeps nothing would be asked again and again
  }
}

const remember = (name) => localStorage.setItem(key(name), "1");

/** Ask, if nobody has yet and there is room; else another time. *accept* is called where the reader agrees; of what it returns the template has the words. */
export function offer(name, accept) {
  const template = document.getElementById(`${name}-offer`);
  if (!template || isAsked(name) || document.querySelector(".offer")) return;
  const card = template.content.firstElementChild.cloneNode(true);
  const [words, yes, no] = ["[role=status]", "[data-yes]", "[data-no]"].map((part) => card.querySelector(part));
  const text = words.textContent;
  const felt = document.querySelector("#table .felt");
  (felt ?? document.body).append(card);
  if (felt && card.offsetTop + card.offsetHeight > felt.clientHeight) return card.remove(); // it would lie upon the hand
  words.textContent = ""; // what changes is read aloud, not what comes
  requestAnimationFrame(() => (words.textContent = text));
  const shown = performance.now();
  card.addEventListener("click", (event) => event.timeStamp - shown < EARLY && event.stopPropagation(), true);
  const read = setTimeout(remember, READ, name);
  const answered = () => {
    clearTimeout(read);
    remember(name);
  };
  no.addEventListener("click", () => {
    answered();
    card.remove();
  });
  yes?.addEventListener("click", async () => {
    answered();
    const hadFocus = document.activeElement === yes; // which it loses as soon as it is disabled
    yes.disabled = true;
    const said = card.dataset[await accept()];
    if (!said) return card.remove();
    words.textContent = said;
    no.textContent = no.dataset.after;
    if (hadFocus) no.focus();
    return yes.remove();
  });
}
