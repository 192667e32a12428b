// The count of the open ends, in games that score it: its value now, and the points as they are scored.

import { pointsInWords, sideName } from "../table/sentences.js";
import { laidMove } from "../table/state.js";
import { joined } from "../table/turns.js";
import { gettext as _, interpolate, number } from "../text/i18n.js";
import { overTarget } from "./over_target.js";

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
  const [ply, remarks] = ended
    ? [ended.frames.length - 1, ended.view.remarks]
    : [view.round.moves.length, view.round.remarks];
  const passes = (remarks ?? []).filter(({ why, ply: paidAt }) => why !== "target" && paidAt > old.round.moves.length);
  const found = totals.map((total, side) => {
    const paid = passes.reduce((sum, remark) => sum + (remark.side === side ? remark.points : 0), 0);
    return total - old.round.totals[side] - paid;
  });
  return {
    gains:
      found.some((gain) => gain > 0) && (ended || !view.round.result) ? { deal: old.deal, ply, bySide: found } : null,
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
            interpolate(
              view.sheet.alike ? _("%(name)s: all ends alike, %(points)s") : _("%(name)s: %(points)s for the ends"),
              {
                name: sideName(view, side),
                points: pointsInWords(gain),
              },
            ),
          ]
        : [],
    )
    .join(". ");

/** @type {number[]} */
let shownGains = [];

/**
 * The ends after the ghosts now laid, as the server gives them with each legal move: their count, what they are worth,
 * and what of that the reader gets. Null if no ghosts are laid.
 * @type {(state: State) => { count: number | null; score: number; taken: number } | null}
 */
function previewOf(state) {
  const { legal = [], legal_counts: counts = null, legal_scores: scores, legal_taken: taken } = state.view.round ?? {};
  const text = state.sent ?? laidMove(state);
  const at = text ? legal.indexOf(text) : -1;
  return at < 0 ? null : { count: counts?.[at] ?? null, score: scores?.[at] ?? 0, taken: taken?.[at] ?? 0 };
}

/**
 * “Ends: 9”, “Ends: 15 = 3×5 = 5×3”, “All ends alike: 2”, “Ends: 15. 8 points would pass 61: nothing”; "" if there is
 * nothing to count.
 * @type {(sheet: Sheet, count: number | null | undefined, score: number, taken: number) => string}
 */
function endsInWords({ divisors = [], alike, exact }, count, score, taken) {
  if (alike) return score ? interpolate(_("All ends alike: %(n)s"), { n: number(score) }) : "";
  if (count === null || count === undefined) return "";
  const factors = divisors.length > 1 && count ? divisors.filter((divisor) => count % divisor === 0) : [];
  const products = factors.map((divisor) => `${number(divisor)}×${number(count / divisor)}`);
  const ends = interpolate(_("Ends: %(count)s"), { count: [number(count), ...products].join(" = ") });
  if (!score || taken) return ends;
  return joined([ends, overTarget(score, exact)]).replace(/\.$/, "");
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
  const refused = position.remarks?.find(({ why, ply }) => why === "target" && ply === position.ply)?.points ?? 0;
  const best = preview ? 0 : Math.max(0, ...shownGains);
  const words = preview
    ? endsInWords(state.view.sheet, preview.count, preview.score, preview.taken)
    : endsInWords(state.view.sheet, position.layout.length ? position.count : null, refused || best, best);
  badge.hidden = !words;
  badge.textContent = words;
  badge.classList.toggle("preview", preview !== null);
  const gain = state.view.sheet.alike ? 0 : best; // the words say it
  badge.classList.toggle("scores", gain > 0);
  badge.dataset.gain = gain ? `+${number(gain)}` : "";
}

/** @type {(view: GameView, position: Position, seat: number) => string | null} */
const chip = (_view, _shown, seat) => (shownGains[seat] > 0 ? `+${number(shownGains[seat])}` : null);

export const extra = { keptState, announcement, draw, chip };
