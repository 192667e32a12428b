// Draws a layout on the felt: tiles, open ends, ghosts. It reuses the tiles' elements and moves them, so that a new
// tile arrives with a CSS transition and others glide to new places.

import { late } from "../app/on_demand.js";
import { aim } from "../geometry/fit.js";
import { arrange, boxFor } from "../geometry/layout.js";
import { drawShadow, drawTile, svg } from "./tile.js";

const READABLE = 24; // px of a unit; below this, the reader can zoom and pan

const TWICE = 400; // ms between the taps of a double tap

const WAYS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** @type {(a: Rect, b: Rect) => boolean} */
const touch = (a, b) => a.x <= b.x + b.w && b.x <= a.x + a.w && a.y <= b.y + b.h && b.y <= a.y + a.h;

/**
 * A small square just outside an open end.
 * @type {(end: Point & { d?: number }) => Rect}
 */
const mark = ({ x, y, d = 0 }) => ({ x: x + WAYS[d][0] * 0.4 - 0.25, y: y + WAYS[d][1] * 0.4 - 0.25, w: 0.5, h: 0.5 });

/** @type {(arranged: OnBoard, ends: PicturedEnd[]) => OnBoard["ends"]} */
const openEnds = (arranged, ends) =>
  arranged.ends.filter((end) =>
    ends.some((open) => open.tile === end.tile && open.value === end.value && open.arm === end.arm),
  );

/**
 * A line from a tile to its neighbour, if the layout had no room to place them side by side.
 * @type {(tile: OnBoard["tiles"][number]) => SVGElement[]}
 */
const tether = ({ apart, from, x, y, w, h }) =>
  apart && from ? [svg("line", { class: "tether", x1: w / 2, y1: h / 2, x2: from.x - x, y2: from.y - y })] : [];

/**
 * The transition of a new tile starts with the frame after its first one.
 * @type {(node: SVGElement) => void}
 */
const arrive = (node) => requestAnimationFrame(() => requestAnimationFrame(() => node.classList.remove("arriving")));

export class Board {
  /** @type {Map<string, SVGElement>} */
  #tiles = new Map(); // key of a tile → its <g>, with that of its shadow
  #memory = { key: "", arranged: /** @type {Arranged | null} */ (null) };
  #aimed = { unit: 1, x: 0, y: 0 };
  #isEmpty = true;
  /** @type {Rect[]} */
  #ends = []; // marks at the open ends, the playable ones if there are any
  /** @type {BoardPicture | null} */
  picture = null;
  zoom = 1;

  /**
   * *felt*: the element to fill. onGhost(play): the reader chose a ghost. onZoom(possible, large). *zooms*: whether the
   * wheel and fingers zoom; on a page that scrolls they would get in the way.
   * @param {HTMLElement} felt
   * @param {{ onGhost?: (play: Play) => void; onZoom?: (possible: boolean, large: boolean) => void; zooms?: boolean;
   *   label?: string }} [options]
   */
  constructor(felt, { onGhost = () => {}, onZoom = () => {}, zooms = false, label = "" } = {}) {
    this.felt = felt;
    this.onGhost = onGhost;
    this.onZoom = onZoom;
    this.scene = svg("g", { class: "scene" });
    this.layers = {
      marks: svg("g"),
      shadows: svg("g"),
      ends: svg("g", { class: "ends" }),
      tiles: svg("g"),
      ghosts: svg("g", { class: "ghosts" }),
    };
    this.scene.append(...Object.values(this.layers));
    this.root = svg("svg", { class: "board", role: "group", "aria-label": label }, this.scene);
    felt.append(this.root);
    if (zooms) this.#listen();
    new ResizeObserver(() => this.picture && this.show(this.picture, { still: true })).observe(felt);
  }

  /** px of a unit as drawn. */
  get unit() {
    return this.#aimed.unit;
  }

  /**
   * The open ends, or the playable ones if there are any, in px of the drawing.
   * @type {() => Rect[]}
   */
  endsDrawn() {
    const { unit, x, y } = this.#aimed;
    return this.#ends.map((end) => ({ x: x + end.x * unit, y: y + end.y * unit, w: end.w * unit, h: end.h * unit }));
  }

