// A guided first round. The server renders every step as a page of its own; this script fetches the next one, swaps it
// in and draws the table. Without scripts, each step is a page with the table in words.

import { moves } from "../app/motion.js";
import { late } from "../app/on_demand.js";
import { Board } from "../board/board.js";
import { tilePicture } from "../board/tile.js";
import { gettext as _ } from "../text/i18n.js";
import { halves } from "../text/notation.js";
import { boardOf, drawLines, rowsOn, trainsOf } from "./described_picture.js";
import { noteLearnt } from "./finished_lessons.js";

const PAUSE = 650; // ms between the opponents' moves
const PARTS = ["progress", "words", "players", "table", "hand", "end", "picture"].map((name) => `lesson-${name}`);

/** @type {(id: string, page?: Document) => Part} */
const part = (id, page = document) => page.getElementById(id);
const lesson = document.querySelector("[data-lesson]");
const felt = part("lesson-felt");
/** @type {Board | null} */
let board = null;
/** @type {import("../board/train_rows.js").TrainRows | null} */
let rows = null;
let drawing = 0; // the number of the latest drawing: an earlier one stops

/** @type {(ms: number) => Promise<void>} */
const pause = (ms) => new Promise((goOn) => setTimeout(goOn, ms));

/** Draws the table, move by move unless the reader prefers reduced motion. */
async function drawTable({ still = false } = {}) {
  const picture = JSON.parse(part("picture").textContent);
  const mine = ++drawing;
  felt.hidden = false;
  part("lesson-table").classList.add("visually-hidden");
  if (picture.lines) {
    felt.replaceChildren();
    if (picture.layout.length) drawLines(felt, picture);
    return;
  }
  if (picture.trains) return showTrains(picture);
  board ??= new Board(felt, { label: _("The tiles on the table"), onGhost: (play) => placeButton(play)?.click() });
  felt.inert = !picture.ghosts.length;
  const shown = boardOf(picture);
  for (const ghost of shown.ghosts) ghost.name = placeButton(ghost.play)?.textContent ?? "";
  if (!still && moves())
    for (const ply of picture.fresh.slice(0, -1)) {
      board.show({ ...shown, ply, ends: [], fresh: new Set([ply]) });
      await pause(PAUSE);
      if (mine !== drawing) return;
    }
  board.show({ ...shown, fresh: new Set(picture.fresh.slice(-1)) }, { still: still || !moves() });
}

/**
 * Trains take the chosen tile by a tap anywhere on their rows.
 * @type {(picture: DescribedPicture) => void}
 */
function showTrains(picture) {
  const shown = trainsOf(picture);
  const takes = shown.takes ?? [];
  felt.inert = !takes.length;
  rows ??= rowsOn(felt, picture, {
    onRow: (train) => placeButton(rows?.picture?.takes?.find(({ onto }) => onto === train))?.click(),
  });
  rows.show({
    ...shown,
    buttons: Object.fromEntries(takes.map((play) => [play.onto, placeButton(play)?.textContent ?? ""])),
  });
}

/**
 * The button for a place on the table.
 * @type {(play?: Play) => Part | undefined}
 */
const placeButton = (play) => play && lesson.querySelector(`.lesson-places [value="${play.text}"]`);

/** Draws the reader's tile faces; the page comes with dots. */
async function drawHand() {
  if (document.body.dataset.faces === "dots") return;
  if (document.body.dataset.faces === "pictures") await late(() => import("../board/tile_pictures.js"));
  for (const tile of lesson.querySelectorAll("[data-tile]"))
    tile.replaceChildren(tilePicture(halves(tile.dataset.tile ?? "")));
}

/** @type {(address: string) => string} */
const stepOf = (address) => new URL(address).searchParams.get("step") ?? "1";

/**
 * Swap in the page at *address*; if fetching it fails, navigate there.
 * @type {(address: string, how?: { back?: boolean }) => Promise<void>}
 */
async function go(address, { back = false } = {}) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok) return location.assign(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const isNew = stepOf(answer.url) !== stepOf(location.href);
  const tiles = [...lesson.querySelectorAll(".lesson-hand button")];
  const place = tiles.indexOf(/** @type {Part} */ (document.activeElement));
  for (const id of PARTS) part(id).replaceChildren(...part(id, page).childNodes);
  if (isNew && !back) history.pushState(null, "", answer.url);
  show({ still: back || !(isNew || lesson.querySelector("[data-made]")) });
  focusOn(place);
  keepInSight();
}

/**
 * A reader who plays by keyboard stays in the hand; at the end, the focus goes to the result.
 * @type {(place: number) => void}
 */
function focusOn(place) {
  const buttons = lesson.querySelectorAll(".lesson-hand button");
  const made = lesson.querySelector("[data-made] .primary");
  const next = part("result") ?? made ?? buttons[Math.min(place, buttons.length - 1)];
  next?.focus({ preventScroll: true });
}

/** On a small screen: everything that changes, from the words down to the hand. */
function keepInSight() {
  const words = lesson.querySelector(".lesson-words");
  const { top } = words.getBoundingClientRect();
  if (top < 0 || part("lesson-hand").getBoundingClientRect().bottom > innerHeight) words.scrollIntoView();
}

/** @type {(how: { still?: boolean }) => void} */
function show(how) {
  drawTable(how);
  drawHand();
  if (part("result")) noteLearnt(lesson.dataset.lesson);
}

lesson.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-tries]")) return;
  event.preventDefault();
  const asked = new URLSearchParams(/** @type {any} */ (new FormData(event.target)));
  asked.set(event.submitter.name, event.submitter.value);
  go(`${location.origin}${location.pathname}?${asked}`);
});
lesson.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-step]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(link.href);
});
addEventListener("popstate", () => go(location.href, { back: true }));

show({ still: true });
