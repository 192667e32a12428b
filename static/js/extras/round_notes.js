// What a round brought besides its points, in sentences: for the score sheet, the cards and the live region.

import { pointsInWords, seatName, sideName } from "../table/sentences.js";
import { gettext as _, interpolate, ngettext, number, signed } from "../text/i18n.js";

/**
 * Ways of going out, for games whose players have no word of their own.
 * @type {Record<string, string>}
 */
const WAYS = {
  cross: _("The last tile is a double that fits both ends"),
  blank: _("Out with the 0-0"),
  double: _("Out with a double"),
  both: _("The last tile fits both ends"),
  same: _("Out on two equal ends"),
};

/** @type {(word: string) => string} */
const capital = (word) => word.charAt(0).toLocaleUpperCase() + word.slice(1);

/**
 * “Capicúa: +30.”, “Lá-e-lô: 3 points.”, “Out with a double: × 2.”
 * @type {(way: string, line: ScoreLine, view: GameView) => string[]}
 */
function wayInWords(way, { more }, { sheet }) {
  const worth = more?.[way] ?? 0;
  const points = { add: signed(worth), instead: pointsInWords(worth), times: `× ${number(worth)}` }[sheet.finish_pays];
  return [interpolate(_("%(way)s: %(points)s."), { way: capital(sheet.words[way] ?? WAYS[way]), points })];
}

/**
 * Only the last line of a sheet says what is still ahead.
 * @type {(next: Record<string, number>, isLast: boolean) => string[]}
 */
function nextInWords(next, isLast) {
  if (next["one-all"]) return [_("One all: the next round takes it.")];
  const worth = (next.bonus ?? 0) + (next.carried ?? 0);
  if (!worth || !isLast) return [];
  const words = ngettext(
    "The next round is worth %(n)s point more.",
    "The next round is worth %(n)s points more.",
    worth,
  );
  return [interpolate(words, { n: number(worth) })];
}

/** @type {(points: number, line: ScoreLine, view: GameView) => string[]} */
const untakenInWords = (points, { winner }, view) => [
  interpolate(
    ngettext(
      "%(name)s: %(n)s point would pass %(target)s, so it doesn’t count.",
      "%(name)s: %(n)s points would pass %(target)s, so they don’t count.",
      points,
    ),
    { name: sideName(view, winner ?? 0), n: number(points), target: view.sheet.exact },
  ),
];

/** @type {(scoreLine: ScoreLine, view: GameView, isLast: boolean) => string[]} */
function notesInWords(scoreLine, view, isLast) {
  const { ledger, more, next, untaken } = scoreLine;
  /** @type {(seat: number | null | undefined, third: string, second: string, values?: object) => string[]} */
  const who = (seat, third, second, values = {}) =>
    seat === null || seat === undefined
      ? []
      : [interpolate(seat === view.you ? second : third, { name: seatName(view, seat), ...values })];
  /** @type {Record<string, () => string[]>} */
  const sentences = {
    bald: () => [_("Bald: out with the 0-0, the game is won.")],
    six: () => [_("Out with the 6-6 against 25 or more: the game is won.")],
    hundred: () => [_("The hundred is won, and the game with it.")],
    "brother-in-law": () => [_("Brother-in-law: the hundred is lost, and the game with it.")],
    right: () =>
      who(ledger?.right, _("%(name)s gets the right of the hundred."), _("You get the right of the hundred.")),
    fish: () => [
      view.sheet?.counts === "generals"
        ? _("Fish: the round is dealt again.")
        : _("Fish: the fisherman’s side wins the round."),
    ],
    eggs: () => [
      scoreLine.notes.includes("rotten")
        ? _("The third eggs in a row are rotten: forgotten.")
        : _("Eggs: no one scores."),
    ],
    owes: () => who(ledger?.debtor, _("%(name)s owes a fish."), _("You owe a fish.")),
    paid: () => [_("The fish is paid; the account stays the same.")],
    lost: () => [_("The fish is lost: not paid in three rounds.")],
    general: () => [_("General!")],
    bonus: () => [interpolate(_("Round bonus: %(points)s."), { points: signed(more?.bonus ?? 0) })],
    carried: () => [
      interpolate(ngettext("Carried over: %(n)s more.", "Carried over: %(n)s more.", more?.carried ?? 0), {
        n: number(more?.carried ?? 0),
      }),
    ],
    "one-all": () => [_("The round at one all: 2 for the winner, the others fall to 0.")],
    broken: () => [_("The game is broken: all at 0.")],
  };
  const found = scoreLine.notes.flatMap((note) =>
    note in WAYS ? wayInWords(note, scoreLine, view) : (sentences[note]?.() ?? []),
  );
  if (!scoreLine.notes.includes("owes"))
    found.push(
      ...who(
        ledger?.debtor,
        _("%(name)s still owes a fish: round %(n)s of 3."),
        _("You still owe a fish: round %(n)s of 3."),
        { n: ledger?.tries },
      ),
    );
  if (untaken) found.push(...untakenInWords(untaken, scoreLine, view));
  return next ? [...found, ...nextInWords(next, isLast)] : found;
}

/**
 * Which hands decided a blocked round; null if sides were compared.
 * @type {(scoreLine: ScoreLine, view: GameView) => string | null}
 */
function blockInWords({ compared, winner }, view) {
  if (!compared) return null;
  const [[seat, pips], other] = compared;
  const isYou = seat === view.you;
  if (!other)
    return isYou
      ? interpolate(_("Blocked: your hand is the lowest (%(pips)s)."), { pips })
      : interpolate(_("Blocked: %(name)s’s hand is the lowest (%(pips)s)."), { name: seatName(view, seat), pips });
  const isEqual = pips === other[1] && winner === view.seats[seat].side;
  const words = isYou
    ? isEqual
      ? _("You locked against %(other)s: %(pips)s to %(others)s, the locker wins.")
      : _("You locked against %(other)s: %(pips)s to %(others)s.")
    : other[0] === view.you
      ? isEqual
        ? _("%(name)s locked against you: %(pips)s to %(others)s, the locker wins.")
        : _("%(name)s locked against you: %(pips)s to %(others)s.")
      : isEqual
        ? _("%(name)s locked against %(other)s: %(pips)s to %(others)s, the locker wins.")
        : _("%(name)s locked against %(other)s: %(pips)s to %(others)s.");
  return interpolate(words, {
    name: seatName(view, seat),
    other: seatName(view, other[0]),
    pips,
    others: other[1],
  });
}

/**
 * The explanation below the sheet of a game to love.
 * @type {(sheet: Sheet) => string | null}
 */
const legend = ({ love }) =>
  love
    ? interpolate(_("The first side with %(n)s wins if another still has 0. If all have scored, the game is broken."), {
        n: number(love),
      })
    : null;

export const extra = { notesInWords, blockInWords, legend };
