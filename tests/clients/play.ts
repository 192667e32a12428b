// A client that openapi-typescript has made of our schema plays a whole game against a computer.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.d.ts";

declare const process: { argv: string[] };

type View = components["schemas"]["GameView"];

const [site, token] = process.argv.slice(2);
const api = createClient<paths>({ baseUrl: site, headers: { Authorization: `Bearer ${token}` } });

function had<T>(answer: { data?: T; error?: { code: string; message: string } }): T {
  if (answer.data === undefined) throw new Error(answer.error?.message);
  return answer.data;
}

async function look(game: string): Promise<View> {
  return had(await api.GET("/api/v1/games/{id}/", { params: { path: { id: game } } }));
}

const made = had(
  await api.POST("/api/v1/games/", {
    body: { variant: "block", options: { end: "rounds:1" }, computers: { "1": "beginner" } },
  }),
);
let view = made;
let moves = 0;
while (view.status === "playing") {
  const move = view.round?.legal[0];
  if (move === undefined) {
    await new Promise((go) => setTimeout(go, 100));
  } else {
    const params = { path: { id: made.id } };
    const { error } = await api.POST("/api/v1/games/{id}/moves/", { params, body: { move, version: view.version } });
    if (error && error.code !== "stale") throw new Error(error.message);
    moves += 1;
  }
  view = await look(made.id);
}
console.log(JSON.stringify({ game: made.id, status: view.status, moves, totals: view.totals }));
