/**
 * Players for `make bench`, in a process of their own: `node driver.mjs CONFIG` prints JSON.
 *
 * Every game has a websocket per seat. The seat whose turn it is picks a random legal move from its view. Only a fixed
 * number of games is played at a time. When one ends, the next begins; its players connected before the measurement.
 * The clock runs from sending a move until the opponent's socket has the result; that is when a move counts, on every
 * kind of server.
 *
 * First, each game is advanced to a different stage, so that ends of rounds and games are spread evenly from the first
 * second on. The phases follow, each at a rate: moves per second, or 0 for as many as the server can take. With several
 * addresses, the seats of a game are spread over them.
 */

import { subscribe } from "node:diagnostics_channel";
import { readdirSync, readFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { boardgameIo, boneyard } from "./protocols.mjs";

const OPENING_AT_ONCE = 20;
const PATIENCE = 5000; // ms until a move counts as unanswered

const lines = []; // the TCP connections of all sockets, to count bytes on the wire
subscribe("undici:client:connected", ({ socket }) => lines.push(socket));
const bytesRead = () => lines.reduce((sum, line) => sum + line.bytesRead, 0);

class PlayedGame {
  constructor(load, game, number = 0) {
    this.load = load;
    this.game = game;
    this.number = number;
    this.sockets = [];
    this.ready = null; // the state of the seat whose turn it is, once it may send a move
    this.sent = null; // seat and time of a move that the opponent hasn't seen yet
    this.sentVersion = -1;
    this.moves = 0;
    this.rounds = 0;
    this.movesInRound = 0;
    this.done = 0; // number of seats that have seen the end
    this.over = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  /** Open a socket for each seat; resolves when all have seen the game. */
  connect() {
    const { protocol, urls, routed } = this.load;
    return Promise.all(
      this.game.seats.map(
        (_seat, seat) =>
          new Promise((resolve, reject) => {
            const socket = protocol.open(urls[(routed ? this.number : seat) % urls.length], this.game, seat);
            this.sockets.push(socket);
            socket.onmessage = ({ data }) => {
              const now = performance.now();
              const state = protocol.hear(data, socket, this.game, seat);
              if (state === undefined) return;
              resolve();
              if (state.refused) this.load.refuse(state.refused);
              else this.hear(seat, now, state, data.length);
            };
            socket.onclose = ({ code }) => {
              reject(new Error(`A socket was closed with ${code}.`));
              if (this.done < this.sockets.length) this.load.lost += 1;
            };
          }),
      ),
    );
  }

  hear(seat, now, state, length) {
    if (seat === 0) this.count(state);
    if (this.sent && seat !== this.sent.seat && state.version > this.sentVersion) {
      this.load.seen(now - this.sent.at, length);
      this.sent = null;
    }
    if (state.over) {
      this.done += 1;
      if (this.done === this.sockets.length) this.leave();
      return;
    }
    if (state.turn === seat && state.version > this.sentVersion) this.ready = { seat, state };
    if (this.load.mayMove(this)) this.move();
  }

  count({ rounds, plies }) {
    this.load.tally.plies += plies;
    if (rounds > this.rounds) {
      this.load.rounds += rounds - this.rounds;
      this.load.roundMoves += this.movesInRound;
      this.movesInRound = 0;
      this.rounds = rounds;
    }
  }

  move() {
    if (!this.ready || this.sent) return;
    const { seat, state } = this.ready;
    this.ready = null;
    this.moves += 1;
    this.movesInRound += 1;
    this.sentVersion = state.version;
    const text = this.load.protocol.move(this.game, seat, state);
    this.sent = { seat, at: performance.now() };
    this.sockets[seat].send(text);
  }

  leave() {
    for (const socket of this.sockets) socket.close();
    this.end();
  }
}

class Load {
  constructor(config) {
    this.config = config;
    this.protocol = { boneyard, boardgameIo }[config.protocol];
    this.urls = config.urls;
    this.routed = config.routed; // all seats of a game are at the same server
    this.mayMove = () => false;
    this.playing = new Set();
    this.tally = newTally();
    this.rounds = 0; // rounds played from beginning to end
    this.roundMoves = 0;
    this.refusals = {};
    this.lost = 0;
    this.ranOut = false;
  }

  async open() {
    const { games, newGames = 0 } = this.config;
    this.waiting = (games ?? []).map((game, number) => new PlayedGame(this, game, number));
    await each(Array(newGames).fill(), async () => {
      this.waiting.push(new PlayedGame(this, await this.protocol.newGame(this.urls[0])));
    });
    await each(this.waiting, (game) => game.connect());
  }

  /** Play one game after the other. */
  async table() {
    for (let game = this.waiting.shift(); game; game = this.waiting.shift()) {
      this.playing.add(game);
      if (this.mayMove(game)) game.move();
      await game.over;
      this.playing.delete(game);
    }
    this.ranOut = true;
  }

  seen(wait, length) {
    this.tally.waits.push(wait);
    this.tally.viewBytes += length;
  }

  refuse(code) {
    this.refusals[code] = (this.refusals[code] ?? 0) + 1;
  }

  go(mayMove) {
    this.mayMove = mayMove;
    for (const game of this.playing) if (mayMove(game)) game.move();
  }

  /** Stop moving; resolves when the moves under way have arrived. */
  async rest() {
    this.mayMove = () => false;
    const until = performance.now() + PATIENCE;
    while ([...this.playing].some((game) => game.sent) && performance.now() < until) await sleep(10);
    await sleep(200);
  }

  async bringToStages() {
    const { together, movesAGame } = this.config;
    const stage = new Map(
      this.waiting.slice(0, together).map((game, index) => [game, (index * movesAGame) / together]),
    );
    for (let table = 0; table < together; table++) this.table();
    const behind = (game) => game.moves < (stage.get(game) ?? 0);
    this.go(behind);
    const until = performance.now() + this.config.patience;
    while ([...this.playing].some(behind) && performance.now() < until) await sleep(10);
    await this.rest();
  }

  async phase({ rate, seconds }) {
    const { servers, tick } = this.config;
    const cpuOfServers = () => servers.reduce((sum, pid) => sum + cpuTicks(pid), 0) / tick;
    this.tally = newTally();
    const before = { at: performance.now(), server: cpuOfServers(), bytes: bytesRead(), driver: process.cpuUsage() };
    if (rate) await this.pace(rate, before.at + 1000 * seconds);
    else {
      this.go(() => true);
      await sleep(1000 * seconds);
    }
    const { waits, plies, viewBytes } = this.tally;
    const took = (performance.now() - before.at) / 1000;
    const used = process.cpuUsage(before.driver);
    const result = {
      moves: waits.length,
      moves_a_second: waits.length / took,
      plies_a_move: plies / Math.max(1, waits.length),
      view_bytes: Math.round(viewBytes / Math.max(1, waits.length)),
      bytes_a_move: (bytesRead() - before.bytes) / Math.max(1, waits.length),
      cpu_us: (1e6 * (cpuOfServers() - before.server)) / Math.max(1, waits.length), // per move
      server_busy: (cpuOfServers() - before.server) / took,
      driver_busy: (used.user + used.system) / 1e6 / took,
    };
    await this.rest();
    waits.sort((one, other) => one - other); // including those of the last moves, which are the slowest
    return { ...result, p50_ms: percentile(waits, 0.5), p99_ms: percentile(waits, 0.99) };
  }

  /** One move per beat, in a random game that waits for one. */
  async pace(rate, until) {
    for (let beat = performance.now(); beat < until; beat += 1000 / rate) {
      const early = beat - performance.now();
      if (early > 0) await sleep(early);
      const able = [...this.playing].filter((game) => game.ready && !game.sent);
      if (able.length) able[Math.floor(Math.random() * able.length)].move();
    }
  }

  async measure() {
    await this.open();
    await this.bringToStages();
    const phases = {};
    for (const phase of this.config.phases) phases[phase.name] = await this.phase(phase);
    return {
      phases,
      rounds: this.rounds,
      round_moves: this.roundMoves,
      refused: this.refusals,
      lost: this.lost,
      unanswered: [...this.playing].filter((game) => game.sent).length,
      ran_out: this.ranOut,
    };
  }
}

async function drive(config) {
  const load = new Load(config);
  if (config.idle) {
    await load.open();
    await sleep(1000);
    writeSync(1, "open\n");
    await new Promise((resolve) => process.stdin.resume().on("end", resolve)); // stay alive until the caller is done
  } else {
    const result = await load.measure();
    writeSync(1, JSON.stringify(result));
  }
  process.exit();
}

const newTally = () => ({ waits: [], plies: 0, viewBytes: 0 });

const percentile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;

/** CPU time of a process and its children. */
function cpuTicks(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").pop().split(" ");
  let ticks = Number(fields[11]) + Number(fields[12]); // utime, stime
  for (const thread of readdirSync(`/proc/${pid}/task`))
    for (const child of readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" "))
      if (child) ticks += cpuTicks(child);
  return ticks;
}

/** Run *what* for each item, several at a time. */
async function each(all, what) {
  const left = [...all];
  const worker = async () => {
    while (left.length) await what(left.shift());
  };
  await Promise.all(Array.from({ length: OPENING_AT_ONCE }, worker));
}

await drive(JSON.parse(readFileSync(process.argv[2], "utf8")));
