// Shows at the seats what the layout can't: a bubble for a pass, draw or bid, which stays until the reader has moved,
// and a tile that glides from the boneyard to the player who draws it. Bubbles lie over the page, so that redrawing the
// seats doesn't remove them; tiles glide on the felt only, so that they cross no name and no sentence. Both are for the
// eye only: the status and the live region say the same in sentences.
// Fetched after the first drawing.

import { animate, moves } from "../app/motion.js";
import { tilePicture } from "../board/tile.js";
import { halves } from "../text/notation.js";
import { element } from "./players.js";
import { eventsOf, marksOf } from "./turns.js";

const MOST_GLIDING = 4; // tiles in one drawing

const overlay = element("div", { className: "bubbles", "aria-hidden": "true" });
const flights = element("div", { className: "flights", "aria-hidden": "true" });
/** @type {Part} */
let table;

/** Lay the overlay over the table, once. */
function prepare() {
  if (table) return;
  table = document.getElementById("table");
  table.append(overlay);
  const felt = document.querySelector(".felt");
  felt.append(flights);
  const resized = new ResizeObserver(place);
  for (const node of [table, felt]) resized.observe(node); // the felt shrinks as seats grow
  document.fonts.addEventListener("loadingdone", place);
}

/** @type {(seat: number | string) => Part} */
const seatNode = (seat) =>
  table.querySelector(`.train[data-seat="${seat}"]`) ?? table.querySelector(`[data-seat="${seat}"]`);

/**
 * Show the bubbles of *position* at its seats, and animate the tiles drawn since *before*, the position shown last.
 * @type {(state: State, position: Position, before: Position) => void}
 */
export function drawBubbles(state, position, before) {
  prepare();
  const { view, scene } = state;
  const marks = scene.kind === "over" || position.isOver ? [] : marksOf(view, position);
  const goesOn = before.deal === position.deal && before.ply < position.ply;
  const fresh = (/** @type {number} */ ply) => goesOn && ply > before.ply;
  if (goesOn && scene.kind !== "step") glide(view, eventsOf(position).slice(before.ply));
  const known = new Map([...overlay.querySelectorAll(".bubble[data-key]")].map((node) => [node.dataset.key, node]));
  for (const { seat, ply, text } of marks) {
    const key = `${position.deal}/${seat}/${ply}`;
    const node = known.get(key) ?? element("span", { className: "bubble", "data-key": key, "data-at": seat });
    known.delete(key);
    node.textContent = text;
    if (!node.isConnected) {
      overlay.append(node);
      if (fresh(ply)) pop(node);
    }
  }
  for (const node of known.values()) node.remove();
  requestAnimationFrame(place); // once everything has its final place
}

/**
 * A new bubble stands out for a while, then stays quietly.
 * @type {(node: HTMLElement) => void}
 */
function pop(node) {
  node.classList.add("fresh");
  setTimeout(() => node.classList.remove("fresh"), 5000);
  animate(node, [{ scale: 0.6, opacity: 0 }, { scale: 1.08, opacity: 1, offset: 0.7 }, { scale: 1 }], {
    duration: 280,
  });
}

/**
 * Show a reaction at its player's seat for some seconds, instead of an earlier one.
 * @type {(seat: string, ...content: Node[]) => void}
 */
export function showReaction(seat, ...content) {
  prepare();
  for (const before of overlay.querySelectorAll(`.reaction[data-at="${seat}"]`)) before.remove();
  const node = element("span", { className: "bubble reaction", "data-at": seat }, ...content);
  overlay.append(node);
  pop(node);
  place();
  setTimeout(() => node.remove(), 7000);
}

// What a bubble must not cover, and how bad it is: what the reader has to read and tap now, then who the others are.
/** @type {[string, number][]} */
const COVERABLE = [
  ["#status, #clock, #actions .button, .hand-tile", 100],
  [".player-name, .table-bar > a, .table-tools > *, .notes > *", 20],
  [".player-points, .player-count, .player-tag, .table-bar", 3],
  [".stock > *, .felt-tools > *", 1],
];
const STEP = 3; // px between the places tried

/** @type {(a: Rect, b: DOMRect) => number} */
const common = (a, b) =>
  Math.max(0, Math.min(a.x + a.w, b.right) - Math.max(a.x, b.left)) *
  Math.max(0, Math.min(a.y + a.h, b.bottom) - Math.max(a.y, b.top));

/**
 * The spot that covers less; of two that cover the same, the one nearer to the *usual* one.
 * @type {(one: Spot, other: Spot, usual: Spot) => Spot}
 */
