// The reader's own tiles: buttons that can be tapped, focused by keyboard and dragged onto the felt.

import { animate } from "../app/motion.js";
import { tileName, tilePicture } from "../board/tile.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { halves, nameOf, sortedHand } from "../text/notation.js";
import { drag } from "./drag.js";

/** @type {(x: number, y: number) => Keyframe} */
const moved = (x, y) => ({ transform: `translate(${x}px, ${y}px)` });
/** @type {(button: HTMLElement) => Point} */
const placeOf = ({ offsetLeft: x, offsetTop: y }) => ({ x, y });

export class Hand {
  /** @type {Map<Tile, HTMLElement>} */
  #buttons = new Map();
  /** @type {number} */
  #width = 0; // px, of all the tiles together
  #pitch = 34; // px from tile to tile, at least
  /** @type {LinedHand | null} */
  #lined = null;
  #rows = 0; // the most in this round: the hand keeps their height
  /** @type {number | undefined} */
  #deal;

  /**
   * onPick(tile) is called for unplayable tiles, too. onDrag(tile | null) shows the ghosts. onDrop(nearest): see
   * drag.js.
   * @param {HTMLElement} element
   * @param {{ onPick: (tile: Tile) => void; onDrag: (tile: Tile | null) => void; onDrop: (nearest: Nearest) => void }} calls
   */
  constructor(element, { onPick, onDrag, onDrop }) {
    this.element = element;
    this.onPick = onPick;
    this.onDrag = onDrag;
    this.onDrop = onDrop;
    /** @type {Tile[]} */
    this.order = [];
    for (const button of element.querySelectorAll("button"))
      this.#adopt(button, button.dataset.tile ?? "").face = "dots"; // came with the page
    new ResizeObserver(() => {
      this.#width = element.clientWidth;
      this.#pitch = Number.parseFloat(getComputedStyle(element).getPropertyValue("--pitch")) || 34;
      this.#fit();
    }).observe(element); // measures before the next frame, too
  }

  /**
   * *tiles*: the hand. *playable*: those that respond. *chosen*: laid as a ghost, or waiting for the choice of an end.
   * *lined*: the order that the reader gave it, if the game is one where they do.
   * @type {(hand: { tiles: Tile[]; playable?: Set<Tile>; chosen?: Set<Tile>; fresh?: Set<Tile>; deal?: number; lined?: LinedHand | null }) => void}
   */
  show({ tiles, playable = new Set(), chosen = new Set(), fresh = new Set(), deal, lined = null }) {
    if (deal !== this.#deal) this.#rows = 0;
    this.#deal = deal;
    this.#lined = lined;
    const shown = lined ? lined.runs.flat() : sortedHand(tiles);
    const order = shown.map(nameOf);
    const isNew = `${order}` !== `${this.order}`;
    const before = isNew ? [...this.#buttons.values()].map((button) => ({ button, ...placeOf(button) })) : [];
    for (const [tile, button] of this.#buttons) {
      if (order.includes(tile)) continue;
      button.remove();
      this.#buttons.delete(tile);
    }
    order.forEach((tile, index) => {
      const button = this.#buttons.get(tile) ?? this.#make(tile);
      const live = playable.has(tile) || chosen.has(tile);
      button.classList.toggle("playable", playable.has(tile));
      button.classList.toggle("chosen", chosen.has(tile));
      button.classList.toggle("fresh", fresh.has(tile));
      button.setAttribute("aria-disabled", String(!live));
      button.setAttribute("aria-pressed", String(chosen.has(tile)));
      button.setAttribute("aria-label", this.#name(tile, live, fresh.has(tile)));
      const face = `${document.body.dataset.faces ?? "dots"}${shown[index] === tile ? "" : " turned"}`;
      if (button.face !== face) {
        button.face = face;
        button.replaceChildren(tilePicture(halves(shown[index])));
      }
      if (this.element.children[index] !== button)
        this.element.insertBefore(button, this.element.children[index] ?? null);
    });
    this.order = order;
    for (const run of lined?.runs ?? order.map((tile) => [tile]))
      run.forEach((tile, index) => {
        const { classList } = /** @type {HTMLElement} */ (this.#buttons.get(nameOf(tile)));
        classList.toggle("joined", index > 0);
        classList.toggle("in-run", run.length > 1);
        classList.toggle("in-train", Boolean(lined?.train.has(nameOf(tile))));
      });
    this.#fit();
    // When the hand grows or closes up, no tile jumps from under the thumb.
    for (const { button, x, y } of before) {
      const now = placeOf(button);
      animate(button, [moved(x - now.x, y - now.y), moved(0, 0)], { duration: 200, composite: "add" });
    }
  }

  /** @type {(tile: Tile) => void} */
  focus(tile) {
    this.#buttons.get(tile)?.focus();
  }

  /** @type {(tile: Tile, live: boolean, fresh: boolean) => string} */
  #name(tile, live, fresh) {
    const [a, b] = halves(tile);
    const plain = a === b ? interpolate(_("%(tile)s, double"), { tile: tileName(tile) }) : tileName(tile);
    const name = fresh ? interpolate(_("%(tile)s, just drawn"), { tile: plain }) : plain;
    if (this.#lined) return [name, this.#lined.words(tile)].filter(Boolean).join(", ");
    return live ? interpolate(_("%(tile)s, can be played"), { tile: name }) : name;
  }

  /** @type {(tile: Tile) => HTMLElement} */
  #make(tile) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hand-tile";
    button.dataset.tile = tile;
    return this.#adopt(button, tile);
  }

  /** @type {(button: HTMLElement, tile: Tile) => HTMLElement} */
  #adopt(button, tile) {
    button.addEventListener("click", () => {
      if (button.dragged) button.dragged = false;
      else this.onPick(tile);
    });
    button.addEventListener("pointerdown", (event) => this.#press(event, button, tile));
    this.#buttons.set(tile, button);
    return button;
  }

  /** Uses the fewest rows that leave each tile its pitch less the gap, mostly 32 px: ten tiles in one row on a phone. */
  #fit() {
    if (!this.#width) return;
    const count = this.#buttons.size;
    const fit = Math.max(4, Math.floor((this.#width + 2) / this.#pitch));
    const rows = Math.max(1, Math.ceil(count / fit));
    this.#rows = Math.max(rows, this.#rows);
    const parts = { columns: Math.max(1, Math.ceil(count / rows)), rows, "most-rows": this.#rows };
    for (const [name, number] of Object.entries(parts)) this.element.style.setProperty(`--${name}`, `${number}`);
  }

  /** @type {(event: PointerEvent, button: HTMLElement, tile: Tile) => void} */
  #press(event, button, tile) {
    const live = button.getAttribute("aria-disabled") === "false";
    const lined = this.#lined;
    if (event.button !== 0 || (!live && !lined)) return;
    button.dragged = false;
    drag(event, button, {
      start: () => live && this.onDrag(tile),
      move: (at) => lined?.over(tile, at),
      drop: (nearest, at) => {
        if (this.#lined?.drop(tile, at)) return live && this.onDrag(null);
        return live && this.onDrop(nearest);
      },
      cancel: () => {
        lined?.over(tile, null);
        if (live) this.onDrag(null);
      },
    });
  }
}
