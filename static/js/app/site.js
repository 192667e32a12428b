/**
 * For every page: local times, copying, the theme and the number of waiting games. Also removes what an earlier user
 * left in this browser.
 */

import { whenChangedEarly } from "./changed_form.js";
import { csrfToken } from "./csrf.js";
import { late } from "./on_demand.js";
import { forgetOthers, unsentNames } from "./unsent_move.js";

/** @type {(root?: ParentNode) => unknown} */
export const localTimes = (root = document) =>
  root.querySelector("time[data-local]") &&
  late(() => import("./local_times.js")).then((times) => times?.localTimes(root));

const openMenus = () => document.querySelectorAll("details[data-menu][open]");

// ---- Copy, share, select ---------------------------------------------------------------------
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy], [data-share]");
  if (button)
    late(() => import("./sharing.js")).then((sharing) => sharing?.[button.dataset.copy ? "copy" : "share"](button));
  for (const menu of openMenus()) menu.open = menu.contains(event.target);
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of openMenus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
    event.preventDefault(); // the key has done its work
  }
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches("input[data-select]")) event.target.select();
});

// ---- Forms ------------------------------------------------------------------------------------------
/** @type {(how: "loadOpened" | "loadChanged" | "sendForm", ...about: any[]) => unknown} */
const panels = (how, ...about) =>
  late(() => import("./panels.js")).then((module) => /** @type {any} */ (module)?.[how](...about));

document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  // A page from before the reader joined or logged in in another tab: this token keeps its forms valid.
  const token = csrfToken();
  if (token && target.elements.csrfmiddlewaretoken) target.elements.csrfmiddlewaretoken.value = token;
  const panel = target.closest("[data-panel]");
  if (submitter?.matches("[data-theme-button]")) late(() => import("./theme.js")).then((theme) => theme?.nextTheme());
  else if (panel && target.method === "post") panels("sendForm", panel, target, submitter);
  else return;
  event.preventDefault();
});

for (const select of document.querySelectorAll("select[data-submit-on-change]")) {
  whenChangedEarly(select.form, () => (select.form.dataset.changed = "")); // shows its button
  select.addEventListener("change", () => select.form.requestSubmit());
}
if (document.querySelector("input[name=shuffle_seed]")) import("./shuffle_seed.js");

// ---- Panels: parts of a page that are fetched when they are opened -----------------------------------
document.addEventListener(
  "toggle",
  ({ target }) => target.open && target.dataset.panel && panels("loadOpened", target),
  true,
); // "toggle" doesn't bubble
addEventListener("panel:shown", ({ target }) => localTimes(target));
addEventListener("panel", ({ detail }) => panels("loadChanged", detail));

// ---- How many games wait: in the header, before the title, on the tab's icon and on the app's ----------
const icon = document.querySelector("link[rel=icon]");
let title = document.title.replace(/^\(\d+\) /, "");
let waiting = Number(document.querySelector("[data-waiting-number]")?.textContent ?? 0);

/** Set the page's title, with the number of waiting games before it. */
export function setTitle(text = title) {
  title = text;
  document.title = waiting ? `(${waiting}) ${title}` : title;
}

/** @type {(what: string, number: number) => void} */
function showNumber(what, number) {
  for (const badge of document.querySelectorAll(`[data-${what}]`)) {
    badge.dataset[what] = String(number);
    badge.hidden = !number;
    badge.querySelector(`[data-${what}-number]`).textContent = String(number);
  }
}

/**
 * *games*: the ids of the first ones. The page of a game doesn't count its own; without ids, it asks its board. Returns
 * whether the number on the page changed.
 * @type {(all: number, games?: string[]) => boolean}
 */
