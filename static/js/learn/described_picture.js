// Draws a picture that the server describes (rulebook/pictures.py): a layout, the two lines of Sausage, or trains.

import { Board } from "../board/board.js";
import { element } from "../board/element.js";
import { drawLying, drawTile, svg } from "../board/tile.js";
import { carPicture, TrainRows } from "../board/train_rows.js";
import { cutPicture, insertion } from "../geometry/sausage_changes.js";
import { arrangeLines, placementRect } from "../geometry/sausage_lines.js";
import { gettext as _ } from "../text/i18n.js";
import { placementOf, playsOf } from "../text/notation.js";

const MARGIN = 0.7; // units around the two lines of Sausage
const LARGEST = 44; // px of a unit of those lines

/**
 * The argument of Board.show for a *picture*.
 * @type {(picture: DescribedPicture) => BoardPicture & { ghosts: Ghost[] }}
 */
export function boardOf({ kind, layout, ends, sum, arms, fresh, ghosts, bright }) {
  const plays = ghosts.flatMap((text) => playsOf(text) ?? []);
  const aims = new Set(plays.map(({ onto }) => onto));
  return {
    id: kind,
    layout,
    rules: { sum, arms },
    fresh: new Set(fresh),
    ends: ends.map((end) => ({ ...end, playable: bright || aims.has(end.tile) })),
    ghosts: plays.map((play) => ({ play, name: "", laid: false, sent: false })),
  };
}

/** @type {(felt: HTMLElement, picture: DescribedPicture) => Board} */
export function drawBoard(felt, picture) {
  const board = new Board(felt, {});
  board.show(boardOf(picture), { still: true });
  return board;
}

/**
 * The argument of TrainRows.show for a *picture* with trains.
 * @type {(picture: DescribedPicture) => TrainsPicture}
 */
export const trainsOf = ({ trains, layout, ends, fresh, ghosts, bright }) => ({
  .../** @type {DescribedTrains} */ (trains),
  layout,
  fresh: new Set(fresh),
  usable: new Set(bright ? ends.map(({ arm }) => arm) : []),
  takes: ghosts.flatMap((text) => playsOf(text) ?? []),
});

/**
 * The station of a *picture*, and empty rows for its trains. onRow(train): a row was tapped.
 * @type {(felt: HTMLElement, picture: DescribedPicture, how?: { onRow?: (train: string) => void }) => TrainRows}
 */
export function rowsOn(felt, { layout: [station] }, how) {
  const box = element("div", { className: "trains-box" });
  felt.classList.add("of-trains");
  felt.append(
    element("div", { className: "trains-station" }, _("Station"), carPicture({ tile: station.tile, at: null })),
    box,
  );
  return new TrainRows(box, { fills: true, ...how });
}

/**
 * The two lines of Sausage: as they are, with the places that a tile can go to, or with the result of a cut or an
 * insert.
 * @type {(felt: HTMLElement, picture: DescribedPicture) => void}
 */
export function drawLines(felt, { layout, before, change, ghosts, ends }) {
  const made = change ? placementOf(change) : null;
  const nodes = [];
  let rects;
  if (made?.kind === "cut") {
    const { gone, stay, seam, joint, bounds } = cutPicture(before, layout, made, { ends });
    nodes.push(
      ...drawLying([
        ...gone.map((tile) => ({ ...tile, className: "gone" })),
        ...stay.map((tile) => ({ ...tile, halo: !tile.number })),
      ]),
      ...joint.map(ring),
      seamLine(seam),
    );
    rects = [bounds, { x: 0, y: -0.8, w: 1, h: 3.6 }];
  } else {
    const arranged = arrangeLines(layout, { ends });
    const inserted = made?.kind === "insert" ? insertion(arranged, made) : null;
    nodes.push(
      ...drawLying(arranged.tiles.map((tile) => ({ ...tile, halo: inserted?.tile === tile }))),
      ...(inserted?.halves ?? []).map(ring),
    );
    const places = ghosts.map((text) => placementRect(arranged, /** @type {Placement} */ (placementOf(text))));
    nodes.push(...places.flatMap((place) => [ghost(place), ...(place.seam ? [seamLine(place.seam)] : [])]));
    rects = [arranged.bounds, ...places];
  }
  for (const [n, name] of ["A", "B"].entries())
    nodes.push(svg("text", { class: "line-name", x: -0.45, y: n + 0.5, dy: "0.35em", "text-anchor": "middle" }, name));
  const x0 = Math.min(-0.9, ...rects.map((r) => r.x)) - MARGIN;
  const x1 = Math.max(...rects.map((r) => r.x + r.w)) + MARGIN;
  const y0 = Math.min(...rects.map((r) => r.y)) - MARGIN;
  const y1 = Math.max(...rects.map((r) => r.y + r.h)) + MARGIN;
  const picture = svg("svg", { class: "lines-picture", viewBox: `${x0} ${y0} ${x1 - x0} ${y1 - y0}` }, ...nodes);
  picture.style.maxWidth = `${(x1 - x0) * LARGEST}px`;
  felt.classList.add("of-lines");
  felt.append(picture);
}

/** @type {(place: LinePlace) => SVGElement} */
const ghost = (place) =>
  svg(
    "g",
    { class: "ghost", transform: `translate(${place.x} ${place.y})` },
    drawTile(place.values, place),
    svg("rect", { class: "ghost-edge", x: -0.06, y: -0.06, width: place.w + 0.12, height: place.h + 0.12, rx: 0.2 }),
  );
/** @type {(rect: Rect) => SVGElement} */
const ring = ({ x, y, w, h }) =>
  svg("rect", { class: "joint", x: x + 0.07, y: y + 0.07, width: w - 0.14, height: h - 0.14, rx: 0.16 });
/** @type {(seam: Point & { h: number }) => SVGElement} */
const seamLine = ({ x, y, h }) => svg("line", { class: "seam", x1: x, y1: y - 0.3, x2: x, y2: y + h + 0.3 });
