// On narrow screens, the side column is a sheet that slides up over the table. Fetched when the reader first opens it.

const $ = (/** @type {string} */ id) => document.getElementById(id);
const page = () => $("side").closest(".table-page");
const isOpen = () => page().classList.contains("side-open");
let listens = false;

/** @type {(open: boolean) => void} */
function set(open) {
  page().classList.toggle("side-open", open);
  $("side-toggle").setAttribute("aria-expanded", String(open));
  if (open) $("side").focus({ preventScroll: true });
  else if ($("side").contains(document.activeElement)) $("side-toggle").focus();
}

/**
 * *opener*: the drawer's button, or a control that opens a panel in it.
 * @type {(opener: Part) => void}
 */
export function toggleDrawer(opener) {
  if (!listens) listen();
  const [button, side] = [$("side-toggle"), $("side")];
  if (opener === button) {
    delete side.dataset.only;
    set(!isOpen());
    side.scrollTop = 0;
    return undefined;
  }
  const panel = side.querySelector(`[data-panel-name=${opener.dataset.opens}]`);
  if (!panel) return location.assign(opener.href);
  side.dataset.only = opener.dataset.opens; // on a phone, the sheet then has nothing else
  if (button.offsetWidth) set(true);
  for (const each of side.querySelectorAll("[data-panel-name]")) each.classList.toggle("alone", each === panel);
  panel.open = true;
  panel.scrollIntoView();
  return panel.firstElementChild?.focus();
}

function listen() {
  listens = true;
  $("side-close").addEventListener("click", () => set(false));
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !isOpen()) return;
      event.preventDefault();
      set(false);
    },
    { capture: true },
  );
  $("side").addEventListener(
    "click",
    ({ target }) =>
      target.closest("button.log-line, button.sheet-round") && matchMedia("(max-width: 1023px)").matches && set(false),
  );
}
