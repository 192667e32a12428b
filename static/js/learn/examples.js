// Draws the examples on a rules page, and the moves of an analysis, with the table's own modules. Without scripts, the
// page describes them in words.

import { late } from "../app/on_demand.js";
import { tilePicture } from "../board/tile.js";
import { add } from "../extras/registry.js";
import { element } from "../table/players.js";
import { drawSheet } from "../table/score_sheet.js";
import { gettext as _ } from "../text/i18n.js";
import { halves } from "../text/notation.js";
import { drawBoard, drawLines, rowsOn, trainsOf } from "./described_picture.js";

const NEAR = "400px"; // above and below the visible part

/** @type {(figure: Part, picture: DescribedPicture) => void} */
function draw(figure, picture) {
  const place = figure.querySelector(".example-drawing");
  place.hidden = false;
  figure.querySelector(".example-text").classList.add("visually-hidden");
  const felt = element("div", { className: `example-felt size-${figure.dataset.size}` });
  const hands = element("div", { className: "example-hands" }, ...picture.hands.map(drawHand));
  if (picture.layout.length || picture.trains) place.append(felt);
  if (picture.hands.length) place.append(hands);
  if (picture.lines) drawLines(felt, picture);
  else if (picture.trains) rowsOn(felt, picture).show(trainsOf(picture));
  else if (picture.layout.length) {
    const board = drawBoard(felt, picture);
    if (figure.dataset.round)
      late(() => import("./steps.js")).then((steps) =>
        steps?.addSteps(figure, picture, (now, shown) => {
          board.show(now, { still: true });
          hands.replaceChildren(...shown.map(drawHand));
        }),
      );
  }
}

/** @type {(hand: DescribedHand) => HTMLElement} */
const drawHand = ({ name, tiles, marked, drawn }) =>
  element(
    "div",
    { className: "example-hand" },
    element("span", { className: "example-name", text: drawn ? _("drawn") : name }),
    element(
      "span",
      { className: "example-tiles" },
      ...(tiles.length
        ? tiles.map((tile) =>
            element("span", { className: marked.includes(tile) ? "marked" : "" }, tilePicture(halves(tile))),
          )
        : [element("span", { className: "example-none", text: "–" })]),
    ),
  );

const pictures = JSON.parse(document.getElementById("examples").textContent);
if (pictures.some((/** @type {{ sheet?: Sheet }} */ { sheet }) => sheet?.notes)) {
  const notes = await late(() => import("../extras/round_notes.js"));
  if (notes) add(notes);
}

/** @type {(figure: Part) => void} */
function drawFigure(figure) {
  if (figure.dataset.drawn) return;
  figure.dataset.drawn = "yes";
  const picture = pictures[Number(figure.dataset.example)];
  if (picture.kind === "sheet") drawSheet(figure.querySelector("table"), picture, picture.totals);
  else draw(figure, picture);
}

// Each in a task of its own, shortly before it comes into view: a page can have dozens.
const waiting = /** @type {Part[]} */ ([]);
const next = () => {
  const figure = waiting.shift();
  if (figure) drawFigure(figure);
  if (waiting.length) setTimeout(next);
};
const nearing = new IntersectionObserver(
  (entries) => {
    const isIdle = !waiting.length;
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      nearing.unobserve(target);
      waiting.push(/** @type {Part} */ (target));
    }
    if (isIdle && waiting.length) setTimeout(next);
  },
  { rootMargin: NEAR },
);
const figures = document.querySelectorAll("[data-example]");
for (const figure of figures) {
  if (pictures[Number(figure.dataset.example)].kind === "sheet")
    drawFigure(figure); // a table costs next to nothing
  else nearing.observe(figure);
}
addEventListener("beforeprint", () => figures.forEach(drawFigure));
