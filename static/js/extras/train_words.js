// Mexican Train in words: on whose train a tile goes, whose train is open, and who must cover a double.

import { seatOf } from "../geometry/trains.js";
import { seatName, whatOf } from "../table/sentences.js";
import { isMyTurn } from "../table/state.js";
import { unseenInWords } from "../table/turns.js";
import { gettext as _, interpolate, listed, ngettext } from "../text/i18n.js";
import { halves, isDouble, otherHalf, playsOf } from "../text/notation.js";

const MOST = 3; // tiles named in the status, which has two lines
const LONGEST = 58; // letters of these two lines, on a phone

// ---- Trains and doubles ------------------------------------------------------------------------

/**
 * "5-3 on your train", in a sentence about *seat*.
 * @type {(play: { tile: Tile; onto: string | null }, view: Named, seat?: number | null) => string}
 */
function onWhat({ tile, onto }, view, seat) {
  const owner = seatOf(/** @type {string} */ (onto));
  const values = { tile, name: owner === null ? "" : seatName(view, owner) };
  if (owner === null) return interpolate(_("%(tile)s on the Mexican train"), values);
  if (owner === view.you) return interpolate(_("%(tile)s on your train"), values);
  if (owner === seat) return interpolate(_("%(tile)s on their own train"), values);
  return interpolate(_("%(tile)s on %(name)s’s train"), values);
}

/** @type {(view: GameView) => boolean} */
const givesAnother = ({ options }) => options?.after_double === "extra";

/**
 * The double that was uncovered right before move *ply* of the running deal: the last tile laid until then, unless
 * all tiles with its number lie.
 * @type {(view: GameView, deal: number, ply: number) => Tile | null}
 */
function uncoveredBefore(view, deal, ply) {
  if (!view.round || deal !== view.deal || givesAnother(view)) return null;
  const laid = view.round.layout.filter((each) => each.ply < ply);
  const last = laid.at(-1);
  if (!last || last.seat === null || !isDouble(last.tile)) return null;
  const [suit] = halves(last.tile);
  const isDead = laid.filter(({ tile }) => halves(tile).includes(suit)).length > view.rules.set;
  return isDead ? null : last.tile;
}

/**
 * The double that must be covered now, on its train: "5-5 on your train"; "" if none. *isBrief*: without the train.
 * @type {(view: PlayedView, isBrief?: boolean) => string}
 */
function uncovered(view, isBrief = false) {
  const { layout, cover, turn } = view.round;
  const double = layout.findLast(({ arm }) => arm === cover);
  if (!cover || !double || turn === null) return "";
  return isBrief ? double.tile : onWhat({ tile: double.tile, onto: cover }, view, turn);
}

// ---- Moves and turns ---------------------------------------------------------------------------

/** @type {(text: MoveText, say: Say) => string | null} */
function moveInWords(text, say) {
  if (text === "stop") return say(_("That’s %(name)s’s train"), _("That’s your train"));
  if (text === "pass") return say(_("%(name)s passes: their train is open"), _("You pass: your train is open"));
  return null;
}

/**
 * A whole turn: tiles, draws and a pass in one sentence; null if nothing but draws has happened.
 * @type {(view: GameView, turn: MoveTurn, say: Say) => string | null}
 */
function turnInWords(view, turn, say) {
  const plays = turn.moves.flatMap(({ move }) => playsOf(move) ?? []);
  if (turn.end?.move === "pass") return passInWords(view, turn, plays, say);
  if (!plays.length) return null;
  const end = endAfter(view, turn, plays);
  const sentence = playsInWords(view, turn, plays, say);
  return end === null ? sentence : interpolate(_("%(sentence)s; it ends in %(end)s"), { sentence, end });
}

/** @type {(view: GameView, turn: MoveTurn, plays: Play[], say: Say) => string} */
function playsInWords(view, turn, plays, say) {
  const { seat, deal, drawn } = turn;
  const [first, second] = plays;
  if (isOpening(plays))
    return say(
      ngettext(
        "%(name)s started their train with %(n)s tile",
        "%(name)s started their train with %(n)s tiles",
        plays.length,
      ),
      ngettext("You started your train with %(n)s tile", "You started your train with %(n)s tiles", plays.length),
      { n: plays.length },
    );
  const double = uncoveredBefore(view, deal, turn.moves[0].ply);
  if (double)
    return say(_("%(name)s covered the %(double)s with %(tile)s"), _("You covered the %(double)s with %(tile)s"), {
      double,
      tile: first.tile,
    });
  if (plays.length === 2 && first.onto === second.onto)
    return say(
      _("%(name)s played %(what)s and covered it with %(tile)s"),
      _("You played %(what)s and covered it with %(tile)s"),
      { what: onWhat(first, view, seat), tile: second.tile },
    );
  const what = whatOf(plays, view, seat);
  return drawn
    ? say(_("%(name)s drew and played %(what)s"), _("You drew and played %(what)s"), { what })
    : say(_("%(name)s played %(what)s"), _("You played %(what)s"), { what });
}

