// The connection to one game, by websocket or polling. Views come in and moves go out; none is lost or doubled. A move
// is sent again under the same key until it is answered, even by the next page (unsent_move.js). An older view can arrive
// after a newer one; it is ignored.

const PING_EVERY = 20_000;
const PATIENCE = 6_000; // ms for a socket to open or answer; after that we drop it
const SLOW = 2_000; // ms without an answer until the page says that a move waits for the connection
const LONGEST_PAUSE = 30_000; // ms between two attempts
const POLL_EVERY = 3_000;
const UNKNOWN_GAME = 4404;

import { openSocket, pauseAfter } from "../app/site.js";
import { forgetMove, keepMove } from "../app/unsent_move.js";

const overHttp = () => import("../app/over_http.js");

const isVisible = () => document.visibilityState === "visible";

const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @type {(name: string) => unknown} */
const panelNews = (name) => dispatchEvent(new CustomEvent("panel", { detail: name }));

export class Connection {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Waiting>} */
  #moves = new Map(); // key → {move, version, answer, timer}: sent, no answer yet
  #failures = 0;
  /** @type {number | null} */
  #seen = null; // the newest version that the player has seen
  /** @type {Record<string, number>} */
  #timers = {};
  #closed = false;
  #heard = 0;
  #state = "";

  /**
   * Follow the game *id*. The page shows *version* already (-1: none) and the first *signals* signals of a partner.
   *
   * onView(view): a view at least as new as the last; the page finds out what happened between them.
   * onState("live" | "connecting" | "polling" | "offline").
   * onPresent({seats, watchers}): the seats whose players look at the table, and the number of watchers.
   * @param {Follow} about
   */
  constructor({ id, version, signals, onView, onState, onPresent }) {
    this.id = id;
    this.version = version;
    this.signals = signals;
    this.onView = onView;
    this.onState = onState;
    this.onPresent = onPresent;
    this.api = `/api/v1/games/${id}/`;
    this.#listen();
    this.#open();
  }

  /**
   * Send a move made on a view; resolves once the server has answered, however often it must be sent. *key*: pass the
   * old key for a move that was sent before. The answer: {ok: true, version} or {ok: false, code, message}.
   * @type {(move: MoveText, view: Pick<GameView, "version" | "you">, key?: string) => Promise<Answer>}
   */
  send(move, { version, you }, key = newKey()) {
    keepMove(this.id, { move, version, you, key });
    return new Promise((answer) => {
      this.#moves.set(key, { move, version, answer, tries: 0 });
      this.#dispatch(key);
    });
  }

  /** @type {(version: number) => void} */
  seen(version) {
    this.#seen = version;
    if (this.#isOpen) this.#socket?.send(JSON.stringify({ type: "seen", version }));
    else if (this.#failures)
      overHttp()
        .then((http) => http.seen(this.api, version))
        .catch(() => {});
  }

  /** Check that this is still the newest view. Asks at once, and drops a socket that doesn't answer. */
  check() {
    if (this.#closed) return;
    if (this.#isOpen) this.#ping();
    else if (!this.#socket) this.#open();
    if (this.#failures) this.#poll();
    for (const key of this.#moves.keys()) this.#dispatch(key);
  }

  close() {
    this.#closed = true;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#socket?.close();
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #listen() {
    for (const name of ["online", "focus", "pageshow"]) addEventListener(name, () => this.check());
    addEventListener("offline", () => this.#drop(this.#socket));
    document.addEventListener("visibilitychange", () => {
      this.#tellLooking();
      if (isVisible()) this.check();
    });
  }

  #tellLooking() {
    if (this.#isOpen) this.#socket?.send(JSON.stringify({ type: "looking", looking: isVisible() }));
  }

  /** @type {(name: string, ms: number, call: () => void) => void} */
  #after(name, ms, call) {
    clearTimeout(this.#timers[name]);
    this.#timers[name] = setTimeout(call, ms);
  }

  /** @type {(reached: State["connection"]) => void} */
  #become(reached) {
    const state = reached !== "live" && navigator.onLine === false ? "offline" : reached;
    if (state === this.#state) return;
    this.#state = state;
    this.onState(state);
  }

  // ---- The socket ----

  #open() {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timers.again);
    if (!this.#failures) this.#become("connecting");
    try {
      this.#socket = openSocket(`games/${this.id}`);
    } catch {
      this.#failed();
      return;
    }
    const socket = this.#socket;
    socket.onopen = () => {
      this.#tellLooking();
      this.#ping(); // also sends the server the version shown
      if (this.#seen !== null) this.seen(this.#seen);
      for (const key of this.#moves.keys()) this.#dispatch(key);
    };
    socket.onmessage = ({ data }) => this.#hear(socket, JSON.parse(data));
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      if (code === UNKNOWN_GAME) this.close();
      this.#socket = null;
      this.#failed();
    };
    this.#after("opening", PATIENCE, () => this.#drop(socket));
  }

  /**
   * Give up a socket without waiting for it to close: a dead one may take minutes.
   * @type {(socket: WebSocket | null) => void}
   */
  #drop(socket) {
    if (!socket || this.#socket !== socket) return;
    this.#socket = null;
    socket.onmessage = socket.onclose = null;
    socket.close();
    this.#failed();
  }

  #failed() {
    if (this.#closed) return;
    for (const name of ["opening", "ping", "dead"]) clearTimeout(this.#timers[name]);
    this.#failures += 1;
    this.#become(this.#failures > 1 ? "polling" : "connecting");
    this.#after("again", pauseAfter(this.#failures), () => this.#open());
    this.#after("poll", this.#failures > 1 ? 0 : 1500, () => this.#poll());
  }

  #ping() {
    const socket = this.#socket;
    socket?.send(JSON.stringify({ type: "ping", version: Math.max(0, this.version), signals: this.signals }));
    const asked = performance.now();
    this.#after("dead", PATIENCE, () => {
      if (this.#heard < asked) this.#drop(socket);
    });
    this.#after("ping", PING_EVERY, () => this.#isOpen && this.#ping());
  }

  /** @type {(socket: WebSocket, message: any) => void} */
  #hear(socket, message) {
    if (this.#socket !== socket) return;
    this.#heard = performance.now();
    if (this.#failures) panelNews("reactions"); // and the last message: nudges were lost meanwhile
    this.#failures = 0;
    clearTimeout(this.#timers.opening);
    clearTimeout(this.#timers.poll);
    this.#become("live");
    if (message.type === "view") this.#take(message, message.view);
    else if (message.type === "looking") this.onPresent(message);
    else if (message.type === "panel") panelNews(message.name);
    else if (message.type === "done") this.#answered(message.key, { ok: true, version: message.version });
    else if (message.type === "refused")
      this.#answered(message.key, { ok: false, code: message.code, message: message.message });
  }

  /** @type {(message: { version: number }, view: GameView) => void} */
  #take(message, view) {
    if (message.version < this.version) return;
    this.version = message.version;
    this.signals = view.signals.length;
    this.onView(view);
  }

  // ---- Moves ----

  /** @type {(key: string) => void} */
  #dispatch(key) {
    const waiting = this.#moves.get(key);
    if (!waiting) return;
    const { move, version } = waiting;
    if (this.#isOpen) {
      const socket = this.#socket;
      socket?.send(JSON.stringify({ type: "move", version, move, key }));
      this.#after(`slow ${key}`, SLOW, () => this.#become("connecting"));
      this.#after(key, PATIENCE, () => {
        this.#drop(socket); // no answer: the next socket, or HTTP, sends it again under the same key
        this.#dispatch(key);
      });
    } else if (this.#failures > 0) this.#post(key, waiting);
    else this.#after(key, 2_500, () => this.#dispatch(key)); // opening: onopen sends it
  }

  /** @type {(key: string, waiting: Waiting) => Promise<void>} */
  async #post(key, waiting) {
    try {
      this.#answered(key, await (await overHttp()).sendMove(this.api, key, waiting));
      this.#poll();
    } catch {
      if (!waiting.tries)
        import("../app/catch_up.js").then(
          (module) => module.sendInBackground(this.id),
          () => {}, // not fetched ahead yet: a page of the site sends it
        );
      waiting.tries += 1;
      this.#after(key, Math.min(LONGEST_PAUSE, 1000 * 2 ** waiting.tries), () => this.#dispatch(key));
    }
  }

  /** @type {(key: string, answer: Answer) => void} */
  #answered(key, answer) {
    forgetMove(this.id, key);
    for (const name of [key, `slow ${key}`]) {
      clearTimeout(this.#timers[name]);
      delete this.#timers[name];
    }
    this.#moves.get(key)?.answer(answer);
    this.#moves.delete(key);
  }

  // ---- HTTP instead ----

  async #poll() {
    if (this.#closed || this.#isOpen) return;
    try {
      const { view, reached } = await (await overHttp()).newerThan(this.api, this);
      if (view && !this.#closed) this.#take(view, view);
      panelNews("reactions");
      if (this.#failures > 1 && !this.#isOpen) this.#become(reached ? "polling" : "offline");
    } catch {
      if (!this.#isOpen) this.#become("offline");
    }
    if (!this.#isOpen) this.#after("poll", isVisible() ? POLL_EVERY : 4 * POLL_EVERY, () => this.#poll());
  }
}
