// What the reader can play now, read from the server's legal moves. Knows the rules of no game.

import { playsOf } from "../text/notation.js";

/** @type {(plays: Play[]) => string} */
const layKey = (plays) =>
  plays
    .map((play) => play.text)
    .sort()
    .join(",");

/**
 * Splits *legal* into the moves that lay tiles, each with its single plays, and the texts of all others.
 * @type {(legal: MoveText[]) => { lays: Lay[]; others: MoveText[] }}
 */
export function offeredMoves(legal) {
  const lays = [];
  const others = [];
  for (const text of legal) {
    const plays = playsOf(text);
    if (plays) lays.push({ text, plays });
    else others.push(text);
  }
  return { lays, others };
}

/**
 * Single plays that can follow those already *laid*.
 * @type {(lays: Lay[], laid: Play[]) => Play[]}
 */
const nextPlays = (lays, laid) => {
  const lies = new Set(laid.map((play) => play.text));
  const found = new Map();
  for (const lay of lays) {
    if (!laid.every((play) => lay.plays.some((other) => other.text === play.text))) continue;
    for (const play of lay.plays) if (!lies.has(play.text)) found.set(play.text, play);
  }
  return [...found.values()];
};

/**
 * Tiles of the hand that can be played, besides those already laid.
 * @type {(lays: Lay[], laid: Play[]) => Set<Tile>}
 */
export const playableTiles = (lays, laid) => new Set(nextPlays(lays, laid).map((play) => play.tile));

/**
 * Every way to play *tile* after those already laid.
 * @type {(lays: Lay[], laid: Play[], tile: Tile) => Play[]}
 */
export const waysToPlay = (lays, laid, tile) => nextPlays(lays, laid).filter((play) => play.tile === tile);

/** @type {(a: Play, b: Play) => boolean} */
export const sameEnd = (a, b) => a.onto === b.onto && a.at === b.at && a.place === b.place;

/**
 * Keeps the first of several ways to play on the same end (crosswise, or open).
 * @type {(ways: Play[]) => Play[]}
 */
export const onePerEnd = (ways) =>
  ways.filter((way, index) => !ways.slice(0, index).some((other) => sameEnd(other, way)));

/**
 * The one legal move that consists of exactly the plays *laid*, or null.
 * @type {(lays: Lay[], laid: Play[]) => MoveText | null}
 */
export const wholeMove = (lays, laid) => lays.find((lay) => layKey(lay.plays) === layKey(laid))?.text ?? null;
