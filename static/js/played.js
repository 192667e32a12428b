// Follows the moves of a deal from where it put every tile. Whether a move was allowed is not asked here.

import { placementOf, playsOf } from "./notation.js";

const LEAVING = ["resign", "timeout"];

/** What lies where after the deal and after each of *moves*: {hands (or rows), boneyard, laid, left}, always the same lists.
 *  Ends early with a move whose tile isn't where it comes from. *sides*: the side of each seat. */
function* tablesAfter(deal, moves, sides) {
  const hands = (deal.rows ?? deal.hands ?? []).map((hand) => [...hand]);
  const boneyard = [...deal.boneyard];
  const lines = { "": deal.start ? [deal.start] : [], A: [], B: [] }; // A and B: of Sausage
  const left = new Set();
  let asked = new Set(); // who is still to bid for the last two tiles
  let bidder = null;
  const inPlay = () => Object.keys(hands).filter((seat) => hands[seat].length && !left.has(seat));
  const now = () => ({ hands, boneyard, laid: Object.values(lines).flat(), left });

  function lay(seat, { tile, kind, line = "", number }) {
    const at = hands[seat].indexOf(tile);
    if (at < 0 || (deal.rows && at)) return false; // of a row only the front
    hands[seat].splice(at, 1);
    if (kind === "cut")
      hands[1 - seat].push(...lines[""].splice(0), ...lines.A.splice(0, number), ...lines.B.splice(0, number));
    lines[line].splice(number ?? Infinity, 0, tile);
    return true;
  }

  function bid(seat, word) {
    if (word === "bid") bidder = seat;
    else if (bidder === seat) bidder = null; // has left since
    if (!asked.delete(seat) || asked.size || bidder === null) return;
    if (new Set(inPlay().map((other) => sides[other])).size > 1) hands[bidder].push(...boneyard.splice(0));
  }

  function make(seat, word, named) {
    if (LEAVING.includes(word)) left.add(seat);
    if (["bid", "pass", ...LEAVING].includes(word)) bid(seat, word);
    if (word.startsWith("draw")) {
      const [tile] = boneyard.splice(Number(word.slice("draw@".length)), 1);
      hands[seat].push(tile);
      [asked, bidder] = [new Set(boneyard.length === 2 ? inPlay() : []), null];
      return tile && tile === (named ?? tile);
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
    const [seat, ...what] = move.split(" ");
    if (!hands[seat] || !make(seat, ...what)) return;
    yield now();
  }
}

const same = (some, others) => JSON.stringify(some) === JSON.stringify(others);
const sameTiles = (hand, shownHands) => same([...hand].sort(), [...shownHands].sort());

/** A seat that is *shown* another hand than it has; one that left may have turned its tiles face down. */
const otherHand = ({ hands, left }, shownHands) =>
  Object.keys(shownHands).find(
    (seat) => !sameTiles(hands[seat] ?? [], shownHands[seat]) && !(left.has(seat) && !shownHands[seat].length),
  );

/** Where the *replay* first shows what doesn't follow from the deal: {ply, seat}, the seat where it is about one's tiles; null: nowhere. */
export function wrongPly(deal, { frames, view: { moves, layout } }, sides) {
  let ply = 0;
  for (const table of tablesAfter(deal, moves, sides)) {
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

/** Whether a *round* as the seat *you* saw it follows from the deal: its own hand, or at the end all hands. */
export function wasSeen(deal, { you, moves, hand, open }, sides) {
  const shownHands = open ?? (hand ? { [you]: hand } : {});
  const after = [...tablesAfter(deal, moves, sides)];
  return after.length > moves.length && otherHand(after.at(-1), shownHands) === undefined;
}
