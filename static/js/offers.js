// A question that a page asks at most once in a browser: the <template id="NAME-offer">. It lies over what isn't needed
// just then, and moves nothing.

const READ = 5_000; // ms: who has had it before them for so long has been asked

const key = (name) => `offered/${name}`;

function isAsked(name) {
  try {
    return localStorage.getItem(key(name)) !== null;
  } catch {
    return true; // a browser that keeps nothing would be asked again and again
  }
}

const remember = (name) => localStorage.setItem(key(name), "1");

/** Ask, if nobody has yet. *accept* is called where the reader agrees; of what it returns the template has the words. */
export function offer(name, accept) {
  const template = document.getElementById(`${name}-offer`);
  if (!template || isAsked(name) || document.querySelector(".offer")) return;
  const card = template.content.firstElementChild.cloneNode(true);
  const [words, yes, no] = ["[role=status]", "[data-yes]", "[data-no]"].map((part) => card.querySelector(part));
  const text = words.textContent;
  words.textContent = ""; // what changes is read aloud, not what comes
  (document.querySelector(".felt") ?? document.body).append(card);
  words.textContent = text;
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
    yes.disabled = true;
    const said = card.dataset[await accept()];
    if (!said) return card.remove();
    words.textContent = said;
    no.textContent = no.dataset.after;
    if (document.activeElement === yes) no.focus();
    return yes.remove();
  });
}
