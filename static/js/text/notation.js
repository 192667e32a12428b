// Parses the texts of tiles and moves (rules.md 10). Text in, plain values out.

/**
 * "5-3" → [5, 3]
 * @type {(tile: Tile) => number[]}
 */
export const halves = (tile) => tile.split("-").map(Number);

/**
 * The name of a tile, however it is shown: "5-12" → "12-5".
 * @type {(shown: string) => Tile}
 */
export const nameOf = (shown) =>
  halves(shown)
    .sort((a, b) => b - a)
    .join("-");

/** @type {(tile: Tile) => boolean} */
export const isDouble = (tile) => halves(tile)[0] === halves(tile)[1];

/**
 * The half of *tile* that isn't *half*.
 * @type {(tile: Tile, half: number) => number}
 */
export function otherHalf(tile, half) {
  const [high, low] = halves(tile);
  return half === high ? low : high;
}

/**
 * Sorts a hand for reading: by the higher half, doubles first in their suit.
 * @type {(hand: Tile[]) => Tile[]}
 */
export const sortedHand = (hand) =>
  [...hand].sort((a, b) => {
    const [a1, a2] = halves(a);
    const [b1, b2] = halves(b);
    return b1 - a1 || b2 - a2;
  });

/**
 * "1 5-3>6-5" → [1, "5-3>6-5"]
 * @type {(move: SeatAndMove) => [number, MoveText]}
 */
export function seatAndText(move) {
  const space = move.indexOf(" ");
  return [Number(move.slice(0, space)), move.slice(space + 1)];
}

const PLAY = /^(\d+-\d+)(?:>(\d+-\d+|[AB]|T\d|M)(?::(\d+))?(?:~(\d+)|([=x]))?|\^([AB])(\d+)|\/(\d+))?$/;

/**
 * The single plays that a move lays: [{text, tile, onto, at, out, lengthwise, closed, place}]; null for other moves.
 * @type {(text: MoveText) => Play[] | null}
 */
export function playsOf(text) {
  const plays = text.split(",").map((play) => PLAY.exec(play));
  if (!plays.every((play) => play !== null)) return null;
  return plays.map(([whole, tile, onto, at, out, flag]) => ({
    text: whole,
    tile,
    onto: onto ?? null,
    at: at === undefined ? null : Number(at),
    out: out === undefined ? null : Number(out),
    lengthwise: flag === "=",
    closed: flag === "x",
    place: onto ? "" : whole.slice(tile.length), // in Sausage: on a line, or across both
  }));
}

/**
 * A move's text as {kind: end, insert or cut, tile, line, number}; null for other moves.
 * @type {(text: MoveText) => Placement | null}
 */
export function placementOf(text) {
  const found = /^(\d+-\d+)(?:>([AB])|\^([AB])(\d+)|\/(\d+))$/.exec(text);
  if (!found) return null;
  const [, tile, end, into, behind, joint] = found;
  if (end) return { kind: "end", tile, line: /** @type {Line} */ (end), number: null };
  return into
    ? { kind: "insert", tile, line: /** @type {Line} */ (into), number: Number(behind) }
    : { kind: "cut", tile, line: "", number: Number(joint) };
}
