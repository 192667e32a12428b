// Moves, clocks and results in natural sentences.

import { firstAnswer } from "../extras/registry.js";
import { momentInWords, timeInWords } from "../text/dates.js";
import { gettext as _, interpolate, listed, ngettext, number } from "../text/i18n.js";
import { playsOf } from "../text/notation.js";

/**
 * A play of *seat* in words: which tile where.
 * @type {(play: Play, view?: Named, seat?: number | null) => string}
 */
export const onWhat = (play, view, seat) => {
  const { tile, onto, closed, lengthwise } = play;
  const special = view && firstAnswer("onWhat", play, view, seat);
  if (special) return special;
  const values = { tile, onto };
  if (!onto) return tile; // a lead that was drawn for
  if (closed) return interpolate(_("%(tile)s face down on the %(onto)s"), values);
  if (lengthwise) return interpolate(_("%(tile)s lengthwise on the %(onto)s"), values);
  return interpolate(_("%(tile)s on the %(onto)s"), values);
};

/** @type {(plays: Play[], view?: Named, seat?: number | null) => string} */
export const whatOf = (plays, view, seat) => listed(plays.map((play) => onWhat(play, view, seat)));

/**
 * "Ben plays 5-3 on the 6-5". *you*: say "You play". *by*: player, forced, clock or bot. *view*, *seat*: whose move it
 * is, and the names of the others.
 * @type {(text: MoveText, name: string, more?: { you?: boolean; by?: By; ply?: number; view?: Named; seat?: number }) => string}
 */
export function moveInWords(text, name, { you = false, by = "player", ply = 0, view, seat } = {}) {
  /** @type {Say} */
  const say = (third, second, values = {}) => interpolate(you ? second : third, { name, ...values });
  const special = firstAnswer("moveInWords", text, say, ply);
  if (special) return special;
  const plays = playsOf(text);
  if (plays && plays[0].onto === null) return say(_("%(name)s leads %(tile)s"), _("You lead %(tile)s"), plays[0]);
  if (plays) return say(_("%(name)s plays %(what)s"), _("You play %(what)s"), { what: whatOf(plays, view, seat) });
  const [word, detail = ""] = text.split(" ");
  switch (word.split("@")[0]) {
    case "draw":
      return detail
        ? say(_("%(name)s draws %(tile)s"), _("You draw %(tile)s"), { tile: detail })
        : say(_("%(name)s draws a tile"), _("You draw a tile"));
    case "pass":
      return by === "forced"
        ? say(_("%(name)s passes – nothing fits"), _("You pass – nothing fits"))
        : say(_("%(name)s passes"), _("You pass"));
    case "redeal":
      return say(_("%(name)s asks for a new deal"), _("You ask for a new deal"));
    case "keep":
      return say(_("%(name)s keeps the hand"), _("You keep your hand"));
    case "resign":
      return say(_("%(name)s resigns"), _("You resign"));
    case "timeout":
      return say(_("%(name)s ran out of time"), _("You ran out of time"));
    default:
      return `${name}: ${text}`;
  }
}

/**
 * The words on the button of a legal move that lays no tile.
 * @type {(text: MoveText) => string}
 */
export function offerInWords(text) {
  return { draw: _("Draw"), pass: _("Pass"), stop: _("That’s my train") }[text] ?? text;
}

/**
 * The seats in the order used all over the table: the reader first, then in order of play; for watchers, from seat 0.
 * @type {(view: Pick<GameView, "seats" | "you">) => SeatLine[]}
 */
export const inPlayOrder = ({ seats, you }) => [...seats.slice(you ?? 0), ...seats.slice(0, you ?? 0)];

/** @type {(view: GameView, side: number) => SeatLine[]} */
export const seatsOf = (view, side) => inPlayOrder(view).filter((seat) => seat.side === side);

/** @type {(view: GameView, side: number) => string} */
export const sideName = (view, side) => listed(seatsOf(view, side).map(({ seat }) => seatName(view, seat)));

/** @type {(view: Named, seat: number) => string} */
export const seatName = (view, seat) =>
  view.you === seat ? _("You") : view.seats[seat]?.name || interpolate(_("Seat %(number)s"), { number: seat + 1 });

/**
 * Whether a computer made that move for an absent player. *by*: who made it, as in the view.
 * @type {(view: GameView, seat: number, by?: By) => boolean}
 */
