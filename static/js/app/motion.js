// Whether anything on this page is animated, according to the reader's device and settings, and along which curve.

const EASE = "cubic-bezier(.2, .7, .2, 1)"; // --ease of tokens.css

export const moves = () =>
  document.body.dataset.motion === "on" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * node.animate() if animations are on; otherwise null.
 * @type {(node: Element | null | undefined, frames: Keyframe[], options: KeyframeAnimationOptions) => Animation | null | undefined}
 */
export const animate = (node, frames, options) =>
  moves() ? node?.animate(frames, { easing: EASE, ...options }) : null;
