// A puzzle, played on the board with the table's own modules. The answer comes with the page that the server sends after
// the move; this script plays it out. Without scripts, the page has a form with the legal moves.

import { animate, moves } from "../app/motion.js";
import { late } from "../app/on_demand.js";
import { Board } from "../board/board.js";
import { positionOf } from "../look_back/scene.js";
import { boardPicture } from "../table/board_picture.js";
import { drawMine } from "../table/controls.js";
import { Hand } from "../table/hand.js";
import { keys } from "../table/keys.js";
import { element } from "../table/players.js";
import * as change from "../table/state.js";
import { unbroken } from "../table/turns.js";
import { gettext as _ } from "../text/i18n.js";
import { playsOf } from "../text/notation.js";

const PAUSE = 2600; // ms in which to see a wrong move and its cost
const PARTS = ["puzzle-title", "puzzle-words"]; // what the answer changes

/** @type {(id: string, page?: Document) => Part} */
const part = (id, page = document) => page.getElementById(id);
/** @type {(ms: number) => Promise<void>} */
const pause = (ms) => new Promise((goOn) => setTimeout(goOn, ms));

const view = JSON.parse(part("puzzle").textContent);
const table = document.querySelector(".puzzle-table");
/** @type {State} */
let state = { ...change.startState(view), connection: "live" };
let showing = 0; // the number of the latest move shown after the answer: an earlier one stops

/** @type {Act} */
const act = {
  pick: (tile) => {
    const next = change.pick(state, tile);
    if (next === state) refuse(tile);
    else laidDown(next);
  },
  lay: (play) => laidDown(change.lay(state, play)),
  takeBack: () => update(change.takeBack(state)),
  drag: (tile) => update(tile ? { ...change.takeBack(state), picking: tile } : change.takeBack(state)),
  drop: (play) => (play ? act.lay(play) : act.takeBack()),
  submit: () => {
    const text = change.laidMove(state);
    if (text) act.send(text);
  },
  send: solve,
  redraw: () => update(state),
  now: () => {},
  look: () => {},
  step: () => {},
  replay: () => {},
  side: () => {},
  verify: () => {},
  check: () => {},
};
const board = new Board(part("board"), { label: _("The tiles on the table"), onGhost: act.lay });
const hand = new Hand(part("hand"), {
  onPick: (tile) => table.classList.contains("my-move") && act.pick(tile),
  onDrag: act.drag,
  onDrop: (nearest) => act.drop(nearest(board.layers.ghosts.children)),
});

/** @type {(next: State) => void} */
function update(next) {
  state = next;
  const position = positionOf(state);
  board.show(boardPicture(state, position));
  drawMine(state, position, { hand, act });
}

/**
 * As at the table: for readers who play with one tap, a move that can't be changed any more is sent at once.
 * @type {(next: State) => void}
 */
function laidDown(next) {
  update(next);
  const text = change.laidMove(state);
  const isWhole = text && !change.choices(state).tiles.size;
  if (
    document.body.dataset.sending === "one_tap" &&
    isWhole &&
    !state.laid.some((play) => change.otherWays(state, play).length)
  )
    act.submit();
}

/** @type {(tile: Tile) => Promise<void>} */
async function refuse(tile) {
  const reasons = await late(() => import("../table/why_not.js"));
  if (!reasons) return;
  update(change.withReason(state, tile, reasons.whyNot(state, tile)));
  reasons.shake(tile);
}

/**
 * Send the move, take over the parts of the page that comes back, and play the answer out.
 * @type {(text: MoveText) => Promise<void>}
 */
async function solve(text) {
  if (state.sent) return;
  update(change.withSent(state, text));
  const form = document.querySelector(".puzzle-form");
  const body = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {any} */ (form))));
  body.set("move", text);
  const headers = { Accept: "text/html" };
  const sent = await fetch(form.action, { method: "POST", body, headers }).catch(() => null);
  const page = sent && new DOMParser().parseFromString(await sent.text(), "text/html");
  if (!page || !part("answer", page)) {
    const refusal = page?.querySelector(".messages")?.textContent?.trim() || document.body.dataset.late;
    return update(change.withRefusal(state, text, refusal ?? ""));
  }
  for (const id of PARTS) part(id).replaceChildren(...part(id, page).childNodes);
  part("puzzle-title").focus({ preventScroll: true });
  return playOut(JSON.parse(part("answer").textContent));
}

