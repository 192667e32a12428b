// The hand in Mexican Train: the reader lines up their train in it, at any time; plays it in an opening; and is asked
// once before they lay a double that they can't cover (rules.md 9.7).

import { inBrowser } from "../app/storage.js";
import { seatOf } from "../geometry/trains.js";
import { button } from "../table/controls.js";
import { element } from "../table/players.js";
import { seatName } from "../table/sentences.js";
import { choices, isMyTurn, laidMove } from "../table/state.js";
import { gettext as _, interpolate, listed } from "../text/i18n.js";
import { bestTrain, inHand, linedUp, placed, sorted, stepped, withTrain } from "../text/lined_up.js";
import { halves, isDouble, nameOf, playsOf, sortedHand } from "../text/notation.js";
import { keepHand, keptHand } from "./kept_hand.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

/** @type {(sentence: string) => void} */
const say = (sentence) => {
  $("announcer").textContent = sentence;
};

// ---- The order of the tiles --------------------------------------------------------------------

/** @type {KeptHand & { game: string } | null} */
let kept = null; // of the round that was drawn last

/** @type {(change: Partial<KeptHand>) => void} */
function keep(change) {
  if (!kept) return;
  const { game, ...before } = kept;
  kept = { game, ...before, ...change };
  keepHand(game, { ...before, ...change });
}

/**
 * The runs of the reader's hand.
 * @type {(view: PlayedView) => string[][]}
 */
function runsOf({ id, deal, round }) {
  const hand = round.hand ?? [];
  if (kept?.game !== id || kept.deal !== deal) {
    const stored = keptHand(id);
    kept = { game: id, deal, runs: stored?.deal === deal ? stored.runs : [], asked: stored?.asked };
  }
  const runs = inHand(kept.runs, sortedHand(hand));
  if (`${runs}` !== `${kept.runs}`) keep({ runs });
  return runs;
}

/** @type {(view: PlayedView) => string} */
const ownTrain = ({ you }) => `T${you}`;

/** @type {(view: PlayedView) => Train | undefined} */
const ownOf = (view) => view.round.trains?.find(({ of }) => of === ownTrain(view));

/**
 * “My train as lined up”.
 * @type {(view: PlayedView) => Tile[]}
 */
function myTrain(view) {
  const own = ownOf(view);
  return own ? linedUp(runsOf(view), own.end) : [];
}

/** @type {(state: State) => Played | null} */
const holding = (state) => {
  const { view } = state;
  return view.status === "playing" && view.round?.hand && view.you !== null ? /** @type {Played} */ (state) : null;
};

/**
 * Where a drop would put *tile*: the number of other tiles before it; null outside of the hand.
 * @type {(tile: Tile, at: Pointer) => number | null}
 */
function placeAt(tile, { clientX, clientY }) {
  const hand = $("hand").getBoundingClientRect();
  if (clientX < hand.left || clientX > hand.right || clientY < hand.top || clientY > hand.bottom) return null;
  const boxes = otherButtons(tile).map((other) => other.getBoundingClientRect());
  const gap = 4; // px, half of what is between two lines
  const next = boxes.findIndex(
    (box) => clientY < box.top - gap || (clientY < box.bottom + gap && clientX < (box.left + box.right) / 2),
  );
  return next < 0 ? boxes.length : next;
}

/** @type {(tile: Tile) => HTMLElement[]} */
const otherButtons = (tile) =>
  [...$("hand").querySelectorAll(".hand-tile")].filter((other) => other.dataset.tile !== tile);

/**
 * What a new order says of *tile*, for screen readers.
 * @type {(runs: string[][], tile: Tile) => string}
 */
function placeInWords(runs, tile) {
  const order = runs.flat().map(nameOf);
  const values = { tile, n: order.indexOf(tile) + 1, all: order.length, beside: besides(runs, tile) };
  return values.beside
    ? interpolate(_("%(tile)s joins %(beside)s, place %(n)s of %(all)s"), values)
    : interpolate(_("%(tile)s, place %(n)s of %(all)s"), values);
}

/**
 * The tiles that *tile* is joined to.
 * @type {(runs: string[][], tile: Tile) => string}
 */
