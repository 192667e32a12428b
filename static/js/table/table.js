// The table: actions of the reader and messages of the server change the state, and every state is drawn.

import { moves } from "../app/motion.js";
import { late } from "../app/on_demand.js";
import { whenReleased } from "../app/press.js";
import { fits, unsentMove } from "../app/unsent_move.js";
import { fetchExtras } from "../extras/by_rules.js";
import { answers, firstAnswer } from "../extras/registry.js";
import { addressOf, placeIn } from "../look_back/address.js";
import { hands, keepPromise, promisesOf } from "../look_back/commitments.js";
import { finishedDeals, positionOf } from "../look_back/scene.js";
import { gettext as _ } from "../text/i18n.js";
import { Connection } from "./connection.js";
import { askInWords, pickInWords } from "./controls.js";
import { Drawing } from "./draw.js";
import { inPace } from "./pace.js";
import * as change from "./state.js";
import { prepareTools } from "./tools.js";
import { endedTurns, happenedInWords, joined } from "./turns.js";

const page = document.getElementById("table");
let state = change.startState(JSON.parse(document.getElementById("view").textContent));
let arriving = Promise.resolve(); // views are processed one at a time
/** @type {typeof import("./knocks.js") | null} */
let sound = null; // loaded with the first tap or key; before that, browsers allow no sound
let seen = -1;
/** @type {Drawing} */
let drawing;
/** @type {Connection} */
let connection;

/**
 * For the modules that look back.
 * @type {Table}
 */
const table = {
  get state() {
    return state;
  },
  set state(next) {
    state = next;
  },
  update: (next) => update(next),
  say: (sentence) => say(sentence),
};
/** @type {typeof import("../look_back/look_back.js") | null} */
let back = null; // look_back.js, once fetched
const lookingBack = async () => (back ??= await late(() => import("../look_back/look_back.js")));

const isVisible = () => document.visibilityState === "visible";

/**
 * Whether the reader looks at this page: a window beside another one is visible, but its reader may be elsewhere, and
 * then gets a notification.
 */
const isBeforeTheirEyes = () => isVisible() && document.hasFocus();

/** @type {(next: State, how?: { soon?: boolean }) => void} */
function update(next, { soon = false } = {}) {
  state = next;
  if (soon) drawing.drawSoon(state);
  else drawing.draw(state);
  writeAddress();
  if (
    connection &&
    isBeforeTheirEyes() &&
    ["now", "over"].includes(state.scene.kind) && // a round's card is read here, too: no notification tells of it
    state.view.you !== null &&
    state.view.version > seen
  ) {
    seen = state.view.version;
    connection.seen(seen);
  }
}

// ---- What the reader does --------------------------------------------------------------------

const isOneTap = () => document.body.dataset.sending === "one_tap";

/**
 * One tap plays, unless more tiles could be laid in this turn, or the tile could lie another way.
 * @type {(next: State) => void}
 */
function laidDown(next) {
  const before = state;
  update(next);
  if (next.laid.length > before.laid.length) sound?.laid(/** @type {Play} */ (next.laid.at(-1)));
  const text = change.laidMove(state);
  if (
    isOneTap() &&
    text &&
    next !== before &&
    !change.choices(state).tiles.size &&
    !state.laid.some((play) => change.otherWays(state, play).length) &&
    !firstAnswer("holdsBack", state)
  )
    act.submit();
}

/** @type {Act & { undo: () => void; play: () => void }} */
export const act = {
  pick: (tile) => {
    if (firstAnswer("pick", state, tile, act)) return;
    const from = change.atPresent(state);
    const next = change.pick(from, tile);
    if (next === from) return refuse(tile);
    const isMoved = from.laid.some((play) => play.tile === tile);
    const isOurChoice = isMoved || (from.picking === tile && change.otherPlaces(from).length > 1);
    if (isOurChoice)
      update(next); // one tap doesn't play it: the player hasn't chosen this end
    else laidDown(next);
    if (from.laid.length || from.picking) say(pickInWords(from, next, tile));
  },
  lay: (play) => {
    if (state.laid.some((other) => other.text === play.text)) return;
    laidDown(change.lay(change.atPresent(state), play));
  },
  takeBack: () => update(change.takeBack(state)),
  drag: (tile) => update(tile ? dragged(tile) : change.takeBack(state)),
  drop: (play) => {
    if (play) act.lay(play);
    else update(change.takeBack(state));
  },
  submit: () => {
    const text = change.laidMove(state);
    if (text) act.send(text);
  },
  send: async (text) => {
    if (state.sent) return;
    update(change.withSent(change.atPresent(state), text));
    answered(text, await connection.send(text, state.view));
  },
  redraw: () => update(state),
  check: () => connection?.check(),
  undo: async () => {
    await (await late(() => import("./take_back.js")))?.undo(table);
    connection.check();
  },
  /** Go to the present, or back to a round's card; after that, the other missed moves play first. */
  now: () => {
    const { scene } = state;
    if (scene.from) return update(change.withScene(state, scene.from));
    const later = scene.kind === "over" ? state.since.filter(({ deal }) => deal > scene.deal) : [];
    update(change.withScene({ ...state, since: later }, { kind: "now" }));
    playNews();
  },
  play: async () => (await late(() => import("../look_back/missed_moves.js")))?.playBack(table, act.now),
  look: async (deal, ply) => (await lookingBack())?.look(table, deal, ply),
  step: (index) => back?.step(table, index),
  replay: () => {
    const { view, scene } = state;
    const deal = (scene.kind === "now" ? view.deal : scene.deal) ?? 0;
    act.look(deal, view.status === "playing" && deal === view.deal ? view.round.moves.length : 0);
  },
  side: () => document.getElementById("side-toggle").click(),
  verify: async () => {
    (await late(() => import("../look_back/verify_dialog.js")))?.showCheck(table, positionOf(state).deal, {
      promises: promisesOf(state.view),
      hands,
    });
  },
};

