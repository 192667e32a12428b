// When a player runs out of time, a computer plays for them: shows who is away, and the reader's way back.

import { button } from "../table/controls.js";
import { seatName } from "../table/sentences.js";
import { isMyTurn } from "../table/state.js";
import { gettext as _, interpolate } from "../text/i18n.js";

/** @type {(view: GameView, seat: number) => boolean} */
const isPlayedFor = (view, seat) => view.status === "playing" && Boolean(view.seats[seat]?.stand_in);

/**
 * Whether the reader's time has run out, so that only a move brings them back in this turn.
 * @type {(state: State) => boolean}
 */
const isTooLate = (state) => isMyTurn(state) && state.view.deadline !== null && state.view.deadline <= state.view.now;

/** @type {(state: Played) => string | null} */
function statusInWords(state) {
  const { view } = state;
  if (view.you !== null && isPlayedFor(view, view.you)) {
    if (isTooLate(state)) return _("You ran out of time, so a computer will soon play for you. Make a move to return");
    return isMyTurn(state)
      ? _("A computer will soon play for you. Move, or press “I’m back”")
      : _("A computer is playing for you until you return");
  }
  const { turn } = view.round;
  if (turn === null || !isPlayedFor(view, turn)) return null;
  return interpolate(_("%(name)s is away. A computer is playing."), { name: seatName(view, turn) });
}

/** @type {(state: State) => HTMLElement[]} */
const moreButtons = (state) =>
  state.view.you !== null && isPlayedFor(state.view, state.view.you) && state.scene.kind === "now" && !isTooLate(state)
    ? [button(_("I’m back"), () => document.getElementById("back-form").requestSubmit(), "primary")]
    : [];

/** @type {(state: State) => void} */
function draw({ view }) {
  document.getElementById("stood-in").hidden = !view.seats.some((seat) => seat.stood_in);
}

export const extra = { statusInWords, moreButtons, draw };
