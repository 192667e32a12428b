// What may be chosen now, read off the legal moves the server sent; knows no rule of any game.

import { partsOf } from "./words.js";

const key = (parts) =>
  parts
    .map((part) => part.text)
    .sort()
    .join(",");

/** The plays among *legal*, each with its parts, and the texts of the other moves. */
export function offers(legal) {
  const plays = [];
  const others = [];
  for (const text of legal) {
    const parts = partsOf(text);
    if (parts) plays.push({ text, parts });
    else others.push(text);
  }
  return { plays, others };
}

/** Parts of plays that go on from the parts *laid* already. */
const next = (plays, laid) => {
  const lies = new Set(laid.map((part) => part.text));
  const found = new Map();
  for (const play of plays) {
    if (!laid.every((part) => play.parts.some((other) => other.text === part.text))) continue;
    for (const part of play.parts) if (!lies.has(part.text)) found.set(part.text, part);
  }
  return [...found.values()];
};

/** Tiles of the hand that can be played (besides those laid already). */
export const playable = (plays, laid) => new Set(next(plays, laid).map((part) => part.tile));

/** Every way to play *tile* besides what is laid. */
export const waysFor = (plays, laid, tile) => next(plays, laid).filter((part) => part.tile === tile);

export const sameEnd = (a, b) => a.onto === b.onto && a.at === b.at && a.place === b.place;

/** Of several ways to lie on the same end the first: crosswise, or open. */
export const onePerEnd = (ways) =>
  ways.filter((way, index) => !ways.slice(0, index).some((other) => sameEnd(other, way)));

/** The one legal move made of exactly these parts, or null. */
export const moveOf = (plays, laid) => plays.find((play) => key(play.parts) === key(laid))?.text ?? null;

/** A hand in reading order: by its higher half, doubles first within their suit. */
export const sorted = (hand) =>
  [...hand].sort((a, b) => {
    const [a1, a2] = a.split("-").map(Number);
    const [b1, b2] = b.split("-").map(Number);
    return b1 - a1 || b2 - a2;
  });
