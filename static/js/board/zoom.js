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
