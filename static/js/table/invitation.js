/** The invitation turns into the table when the last seat is filled. */

import { whenReleased } from "../app/press.js";
import { localTimes } from "../app/site.js";
import { inTab } from "../app/storage.js";

const page = document.querySelector("[data-invitation]");
const id = page.dataset.invitation;
let version = Number(page.dataset.version);
let leaving = false;

// The promise for the first deal, for "Verify the shuffle": the server made it before all seats were filled.
if (!inTab.read(`promises/${id}`)) inTab.write(`promises/${id}`, { 0: page.dataset.commitment });

// The answer to joining sets a cookie. The news of the join may arrive first: a reload would cancel that answer, and a
// new guest would lose the seat.
document.addEventListener("submit", ({ target }) => (leaving ||= !target.closest("[data-panel]")));

/** A player joined, left or answered: replace the parts of the page that have changed. */
async function showNews() {
  const answer = await fetch(location.href);
  if (leaving) return;
  if (!answer.ok) return location.reload(); // cancelled or expired: the new page says so
  const now = new DOMParser().parseFromString(await answer.text(), "text/html");
  await whenReleased();
  for (const part of document.querySelectorAll("[data-fresh]")) {
    const fresh = now.getElementById(part.id);
    if (!fresh) return location.reload();
    if (fresh.dataset.fresh !== part.dataset.fresh) part.replaceWith(fresh);
  }
  localTimes();
}

/** Somebody may create the same game, or cancel theirs. */
function lookForSame() {
  if (!document.hidden && !leaving) showNews().catch(() => {});
}

/** @type {(view: GameView) => void} */
function take(view) {
  if (leaving) return;
  if (view.status !== "open") location.reload();
  else if (view.version > version) showNews();
  version = Math.max(version, view.version);
}

function listen(delay = 1000) {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws/games/${id}/`);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "view") take(message.view);
    else if (message.type === "panel") dispatchEvent(new CustomEvent("panel", { detail: message.name }));
    delay = 1000;
  };
  socket.onclose = () => setTimeout(() => listen(Math.min(delay * 2, 30_000)), delay);
}

/** Poll where websockets are blocked. */
async function ask() {
  if (document.hidden) return;
  const answer = await fetch(`/api/v1/games/${id}/?since=${version}`, { headers: { Accept: "application/json" } });
  if (answer.status === 200) take(await answer.json());
}

listen();
if (document.getElementById("same")) setInterval(lookForSame, 20_000);
setInterval(() => ask().catch(() => {}), 10_000);
document.addEventListener("visibilitychange", () => ask().catch(() => {}));
