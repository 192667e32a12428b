// The count of the open ends, in games that score it: its value now, and the points as they are scored.

import { pointsInWords, sideName } from "../table/sentences.js";
import { laidMove } from "../table/state.js";
import { gettext as _, interpolate, number } from "../text/i18n.js";

/**
 * The points that a newer view added to each side, from the ends alone: {version, bySide}.
 * @type {(before: State, state: State) => { gains: Gains | null }}
 */
function keptState(before, { view, deals }) {
  const old = before.view;
  if (!old.round || !view.round) return { gains: null };
  const ended = view.deal !== old.deal && deals[old.deal];
  const totals = ended ? ended.frames[ended.frames.length - 1].totals : view.round.totals;
  if (view.deal !== old.deal && !ended) return { gains: null };
  const found = totals.map((total, side) => total - old.round.totals[side]);
  return {
    gains:
      found.some((gain) => gain > 0) && (ended || !view.round.result)
        ? { deal: old.deal, ply: ended ? ended.frames.length - 1 : view.round.moves.length, bySide: found }
        : null,
  };
}

/** @type {(state: WithGains, position: Position) => number[]} */
const gainsOf = (state, position) =>
  state.gains && state.gains.deal === position.deal && state.gains.ply === position.ply ? state.gains.bySide : [];

/** @type {(state: WithGains) => string | undefined} */
const announcement = ({ view, gains }) =>
  gains?.bySide
    .flatMap((gain, side) =>
      gain > 0
        ? [
            interpolate(_("%(name)s: %(points)s for the ends"), {
              name: sideName(view, side),
              points: pointsInWords(gain),
            }),
          ]
        : [],
    )
    .join(". ");

/** @type {number[]} */
let shownGains = [];

/**
 * The count after the ghosts now laid, as the server gives it with each legal move; null if none are laid.
 * @type {(state: State) => number | null}
 */
function previewOf(state) {
  const { legal = [], legal_counts: counts = null } = state.view.round ?? {};
  const text = state.sent ?? laidMove(state);
  return text && counts ? (counts[legal.indexOf(text)] ?? null) : null;
}

/** @type {(state: WithGains, position: Position) => void} */
function draw(state, position) {
  const { deals } = state;
  const frame = deals[position.deal]?.frames[position.ply];
  shownGains = frame?.scored
    ? state.view.seats.map(({ seat }) => (seat === frame.seat ? frame.scored : 0))
    : state.view.seats.map(({ side }) => gainsOf(state, position)[side] ?? 0);
  const badge = document.getElementById("count");
  const preview = previewOf(state);
  const count = preview ?? (position.layout.length ? position.count : null);
  badge.hidden = count === null || count === undefined;
  if (count === null || count === undefined) return;
  badge.textContent = interpolate(_("Ends: %(count)s"), { count: number(count) });
  badge.classList.toggle("preview", preview !== null);
  const best = preview === null ? Math.max(0, ...shownGains) : 0;
  badge.classList.toggle("scores", best > 0);
  badge.dataset.gain = best ? `+${number(best)}` : "";
}

/** @type {(view: GameView, position: Position, seat: number) => string | null} */
const chip = (_view, _shown, seat) => (shownGains[seat] > 0 ? `+${number(shownGains[seat])}` : null);

export const extra = { keptState, announcement, draw, chip };
