// Small boards: draws the layout of a game into each [data-small-board] of the page, with the code of the table itself.
// One request fetches all layouts. Those of a long list ([data-boards-near]) are fetched shortly before they scroll
// into view, as the server has to replay old games. Screen readers skip these boards, but not the ends of trains.

import { late } from "../app/on_demand.js";
import { drawLying, svg } from "../board/tile.js";
import { arrange } from "../geometry/layout.js";
import { arrangeLines } from "../geometry/sausage_lines.js";

const MOST = 40; // games per request
const SHAPE = 10 / 16; // height / width, as in css/small_boards.css
// Units across, at least: limits the size of the tiles in a layout that has hardly begun; and in boards of few pixels.
const LEAST = 11;
const LEAST_OF_FEW = 7;
const FEW = 160; // pixels across
const MARGIN = 0.5;
const TILE = 1.25; // units from one tile of a hand to the next; rows are a unit farther apart
// The boxes to try; the one with the largest tiles wins. Branching layouts take longer.
const COLUMNS = [10, 12, 14, 17, 20];
const BRANCHING = [14, 20];

const NEAR = "400px"; // below the visible part
const EVERY = 5_000; // ms, for boards that are followed live; an unchanged answer has no body

/** @type {Map<string | undefined, SmallBoard>} */
const boards = new Map(); // what we know about each game
/** @type {typeof import("./small_trains.js") | null} */
let smallTrains = null; // fetched with the first board that has trains
const near = new WeakSet(); // elements of long lists that are in view, or have been

/**
 * {tiles, bounds} of a layout, with the tiles as large as they can be in a box of our shape.
 * @type {(board: Pick<SmallBoard, "layout" | "ends" | "sum" | "arms" | "rows">) => ArrangedSmall}
 */
export function arranged({ layout, ends, sum, arms, rows: inRows }) {
  const branches = layout.some((tile) => tile.spinner || tile.arm === "side");
  /** @type {ArrangedSmall | null} */
  let best = null;
  for (const columns of branches ? BRANCHING : COLUMNS) {
    const tried = inRows
      ? arrangeLines(layout, { ends, columns })
      : arrange(layout, { columns, rows: Math.max(6, Math.round(columns * SHAPE)) }, { sum, arms });
    const width = Math.max(tried.bounds.w, tried.bounds.h / SHAPE);
    if (!best || width < best.width) best = { ...tried, width };
  }
  return /** @type {ArrangedSmall} */ (/** @type {unknown} */ (best));
}

/**
 * The part of the plane to show, around the middle of *bounds*.
 * @type {(bounds: Rect, width: number, least?: number) => number[]}
 */
export function boxAround({ x, y, w, h }, width, least = LEAST) {
  const across = Math.max(least, width + 2 * MARGIN);
  const down = across * SHAPE;
  return [x + (w - across) / 2, y + (h - down) / 2, across, down];
}

/** @type {(board: SmallBoard, least: number) => SVGElement} */
function drawing(board, least) {
  if (board.trains && smallTrains) return smallTrains.drawTrains(board);
  if (!board.layout.length) return board.hand ? handDrawing(board.hand, least) : seats(board);
  const { tiles, bounds, width } = arranged(board);
  const newest = Math.max(...tiles.map(({ ply, seat }) => (seat === null ? 0 : (ply ?? 0))));
  const lying = tiles.map((tile) => ({ ...tile, halo: tile.ply === newest && board.status === "playing" }));
  return svg("svg", { viewBox: boxAround(bounds, width, least).join(" ") }, ...drawLying(lying));
}

/**
 * The reader's own tiles, in as many rows as make them largest.
 * @type {(hand: string[], least: number) => SVGElement}
 */
