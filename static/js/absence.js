// Where the computer plays on for who misses a turn: who is away, and the way back.

import { gettext as _, interpolate } from "./i18n.js";
import { button } from "./mine.js";
import { seatName } from "./sentences.js";
import { isMyTurn } from "./state.js";

const isPlayedFor = (view, seat) => view.status === "playing" && Boolean(view.seats[seat]?.stand_in);

/** Whether the reader's turn is over, so that only a move brings them back on it. */
const isTooLate = (state) => isMyTurn(state) && state.view.deadline <= state.view.now;

function statusInWords(state) {
  const { view } = state;
  if (view.you !== null && isPlayedFor(view, view.you)) {
    if (isTooLate(state))
      return _("Your time is over and the computer is about to play for you. Make a move to come back");
    return isMyTurn(state)
      ? _("The computer is about to play for you: move, or press “I'm back”")
      : _("The computer plays on for you until you are back");
  }
  const { turn } = view.round;
  if (turn === null || !isPlayedFor(view, turn)) return null;
  return interpolate(_("%(name)s is away: the computer plays"), { name: seatName(view, turn) });
}

const moreButtons = (state) =>
  state.view.you !== null && isPlayedFor(state.view, state.view.you) && state.scene.kind === "now" && !isTooLate(state)
    ? [button(_("I'm back"), () => document.getElementById("back-form").requestSubmit(), "primary")]
    : [];

function draw({ view }) {
  document.getElementById("stood-in").hidden = !view.seats.some((seat) => seat.stood_in);
}

export const extra = { statusInWords, moreButtons, draw };
