// Earlier layouts of a Sausage deal, rebuilt from the moves, as the view has only the present one. Tiles go where the
// moves say; whether a move was legal isn't checked.

import { halves, otherHalf, placementOf, seatAndText } from "../text/notation.js";

/** @type {Line[]} */
const LINES = ["A", "B"];

/**
 * The lines after *ply* moves: {start, A, B, counts}. `at` of a tile in a line: the half that meets its neighbour.
 * @type {(moves: SeatAndMove[], ply: number, hand: number) => PastLines}
 */
function linesAfter(moves, ply, hand) {
  const lines = /** @type {PastLines} */ ({ start: null, A: [], B: [], counts: [hand, hand] });
  moves.slice(0, ply).forEach((move, index) => {
    const [seat, text] = seatAndText(move);
    const played = { seat, ply: index + 1, onto: null };
    const place = placementOf(text);
    if (place) put(/** @type {Started} */ (lines), place, played);
    else if (text.startsWith("turn ") && !lines.start) {
      const tile = text.slice(5);
      lines.start = { ...played, tile, upper: halves(tile)[0] };
      lines.counts[seat] -= 1;
    }
  });
  return lines;
}

/** @type {(lines: Started, line: Line, number: number) => number} */
const joint = ({ start, ...lines }, line, number) => {
  if (number) return otherHalf(lines[line][number - 1].tile, lines[line][number - 1].at);
  return line === "A" ? start.upper : otherHalf(start.tile, start.upper);
};

/** @type {(lines: Started, place: Placement, played: Omit<LinePlay, "tile">) => void} */
function put(lines, { kind, tile, line, number }, played) {
  lines.counts[played.seat] -= 1;
  if (kind === "cut") {
    const upper = joint(lines, "A", number);
    lines.counts[1 - played.seat] += 1 + 2 * number;
    lines.cut = [lines.start, ...lines.A.splice(0, number), ...lines.B.splice(0, number)].map((gone) => gone.tile);
    lines.start = { ...played, tile, upper };
    return;
  }
  const behind = number ?? lines[line].length;
  lines[line].splice(behind, 0, { ...played, tile, at: joint(lines, line, behind) });
}

/**
 * {layout, ends, counts} after *ply* moves, as in a view.
 * @type {(moves: SeatAndMove[], ply: number, hand: number) => { layout: LaidTile[]; ends: OpenEnd[]; counts: number[] }}
 */
export function layoutAfter(moves, ply, hand) {
  const lines = /** @type {Started} */ (linesAfter(moves, ply, hand));
  if (!lines.start) return { layout: [], ends: [], counts: lines.counts };
  const layout = [
    { ...lines.start, at: null, arm: "lead" },
    ...LINES.flatMap((arm) => lines[arm].map((played) => ({ ...played, arm }))),
  ];
  const ends = LINES.map((arm) => ({
    arm,
    tile: lines[arm].at(-1)?.tile ?? lines.start.tile,
    value: joint(lines, arm, lines[arm].length),
  }));
  return { layout, ends, counts: lines.counts };
}

/**
 * The tiles that move number *ply*, a cut, sent to the opponent's row, in that order.
 * @type {(moves: SeatAndMove[], ply: number) => Tile[] | undefined}
 */
export const tilesCut = (moves, ply) => linesAfter(moves, ply, 0).cut;
