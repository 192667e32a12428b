// Where static/js/geometry puts tiles, for test_pictures.py.

import { arrange } from "../../static/js/geometry/layout.js";
import { arrangeLines } from "../../static/js/geometry/sausage_lines.js";

/** *layouts*: {layout, ends, columns, rows, total, arms, in_rows} of each. */
export const placed = (layouts) =>
  layouts.map(({ layout, ends, columns, rows, total, arms, in_rows: inRows }) => {
    const { tiles, bounds } = inRows
      ? arrangeLines(layout, { ends, columns })
      : arrange(layout, { columns, rows }, { sum: total, arms });
    const places = tiles.map(({ x, y, vertical, values, ply, spinner, hub }) => [
      x,
      y,
      vertical,
      values,
      ply,
      Boolean(spinner),
      hub ?? 0,
    ]);
    return [places, bounds.x, bounds.y, bounds.w, bounds.h];
  });
