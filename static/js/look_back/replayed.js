// Replays the moves of a deal from its start. It doesn't check whether a move was legal.

import { placementOf, playsOf } from "../text/notation.js";

const LEAVING = ["resign", "timeout"];

/**
 * The table after the deal and after each of *moves*: {hands (or rows), boneyard, laid, left}, always the same lists.
 * Ends early at a move whose tile isn’t where the move takes it from. *sides*: the side of each seat; *twoEnds*: seat 0
 * draws from the front of the boneyard, all others from its back.
 * @type {(deal: Deal, moves: SeatAndMove[], sides: number[], twoEnds: boolean) => Generator<DealtTable>}
 */
function* tablesAfter(deal, moves, sides, twoEnds) {
  /** @type {any} */
  const hands = (deal.rows ?? deal.hands ?? []).map((hand) => [...hand]);
  const boneyard = [...deal.boneyard];
  /** @type {Record<string, Tile[]>} */
  const lines = { "": deal.start ? [deal.start] : [], A: [], B: [] }; // A and B: in Sausage
  const left = new Set();
  let asked = new Set(); // seats still to bid for the last two tiles
  let bidder = /** @type {string | null} */ (null);
  const inPlay = () => Object.keys(hands).filter((seat) => hands[seat].length && !left.has(seat));
  const now = () => ({ hands, boneyard, laid: Object.values(lines).flat(), left });

  /** @type {(seat: any, play: any) => boolean} */
  function lay(seat, { tile, kind, line = "", number }) {
    const at = hands[seat].indexOf(tile);
    if (at < 0 || (deal.rows && at)) return false; // a row gives only its first tile
    hands[seat].splice(at, 1);
    if (kind === "cut")
      hands[1 - seat].push(...lines[""].splice(0), ...lines.A.splice(0, number), ...lines.B.splice(0, number));
    lines[line].splice(number ?? Infinity, 0, tile);
    return true;
  }

  /** @type {(seat: string, word: string) => void} */
  function bid(seat, word) {
    if (word === "bid") bidder = seat;
    else if (bidder === seat) bidder = null; // has left since
    if (!asked.delete(seat) || asked.size || bidder === null) return;
    if (new Set(inPlay().map((other) => sides[Number(other)])).size > 1) hands[bidder].push(...boneyard.splice(0));
  }

  /** @type {(seat: string, word: string, named?: string) => boolean} */
  function make(seat, word, named) {
    if (LEAVING.includes(word)) left.add(seat);
    if (["bid", "pass", ...LEAVING].includes(word)) bid(seat, word);
    if (word.startsWith("draw")) {
      const place = twoEnds && seat !== "0" ? -1 : Number(word.slice("draw@".length));
      const [tile] = boneyard.splice(place, 1);
      hands[seat].push(tile);
      [asked, bidder] = [new Set(boneyard.length === 2 ? inPlay() : []), null];
      return Boolean(tile) && tile === (named ?? tile);
    }
    if (word === "turn") {
      const tile = hands[seat].shift();
      (lines[""].length ? hands[seat] : lines[""]).push(tile);
      return tile === named;
    }
    const place = placementOf(word);
    return (place ? [place] : (playsOf(word) ?? [])).every((play) => lay(seat, play));
  }

  yield now();
  for (const move of moves) {
    const [seat, word, named] = move.split(" ");
    if (!hands[seat] || !make(seat, word, named)) return;
    yield now();
  }
}

/** @type {(some: unknown, others: unknown) => boolean} */
const same = (some, others) => JSON.stringify(some) === JSON.stringify(others);
/** @type {(hand: Tile[], shownHands: Tile[]) => boolean} */
const sameTiles = (hand, shownHands) => same([...hand].sort(), [...shownHands].sort());

/**
 * A seat whose *shown* hand isn't its own; a seat that left may have turned its tiles face down.
 * @type {(table: DealtTable, shownHands: any) => string | undefined}
 */
const otherHand = ({ hands, left }, shownHands) =>
  Object.keys(shownHands).find(
    (seat) => !sameTiles(hands[seat] ?? [], shownHands[seat]) && !(left.has(seat) && !shownHands[seat].length),
  );

/**
 * The first place where the *replay* contradicts the deal: {ply, seat}, with the seat if its tiles are wrong. Null if
 * there is none.
 * @type {(deal: Deal, replay: Replay, sides: number[], twoEnds?: boolean) => { ply: number; seat?: number } | null}
 */
export function wrongPly(deal, { frames, view: { moves, layout } }, sides, twoEnds = false) {
  let ply = 0;
  for (const table of tablesAfter(deal, moves, sides, twoEnds)) {
    const frame = frames[ply] ?? { hands: [] };
    const seat = otherHand(table, frame.hands);
    if (seat !== undefined) return { ply, seat: Number(seat) };
    const laid = (frame.layout ?? layout.filter((tile) => tile.ply <= ply)).map(({ tile }) => tile);
    const shownHands = [`${frame.seat} ${frame.move}`, frame.hands.length, frame.boneyard, laid];
    if (!same(shownHands, [ply ? moves[ply - 1] : "null null", table.hands.length, table.boneyard.length, table.laid]))
      return { ply };
    ply += 1;
  }
  if (ply <= moves.length) return { ply, seat: Number(moves[ply - 1].split(" ")[0]) };
  return frames.length > ply ? { ply } : null;
}

/**
 * Whether the deal explains a *round* as the seat *you* saw it: its own hand, or all hands at the end.
 * @type {(deal: Deal, round: SeenRound, sides: number[], twoEnds?: boolean) => boolean}
 */
export function wasSeen(deal, { you, moves, hand, open }, sides, twoEnds = false) {
  const shownHands = open ?? (hand ? { [String(you)]: hand } : {});
  const after = [...tablesAfter(deal, moves, sides, twoEnds)];
  return after.length > moves.length && otherHand(after[after.length - 1], shownHands) === undefined;
}