const isStandIn = (view, seat, by) => by === "bot" && !view.seats[seat]?.computer;

/**
 * Whether we made the move because the player ran out of time.
 * @type {(text?: MoveText, by?: By) => boolean}
 */
export const isByClock = (text, by) => by === "clock" && text !== "timeout";

/**
 * The subject of a sentence about move *text*: {name, you}.
 * @type {(view: GameView, seat: number, by?: By, text?: MoveText) => { name: string; you: boolean }}
 */
export function mover(view, seat, by, text) {
  const name = view.seats[seat]?.name;
  if (isByClock(text, by)) return { name: interpolate(_("%(name)s (out of time)"), { name }), you: false };
  if (isStandIn(view, seat, by)) return { name: interpolate(_("%(name)s (by computer)"), { name }), you: false };
  return { name: seatName(view, seat), you: seat === view.you };
}

/**
 * The sides, in the order of their seats.
 * @type {(view: GameView) => number[]}
 */
export const sides = (view) => [...new Set(inPlayOrder(view).map(({ side }) => side))];

/**
 * "Ada went out.", or that no one can play.
 * @type {(scoreLine: RoundLine, view: GameView) => string}
 */
export function roundEndInWords(scoreLine, view) {
  if (scoreLine.over !== "out") return firstAnswer("blockInWords", scoreLine, view) ?? _("Blocked: no one can play.");
  return view.you === scoreLine.by
    ? _("You went out.")
    : interpolate(_("%(name)s went out."), { name: seatName(view, /** @type {number} */ (scoreLine.by)) });
}

/**
 * What a round brought besides points, in whole sentences. *isLast*: with what the next round is worth.
 * @type {(scoreLine: RoundLine, view: GameView, isLast?: boolean) => string[]}
 */
export const notesInWords = (scoreLine, view, isLast = true) =>
  firstAnswer("notesInWords", scoreLine, view, isLast) ?? [];

/**
 * The sentence *words* about a move of *seat*, with what the move paid besides.
 * @type {(view: GameView, seat: number, remarks: Remark[] | undefined, words: string) => string}
 */
export const withRemarks = (view, seat, remarks, words) =>
  (remarks?.length && firstAnswer("withRemarks", view, seat, remarks, words)) || words;

/**
 * A fish in General: no one scores, and the round is dealt again under the same number.
 * @type {(scoreLine: RoundLine, view: GameView) => boolean}
 */
export const isDealtAgain = (scoreLine, { sheet }) => sheet?.counts === "generals" && scoreLine.over === "blocked";

/** @type {[number, (n: number) => string][]} */
const UNITS = [
  [86400, (n) => ngettext("%(n)s day", "%(n)s days", n)],
  [3600, (n) => ngettext("%(n)s hour", "%(n)s hours", n)],
  [60, (n) => ngettext("%(n)s minute", "%(n)s minutes", n)],
  [1, (n) => ngettext("%(n)s second", "%(n)s seconds", n)],
];

/**
 * A duration in its largest unit, or its largest two.
 * @type {(seconds: number, most?: number) => string}
 */
export function durationInWords(seconds, most = 2) {
  const lengths = [];
  let rest = Math.max(0, Math.floor(seconds));
  for (const [size, word] of UNITS) {
    const n = Math.floor(rest / size);
    if (n) lengths.push(interpolate(word(n), { n }));
    rest -= n * size;
    if (lengths.length && (lengths.length === most || !n)) break;
  }
  return lengths.join(" ") || interpolate(UNITS[3][1](0), { n: 0 });
}

/**
 * The deadline in the reader's time zone: "today, 14:05", "Sat 21 Nov, 13:00".
 * @type {(deadline: Date, now: Date) => string}
 */
export const deadlineInWords = (deadline, now) =>
  deadline.toDateString() === now.toDateString()
    ? interpolate(_("today, %(time)s"), { time: timeInWords(deadline) })
    : momentInWords(deadline, now);

/** @type {(n: number) => string} */
export const pipsInWords = (n) => interpolate(ngettext("%(n)s pip", "%(n)s pips", n), { n: number(n) });
/** @type {(n: number) => string} */
export const pointsInWords = (n) => interpolate(ngettext("%(n)s point", "%(n)s points", n), { n: number(n) });
/** @type {(n: number) => string} */
export const tilesInWords = (n) => interpolate(ngettext("%(n)s tile", "%(n)s tiles", n), { n });
