// The table: what the reader and the server do becomes a change of state, and every state is drawn.

import { Drawing } from "./draw.js";
import { answers } from "./extras.js";
import { gettext as _ } from "./i18n.js";
import { late } from "./late.js";
import { follow } from "./live.js";
import { eventInWords } from "./log.js";
import { fetchExtras } from "./needed.js";
import { finishedDeals, positionOf } from "./scene.js";
import * as change from "./state.js";
import { prepareTools } from "./tools.js";

const page = document.getElementById("table");
let state = change.startState(JSON.parse(document.getElementById("view").textContent));
let arriving = Promise.resolve(); // views are taken one after the other
let sound = null; // loaded with the first tap or key, before which no page may sound
let seen = -1;
let drawing = null;
let connection = null;

/** For the modules that look back. */
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
let back = null; // looking.js, once fetched
const looking = async () => (back ??= await late(() => import("./looking.js")));

const isLooking = () => document.visibilityState === "visible";

/** A board beside another window is visible, but its reader may be elsewhere: who is to be told. */
const isBeforeTheirEyes = () => isLooking() && document.hasFocus();

function update(next) {
  state = next;
  drawing.draw(state);
  writeAddress();
  if (
    connection &&
    isBeforeTheirEyes() &&
    state.scene.kind === "now" &&
    state.view.you !== null &&
    state.view.version > seen
  ) {
    seen = state.view.version;
    connection.seen(seen);
  }
}

// ---- What the reader does --------------------------------------------------------------------

const isOneTap = () => document.body.dataset.sending === "one_tap";

/** One tap plays, unless more could be laid in the same turn, or the tile could lie otherwise. */
function laidDown(next) {
  const before = state;
  update(next);
  if (next.laid.length > before.laid.length) sound?.click();
  const text = change.laidMove(state);
  if (
    isOneTap() &&
    text &&
    next !== before &&
    !change.choices(state).tiles.size &&
    !state.laid.some((play) => change.otherWays(state, play).length)
  )
    act.submit();
}

export const act = {
  pick: (tile) => laidDown(change.pick(forgetNews(state), tile)),
  lay: (play) => {
    if (state.laid.some((other) => other.text === play.text)) return;
    laidDown(change.lay(state, play));
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
    update(change.withSent(forgetNews(state), text));
    const answer = await connection.send(text, state.view.version);
    if (answer.ok) {
      if (state.view.version < answer.version) connection.check();
      else if (state.sent === text) update({ ...state, sent: null }); // a signal changes no version
      if (document.body.dataset.advance) late(() => import("./advance.js")).then((module) => module?.advance(table));
    } else {
      update(change.withRefusal(state, answer.message || _("The server refused this move.")));
      say(state.notice);
      connection.check();
    }
  },
  redraw: () => update(state),
  now: () => update(change.withScene({ ...state, since: [] }, { kind: "now" })),
  look: async (deal, ply) => (await looking())?.look(table, deal, ply),
  step: (index) => {
    back.step(table, index);
    sound?.click();
  },
  replay: () => {
    const { view, scene } = state;
    const deal = scene.kind === "now" ? view.deal : scene.deal;
    act.look(deal, view.status === "playing" && deal === view.deal ? view.round.moves.length : 0);
  },
  side: () => document.getElementById("side-toggle").click(),
  verify: async () => {
    (await late(() => import("./verify_dialog.js")))?.showCheck(table, positionOf(state).deal, {
      promises: promises(),
      hands,
    });
  },
};

const forgetNews = (from) => ({ ...from, since: [] });

/** While a tile is in the air all its places show, those of a tile with one place too. */
function dragged(tile) {
  const free = state.laid.filter((play) => play.tile !== tile);
  const base = change.choices({ ...state, laid: free }).tiles.has(tile) ? free : [];
  return { ...state, laid: base, picking: tile, notice: "", since: [] };
}

// ---- What the server does --------------------------------------------------------------------