/**
 * Only in an opening does a turn go on behind a tile that is no double.
 * @type {(plays: Play[]) => boolean}
 */
const isOpening = (plays) => plays.slice(0, -1).some(({ tile }) => !isDouble(tile));

/** @type {(view: GameView, turn: MoveTurn, plays: Play[], say: Say) => string} */
function passInWords(view, turn, plays, say) {
  const { seat, drawn, tile } = turn;
  if (isOpening(plays))
    return say(
      _("%(name)s started a train but couldn’t cover its double: their train is open"),
      _("You started your train but couldn’t cover its double: your train is open"),
    );
  if (plays.length)
    return say(
      _("%(name)s played %(what)s and couldn’t cover it: their train is open"),
      _("You played %(what)s and couldn’t cover it: your train is open"),
      { what: whatOf(plays, view, seat) },
    );
  const double = uncoveredBefore(view, turn.deal, turn.ply);
  const values = { tile, double };
  if (double)
    return drawn
      ? say(
          _("%(name)s drew and couldn’t cover the %(double)s: their train is open"),
          drawn === 1 && tile
            ? _("You drew %(tile)s; it doesn’t fit: your train is open")
            : _("You drew and couldn’t cover the %(double)s: your train is open"),
          values,
        )
      : say(
          _("%(name)s couldn’t cover the %(double)s: their train is open"),
          _("You couldn’t cover the %(double)s: your train is open"),
          values,
        );
  return drawn
    ? say(
        _("%(name)s drew and couldn’t play: their train is open"),
        drawn === 1 && tile
          ? _("You drew %(tile)s; it doesn’t fit: your train is open")
          : _("You drew and couldn’t play: your train is open"),
        values,
      )
    : say(_("%(name)s couldn’t play: their train is open"), _("You couldn’t play: your train is open"));
}

/**
 * Neighbours who passed.
 * @type {(view: GameView, turns: MoveTurn[], names: string) => string}
 */
function passesInWords(view, turns, names) {
  const double = uncoveredBefore(view, turns[0].deal, turns[0].ply);
  return interpolate(
    double
      ? _("%(names)s couldn’t cover the %(double)s: their trains are open")
      : _("%(names)s couldn’t play: their trains are open"),
    { names, double },
  );
}

/**
 * A turn in few words: "Ben: 5-5, 5-3 on your train"; "Cleo: drew, passed: open". null for the end of a round, and for
 * a turn without a tile or a pass.
 * @type {(view: GameView, turn: Turn) => string | null}
 */
function turnInBrief(view, turn) {
  if (turn.seat === null) return null;
  const { seat, drawn, moves, end } = turn;
  const plays = moves.flatMap(({ move }) => playsOf(move) ?? []);
  const isPass = end?.move === "pass";
  if (!plays.length && !isPass) return null;
  const trains = [...new Set(plays.map(({ onto }) => onto))];
  const what = trains.map((onto) =>
    onWhat({ tile: plays.flatMap((play) => (play.onto === onto ? [play.tile] : [])).join(", "), onto }, view, seat),
  );
  const words = [...(drawn ? [_("drew")] : []), ...what, ...(isPass ? [_("passed: open")] : [])].join(", ");
  return interpolate(_("%(name)s: %(what)s"), { name: seatName(view, seat), what: words });
}

/**
 * The number in which a train ends after these plays; null behind a double, or if the layout has gone.
 * @type {(view: GameView, turn: MoveTurn, plays: Play[]) => number | null}
 */
function endAfter(view, { deal }, plays) {
  const { tile } = /** @type {Play} */ (plays.at(-1));
  const laid = deal === view.deal && view.round?.layout.find((each) => each.tile === tile);
  return laid && laid.at !== null && !isDouble(tile) ? otherHalf(tile, laid.at) : null;
}

// ---- What to do --------------------------------------------------------------------------------

/**
 * The reader's tiles that fit, in the order of the legal moves; "" if there are too many to name.
 * @type {(view: PlayedView) => { tiles: string; n: number }}
 */
function fitting({ round }) {
  const tiles = [...new Set(round.legal.flatMap((text) => playsOf(text) ?? []).map(({ tile }) => tile))];
  return { tiles: tiles.length > MOST ? "" : listed(tiles), n: tiles.length };
}

