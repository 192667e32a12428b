// How large a layout is drawn, and where on the felt. Pure: no DOM.

const MARGIN = 0.75; // units around the layout
const LEAST = 110; // px of height the layout always gets, even if something covers the felt
const LARGEST = 64; // px of a unit, at any zoom

/**
 * The lead stays in the middle while everything fits. After that the drawing moves as little as possible; then it
 * shrinks.
 *
 * *rects*: what must be visible, in units from the lead. *unit*: px of a unit if everything fits.
 * *felt*: its {width, height} in px. *covered*: px covered at its edges, {top, bottom, right}. *zoom*: a factor.
 *
 * Returns {fitting: px of a unit that shows everything, unit: px of a unit as drawn, width, height: px of the drawing,
 * x, y: px from its corner to the middle of the lead}.
 * @type {(rects: Rect[], unit: number, felt: { width: number; height: number }, covered?: Covered, zoom?: number) => Aimed}
 */
export function aim(rects, unit, felt, { top = 0, bottom = 0, right = 0 } = {}, zoom = 1) {
  const width = felt.width - right;
  const height = Math.max(felt.height - top - bottom, Math.min(felt.height, LEAST));
  const x0 = Math.min(...rects.map((r) => r.x)) - MARGIN;
  const x1 = Math.max(...rects.map((r) => r.x + r.w)) + MARGIN;
  const y0 = Math.min(...rects.map((r) => r.y)) - MARGIN;
  const y1 = Math.max(...rects.map((r) => r.y + r.h)) + MARGIN;
  const fitting = Math.min(unit, width / (x1 - x0), height / (y1 - y0));
  const drawn = Math.min(Math.max(fitting, LARGEST), fitting * zoom);
  const w = Math.max(width, (x1 - x0) * drawn);
  const h = Math.max(height, (y1 - y0) * drawn);
  return {
    fitting,
    unit: drawn,
    width: w + right,
    height: h + felt.height - height,
    x: w / 2 - middle(x0, x1, w / drawn / 2) * drawn,
    y: top + h / 2 - middle(y0, y1, h / drawn / 2) * drawn,
  };
}

/**
 * The middle of the visible part of *low*..*high*, which shows *half* to each side.
 * @type {(low: number, high: number, half: number) => number}
 */
const middle = (low, high, half) =>
  high - low >= 2 * half ? (low + high) / 2 : Math.max(high - half, Math.min(low + half, 0));
