// The card after the game: who won, every side's score, the series, and what to do next.

import { late } from "../app/on_demand.js";
import { facePicture } from "../board/face.js";
import { svg, tilePicture } from "../board/tile.js";
import { finishedDeals } from "../look_back/scene.js";
import { gettext as _, number } from "../text/i18n.js";
import { halves } from "../text/notation.js";
import { advice } from "./coach.js";
import { button } from "./controls.js";
import { computerMark, element, openTiles } from "./players.js";
import { ratingsOf } from "./ratings.js";
import { rematchParts, stage } from "./rematch.js";
import { endInWords, fateOf, ranking, ratingInWords, seriesInWords, seriesWith } from "./result_text.js";
import { seatName, seatsOf, sides } from "./sentences.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);
const FAN = 5; // tiles
const CROWD = 4; // faces

/** @type {(text: string, href: string, className?: string) => HTMLElement} */
const link = (text, href, className = "") => element("a", { className: `button ${className}`.trim(), href, text });

/**
 * The faces of these seats. While a rematch is offered, a mark shows who has accepted.
 * @type {(view: GameView, seats: SeatLine[]) => HTMLElement}
 */
function faces(view, seats) {
  const accepted = view.rematch?.status === "open" ? view.rematch.accepted : [];
  return element(
    "span",
    { className: "over-faces" },
    ...seats.map(({ seat, face }) =>
      element(
        "span",
        { className: `over-face${accepted.includes(seat) ? " accepted" : ""}` },
        face && facePicture(face),
        accepted.includes(seat) && element("span", { className: "visually-hidden", text: _("wants a rematch") }),
      ),
    ),
  );
}

/**
 * The winners' last tiles, as a fan behind their faces.
 * @type {(view: GameView, position: Position) => HTMLElement}
 */
function fan(view, position) {
  const winners = view.outcome?.winners ?? [];
  const played = position.layout.filter(({ seat }) => seat !== null && winners.includes(view.seats[seat].side));
  const tiles = played.slice(-FAN).map(({ tile }, index, { length }) => {
    const picture = tilePicture(halves(tile));
    picture.style.setProperty("--turn-by", String(index - (length - 1) / 2));
    return picture;
  });
  return element("span", { className: "over-fan", "aria-hidden": "true" }, ...tiles);
}

/** @type {(view: GameView, position: Position) => HTMLElement} */
function head(view, position) {
  const scoreLine = position.scoreLine && position.deal === view.deal ? position.scoreLine : null;
  const { title, words } = endInWords(view, scoreLine);
  const steps = [title.length > 14 || /\S{11}/.test(title), title.length > 28, title.length > 52];
  const length = ["", "long", "longer", "longest"][steps.filter(Boolean).length];
  const first = sides(view).filter((side) => view.outcome?.winners.includes(side));
  const seats = first.flatMap((side) => seatsOf(view, side)).slice(0, CROWD);
  return element(
    "header",
    { className: "over-head" },
    element("span", { className: "over-stage" }, first.length === 1 && fan(view, position), faces(view, seats)),
    element("h2", { id: "card-title", className: length, tabindex: -1, text: title }),
    element("p", { className: "over-words", text: words }),
  );
}

/**
 * The names of a side. Below them, where the style sheet finds room, the tiles that it had left.
 * @type {(view: GameView, position: Position, side: number) => HTMLElement}
 */
function names(view, { hands }, side) {
  const seats = seatsOf(view, side);
  const left = seats.flatMap(({ seat }) => hands?.[seat] ?? []);
  return element(
    "span",
    { className: "over-names" },
    ...seats.flatMap(({ seat, computer }, index) => [
      index > 0 && " & ",
      element("span", { className: "over-name", text: seatName(view, seat) }),
      computer && computerMark(computer),
    ]),
    left.length > 0 && element("span", { className: "over-tiles" }, ...openTiles(left)),
  );
}

/**
 * A row for each side, the winner first. *series*: for more than two sides, the games that each has won.
 * @type {(view: GameView, position: Position, series: Series | null) => HTMLElement}
 */
function scores(view, position, series) {
  const rows = ranking(view);
  const wins = series && rows.length > 2;
  const column = (/** @type {string} */ text) => element("th", { scope: "col", text });
  return element(
    "table",
    { className: "over-ranks" },
    element(
      "thead",
      { className: wins ? "" : "visually-hidden" },
      element("tr", {}, column(_("Place")), column(_("Player")), wins && column(_("Wins")), column(_("Points"))),
    ),
    element(
      "tbody",
      {},
      ...rows.map(({ side, place, total, won }) =>
        element(
          "tr",
          {
            className: [won && "won", seatsOf(view, side).some(({ seat }) => seat === view.you) && "own"]
              .filter(Boolean)
              .join(" "),
          },
          element("td", { className: "over-place num", text: number(place) }),
          element(
            "th",
            { scope: "row" },
            element("span", { className: "over-side" }, faces(view, seatsOf(view, side)), names(view, position, side)),
          ),
          wins && element("td", { className: "over-wins num", text: number(series.won[side]) }),
          element("td", { className: "over-total num", text: number(total) }),
        ),
      ),
    ),
  );
}

