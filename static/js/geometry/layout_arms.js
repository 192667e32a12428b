// How one arm of the layout can grow: every place for the next tile at an open end, and its cost.
//
// Lengths are half-units: a tile is 4 by 2, so that every edge and axis is a whole number. A direction is 0 right, 1
// down, 2 left, 3 up.

const DX = [1, 0, -1, 0];
const DY = [0, 1, 0, -1];
const SIZE = 640; // of the grid; far more than the 190 tiles of a double-18 set need
const HALF = SIZE / 2;
const GAP = 1; // between tiles that don't touch: half the short side of a tile
export const REACH = 8; // from an open end to the far edge of any place at it, plus the gap

/** @type {(direction: number, by: number) => number} */
export const turned = (direction, by) => (direction + by + 4) % 4;
/** @type {(p: Point, direction: number, n: number) => Point} */
export const step = (p, direction, n) => ({ x: p.x + DX[direction] * n, y: p.y + DY[direction] * n });
/** @type {(direction: number) => boolean} */
const isVertical = (direction) => direction % 2 === 1;
/** @type {(x: number, y: number) => number} */
const index = (x, y) => (y + HALF) * SIZE + x + HALF;

const FLOODED = new Uint32Array(SIZE * SIZE); // the last flood that reached each cell
let floods = 0;

/** Which half-unit cells are occupied, and by which tile (its number + 1). */
export class Grid {
  #cells = new Uint16Array(SIZE * SIZE);
  #walls = new Uint8Array(SIZE * SIZE); // how many tiles block half a tile and its gap, centred here
  bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };

  /** @type {(rect: Rect, number: number) => void} */
  put(rect, number) {
    this.#fill(rect, number + 1, 1);
    const b = this.bounds;
    this.bounds = {
      x0: Math.min(b.x0, rect.x),
      y0: Math.min(b.y0, rect.y),
      x1: Math.max(b.x1, rect.x + rect.w),
      y1: Math.max(b.y1, rect.y + rect.h),
    };
  }

  /** @type {(rect: Rect, bounds: Bounds) => void} */
  lift(rect, bounds) {
    this.#fill(rect, 0, -1);
    this.bounds = bounds;
  }

  /** @type {(rect: Rect, value: number, by: number) => void} */
  #fill({ x, y, w, h }, value, by) {
    for (let row = index(x, y); row < index(x, y + h); row += SIZE) this.#cells.fill(value, row, row + w);
    for (let row = index(x - 1, y - 1); row < index(x, y + h + 2); row += SIZE)
      for (let cell = row; cell < row + w + 3; cell += 1) this.#walls[cell] += by;
  }

  /** @type {(x: number, y: number) => boolean} */
  isOpen(x, y) {
    return this.#walls[index(x, y)] === 0;
  }

  /**
   * Whether one of the four ways from a point leads straight out of the layout.
   * @type {(point: Point) => boolean}
   */
  seesOut({ x, y }) {
    const { x0, y0, x1, y1 } = this.bounds;
    /** @type {(fromX: number, toX: number, fromY: number, toY: number) => boolean} */
    const isFree = (fromX, toX, fromY, toY) => {
      for (let row = fromY; row <= toY; row += 1)
        for (let column = fromX; column <= toX; column += 1) if (!this.isOpen(column, row)) return false;
      return true;
    };
    return isFree(x, x1 + 2, y, y) || isFree(x0 - 2, x, y, y) || isFree(x, x, y, y1 + 2) || isFree(x, x, y0 - 2, y);
  }

  /**
   * Whether *rect* is free and keeps its gap to all tiles but *neighbour*.
   * @type {(rect: Rect, neighbour: number) => boolean}
   */
  fits(rect, neighbour) {
    const { x, y, w, h } = rect;
    if (Math.min(x, y, -x - w, -y - h) < 8 - HALF) return false;
    return !this.crowding(rect, 0, -1) && !this.crowding(rect, GAP, neighbour);
  }

  /**
   * Returns a function: can a point be reached from outside? Valid until the next flood.
   * @type {() => (x: number, y: number) => boolean}
   */
  flood() {
    const left = this.bounds.x0 - REACH;
    const right = this.bounds.x1 + REACH;
    const top = this.bounds.y0 - REACH;
    const bottom = this.bounds.y1 + REACH;
    floods += 1;
    for (let x = left; x <= right; x += 1) FLOODED[index(x, top)] = FLOODED[index(x, bottom)] = floods;
    for (let y = top; y <= bottom; y += 1) FLOODED[index(left, y)] = FLOODED[index(right, y)] = floods;
    const queue = [index(left + 1, top + 1)];
    const enter = (/** @type {number} */ cell) => {
      if (FLOODED[cell] === floods || this.#walls[cell]) return;
      FLOODED[cell] = floods;
      queue.push(cell);
    };
    for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
      enter(cell + 1);
      enter(cell - 1);
      enter(cell + SIZE);
      enter(cell - SIZE);
    }
    return (x, y) => FLOODED[index(x, y)] === floods;
  }

  /**
   * How many cells of *rect* and the rim around it, *gap* cells wide, are occupied by tiles other than *except*.
   * @type {(rect: Rect, gap: number, except: number) => number}
   */
  crowding({ x, y, w, h }, gap, except) {
    let found = 0;
    for (let row = index(x - gap, y - gap); row < index(x - gap, y + h + gap); row += SIZE)
      for (let cell = row; cell < row + w + 2 * gap; cell += 1)
        if (this.#cells[cell] && this.#cells[cell] !== except + 1) found += 1;
    return found;
  }
}