function besides(runs, tile) {
  const run = (runs.find((tiles) => tiles.some((shown) => nameOf(shown) === tile)) ?? []).map(nameOf);
  const here = run.indexOf(tile);
  return listed([run[here - 1], run[here + 1]].filter((other) => other !== undefined));
}

/** @type {(runs: string[][], tile: Tile, act: Act) => void} */
function rearrange(runs, tile, act) {
  keep({ runs });
  act.redraw();
  say(placeInWords(runs, tile));
}

/** @type {(tile: Tile, at: Pointer | null) => void} */
function showPlace(tile, at) {
  const place = at && kept ? placeAt(tile, at) : null;
  const others = otherButtons(tile);
  const joins = place !== null && kept && besides(placed(kept.runs, tile, place), tile);
  for (const [index, node] of others.entries()) {
    node.classList.toggle("drop-before", index === place);
    node.classList.toggle("drop-after", place === others.length && index === place - 1);
    node.classList.toggle("drop-joins", Boolean(joins));
  }
}

/**
 * Where a tile can be played now, in words.
 * @type {(state: Played, tile: Tile) => string}
 */
function fitsInWords(state, tile) {
  const { view } = state;
  const own = ownTrain(view);
  const fits = choices(state).lays.flatMap(({ plays }) => plays.filter((play) => play.tile === tile));
  const ownFirst = [...fits.filter(({ onto }) => onto === own), ...fits.filter(({ onto }) => onto !== own)];
  const trains = ownFirst.map(({ onto }) => {
    const seat = seatOf(onto ?? "");
    if (seat === null) return _("the Mexican train");
    return seat === view.you ? _("your train") : interpolate(_("%(name)s’s train"), { name: seatName(view, seat) });
  });
  if (trains.length) return interpolate(_("fits %(trains)s"), { trains: listed(trains) });
  return isMyTurn(state) && !state.sent ? _("fits nowhere now") : "";
}

/** @type {(state: State, act: Act) => LinedHand | null} */
function linedHand(state, act) {
  const played = holding(state);
  if (!played) return null;
  const runs = runsOf(played.view);
  return {
    runs,
    train: new Set(myTrain(played.view)),
    words: (tile) => {
      const beside = besides(runs, tile);
      const joined = beside && interpolate(_("joined to %(tiles)s"), { tiles: beside });
      return [fitsInWords(played, tile), joined].filter(Boolean).join(", ");
    },
    over: showPlace,
    drop: (tile, at) => {
      showPlace(tile, null);
      const place = placeAt(tile, at);
      if (place === null || !kept) return false;
      rearrange(placed(kept.runs, tile, place), tile, act);
      return true;
    },
  };
}

/**
 * Arrows, Home and End walk through all tiles of the hand; with Shift, arrows move the tile.
 * @type {(event: KeyboardEvent, at: AtTable) => true | null}
 */
function key({ key: name, shiftKey }, { state, act, drawing }) {
  const by = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[name];
  const { order } = drawing.hand;
  if (!by || !holding(state) || !kept || !order.length) return null;
  const tile = document.activeElement?.dataset?.tile;
  const here = order.indexOf(tile ?? "");
  if (!shiftKey || !tile || here < 0) {
    const next = here < 0 ? (by > 0 ? 0 : order.length - 1) : here + by;
    drawing.hand.focus(order[Math.min(order.length - 1, Math.max(0, next))]);
    return true;
  }
  const runs = Number.isFinite(by)
    ? stepped(kept.runs, tile, by)
    : placed(kept.runs, tile, by < 0 ? 0 : order.length - 1);
  rearrange(runs, tile, act);
  drawing.hand.focus(tile);
  return true;
}

// ---- The buttons below it ----------------------------------------------------------------------

let heard = false;

/**
 * Makes the buttons of the page (games/_hand_tools.html) work, and the one in the form to plan ahead.
 * @type {(state: State, position: Position, act: Act) => void}
 */
function draw(state, _position, act) {
  latest = state;
  goOn(act);
  if (state.view.status !== "playing") keepHand(state.view.id, null);
  offerToPlan();
  if (heard) return;
  heard = true;
  document.addEventListener("panel:shown", offerToPlan);
  document.addEventListener("click", ({ target }) => {
    const played = latest && holding(latest);
    const pressed = target.closest("[data-arrange], [data-lined-up]");
    if (!played || !pressed) return;
    if (pressed.dataset.arrange) arrange(played, pressed.dataset.arrange, act);
    else plan(pressed, myTrain(played.view));
  });
}