/**
 * The server's answer to a move sent by this page, or before a reload.
 * @type {(text: MoveText, answer: Answer) => void}
 */
function answered(text, answer) {
  if (answer.ok) {
    if (state.view.version < answer.version || state.sent === text) connection.check();
    // A reader who goes straight on to the next game would only see it flash.
    if (document.getElementById("push-offer") && !document.body.dataset.advance)
      import("../app/push_offer.js").then(
        (module) => module.offerPush(),
        () => {},
      );
    if (document.body.dataset.advance) late(() => import("./next_game.js")).then((module) => module?.advance(table));
  } else {
    update(change.withRefusal(state, text, answer.message || _("The server refused this move.")));
    say(state.notice);
    connection.check();
  }
}

/**
 * Says why a tile can't be played.
 * @type {(tile: Tile) => Promise<void>}
 */
async function refuse(tile) {
  const reasons = await late(() => import("./why_not.js"));
  if (!reasons) return;
  const why = reasons.whyNot(state, tile);
  update(change.withReason(change.atPresent(state), tile, why));
  say(why);
  reasons.shake(tile);
}

/**
 * During a drag, all places of the tile show, even if there is only one.
 * @type {(tile: Tile) => State}
 */
function dragged(tile) {
  const free = state.laid.filter((play) => play.tile !== tile);
  const base = change.choices({ ...state, laid: free }).tiles.has(tile) ? free : [];
  return { ...change.atPresent(state), laid: base, picking: tile, notice: "", why: null };
}

/** Plays what the reader hasn't seen, unless they are choosing a move or have turned motion off. */
function playNews() {
  const { scene, laid, picking, sent, view } = state;
  const isBusy = scene.kind !== "now" || laid.length || sent || (picking && picking !== view.round?.turned);
  if (!isBusy && isVisible() && moves() && change.toTell(state).length) act.play();
}

/**
 * A tap or key returns to the present.
 * @type {(event: any) => void}
 */
function stopPlaying({ target }) {
  if (state.scene.kind === "play" && !target?.closest?.("#since-show")) act.now();
}

// ---- What the server does --------------------------------------------------------------------

/** @type {(view: GameView) => Promise<void>} */
async function take(view) {
  if (view.version < state.view.version) return;
  const before = state.view;
  keepPromise(view);
  // A partner's signal doesn't change the version.
  if (view.version === before.version && view.signals.length === before.signals.length)
    return update(change.withView(state, view), { soon: true });
  const { endOf, newsBetween } = (await late(() => import("./new_events.js"))) ?? {
    endOf: () => [],
    newsBetween: () => [],
  };
  const happened = newsBetween(before, view);
  const old = state;
  const ended =
    before.round && (view.deal !== before.deal || (view.status !== "playing" && before.status === "playing"));
  state = change.withView(state, view);
  if (ended) await (await lookingBack())?.load(table, before.deal);
  await whenReleased(); // fetching took some time
  state = Object.assign({}, state, ...answers("keptState", old, state));
  const end = ended ? endOf(before, state) : [];
  const events = view.deal === before.deal ? [...happened, ...end] : [...end, ...happened];
  const isShown = isVisible() || !moves();
  const hasEnd = (before.round && state.deals[before.deal]) || view.status !== "playing";
  const closes = ended && hasEnd && isShown && state.scene.kind === "now";
  if (closes) state = change.withScene(state, { kind: "over", deal: before.deal });
  // Over the last deal, nothing shows of the next one; it plays when the reader continues.
  const waits = state.scene.kind === "over" && view.status === "playing";
  const news = waits ? events.filter((event) => closes && end.includes(event)) : events;
  const isLater = !isVisible() || state.scene.kind === "play";
  state = change.withUnseen(state, isLater ? events : events.filter((event) => !news.includes(event)));
  update(state);
  const ask = news.length && state.scene.kind === "now" ? askInWords(state) : "";
  say(joined([happenedInWords(view, endedTurns(view, news)), ask, ...answers("announcement", state)]));
  for (const { dataset } of document.querySelectorAll(
    "[data-panel-name=plan][open]:not(:has([data-unsaved])), .asks-bar:has([data-ask])",
  ))
    dispatchEvent(new CustomEvent("panel", { detail: dataset.panelName }));
  sound?.happened(view, news, Boolean(ended));
  if (change.isMyTurn(state) && before.round?.turn !== view.you && !document.hasFocus()) sound?.yourTurn();
}

