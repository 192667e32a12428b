// What the reader has: the tiles of the hand, a line that says what is to be done, and the buttons for it.

import { answers, firstAnswer } from "./extras.js";
import { gettext as _, interpolate } from "./i18n.js";
import { element } from "./players.js";
import { offerInWords, seatName } from "./sentences.js";
import { choices, isMyTurn, laidMove, onlyMove, otherPlaces, otherWays } from "./state.js";
import { svg } from "./tile.js";

const $ = (id) => document.getElementById(id);

const icon = (path) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: path }));

export const button = (text, call, className = "", attributes = {}) => {
  const node = element("button", { type: "button", className: `button ${className}`.trim(), text, ...attributes });
  node.addEventListener("click", call);
  return node;
};

export function drawMine(state, { hand, act }) {
  const { view, since } = state;
  const { tiles } = choices(state);
  const { round } = view;
  const own = round?.hand ?? (round?.turned && round.turn === view.you ? [round.turned] : []);
  const lying = new Set([
    ...state.laid.map((play) => play.tile),
    ...(state.picking && state.picking !== round?.turned ? [state.picking] : []),
  ]);
  const drawn = new Set(
    since
      .filter((event) => event.seat === view.you && event.move?.startsWith("draw"))
      .map((event) => event.move.split(" ")[1]),
  );
  hand.show({ tiles: own, playable: tiles, chosen: lying, fresh: drawn });
  $("status").textContent = statusInWords(state);
  $("status").classList.toggle("refusal", Boolean(state.notice));
  const buttons = state.sent ? [] : [...actions(state, act), ...answers("moreButtons", state, act).flat()];
  const had = $("actions").contains(document.activeElement) && document.activeElement.textContent;
  $("actions").replaceChildren(...buttons);
  if (had)
    (buttons.find((node) => node.textContent === had) ?? buttons.at(-1) ?? $("status")).focus({ preventScroll: true });
}

function actions(state, act) {
  const { laid, picking, view } = state;
  if (!laid.length && !picking) {
    const { others } = choices(state);
    return (
      firstAnswer("buttons", state, act) ??
      others.map((text) => button(offerInWords(text), () => act.send(text), text === onlyMove(state) ? "primary" : ""))
    );
  }
  const back = button("", act.takeBack, "quiet take-back", { "aria-label": _("Take back") });
  back.append(icon("M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2"), element("span", { text: _("Take back") }));
  const free = picking && picking === view.round.turned ? [] : [back]; // a tile turned over can't be put back
  if (picking)
    return [
      ...otherPlaces(state).map((play) =>
        button(endName(play), () => act.lay(play), "", { "aria-label": placeInWords(play) }),
      ),
      ...free,
    ];
  const turning = laid.flatMap((play) =>
    otherWays(state, play).map((way) => button(wayName(play, way, laid.length > 1), () => act.lay(way), "turning")),
  );
  const submit = button(_("Submit"), act.submit, "primary");
  submit.disabled = !laidMove(state);
  return [...turning, ...free, submit];
}

/** How the tile that lies as *play* could lie instead. */
const wayName = (play, { tile, lengthwise, closed }, several) => {
  const text = lengthwise ? _("Lengthwise") : closed ? _("Face down") : play.closed ? _("Face up") : _("Crosswise");
  return several ? `${tile}: ${text}` : text;
};

/** An end on its button, after "Lay 5-3 on the". */
const endName = (play) => firstAnswer("endName", play) ?? (play.at === null ? play.onto : `${play.onto} (${play.at})`);

export const placeInWords = (play, laid) => {
  const values = { tile: play.tile, onto: play.onto };
  const special = firstAnswer("placeInWords", play, laid);
  if (special) return special;
  if (laid)
    return play.onto
      ? interpolate(_("%(tile)s lies on the %(onto)s, not yet submitted"), values)
      : interpolate(_("%(tile)s lies as the lead, not yet submitted"), values);
  return play.onto ? interpolate(_("Lay %(tile)s on the %(onto)s"), values) : interpolate(_("Lead %(tile)s"), values);
};

const laidInWords = ({ tile, onto }) =>
  onto ? interpolate(_("%(tile)s on the %(onto)s"), { tile, onto }) : interpolate(_("Lead %(tile)s"), { tile });

function statusInWords(state) {
  const { view, notice, sent, picking, laid, connection } = state;
  if (notice) return notice;
  if (sent)
    return connection === "live" || connection === "polling"
      ? _("Sending …")
      : _("Sending as soon as there is a connection …");
  if (view.status === "finished") return _("The game is over");
  if (view.status !== "playing" || !view.round) return _("The game was aborted");
  const special = firstAnswer("statusInWords", state);
  if (special) return special;
  if (picking) return interpolate(_("Lay %(tile)s on the"), { tile: picking });
  if (laid.length)
    return laid.map(laidInWords).join(", ") + (laidMove(state) ? "" : ` – ${_("another tile belongs to this move")}`);
  const only = { draw: _("Nothing fits: draw a tile"), pass: _("Nothing fits: you pass") }[onlyMove(state)];
  if (isMyTurn(state)) return only ?? (choices(state).lays.length ? _("Your turn: choose a tile") : _("Your turn"));
  const name = view.round.turn === null ? "" : seatName(view, view.round.turn);
  return view.you === null
    ? interpolate(_("You are watching. %(name)s is on turn."), { name })
    : interpolate(_("%(name)s is on turn"), { name });
}
