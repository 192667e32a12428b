// What an analysis says about the moves of this game. It comes with the page of a finished game: each costly move as
// {deal, ply, step, words, text, more}, in game order.

import { element } from "../table/players.js";

const GLYPHS = ["", "?!", "?", "??"]; // by step

/** @type {Mark[] | null} */
let found = null;

/**
 * All marks; empty if no one has asked for an analysis.
 * @type {() => Mark[]}
 */
export function marks() {
  const inPage = document.getElementById("marks");
  if (inPage) found ??= JSON.parse(inPage.textContent);
  return found ?? [];
}

/**
 * The mark of one move, or undefined.
 * @type {(deal: number, ply: number) => Mark | undefined}
 */
export const markOf = (deal, ply) => marks().find((mark) => mark.deal === deal && mark.ply === ply);

/**
 * Its sign, with its words for screen readers.
 * @type {(mark: Mark) => HTMLElement}
 */
export const markSign = ({ step, words }) =>
  element(
    "span",
    { className: `mark step-${step}`, title: words },
    element("span", { "aria-hidden": "true", text: GLYPHS[step] }),
    element("span", { className: "visually-hidden", text: words }),
  );