function handDrawing(hand, least) {
  const tried = [1, 2, 3, 4].map((rows) => {
    const columns = Math.ceil(hand.length / rows);
    const [w, h] = [TILE * columns - (TILE - 1), (TILE + 1) * rows - (TILE - 1)];
    return { columns, w, h, width: Math.max(w, h / SHAPE) };
  });
  const { columns, w, h, width } = tried.reduce((best, each) => (each.width < best.width ? each : best));
  const lying = hand.map((tile, index) => ({
    x: TILE * (index % columns),
    y: (TILE + 1) * Math.floor(index / columns),
    values: tile.split("-").map(Number),
    vertical: true,
  }));
  const viewBox = boxAround({ x: 0, y: 0, w, h }, width, least).join(" ");
  return svg("svg", { viewBox, class: "of-hand" }, ...drawLying(lying));
}

/**
 * Before the first tile, for watchers: the seats around an empty table.
 * @type {(board: SmallBoard) => SVGElement}
 */
function seats({ seats: number }) {
  const [across, down] = [16, 16 * SHAPE];
  const chairs = Array.from({ length: number }, (_seat, index) => {
    const turn = Math.PI / 2 + (2 * Math.PI * index) / number;
    return svg("circle", {
      class: "chair",
      r: 0.7,
      cx: across / 2 + 6.4 * Math.cos(turn),
      cy: down / 2 + 3.6 * Math.sin(turn),
    });
  });
  return svg("svg", { viewBox: `0 0 ${across} ${down}` }, ...chairs);
}

/** @type {(element: Part) => void} */
function draw(element) {
  const board = boards.get(element.dataset.smallBoard);
  const shown = board && `${board.id}/${board.version}`;
  if (!board || element.dataset.shown === shown) return;
  element.replaceChildren(drawing(board, element.clientWidth < FEW ? LEAST_OF_FEW : LEAST));
  if (board.trains) element.removeAttribute("aria-hidden");
  element.dataset.shown = shown;
}

const elements = () => document.querySelectorAll("[data-small-board]");

const breath = () => new Promise((goOn) => setTimeout(goOn));

async function drawAll() {
  if (!smallTrains && [...boards.values()].some(({ trains }) => trains))
    smallTrains = await late(() => import("./small_trains.js"));
  for (const element of elements()) {
    draw(element);
    await breath();
  }
}

/** @type {(element: Part) => boolean} */
const isWanted = (element) => !element.closest("[data-boards-near]") || near.has(element);

/**
 * The board of an ended game never changes.
 * @type {(id?: string) => boolean}
 */
const isKnown = (id) => ["finished", "aborted"].includes(boards.get(id)?.status ?? "");

/** @type {(games: (string | undefined)[]) => Promise<void>} */
async function fetchBoards(games) {
  const answer = await fetch(`/api/v1/boards/?games=${games.join(",")}`).catch(() => null);
  if (!answer?.ok) return; // the felt stays as it is
  for (const board of (await answer.json()).boards) boards.set(board.id, board);
}

/** Draw all boards of the page. Known layouts are drawn at once, so that nothing flickers. */
export async function showBoards() {
  if (!elements().length) return;
  if (document.body.dataset.faces === "pictures") await late(() => import("../board/tile_pictures.js"));
  if (boards.size) await drawAll();
  const wanted = [...elements()].filter(isWanted).map((element) => element.dataset.smallBoard);
  const games = [...new Set(wanted)].filter((id) => !isKnown(id));
  for (let first = 0; first < games.length; first += MOST) {
    await fetchBoards(games.slice(first, first + MOST));
    await drawAll();
  }
}

const watching = new IntersectionObserver(
  (entries) => {
    const come = entries.filter((entry) => entry.isIntersecting).map((entry) => entry.target);
    for (const element of come) {
      near.add(element);
      watching.unobserve(element);
    }
    if (come.length) showBoards();
  },
  { rootMargin: NEAR },
);
const watchFar = () => {
  for (const element of document.querySelectorAll("[data-boards-near] [data-small-board]")) watching.observe(element);
};

// Layouts that came with the page, such as today's puzzle.
for (const { dataset } of document.querySelectorAll("[data-board]"))
  boards.set(dataset.smallBoard, JSON.parse(dataset.board ?? ""));
addEventListener("refreshed", () => {
  watchFar();
  showBoards();
});
if (document.querySelector("[data-boards-live]")) setInterval(() => document.hidden || showBoards(), EVERY);
watchFar();
showBoards();
