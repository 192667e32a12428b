// Computers answer at once, so the moves of several in a row would come in a burst. Each move stays visible for a
// moment before the next is drawn, and what the server did for a player a little longer: passes and draws are told in
// words only. A tap or key shows the rest at once.

const STAYS = 700; // ms that a computer's move stays on the felt before the next one
const FORCED_STAYS = 1500;

let drawn = 0; // when the last move of a computer could be drawn; 0 after a person's move
let skip = () => {};
let isSkipping = false;

/** @type {(view: GameView) => SeatLine | undefined} */
const moverOf = ({ round, seats }) => seats[round?.turn ?? -1];

/**
 * Resolves when the view that follows *before* may be drawn.
 * @type {(before: GameView, now?: () => number) => Promise<void>}
 */
export async function inPace(before, now = () => performance.now()) {
  if (!moverOf(before)?.computer) {
    drawn = 0;
    isSkipping = false;
    return;
  }
  const left = drawn + (before.by.at(-1) === "forced" ? FORCED_STAYS : STAYS) - now();
  if (drawn && left > 0 && !isSkipping && !document.hidden)
    await new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
      setTimeout(resolve, left);
      skip = () => {
        isSkipping = true;
        resolve();
      };
    });
  skip = () => {};
  drawn = now();
}

for (const name of ["pointerdown", "keydown"])
  globalThis.document?.addEventListener(name, () => skip(), { capture: true });
