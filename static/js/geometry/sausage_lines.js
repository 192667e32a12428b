// Sausage: places a view's layout on the table. Pure geometry: no DOM, no rules.
//
// The start stands upright. Line A grows to the right from its upper half, line B from its lower half, side by side.
// Every tile lies lengthwise, so that the joints of both lines are one above the other. A tile that cuts stands across
// both lines, as the start did. Lines too long for the box continue in a band below, like lines of text. Lengths are
// units: a tile is 1 by 2.

import { halves, otherHalf } from "../text/notation.js";

const BAND = 3.4; // from one band to the next

/**
 * Lay out *layout* ({tile, at, arm: lead, A or B, seat, ply}). *ends*: as in the view, for a start without lines.
 * *columns*: of the box. *left*: the x of the start.
 *
 * Returns {tiles, seams, bounds}. `tiles`: as in layout.js, each with `line` ("", "A", "B") and `number` (0: the
 * start).
 * `seams`: where a line continues in the next band, [{from, to}]. `bounds`: around everything.
 * @type {(layout: LaidTile[], box?: { ends?: OpenEnd[]; columns?: number; left?: number }) => Lines}
 */
export function arrangeLines(layout, { ends = [], columns = Infinity, left = 0 } = {}) {
  const on = (/** @type {Line} */ line) => /** @type {LineLaid[]} */ (layout.filter(({ arm }) => arm === line));
  const lines = { A: on("A"), B: on("B") };
  const start = layout.find(({ arm }) => arm === "lead");
  const per = Math.max(1, Math.floor((columns - left - 1) / 2)); // tiles of a line in one band
  /** @type {(line: Line, number: number) => Point} */
  const spot = (line, number) => ({
    x: left + 1 + 2 * ((number - 1) % per),
    y: Math.floor((number - 1) / per) * BAND + (line === "B" ? 1 : 0),
  });
  const tiles = /** @type {LineTile[]} */ ([]);
  if (start) {
    const upper = startHalf(start.tile, lines, ends);
    tiles.push({
      ...start,
      line: "",
      number: 0,
      x: left,
      y: 0,
      w: 1,
      h: 2,
      vertical: true,
      values: [upper, otherHalf(start.tile, upper)],
    });
  }
  for (const line of /** @type {Line[]} */ (["A", "B"])) {
    tiles.push(
      ...lines[line].map((played, index) => ({
        ...played,
        line,
        number: index + 1,
        ...spot(line, index + 1),
        w: 2,
        h: 1,
        vertical: false,
        values: [played.at, otherHalf(played.tile, played.at)],
      })),
    );
  }
  const bands = Math.ceil(Math.max(lines.A.length, lines.B.length) / per) || 1;
  const width = bands > 1 ? 2 * per : 2 * Math.max(lines.A.length, lines.B.length);
  const seams = Array.from({ length: bands - 1 }, (_seam, band) => ({
    from: { x: left + 1 + width, y: band * BAND + 1 },
    to: { x: left + 1, y: (band + 1) * BAND + 1 },
  }));
  return {
    tiles,
    seams,
    spot,
    start: start?.tile ?? null,
    lengths: { A: lines.A.length, B: lines.B.length },
    bounds: { x: left, y: 0, w: 1 + width, h: (bands - 1) * BAND + 2 },
  };
}

/**
 * The half of the start that line A grows from.
 * @type {(tile: Tile, lines: { A: LineLaid[]; B: LineLaid[] }, ends: OpenEnd[]) => number}
 */
function startHalf(tile, { A, B }, ends) {
  if (A.length) return A[0].at;
  if (B.length) return otherHalf(tile, B[0].at);
  return ends.find(({ arm }) => arm === "A")?.value ?? halves(tile)[0];
}

/**
 * The place of a tile that isn't laid yet, beside *arranged*: {x, y, w, h, vertical, values, seam}. A tile to insert
 * waits beside its line, one to cut above both; `seam` {x, y, h} is where it goes in.
 * @type {(arranged: Lines, place: Placement) => LinePlace}
 */
export function placementRect(arranged, place) {
  const { kind, tile, line, number } = place;
  const values = halves(tile);
  if (kind === "end") {
    const last = arranged.tiles.filter((laid) => laid.line === line).at(-1);
    const start = arranged.tiles[0];
    const meets = last ? last.values[1] : start.values[line === "A" ? 0 : 1];
    return {
      ...arranged.spot(line, arranged.lengths[line] + 1),
      w: 2,
      h: 1,
      vertical: false,
      values: [meets, otherHalf(tile, meets)],
      seam: null,
    };
  }
  const next = arranged.spot(line || "A", number + 1);
  if (kind === "insert") {
    return {
      x: next.x - 1,
      y: next.y + (line === "B" ? 1.25 : -1.25),
      w: 2,
      h: 1,
      vertical: false,
      values,
      seam: { x: next.x, y: next.y, h: 1 },
    };
  }
  const joint = tileAt(arranged, "A", number);
  return {
    x: next.x - 0.5,
    y: next.y - 2.3,
    w: 1,
    h: 2,
    vertical: true,
    values: [joint.values[1], otherHalf(tile, joint.values[1])],
    seam: { x: next.x, y: next.y, h: 2 },
  };
}

/**
 * The tile that lies there.
 * @type {(arranged: Lines, line: Line, number: number) => LineTile}
 */
export const tileAt = ({ tiles }, line, number) =>
  /** @type {LineTile} */ (tiles.find((laid) => laid.line === line && laid.number === number));