/** @type {(view: GameView) => Series | null} */
function seriesOf(view) {
  const earlier = $("card").dataset.series;
  return earlier && view.outcome ? seriesWith(view, JSON.parse(earlier)) : null;
}

/** @type {(view: GameView) => HTMLElement | false} */
const guestsOffer = (view) =>
  stage(view) !== "none" &&
  view.seats[view.you ?? -1]?.guest &&
  element("a", {
    className: "over-guest",
    href: `/accounts/signup/?next=${encodeURIComponent(location.pathname)}`,
    text: _("Save this game with an account"),
  });

/**
 * The main button, a second one, and what a rematch waits for.
 * @type {(view: GameView, act: Act, next: string | undefined) => HTMLElement}
 */
function mainButtons(view, act, next) {
  const { words, buttons } = rematchParts(view, act);
  const answers = ["answer", "begun"].includes(stage(view));
  const evening = document.querySelector("a[data-evening]")?.href; // where its players wait for their next game
  const first = evening ? [link(_("Back to the evening"), evening, "primary")] : [];
  const all = [...first, ...(next && !answers && !evening ? [link(_("Next game"), next, "primary")] : []), ...buttons];
  if (!all.length) all.push(link(_("Home page"), "/"));
  if (!all.some((node) => node.matches(".primary"))) all[0].classList.add("primary");
  return element(
    "div",
    { className: "over-main" },
    words && element("p", { className: "over-ask", text: words }),
    element("p", { className: "over-buttons" }, ...all),
  );
}

// As in templates/icons.svg.
const PICTURES = {
  past: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5M12 8v4.5l3 2",
  chart: "M4 20h16M7 16v-5M12 16V5M17 16v-8",
  sheet: "M6 3.5h12v17H6zM9 8h6M9 12h6M9 16h4",
  share: "M12 15V3M8 7l4-4 4 4M5 12v8h14v-8",
  home: "M4 11.5 12 4l8 7.5M6.5 9.5V20h11V9.5",
  find: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M15.5 15.5 20 20",
  forward: "m9 5 7 7-7 7",
};

/**
 * A small button or link with an icon above its word.
 * @type {(node: HTMLElement, picture: keyof typeof PICTURES) => HTMLElement}
 */
function small(node, picture) {
  node.classList.add("quiet");
  node.prepend(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: PICTURES[picture] })));
  return node;
}

/** For players: where to find another opponent for this game. */
function otherGame() {
  const { find } = $("card").dataset;
  return find ? small(link(_("Find a game"), find), "find") : small(link(_("Home page"), "/"), "home");
}

/** @type {(view: GameView, position: Position, act: Act, next: string | undefined) => HTMLElement} */
const smallButtons = (view, position, act, next) =>
  element(
    "p",
    { className: "over-small" },
    finishedDeals(view).length > 0 &&
      small(
        button(_("Look back"), () => act.look(position.deal, 0)),
        "past",
      ),
    !view.rules.trains && small(link(_("Analysis"), `/g/${view.id}/analysis/`), "chart"), // it isn’t analysed yet
    small(button(_("Score sheet"), act.side, "sheet-opener"), "sheet"),
    small(
      button(_("Share"), async ({ currentTarget }) =>
        (await late(() => import("./clip.js")))?.shareGame(currentTarget, view),
      ),
      "share",
    ),
    next && ["answer", "begun"].includes(stage(view)) ? small(link(_("Next game"), next), "forward") : otherGame(),
  );

/**
 * The parts of the card.
 * @type {(view: GameView, position: Position, act: Act) => (HTMLElement | false)[]}
 */
export function gameCard(view, position, act) {
  $("card").dataset.fate = fateOf(view);
  if (!view.outcome || view.annulled) return [head(view, position), mainButtons(view, act, undefined)];
  const next = document.querySelector(".next-game:not([hidden])")?.href;
  const series = seriesOf(view);
  return [
    head(view, position),
    element("div", { className: "over-scores" }, scores(view, position, series)),
    element(
      "div",
      { className: "over-facts" },
      advice(view, position, act),
      series &&
        sides(view).length === 2 &&
        element("p", { className: "over-series", text: seriesInWords(view, series) }),
      view.rated && view.you !== null && element("p", { id: "over-rating" }),
      guestsOffer(view),
    ),
    mainButtons(view, act, next),
    smallButtons(view, position, act, next),
  ];
}

/** @type {(view: GameView) => Promise<void>} */
export async function drawRating(view) {
  const node = $("over-rating");
  if (!node) return;
  const text = ratingInWords(await ratingsOf(view.id), view.you);
  node.replaceChildren(
    element("span", { text: _("Your rating") }),
    " ",
    element("strong", { className: "num", text: text || _("calculating …") }),
  );
}