/**
 * The place that starts with the middle of its edge at *p* and continues in direction *d*.
 * @type {(p: Point, d: number, length: number, width: number, turn: Place["turn"]) => Place}
 */
function placeAlong(p, d, length, width, turn) {
  const far = step(p, d, length);
  return isVertical(d)
    ? { x: p.x - width / 2, y: Math.min(p.y, far.y), w: width, h: length, d, turn }
    : { x: Math.min(p.x, far.x), y: p.y - width / 2, w: length, h: width, d, turn };
}

/**
 * The places for a tile at an open *end*: straight on, beside the open half, or beyond it round the corner.
 * @type {(end: ArmEnd, crosswise: boolean) => Place[]}
 */
function placesAt(end, crosswise) {
  const length = crosswise ? 2 : 4;
  const width = crosswise ? 4 : 2;
  const places = [placeAlong(end.p, end.d, length, width, "straight")];
  const back = step(end.p, end.d, -1);
  const on = step(end.p, end.d, 1);
  for (const by of [1, -1]) {
    const d = turned(end.d, by);
    // A double's short side is a corner, too, unless a spinner reserves it for its side ends.
    if (!(end.onDouble && end.branching))
      places.push(placeAlong(step(back, d, end.onDouble ? 2 : 1), d, length, width, "beside"));
    if (!crosswise) places.push(placeAlong(end.onDouble ? on : step(on, d, -1), d, 4, 2, "beyond"));
  }
  return places;
}

/**
 * The middle of the tile's open edge.
 * @type {(place: Place) => Point}
 */
export const openEdge = (place) => ({
  x: place.d === 0 ? place.x + place.w : place.d === 2 ? place.x : place.x + place.w / 2,
  y: place.d === 1 ? place.y + place.h : place.d === 3 ? place.y : place.y + place.h / 2,
});

/**
 * The places at *end* that a tile can take: on no other tile, and with a gap to all but its neighbour.
 * @type {(grid: Grid, end: ArmEnd, crosswise: boolean) => Place[]}
 */
export const freePlaces = (grid, end, crosswise) =>
  placesAt(end, crosswise).filter((place) => grid.fits(place, end.tile));

/**
 * How far *rect* sticks out of the box along the arm's direction of travel (across it, the layout may grow).
 * @type {(rect: Rect, vertical: boolean, limit: number) => number}
 */
const overhang = (rect, vertical, limit) =>
  vertical
    ? Math.max(0, -limit - rect.y, rect.y + rect.h - limit)
    : Math.max(0, -limit - rect.x, rect.x + rect.w - limit);

/**
 * The cost of growing here: straight on while there is room, then one leg outwards and back again.
 * @type {(grid: Grid, end: ArmEnd, place: Place, box: Box) => number}
 */
export function price(grid, end, place, box) {
  const { travel, drift } = end;
  const leg = end.d === drift;
  let cost = place.turn === "beyond" ? 1 : 0;
  if (end.d === travel) cost += place.d === travel ? 0 : place.d === drift ? 10 : 40;
  else if (leg) cost += place.d === drift ? 6 : place.d === turned(travel, 2) ? 0 : 30;
  else cost += place.d === end.d ? 6 : 2;

  const vertical = isVertical(travel);
  const limit = vertical ? box.rows : box.columns;
  const out = overhang(place, vertical, place.d === end.d && end.d === travel ? limit - 1 : limit);
  if (out) cost += 100 + 10 * out;
  if (leg && place.d !== end.d && end.row !== null) {
    const edge = openEdge(place);
    if (Math.abs((vertical ? edge.x : edge.y) - end.row) < 5) cost += 25; // rows need room for their doubles
  }
  return cost + grid.crowding(place, box.gap, end.tile);
}

/**
 * Of the places after which an arm could continue, those that the free space around the layout still reaches.
 * @type {(grid: Grid, places: Place[]) => Place[]}
 */
export function reached(grid, places) {
  const isReached = grid.flood();
  return places.filter((place) => {
    const { x, y } = openEdge(place);
    return isReached(x, y);
  });
}