/** The form to plan ahead (plans/_train.html) can take “my train as lined up”, if there is one. */
function offerToPlan() {
  const played = latest && holding(latest);
  const take = document.querySelector("[data-lined-up]");
  if (!take) return;
  take.hidden = !played || !myTrain(played.view).length;
  document.querySelector("[data-line-up]").hidden = !take.hidden;
}

/** @type {(take: Part, train: Tile[]) => void} */
function plan(take, train) {
  const { form } = take;
  for (const line of form.querySelectorAll("[name=line]")) line.remove();
  form.append(...train.map((value) => element("input", { type: "hidden", name: "line", value })));
  Object.assign(take, { type: "submit", name: "do", value: "take" }); // shows the lines; the player saves them
  form.requestSubmit(take);
}

/** @type {State | null} */
let latest = null;

/** @type {(state: Played, tool: string, act: Act) => void} */
function arrange(state, tool, act) {
  const runs = runsOf(state.view);
  if (tool === "train") lineUpBest(state.view, runs);
  else {
    const isAgain = lastSort?.tool === tool && JSON.stringify(lastSort.runs) === JSON.stringify(runs);
    const leads = tool === "fits" ? fitting(state) : undefined;
    lastSort = { tool, runs: sorted(runs, { leads, apart: isAgain }) };
    keep({ runs: lastSort.runs });
    say(tool === "fits" ? _("Tiles that fit come first") : _("Sorted by number"));
  }
  act.redraw();
}

/** @type {{ tool: string; runs: string[][] } | null} */
let lastSort = null; // the same button a second time takes trains apart

/**
 * Whether a tile fits: on the reader's turn, as the server says; otherwise, the trains that are open to them now.
 * @type {(state: Played) => (tile: Tile) => boolean}
 */
function fitting(state) {
  const { view } = state;
  const { tiles } = choices({ ...state, laid: [] });
  if (isMyTurn(state)) return (tile) => tiles.has(tile);
  const ends = openEnds(view);
  return (tile) => halves(tile).some((half) => ends.includes(half));
}

/**
 * The numbers at the ends of the trains on which the reader may play, unless a double must be covered first.
 * @type {(view: PlayedView) => number[]}
 */
const openEnds = (view) =>
  (view.round.trains ?? []).filter(({ of, open }) => open || of === ownTrain(view)).map(({ end }) => end);

/** @type {(view: PlayedView, runs: string[][]) => void} */
function lineUpBest(view, runs) {
  const { end } = /** @type {Train} */ (ownOf(view));
  const train = bestTrain(runs.flat().map(nameOf), end);
  keep({ runs: withTrain(runs, train, end) });
  say(
    train.length
      ? interpolate(_("Lined up: %(tiles)s"), { tiles: train.join(", ") })
      : interpolate(_("None of your tiles fits the %(end)s at the end of your train"), { end }),
  );
}

// ---- Openings ----------------------------------------------------------------------------------

/** @type {{ tiles: Tile[]; version: number; deal: number } | null} */
let rest = null; // of the train that “Play all of it” plays

/**
 * Whether the reader's opening goes on, or could begin now.
 * @type {(state: Played) => boolean}
 */
const isOpening = ({ view }) =>
  view.round.legal.includes("stop") ||
  (view.rules.openings && view.round.turn === view.you && view.round.cover === null && ownOf(view)?.tiles === 0);

/** @type {(state: State, act: Act) => HTMLElement[] | null} */
function buttons(state, act) {
  const played = holding(state);
  if (!played || !isMyTurn(state) || rest || !isOpening(played)) return null;
  const { view } = played;
  const stop = view.round.legal.includes("stop")
    ? [button(_("That’s my train"), () => act.send("stop"), "primary")]
    : [];
  const train = playableTrain(view, myTrain(view));
  if (train.length < 2) return stop.length ? stop : null;
  const all = button(_("Play all of it"), () => {
    rest = { tiles: train, version: -1, deal: view.deal };
    goOn(act);
  });
  return [all, ...stop];
}

/**
 * The beginning of *train* that can be played now: up to a double that has no cover there.
 * @type {(view: PlayedView, train: Tile[]) => Tile[]}
 */