async function take(view) {
  if (view.version < state.view.version) return;
  const before = state.view;
  keepPromise(view);
  // A partner's signal changes no version.
  if (view.version === before.version && view.signals.length === before.signals.length)
    return update(change.withView(state, view));
  const { endOf, newsBetween } = (await late(() => import("./news.js"))) ?? { endOf: () => [], newsBetween: () => [] };
  const happened = newsBetween(before, view);
  const old = state;
  const ended =
    before.round && (view.deal !== before.deal || (view.status !== "playing" && before.status === "playing"));
  state = change.withView(state, view);
  if (ended) await (await looking())?.load(table, before.deal);
  state = Object.assign({}, state, ...answers("keptState", old, state));
  const end = ended ? endOf(before, state) : [];
  const news = view.deal === before.deal ? [...happened, ...end] : [...end, ...happened];
  if (!isLooking()) state = change.withUnseen(state, news);
  if (ended && state.scene.kind === "now" && (state.deals[before.deal] || view.status !== "playing")) {
    state = change.withScene(state, { kind: "over", deal: before.deal });
  }
  update(state);
  say(
    [...news.map((event) => eventInWords(view, event)), ...answers("announcement", state)]
      .join(". ")
      .replaceAll("..", "."),
  );
  if (document.querySelector("[data-panel-name=plan][open]:not(:has([data-unsaved]))"))
    dispatchEvent(new CustomEvent("panel", { detail: "plan" }));
  if (news.some((event) => event.seat !== view.you)) sound?.click();
  if (change.isMyTurn(state) && before.round?.turn !== view.you) sound?.yourTurn();
}

// ---- The promise before each deal, and the own hand, kept as this page saw them first ----------

const hands = {}; // by deal; gone with the page, as somebody else may come after me in this tab
const promises = () => JSON.parse(sessionStorage.getItem(`promises/${state.view.id}`) ?? "{}");

function keepPromise({ id, deal, commitment, you, round }) {
  if (deal === null) return;
  const before = promises();
  if (commitment && !before[deal])
    sessionStorage.setItem(`promises/${id}`, JSON.stringify({ ...before, [deal]: commitment }));
  if (round?.hand) hands[deal] ??= { you, moves: round.moves, hand: round.hand };
}

// ---- Address, announcements, start -------------------------------------------------------------

function writeAddress() {
  const { scene, deals } = state;
  const hash =
    scene.kind === "step" && !scene.list && deals[scene.deal] ? `#${scene.deal}.${positionOf(state).ply}` : "";
  if (location.hash !== hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

function readAddress(hash = location.hash) {
  const [, deal, ply] = /^#(\d+)\.(\d+)$/.exec(hash) ?? [];
  if (deal !== undefined) act.look(Number(deal), Number(ply));
}

function say(sentence) {
  if (sentence) document.getElementById("announcer").textContent = sentence;
}

let keys = null; // fetched with the first key

async function onKey(event) {
  if (!keys) {
    keys = (await late(() => import("./keys.js")))?.keys;
    if (/^(Enter| )$/.test(event.key) && event.target.matches("button, a, summary")) return; // by now it has pressed that
  }
  keys?.(event, { state, act, drawing, say });
}

function unlockSound() {
  if (sound) return;
  import("./sound.js").then(
    (loaded) => {
      sound = loaded;
      sound.unlock();
    },
    () => {},
  );
}

prepareTools(page, { redraw: () => drawing && update({ ...state }) });
await fetchExtras(state.view);
drawing = new Drawing(act);
keepPromise(state.view);
document.getElementById("since-show").addEventListener("click", () => {
  const list = state.since;
  looking().then((module) => module?.stepThrough(table, list, 0));
});
document.getElementById("since-close").addEventListener("click", act.now);
document.getElementById("replay").addEventListener("click", act.replay);
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", () => isLooking() && update(state));
addEventListener("focus", () => update(state));
addEventListener("hashchange", () => readAddress());
for (const name of ["pointerdown", "keydown"]) addEventListener(name, unlockSound, { once: true });
const asked = location.hash; // drawing the present writes the address of the present
update(state);
readAddress(asked);
connection = follow({
  id: state.view.id,
  version: state.view.version,
  signals: state.view.signals.length,
  onView: (view) => (arriving = arriving.then(() => take(view)).catch(console.error)),
  onState: (connected) => update({ ...state, connection: connected }),
});
if (finishedDeals(state.view).includes(state.view.deal)) {
  looking()
    .then((module) => module?.load(table, state.view.deal))
    .then(() => update(state));
}