/**
 * First a wrong move with its cost, then the best one with its reason.
 * @type {(answer: PuzzleAnswer, how?: { still?: boolean }) => Promise<void>}
 */
async function playOut(answer, { still = false } = {}) {
  table.classList.remove("my-move");
  part("actions").replaceChildren(document.querySelector("[data-next]").cloneNode(true));
  const told = Array.from(document.querySelectorAll("[data-move]"), (row) => linkToBoard(row, answer));
  keepRoom([answer.cost, answer.why, ...told]);
  const mine = showing + 1;
  if (answer.cost && !still) {
    show(answer.made, answer);
    await pause(PAUSE);
  }
  if (still || !answer.cost || showing === mine) show(answer.best, answer);
}

/**
 * Show a move on the board: laid from the hand.
 * @type {(text: MoveText, answer: PuzzleAnswer, words?: string) => void}
 */
function show(text, answer, words = text === answer.best ? answer.why : answer.cost) {
  showing += 1;
  const plays = playsOf(text) ?? [];
  const tiles = new Set(plays.map(({ tile }) => tile));
  state = { ...change.startState(view), laid: plays, sent: text, connection: "live" };
  board.felt.inert = true;
  board.felt.dataset.answer = text === answer.best ? "right" : "wrong";
  board.show({ ...boardPicture(state, positionOf(state)), ends: view.round.ends });
  for (const ghost of board.layers.ghosts.children) comeFromHand(ghost);
  hand.show({ tiles: view.round.hand, chosen: tiles });
  for (const button of part("hand").children) button.setAttribute("aria-disabled", "true");
  say(words);
}

/** @type {(words: string) => void} */
function say(words) {
  part("status").textContent = unbroken(words);
  part("status").classList.toggle("long", words.length > 60);
}

/**
 * Room for the longest of *texts*: nothing below the status moves when it says another.
 * @type {(texts: string[]) => void}
 */
function keepRoom(texts) {
  const heights = texts.map((words) => {
    say(words);
    return part("status").offsetHeight;
  });
  part("status").style.minHeight = `${Math.max(...heights)}px`;
}

/**
 * A laid tile glides from its place in the hand.
 * @type {(ghost: Element) => void}
 */
function comeFromHand(ghost) {
  const button = part("hand").querySelector(`[data-tile="${ghost.play.tile}"]`);
  const drawn = ghost.querySelector(".domino");
  if (!button || !drawn || !moves()) return;
  const [from, to] = [button.getBoundingClientRect(), drawn.getBoundingClientRect()];
  const unit = Math.min(to.width, to.height); // px
  const [x, y] = [from.left + from.width / 2 - to.left - to.width / 2, from.top - to.top];
  animate(drawn, [{ transform: `translate(${x / unit}px, ${y / unit}px)` }, { transform: "none" }], { duration: 420 });
}

/**
 * A tap on a move in the list shows it on the board, with the words returned.
 * @type {(row: Part, answer: PuzzleAnswer) => string}
 */
function linkToBoard(row, answer) {
  const name = row.querySelector("strong");
  const button = element("button", { type: "button", className: "puzzle-show", text: name.textContent ?? "" });
  const parts = [
    button.textContent,
    row.querySelector(".num, .chip")?.textContent,
    row.querySelector(".puzzle-why")?.textContent,
  ];
  const words = parts.filter(Boolean).join(" · ");
  button.addEventListener("click", () => show(row.dataset.move ?? "", answer, words));
  name.replaceWith(button);
  return words;
}

document.querySelector(".puzzle-text").classList.add("visually-hidden");
if (document.body.dataset.faces === "pictures") await late(() => import("../board/tile_pictures.js"));
const answered = part("answer");
if (answered) playOut(JSON.parse(answered.textContent), { still: true });
else update(state);
document.addEventListener("keydown", (event) => {
  if (table.classList.contains("my-move")) keys(event, { state, act, drawing: /** @type {any} */ ({ hand, board }) });
});
dispatchEvent(new Event("started"));
