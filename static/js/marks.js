// What an analysis found of the moves of this game: it comes with the page of a game that is over, each costly choice
// as {deal, ply, step, words, text, more}, in their order.

import { element } from "./players.js";

const GLYPHS = ["", "?!", "?", "??"]; // by step

let found = null;

/** All of them; none where nobody has asked for an analysis. */
export function marks() {
  const inPage = document.getElementById("marks");
  if (inPage) found ??= JSON.parse(inPage.textContent);
  return found ?? [];
}

/** That of one move, or undefined. */
export const markOf = (deal, ply) => marks().find((mark) => mark.deal === deal && mark.ply === ply);

/** The one after this place, or the first of all. */
export const markAfter = (deal, ply) =>
  marks().find((mark) => mark.deal > deal || (mark.deal === deal && mark.ply > ply)) ?? marks()[0];

/** Its sign, which says its words to those who can't see it. */
export const markSign = ({ step, words }) =>
  element(
    "span",
    { className: `mark step-${step}`, title: words },
    element("span", { "aria-hidden": "true", text: GLYPHS[step] }),
    element("span", { className: "visually-hidden", text: words }),
  );
