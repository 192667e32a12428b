/** `node server.mjs PORT memory | files FOLDER | postgres URL`: boardgame.io's own server with our game. */

import { createRequire } from "node:module";
import { Domino } from "./game.mjs";

const load = createRequire(import.meta.url); // boardgame.io's folders can't be imported as ES modules
const { FlatFile, Server } = load("boardgame.io/server");

const [port, store, place] = process.argv.slice(2);
const stores = {
  memory: () => undefined, // the server's default
  files: () => new FlatFile({ dir: place }),
  postgres: () => new (load("bgio-postgres").PostgresStore)(place, { logging: false }),
};
const server = Server({ games: [Domino], db: stores[store](), origins: [] });
const { listen } = server.app;
server.app.listen = (wanted, listening) => listen.call(server.app, wanted, "127.0.0.1", listening);
await server.run(Number(port));
