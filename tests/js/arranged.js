// Checks layouts made by the engine, for test_layouts.py. A layout in the middle of a round is the beginning of its
// last one.

import { arrange, boxFor } from "../../static/js/geometry/layout.js";
import { arrangeLines } from "../../static/js/geometry/sausage_lines.js";
import { faults } from "./random_layouts.js";

/**
 * The faults of the *layouts*, whole and half, in *windows* of [width, height] px. *lines*: whether they are Sausage's.
 */
export function faultsOf(layouts, windows, { lines = false, ...rules } = {}) {
  const wrong = [];
  let tried = 0;
  for (const [width, height] of windows) {
    const box = boxFor(width, height);
    for (const [number, { layout, ends }] of layouts.entries()) {
      for (const length of lines ? [layout.length] : [Math.ceil(layout.length / 2), layout.length]) {
        const part = layout.slice(0, length);
        const arranged = lines ? arrangeLines(part, { ends, columns: box.columns }) : arrange(part, box, rules);
        const found = lines ? overlaps(arranged) : faults(arranged, part, rules);
        for (const { tile, apart } of arranged.tiles) if (apart) found.push(`${tile} lies apart`);
        wrong.push(...found.map((fault) => `${number} at ${width} × ${height}: ${fault}`));
        tried += 1;
      }
    }
  }
  return { wrong, tried };
}

function overlaps({ tiles, bounds }) {
  const found = [];
  for (const [index, a] of tiles.entries()) {
    const isInside =
      a.x >= bounds.x && a.y >= bounds.y && a.x + a.w <= bounds.x + bounds.w && a.y + a.h <= bounds.y + bounds.h;
    if (!isInside) found.push(`${a.tile} is outside`);
    for (const b of tiles.slice(0, index)) {
      const lies = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      if (lies) found.push(`${a.tile} lies on ${b.tile}`);
    }
  }
  return found;
}
