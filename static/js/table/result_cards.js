// The card over the felt after a round or game. Fetched when the first one ends. The reader can close it and reopen it
// with a button.

import { late } from "../app/on_demand.js";
import { svg } from "../board/tile.js";
import { finishedDeals } from "../look_back/scene.js";
import { gettext as _, interpolate, number, signed } from "../text/i18n.js";
import { button } from "./controls.js";
import { computerMark, element, openTiles, wholeName } from "./players.js";
import { ratingsOf } from "./ratings.js";
import { brought, endInWords, lastLines, ratingInWords, roundWinnerInWords } from "./result_text.js";
import { roundEndInWords, seatName, seatsOf, sideName, sides } from "./sentences.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

/** @type {(text: string, href: string, className?: string) => HTMLElement} */
const link = (text, href, className = "") => element("a", { className: `button ${className}`.trim(), href, text });

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
        wholeName(sideName(view, side), "over-name"),
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
 * For a round: pips left, points scored or paid during play, points for the round, total.
 * @type {(view: GameView, position: Position, line: ScoreLine) => HTMLElement}
 */
function roundTable(view, position, line) {
  const during = Boolean(line.ends || line.draws || line.bids);
  const heads = [_("Pips left"), ...(during ? [_("In play")] : []), _("Scored"), _("Total")];
  return sideTable(view, position, heads, [line.winner], (side) => [
    number(line.pips[side]),
    ...(during ? [signed(brought(line, side) - line.written[side])] : []),
    signed(line.written[side]),
    number(line.totals[side]),
  ]);
}

/** @type {(view: GameView, position: Position) => HTMLElement} */
function gameTable(view, position) {
  const { heads, rows, hasBefore } = lastLines(view);
  return sideTable(view, position, [...heads, _("Total")], view.outcome?.winners ?? [], (wanted) => {
    const { figures, total } = /** @type {LastLines["rows"][number]} */ (rows.find(({ side }) => side === wanted));
    return [...figures.map((figure, n) => (hasBefore && n === 0 ? number(figure) : signed(figure))), number(total)];
  });
}

/** @type {Record<string, string>} */
const NOTES = {
  bald: _("bald"),
  six: _("out with the 6-6"),
  hundred: _("the hundred"),
  "brother-in-law": _("brother-in-law"),
  right: _("right of the hundred"),
  fish: _("fish"),
  eggs: _("eggs"),
  rotten: _("rotten eggs"),
  owes: _("owes a fish"),
  paid: _("fish paid"),
  lost: _("fish lost"),
  general: _("General"),
};

/** @type {(line: RoundLine) => HTMLElement[]} */
const notes = ({ notes: found = [] }) =>
  found.length ? [element("p", { className: "muted", text: found.map((note) => NOTES[note] ?? note).join(", ") })] : [];

const cross = () =>
  svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "m6 6 12 12M18 6 6 18" }));

/** @type {(text: string) => HTMLElement} */
const heading = (text) => element("h2", { id: "card-title", tabindex: -1, text });
/** @type {(text: string, className?: string) => HTMLElement} */
const sentence = (text, className = "over-words") => element("p", { className, text });
/** @type {(...nodes: HTMLElement[]) => HTMLElement} */
const buttons = (...nodes) => element("p", { className: "over-buttons" }, ...nodes);

/**
 * After every round but the last.
 * @type {(view: GameView, position: Position, act: Act) => HTMLElement[]}
 */
function roundCard(view, position, act) {
  const { scoreLine } = position;
  const next = [button(_("Next round"), act.now, "primary"), button(_("Look back"), () => act.look(position.deal, 0))];
  if (!scoreLine)
    return [heading(_("Dealt again")), sentence(_("This deal doesn't count, so we deal again.")), buttons(...next)];
  return [
    heading(interpolate(_("Round %(round)s has ended"), { round: position.round })),
    sentence(`${roundEndInWords(scoreLine, view)} ${roundWinnerInWords(view, scoreLine.winner)}`),
    ...notes(scoreLine),
    roundTable(view, position, scoreLine),
    buttons(...next),
  ];
}

/**
 * After the game: the result, each side's points, and what to do next.
 * @type {(view: GameView, position: Position, act: Act) => HTMLElement[]}
 */
function gameCard(view, position, act) {
  const scoreLine = position.scoreLine && position.deal === view.deal ? position.scoreLine : null;
  const { title, words } = endInWords(view, scoreLine);
  if (!view.outcome || view.annulled) return [heading(title), sentence(words), buttons(link(_("Home page"), "/"))];
  const isMyPage = Boolean($("rematch-form")); // false for a seat held by a private link
  const waits = document.querySelector(".next-game:not([hidden])");
  return [
    heading(title),
    sentence(words),
    ...(view.rated && view.you !== null ? [element("p", { className: "over-rating", id: "over-rating" })] : []),
    gameTable(view, position),
    ...(isMyPage && view.seats[view.you ?? -1]?.guest ? [guestsOffer()] : []),
    element(
      "p",
      { className: "over-more" },
      button(_("Score sheet"), act.side, "quiet sheet-opener"),
      button(_("Share"), share, "quiet"),
      link(_("Analysis"), `/g/${view.id}/analysis/`, "quiet"),
      ...(view.you === null ? [link(_("Home page"), "/", "quiet")] : []),
    ),
    buttons(
      ...again(view, isMyPage),
      ...(waits ? [link(_("Next game"), waits.href)] : []),
      ...(finishedDeals(view).length ? [button(_("Look back"), () => act.look(position.deal, 0))] : []),
    ),
  ];
}

