// The tools beside the game: the drawer with moves and score sheet, and the menu, whose work is done in menu.js.

import { late } from "./late.js";

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

/** *redraw()*: called when the look of the tiles has changed. */
export function prepareTools(page, { redraw }) {
  page.addEventListener("click", async (event) => {
    const opener = event.target.closest("#side-toggle, [data-opens]");
    if (!opener) return;
    event.preventDefault();
    (await late(() => import("./drawer.js")))?.toggleDrawer(opener);
  });
  for (const name of ["sound", "motion", "faces"]) if (cookie(name)) document.body.dataset[name] = cookie(name);
  const menu = page.querySelector(".menu");
  const fetched = () => late(() => import("./menu.js"));
  menu.addEventListener("toggle", async () => menu.open && (await fetched())?.drawMenu(menu));
  menu.addEventListener("click", async ({ target }) => {
    const button = target.closest("button");
    if (button) (await fetched())?.choose(menu, button, redraw);
  });
  document.addEventListener("click", ({ target }) => target.closest("dialog [data-close]")?.closest("dialog").close());
}
