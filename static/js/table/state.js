// What the page knows, and how it changes. Pure: every change returns the next state; draw.js draws it.
//
// A scene is what the felt shows: {kind: "now"}; {kind: "step", deal, ply, …} for looking back; {kind: "play", deal,
// ply, index} while the missed moves play (with the present hand); or {kind: "over", deal} right after a deal has
// ended.

import { offeredMoves, onePerEnd, playableTiles, sameEnd, waysToPlay, wholeMove } from "./choices.js";

/** @type {(view: GameView) => State} */
export const startState = (view) =>
  /** @type {(state: State) => State} */
  withTurned({
    view, // the newest view from the server
    deals: {}, // finished deals by index, with open hands
    scene: { kind: "now" },
    since: view.since ?? [], // events that the reader hasn't been shown yet
    cameWith: view.version,
    picking: null, // a tile that waits for the choice of an end
    laid: [], // plays laid as ghosts
    sent: null, // the move being sent
    notice: "", // a refusal, in words
    why: null, // {tile, text}: an unplayable tile that was tapped
    connection: "connecting",
    present: [], // the seats whose players look at the table now
    watchers: 0,
  });

/**
 * A newer view replaces the older one; laid tiles stay only if they are still possible.
 * @type {(state: State, view: GameView) => State}
 */
export function withView(state, view) {
  const same = view.version === state.view.version;
  const next = { ...state, view: { ...view, seen: view.seen ?? state.view.seen } };
  if (same) {
    const isGiven = view.signals.some(({ seat, signal }) => seat === view.you && signal === state.sent);
    return isGiven ? { ...next, sent: null } : next; // a signal doesn't change the version
  }
  const { lays } = offeredMoves(view.round?.legal ?? []);
  const fits = view.deal === state.view.deal && state.laid.length && wholeMove(lays, state.laid);
  return withTurned({ ...next, why: null, sent: null, picking: null, laid: fits && !state.sent ? state.laid : [] });
}

/**
 * A tile that the rules turned over for the reader waits for its place without being picked.
 * @type {(state: State) => State}
 */
function withTurned(state) {
  const { round } = state.view;
  const turned = round?.turned;
  return turned && round.legal.some((text) => text.startsWith(turned)) && !state.laid.length
    ? { ...state, picking: turned }
    : state;
}

/**
 * The present, with all news shown: the scene for a reader who does anything at the table.
 * @type {(state: State) => State}
 */
export const atPresent = (state) =>
  ["now", "play"].includes(state.scene.kind) ? { ...state, scene: { kind: "now" }, since: [] } : state;

/**
 * The missed events worth showing: all but the reader's own moves.
 * @type {(state: Pick<State, "view" | "since">) => GameEvent[]}
 */
export const toTell = ({ view, since }) =>
  since.filter((event) => event.type === "round" || event.seat !== view.you || event.by !== "player");

/**
 * Events that happened while the reader wasn't looking.
 * @type {(state: State, events: GameEvent[]) => State}
 */
export const withUnseen = (state, events) => ({ ...state, since: [...state.since, ...events] });

/** @type {(state: State, deal: number, replay: Replay) => State} */
export const withDeal = (state, deal, replay) => ({ ...state, deals: { ...state.deals, [deal]: replay } });

/** @type {(state: State, scene: Scene) => State} */
export const withScene = (state, scene) =>
  withTurned({ ...state, scene, why: null, picking: null, laid: state.sent ? state.laid : [] });

/**
 * Whether the reader plays alone against computers, and nothing depends on the game.
 * @type {(view: GameView) => boolean}
 */
export const playsAlone = (view) =>
  view.status === "playing" &&
  view.you !== null &&
  !view.rated &&
  !view.appointed &&
  view.seats.every(({ seat, computer, left }) => seat === view.you || computer || left);

/**
 * Whether they do, and have made a move in this deal.
 * @type {(state: State) => boolean}
 */
export const mayTakeBack = ({ view }) =>
  playsAlone(view) &&
  (view.round?.moves ?? []).some((move, n) => view.by[n] === "player" && Number(move.split(" ")[0]) === view.you);

/** @type {(state: State) => boolean} */
export const isMyTurn = ({ view }) =>
  view.status === "playing" && view.round !== null && view.you !== null && view.round.turn === view.you;

/**
 * Whether the reader's side is the only winner of the game.
 * @type {(view: GameView) => boolean}
 */
export const haveIWon = ({ outcome, you, seats }) =>
  you !== null && outcome?.winners.length === 1 && outcome.winners[0] === seats[you].side;

/**
 * The moves that the reader can make now, from the server's list.
 * @type {(state: State) => { lays: Lay[]; others: MoveText[]; tiles: Set<Tile> }}
 */
export function choices(state) {
  const open = isMyTurn(state) && !state.sent && ["now", "play"].includes(state.scene.kind);
  const { lays, others } = offeredMoves((open && state.view.round?.legal) || []);
  return { lays, others, tiles: playableTiles(lays, state.laid) };
}

