// What a table sounds like: tiles on wood, in short knocks that differ a little each time. Made in code; fetched with
// the first tap or key. Phones vibrate along.

import { moves } from "../app/motion.js";
import { audible } from "../app/sound.js";
import { isDouble, playsOf } from "../text/notation.js";
import { haveIWon } from "./state.js";

export { unlock, yourTurn } from "../app/sound.js";

/** @typedef {"play" | "double" | "pass" | "draw" | "out" | "domino"} Kind */
/** @typedef {"tile" | "knuckle" | "slide"} Strike */

const LOUD = 0.3;
const AFTER = 0.22; // s between the sounds of moves that come together
const MOST = 6; // of these sounds
const LENGTH = 0.3; // s of a strike

/**
 * How wood answers: hertz, s until it has faded to a third, loudness.
 * @type {Record<Strike, [number, number, number][]>}
 */
// biome-ignore format: a row each
const TONES = {
  tile: [[205, 0.04, 0.5], [430, 0.024, 0.45], [1450, 0.009, 0.3], [2400, 0.005, 0.25]],
  knuckle: [[150, 0.05, 0.6], [290, 0.03, 0.5], [610, 0.01, 0.2]],
  slide: [],
};

/**
 * Each sound: what strikes, s after the first, pitch, loudness.
 * @type {Record<Kind, [Strike, number, number, number][]>}
 */
// biome-ignore format: a row each
const SOUNDS = {
  play: [["tile", 0, 1, 0.8]],
  double: [["tile", 0, 0.84, 1], ["tile", 0.055, 1.15, 0.35]],
  pass: [["knuckle", 0, 1, 0.8], ["knuckle", 0.16, 0.94, 0.6]],
  draw: [["slide", 0, 1, 0.7], ["tile", 0.13, 1.25, 0.3]],
  out: [["tile", 0, 0.72, 1], ["knuckle", 0, 0.8, 0.5], ["tile", 0.08, 1.2, 0.3], ["tile", 0.13, 1.3, 0.18]],
  // A row of tiles falls, faster and faster.
  domino: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => ["tile", 0.8 * (n / 9) ** 0.7, 1.3 - 0.06 * n, 0.3 + 0.08 * n]),
};

/**
 * ms of shaking and rest.
 * @type {Record<Kind, number[]>}
 */
const SHAKES = {
  play: [12],
  double: [12, 40, 18],
  pass: [20, 130, 20],
  draw: [6],
  out: [35],
  domino: [10, 70, 10, 50, 10, 40, 10, 30, 40],
};

/** @type {Partial<Record<Strike, AudioBuffer>>} */
const made = {};

/** @type {(speaker: AudioContext, strike: Strike) => AudioBuffer} */
function bufferOf(speaker, strike) {
  const { sampleRate } = speaker;
  const buffer = speaker.createBuffer(1, LENGTH * sampleRate, sampleRate);
  const samples = buffer.getChannelData(0);
  let rubbed = 0;
  for (let n = 0; n < samples.length; n += 1) {
    const t = n / sampleRate;
    const noise = 2 * Math.random() - 1;
    rubbed += 0.25 * (noise - rubbed); // without its sharp part
    const touch =
      strike === "slide" ? rubbed * Math.sin(Math.PI * Math.min(1, t / 0.15)) : noise * Math.exp(-t / 0.0012);
    const tones = TONES[strike].map(
      ([hertz, fades, loud]) => loud * Math.exp(-t / fades) * Math.sin(2 * Math.PI * hertz * t),
    );
    samples[n] = tones.reduce((sum, tone) => sum + tone, 0.3 * touch);
  }
  return buffer;
}

/**
 * *after*: seconds from now. *isFelt*: whether phones vibrate.
 * @type {(kind: Kind, after?: number, isFelt?: boolean) => void}
 */
function sound(kind, after = 0, isFelt = true) {
  const speaker = audible();
  if (!speaker) return;
  const shake = () => navigator.vibrate?.(SHAKES[kind]);
  if (isFelt && moves()) {
    if (after) setTimeout(shake, 1000 * after);
    else shake();
  }
  const chance = () => 0.96 + 0.08 * Math.random();
  for (const [strike, at, pitch, loud] of SOUNDS[kind]) {
    made[strike] ??= bufferOf(speaker, strike);
    const source = new AudioBufferSourceNode(speaker, { buffer: made[strike], playbackRate: pitch * chance() });
    const volume = new GainNode(speaker, { gain: LOUD * loud * chance() });
    source.connect(volume).connect(speaker.destination);
    source.start(speaker.currentTime + after + at);
  }
}

/**
 * The reader lays a tile.
 * @type {(play: Play) => void}
 */
export const laid = ({ tile }) => sound(isDouble(tile) ? "double" : "play");

/**
 * What a move sounds like; null if it has sounded when the reader laid it, or isn't heard at all, as a bid or a round's end.
 * @type {(event: GameEvent, you: number | null) => Kind | null}
 */
export function soundOf({ seat, move, by }, you) {
  if (!move) return null;
  if (move === "pass") return "pass";
  if (move.startsWith("draw")) return "draw";
  const plays = playsOf(move);
  if (!plays || (seat === you && by === "player")) return null;
  return plays.some(({ tile }) => isDouble(tile)) ? "double" : "play";
}

/**
 * Moves that have just been made, the last ones if they are many, and whether they ended the round. Draws of one hand
 * sound once.
 * @type {(view: GameView, events: GameEvent[], ended: boolean) => void}
 */
export function happened(view, events, ended) {
  /** @type {{ kind: Kind | null; seat?: number | null }[]} */
  const heard = events.map((event) => ({ kind: soundOf(event, view.you), seat: event.seat }));
  if (ended) heard.push({ kind: haveIWon(view) ? "domino" : "out", seat: view.you });
  const apart = heard.filter(({ kind, seat }, n) => {
    const before = heard[n - 1];
    return kind && !(kind === "draw" && before?.kind === kind && before.seat === seat);
  });
  for (const [n, { kind, seat }] of apart.slice(-MOST).entries())
    sound(/** @type {Kind} */ (kind), n * AFTER, seat === view.you);
}
