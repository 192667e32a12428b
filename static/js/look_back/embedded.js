// A board in another site's page: follows a public game, or steps through one that has ended. The page is sandboxed: it
// has no origin, so no cookies, no storage and no sockets. It asks for news.

import { Board } from "../board/board.js";
import { facePicture } from "../board/face.js";
import { add, firstAnswer } from "../extras/registry.js";
import { plyInWords } from "../table/move_list.js";
import { computerMark, element, openTiles } from "../table/players.js";
import { seatName, tilesInWords } from "../table/sentences.js";
import { startState, withDeal, withScene } from "../table/state.js";
import { gettext as _, interpolate, number } from "../text/i18n.js";
import { placeIn } from "./address.js";
import { finishedDeals, positionOf } from "./scene.js";
import { Stepper } from "./stepper.js";

const EVERY = 5_000; // ms between two looks at a running game
const LOWEST_ROW = 30; // px of a train
const $ = (/** @type {string} */ id) => document.getElementById(id);

let state = startState(JSON.parse($("view").textContent));
const isRunning = () => state.view.status === "playing";
// What the moves of some games need; see extras/by_rules.js for those of the table.
const extras = [
  ...(state.view.rules.rows ? [import("../extras/sausage.js")] : []),
  ...(state.view.rules.trains ? [import("../extras/train_words.js")] : []),
  ...(state.view.rules.auction ? [import("../extras/auction.js")] : []),
  ...(state.view.rules.fill ? [import("../extras/filling.js")] : []),
  ...(state.view.rules.remarks ? [import("../extras/remarks.js")] : []),
];

/** @type {(address: string) => Promise<any>} */
async function fetched(address) {
  try {
    const answer = await fetch(address, { credentials: "omit" });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null; // the board stays as it is
  }
}

// ---- Drawing -----------------------------------------------------------------------------------

const trains = state.view.rules.trains ? await import("../board/train_rows.js") : null;
const rows = trains && new trains.TrainRows($("board"), { fills: true, least: LOWEST_ROW });
const board = trains ? null : new Board($("board"), { label: _("The tiles on the table") });
const stepper = new Stepper($("stepper"), {
  onStep: (ply) => show(state.scene.deal ?? state.view.deal ?? 0, ply),
  onLook: (deal, ply) => {
    stepper.stop();
    show(deal, ply);
  },
  onLeave: () => {},
  onVerify: () => {},
});

/** @type {(position: Position, seat: SeatLine) => HTMLElement} */
const pointsNode = ({ totals }, { side }) =>
  element("span", { className: "embed-points", title: _("Points"), text: number(totals[side] ?? 0) });

/** @type {(view: GameView, position: Position, seat: SeatLine) => HTMLElement} */
function seatNode(view, position, seat) {
  const open = position.hands?.[seat.seat];
  const count = position.counts[seat.seat];
  const chip = firstAnswer("chip", view, position, seat.seat);
  const isOver = !isRunning() && position.isOver && position.deal === view.deal;
  const classes = {
    "on-turn": position.turn === seat.seat,
    left: seat.left,
    won: isOver && view.outcome?.winners.includes(seat.side),
  };
  const on = Object.entries(classes).filter(([, is]) => is);
  return element(
    "li",
    { className: ["embed-seat", ...on.map(([name]) => name)].join(" ") },
    seat.face && facePicture(seat.face),
    element(
      "span",
      { className: "embed-name" },
      seatName(view, seat.seat),
      " ",
      seat.computer && computerMark(seat.computer),
    ),
    pointsNode(position, seat),
    element(
      "span",
      { className: "embed-tiles" },
      ...(open ? openTiles(open) : [tilesInWords(count)]),
      chip && element("span", { text: chip }),
    ),
  );
}

/** @type {(position: Position) => string} */
function statusInWords({ turn, ply, deal, ...position }) {
  const { view } = state;
  const { result = "", annulled = "" } = $("status").dataset;
  if (!isRunning()) return deal === view.deal && position.isOver ? [result, annulled].filter(Boolean).join(" · ") : "";
  const last = ply ? `${plyInWords(view, { turn, ply, deal, ...position }, ply)}.` : "";
  const next = turn === null ? "" : interpolate(_("It’s %(name)s’s turn"), { name: seatName(view, turn) });
  const first = view.rules.fill ? firstAnswer("announcement", state) : "";
  return [last, first ? `${next}.` : next, first].filter(Boolean).join(" ");
}

/**
 * The station and the rows of Mexican Train.
 * @type {(position: Position) => void}
 */
function drawTrains(position) {
  const { view } = state;
  const { trains: now, layout, ply, cover, turn, counts, totals, last } = position;
  if (!trains || !now) return;
  $("round").append(" ", trains.carPicture(layout[0]));
  rows?.show({
    trains: now,
    layout,
    ply,
    set: view.rules.set,
    cover,
    names: view.seats.map(({ seat }) => seatName(view, seat)),
    turn,
    counts,
    left: view.seats.map(({ left }) => left),
    last,
    beside: totals.some(Boolean) ? (seat) => [pointsNode(position, view.seats[seat])] : undefined,
  });
}

function draw() {
  const { view } = state;
  const position = positionOf(state);
  $("round").textContent = interpolate(_("Round %(round)s"), { round: position.round });
  $("seats").hidden = Boolean(trains); // their rows say as much
  $("seats").replaceChildren(...view.seats.map((seat) => seatNode(view, position, seat)));
  drawTrains(position);
  board?.show({
    id: position.deal,
    layout: position.layout,
    ply: position.ply,
    rules: view.rules,
    last: position.last,
    ends: position.ends.map((end) => ({ ...end, playable: false })),
    ...firstAnswer("picture", state, position),
  });
  $("status").textContent = statusInWords(position);
  $("stepper").hidden = isRunning() || !view.round;
  if (!$("stepper").hidden) stepper.show(state, position, finishedDeals(view));
}

// ---- A game that has ended ---------------------------------------------------------------------

/** @type {(deal: number, ply: number) => Promise<void>} */
async function show(deal, ply) {
  if (!state.deals[deal] && finishedDeals(state.view).includes(deal)) {
    const replay = await fetched(`rounds/${deal}/`);
    if (replay) state = withDeal(state, deal, replay);
  }
  if (!state.deals[deal] && deal !== state.view.deal) return; // not loaded: the one on show stays
  state = withScene(state, { kind: "step", deal, ply });
  draw();
}

// ---- A running game ----------------------------------------------------------------------------

async function look() {
  const view = document.hidden ? null : await fetched("view.json");
  if (view && view.status !== "playing") return location.reload(); // it has ended: the page knows how
  if (view && view.version > state.view.version) {
    state = { ...startState(view), deals: state.deals };
    draw();
  }
  return setTimeout(look, EVERY);
}

add(...(await Promise.all(extras)));
draw();
if (isRunning()) setTimeout(look, EVERY);
else if (state.view.round) {
  const { deal, ply } = placeIn(location) ?? { deal: state.view.deal ?? 0, ply: Infinity };
  await show(deal, ply);
}
