// Where the computer plays on for who misses a turn: who is away, and the way back.

import { gettext as _, interpolate } from "./i18n.js";
import { button } from "./mine.js";
import { seatName } from "./sentences.js";
import { isMyTurn } from "./state.js";

const isPlayedFor = (view, seat) => view.status === "playing" && Boolean(view.seats[seat]?.stand_in);

function statusInWords(state) {
  const { view } = state;
  if (view.you !== null && isPlayedFor(view, view.you))
    return isMyTurn(state)
      ? _("The computer is about to play for you: move, or press “I'm back”")
      : _("The computer plays on for you until you are back");
  const { turn } = view.round;
  if (turn === null || !isPlayedFor(view, turn)) return null;
  return interpolate(_("%(name)s is away: the computer plays"), { name: seatName(view, turn) });
}

const moreButtons = ({ view, scene }) =>
  view.you !== null && isPlayedFor(view, view.you) && scene.kind === "now"
    ? [button(_("I'm back"), () => document.getElementById("back-form").requestSubmit(), "primary")]
    : [];

function draw({ view }) {
  document.getElementById("stood-in").hidden = !view.seats.some((seat) => seat.stood_in);
}

export const extra = { statusInWords, moreButtons, draw };
