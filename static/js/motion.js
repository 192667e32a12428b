// Whether anything moves by itself on this page, as the reader's device and settings want it.

export const moves = () =>
  document.body.dataset.motion === "on" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** node.animate() where things move, else nothing. */
export const animate = (node, frames, options) => (moves() ? node?.animate(frames, options) : null);
