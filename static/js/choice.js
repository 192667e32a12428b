// What may be chosen now, read off the legal moves the server sent; knows no rule of any game.

import { playsOf } from "./notation.js";

const layKey = (plays) =>
  plays
    .map((play) => play.text)
    .sort()
    .join(",");

/** The moves among *legal* that lay tiles, each with its single plays, and the texts of the others. */
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

/** Single plays that go on from those *laid* already. */
const nextPlays = (lays, laid) => {
  const lies = new Set(laid.map((play) => play.text));
  const found = new Map();
  for (const lay of lays) {
    if (!laid.every((play) => lay.plays.some((other) => other.text === play.text))) continue;
    for (const play of lay.plays) if (!lies.has(play.text)) found.set(play.text, play);
  }
  return [...found.values()];
};

/** Tiles of the hand that can be played (besides those laid already). */
export const playableTiles = (lays, laid) => new Set(nextPlays(lays, laid).map((play) => play.tile));

/** Every way to play *tile* besides what is laid. */
export const waysToPlay = (lays, laid, tile) => nextPlays(lays, laid).filter((play) => play.tile === tile);

export const sameEnd = (a, b) => a.onto === b.onto && a.at === b.at && a.place === b.place;

/** Of several ways to lie on the same end the first: crosswise, or open. */
export const onePerEnd = (ways) =>
  ways.filter((way, index) => !ways.slice(0, index).some((other) => sameEnd(other, way)));

/** The one legal move made of exactly the plays *laid*, or null. */
export const wholeMove = (lays, laid) => lays.find((lay) => layKey(lay.plays) === layKey(laid))?.text ?? null;

/** A hand in reading order: by its higher half, doubles first within their suit. */
export const sortedHand = (hand) =>
  [...hand].sort((a, b) => {
    const [a1, a2] = a.split("-").map(Number);
    const [b1, b2] = b.split("-").map(Number);
    return b1 - a1 || b2 - a2;
  });
