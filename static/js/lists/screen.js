/** The big screen of an evening: shows itself anew every few seconds, pages through the table, and counts time down. */

import { localTimes } from "../app/local_times.js";
import { refresh } from "../app/refresh.js";
import { showBoards } from "./small_boards.js";

const EVERY = 5_000; // ms
const PAGE = 8_000;
const SECOND = 1_000;
const MINUTE = 60;

let page = 0;

function turn() {
  const pages = [...document.querySelectorAll("[data-page]")];
  for (const [n, each] of pages.entries()) each.hidden = n !== page % pages.length;
}

function count() {
  for (const part of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.round((Date.parse(part.dataset.until ?? "") - Date.now()) / SECOND));
    const [minutes, seconds] = [Math.floor(left / MINUTE), left % MINUTE];
    part.textContent = `${minutes}:${String(seconds).padStart(2, "0")}`;
  }
}

function shown() {
  turn();
  count();
}

addEventListener("refreshed", shown);
setInterval(() => {
  page += 1;
  turn();
}, PAGE);
setInterval(count, SECOND);
setInterval(() => refresh(() => localTimes(document)).catch(() => {}), EVERY);
setInterval(showBoards, EVERY);
shown();
localTimes(document);
