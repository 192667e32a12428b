// The strip over the felt that says what happened since the reader's last visit, and plays it. Fetched when there is
// something to say. On trains, where one turn can have several moves and eight seats play, it goes by turns, and lists
// them one a line while it waits.

import { firstAnswer } from "../extras/registry.js";
import { element } from "../table/players.js";
import { toTell, withScene } from "../table/state.js";
import { happenedInWords, turnInWords, turnsOf, unbroken } from "../table/turns.js";
import { gettext as _, interpolate, ngettext } from "../text/i18n.js";
import { load } from "./look_back.js";

const EVERY = 1000; // ms per move
const MOST = 8; // moves that are played; of a longer list, only the last ones

const $ = (/** @type {string} */ id) => document.getElementById(id);

/**
 * The events that are played one by one: all of them, or on trains the last of each turn.
 * @type {(state: Pick<State, "view" | "since">) => GameEvent[]}
 */
function stepsOf(state) {
  const telling = toTell(state);
  if (!state.view.rules.trains) return telling;
  const ends = new Set(turnsOf(telling).map(({ deal, ply }) => `${deal} ${ply}`));
  return telling.filter(({ deal, ply }) => ends.has(`${deal} ${ply}`));
}

/** @type {(view: GameView, turn: Turn) => string} */
const sentenceOf = (view, turn) => unbroken(`${turnInWords(view, turn).replace(/\.$/, "")}.`);

/** @type {(view: GameView, turn: Turn) => string} */
const inBrief = (view, turn) => unbroken(firstAnswer("turnInBrief", view, turn) ?? sentenceOf(view, turn));

/** @type {(state: State) => void} */
export function drawSince({ view, scene, ...state }) {
  const telling = stepsOf({ view, ...state });
  const playing = scene.kind === "play";
  const turns = turnsOf(toTell({ view, ...state }));
  const { trains } = view.rules;
  if (trains && !playing)
    $("since-words").replaceChildren(
      ...turns.slice(-MOST).map((turn) => element("span", { className: "since-line", text: inBrief(view, turn) })),
    );
  else
    $("since-words").textContent = playing
      ? sentenceOf(view, trains ? turns[scene.index] : turnsOf([telling[scene.index]])[0]) // on trains, a step is a turn
      : unbroken(happenedInWords(view, turns.slice(-2)));
  $("since").classList.toggle("listed", Boolean(trains && !playing));
  const isFirst = view.seen === 0 && telling.every(({ version = 0 }) => version <= state.cameWith);
  $("since-title").textContent = titleOf(telling.length, playing, isFirst);
  $("since-show").hidden = playing;
  $("since").classList.toggle("playing", playing);
}

/** @type {(n: number, isPlaying: boolean, isFirstVisit: boolean) => string} */
function titleOf(n, isPlaying, isFirstVisit) {
  const words =
    n > MOST && isPlaying
      ? isFirstVisit
        ? _("The last %(most)s of %(n)s moves")
        : _("The last %(most)s of %(n)s moves since your last visit")
      : isFirstVisit
        ? ngettext("%(n)s move so far", "%(n)s moves so far", n)
        : ngettext("%(n)s move since your last visit", "%(n)s moves since your last visit", n);
  return interpolate(words, { most: MOST, n });
}

/** @type {number | undefined} */
let timer;

/**
 * Play the missed moves, or the last of them, then return to the present. The end of a round stops it: its card stays
 * until the reader continues, and the rest plays then. *table* is the object of table.js; *now()* returns to the
 * present.
 * @type {(table: Table, now: () => void) => Promise<void>}
 */
export async function playBack(table, now) {
  clearTimeout(timer);
  let index = Math.max(0, stepsOf(table.state).length - MOST);
  let begun = false;

  async function next() {
    const { state } = table;
    if (begun && state.scene.kind !== "play") return; // the reader has done something
    const telling = stepsOf(state);
    const event = telling[index];
    if (!event) return begun && now(); // or the reader was faster
    const isKnown = event.deal === state.view.deal || state.deals[event.deal] || (await load(table, event.deal));
    if (begun && table.state.scene.kind !== "play") return;
    if (!isKnown) return now();
    if (event.type === "round" && (event.deal !== state.view.deal || state.view.status !== "playing")) {
      const all = toTell(state);
      const after = all.slice(all.indexOf(event) + 1);
      table.update(withScene({ ...table.state, since: after }, { kind: "over", deal: event.deal }));
      return;
    }
    begun = true;
    const { deal, ply = Infinity } = event;
    table.update(withScene(table.state, { kind: "play", deal, ply, index }));
    index += 1;
    timer = setTimeout(next, EVERY);
  }
  await next();
}
