// Previews the look of the table on the settings page before it is saved.

import { late } from "../app/on_demand.js";
import { tilePicture } from "../board/tile.js";
import { halves } from "../text/notation.js";

const TILES = ["6-6", "6-4", "4-1", "1-0", null];
const preview = document.getElementById("look-preview");
const saved = { ...document.documentElement.dataset, ...document.body.dataset };

async function show() {
  const chosen = (/** @type {string} */ name) => preview.closest("form").elements[name].value || saved[name];
  for (const name of ["theme", "felt", "tiles"]) document.documentElement.dataset[name] = chosen(name);
  if (chosen("faces") === "pictures" && !(await late(() => import("../board/tile_pictures.js")))) return;
  document.body.dataset.faces = chosen("faces");
  preview.replaceChildren(...TILES.map((tile) => tilePicture(tile ? halves(tile) : null)));
}

preview.closest("form").addEventListener("change", show);
show();
