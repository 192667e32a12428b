/**
 * The page of an evening: asks every few seconds where its reader has to go, takes them to a new game, and shows the
 * page anew when something has changed.
 */

import { refresh } from "../app/refresh.js";
import { localTimes, setTitle } from "../app/site.js";
import { ring } from "../app/sound.js";
import { inTab } from "../app/storage.js";

const BLINK = 1_000; // ms

const page = document.querySelector("[data-evening]");
const title = document.title.replace(/^\(\d+\) /, "");
let { edition } = page.dataset;
let going = "";
/** @type {ReturnType<typeof setInterval> | undefined} */
let blinking;

async function ask() {
  const answer = await fetch(page.dataset.evening ?? "").catch(() => null);
  if (!answer?.ok) return;
  const now = await answer.json();
  if (now.go) call(now.go);
  else stop();
  if (now.edition === edition || document.querySelector("[data-evening] form :focus")) return;
  await refresh(localTimes).catch(() => {});
  edition = now.edition;
}

/**
 * A new game has begun: go there, once. Readers who came back from it stay here.
 * @type {(game: string) => void}
 */
function call(game) {
  if (game === going || inTab.read("evening") === game) return;
  going = game;
  ring();
  const mayShake = document.body.dataset.sound !== "off" && navigator.userActivation?.hasBeenActive;
  if (mayShake) navigator.vibrate?.([200, 100, 200]);
  if (!document.hidden) return go();
  let shown = false;
  blinking = setInterval(() => {
    shown = !shown;
    setTitle(shown ? page.dataset.call : title);
  }, BLINK);
}

function go() {
  stop();
  inTab.write("evening", going);
  location.assign(going);
}

function stop() {
  if (blinking) setTitle(title);
  clearInterval(blinking);
  blinking = undefined;
}

/** The picture of the podium goes to the device's share sheet; elsewhere its link opens it. */
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-share-picture]");
  const empty = new File([], "evening.png", { type: "image/png" });
  if (!link || !navigator.canShare?.({ files: [empty] })) return;
  event.preventDefault();
  sharePicture(link).catch(() => {}); // closing the share sheet isn't an error
});

/** @type {(link: HTMLAnchorElement) => Promise<void>} */
async function sharePicture(link) {
  const answer = await fetch(link.href);
  if (!answer.ok) return location.assign(link.href);
  const files = [new File([await answer.blob()], "evening.png", { type: "image/png" })];
  return navigator.share({ title: link.dataset.sharePicture, url: location.href, files });
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (blinking) go();
  else ask();
});
addEventListener("pageshow", ({ persisted }) => persisted && ask());
setInterval(ask, 1000 * Number(page.dataset.every));
ask();
