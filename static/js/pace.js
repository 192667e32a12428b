// Computers answer within a moment, and where several sit side by side their moves come one upon the other. Each stays
// long enough to be seen before the next is drawn; whoever taps or presses anything is shown the rest at once.

const STAYS = 700; // ms that a computer's move is on the felt before the next one's

let drawn = 0; // when the last move of a computer could be drawn, since somebody else's
let skip = () => {};
let isSkipping = false;

const moverOf = ({ round, seats }) => (round?.turn === null ? undefined : seats[round?.turn]);

/** Settles when what came after the view *before* may be drawn. */
export async function inPace(before, now = () => performance.now()) {
  if (!moverOf(before)?.computer) {
    drawn = 0;
    isSkipping = false;
    return;
  }
  const left = drawn + STAYS - now();
  if (drawn && left > 0 && !isSkipping && !document.hidden)
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, left);
      skip = () => {
        clearTimeout(timer);
        isSkipping = true;
        resolve();
      };
    });
  skip = () => {};
  drawn = now();
}

for (const name of ["pointerdown", "keydown"])
  globalThis.document?.addEventListener(name, () => skip(), { capture: true });
