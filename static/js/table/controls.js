// The reader's part of the table: their hand, a line that says what to do, and the buttons for it.

import { svg } from "../board/tile.js";
import { answers, firstAnswer } from "../extras/registry.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { element } from "./players.js";
import { offerInWords, seatName } from "./sentences.js";
import { choices, isMyTurn, laidMove, onlyMove, otherPlaces, otherWays, tappable } from "./state.js";
import { eventsOf, joined, sinceOwnMove, unbroken, unseenInWords } from "./turns.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

/** @type {(path: string) => SVGElement} */
const icon = (path) =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "icon" }, svg("path", { d: path }));

/** @type {(text: string, call: (event: any) => unknown, className?: string, attributes?: Record<string, unknown>) => HTMLButtonElement} */
export const button = (text, call, className = "", attributes = {}) => {
  const node = element("button", { type: "button", className: `button ${className}`.trim(), text, ...attributes });
  node.addEventListener("click", call);
  return node;
};

/**
 * *position*: the one on the felt. After a round, the hand shows the tiles that were left over.
 * @type {(state: State, position: Position, drawing: { hand: Hand; act: Act }) => void}
 */
export function drawMine(state, position, { hand, act }) {
  const { view } = state;
  const { round, you } = view;
  const isOver = state.scene.kind === "over";
  const turned = round?.turned && round.turn === you ? [round.turned] : [];
  const lying = new Set([
    ...state.laid.map((play) => play.tile),
    ...(state.picking && state.picking !== round?.turned ? [state.picking] : []),
  ]);
  const { deal } = position;
  const lined = firstAnswer("linedHand", state, act);
  hand.show(
    isOver
      ? { deal, tiles: (you !== null && !view.rules.rows && position.hands?.[you]) || [] }
      : {
          deal,
          tiles: round?.hand ?? turned,
          playable: tappable(state),
          chosen: lying,
          fresh: drawnSince(view),
          lined,
        },
  );
  const status = statusInWords(state);
  $("status").textContent = unbroken(status);
  $("status").classList.toggle("long", status.length > 36);
  $("status").classList.toggle("refusal", Boolean(state.notice || state.why));
  const buttons = state.sent ? [] : [...actions(state, act), ...answers("moreButtons", state, act).flat()];
  const had = $("actions").contains(document.activeElement) && document.activeElement?.textContent;
  $("actions").replaceChildren(...buttons);
  if (had)
    (buttons.find((node) => node.textContent === had) ?? buttons.at(-1) ?? $("status")).focus({ preventScroll: true });
}

/**
 * The tiles that the reader has drawn since their last move.
 * @type {(view: GameView) => Set<Tile>}
 */
const drawnSince = ({ round, deal, by, you }) =>
  new Set(
    round && you !== null
      ? sinceOwnMove(eventsOf({ ...round, deal, by, ply: Infinity }), you)
          .filter(({ seat, move }) => seat === you && move.startsWith("draw"))
          .map(({ move }) => move.split(" ")[1])
      : [],
  );

/** @type {(state: State, act: Act) => HTMLButtonElement[]} */
function actions(state, act) {
  const { laid, picking, view, scene } = state;
  if (scene.kind === "over") return view.status === "playing" ? [button(_("Next round"), act.now, "primary")] : [];
  if (!laid.length && !picking) {
    const { others } = choices(state);
    return (
      firstAnswer("buttons", state, act) ??
      others.map((text) => button(offerInWords(text), () => act.send(text), text === onlyMove(state) ? "primary" : ""))
    );
  }
  const back = button("", act.takeBack, "quiet take-back", { "aria-label": _("Take back") });
  back.append(icon("M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2"), element("span", { text: _("Take back") }));
  const free = picking && picking === view.round?.turned ? [] : [back]; // a tile turned over can't be put back
  if (picking)
    return [
      ...(firstAnswer("placeButtons") ??
        otherPlaces(state).map((play) =>
          button(endName(play), () => act.lay(play), "", { "aria-label": placeInWords(play, false, view) }),
        )),
      ...free,
    ];
  const turning = laid.flatMap((play) =>
    otherWays(state, play).map((way) => button(wayName(play, way, laid.length > 1), () => act.lay(way), "turning")),
  );
  const submit = button(_("Submit"), act.submit, "primary");
  submit.disabled = !laidMove(state);
  return [...turning, ...free, submit];
}

/**
 * Explains the button that turns a laid double, the first time the reader sees it.
 * @type {(state: State) => Hint | null}
 */
export function turningHint(state) {
  const ways = state.laid.flatMap((play) => [play, ...otherWays(state, play)]);
  if (ways.length === state.laid.length) return null;
  return ways.some(({ closed }) => closed)
    ? { name: "closed", text: _("Face down, a double closes its end: no one can play there.") }
    : { name: "lengthwise", text: _("Lengthwise, a double leaves one end with one of its halves.") };
}

