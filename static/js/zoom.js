// Zooming and panning the layout by wheel, mouse and two fingers; one finger scrolls by itself. Fetched when first used.

const NEAR = 600; // px of a wheel for e times as large

const within = ({ felt }, { clientX, clientY }) => {
  const box = felt.getBoundingClientRect();
  return [clientX - box.left, clientY - box.top];
};

/** Make everything *zoom* times as large as fits; the point at *x*, *y* px of the felt stays where it is. */
export function zoomTo(board, zoom, x = board.felt.clientWidth / 2, y = board.felt.clientHeight / 2) {
  const { felt } = board;
  const across = (felt.scrollLeft + x) / felt.scrollWidth;
  const down = (felt.scrollTop + y) / felt.scrollHeight;
  board.zoom = Math.max(1, Math.min(zoom, 4));
  board.show(board.picture, { still: true });
  felt.scrollTo(across * felt.scrollWidth - x, down * felt.scrollHeight - y);
}

export function wheel(board, event) {
  const lines = event.deltaMode === 1 ? 30 : 1;
  zoomTo(
    board,
    board.zoom * Math.exp((-event.deltaY * lines * (event.ctrlKey ? 4 : 1)) / NEAR),
    ...within(board, event),
  );
}

/** The mouse takes the table along. */
export function drag({ felt }, { pointerId, clientX, clientY }) {
  const { scrollLeft, scrollTop } = felt;
  follow(pointerId, (at) => felt.scrollTo(scrollLeft + clientX - at.clientX, scrollTop + clientY - at.clientY));
}

/** A second finger has come: where the first is, its next move tells. */
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

/** Call *moved* for every move of a pointer (*all*: of any), until the one of *pointerId* is let go. */
function follow(pointerId, moved, all = false) {
  const move = (at) => (all || at.pointerId === pointerId) && at.buttons && moved(at);
  const end = (at) => {
    if (at.pointerId !== pointerId && at.buttons !== 0) return;
    for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, end);
    removeEventListener("pointermove", move);
  };
  addEventListener("pointermove", move);
  for (const name of ["pointerup", "pointercancel"]) addEventListener(name, end);
}
