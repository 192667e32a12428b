// Turns a state into the picture that Board.show draws. Pure.

import { playsOf } from "../text/notation.js";
import { placeInWords } from "./controls.js";
import { choices, otherPlaces } from "./state.js";

/**
 * The argument of Board.show, without *covered*. Ghosts, places that must stay visible and fresh tiles exist only in
 * the present.
 * @type {(state: State, position: Position) => BoardPicture}
 */
export function boardPicture(state, position) {
  const { view } = state;
  const { lays } = choices({ ...state, laid: [] });
  const plays = lays.flatMap((lay) => lay.plays);
  const now = state.scene.kind === "now";
  return {
    id: position.deal,
    layout: position.layout,
    ply: position.ply,
    rules: view.rules,
    last: position.last,
    ends: position.ends.map((end) => ({ ...end, playable: plays.some(({ onto }) => onto === end.tile) })),
    ghosts: now ? ghosts(state) : [],
    room: now ? plays : [],
    fresh: new Set(now ? state.since.filter(({ deal, ply }) => deal === view.deal && ply).map(({ ply }) => ply) : []),
  };
}

/**
 * Places for the picked tile, and tiles already laid. A move being sent is shown as laid, even if a button sent it.
 * @type {(state: State) => Ghost[]}
 */
function ghosts(state) {
  const { view } = state;
  const laid = state.sent && !state.laid.length ? (playsOf(state.sent) ?? []) : state.laid;
  /** @type {(play: Play, more: { laid: boolean; sent?: boolean }) => Ghost} */
  const ghost = (play, more) => ({ play, name: placeInWords(play, more.laid, view), ...more });
  return [
    ...otherPlaces(state).map((play) => ghost(play, { laid: false })),
    ...laid.map((play) => ghost(play, { laid: true, sent: Boolean(state.sent) })),
  ];
}
