// The corner of the felt: the last message of the chat, and reactions, which appear at the seats for some seconds.
// The server draws it (templates/talk/_at_felt.html). Fetched after the first drawing.

import { csrfToken } from "../app/csrf.js";
import { whenReleased } from "../app/press.js";
import { showReaction } from "./bubbles.js";
import { element } from "./players.js";
import { seatName } from "./sentences.js";

const PATIENCE = 15_000; // ms for an answer
/** @type {Part} */
let corner; // missing against computers alone; then followTalk isn't called
/** @type {Part} */
let menu; // null for watchers
const part = (/** @type {string} */ name) => document.getElementById(`felt-${name}`);
const opener = () => menu?.querySelector("summary");

/** @type {Set<string>} */
const known = new Set(); // reactions shown before
let asked = 0;
let answered = 0; // the newest request whose answer is shown

/**
 * Follow the chat and the reactions of the game that *table* shows.
 * @type {(table: Table) => void}
 */
export function followTalk(table) {
  corner = document.getElementById("at-felt");
  menu = corner.querySelector("details");
  addEventListener("panel", ({ detail }) => {
    if (detail === "talk" || detail === "reactions") fetchCorner(table);
  });
  addEventListener("panel:shown", ({ target }) => {
    if (target.closest("[data-panel-name=talk]")) fetchCorner(table); // its messages are read now
  });
  corner.addEventListener("submit", (event) => {
    event.preventDefault();
    react(table, new FormData(event.target, event.submitter));
  });
  menu?.addEventListener("toggle", () => menu.open && fetchCorner(table)); // a turn may have begun
  if (document.querySelector("[data-panel-name=talk][data-more]")) fetchCorner(table, { first: true });
}

/** @type {(table: Table, chosen: FormData) => Promise<void>} */
async function react(table, chosen) {
  menu.open = false;
  opener()?.focus();
  part("signs").querySelector(".late")?.remove();
  const status = await fetchCorner(table, { method: "POST", body: chosen });
  if (status !== 200) menu.open = true; // with the reason
  if (!status) {
    const text = document.body.dataset.late;
    part("signs").append(element("p", { className: "message error late", role: "alert", text }));
  }
}

/**
 * Show the newest corner; returns the answer's status, or 0 without one. *first*: the reader's own reaction isn't news.
 * @type {(table: Table, request?: RequestInit & { first?: boolean }) => Promise<number>}
 */
async function fetchCorner(table, { first = false, ...request } = {}) {
  const number = ++asked;
  const headers = { "X-Panel": "1", "X-CSRFToken": csrfToken() };
  const signal = AbortSignal.timeout(PATIENCE);
  const answer = await fetch(corner.dataset.address ?? "", { ...request, headers, signal }).catch(() => null);
  const html = answer?.headers.has("X-Panel") ? await answer.text().catch(() => "") : "";
  if (!answer || !html) return 0;
  await whenReleased();
  if (number < answered) return answer.status;
  answered = number;
  put(html, first);
  showNew(table, first);
  return answer.status;
}

/** @type {(html: string, first: boolean) => void} */
function put(html, first) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  const [chat, newChat] = [part("chat"), fresh.content.querySelector("#felt-chat")];
  const isNewer = !first && chat.dataset.newest !== newChat.dataset.newest;
  const isFocused = chat === document.activeElement;
  chat.replaceWith(newChat);
  if (isFocused) newChat.focus();
  part("shown").replaceWith(fresh.content.querySelector("#felt-shown"));
  const [signs, newSigns] = [part("signs"), fresh.content.querySelector("#felt-signs")];
  if (signs && newSigns) {
    const focused = signs.querySelector(":focus")?.value;
    newSigns.append(...signs.querySelectorAll(".late")); // until the next try
    signs.replaceWith(newSigns);
    if (focused) (newSigns.querySelector(`[value="${focused}"]:enabled`) ?? opener())?.focus();
  }
  if (isNewer) markPanel();
}

/** Mark the closed panel of the chat, or reload the open one: without a socket, this is how it learns of a message. */
function markPanel() {
  const panel = document.querySelector("[data-panel-name=talk]");
  if (!panel?.querySelector(`#message-${part("chat").dataset.newest}`) && part("chat").querySelector(".count"))
    dispatchEvent(new CustomEvent("panel", { detail: "talk" }));
}

/** @type {(table: Table, first: boolean) => void} */
function showNew({ state, say }, first) {
  const news = [];
  for (const { dataset, children } of /** @type {Iterable<Part>} */ (part("shown").children)) {
    const { key = "", seat = "" } = dataset;
    if (known.has(key)) continue;
    known.add(key);
    const own = Number(seat) === state.view.you;
    if (document.body.dataset.reactions === "off" || (first && own)) continue;
    showReaction(seat, children[0].cloneNode(true));
    news.push(`${seatName(state.view, Number(seat))}: ${children[0].textContent}`);
  }
  say(news.join(". "));
}
