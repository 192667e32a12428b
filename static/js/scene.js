// Which position a scene shows: now, an earlier ply of the running deal, or any ply of a finished one.

import { told } from "./extras.js";
import { partsOf } from "./words.js";

/** {deal, round, layout, ply, ends, counts, hands: open or null, boneyard, turn, totals, moves, by, line, last, isOver} */
export function position(state) {
  const { view, scene, deals } = state;
  if (scene.kind === "now") return view.round ? running(view, view.round.moves.length) : empty(view);
  const replay = deals[scene.deal];
  if (replay) return finished(replay, scene.kind === "over" ? replay.frames.length - 1 : scene.ply);
  return running(view, Math.min(scene.ply ?? Infinity, view.round.moves.length));
}

const empty = (view) => ({
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
  line: null,
  last: null,
  isOver: false,
});

function running(view, ply) {
  const { round } = view;
  const now = ply === round.moves.length;
  const past = now ? null : told("past", view, ply);
  const counts = [...round.hands];
  let boneyard = round.boneyard;
  for (const move of round.moves.slice(ply)) {
    // back from the present: tiles played return, drawn ones go
    const [seat, text] = seatAndText(move);
    const parts = partsOf(text);
    if (parts) counts[seat] += parts.length;
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
    counts,
    count: now ? round.count : null,
    hands: now ? round.open : null,
    boneyard,
    turn: now ? round.turn : seatAndText(round.moves[ply])[0],
    turned: now ? round.turned : null,
    totals: round.totals,
    moves: round.moves,
    by: view.by,
    line: round.result,
    last: lastPlay(round.layout, ply),
    isOver: now && round.turn === null,
    ...past,
  };
}

function finished(replay, ply) {
  const at = Math.max(0, Math.min(ply, replay.frames.length - 1));
  const frame = replay.frames[at];
  const { layout, moves } = replay.view;
  const end = at === replay.frames.length - 1;
  return {
    deal: replay.deal,
    round: replay.round,
    layout: frame.layout ?? layout,
    ply: at,
    ends: frame.ends,
    count: frame.count,
    counts: frame.hands.map((hand) => hand.length),
    hands: frame.hands,
    boneyard: frame.boneyard,
    turn: frame.turn,
    totals: end && replay.score ? replay.score.totals : frame.totals,
    moves,
    by: replay.by,
    line: replay.score,
    last: lastPlay(frame.layout ?? layout, at),
    isOver: end,
  };
}

const lastPlay = (layout, ply) =>
  layout.reduce(
    (last, { ply: played, seat }) => (seat !== null && played <= ply && played > last ? played : last),
    null,
  );

/** "1 5-3>6-5" → [1, "5-3>6-5"] */
export function seatAndText(move) {
  const space = move.indexOf(" ");
  return [Number(move.slice(0, space)), move.slice(space + 1)];
}

/** Deals that can be replayed with open hands, in order. */
export function dealsOver(view) {
  const found = [...Array(view.deal ?? 0).keys()];
  if (view.round && view.status !== "playing" && view.round.open) found.push(view.deal);
  return found;
}

/** Words for a deal: its round on the score sheet; an annulled one has no line. */
export const roundOf = (view, deal) => view.scores.find((line) => line.deal === deal)?.round ?? null;