function showWaiting(all, games) {
  const here = games?.some((id) => location.pathname === `/g/${id}/`) ?? document.querySelector(".my-move") !== null;
  const count = Math.max(0, all - Number(here));
  const changed = count !== waiting;
  waiting = count;
  showNumber("waiting", count);
  setTitle();
  icon.href = icon.dataset[all ? "dot" : "plain"] ?? icon.href; // a cached page may lack the icon with the dot
  navigator.setAppBadge?.(all).catch(() => {}); // 0 removes it
  return changed;
}

// The first message only repeats what the page shows, unless the browser went back to an older copy.
const opening = /** @type {any} */ (performance.getEntriesByType("navigation")[0]);
let greeted = opening?.type === "back_forward";

/** @type {(news: any, isNews?: boolean) => void} */
function showNews({ waiting: all, games, unread, letters, alert }, isNews) {
  if (alert) late(() => import("./alert.js")).then((module) => module?.sayAtOnce(alert));
  if (unread !== undefined) {
    showNumber("unread", unread);
    showNumber("letters", letters);
  }
  if (isNews) {
    catchUp(); // a turn may have ended on another device
    if (document.querySelector("[data-panel-name=letters]")) panels("loadChanged", "letters");
  }
  if ((showWaiting(all, games) || isNews) && document.querySelector("[data-live]"))
    late(() => import("./refresh.js")).then((module) => module?.refresh(localTimes));
}

const PING_EVERY = 20_000;
const PATIENCE = 6_000; // ms to open or to answer; after that, a socket counts as dead

/** @type {(what: string) => WebSocket} */
export const openSocket = (what) => new WebSocket(`${location.origin.replace("http", "ws")}/ws/${what}/`);

/**
 * ms to wait before the next attempt; random, so that a restarted server doesn't get all requests at once.
 * @type {(failures: number) => number}
 */
export const pauseAfter = (failures) => Math.min(30_000, 500 * 2 ** failures) * (0.5 + Math.random() / 2);

/** Listens to the user's socket, or polls where sockets are blocked. */
function listen(failures = 0) {
  const socket = openSocket("me");
  let timer = setTimeout(lost, PATIENCE);
  function ping() {
    socket.send('{"type":"ping"}');
    timer = setTimeout(lost, PATIENCE);
  }
  function lost() {
    clearTimeout(timer);
    socket.onmessage = socket.onclose = null;
    socket.close();
    setTimeout(
      async () => {
        listen(failures + 1);
        const answer = await fetch("/api/v1/me/").catch(() => null);
        if (answer?.ok) showNews(await answer.json());
      },
      pauseAfter(failures + 2),
    );
  }
  socket.onmessage = ({ data }) => {
    if (failures) catchUp();
    failures = 0;
    clearTimeout(timer);
    timer = setTimeout(ping, PING_EVERY);
    const message = JSON.parse(data);
    if (message.type !== "games") return;
    showNews(message, greeted);
    greeted = true;
  };
  socket.onclose = lost;
}

// ---- Moves that were made offline, and notifications that are out of date -------------------------------
function catchUp() {
  if (unsentNames().length || globalThis.Notification?.permission === "granted")
    import("./catch_up.js").then(
      (module) => module.catchUp(localTimes),
      () => {}, // without a network: the next attempt comes with it
    );
}
for (const name of ["pageshow", "online", "visibilitychange"]) addEventListener(name, catchUp);

// ---- As an app: offered once, where the page has the words, on a later visit ---------------------------
/** @type {(prompt?: any) => unknown} */
const offerInstalling = (prompt) =>
  document.getElementById("install-offer") &&
  import("./install_offer.js").then(
    (module) => module.offerInstalling(prompt),
    () => {},
  );
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offerInstalling(event);
});
if (/** @type {any} */ (navigator).standalone === false) offerInstalling(); // Safari on phones, which never asks by itself

forgetOthers();
localTimes();
for (const button of document.querySelectorAll("[data-share]")) button.hidden = !navigator.share;
if (document.body.dataset.me) listen();
addEventListener("load", () => navigator.serviceWorker?.register("/service-worker.js").catch(() => {})); // private windows have none
