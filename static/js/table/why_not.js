// Why a tile of the hand can't be played now: in words, which read only the view and know no game, and by a shake.
// Fetched when the reader first taps an unplayable tile.

import { animate } from "../app/motion.js";
import { firstAnswer } from "../extras/registry.js";
import { gettext as _, interpolate, listed } from "../text/i18n.js";
import { halves } from "../text/notation.js";
import { offeredMoves, playableTiles } from "./choices.js";
import { seatName } from "./sentences.js";
import { isMyTurn } from "./state.js";

/**
 * The halves that fit an open end: the same number, or the rest of the game's sum.
 * @type {(round: RoundView, sum: number | null) => number[]}
 */
const wanted = ({ ends }, sum) =>
  [...new Set(ends.map(({ value }) => (sum === null ? value : sum - value)))].sort((a, b) => b - a);

/** @type {(tile: Tile, view: PlayedView) => string} */
function fitsNowhere(tile, view) {
  const { sum } = view.rules;
  const open = wanted(view.round, sum);
  const [one, other] = open;
  const values = { tile, one, other, sum, halves: listed(open.map(String)) };
  if (sum !== null)
    return interpolate(
      _("%(tile)s doesn’t fit: touching halves must add up to %(sum)s, so you need %(halves)s"),
      values,
    );
  if (open.length === 1) return interpolate(_("%(tile)s doesn’t fit the %(one)s"), values);
  if (open.length === 2) return interpolate(_("%(tile)s fits neither %(one)s nor %(other)s"), values);
  return interpolate(_("%(tile)s fits none of the ends: %(halves)s"), values);
}

/**
 * The decision that comes before any tile, in words; null if the reader is to play a tile.
 * @type {(legal: MoveText[]) => string | null}
 */
function askedFirst(legal) {
  if (legal.includes("redeal")) return _("First decide whether to keep this hand");
  if (legal.some((text) => text.startsWith("bid "))) return _("First bid, or say “No bid”");
  return null;
}

/** @type {(tile: Tile, legal: MoveText[], lays: Lay[]) => string} */
function whyNoLead(tile, legal, lays) {
  if (!lays.length && legal.some((text) => text.startsWith("draw")))
    return _("Draw first: the leading tile is still in the boneyard");
  const leads = [...playableTiles(lays, [])];
  return leads.length
    ? interpolate(_("You must lead the %(tile)s"), { tile: listed(leads) })
    : interpolate(_("%(tile)s can’t be played now"), { tile });
}

/**
 * Why *tile*, which is in the reader's hand, can't be laid now.
 * @type {(state: State, tile: Tile) => string}
 */
export function whyNot(state, tile) {
  const { view, sent, scene } = state;
  const { round } = view;
  if (view.status !== "playing" || !round) return _("The game has ended");
  if (scene.kind === "over") return _("This round has ended. The next one is ready");
  if (sent) return _("Your move is on its way");
  if (!isMyTurn(state))
    return round.turn === null
      ? _("This round has ended")
      : interpolate(_("It’s %(name)s’s turn"), { name: seatName(view, round.turn) });
  const { legal, ends } = round;
  const { lays, others } = offeredMoves(legal);
  const first = askedFirst(legal);
  if (first) return first;
  if (!ends.length) return whyNoLead(tile, legal, lays);
  const open = wanted(round, view.rules.sum);
  if (!halves(tile).some((half) => open.includes(half)))
    return firstAnswer("whyNot", view, tile) || fitsNowhere(tile, view);
  if (round.turned) return interpolate(_("Place the %(tile)s first"), { tile: round.turned });
  const [only] = others;
  if (!lays.length && only?.startsWith("draw")) return _("Draw a tile first");
  return interpolate(_("%(tile)s can’t be played now"), { tile });
}

/** @type {(tile: Tile) => void} */
export function shake(tile) {
  const frames = [0, -5, 5, -3, 3, 0].map((x) => ({ transform: `translateX(${x}px)` }));
  animate(document.querySelector(`.hand-tile[data-tile="${tile}"]`), frames, { duration: 320 });
}
