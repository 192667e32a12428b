// Mexican Train at the table: rows of trains in place of the board, and how one plays on them. A tile is chosen first
// and then its row, or a row first and then a tile that fits it. The rows are drawn by board/train_rows.js.

import { late } from "../app/on_demand.js";
import { element } from "../board/element.js";
import { carPicture, LEAST, TrainRows, trainName } from "../board/train_rows.js";
import { inRows, trainsAfter } from "../geometry/trains.js";
import { waysToPlay } from "../table/choices.js";
import { seatName } from "../table/sentences.js";
import { choices, isMyTurn, laidMove, otherPlaces } from "../table/state.js";
import { eventsOf, marksOf, sinceOwnMove } from "../table/turns.js";
import { gettext as _, interpolate, listed } from "../text/i18n.js";
import { sortedHand } from "../text/notation.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

const LEAST_SEEN = 34; // px of a row on which nothing is played

/** @type {TrainRows | null} */
let rows = null;
/** @type {{ state: State; position: Position; act: Act }} */
let shown;
/** The row that waits for a tile, and in which version of the game. */
let aim = { version: -1, train: "" };

// ---- What can be played where -------------------------------------------------------------------

/**
 * The train that the reader has tapped before a tile.
 * @type {(state: State) => string | null}
 */
const aimed = (state) =>
  aim.train && aim.version === state.view.version && !chosen(state) && usable(state).has(aim.train) ? aim.train : null;

/** @type {(state: State, train?: string) => void} */
const aimAt = ({ view }, train = "") => {
  aim = { version: view.version, train };
};

/** @type {(state: State) => Lay[]} */
const lays = (state) => choices({ ...state, laid: [] }).lays;

/**
 * The trains on which the reader may play now with some tile.
 * @type {(state: State) => Set<string>}
 */
const usable = (state) => new Set(lays(state).map(({ plays: [play] }) => play.onto ?? ""));

/**
 * The chosen tile.
 * @type {(state: State) => Tile | null}
 */
const chosen = ({ picking, laid }) => picking ?? laid[0]?.tile ?? null;

/** @type {(state: State, train: string) => Play | undefined} */
const placeOn = (state, train) => otherPlaces(state).find(({ onto }) => onto === train);

/**
 * The reader tapped a tile: on the row that waits for it, it is played there. A second tap plays it where it lies, or
 * puts it back if several rows take it. Anything else is as in every game.
 * @type {(state: State, tile: Tile, act: Act) => boolean | null}
 */
function pick(state, tile, act) {
  const train = aimed(state);
  aimAt(state);
  const play = train && waysToPlay(lays(state), [], tile).find(({ onto }) => onto === train);
  if (play) act.lay(play);
  else if (state.picking === tile) act.takeBack();
  else if (state.laid[0]?.tile === tile && laidMove(state)) act.submit();
  else return null;
  return true;
}

/**
 * The reader tapped a row, or pressed its button.
 * @type {(train: string) => void}
 */
function tapped(train) {
  const { state, act } = shown;
  const play = placeOn(state, train);
  if (state.sent) return;
  if (play) act.lay(play);
  else if (state.laid[0]?.onto === train) act.submit();
  else if (chosen(state)) act.takeBack();
  else if (usable(state).has(train)) {
    aimAt(state, aimed(state) === train ? "" : train);
    if (state.why || state.notice)
      act.takeBack(); // what was refused before is no answer to this tap
    else act.redraw();
    $("announcer").textContent = aimInWords(state) ?? "";
  } else wholeTrain(train);
}

/**
 * Which tiles fit the row that waits for one.
 * @type {(state: State) => string | null}
 */
function aimInWords(state) {
  const train = aimed(state);
  const { names = [], you } = rows?.picture ?? {};
  return train
    ? interpolate(_("%(train)s: %(tiles)s"), {
        train: trainName(train, names, you),
        tiles: listed(fittingTiles(state)),
      })
    : null;
}

/**
 * The tiles that fit the row that waits for one.
 * @type {(state: State) => Tile[]}
 */
