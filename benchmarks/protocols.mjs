/**
 * How players talk to each kind of server, all over Node's websockets.
 *
 * `hear` turns a message into what the driver needs: the game's version, whose turn it is, the legal moves, the number
 * of finished rounds, and the plies since the last message. It returns `undefined` for other messages.
 */

import { legalMoves } from "./peer/game.mjs";

/** Our own, and the floor's: docs/api.md. */
export const boneyard = {
  open: (url, game, seat) =>
    new WebSocket(`${url}/ws/games/${game.id}/`, { headers: { Cookie: cookies(game.seats[seat].cookies) } }),

  hear(text) {
    const message = JSON.parse(text);
    if (message.type === "refused") return { refused: message.code };
    if (message.type !== "view") return undefined;
    const { status, round } = message.view;
    const over = status !== "playing";
    const plies = message.events?.filter((event) => "ply" in event).length ?? 1; // the floor has no forced moves
    return {
      version: message.version,
      turn: round.turn,
      legal: round.legal,
      over,
      rounds: (round.round ?? 1) - (over ? 0 : 1),
      plies,
    };
  },

  move: (_game, _seat, { version, legal }) =>
    JSON.stringify({ type: "move", version, move: anyOf(legal), key: `${version}-${Math.random()}` }),
};

/**
 * boardgame.io's protocol: Socket.IO (protocol 5) and Engine.IO (protocol 4), written out. Its own client would apply
 * each state to a Redux store, which costs CPU time of the players and doesn't measure the server.
 */
export const boardgameIo = {
  open: (url) => new WebSocket(`${url}/socket.io/?EIO=4&transport=websocket`),

  /** Two seats of a new game, through the lobby API. */
  async newGame(url) {
    const lobby = `${url.replace("ws:", "http:")}/games/domino`;
    const { matchID } = await post(`${lobby}/create`, { numPlayers: 2 });
    const seats = [];
    for (const name of ["Ada", "Ben"])
      seats.push({ credentials: (await post(`${lobby}/${matchID}/join`, { playerName: name })).playerCredentials });
    return { id: matchID, seats };
  },

  hear(text, socket, game, seat) {
    if (text.startsWith("0")) socket.send("40/domino,");
    else if (text === "2") socket.send("3");
    else if (text.startsWith("40")) socket.send(said(["sync", game.id, String(seat), game.seats[seat].credentials, 2]));
    if (!text.startsWith("42/domino,")) return undefined;
    const [kind, , about] = JSON.parse(text.slice("42/domino,".length));
    if (kind !== "update" && kind !== "sync") return undefined;
    const { G, ctx, _stateID } = kind === "sync" ? about.state : about;
    const turn = Number(ctx.currentPlayer);
    const over = ctx.gameover !== undefined;
    return {
      version: _stateID,
      turn,
      legal: over || turn !== seat ? [] : legalMoves(G, seat),
      over,
      rounds: G.sheet.length,
      plies: 1,
    };
  },

  move(game, seat, { version, legal }) {
    const [type, ...args] = anyOf(legal);
    const payload = { type, args, playerID: String(seat), credentials: game.seats[seat].credentials };
    return said(["update", { type: "MAKE_MOVE", payload }, version, game.id, String(seat)]);
  },
};

const said = (event) => `42/domino,${JSON.stringify(event)}`;
const anyOf = (choices) => choices[Math.floor(Math.random() * choices.length)];
const cookies = (jar) =>
  Object.entries(jar)
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");

async function post(address, body) {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}
