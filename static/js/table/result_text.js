// The words and numbers of the result cards. Pure: game_card.js and result_cards.js draw them.

import { gettext as _, interpolate, listed, ngettext, number, signed } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { moveInWords, notesInWords, roundEndInWords, seatName, seatsOf, sideName, sides } from "./sentences.js";

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
  if (view.annulled) return { title: _("The game was annulled"), words: _("It doesn’t count.") };
  if (view.status === "aborted")
    return { title: _("The game was aborted"), words: _("It ends without a result and doesn’t count.") };
  const { winners, reason } = /** @type {Outcome} */ (view.outcome);
  const byScore = !["resigned", "timeout"].includes(reason);
  const words = [
    scoreLine ? roundEndInWords(scoreLine, view) : "",
    ...(scoreLine ? notesInWords(scoreLine, view) : []),
    reason === "love" ? loveInWords(view) : (REASONS[reason] ?? lastLeft(view)),
    byScore && view.sheet?.goal === "low" ? _("Lowest score wins.") : "",
    byScore && view.sheet?.goal !== "low" && winners.some((side) => view.totals[side] < 0)
      ? _("Highest score wins.")
      : "",
  ];
  return { title: winnersInWords(view, winners), words: words.filter(Boolean).join(" ") };
}

/**
 * The game is won because another side has nothing.
 * @type {(view: GameView) => string}
 */
function loveInWords({ outcome }) {
  const most = Math.max(...(outcome?.totals ?? []));
  return most === 6 ? _("Six love.") : interpolate(_("%(n)s love."), { n: number(most) });
}

/**
 * The names of a side in a list of sides: "Ben & Dan".
 * @type {(view: GameView, side: number) => string}
 */
const teamName = (view, side) =>
  seatsOf(view, side)
    .map(({ seat }) => seatName(view, seat))
    .join(" & ");

/**
 * Who wins, or who shares the first place.
 * @type {(view: GameView, winners: number[]) => string}
 */
function winnersInWords(view, winners) {
  const all = sides(view);
  const first = all.filter((side) => winners.includes(side));
  if (!first.length) return _("No one wins");
  if (first.length > 1 && first.length === all.length) return _("A draw");
  const others = first.filter((side) => !isMine(view, side));
  if (first.length > 1) {
    const names = listed(others.map((side) => teamName(view, side)));
    return others.length < first.length
      ? interpolate(_("You share first place with %(names)s"), { names })
      : interpolate(_("%(names)s share first place"), { names });
  }
  if (others.length) {
    const several = seatsOf(view, first[0]).length > 1;
    return interpolate(several ? _("%(names)s win") : _("%(names)s wins"), { names: sideName(view, first[0]) });
  }
  const names = partners(view, first[0]);
  return names ? interpolate(_("You and %(names)s win"), { names }) : _("You win");
}

/**
 * How the game ended for the reader; for a watcher "seen".
 * @type {(view: GameView) => "won" | "drawn" | "lost" | "seen"}
 */
export function fateOf(view) {
  if (view.you === null || !view.outcome) return "seen";
  const { winners } = view.outcome;
  if (!winners.includes(view.seats[view.you].side)) return "lost";
  return winners.length === 1 ? "won" : "drawn";
}

/**
 * The sides from the first place to the last: {side, place, total, won}. Equal sides share a place.
 * @type {(view: GameView) => { side: number; place: number; total: number; won: boolean }[]}
 */
export function ranking(view) {
  const { winners, totals } = /** @type {Outcome} */ (view.outcome);
  const sign = view.sheet?.goal === "low" ? 1 : -1;
  const rows = sides(view).map((side) => ({
    side,
    total: totals[side] ?? 0,
    won: winners.includes(side),
    left: seatsOf(view, side).every(({ left }) => left),
  }));
  /** @type {(one: typeof rows[number], other: typeof rows[number]) => number} */
  const before = (one, other) =>
    Number(other.won) - Number(one.won) || Number(one.left) - Number(other.left) || sign * (one.total - other.total);
  return [...rows].sort(before).map(({ side, total, won, left }) => ({
    side,
    total,
    won,
    place: 1 + rows.filter((other) => before(other, { side, total, won, left }) < 0).length,
  }));
}

/**
 * The series with the game that has just ended. *earlier*: the one before it, as from history/rematches.py.
 * @type {(view: GameView, earlier: Series) => Series}
 */
export function seriesWith(view, { won, drawn }) {
  const { winners } = /** @type {Outcome} */ (view.outcome);
  const alone = winners.length === 1;
  return {
    won: won.map((games, side) => games + Number(alone && winners[0] === side)),
    drawn: drawn + Number(!alone),
  };
}

/**
 * "You 3 – 1 Ben", for two sides.
 * @type {(view: GameView, series: Series) => string}
 */
export function seriesInWords(view, { won, drawn }) {
  const [one, other] = sides(view);
  const score = `${teamName(view, one)} ${number(won[one])} – ${number(won[other])} ${teamName(view, other)}`;
  const draws = interpolate(ngettext("%(n)s draw", "%(n)s draws", drawn), { n: number(drawn) });
  return drawn ? `${score} · ${draws}` : score;
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

const BROUGHT = /** @type {const} */ (["ends", "draws", "bids", "passes", "written"]);

/**
 * The points that a line of the score sheet gives *side*, during play and after it.
 * @type {(line: ScoreLine, side: number) => number}
 */
export const brought = (line, side) => BROUGHT.reduce((sum, kind) => sum + (line[kind]?.[side] ?? 0), 0);

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