/** @type {(view: GameView, isMyPage?: boolean) => HTMLElement[]} */
function again(view, isMyPage) {
  const { rematch } = view;
  if (rematch) {
    const text =
      rematch.status === "open"
        ? interpolate(_("%(name)s offers a rematch"), { name: rematch.by ?? "" })
        : _("To the rematch");
    return [link(text, `/g/${rematch.id}/`, "primary")];
  }
  return isMyPage && view.you !== null
    ? [element("button", { className: "button primary", form: "rematch-form", text: _("Rematch") })]
    : [];
}

function guestsOffer() {
  const href = `/accounts/signup/?next=${encodeURIComponent(location.pathname)}`;
  return element(
    "p",
    { className: "over-guest" },
    `${_("You're playing as a guest.")} `,
    element("a", { href, text: _("Save this game with an account") }),
  );
}

/** @type {(event: any) => Promise<void>} */
async function share({ currentTarget }) {
  const address = new URL(location.pathname, location.origin).href;
  const sharing = await late(() => import("../app/sharing.js"));
  const done = await sharing?.shareOrCopy(address, document.title);
  if (done === "copied") {
    currentTarget.textContent = _("Link copied");
    $("announcer").textContent = _("Link copied");
  } else if (done === "neither") $("link-dialog").showModal();
}

/** @type {(view: GameView) => Promise<void>} */
async function drawRating(view) {
  const node = $("over-rating");
  if (!node) return;
  const text = ratingInWords(await ratingsOf(view.id), view.you);
  node.replaceChildren(
    element("span", { text: _("Your rating") }),
    " ",
    element("strong", { className: "num", text: text || _("calculating …") }),
  );
}

// ---- Open and closed ---------------------------------------------------------------------------

let drawnKey = "";
/** @type {{ kind: string; view: GameView; act: Act } | null} */
let shown = null; // {kind, view, act} of the last drawing

const isOpen = () => !$("card").hidden && $("card-back").hidden;

/** @type {(closed: boolean) => void} */
function setClosed(closed) {
  $("card-content").hidden = closed;
  $("card-back").hidden = !closed;
}

/** The focus follows, if it was in the card or nowhere. */
function close() {
  const goesAlong = $("card").contains(document.activeElement) || document.activeElement === document.body;
  setClosed(true);
  if (goesAlong) $("card-back").firstElementChild?.focus({ preventScroll: true });
  shown?.act.redraw(); // the layout gets the card's room
}

function open() {
  setClosed(false);
  $("card-title").focus({ preventScroll: true });
  shown?.act.redraw();
}

/**
 * The buttons shown while the card is closed.
 * @type {(kind: string, view: GameView, act: Act) => HTMLElement[]}
 */
const wayBack = (kind, view, act) => [
  button(_("Result"), open),
  ...(kind === "round" ? [button(_("Next round"), act.now, "primary")] : []),
  ...(view.rematch ? again(view) : []),
];

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
  if (isOpen() && target.closest(".felt, .players") && !target.closest("button, a")) close();
});
addEventListener("ratings", () => shown && drawRating(shown.view));

/** Turn the closed hands face up when a deal ends while the reader watches. */
function turnUp() {
  $("table").classList.add("turning-up");
  setTimeout(() => $("table").classList.remove("turning-up"), 1600);
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
  const waits = document.querySelector(".next-game")?.dataset.waiting;
  const key = JSON.stringify([
    kind,
    position.deal,
    view.outcome,
    view.rematch,
    position.hands,
    position.scoreLine,
    waits,
  ]);
  if (key !== drawnKey) {
    const hadFocus = $("card").contains(document.activeElement);
    if (view.rematch && !drawnKey.includes(view.rematch.id)) announceRematch(view);
    drawnKey = key;
    const closing = element("button", { type: "button", className: "tool over-close", "aria-label": _("Close") });
    closing.append(cross());
    closing.addEventListener("click", close);
    $("card-content").replaceChildren(...(kind === "round" ? roundCard : gameCard)(view, position, act), closing);
    $("card-back").replaceChildren(...wayBack(kind, view, act));
    drawRating(view);
    if (hadFocus) (isOpen() ? $("card-title") : $("card-back").firstElementChild)?.focus({ preventScroll: true });
  }
  if (!isNew || scene.kind !== "over") return;
  turnUp();
  if (!document.activeElement?.closest(".side, dialog, .menu")) $("card-title").focus({ preventScroll: true });
}

/** @type {(view: GameView) => void} */
function announceRematch(view) {
  $("announcer").textContent = again(view)[0].textContent;
}