  #listen() {
    const { felt } = this;
    let tapped = { timeStamp: -Infinity, clientX: 0, clientY: 0 };
    /** @type {(event: any, how: "wheel" | "drag" | "pinch" | "toEnds") => void} */
    const fetched = (event, how) => late(() => import("./zoom.js")).then((module) => module?.[how](this, event));
    felt.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        fetched(event, "wheel");
      },
      { passive: false },
    );
    felt.addEventListener("pointerdown", (event) =>
      event.isPrimary
        ? this.zoom > 1 && event.pointerType === "mouse" && fetched(event, "drag")
        : fetched(event, "pinch"),
    );
    felt.addEventListener("click", (event) => {
      const { timeStamp, clientX, clientY } = tapped;
      const isNear = Math.hypot(event.clientX - clientX, event.clientY - clientY) < 30;
      const isSecond = isNear && event.timeStamp - timeStamp < TWICE;
      tapped = isSecond ? { timeStamp: -Infinity, clientX, clientY } : event;
      if (isSecond && !event.target.closest(".ghost")) fetched(event, "toEnds");
    });
  }

  /**
   * Zoom to what *change* makes of the zoom at that moment: keys come faster than the module.
   * @type {(change: (zoom: number) => number) => Promise<void>}
   */
  async changeZoom(change) {
    (await late(() => import("./zoom.js")))?.zoomTo(this, change(this.zoom));
  }

  /**
   * Draw a *picture*, an object of:
   * *layout*: as in the view; moves after *ply* aren't shown yet. *rules*: as in layout.js.
   * *ends*: those open now, {tile, value, arm, playable}. *ghosts*: [{play, laid, sent, name}].
   * *room*: plays that must stay visible. *covered*: as in fit.js.
   * *fresh*: plies to highlight. *last*: the ply of the last move. *waits*: a double that must be filled first.
   * *arrange*(box): replaces the arrangement of layout.js. *leave*(node): animates tiles that leave the table.
   * @type {(picture: BoardPicture, how?: { still?: boolean }) => void}
   */
  show(picture, { still = false } = {}) {
    this.picture = picture;
    const {
      id,
      layout,
      rules,
      ply = Infinity,
      ends = [],
      ghosts = [],
      room = [],
      covered = {},
      fresh = new Set(),
      last = null,
    } = picture;
    const felt = { width: this.felt.clientWidth || 320, height: this.felt.clientHeight || 320 };
    const box = boxFor(felt.width, felt.height);
    /** @type {OnBoard} */
    const arranged = picture.arrange?.(box) ?? this.#arranged(id, layout, box, rules);
    this.layers.marks.replaceChildren(...(arranged.marks ?? []));
    const open = openEnds(arranged, ends);
    const playable = open.filter((end) => ends.some((other) => other.playable && other.tile === end.tile));
    this.#ends = (playable.length ? playable : open).map(mark);
    const placed = this.#place(arranged, layout, box, rules, ghosts, Boolean(picture.arrange));
    const lying = arranged.tiles.filter((tile) => (tile.ply ?? 0) <= ply);
    this.#isEmpty = !lying.length;
    this.#aim(
      [
        arranged.bounds,
        ...placed.map(({ place }) => place),
        ...room.map((play) => arranged.ghost(play)),
        ...this.#ends,
      ],
      box,
      felt,
      covered,
      still,
    );
    this.#drawTiles(id, lying, fresh, last, (!still && picture.leave) || null, still);
    this.#drawEnds(arranged, ends, placed);
    this.#drawGhosts(placed, this.unit);
  }

  /**
   * A laid ghost has its tile's exact place. Others become a mark at their end if they would touch each other or have
   * no room yet.
   * @type {(arranged: OnBoard, layout: LaidTile[], box: Felt, rules: Joining | undefined, ghosts: Ghost[], own: boolean) => PlacedGhost[]}
   */
  #place(arranged, layout, box, rules, ghosts, own) {
    const laid = ghosts.filter((ghost) => ghost.laid);
    const ahead =
      laid.length > 1 && !own
        ? arrange([...layout, ...laid.map(({ play }) => ({ ...play, ply: Infinity }))], box, rules).tiles.slice(
            -laid.length,
          )
        : null;
    /** @type {PlacedGhost[]} */
    const placed = [];
    for (const ghost of [...laid, ...ghosts.filter((other) => !other.laid)]) {
      /** @type {GhostPlace} */
      const place = (ghost.laid && ahead?.[laid.indexOf(ghost)]) || arranged.ghost(ghost.play);
      const inTheWay = placed.some(
        (other) =>
          other.play.tile !== ghost.play.onto && ghost.play.tile !== other.play.onto && touch(other.place, place),
      );
      const isMark = place.from && (inTheWay || (place.apart && !ghost.laid));
      placed.push({ ...ghost, place: isMark && place.from ? { ...place, ...mark(place.from), small: true } : place });
    }
    return placed;
  }

  /** @type {(id: number | string, layout: LaidTile[], box: Felt, rules?: Joining) => Arranged} */
  #arranged(id, layout, { columns, rows }, joining) {
    const key = JSON.stringify([id, layout, columns, rows, joining]);
    const known = this.#memory.key === key ? this.#memory.arranged : null;
    const arranged = known ?? arrange(layout, { columns, rows }, joining);
    this.#memory = { key, arranged };
    return arranged;
  }

  /** @type {(rects: Rect[], box: Felt, felt: { width: number; height: number }, covered: Covered, still: boolean) => void} */
  #aim(rects, box, felt, covered, still) {
    const { fitting, unit, width, height, x, y } = aim(rects, box.unit, felt, covered, this.zoom);
    this.onZoom(!this.#isEmpty && (fitting < READABLE || this.zoom > 1), this.zoom > 1);
    Object.assign(this.root.style, { width: `${width}px`, height: `${height}px` });
    this.root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.scene.classList.toggle("still", still);
    this.scene.style.transform = `translate(${x}px, ${y}px) scale(${unit})`;
    this.#aimed = { unit, x, y };
    if (this.zoom === 1 && !still && (width > felt.width + 1 || height > felt.height + 1))
      late(() => import("./zoom.js")).then((module) => module?.showEnds(this));
  }

  /** @type {(id: number | string, tiles: OnBoard["tiles"], fresh: Set<number | undefined>, last: number | null, leave: Leave | null, still: boolean) => void} */
  #drawTiles(id, tiles, fresh, last, leave, still) {
    const wanted = new Set(tiles.map(({ tile }) => `${id}/${tile}`));
    for (const [key, node] of this.#tiles) {
      if (wanted.has(key)) continue;
      node.shadow.remove();
      if (leave && key.startsWith(`${id}/`)) leave(node);
      else node.remove();
      this.#tiles.delete(key);
    }
    const arriving = this.#tiles.size > 0 && !still;
    for (const tile of tiles) {
      const key = `${id}/${tile.tile}`;
      let node = this.#tiles.get(key);
      if (!node) {
        node = svg("g", { class: arriving ? "placed arriving" : "placed" });
        node.slab = svg("g", { class: "slab" });
        node.append(node.slab);
        node.shadow = svg("g", { class: "shadow" });
        this.#tiles.set(key, node);
        this.layers.tiles.append(node);
        this.layers.shadows.append(node.shadow);
        if (arriving) arrive(node);
      }
      const halo = fresh.has(tile.ply) || (last !== null && tile.ply === last);
      const look = JSON.stringify([
        ...[tile.values, tile.vertical, tile.closed, tile.apart, tile.spinner, halo],
        document.body.dataset.faces,
      ]);
      if (node.look !== look) {
        node.look = look;
        node.vertical = tile.vertical;
        node.slab.replaceChildren(...tether(tile), drawTile(tile.closed ? null : tile.values, tile));
        node.shadow.replaceChildren(drawShadow({ ...tile, halo }));
      }
      node.style.transform = `translate(${tile.x}px, ${tile.y}px)`;
      node.shadow.style.transform = node.style.transform;
      node.shadow.classList.toggle("fresh", fresh.has(tile.ply));
      node.classList.toggle("waits", tile.tile === this.picture?.waits);
    }
  }

  /** @type {(arranged: OnBoard, ends: PicturedEnd[], ghosts: PlacedGhost[]) => void} */
  #drawEnds(arranged, ends, ghosts) {
    const taken = new Set(ghosts.filter(({ laid }) => laid).map(({ play }) => play.onto));
    this.layers.ends.replaceChildren(
      ...openEnds(arranged, ends).map((end) => {
        const [dx, dy] = WAYS[end.d];
        const open = ends.find((other) => other.tile === end.tile && other.value === end.value);
        const x = end.x + dx * 0.22;
        const y = end.y + dy * 0.22;
        return svg("line", {
          class: `end${open?.playable && !taken.has(end.tile) ? " end-playable" : ""}`,
          x1: x - dy * 0.26,
          y1: y - dx * 0.26,
          x2: x + dy * 0.26,
          y2: y + dx * 0.26,
        });
      }),
    );
  }

  /** @type {(ghosts: PlacedGhost[], unit: number) => void} */
  #drawGhosts(ghosts, unit) {
    const focused = this.layers.ghosts.contains(document.activeElement) ? document.activeElement?.play?.text : null;
    this.layers.ghosts.replaceChildren(
      ...ghosts.map(({ play, laid, sent, name, place }) => {
        // A finger needs this much room around it.
        const grown = Math.max(0.1, (48 / unit - Math.min(place.w, place.h)) / 2);
        const node = svg("g", {
          class: `ghost${laid ? " laid" : ""}${sent ? " sent" : ""}`,
          role: "button",
          tabindex: 0,
          "aria-label": name,
          "aria-pressed": laid ? "true" : "false",
          transform: `translate(${place.x} ${place.y})`,
        });
        node.append(
          svg("rect", {
            class: "ghost-reach",
            x: -grown,
            y: -grown,
            width: place.w + 2 * grown,
            height: place.h + 2 * grown,
          }),
          ...(place.seam
            ? [
                svg("line", {
                  class: "seam",
                  x1: place.seam.x - place.x,
                  x2: place.seam.x - place.x,
                  y1: place.seam.y - place.y,
                  y2: place.seam.y + place.seam.h - place.y,
                }),
              ]
            : []),
          ...(laid ? [drawShadow(place)] : []),
          ...(place.small ? [] : [drawTile(play.closed ? null : place.values, place)]),
          svg("rect", {
            class: "ghost-edge",
            x: -0.06,
            y: -0.06,
            width: place.w + 0.12,
            height: place.h + 0.12,
            rx: 0.2,
          }),
        );
        node.play = play;
        node.addEventListener("click", () => this.onGhost(play));
        node.addEventListener("keydown", (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation();
          this.onGhost(play);
        });
        return node;
      }),
    );
    if (focused) [...this.layers.ghosts.children].find((node) => node.play?.text === focused)?.focus();
  }
}