/**
 * The tiles that answer to a tap: those that can be laid beside the laid ones, or instead of them.
 * @type {(state: State) => Set<Tile>}
 */
export function tappable(state) {
  const { lays, tiles } = choices(state);
  const answering = new Set([...tiles, ...playableTiles(lays, [])]);
  for (const { tile } of state.laid) answering.delete(tile);
  return answering;
}

/**
 * The only move if no tile can be played, such as "draw"; null if there are several.
 * @type {(state: State) => MoveText | null}
 */
export function onlyMove(state) {
  const { lays, others } = choices(state);
  return !lays.length && others.length === 1 ? others[0] : null;
}

const quiet = { notice: "", why: null };

/**
 * The reader picked a tile: it is laid at once if only one end takes it; otherwise it waits for the choice of an end,
 * and another tap lays it at the first. They can turn it afterwards (lengthwise, face down).
 * @type {(state: State, tile: Tile) => State}
 */
export function pick(state, tile) {
  const lies = state.laid.find((play) => play.tile === tile);
  if (lies) return state.laid.length > 1 ? takeOff(state, tile) : moveOn(state, lies);
  const { lays } = choices(state);
  // A tile that can't be laid beside those already laid replaces them.
  const base = waysToPlay(lays, state.laid, tile).length ? state.laid : [];
  const ways = waysToPlay(lays, base, tile);
  if (!ways.length) return state;
  const isAsked = state.picking === tile;
  if (onePerEnd(ways).length > 1 && !isAsked) return { ...state, laid: base, picking: tile, ...quiet };
  return { ...state, laid: [...base, ways[0]], picking: null, ...quiet };
}

/** @type {(state: State, tile: Tile) => State} */
const takeOff = (state, tile) => ({
  ...state,
  laid: state.laid.filter((play) => play.tile !== tile),
  picking: null,
  ...quiet,
});

/**
 * The only laid tile was tapped: it moves to its next end, and from the last one back into the hand.
 * @type {(state: State, play: Play) => State}
 */
function moveOn(state, play) {
  const { lays } = choices({ ...state, laid: [] });
  const ends = onePerEnd(waysToPlay(lays, [], play.tile));
  const next = ends[ends.findIndex((end) => sameEnd(end, play)) + 1];
  return next ? { ...state, laid: [next], picking: null, ...quiet } : withTurned(takeOff(state, play.tile));
}

/**
 * The reader chose an end for a tile.
 * @type {(state: State, play: Play) => State}
 */
export function lay(state, play) {
  const others = state.laid.filter((other) => other.tile !== play.tile);
  const { lays } = choices({ ...state, laid: [] });
  const together = waysToPlay(lays, others, play.tile).some((way) => way.text === play.text);
  return { ...state, laid: [...(together ? others : []), play], picking: null, ...quiet };
}

/** @type {(state: State) => State} */
export const takeBack = (state) => withTurned({ ...state, laid: [], picking: null, ...quiet });

/**
 * The text of the laid tiles, if they make a whole move.
 * @type {(state: State) => MoveText | null}
 */
export const laidMove = (state) => {
  const { lays } = choices(state);
  return state.laid.length ? wholeMove(lays, state.laid) : null;
};

/**
 * The other places for the picked tile, or for the only laid one.
 * @type {(state: State) => Play[]}
 */
export function otherPlaces(state) {
  const { lays } = choices(state);
  if (state.picking) return onePerEnd(waysToPlay(lays, state.laid, state.picking));
  if (state.laid.length !== 1) return [];
  const [play] = state.laid;
  return onePerEnd(waysToPlay(lays, [], play.tile)).filter((way) => !sameEnd(way, play));
}

/**
 * The other ways to lay a tile on the same end: crosswise or lengthwise, face up or face down.
 * @type {(state: State, play: Play) => Play[]}
 */
export function otherWays(state, play) {
  const { lays } = choices(state);
  const others = state.laid.filter((other) => other !== play);
  return waysToPlay(lays, others, play.tile).filter((way) => way.text !== play.text && sameEnd(way, play));
}

/**
 * An unplayable tile was tapped; *text* says why.
 * @type {(state: State, tile: Tile, text: string) => State}
 */
export const withReason = (state, tile, text) => ({ ...state, notice: "", why: { tile, text } });

/** @type {(state: State, text: MoveText) => State} */
export const withSent = (state, text) => ({ ...state, sent: text, ...quiet });

/**
 * The server refused move *text*. Tiles laid since another move replaced it stay.
 * @type {(state: State, text: MoveText, message: string) => State}
 */
export const withRefusal = (state, text, message) =>
  state.sent === text
    ? { ...state, sent: null, laid: [], picking: null, notice: message }
    : { ...state, notice: message };