function better(one, other, usual) {
  const away = (/** @type {Spot} */ { rect }) => Math.hypot(rect.x - usual.rect.x, rect.y - usual.rect.y);
  return other.cost < one.cost || (other.cost === one.cost && away(other) < away(one)) ? other : one;
}

/**
 * A bubble hangs below its seat; that of the seat below the felt stands above it. It gives way to what it would cover:
 * where seats lie under each other, it stays in its own.
 */
function place() {
  const page = overlay.getBoundingClientRect();
  const bubbles = [...overlay.querySelectorAll(".bubble")];
  if (!bubbles.length) return;
  const obstacles = COVERABLE.flatMap(([css, cost]) =>
    [...table.querySelectorAll(css)].map((obstacle) => ({ cost, box: obstacle.getBoundingClientRect() })),
  );
  const measured = bubbles.map((node) => {
    const at = seatNode(node.dataset.at ?? "");
    return { node, at, seat: at?.getBoundingClientRect(), w: node.offsetWidth, h: node.offsetHeight };
  });
  for (const { node, at, seat, w, h } of measured) {
    node.style.visibility = seat?.width ? "" : "hidden"; // hidden elements can still be measured
    if (!seat?.width) continue;
    const middle = seat.left + seat.width / 2;
    const isBelowFelt = at.dataset.place === "me";
    /** @type {(x: number, y: number) => Spot} */
    const spot = (x, y) => {
      const taken = {
        x: Math.max(page.left + 4, Math.min(x, page.right - w - 4)),
        y,
        w,
        h,
      };
      const out = taken.y < page.top || taken.y + h > page.bottom ? 100 * w * h : 0;
      const cost = obstacles.reduce((sum, { box, cost: each }) => sum + each * common(taken, box), out);
      return { rect: taken, cost };
    };
    const room = at.querySelector(".train-room")?.getBoundingClientRect(); // a row of trains has it inside
    const usual = room
      ? spot(room.left, seat.top + (seat.height - h) / 2)
      : spot(middle - w / 2, isBelowFelt ? seat.top - h - 4 : seat.bottom - 2);
    let best = usual;
    for (let y = seat.top; best.cost && !room && !isBelowFelt && y < seat.bottom; y += STEP)
      for (let x = seat.right - w; x >= seat.left; x -= STEP) best = better(best, spot(x, y), usual);
    const { rect } = best;
    obstacles.push({ cost: 20, box: new DOMRect(rect.x, rect.y, w, h) });
    node.classList.toggle("above", isBelowFelt);
    node.classList.toggle("inside", Boolean(room) || best !== usual);
    node.style.translate = `${rect.x - page.left}px ${rect.y - page.top}px`;
    node.style.setProperty("--tail", `${Math.max(12, Math.min(middle - rect.x, w - 12))}px`);
    obstacles.push({ cost: 10, box: new DOMRect(rect.x, rect.y, w, h) });
  }
}

/**
 * Drawn tiles glide from the boneyard to the player, or face up to their place in the reader's own hand: as far as the
 * edge of the felt.
 * @type {(view: GameView, events: PastMove[]) => void}
 */
function glide(view, events) {
  if (!moves()) return;
  const draws = events.filter(({ move }) => move.startsWith("draw")).slice(-MOST_GLIDING);
  draws.forEach(({ seat, move }, index) => {
    const tile = (seat === view.you && move.split(" ")[1]) || null;
    const own = tile === null ? null : document.querySelector(`.hand-tile[data-tile="${tile}"]`);
    const to = (own ?? seatNode(seat))?.getBoundingClientRect();
    const from = document.getElementById("stock").getBoundingClientRect();
    if (!to?.width || !from.width) return;
    const page = flights.getBoundingClientRect();
    const node = element("span", { className: "gliding" }, tilePicture(own && tile ? halves(tile) : null));
    flights.append(node);
    /** @type {(box: DOMRect, scale: number) => string} */
    const at = (box, scale) => {
      const x = box.left + box.width / 2 - page.left - node.offsetWidth / 2;
      const y = box.top + box.height / 2 - page.top - node.offsetHeight / 2;
      return `translate(${x}px, ${y}px) scale(${scale})`;
    };
    /** @type {KeyframeAnimationOptions} */
    const options = { duration: 520, delay: index * 220, fill: "backwards" };
    const end = own ? to.width / node.offsetWidth : 0.5;
    const flight = animate(
      node,
      [
        { transform: at(from, 0.6), opacity: 0 },
        { transform: at(from, 1), opacity: 1, offset: 0.2 },
        { transform: at(to, end), opacity: 1 },
      ],
      options,
    );
    if (own) animate(own, [{ opacity: 0 }, { opacity: 0 }], { ...options, fill: "backwards" });
    flight?.finished.then(
      () => node.remove(),
      () => node.remove(),
    );
  });
}
