// Plays the whole game by keyboard: arrows and digits choose a tile and its end; Enter lays and submits, or draws if
// nothing fits; Escape takes back, R looks back at earlier moves, + and - zoom, ? lists the keys (keys_dialog.js).

import { late } from "../app/on_demand.js";
import { firstAnswer } from "../extras/registry.js";
import { laidMove, lay, onlyMove, otherPlaces, otherWays, tappable } from "./state.js";

/** @type {(node: Element | null) => boolean | undefined} */
const isField = (node) => node?.matches("input:not([type='range']), textarea, select, [contenteditable]");

/** @type {(event: KeyboardEvent, at: AtTable) => void} */
export function keys(event, { state, act, drawing }) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (isField(document.activeElement)) return;
  if (takesKey(event, { state, act, drawing })) event.preventDefault();
}

// These return whether they handled the key; *took* wraps the action of a key.
/** @type {(done: unknown) => true} */
const took = (_done) => true;

/** @type {(event: KeyboardEvent, at: AtTable) => boolean} */
function takesKey(event, { state, act, drawing }) {
  if (event.key === "?") return took(late(() => import("./keys_dialog.js")).then((module) => module?.showKeys()));
  if (event.key.toLowerCase() === "r") return took(act.replay());
  if (state.scene.kind === "step") return stepping(event, drawing, act);
  if (state.scene.kind === "over" && (event.key === "Escape" || !/^\d$/.test(event.key)))
    return event.key === "Escape" && took(act.now());
  return choosing(event, { state, act, drawing });
}

/** @type {(event: KeyboardEvent, drawing: Drawing, act: Act) => boolean} */
function stepping(event, { stepper }, act) {
  if (event.key === "Escape") act.now();
  else if (event.key === " " && document.activeElement?.matches("button")) return false;
  else return stepper?.key(event.key) ?? false;
  return true;
}

/** @type {(event: KeyboardEvent, at: AtTable) => boolean} */
function choosing(event, { state, act, drawing }) {
  const { key } = event;
  const { order = [] } = drawing.hand;
  const special = firstAnswer("key", event, { state, act, drawing });
  if (special !== null) return special;
  if (key === "+" || key === "-") return took(drawing.board.changeZoom((zoom) => zoom * (key === "+" ? 1.4 : 1 / 1.4)));
  if (/^\d$/.test(key)) {
    const tile = order[(Number(key) + 9) % 10];
    if (!tile) return false;
    act.pick(tile);
    drawing.hand.focus(tile);
    return true;
  }
  if (key === "ArrowLeft" || key === "ArrowRight")
    return walk(key === "ArrowRight" ? 1 : -1, order, tappable(state), drawing.hand);
  if (key === "ArrowUp" || key === "ArrowDown") return otherEnd(key === "ArrowDown" ? 1 : -1, state, act);
  if (key === "Escape" && (state.laid.length || state.picking || state.notice)) return took(act.takeBack());
  if (key === "Enter") return enter(state, act);
  return false;
}

/**
 * Move the focus to the next playable tile.
 * @type {(by: number, order: Tile[], tiles: Set<Tile>, hand: Hand) => boolean}
 */
function walk(by, order, tiles, hand) {
  const live = order.filter((tile) => tiles.has(tile));
  if (!live.length) return false;
  const here = live.indexOf(document.activeElement?.dataset?.tile ?? "");
  hand.focus(live[here < 0 ? (by > 0 ? 0 : live.length - 1) : (here + by + live.length) % live.length]);
  return true;
}

/**
 * Move the chosen tile to its next end, or turn it round there.
 * @type {(by: number, state: State, act: Act) => boolean}
 */
function otherEnd(by, state, act) {
  const tile = state.picking ?? (state.laid.length === 1 ? state.laid[0].tile : null);
  if (!tile) return false;
  const ways = state.picking
    ? otherPlaces(state)
    : [...otherPlaces(state), ...otherWays(state, state.laid[0]), state.laid[0]].sort((a, b) =>
        a.text < b.text ? -1 : 1,
      );
  if (state.picking) return took(act.lay(ways[by > 0 ? 0 : ways.length - 1]));
  const here = ways.findIndex((way) => way.text === state.laid[0].text);
  const next = ways[(here + by + ways.length) % ways.length];
  if (lay(state, next).laid.length) act.lay(next);
  return true;
}

/** @type {(state: State, act: Act) => boolean} */
function enter(state, act) {
  const focus = document.activeElement;
  const onTile = focus?.dataset?.tile;
  const only = onlyMove(state);
  if (only && (onTile || !focus?.matches("button, a, summary, [role='button']"))) return took(act.send(only));
  // The tile's own click handler picks it.
  if (onTile && !state.laid.some((play) => play.tile === onTile) && state.picking !== onTile) return false;
  if (focus && focus !== document.body && !onTile && focus.matches("button, a, summary, [role='button']")) return false;
  if (state.picking) return took(act.lay(otherPlaces(state)[0]));
  if (laidMove(state)) return took(act.submit());
  return false;
}
