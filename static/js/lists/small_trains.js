// A small board of Mexican Train (rules.md 9.7): the station, and a square for each train with its end.

import { svg } from "../board/tile.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { halves } from "../text/notation.js";

const BOX = 96; // units, as the box has px in most lists; it is a square
const GAP = 4;
const STATION = 13; // the short side of its tile
const MARKS = 8; // height of the line with an open train's engine
// An engine in a box of 10 × 8: the cab, the boiler with its chimney, two wheels.
const ENGINE =
  "M0 0h4v2h2V0h2v2h1a1 1 0 0 1 1 1v2.500H0zM2.500 5a1.500 1.500 0 1 0 .01 0zM7.500 5a1.500 1.500 0 1 0 .01 0z";

/**
 * The own train has a frame, an open one the engine, the one to be covered an outline; a bar is below that of the seat to
 * move. "M" is the one for all.
 * @type {(board: SmallBoard) => SVGElement}
 */
export function drawTrains(board) {
  const trains = board.trains ?? [];
  const columns = trains.length > 4 ? 3 : 2;
  const rows = Math.ceil(trains.length / columns);
  const below = BOX - STATION - GAP / 2;
  const side = Math.min((BOX - GAP) / columns, below / rows) - GAP;
  const top = BOX - below + (below - rows * (side + GAP)) / 2;
  const squares = trains.map((train, index) => {
    const row = Math.floor(index / columns);
    const inRow = Math.min(columns, trains.length - columns * row);
    const left = (BOX - inRow * (side + GAP) + GAP) / 2;
    const x = left + (index % columns) * (side + GAP);
    return square(train, board, side, x, top + row * (side + GAP));
  });
  const label = { role: "img", "aria-label": inWords(board) };
  return svg(
    "svg",
    { viewBox: `0 0 ${BOX} ${BOX}`, class: "small-trains", ...label },
    station(board.layout[0].tile),
    ...squares,
  );
}

/** @type {(value: number, x: number, y: number, size: number) => SVGElement} */
const numeral = (value, x, y, size) =>
  svg("text", { x, y, dy: "0.36em", "text-anchor": "middle", "font-size": size }, String(value));

/** @type {(tile: Tile) => SVGElement} */
function station(tile) {
  const [x, y] = [BOX / 2 - STATION, GAP / 2];
  return svg(
    "g",
    { class: "station" },
    svg("rect", { x, y, width: 2 * STATION, height: STATION, rx: 2 }),
    svg("path", { d: `M${BOX / 2} ${y + 2}v${STATION - 4}` }),
    ...halves(tile).map((value, at) => numeral(value, x + (at + 0.5) * STATION, y + STATION / 2, 9)),
  );
}

/** @type {(train: Train, board: SmallBoard, side: number, x: number, y: number) => SVGElement} */
function square({ of, end, open }, { you, turn, cover }, side, x, y) {
  const classes = [
    "train-square",
    of === `T${you}` && "own",
    of === cover && "to-cover",
    cover && of !== cover && "shut",
  ];
  const middle = open ? (side + MARKS) / 2 : side / 2; // the train for all is open, too
  const mark =
    of === "M"
      ? svg("text", { x: side - 2, y: MARKS, "text-anchor": "end", "font-size": MARKS }, "M")
      : svg("path", { d: ENGINE, transform: `translate(${side - 12} 2)` });
  return svg(
    "g",
    { class: classes.filter(Boolean).join(" "), transform: `translate(${x} ${y})` },
    svg("rect", { width: side, height: side, rx: 3 }),
    numeral(end, side / 2, middle, Math.min(side * 0.6, side - MARKS)),
    ...(open ? [mark] : []),
    ...(of === `T${turn}` ? [svg("path", { class: "turn", d: `M4 ${side + 2}H${side - 4}` })] : []),
  );
}

/**
 * The ends, for screen readers.
 * @type {(board: SmallBoard) => string}
 */
function inWords({ layout, trains, you, cover }) {
  const ends = (trains ?? []).map(({ of, end, open }) => {
    if (of === "M") return interpolate(_("Mexican train %(end)s"), { end });
    const named = of === `T${you}` ? interpolate(_("yours %(end)s"), { end }) : end;
    return open ? interpolate(_("%(end)s, open"), { end: named }) : named;
  });
  const words = interpolate(_("Station %(tile)s. Ends of the trains: %(ends)s."), {
    tile: layout[0].tile,
    ends: ends.join("; "),
  });
  return cover ? `${words} ${_("A double must be covered.")}` : words;
}
