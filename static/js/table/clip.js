// Shares a finished game with a clip of its last moves: through the device, or by a dialog to download it and copy the
// link. Fetched with the first tap on "Share".

import { after } from "../app/on_demand.js";
import { finishedDeals } from "../look_back/scene.js";
import { gettext as _, page } from "../text/i18n.js";
import { element } from "./players.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);
const PAUSE = 500; // ms between two looks; a clip is made in two seconds
const PATIENCE = 20_000; // ms, if others wait for theirs

/**
 * The clip, once the server has made it; null if there is none. Chats show a GIF as an animation, a WebP as a still or
 * a sticker.
 * @type {(view: GameView, kind: "webp" | "gif") => Promise<Response | null>}
 */
async function made(view, kind) {
  if (!finishedDeals(view).length) return null;
  const until = performance.now() + PATIENCE;
  const look = (/** @type {string} */ address) => fetch(address).catch(() => null);
  let answer = await look(`/pictures/${page}/g/${view.id}/clip.${kind}/now`); // redirects to the current edition
  while (answer?.status === 202 && performance.now() < until) {
    const { url } = answer;
    answer = await after(PAUSE, () => look(url));
  }
  return answer?.status === 200 ? answer : null;
}

/** @type {(button: HTMLElement, view: GameView) => Promise<void>} */
export async function shareGame(button, view) {
  const empty = new File([], "clip.gif", { type: "image/gif" });
  if (navigator.canShare?.({ files: [empty] })) await shareByDevice(button, view);
  else await showDialog(view);
}

/** @type {(button: HTMLElement, text: string) => void} */
function say(button, text) {
  /** @type {ChildNode} */ (button.lastChild).textContent = text;
  $("announcer").textContent = text;
}

/** @type {(button: HTMLElement, view: GameView) => Promise<void>} */
async function shareByDevice(button, view) {
  if (button.ariaBusy) return;
  button.ariaBusy = "true";
  say(button, _("Making the clip …"));
  const clip = await made(view, "gif");
  const link = { title: document.title, url: new URL(location.pathname, location.origin).href };
  const files = clip && [new File([await clip.blob()], `domino-${view.id}.gif`, { type: "image/gif" })];
  button.ariaBusy = null;
  try {
    await navigator.share(files ? { ...link, files } : link);
    say(button, _("Share"));
  } catch (error) {
    // Browsers forget a tap after some seconds. With the next one, the clip is there.
    say(button, /** @type {Error} */ (error).name === "NotAllowedError" ? _("Tap again to share") : _("Share"));
  }
}

/** @type {(view: GameView) => Promise<void>} */
async function showDialog(view) {
  const dialog = $("link-dialog");
  dialog.showModal();
  if ($("clip") || !finishedDeals(view).length) return;
  const figure = element("figure", { id: "clip", role: "status", text: _("Making the clip …") });
  dialog.querySelector("h2").after(figure);
  const shown = await made(view, "webp");
  const download = shown && (await made(view, "gif")); // both were made together
  if (!shown || !download) {
    figure.remove();
    return;
  }
  const still = new URL(document.querySelector('meta[property="og:image"]').getAttribute("content") ?? "").pathname;
  figure.replaceChildren(
    element(
      "picture",
      {},
      element("source", { media: "(prefers-reduced-motion: reduce)", srcset: still }),
      element("img", { src: shown.url, alt: _("Clip: the last moves and the result") }),
    ),
    element("a", {
      className: "button",
      href: download.url,
      download: `domino-${view.id}.gif`,
      text: _("Download the clip"),
    }),
  );
}
