// Matadors: tiles that go on any end, by either half. On each end such a tile has two moves, like a double that can be
// laid across or lengthwise.

import { otherWays } from "../table/state.js";
import { gettext as _, interpolate, listed } from "../text/i18n.js";

/** @type {(play: Play) => string | null} */
const wayName = ({ out }) => (out === null ? null : interpolate(_("%(half)s outside"), { half: out }));

/** @type {(play: Play, laid?: boolean) => string | null} */
const placeInWords = ({ tile, onto, out }, laid) =>
  out === null
    ? null
    : interpolate(
        laid
          ? _("%(tile)s on the %(onto)s with the %(half)s outside, not submitted yet")
          : _("Play %(tile)s on the %(onto)s"),
        { tile, onto, half: out },
      );

/** @type {(state: State) => Hint | null} */
const hint = (state) =>
  state.laid.some((play) => play.out !== null && otherWays(state, play).length)
    ? { name: "halves", text: _("A matador goes on with either half. The button turns it round.") }
    : null;

/** @type {(view: PlayedView, tile: Tile) => string} */
function whyNot({ round, rules }, tile) {
  const sum = /** @type {number} */ (rules.sum);
  const fit = [...new Set(round.ends.map(({ value }) => sum - value))].filter((half) => half <= rules.set);
  const needed = listed(fit.sort((a, b) => b - a).map(String));
  return needed
    ? interpolate(
        _("%(tile)s doesn’t fit: touching halves must add up to %(sum)s, so you need %(halves)s, or a matador"),
        { tile, sum, halves: needed },
      )
    : interpolate(_("%(tile)s doesn’t fit: only a matador goes on a 0"), { tile });
}

export const extra = { wayName, placeInWords, hint, whyNot };
