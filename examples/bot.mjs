/**
 * A bot that plays at random, in plain JavaScript without packages: for Node 20 or newer, or for a page of the site.
 *
 *     BONEYARD_TOKEN=bone_… node examples/bot.mjs http://localhost:8000/g/k3jx9a2qpm/ …
 *
 * It sits down at the tables it is given and plays each to its end, by HTTP alone: one request a move, as the answer
 * to a move carries the view (docs/api.md). examples/bot.py waits at the event stream instead, in all its games.
 */

const LONGEST_PAUSE = 60; // seconds
const pause = (seconds) => new Promise((over) => setTimeout(over, 1000 * seconds));

/** Any of the legal moves. */
export const anyOf = (legal) => legal[Math.floor(legal.length * Math.random())];

/**
 * The API of *site* for the owner of *token*: `await ask("me/")`; with a body it is a POST. Answers {status, ok, said}.
 *
 * Asked too often (429), or with the server or the line away, it waits: as long as it is told, else longer each time,
 * and never as long as all the other bots do. Asking the same again does no harm: a move has its key.
 */
export function asker(site, token) {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  return async (path, body) => {
    const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
    for (let patience = 1; ; patience = Math.min(2 * patience, LONGEST_PAUSE)) {
      const answer = await fetch(`${site}/api/v1/${path}`, request).catch(() => null);
      if (answer && answer.status !== 429 && answer.status < 500) {
        const said = answer.status === 204 ? null : await answer.json();
        return { status: answer.status, ok: answer.ok, said };
      }
      await pause(Number(answer?.headers.get("Retry-After")) || patience * (0.5 + Math.random()));
    }
  };
}

/** What the API has said. Throws its sentence for people if that is a no. */
const told = ({ ok, said }) => {
  if (!ok) throw new Error(said.message);
  return said;
};

/** Sit down at the table and play it to its end, each move as *choose* has it; the last view. */
export async function play(ask, game, choose = anyOf) {
  const look = async (since = "") => told(await ask(`games/${game}/${since}`));
  let view = await look();
  if (view.you === null) view = told(await ask(`games/${game}/join/`, {}));
  while (view.status === "open" || view.status === "playing") {
    const legal = view.round?.legal ?? [];
    if (legal.length) {
      const move = { move: choose(legal, view), version: view.version, key: crypto.randomUUID(), view: true };
      const played = await ask(`games/${game}/moves/`, move);
      view = played.status === 409 ? await look() : told(played).view; // too late: look again, choose again
    } else {
      await pause(1);
      view = (await look(`?since=${view.version}`)) ?? view; // 204: nothing new
    }
  }
  return view;
}

const { BONEYARD_TOKEN: token } = globalThis.process?.env ?? {}; // in Node
if (token) {
  await Promise.all(
    process.argv.slice(2).map(async (link) => {
      try {
        const { origin, pathname } = new URL(link);
        const { outcome } = await play(asker(origin, token), pathname.split("/")[2]);
        console.log(link, outcome);
      } catch (why) {
        console.error(`${link}: ${why.message}`); // the other games go on
        process.exitCode = 1;
      }
    }),
  );
}
