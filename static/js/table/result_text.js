// The words and numbers of the result card. Pure: result_cards.js draws it.

import { gettext as _, interpolate, listed, signed } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { isDealtAgain, moveInWords, roundEndInWords, seatName, seatsOf, sideName, sides } from "./sentences.js";

/** @type {Record<string, string>} */
const REASONS = {
  target: _("The target is reached."),
  rounds: _("All rounds are played."),
  limit: _("The round limit is reached."),
  adjudicated: _("Time is up. The current scores decide the game."),
  bald: _("Out with the 0-0."),
  six: _("Out with the 6-6."),
  hundred: _("The hundred is won."),
  "brother-in-law": _("The hundred is lost."),
  eggs: _("Eggs: no one wins."),
};

/** @type {(view: GameView, side: number) => boolean} */
const isMine = (view, side) => view.you !== null && view.seats[view.you].side === side;

/**
 * The reader's partners on *side*, in words.
 * @type {(view: GameView, side: number) => string}
 */
const partners = (view, side) =>
  listed(seatsOf(view, side).flatMap(({ seat }) => (seat === view.you ? [] : [seatName(view, seat)])));

/**
 * {title, words}: how the game ended.
 * @type {(view: GameView, scoreLine: RoundLine | null) => { title: string; words: string }}
 */
export function endInWords(view, scoreLine) {
  if (view.annulled) return { title: _("The game was annulled"), words: _("It doesn't count.") };
  if (view.status === "aborted")
    return { title: _("The game was aborted"), words: _("It ends without a result and doesn't count.") };
  const { winners, reason } = /** @type {Outcome} */ (view.outcome);
  const all = sides(view);
  const words = [
    scoreLine ? roundEndInWords(scoreLine, view) : "",
    REASONS[reason] ?? lastLeft(view),
    winners.length > 1 && winners.length < all.length
      ? interpolate(_("First place is shared: %(names)s."), {
          names: all.flatMap((side) => (winners.includes(side) ? [sideName(view, side)] : [])).join("; "),
        })
      : "",
  ];
  return { title: winnerInWords(view, winners), words: words.filter(Boolean).join(" ") };
}

/** @type {(view: GameView, winners: number[]) => string} */
function winnerInWords(view, winners) {
  const [side] = winners;
  if (winners.length !== 1) return _("A draw");
  const names = isMine(view, side) ? partners(view, side) : sideName(view, side);
  if (isMine(view, side)) return names ? interpolate(_("You and %(names)s win"), { names }) : _("You win");
  const several = seatsOf(view, side).length > 1;
  return interpolate(several ? _("%(names)s win") : _("%(names)s wins"), { names });
}

/**
 * The last player who left the game, and how: "Ben resigns."
 * @type {(view: GameView) => string}
 */
function lastLeft(view) {
  const [seat, text] = seatAndText(view.round?.moves.at(-1) ?? "");
  if (!/^(resign|timeout)\b/.test(text ?? ""))
    return view.outcome?.reason === "timeout" ? _("The time ran out.") : _("A player resigned.");
  return `${moveInWords(text, seatName(view, seat), { you: seat === view.you })}.`;
}

/**
 * The winner of a round, in words.
 * @type {(view: GameView, side: number | null) => string}
 */
export function roundWinnerInWords(view, side) {
  if (side === null) return _("No one wins the round.");
  if (!isMine(view, side)) return interpolate(_("The round goes to %(name)s."), { name: sideName(view, side) });
  const names = partners(view, side);
  return names ? interpolate(_("The round goes to you and %(names)s."), { names }) : _("The round is yours.");
}

const BROUGHT = /** @type {const} */ (["ends", "draws", "bids", "written"]);

/**
 * The points that a line of the score sheet gives *side*, during play and after it.
 * @type {(line: ScoreLine, side: number) => number}
 */
export const brought = (line, side) => BROUGHT.reduce((sum, kind) => sum + (line[kind]?.[side] ?? 0), 0);

/**
 * The end of the score sheet: {heads, rows: [{side, figures, total}], hasBefore}. The figures of a row add up to its
 * total.
 * They are the newest *most* rounds that weren't dealt again, before them the sum of all earlier ones (*hasBefore*:
 * whether there are any), and after them the points of a round that broke off.
 * @type {(view: GameView, most?: number) => LastLines}
 */
export function lastLines(view, most = 2) {
  const totals = view.outcome?.totals ?? view.totals;
  const scores = view.scores.filter((scoreLine) => !isDealtAgain(scoreLine, view));
  const lines = scores.slice(-most);
  const earlier = scores.at(-most - 1)?.totals;
  const last = scores.at(-1)?.totals;
  const rest = totals.map((total, side) => total - (last?.[side] ?? 0));
  const brokeOff = rest.some(Boolean);
  return {
    hasBefore: Boolean(earlier),
    heads: [
      ...(earlier ? [_("before")] : []),
      ...lines.map(({ round }) => interpolate(_("Round %(round)s"), { round })),
      ...(brokeOff ? [_("so far")] : []),
    ],
    rows: sides(view).map((side) => ({
      side,
      figures: [
        ...(earlier ? [earlier[side]] : []),
        ...lines.map((line) => brought(line, side)),
        ...(brokeOff ? [rest[side]] : []),
      ],
      total: totals[side] ?? 0,
    })),
  };
}

/**
 * "1512 → 1524 (+12)"; "" if it isn't settled yet or the reader has no rating.
 * @type {(ratings: { seats: { seat: number; rating: number; change: number | null }[] }, you: number | null) => string}
 */
export function ratingInWords({ seats }, you) {
  const mine = seats.find(({ seat }) => seat === you);
  if (!mine || mine.change === null) return "";
  const values = { before: mine.rating - mine.change, after: mine.rating, change: signed(mine.change) };
  return `${values.before} → ${values.after} (${values.change})`;
}
