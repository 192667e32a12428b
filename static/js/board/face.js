// A player's face: the tile that rulebook/faces.py derives from their name, as a picture.

import { drawTile, svg } from "./tile.js";

/**
 * *face*: “6.2.3.1” means the two halves of a tile, its colour and its angle (docs/api.md).
 * @type {(face: string) => SVGElement}
 */
export function facePicture(face) {
  const [upper, lower, colour, lies] = face.split(".").map(Number);
  return svg(
    "svg",
    { class: `face face-${colour}`, viewBox: "0 0 48 48", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "face-ground", width: 48, height: 48, rx: lies < 4 ? 11 : 24 }),
    svg(
      "g",
      { transform: `rotate(${45 * (lies % 4)} 24 24) translate(14 4) scale(20)` },
      drawTile([upper, lower], { plain: true }),
    ),
  );
}
