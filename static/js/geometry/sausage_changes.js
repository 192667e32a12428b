// Sausage: the result of a cut or an insertion, for the examples of the rules.

import { arrangeLines, tileAt } from "./sausage_lines.js";

/**
 * The result of a cut in one picture. `gone`: the tiles of *before* up to the joint. `stay`: the lines as they are now,
 * moved beside them. `seam`: between the two. `joint`: the two halves that the tile met.
 * @type {(before: LaidTile[], after: LaidTile[], place: Cut, how?: { ends?: OpenEnd[]; gap?: number }) => CutPicture}
 */
export function cutPicture(before, after, place, { ends = [], gap = 0.9 } = {}) {
  const old = arrangeLines(before);
  const gone = old.tiles.filter(({ number }) => number <= place.number);
  const x = 1 + 2 * place.number;
  const now = arrangeLines(after, { ends, left: x + gap });
  return {
    gone,
    stay: now.tiles,
    seam: { x: x + gap / 2, y: 0, h: 2 },
    joint: [
      { x: x - 1, y: 0, w: 1, h: 1 },
      { x: x - 1, y: 1, w: 1, h: 1 },
    ],
    bounds: { x: 0, y: 0, w: now.bounds.x + now.bounds.w, h: 2 },
  };
}

/**
 * The halves on both sides of an inserted tile, and the tile itself.
 * @type {(arranged: Lines, place: Insertion) => { tile: LineTile; halves: Rect[] }}
 */
export function insertion(arranged, place) {
  const laid = tileAt(arranged, place.line, place.number + 1);
  const beside = [{ x: laid.x - 1, y: laid.y, w: 1, h: 1 }];
  if (arranged.tiles.some(({ line, number }) => line === place.line && number === place.number + 2))
    beside.push({ x: laid.x + 2, y: laid.y, w: 1, h: 1 });
  return { tile: laid, halves: beside };
}
