// What happened between two views, as events like those of the view's `since`. Fetched with the first newer view.

import { seatAndText } from "../text/notation.js";

/**
 * Moves of the running deal that the older view didn't have.
 * @type {(before: GameView, view: GameView) => (PastMove & MoveEvent)[]}
 */
export function newsBetween(before, view) {
  if (!view.round) return [];
  const known = before.deal === view.deal ? (before.round?.moves.length ?? 0) : 0;
  return view.round.moves.slice(known).map((move, index) => {
    const [seat, text] = seatAndText(move);
    const remarks = view.round?.remarks?.filter(({ ply }) => ply === known + index + 1);
    return {
      version: view.version,
      deal: view.deal,
      ply: known + index + 1,
      seat,
      move: text,
      by: view.by[known + index],
      ...(remarks?.length ? { remarks } : {}),
    };
  });
}

/** @type {(score: ScoreLine) => RoundEvent} */
const roundEvent = (score) => ({ type: "round", ...score });

/**
 * The last moves of a deal that has ended since, read from its *replay*, and its line of the score sheet.
 * @type {(before: GameView, state: Pick<State, "view" | "deals">) => GameEvent[]}
 */
export function endOf(before, { view, deals }) {
  const replay = before.round && deals[before.deal];
  if (!replay || before.deal === view.deal) return replay?.score ? [roundEvent(replay.score)] : [];
  const last = { ...before, round: replay.view, by: replay.by, version: view.version };
  return [...newsBetween(before, last), ...(replay.score ? [{ ...roundEvent(replay.score), deal: before.deal }] : [])];
}
