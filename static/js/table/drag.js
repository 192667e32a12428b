// Drags a tile of the hand.

const DRAG_AFTER = 7; // px

/**
 * Follow the pointer that pressed *button*: calls start() when it becomes a drag, move(at) as it goes on, then
 * drop(nearest, at) or cancel(). nearest(ghosts, within) returns the ghost within a tile's length of the drop point, or
 * *within* px of it, or null.
 * @type {(event: PointerEvent, button: HTMLElement, calls: { start: () => void; move: (at: Pointer) => void; drop: (nearest: Nearest, at: Pointer) => void; cancel: () => void }) => void}
 */
export function drag(event, button, { start, move: moved, drop, cancel }) {
  const from = { x: event.clientX, y: event.clientY };
  /** @type {any} */
  let copy = null;
  const move = (/** @type {any} */ at) => {
    if (at.pointerId !== event.pointerId) return;
    if (!at.buttons) return end(at); // released outside the window
    if (!copy) {
      if (Math.hypot(at.clientX - from.x, at.clientY - from.y) < DRAG_AFTER) return;
      copy = lift(button);
      button.dragged = true;
      start();
    }
    copy.style.transform = `translate(${at.clientX}px, ${at.clientY}px)`;
    moved(at);
  };
  const end = (/** @type {any} */ at) => {
    if (at.pointerId !== event.pointerId) return;
    for (const [name, call] of listeners) removeEventListener(name, call);
    button.classList.remove("lifted");
    if (!copy) return;
    copy.remove();
    if (at.type === "pointerup") drop((ghosts, within) => nearest(ghosts, at.clientX, at.clientY, within), at);
    else cancel();
    setTimeout(() => (button.dragged = false)); // ignore the click that follows a drag
  };
  /** @type {[string, (at: any) => void][]} */
  const listeners = [
    ["pointermove", move],
    ["pointerup", end],
    ["pointercancel", end],
  ];
  for (const [name, call] of listeners) addEventListener(name, call);
}

/** @type {(ghosts: Iterable<Element>, x: number, y: number, within?: number) => Play | null} */
function nearest(ghosts, x, y, within = 70) {
  let best = null;
  for (const node of ghosts) {
    const box = node.getBoundingClientRect();
    const away = Math.hypot(
      x - Math.max(box.left, Math.min(x, box.right)),
      y - Math.max(box.top, Math.min(y, box.bottom)),
    );
    if (away < within && (!best || away < best.away)) best = { away, play: node.play };
  }
  return best?.play ?? null;
}

/** @type {(button: HTMLElement) => HTMLElement} */
function lift(button) {
  const copy = document.createElement("div");
  copy.className = "dragged";
  const face = /** @type {Element} */ (button.firstElementChild);
  copy.append(face.cloneNode(true));
  copy.style.width = `${face.getBoundingClientRect().width}px`;
  document.body.append(copy);
  button.classList.add("lifted");
  return copy;
}
