// An AudioContext without ears. `strikes`: the seconds at which something began to sound, and `shakes`: vibrations.

export const strikes = [];
export const shakes = [];

const part = { connect: (next) => next, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } };

globalThis.AudioContext = class {
  state = "running";
  currentTime = 0;
  sampleRate = 8000;
  createBuffer = (_channels, length) => ({ getChannelData: () => new Float32Array(length) });
  createOscillator = () => ({ ...part, frequency: {}, start: (at) => strikes.push(at), stop() {} });
  createGain = () => part;
};
globalThis.AudioBufferSourceNode = class {
  connect = part.connect;
  start = (at) => strikes.push(at);
};
globalThis.GainNode = class {
  connect = part.connect;
};

/** Call when the page is open: its navigator vibrates. */
export const mayShake = () =>
  Object.defineProperty(navigator, "vibrate", { configurable: true, value: (pattern) => shakes.push(pattern) });