function playableTrain(view, train) {
  if (!train.length || !view.round.legal.includes(`${train[0]}>${ownTrain(view)}`)) return [];
  const last = /** @type {Tile} */ (train.at(-1));
  const isOut = train.length === view.round.hand?.length;
  return isDouble(last) && !isOut && lacksCover(view, last) ? train.slice(0, -1) : train;
}

/**
 * Sends the next tile of “Play all of it” once the server has answered the last one; ends with a refusal.
 * @type {(act: Act) => void}
 */
function goOn(act) {
  if (!rest || !latest || latest.sent) return;
  const { view, notice, laid } = latest;
  const isRefused = rest.version === view.version && notice;
  if (rest.version === view.version && !notice) return; // not answered yet
  const [tile, ...tiles] = rest.tiles;
  const move = `${tile}>T${view.you}`;
  const goesOn = !isRefused && view.deal === rest.deal && !laid.length && view.round?.legal.includes(move);
  rest = goesOn ? { ...rest, tiles, version: view.version } : null;
  if (goesOn) setTimeout(() => act.send(move)); // after this drawing
}

// ---- A double that the reader can't cover ------------------------------------------------------

const OFF = "uncovered-double";

/** @type {{ move: MoveText; version: number } | null} */
let question = null;

/**
 * Whether *double*, once it lies, leaves the reader without a tile for it; always false for a dead number.
 * @type {(view: PlayedView, double: Tile) => boolean}
 */
function lacksCover(view, double) {
  const { round, rules } = view;
  const [value] = halves(double);
  const others = (round.hand ?? []).filter((tile) => tile !== double);
  if (!rules.covers) return !others.some((tile) => halves(tile).some((half) => openEnds(view).includes(half)));
  const laid = round.layout.filter(({ tile }) => halves(tile).includes(value)).length;
  return laid + 1 <= rules.set && !others.some((tile) => halves(tile).includes(value));
}

/** @type {(view: PlayedView, double: Tile) => string} */
function questionInWords({ round, rules }, double) {
  const [value] = halves(double);
  const draws = rules.draws && round.boneyard > 0;
  if (!rules.covers)
    return draws
      ? _("None of your other tiles fits. You will draw, and pass if it doesn’t fit.")
      : _("None of your other tiles fits. You will pass.");
  return draws
    ? interpolate(_("You have no other %(value)s. You will draw, and pass if it doesn’t fit."), { value })
    : interpolate(_("You have no other %(value)s. You will pass."), { value });
}

/**
 * Whether a double lies, not sent yet, that leaves the reader without a tile while they could play another.
 * @type {(state: State) => boolean}
 */
function leavesNone(state) {
  const played = holding(state);
  const [play, ...more] = state.laid;
  if (!played || !play || more.length || !isDouble(play.tile) || state.sent) return false;
  const { view } = played;
  const isOut = view.round.hand?.length === 1;
  const hasOther = view.round.legal.some((text) => playsOf(text)?.[0].tile !== play.tile);
  return !isOut && hasOther && lacksCover(view, play.tile);
}

/**
 * Whether the laid tile is asked about: once a game, for as long as it lies.
 * @type {(state: State) => boolean}
 */
function isAsked(state) {
  const move = laidMove(state);
  if (!move || !leavesNone(state)) return false;
  const { version } = state.view;
  if (question?.version === version && question.move === move) return true;
  if (kept?.asked || inBrowser.read(OFF) === "off") return false;
  question = { move, version };
  keep({ asked: true });
  return true;
}

/**
 * Whether a tap must not send the laid tile yet.
 * @type {(state: State) => true | null}
 */
const holdsBack = (state) => isAsked(state) || null;

/** @type {(state: State) => string | null} */
const statusInWords = (state) =>
  isAsked(state)
    ? questionInWords(/** @type {PlayedView} */ (state.view), /** @type {Play} */ (state.laid[0]).tile)
    : null;

/** @type {(state: State, act: Act) => HTMLElement[]} */
function moreButtons(state, act) {
  if (!isAsked(state)) return [];
  const off = () => {
    inBrowser.write(OFF, "off");
    act.submit();
  };
  return [button(_("Play, and don’t ask again"), off, "quiet")];
}

export const extra = { linedHand, key, draw, buttons, moreButtons, holdsBack, statusInWords };
