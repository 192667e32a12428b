// Moves that were made offline, on any page of the site: sent when there is a connection, and marked in the rows of
// their games until then. A refusal is said on the page, with a link to the game.

import { sayAtOnce } from "./alert.js";
import { ask, sendMove } from "./over_http.js";
import { refresh } from "./refresh.js";
import { forgetMove, unsentGames, unsentMove } from "./unsent_move.js";

/** Say in the row of each game that its move isn't sent yet. */
export function markUnsent() {
  for (const game of unsentGames())
    for (const board of document.querySelectorAll(`[data-small-board="${game}"]`)) {
      const chip = board.closest("li")?.querySelector(".chip");
      if (chip) Object.assign(chip, { className: "chip warn", textContent: document.body.dataset.unsent });
    }
}

/**
 * A table sends the move of its own game.
 * @type {(localTimes: () => void) => Promise<void>}
 */
export async function sendUnsent(localTimes) {
  const here = document.getElementById("table") && location.pathname;
  const others = unsentGames().filter((game) => here !== `/g/${game}/`);
  const sent = await Promise.all(others.map((game) => send(game).catch(() => false))); // without a network
  if (sent.some(Boolean)) await refresh(localTimes).catch(() => {});
}

/**
 * Whether the server has answered. Throws if there is no connection.
 * @type {(game: string) => Promise<boolean>}
 */
async function send(game) {
  const api = `/api/v1/games/${game}/`;
  const kept = unsentMove(game);
  const { body } = await ask(api);
  if (!kept || body?.you !== kept.you) return false; // another user has logged in since this page came
  const answer = await sendMove(api, kept.key, kept);
  forgetMove(game, kept.key);
  if (!answer.ok) sayAtOnce({ text: `${document.body.dataset.refused} ${answer.message}`, url: `/g/${game}/` });
  return true;
}
