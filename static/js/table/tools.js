// The tools beside the game: the drawer with moves and score sheet, and the menu (see menu.js).

import { late } from "../app/on_demand.js";

/**
 * Marks the button of the drawer if a panel has news. CSS could use `:has`, but would restyle the whole page with every
 * move.
 * @type {(page: Part) => void}
 */
function markNews(page) {
  const side = page.querySelector(".side");
  const mark = () => {
    const isNew = side.querySelector(".panel[data-news]:not([open])") !== null;
    document.getElementById("side-toggle").toggleAttribute("data-news", isNew);
  };
  new MutationObserver(mark).observe(side, { subtree: true, attributeFilter: ["data-news", "open"] });
  mark();
}

/**
 * *redraw()*: called when the look of the tiles has changed.
 * @type {(page: Part, calls: { redraw: () => void }) => void}
 */
export function prepareTools(page, { redraw }) {
  page.addEventListener("click", async (event) => {
    const opener = event.target.closest("#side-toggle, [data-opens]");
    if (!opener) return;
    event.preventDefault();
    (await late(() => import("./drawer.js")))?.toggleDrawer(opener);
  });
  markNews(page);
  const menu = page.querySelector(".menu");
  const fetched = () => late(() => import("./menu.js"));
  menu.addEventListener("toggle", async () => menu.open && (await fetched())?.drawMenu(menu));
  menu.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    if (button) (await fetched())?.choose(menu, button, redraw);
  });
  document.addEventListener("click", ({ target }) => {
    const part = target.closest("[data-close]")?.closest("dialog, .bar");
    if (part?.close) return part.close();
    if (part) document.getElementById("main")?.focus({ preventScroll: true });
    part?.remove();
  });
}
