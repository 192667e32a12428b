// What the page knows, and how it changes. Pure: every change returns the next state, drawing is elsewhere.
//
// A scene is what the felt shows: {kind: "now"}, {kind: "step", deal, ply, …} for looking back, {kind: "play", deal, ply, index}
// while what happened since the last look plays by itself (the hand is the present one), or {kind: "over", deal} right
// after a deal has ended.

import { offeredMoves, onePerEnd, playableTiles, sameEnd, waysToPlay, wholeMove } from "./choice.js";

export const startState = (view) =>
  withTurned({
    view, // the newest wire view
    deals: {}, // finished deals by index, hands open
    scene: { kind: "now" },
    since: view.since ?? [], // what the reader has not been shown yet
    picking: null, // a tile that waits for its end
    laid: [], // plays that lie as ghosts
    sent: null, // the move on its way
    notice: "", // a refusal, in words
    why: null, // {tile, text}: a tile that was tapped and can't be played
    connection: "connecting",
    present: [], // the seats whose players look at the table just now
    watchers: 0,
  });

/** A newer view replaces the older one; what was laid stays only where it is still possible. */
export function withView(state, view) {
  const same = view.version === state.view.version;
  const next = { ...state, view: { ...view, seen: view.seen ?? state.view.seen } };
  if (same) {
    const isGiven = view.signals.some(({ seat, signal }) => seat === view.you && signal === state.sent);
    return isGiven ? { ...next, sent: null } : next; // a signal changes no version
  }
  const { lays } = offeredMoves(view.round?.legal ?? []);
  const fits = view.deal === state.view.deal && state.laid.length && wholeMove(lays, state.laid);
  return withTurned({ ...next, why: null, sent: null, picking: null, laid: fits && !state.sent ? state.laid : [] });
}

/** A tile that the rules have turned over for the reader waits for its place without being picked. */
function withTurned(state) {
  const { round } = state.view;
  return round?.turned && round.legal.some((text) => text.startsWith(round.turned)) && !state.laid.length
    ? { ...state, picking: round.turned }
    : state;
}

/** The present, with nothing left to tell: what whoever does something at the table looks at. */
export const atPresent = (state) =>
  ["now", "play"].includes(state.scene.kind) ? { ...state, scene: { kind: "now" }, since: [] } : state;

/** What of the time since the last look is worth telling: not the reader's own moves. */
export const toTell = ({ view, since }) =>
  since.filter((event) => event.type === "round" || event.seat !== view.you || event.by !== "player");

/** Events that came while nobody looked. */
export const withUnseen = (state, events) => ({ ...state, since: [...state.since, ...events] });

export const withDeal = (state, deal, replay) => ({ ...state, deals: { ...state.deals, [deal]: replay } });

export const withScene = (state, scene) =>
  withTurned({ ...state, scene, why: null, picking: null, laid: state.sent ? state.laid : [] });

/** Whether the reader plays alone against computers, for no rating, and has chosen a move of this deal. */
export const mayTakeBack = ({ view }) =>
  view.status === "playing" &&
  view.you !== null &&
  !view.rated &&
  view.seats.every(({ seat, computer, left }) => seat === view.you || computer || left) &&
  (view.round?.moves ?? []).some((move, n) => view.by[n] === "player" && Number(move.split(" ")[0]) === view.you);

export const isMyTurn = ({ view }) =>
  view.status === "playing" && view.round !== null && view.you !== null && view.round.turn === view.you;

/** Whether the reader's side has won the game alone. */
export const haveIWon = ({ outcome, you, seats }) =>
  you !== null && outcome?.winners.length === 1 && outcome.winners[0] === seats[you].side;

/** The moves the reader can make now, read off the server's list. */
export function choices(state) {
  const open = isMyTurn(state) && !state.sent && ["now", "play"].includes(state.scene.kind);
  const { lays, others } = offeredMoves(open ? state.view.round.legal : []);
  return { lays, others, tiles: playableTiles(lays, state.laid) };
}

/** The one thing to do where no tile can be played, such as "draw"; null where there is more to choose. */
export function onlyMove(state) {
  const { lays, others } = choices(state);
  return !lays.length && others.length === 1 ? others[0] : null;
}

const quiet = { notice: "", why: null };

/** A tile was picked: it lies at once where only one end takes it, else it waits for its end. How it lies there (lengthwise,
 *  face down) can be changed afterwards. */
export function pick(state, tile) {
  const lies = state.laid.find((play) => play.tile === tile);
  if (lies) return state.laid.length > 1 ? takeOff(state, tile) : swap(state, tile);
  const { lays } = choices(state);
  // A tile that can't lie beside what lies already replaces it.
  const base = waysToPlay(lays, state.laid, tile).length ? state.laid : [];
  const ways = waysToPlay(lays, base, tile);
  if (!ways.length) return state;
  if (onePerEnd(ways).length > 1) return { ...state, laid: base, picking: tile, ...quiet };
  return { ...state, laid: [...base, ways[0]], picking: null, ...quiet };
}

const takeOff = (state, tile) => ({
  ...state,
  laid: state.laid.filter((play) => play.tile !== tile),
  picking: null,
  ...quiet,
});

/** Tapped again: to the other end if there is one, else back into the hand. */
function swap(state, tile) {
  const { lays } = choices({ ...state, laid: [] });
  return onePerEnd(waysToPlay(lays, [], tile)).length > 1
    ? { ...state, laid: [], picking: tile, ...quiet }
    : takeOff(state, tile);
}

/** An end was chosen for a tile. */
export function lay(state, play) {
  const others = state.laid.filter((other) => other.tile !== play.tile);
  const { lays } = choices({ ...state, laid: [] });
  const together = waysToPlay(lays, others, play.tile).some((way) => way.text === play.text);
  return { ...state, laid: [...(together ? others : []), play], picking: null, ...quiet };
}

export const takeBack = (state) => withTurned({ ...state, laid: [], picking: null, ...quiet });

/** The text of what lies, if it is a whole move. */
export const laidMove = (state) => {
  const { lays } = choices(state);
  return state.laid.length ? wholeMove(lays, state.laid) : null;
};

/** Where the tile picked, or the one tile that lies, could go. */
export function otherPlaces(state) {
  const { lays } = choices(state);
  if (state.picking) return onePerEnd(waysToPlay(lays, state.laid, state.picking));
  if (state.laid.length !== 1) return [];
  const [play] = state.laid;
  return onePerEnd(waysToPlay(lays, [], play.tile)).filter((way) => !sameEnd(way, play));
}

/** The other ways a tile that lies could lie on the same end: crosswise or lengthwise, open or face down. */
export function otherWays(state, play) {
  const { lays } = choices(state);
  const others = state.laid.filter((other) => other !== play);
  return waysToPlay(lays, others, play.tile).filter((way) => way.text !== play.text && sameEnd(way, play));
}

/** A tapped tile that can't be played, and why. */
export const withReason = (state, tile, text) => ({ ...state, notice: "", why: { tile, text } });

export const withSent = (state, text) => ({ ...state, sent: text, ...quiet });

/** What was laid since another move took the place of the one refused stays. */
export const withRefusal = (state, text, message) =>
  state.sent === text
    ? { ...state, sent: null, laid: [], picking: null, notice: message }
    : { ...state, notice: message };
