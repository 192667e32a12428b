// The card over the felt after a round or game. Fetched when the first one ends. The reader can close it and reopen it
// with a button.

import { lateStyles } from "../app/late_styles.js";
import { svg } from "../board/tile.js";
import { gettext as _, interpolate, number, signed } from "../text/i18n.js";
import { advice } from "./coach.js";
import { button } from "./controls.js";
import { drawRating, gameCard } from "./game_card.js";
import { computerMark, element, openTiles } from "./players.js";
import * as rematch from "./rematch.js";
import { brought, roundWinnerInWords } from "./result_text.js";
import { notesInWords, roundEndInWords, seatName, seatsOf, sideName, sides } from "./sentences.js";

export { follow } from "./rematch.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

/**
 * The open hands of a side under its name. A seat's own name shows only if partners share the side.
 * @type {(view: GameView, position: Position, side: number) => HTMLElement[]}
 */
function handsOf(view, position, side) {
  const { hands } = position;
  if (!hands) return [];
  const seats = seatsOf(view, side);
  return seats.map(({ seat, computer }) =>
    element(
      "span",
      { className: "over-tiles" },
      ...(seats.length > 1
        ? [element("span", { text: seatName(view, seat) }, computer && computerMark(computer))]
        : []),
      ...openTiles(hands[seat]),
    ),
  );
}

/**
 * A mark for a side that only a computer plays.
 * @type {(view: GameView, side: number) => HTMLElement | null}
 */
function markOf(view, side) {
  const seats = seatsOf(view, side);
  return seats.length === 1 && seats[0].computer ? computerMark(seats[0].computer) : null;
}

/**
 * One row per side: its name and open hands, then *cells*(side).
 * @type {(view: GameView, position: Position, heads: string[], winners: (number | null)[], cells: (side: number) => string[]) => HTMLElement}
 */
function sideTable(view, position, heads, winners, cells) {
  const column = (/** @type {string} */ text) => element("th", { scope: "col", className: "num", text });
  const rows = sides(view).map((side) =>
    element(
      "tr",
      { className: winners.includes(side) ? "won" : "" },
      element(
        "th",
        { scope: "row" },
        element("span", { className: "over-name", text: sideName(view, side) }),
        markOf(view, side),
        ...handsOf(view, position, side),
      ),
      ...cells(side).map((text) => element("td", { className: "num", text })),
    ),
  );
  return element(
    "div",
    { className: "over-scores", tabindex: 0, role: "group", "aria-label": _("Score sheet") },
    element(
      "table",
      { className: "over-table" },
      element("thead", {}, element("tr", {}, element("td"), ...heads.map(column))),
      element("tbody", {}, ...rows),
    ),
  );
}

/**
 * For a round: pips left, points scored or paid during play, points for the round, total. On trains, the points are the
 * pips left.
 * @type {(view: GameView, position: Position, line: ScoreLine) => HTMLElement}
 */
function roundTable(view, position, line) {
  if (view.sheet?.stations)
    return sideTable(view, position, [_("Pips left"), _("Total")], [line.winner], (side) => [
      number(line.pips[side]),
      number(line.totals[side]),
    ]);
  const during = Boolean(line.ends || line.draws || line.bids || line.passes);
  const heads = [_("Pips left"), ...(during ? [_("In play")] : []), _("Scored"), _("Total")];
  return sideTable(view, position, heads, [line.winner], (side) => [
    number(line.pips[side]),
    ...(during ? [signed(brought(line, side) - line.written[side])] : []),
    signed(line.written[side]),
    number(line.totals[side]),
  ]);
}

/** @type {(line: RoundLine, view: GameView) => HTMLElement[]} */
const notes = (line, view) => {
  const found = notesInWords(line, view);
  return found.length ? [element("p", { className: "muted", text: found.join(" ") })] : [];
};

const cross = () =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "m6 6 12 12M18 6 6 18" }));

/** @type {(text: string) => HTMLElement} */
const heading = (text) => element("h2", { id: "card-title", tabindex: -1, text });
/** @type {(text: string, className?: string) => HTMLElement} */
const sentence = (text, className = "over-words") => element("p", { className, text });
/** @type {(...nodes: HTMLElement[]) => HTMLElement} */
const buttons = (...nodes) => element("p", { className: "over-buttons" }, ...nodes);

/**
 * What a stranger can't guess: that points are bad here, and why theirs don't count yet.
 * @type {(view: GameView, line: RoundLine) => string[]}
 */
function penalties({ sheet }, { pips, written }) {
  if (sheet?.goal !== "low" || pips.length > 4) return []; // a long table needs the room
  const least = sheet.open_at ?? 0;
  const isSpared = pips.some((left, side) => left && left < least && !written[side]);
  return [
    _("Lowest score wins."),
    isSpared ? interpolate(_("A first penalty counts only if it is %(least)s or more."), { least }) : "",
  ];
}

/**
 * After every round but the last.
 * @type {(view: GameView, position: Position, act: Act) => (HTMLElement | false)[]}
 */