/**
 * The name of another way to lay the tile of *play* on the same end.
 * @type {(play: Play, way: Play, several: boolean) => string}
 */
const wayName = (play, way, several) => {
  const { tile, lengthwise, closed } = way;
  const text =
    firstAnswer("wayName", way) ??
    (lengthwise ? _("Lengthwise") : closed ? _("Face down") : play.closed ? _("Face up") : _("Crosswise"));
  return several ? `${tile}: ${text}` : text;
};

/**
 * An end on its button, after "Play 5-3 on the".
 * @type {(play: Play) => string}
 */
const endName = (play) =>
  firstAnswer("endName", play) ?? (play.at === null ? (play.onto ?? "") : `${play.onto} (${play.at})`);

/** @type {(play: Play, laid: boolean, view: GameView) => string} */
export const placeInWords = (play, laid, view) => {
  const values = { tile: play.tile, onto: play.onto };
  const special = firstAnswer("placeInWords", play, laid, view);
  if (special) return special;
  if (laid)
    return play.onto
      ? interpolate(_("%(tile)s on the %(onto)s, not submitted yet"), values)
      : interpolate(_("%(tile)s leads, not submitted yet"), values);
  return play.onto ? interpolate(_("Play %(tile)s on the %(onto)s"), values) : interpolate(_("Lead %(tile)s"), values);
};

/**
 * What a tap on *tile* changed, for the live region: which tile it replaced, and where it lies.
 * @type {(before: State, after: State, tile: Tile) => string}
 */
export function pickInWords(before, after, tile) {
  const others = [...before.laid.map((lying) => lying.tile), before.picking].filter((other) => other && other !== tile);
  const gone = others.filter((other) => !after.laid.some((lying) => lying.tile === other));
  const play = after.laid.find((lying) => lying.tile === tile);
  return joined([
    gone.length ? interpolate(_("%(tile)s instead of %(others)s"), { tile, others: gone.join(", ") }) : "",
    play ? placeInWords(play, true, after.view) : "",
  ]);
}

/** @type {(play: Play) => string} */
const laidInWords = ({ tile, onto }) =>
  onto ? interpolate(_("%(tile)s on the %(onto)s"), { tile, onto }) : interpolate(_("Lead %(tile)s"), { tile });

/**
 * Whether a move sent now reaches the server; otherwise it waits for a connection.
 * @type {(state: State) => boolean}
 */
const isConnected = ({ connection }) => connection === "live" || connection === "polling";

/** @type {(state: State) => string} */
function statusInWords(state) {
  const { view, notice, sent, why, scene, picking, laid } = state;
  if (notice) return notice;
  if (why) return why.text;
  if (sent) return isConnected(state) ? _("Sending …") : _("We’ll send it when you’re back online");
  if (view.status === "finished") return _("The game has ended");
  if (view.status !== "playing" || !view.round) return _("The game was aborted");
  if (scene.kind === "over") return isMyTurn(state) ? _("The next round is ready") : _("The next round has been dealt");
  if (!picking && !laid.length) {
    const { sentences } = unseenInWords(view);
    const ask = askInWords(state);
    return sentences ? joined([sentences, ask]) : ask;
  }
  const special = firstAnswer("statusInWords", state);
  if (special) return special;
  if (picking) return interpolate(_("Where does %(tile)s go?"), { tile: picking });
  return laid.map(laidInWords).join(", ") + (laidMove(state) ? "" : ` – ${_("add another tile to this move")}`);
}

/**
 * What the reader has to do, or whose turn it is: for the status and the live region.
 * @type {(state: State) => string}
 */
export function askInWords(state) {
  const { view } = state;
  if (view.status !== "playing" || !view.round) return "";
  const special = firstAnswer("statusInWords", state);
  if (special) return special;
  /** @type {Record<string, string>} */
  const asks = { draw: _("Nothing fits: draw a tile"), pass: _("Nothing fits: you pass") };
  const only = asks[onlyMove(state) ?? ""];
  if (only) return only;
  if (isMyTurn(state) && unseenInWords(view).allPassed) return _("Your turn again");
  if (isMyTurn(state)) return choices(state).lays.length ? _("Your turn: choose a tile") : _("Your turn");
  const { turn } = view.round;
  const name = turn === null ? "" : seatName(view, turn);
  if (turn !== null && view.seats[turn].computer) return interpolate(_("%(name)s is thinking"), { name });
  return view.you === null
    ? interpolate(_("You’re watching. It’s %(name)s’s turn."), { name })
    : interpolate(_("%(name)s’s turn"), { name });
}