const fittingTiles = (state) => {
  const train = aimed(state);
  return sortedHand(
    lays(state).flatMap(({ plays }) => plays.filter(({ onto }) => onto === train).map(({ tile }) => tile)),
  );
};

/** @type {(train: string) => void} */
const wholeTrain = (train) => {
  late(() => import("./train_sheet.js")).then((module) => module?.showTrain(train, rows?.picture, shown.position));
};

// ---- On the page --------------------------------------------------------------------------------

/**
 * Draws the rows in place of the board.
 * @type {(state: State, position: Position, act: Act) => true}
 */
function board(state, position, act) {
  shown = { state, position, act };
  if (!rows) {
    const box = $("trains");
    rows = new TrainRows(box, { fills: true, onRow: tapped, onMore: wholeTrain });
    box.addEventListener("click", ({ target }) => {
      if (target === box && (chosen(shown.state) || aimed(shown.state))) back();
    });
  }
  rows.least = state.scene.kind === "now" ? LEAST : LEAST_SEEN; // the strip takes room from nine rows
  const focus = document.activeElement;
  rows.show(picture(state, position));
  if (focus?.matches(".train-play") && !focus.isConnected) $("status").focus({ preventScroll: true });
  markHand(state);
  placeTools(state.view);
  return true;
}

const LOW = "(max-height: 739px)"; // as in css/trains.css

/**
 * Where nine rows and the hand need the whole page, the buttons that arrange the hand are in the menu.
 * @type {(view: GameView) => void}
 */
function placeTools({ seats }) {
  const tools = $("hand-tools");
  const menu = seats.length > 4 && matchMedia(LOW).matches;
  const home = menu ? document.querySelector(".table-bar .menu-panel") : $("hand").parentElement;
  if (tools && home && tools.parentElement !== home) home.append(tools);
}

/** Puts the chosen tile back, and no row waits for one. */
function back() {
  aimAt(shown.state);
  shown.act.takeBack();
}

/** @type {(state: State, position: Position) => TrainsPicture} */
function picture(state, position) {
  const { view, scene, laid, sent } = state;
  const now = scene.kind === "now";
  const takes = now ? otherPlaces(state) : [];
  const lies = now && laid.length ? laid[0] : null;
  const places = [...takes, ...(lies && !sent ? [lies] : [])];
  const name = (/** @type {Play} */ { tile }) => interpolate(_("Play %(tile)s here"), { tile });
  return {
    trains: position.trains ?? [],
    layout: position.layout,
    ply: position.ply,
    set: view.rules.set,
    cover: position.cover,
    names: view.seats.map(({ seat }) => seatName(view, seat)),
    you: view.you,
    turn: position.turn,
    counts: position.counts,
    left: view.seats.map(({ left }) => left),
    fresh: new Set(now ? state.since.filter(({ deal }) => deal === view.deal).map(({ ply }) => ply ?? 0) : []),
    news: new Set(now ? sinceOwnMove(eventsOf(position), view.you).map(({ ply }) => ply) : []),
    last: position.last,
    said: new Set(scene.kind === "over" || position.isOver ? [] : marksOf(view, position).map(({ seat }) => seat)),
    usable: chosen(state)
      ? new Set(places.map(({ onto }) => onto ?? ""))
      : now && isMyTurn(state)
        ? usable(state)
        : new Set(),
    aimed: aimed(state),
    takes,
    laid: lies,
    sent: Boolean(sent),
    buttons: Object.fromEntries(places.map((play) => [play.onto, name(play)])),
    beside,
  };
}

/**
 * What the hidden list of players says besides: time, presence, level and points.
 * @type {(seat: number) => Node[]}
 */
function beside(seat) {
  const player = $("players").querySelector(`[data-seat="${seat}"]`);
  const words = player.querySelectorAll(".player-chip, .player-time, .level-word, .player-points");
  return [
    ...(player.querySelector(".player-here") ? [element("span", { className: "train-here" })] : []),
    ...[...words].map((node) => node.cloneNode(true)),
  ];
}

