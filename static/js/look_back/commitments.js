// The promise before each deal, and the reader's own hand, as this page saw them first: used to verify a deal.

import { inTab } from "../app/storage.js";

/** @type {Record<number, SeenRound>} */
export const hands = {}; // by deal; lost with the page, as someone else may use this tab next

/** @type {Record<string, Record<number, string>>} */
const promises = {}; // by game: for a browser that stores nothing

/** @type {(view: { id: string }) => Record<number, string>} */
export const promisesOf = ({ id }) => inTab.read(`promises/${id}`) ?? promises[id] ?? {};

/** @type {(view: GameView) => void} */
export function keepPromise(view) {
  const { id, deal, commitment, you, round } = view;
  if (deal === null) return;
  const before = promisesOf(view);
  if (commitment && !before[deal]) {
    promises[id] = { ...before, [deal]: commitment };
    inTab.write(`promises/${id}`, promises[id]);
  }
  if (round?.hand) hands[deal] ??= { you, moves: round.moves, hand: round.hand };
}
