// How large a layout is drawn, and where on the felt. Pure: no DOM.

const MARGIN = 0.75; // units around the layout
const LEAST = 110; // px of height the layout always gets, even if something covers the felt
const SMALLEST = 11; // px of a unit: a layout that needs less room than it would get is panned instead
const LARGEST = 64; // px of a unit, at any zoom

/**
 * The middle of the layout is in the middle of the felt while everything fits beside it. After that the drawing moves
 * as little as possible; then it shrinks, and at last it is larger than the felt.
 *
 * *rects*: what must be visible, in units; the first one is the layout. *unit*: px of a unit if everything fits.
 * *felt*: its {width, height} in px. *covered*: px covered at its edges, {top, bottom, right}, and the size in px of the
 * buttons in its lower right *corner*. *zoom*: a factor.
 *
 * Returns {fitting: px of a unit that shows everything, unit: px of a unit as drawn, width, height: px of the drawing,
 * x, y: px from its corner to the origin}.
 * @type {(rects: Rect[], unit: number, felt: { width: number; height: number }, covered?: Covered, zoom?: number) => Aimed}
 */
export function aim(rects, unit, felt, covered = {}, zoom = 1) {
  const free = aimAt(rects, unit, felt, covered, zoom);
  const { corner, bottom = 0 } = covered;
  if (!corner || corner.height <= bottom || !isIn(corner, rects, felt, free)) return free;
  return aimAt(rects, unit, felt, { ...covered, bottom: corner.height }, zoom);
}

/** @type {(rects: Rect[], unit: number, felt: { width: number; height: number }, covered: Covered, zoom: number) => Aimed} */
function aimAt(rects, unit, felt, { top = 0, bottom = 0, right = 0 }, zoom) {
  const width = felt.width - right;
  const height = Math.max(felt.height - top - bottom, Math.min(felt.height, LEAST));
  const x0 = Math.min(...rects.map((r) => r.x)) - MARGIN;
  const x1 = Math.max(...rects.map((r) => r.x + r.w)) + MARGIN;
  const y0 = Math.min(...rects.map((r) => r.y)) - MARGIN;
  const y1 = Math.max(...rects.map((r) => r.y + r.h)) + MARGIN;
  const fitting = Math.min(unit, Math.max(SMALLEST, Math.min(width / (x1 - x0), height / (y1 - y0))));
  const drawn = Math.min(Math.max(fitting, LARGEST), fitting * zoom);
  const w = Math.max(width, (x1 - x0) * drawn);
  const h = Math.max(height, (y1 - y0) * drawn);
  const [layout] = rects;
  return {
    fitting,
    unit: drawn,
    width: w + right,
    height: h + felt.height - height,
    x: w / 2 - middle(x0, x1, w / drawn / 2, layout.x + layout.w / 2) * drawn,
    y: top + h / 2 - middle(y0, y1, h / drawn / 2, layout.y + layout.h / 2) * drawn,
  };
}

/**
 * The middle of the visible part of *low*..*high*, which shows *half* to each side: *wanted*, if everything fits there.
 * @type {(low: number, high: number, half: number, wanted: number) => number}
 */
const middle = (low, high, half, wanted) =>
  high - low >= 2 * half ? (low + high) / 2 : Math.max(high - half, Math.min(low + half, wanted));

/**
 * Whether the buttons in the corner would cover an end or a ghost; the whole layout's box says little.
 * @type {(corner: { width: number; height: number }, rects: Rect[], felt: { width: number; height: number }, aimed: Aimed) => boolean}
 */
const isIn = (corner, [, ...rects], felt, { unit, x, y }) =>
  rects.some(
    (r) => x + (r.x + r.w) * unit > felt.width - corner.width && y + (r.y + r.h) * unit > felt.height - corner.height,
  );
