// Doubles that must be filled before anything else: which one waits, and for how many tiles.

import { interpolate, ngettext } from "../text/i18n.js";
import { isDouble } from "../text/notation.js";

/**
 * While a double waits, all open ends are its own; later there is always one behind the tiles on it.
 * @type {(ends: OpenEnd[]) => Tile | null}
 */
const waiting = ([first, ...others]) =>
  first && isDouble(first.tile) && others.every(({ tile }) => tile === first.tile) ? first.tile : null;

/**
 * "First fill 8-8: 2 more", or nothing.
 * @type {(ends: OpenEnd[]) => string}
 */
function fillInWords(ends) {
  const tile = waiting(ends);
  return tile
    ? interpolate(ngettext("First fill %(tile)s: %(n)s more", "First fill %(tile)s: %(n)s more", ends.length), {
        tile,
        n: ends.length,
      })
    : "";
}

/** @type {(state: State, position: Position) => Partial<BoardPicture>} */
const picture = (_state, { ends, isOver }) => ({ waits: isOver ? null : waiting(ends) });

/** @type {(state: State, position: Position) => void} */
function draw(_state, { ends, isOver }) {
  const badge = document.getElementById("fill");
  badge.textContent = isOver ? "" : fillInWords(ends);
  badge.hidden = !badge.textContent;
}

/** @type {(view: PlayedView) => string} */
const whyNot = ({ round }) => fillInWords(round.ends);

/** @type {(state: State) => string} */
const announcement = ({ view }) => (view.round && view.round.turn !== null ? whyNot(view) : "");

export const extra = { picture, draw, whyNot, announcement };
