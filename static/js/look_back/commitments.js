// The promise before each deal, and the reader's own hand, as this page saw them first: used to verify a deal.

/** @type {Record<number, SeenRound>} */
export const hands = {}; // by deal; lost with the page, as someone else may use this tab next

/** @type {(view: { id: string }) => Record<number, string>} */
export const promisesOf = ({ id }) => JSON.parse(sessionStorage.getItem(`promises/${id}`) ?? "{}");

/** @type {(view: GameView) => void} */
export function keepPromise(view) {
  const { id, deal, commitment, you, round } = view;
  if (deal === null) return;
  const before = promisesOf(view);
  if (commitment && !before[deal])
    sessionStorage.setItem(`promises/${id}`, JSON.stringify({ ...before, [deal]: commitment }));
  if (round?.hand) hands[deal] ??= { you, moves: round.moves, hand: round.hand };
}
