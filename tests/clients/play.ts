// The package in TypeScript plays a whole game against a computer, and follows it by its stream.
import { Boneyard, Refused, Stale, had } from "boneyard-client";

declare const process: { argv: string[] };

const [address, token] = process.argv.slice(2);
const site = new Boneyard(address!, token!);
let view = await site.create({ variant: "block", options: { end: "rounds:1" }, computers: { "1": "beginner" } });
let moves = 0;
for await (const message of site.follow(view.id)) {
  if (message.type !== "view") continue;
  view = await site.view(view.id);
  while (view.status === "playing" && view.round?.legal[0]) {
    try {
      view = await site.move(view, view.round.legal[0]);
      moves += 1;
    } catch (no) {
      if (!(no instanceof Stale)) throw no;
      view = await site.view(view.id);
    }
  }
  if (view.status !== "playing") break;
}
for await (const message of site.events()) {
  if (message.type !== "games") throw new Error(message.type);
  break;
}
const query = { names: "nobody" };
if (had(await site.api.GET("/api/v1/status/", { params: { query } })).length) throw new Error("nobody is somebody");
const code = await site.join("nowhere").catch((no) => no instanceof Refused && no.code);
if (code !== "unknown_game") throw new Error(String(code));
console.log(JSON.stringify({ game: view.id, status: view.status, moves, totals: view.totals }));
