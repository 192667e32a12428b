// Zooms and pans the layout by wheel, mouse and two fingers; the browser scrolls with one finger. Fetched on first use.

const NEAR = 600; // px of the wheel that zoom by a factor of e

/** @type {(board: Board, at: Pointer) => [number, number]} */
const within = ({ felt }, { clientX, clientY }) => {
  const box = felt.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
};

/**
 * Zoom to *zoom* times the size that fits. The point at *x*, *y* px of the felt stays in place.
 * @type {(board: Board, zoom: number, x?: number, y?: number) => void}
 */
export function zoomTo(board, zoom, x = board.felt.clientWidth / 2, y = board.felt.clientHeight / 2) {
  const { felt } = board;
  const across = (felt.scrollLeft + x) / felt.scrollWidth;
  const down = (felt.scrollTop + y) / felt.scrollHeight;
  board.zoom = Math.max(1, Math.min(zoom, 4));
  if (board.picture) board.show(board.picture, { still: true });
  felt.scrollTo(across * felt.scrollWidth - x, down * felt.scrollHeight - y);
}

const LARGE = 34; // px of a unit that is easy to read and to tap
const EDGE = 40; // px around the ends

/** @type {(rects: Rect[]) => Rect} */
function around(rects) {
  const [x, y] = [Math.min(...rects.map((r) => r.x)), Math.min(...rects.map((r) => r.y))];
  return { x, y, w: Math.max(...rects.map((r) => r.x + r.w)) - x, h: Math.max(...rects.map((r) => r.y + r.h)) - y };
}

/** @type {(felt: HTMLElement, rect: Rect) => void} */
const centre = (felt, { x, y, w, h }) => felt.scrollTo(x + (w - felt.clientWidth) / 2, y + (h - felt.clientHeight) / 2);

/** @type {(felt: HTMLElement, rect: Rect, zoom?: number) => boolean} */
const fits = (felt, { w, h }, zoom = 1) => w * zoom + EDGE < felt.clientWidth && h * zoom + EDGE < felt.clientHeight;

/**
 * Scroll a layout that is larger than the felt to its open ends, or to one of them.
 * @type {(board: Board) => void}
 */
export function showEnds(board) {
  const ends = board.endsDrawn();
  if (ends.length) centre(board.felt, fits(board.felt, around(ends)) ? around(ends) : ends[0]);
}

/**
 * A double tap: zoom to all open ends if they fit, otherwise to the nearest one; or back to the whole layout.
 * @type {(board: Board, at: Pointer) => void}
 */
export function toEnds(board, at) {
  const { felt } = board;
  if (board.zoom > 1) return zoomTo(board, 1);
  const [x, y] = within(board, at);
  const zoom = Math.max(1.6, LARGE / board.unit);
  const ends = board.endsDrawn();
  if (!ends.length) return zoomTo(board, zoom, x, y);
  const away = ends.map((end) => Math.hypot(end.x - felt.scrollLeft - x, end.y - felt.scrollTop - y));
  const isAll = fits(felt, around(ends), zoom);
  const nearest = away.indexOf(Math.min(...away));
  zoomTo(board, zoom);
  const larger = board.endsDrawn();
  return centre(felt, isAll ? around(larger) : larger[nearest]);
}

/** @type {(board: Board, event: WheelEvent) => void} */
export function wheel(board, event) {
  const lines = event.deltaMode === 1 ? 30 : 1;
  zoomTo(
    board,
    board.zoom * Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / NEAR),
    ...within(board, event),
  );
}

/**
 * Pans with the mouse.
 * @type {(board: Board, event: PointerEvent) => void}
 */
export function drag({ felt }, { pointerId, clientX, clientY }) {
  const { scrollLeft, scrollTop } = felt;
  follow(pointerId, (at) => felt.scrollTo(scrollLeft + clientX - at.clientX, scrollTop + clientY - at.clientY));
}

/**
 * A second finger is down; the next move of the first one shows where that is.
 * @type {(board: Board, second: PointerEvent) => void}
 */
export function pinch(board, second) {
  const fingers = new Map([[second.pointerId, second]]);
  const zoom = board.zoom;
  let apart = 0;
  follow(
    second.pointerId,
    (at) => {
      fingers.set(at.pointerId, at);
      if (fingers.size !== 2) return;
      const [a, b] = fingers.values();
      const now = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
      apart ||= now;
      zoomTo(
        board,
        (zoom * now) / apart,
        ...within(board, { clientX: (a.clientX + b.clientX) / 2, clientY: (a.clientY + b.clientY) / 2 }),
      );
    },
    true,
  );
}

/**
 * Call *moved* for every move of the pointer *pointerId* (*all*: of any pointer) until it is released.
 * @type {(pointerId: number, moved: (at: PointerEvent) => void, all?: boolean) => void}
 */
function follow(pointerId, moved, all = false) {
  const move = (/** @type {PointerEvent} */ at) => (all || at.pointerId === pointerId) && at.buttons && moved(at);
  const end = (/** @type {any} */ at) => {
    if (at.pointerId !== pointerId && at.buttons !== 0) return;
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, end);
    removeEventListener("pointermove", move);
  };
  addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
}
