// Bells that call the reader. What a table sounds like is in table/knocks.js.

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
 * What plays sounds; null if the reader has them off, has touched nothing yet, or looks at another page, unless they
 * sound *anywhere*.
 */
export function audible(anywhere = false) {
  unlock(); // sounds may have been switched on since
  if (!isOn() || !audio || (!anywhere && document.visibilityState !== "visible")) return null;
  if (audio.state === "suspended") audio.resume().catch(() => {});
  return audio;
}

/** @type {(notes: Note[], anywhere?: boolean) => void} */
function play(notes, anywhere) {
  const speaker = audible(anywhere);
  if (!speaker) return;
  for (const { at = 0, pitch, length, loud } of notes) {
    const start = speaker.currentTime + at;
    const tone = speaker.createOscillator();
    const volume = speaker.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(loud, start);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(speaker.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** Two soft tones: it's the turn of a reader who looks at another window. */
export const yourTurn = () =>
  play([
    { pitch: 660, length: 0.35, loud: 0.07 },
    { at: 0.13, pitch: 880, length: 0.5, loud: 0.07 },
  ]);

/** Three rising tones: a game was found for the reader, who may look at another page. */
export const ring = () =>
  play(
    [660, 880, 1320].map((pitch, n) => ({ at: n * 0.16, pitch, length: 0.5, loud: 0.08 })),
    true,
  );