/**
 * The tiles that fit the row that waits for one stand out.
 * @type {(state: State) => void}
 */
function markHand(state) {
  const tiles = fittingTiles(state);
  $("hand").classList.toggle("aimed", tiles.length > 0);
  for (const tile of $("hand").querySelectorAll(".hand-tile"))
    tile.classList.toggle("fits", tiles.includes(tile.dataset.tile ?? ""));
}

/**
 * The station, in the bar of the page.
 * @type {(state: State) => void}
 */
function draw({ view }) {
  const start = view.round?.start;
  const station = $("station");
  if (!start || station.dataset.tile === start) return;
  station.dataset.tile = start;
  station.setAttribute("aria-label", interpolate(_("Station: %(tile)s"), { tile: start }));
  station.replaceChildren(carPicture({ tile: start, at: null }));
}

// ---- By keyboard --------------------------------------------------------------------------------

/** @type {(event: KeyboardEvent, at: AtTable) => boolean | null} */
function key({ key: pressed }, { state, act, drawing }) {
  if (pressed === "+" || pressed === "-") return true; // nothing to zoom
  if (/^[\dm]$/i.test(pressed)) return byName(/\d/.test(pressed) ? `T${pressed}` : "M", state, drawing);
  if (pressed === "ArrowUp" || pressed === "ArrowDown") return walk(pressed === "ArrowDown" ? 1 : -1);
  if (pressed === "Enter" && state.picking && document.activeElement?.dataset.tile === state.picking) return walk(1);
  if (pressed === "Escape" && aimed(state)) {
    aimAt(state);
    act.redraw();
    return true;
  }
  return null;
}

/**
 * To the next row that takes the chosen tile.
 * @type {(by: number) => boolean}
 */
function walk(by) {
  const buttons = [...(rows?.nodes ?? [])].flatMap((node) => [...node.querySelectorAll(".train-play")]);
  if (!buttons.length) return false;
  const here = buttons.indexOf(/** @type {Part} */ (document.activeElement));
  buttons[here < 0 ? (by > 0 ? 0 : buttons.length - 1) : (here + by + buttons.length) % buttons.length].focus();
  return true;
}

/**
 * A key named a train: the chosen tile goes there, or the first tile that fits it gets the focus.
 * @type {(train: string, state: State, drawing: Drawing) => true}
 */
function byName(train, state, drawing) {
  const { trains } = shown.position;
  if (!trains?.some(({ of }) => of === train) || (!chosen(state) && !usable(state).has(train))) return true;
  if (chosen(state) && !placeOn(state, train) && state.laid[0]?.onto !== train) return true;
  tapped(train);
  const first = drawing.hand.order.find((tile) => fittingTiles(state).includes(tile));
  if (first) drawing.hand.focus(first);
  return true;
}

/**
 * The keys of this game, for the list of keys, with what each does.
 * @type {() => [string[], string][]}
 */
function keys() {
  const { names = [], you, trains = [] } = rows?.picture ?? {};
  return [
    [["←", "→", "Home", "End"], _("Choose a tile")],
    [["Shift ←", "Shift →"], _("Move a tile within your hand")],
    [["Enter"], _("Choose the tile, then play it")],
    [["↑", "↓"], _("To the next train that takes it")],
    ...inRows(trains, you).map(
      ({ of }) => /** @type {[string[], string]} */ ([[of.replace("T", "")], trainName(of, names, you)]),
    ),
  ];
}

/** Rows are the places: they need no further buttons. */
const placeButtons = () => [];

/** Where a dragged tile can be dropped: the whole row takes it, but not the room around the rows. */
const places = () => ({ nodes: rows?.nodes ?? [], within: 8 });

/** @type {(view: PlayedView, ply: number) => Partial<Position>} */
const layoutAt = (view, ply) => trainsAfter(view, ply);

export const extra = { board, draw, pick, key, keys, placeButtons, places, layoutAt, statusInWords: aimInWords };
