// Short synthesized sounds: a tile put down, and a soft bell for the reader's turn.

/** @type {AudioContext | null} */
let audio = null;

const isOn = () => document.body.dataset.sound !== "off";

/** Browsers let a page play sounds only after a first tap or key. */
export function unlock() {
  if (!isOn() || audio || navigator.userActivation?.hasBeenActive === false) return;
  const make = globalThis.AudioContext ?? /** @type {any} */ (globalThis).webkitAudioContext;
  if (make) audio = new make();
}

/**
 * Play notes, on a hidden page only those *anywhere*.
 * @type {(notes: Note[], anywhere?: boolean) => void}
 */
function play(notes, anywhere = false) {
  unlock(); // sounds may have been switched on since
  if (!isOn() || !audio || (!anywhere && document.visibilityState !== "visible")) return;
  if (audio.state === "suspended") audio.resume().catch(() => {});
  for (const { at = 0, from, to = from, length, loud, type = "sine" } of notes) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = type;
    tone.frequency.setValueAtTime(from, start);
    tone.frequency.exponentialRampToValueAtTime(to, start + length);
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

export const click = () =>
  play([
    { from: 1900, to: 700, length: 0.035, loud: 0.16, type: "triangle" },
    { from: 240, to: 120, length: 0.09, loud: 0.22 },
  ]);

export const yourTurn = () =>
  play([
    { from: 660, length: 0.35, loud: 0.07 },
    { at: 0.13, from: 880, length: 0.5, loud: 0.07 },
  ]);

/** Three rising tones: a game was found for the reader, who may look at another page. */
export const ring = () =>
  play(
    [660, 880, 1320].map((from, n) => ({ at: n * 0.16, from, length: 0.5, loud: 0.08 })),
    true,
  );

/** Four rising tones: the reader has won the game. */
export const won = () =>
  play([523, 659, 784, 1047].map((from, n) => ({ at: n * 0.12, from, length: n === 3 ? 0.9 : 0.3, loud: 0.06 })));

/** Two falling tones: the game has ended. */
export const over = () =>
  play([
    { from: 523, length: 0.35, loud: 0.06 },
    { at: 0.18, from: 392, length: 0.7, loud: 0.06 },
  ]);
