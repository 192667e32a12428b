// The position that a scene shows: now, an earlier ply of the running deal, or any ply of a finished one.

import { firstAnswer } from "../extras/registry.js";
import { playsOf, seatAndText } from "../text/notation.js";

/**
 * {deal, round, layout, ply, ends, counts, hands: open or null, boneyard, turn, totals, moves, by, scoreLine, last, isOver}
 * @type {(state: State) => Position}
 */
export function positionOf(state) {
  const { view, scene, deals } = state;
  if (scene.kind === "now") return view.round ? runningPosition(view, view.round.moves.length) : emptyPosition(view);
  const replay = deals[scene.deal];
  if (replay) return replayPosition(replay, scene.kind === "over" ? replay.frames.length - 1 : scene.ply);
  const running = /** @type {PlayedView} */ (view);
  return runningPosition(running, Math.min(scene.ply ?? Infinity, running.round.moves.length));
}

/** @type {(view: GameView) => Position} */
const emptyPosition = (view) => ({
  deal: 0,
  round: 1,
  layout: [],
  ply: 0,
  ends: [],
  counts: view.seats.map(() => 0),
  hands: null,
  boneyard: 0,
  turn: null,
  totals: view.totals,
  moves: [],
  by: [],
  scoreLine: null,
  last: null,
  isOver: false,
});

/** @type {(view: PlayedView, ply: number) => Position} */
function runningPosition(view, ply) {
  const { round } = view;
  const now = ply === round.moves.length;
  const past = now ? null : firstAnswer("layoutAt", view, ply);
  const counts = [...round.hands];
  let boneyard = round.boneyard;
  for (const move of round.moves.slice(ply)) {
    // backwards from the present: played tiles return to the hand, drawn ones leave it
    const [seat, text] = seatAndText(move);
    const plays = playsOf(text);
    if (plays) counts[seat] += plays.length;
    else if (text?.startsWith("draw")) {
      counts[seat] -= 1;
      boneyard += 1;
    }
  }
  return {
    deal: view.deal,
    round: round.round,
    layout: round.layout,
    ply,
    ends: now ? round.ends : [],
    trains: round.trains,
    cover: round.cover,
    counts,
    count: now ? round.count : null,
    hands: now ? round.open : null,
    boneyard,
    turn: now ? round.turn : seatAndText(round.moves[ply])[0],
    turned: now ? round.turned : null,
    totals: round.totals,
    moves: round.moves,
    remarks: round.remarks,
    by: view.by,
    scoreLine: view.scores.find(({ deal }) => deal === view.deal) ?? /** @type {ScoreLine | null} */ (round.result),
    last: lastPlay(round.layout, ply),
    isOver: now && round.turn === null,
    ...past,
  };
}

/** @type {(replay: Replay, ply: number) => Position} */
function replayPosition(replay, ply) {
  const at = Math.max(0, Math.min(ply, replay.frames.length - 1));
  const frame = replay.frames[at];
  const { layout, moves, remarks } = replay.view;
  const end = at === replay.frames.length - 1;
  return {
    deal: replay.deal,
    round: replay.round,
    layout: frame.layout ?? layout,
    ply: at,
    ends: frame.ends,
    trains: frame.trains,
    cover: frame.cover,
    count: frame.count,
    counts: frame.hands.map((hand) => hand.length),
    hands: frame.hands,
    boneyard: frame.boneyard,
    turn: frame.turn,
    totals: end && replay.score ? replay.score.totals : frame.totals,
    moves,
    remarks,
    by: replay.by,
    scoreLine: replay.score,
    last: lastPlay(frame.layout ?? layout, at),
    isOver: end,
  };
}

/** @type {(layout: LaidTile[], ply: number) => number | null} */
const lastPlay = (layout, ply) =>
  layout.reduce(
    (/** @type {number | null} */ last, { ply: played, seat }) =>
      seat !== null && played <= ply && played > (last ?? 0) ? played : last,
    null,
  );

/**
 * Deals that can be replayed with open hands, in order.
 * @type {(view: GameView) => number[]}
 */
export function finishedDeals(view) {
  const found = [...Array(view.deal ?? 0).keys()];
  if (view.round && view.status !== "playing" && view.round.open) found.push(view.deal);
  return found;
}

/**
 * The view for the score sheet: beside the card of a round, it leaves out points of the next one.
 * @type {(state: State, position: Position) => GameView}
 */
export const sheetView = ({ view, scene }, { deal, totals }) =>
  scene.kind === "over" && view.round && deal < view.deal
    ? { ...view, scores: view.scores.filter((scoreLine) => scoreLine.deal <= deal), totals }
    : view;