function roundCard(view, position, act) {
  const { scoreLine } = position;
  const next = [button(_("Next round"), act.now, "primary"), button(_("Look back"), () => act.look(position.deal, 0))];
  if (!scoreLine)
    return [heading(_("Dealt again")), sentence(_("This deal doesn’t count, so we deal again.")), buttons(...next)];
  return [
    heading(interpolate(_("Round %(round)s has ended"), { round: position.round })),
    sentence(
      [roundEndInWords(scoreLine, view), roundWinnerInWords(view, scoreLine.winner), ...penalties(view, scoreLine)]
        .filter(Boolean)
        .join(" "),
    ),
    ...notes(scoreLine, view),
    roundTable(view, position, scoreLine),
    advice(view, position, act),
    buttons(...next),
  ];
}

// ---- Open and closed ---------------------------------------------------------------------------

let drawnKey = "";
/** @type {{ kind: string; view: GameView; act: Act } | null} */
let shown = null; // {kind, view, act} of the last drawing

const isOpen = () => !$("card").hidden && $("card-back").hidden;
const hasFocus = () => [$("card"), $("card-back")].some((part) => part.contains(document.activeElement));

/** @type {(closed: boolean) => void} */
function setClosed(closed) {
  $("card-content").hidden = closed;
  $("card-back").hidden = !closed;
}

/** The focus follows, if it was in the card or nowhere. */
function close() {
  const goesAlong = hasFocus() || document.activeElement === document.body;
  setClosed(true);
  if (goesAlong) $("card-back").firstElementChild?.focus({ preventScroll: true });
  shown?.act.redraw(); // on wide screens, the layout gets the card's room
}

function open() {
  setClosed(false);
  $("card-title").focus({ preventScroll: true });
  shown?.act.redraw();
}

/**
 * The buttons beside the status while the card is closed; "Next round" is among the actions there.
 * @type {(kind: string, view: GameView, act: Act) => HTMLElement[]}
 */
const wayBack = (kind, view, act) => [
  button(_("Result"), open),
  ...(kind === "game" && view.outcome ? aboutRematch(view, act) : []),
];

/** @type {(view: GameView, act: Act) => HTMLElement[]} */
function aboutRematch(view, act) {
  const parts = rematch.rematchParts(view, act);
  return parts.words
    ? [element("span", { className: "over-ask", text: parts.words }), ...parts.buttons]
    : parts.buttons;
}

let listens = false;

/** Before the first card. Resolves when its styles apply: nobody sees a card without them. */
export function prepare() {
  if (!listens) listen();
  return lateStyles($("card").dataset.styles);
}

function listen() {
  listens = true;
  rematch.listen();
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.defaultPrevented || !isOpen()) return;
      if (shown?.kind === "round") return; // the game continues
      if (document.querySelector(".side-open, dialog[open], details[data-menu][open]")) return;
      event.preventDefault();
      close();
    },
    { capture: true },
  );
  document.addEventListener("click", ({ target }) => {
    const beside = target === $("card") || (target.closest(".felt, .players") && !target.closest("button, a"));
    if (isOpen() && beside) close();
  });
  addEventListener("ratings", () => shown && drawRating(shown.view));
}

/** Turn the closed hands face up when a deal ends while the reader watches. */
function turnUp() {
  $("table").classList.add("turning-up");
  setTimeout(() => $("table").classList.remove("turning-up"), 1600);
}

let announced = "";

/** @type {(said: string) => void} */
function announce(said) {
  if (said && said !== announced) $("announcer").textContent = said;
  announced = said;
}

/**
 * Show the card of *kind* ("round" or "game") over the felt, unless it is there already.
 * @type {(kind: "round" | "game", state: State, position: Position, act: Act) => void}
 */
export function drawCard(kind, { view, scene }, position, act) {
  shown = { kind, view, act };
  const winners = kind === "game" ? (view.outcome?.winners ?? []) : [position.scoreLine?.winner];
  for (const player of document.querySelectorAll("#players > [data-side]"))
    player.classList.toggle("won", winners.includes(Number(player.dataset.side)));
  const isNew = $("card").hidden;
  if (isNew) setClosed(false);
  $("card").hidden = false;
  $("card").dataset.kind = kind;
  const { length } = sides(view);
  $("card").dataset.sides = length > 4 ? "many" : length > 2 ? "some" : "two";
  const waits = document.querySelector(".next-game")?.dataset.waiting;
  const key = JSON.stringify([
    kind,
    position.deal,
    view.outcome,
    view.rematch,
    position.hands,
    position.scoreLine,
    waits,
    rematch.changes(),
  ]);
  if (key !== drawnKey) {
    const hadFocus = hasFocus();
    const wasMain = document.activeElement?.closest(".over-main") !== null;
    drawnKey = key;
    const closing = element("button", { type: "button", className: "tool over-close", "aria-label": _("Close") });
    closing.append(cross());
    closing.addEventListener("click", close);
    const parts = (kind === "round" ? roundCard : gameCard)(view, position, act);
    $("card-content").replaceChildren(...parts.filter((part) => part !== false), closing);
    $("card-back").replaceChildren(...wayBack(kind, view, act));
    drawRating(view);
    const there = wasMain ? ".over-main .button" : "#card-title";
    if (hadFocus)
      (isOpen() ? $("card").querySelector(there) : $("card-back").firstElementChild)?.focus({ preventScroll: true });
    if (kind === "game") announce(rematch.rematchInWords(view));
  }
  if (!isNew || scene.kind !== "over") return;
  turnUp();
  if (!document.activeElement?.closest(".side, dialog, .menu")) $("card-title").focus({ preventScroll: true });
}
