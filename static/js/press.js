// Between press and release nothing is drawn that the reader didn't ask for: a button drawn anew in between hears no click.

const LONGEST = 3000; // ms that anything waits for a finger or a key

let released = Promise.resolve();
let release = null; // while something is pressed

function press() {
  if (release) return;
  released = new Promise((resolve) => {
    const timer = setTimeout(() => release(), LONGEST);
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

/** Settles when nothing is pressed, and the click is over that it was. */
export const whenReleased = () => released;