// ---- Address, announcements, start -------------------------------------------------------------

/** The place that the address asks for, until we show it. */
let sought = placeIn(location);

function writeAddress() {
  if (sought) return; // a reload asks for it again
  const { scene, deals } = state;
  const isPlace = scene.kind === "step" && deals[scene.deal];
  const address = addressOf(location, isPlace ? { deal: scene.deal, ply: positionOf(state).ply } : null);
  if (location.pathname + location.search + location.hash !== address) history.replaceState(null, "", address);
  const link = document.getElementById("table-link");
  const shown = link.defaultValue + location.search;
  if (link.value !== shown) link.value = shown; // the reader may have selected it
}

async function goToAddress() {
  sought = placeIn(location);
  if (sought) await act.look(sought.deal, sought.ply);
  sought = null;
  writeAddress();
}

/** @type {(sentence: string) => void} */
function say(sentence) {
  if (sentence) document.getElementById("announcer").textContent = sentence;
}

/** @type {typeof import("./keys.js").keys | null | undefined} */
let keys = null; // fetched with the first key

/** @type {(event: any) => Promise<void>} */
async function onKey(event) {
  // Checked before keys.js is fetched: by then, the key may have closed what was open.
  if (event.defaultPrevented || document.querySelector("dialog[open], details[data-menu][open]")) return;
  if (!keys) {
    keys = (await late(() => import("./keys.js")))?.keys;
    if (/^(Enter| )$/.test(event.key) && event.target.matches("button, a, summary")) return; // the key has pressed it by now
  }
  keys?.(event, { state, act, drawing });
}

function unlockSound() {
  if (sound) return;
  import("./knocks.js").then(
    (loaded) => {
      sound = loaded;
      sound.unlock();
    },
    () => {},
  );
}

/** @type {number | null} */
let prefetch = null;

/** Fetches what a turn may need before the connection can break. */
const fetchAhead = () =>
  import("./fetch_ahead.js").then(
    (module) => module.fetchAhead(),
    () => (prefetch = null),
  );

prepareTools(page, { redraw: () => drawing && update({ ...state }) });
await fetchExtras(state.view);
drawing = new Drawing(act);
const kept = unsentMove(state.view.id);
const unanswered = kept?.you === state.view.you ? kept : null;
if (unanswered && fits(unanswered, state.view)) state = change.withSent(state, unanswered.move);
await drawing.begin(state);
keepPromise(state.view);
document.getElementById("since-show").addEventListener("click", act.play);
document.getElementById("since-close").addEventListener("click", act.now);
document.getElementById("undo")?.addEventListener("click", act.undo);
document.getElementById("replay").addEventListener("click", act.replay);
document.addEventListener("keydown", onKey);
for (const name of ["click", "keydown"]) document.addEventListener(name, stopPlaying, { capture: true });
document.addEventListener("visibilitychange", () => {
  if (isVisible()) update(state);
  if (isVisible()) playNews();
});
addEventListener("focus", () => update(state, { soon: true }));
addEventListener("hashchange", goToAddress);
for (const name of ["pointerdown", "keydown"]) addEventListener(name, unlockSound, { once: true });
writeAddress();
dispatchEvent(new Event("started"));
if (sought) goToAddress();
else playNews();
if (document.getElementById("at-felt")) late(() => import("./felt_talk.js")).then((felt) => felt?.followTalk(table));
connection = new Connection({
  id: state.view.id,
  version: state.view.version,
  signals: state.view.signals.length,
  onView: (view) => {
    arriving = arriving
      .then(() => inPace(state.view))
      .then(whenReleased)
      .then(() => take(view))
      .catch(console.error);
  },
  onState: (connected) => {
    if (connected !== state.connection) update({ ...state, connection: connected }, { soon: true });
    if (connected === "live" || connected === "polling") prefetch ??= setTimeout(fetchAhead, 1500);
  },
  onPresent: ({ seats, watchers }) => update({ ...state, present: seats, watchers }, { soon: true }),
});
if (unanswered)
  connection.send(unanswered.move, unanswered, unanswered.key).then((answer) => answered(unanswered.move, answer));
const lastDeal = state.view.deal;
if (lastDeal !== null && finishedDeals(state.view).includes(lastDeal)) {
  lookingBack()
    .then((module) => module?.load(table, lastDeal))
    .then(() => update(state));
}
