// Delays drawings between press and release, because a button that is replaced in between gets no click.

const LONGEST = 3000; // ms that a drawing waits for a finger or a key

let released = Promise.resolve();
/** @type {(() => void) | null} */
let release = null; // while something is pressed

function press() {
  if (release) return;
  released = new Promise((/** @type {(value?: any) => void} */ resolve) => {
    const timer = setTimeout(() => release?.(), LONGEST);
    release = () => {
      clearTimeout(timer);
      release = null;
      resolve();
    };
  });
}

for (const name of ["pointerdown", "keydown"]) addEventListener(name, press, true);
for (const name of ["pointerup", "pointercancel", "keyup"])
  addEventListener(name, () => setTimeout(() => release?.()), true);

/** Resolves when nothing is pressed and the last press has had its click. */
export const whenReleased = () => released;
