// The promise before each deal, and the reader's own hand, kept as this page saw them first: what a deal is verified by.

export const hands = {}; // by deal; gone with the page, as somebody else may come after me in this tab

export const promisesOf = ({ id }) => JSON.parse(sessionStorage.getItem(`promises/${id}`) ?? "{}");

export function keepPromise(view) {
  const { id, deal, commitment, you, round } = view;
  if (deal === null) return;
  const before = promisesOf(view);
  if (commitment && !before[deal])
    sessionStorage.setItem(`promises/${id}`, JSON.stringify({ ...before, [deal]: commitment }));
  if (round?.hand) hands[deal] ??= { you, moves: round.moves, hand: round.hand };
}