/**
 * Who must cover which double with what; null if there is none. *isBrief*: without its train, which the layout shows.
 * @type {(view: PlayedView, tiles: string, n: number, isBrief?: boolean) => string | null}
 */
function mustCover(view, tiles, n, isBrief = false) {
  const { turn } = view.round;
  const what = uncovered(view, isBrief);
  if (!what || turn === null) return null;
  const values = { name: seatName(view, turn), what, tiles };
  const sentence =
    turn !== view.you
      ? _("%(name)s must cover the %(what)s")
      : tiles
        ? ngettext("You must cover the %(what)s; %(tiles)s fits", "You must cover the %(what)s; %(tiles)s fit", n)
        : _("You must cover the %(what)s");
  const words = interpolate(sentence, values);
  return words.length > LONGEST && !isBrief ? mustCover(view, tiles, n, true) : words;
}

/** @type {(state: Played) => string | null} */
function statusInWords(state) {
  const { view, laid, picking } = state;
  if (laid.length) return whatOf(laid, view, view.you);
  if (picking || view.round.turn === null) return null;
  if (!isMyTurn(state)) return mustCover(view, "", 0, Boolean(unseenInWords(view).sentences));
  const { legal, trains, ends, moves } = view.round;
  const { tiles, n } = fitting(view);
  if (!n) return null;
  const must = mustCover(view, tiles, n);
  if (must) return must;
  const own = trains?.find(({ of }) => of === `T${view.you}`);
  if (legal.includes("stop")) return interpolate(_("Your train ends in %(end)s: do you go on?"), { end: own?.end });
  const last = playsOf(moves.at(-1)?.split(" ")[1] ?? "")?.[0];
  if (givesAnother(view) && last && isDouble(last.tile) && Number(moves.at(-1)?.split(" ")[0]) === view.you)
    return _("You played a double: play another tile");
  if (ends.length === 1 && own && !own.tiles)
    return interpolate(_("Start your own train first, with a %(number)s"), { number: own.end });
  if (!own?.open) return null;
  return legal.some((text) => text.endsWith(`>${own.of}`))
    ? _("Your turn. Your train is open: play on it to close it")
    : _("Your turn. Nothing fits your open train");
}

/** @type {(view: PlayedView, tile: Tile) => string | null} */
function whyNot(view, tile) {
  const { trains, ends, legal } = view.round;
  const what = uncovered(view);
  if (what)
    return interpolate(_("First cover the %(what)s: %(tile)s has no %(number)s"), {
      what,
      tile,
      number: ends[0].value,
    });
  const own = trains?.find(({ of }) => of === `T${view.you}`);
  if (own && legal.includes("stop"))
    return interpolate(_("Only your own train now: %(tile)s has no %(number)s"), { tile, number: own.end });
  if (own && ends.length === 1)
    return interpolate(_("Start your own train first, with a %(number)s"), { number: own.end });
  const closed = trains?.filter(({ of, end, open }) => !open && of !== own?.of && halves(tile).includes(end)) ?? [];
  if (!closed.length) return null;
  const [name, ...others] = closed.map(({ of }) => seatName(view, seatOf(of) ?? 0));
  return others.length
    ? interpolate(_("%(tile)s fits only closed trains: those of %(names)s"), { tile, names: listed([name, ...others]) })
    : interpolate(_("%(tile)s fits only %(name)s’s train, which is closed"), { tile, name });
}

// ---- Where a tile goes -------------------------------------------------------------------------

/** @type {(play: Play, laid: boolean | undefined, view: GameView) => string} */
const placeInWords = (play, laid, view) =>
  interpolate(laid ? _("%(what)s, not submitted yet") : _("Play %(what)s"), { what: onWhat(play, view, view.you) });

/**
 * Three letters for each name, where more than five columns are narrow: its first ones, or others that tell them apart.
 * @type {(names: string[]) => string[] | null}
 */
export function shortNames(names) {
  if (names.length < 6) return null;
  /** @type {string[]} */
  const found = [];
  for (const name of names) {
    const [first = "", second = "", ...others] = name;
    const third = others.find((letter) => letter.trim() && !found.includes(first + second + letter));
    found.push(first + second + (third ?? others[0] ?? ""));
  }
  return found;
}

/**
 * What a row has room for: who passes has drawn, as long as there are tiles.
 * @type {(view: GameView, position: Position, turn: MoveTurn) => string | null}
 */
const bubble = (_view, _position, { end }) => (end?.move === "pass" ? _("passes") : null);

export const extra = {
  bubble,
  onWhat,
  moveInWords,
  turnInWords,
  passesInWords,
  turnInBrief,
  statusInWords,
  whyNot,
  placeInWords,
  shortNames,
};
