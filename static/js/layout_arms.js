// How one arm of the layout may grow: every place for the next tile at an open end, and what it costs.
//
// Lengths are half-units: a tile is 4 by 2, so that every edge and axis is a whole number.
// A direction is 0 right, 1 down, 2 left, 3 up.

const DX = [1, 0, -1, 0];
const DY = [0, 1, 0, -1];
const SIZE = 640; // of the grid; far more than the 190 tiles of a double-18 set can need
const HALF = SIZE / 2;

export const turned = (direction, by) => (direction + by + 4) % 4;
export const step = (p, direction, n) => ({ x: p.x + DX[direction] * n, y: p.y + DY[direction] * n });
const isVertical = (direction) => direction % 2 === 1;

/** Which half-unit cells are taken, and by which tile (its number + 1). */
export class Grid {
  #cells = new Uint16Array(SIZE * SIZE);
  bounds = { x0: 0, y0: 0, x1: 0, y1: 0 };

  at(x, y) {
    return this.#cells[(y + HALF) * SIZE + x + HALF];
  }

  put(rect, number) {
    for (let y = rect.y; y < rect.y + rect.h; y += 1) {
      this.#cells.fill(number + 1, (y + HALF) * SIZE + rect.x + HALF, (y + HALF) * SIZE + rect.x + HALF + rect.w);
    }
    const b = this.bounds;
    this.bounds = {
      x0: Math.min(b.x0, rect.x),
      y0: Math.min(b.y0, rect.y),
      x1: Math.max(b.x1, rect.x + rect.w),
      y1: Math.max(b.y1, rect.y + rect.h),
    };
  }

  lift(rect, bounds) {
    this.put(rect, -1);
    this.bounds = bounds;
  }

  isFree(rect) {
    if (rect.x < -HALF + 8 || rect.y < -HALF + 8 || rect.x + rect.w > HALF - 8 || rect.y + rect.h > HALF - 8)
      return false;
    for (let y = rect.y; y < rect.y + rect.h; y += 1) {
      for (let x = rect.x; x < rect.x + rect.w; x += 1) if (this.at(x, y)) return false;
    }
    return true;
  }

  /** How much of the rim around *rect*, *gap* cells wide, is taken by tiles other than *except*. */
  crowding(rect, gap, except) {
    let found = 0;
    for (let y = rect.y - gap; y < rect.y + rect.h + gap; y += 1) {
      for (let x = rect.x - gap; x < rect.x + rect.w + gap; x += 1) {
        const cell = this.at(x, y);
        if (cell && cell !== except + 1) found += 1;
      }
    }
    return found;
  }
}

const rectAlong = (p, direction, length, width) => {
  const far = step(p, direction, length);
  const x0 = Math.min(p.x, far.x);
  const y0 = Math.min(p.y, far.y);
  return isVertical(direction)
    ? { x: p.x - width / 2, y: y0, w: width, h: length }
    : { x: x0, y: p.y - width / 2, w: length, h: width };
};

/** The places for a tile at an open *end*: straight on, beside the open half, or beyond it round the corner. */
export function* placesAt(end, crosswise) {
  const [length, width] = crosswise ? [2, 4] : [4, 2];
  yield { ...rectAlong(end.p, end.d, length, width), d: end.d, turn: "straight" };
  for (const by of [1, -1]) {
    const d = turned(end.d, by);
    if (end.onDouble) {
      // A double's short side is a corner too, unless a spinner keeps it for its own side ends.
      if (!end.branching)
        yield { ...rectAlong(step(step(end.p, end.d, -1), d, 2), d, length, width), d, turn: "beside" };
      if (!crosswise) yield { ...rectAlong(step(end.p, end.d, 1), d, 4, 2), d, turn: "beyond" };
    } else {
      yield { ...rectAlong(step(step(end.p, end.d, -1), d, 1), d, length, width), d, turn: "beside" };
      if (!crosswise) yield { ...rectAlong(step(step(end.p, end.d, 1), d, -1), d, 4, 2), d, turn: "beyond" };
    }
  }
}

/** Where the tile's matching edge is and where its open edge is, as the middle of each. */
export const openEdge = (place) => ({
  x: place.d === 0 ? place.x + place.w : place.d === 2 ? place.x : place.x + place.w / 2,
  y: place.d === 1 ? place.y + place.h : place.d === 3 ? place.y : place.y + place.h / 2,
});

export const hasRoom = (grid, end, crosswise) => {
  for (const place of placesAt(end, crosswise)) if (grid.isFree(place)) return true;
  return false;
};

/** How far *rect* sticks out of the box along the way the arm travels (across it the layout may grow). */
const overhang = (rect, vertical, limit) =>
  vertical
    ? Math.max(0, -limit - rect.y, rect.y + rect.h - limit)
    : Math.max(0, -limit - rect.x, rect.x + rect.w - limit);

/** The price of growing here: straight on while there is room, then one leg outwards and back again. */
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
    if (Math.abs((vertical ? edge.x : edge.y) - end.row) < 5) cost += 25; // rows keep room for their doubles
  }
  const touching = grid.crowding(place, 1, end.tile);
  if (touching) cost += 8 + 2 * touching;
  const whim = box.whim ? box.whim * ((place.x * 7 + place.y * 13 + place.d * 5) & 7) : 0;
  return cost + whim + grid.crowding(place, box.gap, end.tile);
}

/** Ends which a corridor one unit wide still joins to the free world around the layout. */
export function reachableCount(grid, ends) {
  const { x0, y0, x1, y1 } = grid.bounds;
  const left = x0 - 6;
  const top = y0 - 6;
  const width = x1 - x0 + 12;
  const height = y1 - y0 + 12;
  const seen = new Uint8Array(width * height);
  const queue = [0];
  seen[0] = 1;
  const free = (x, y) => !grid.at(x, y) && !grid.at(x + 1, y) && !grid.at(x, y + 1) && !grid.at(x + 1, y + 1);
  while (queue.length) {
    const cell = queue.pop();
    const x = cell % width;
    const y = (cell - x) / width;
    for (let d = 0; d < 4; d += 1) {
      const nx = x + DX[d];
      const ny = y + DY[d];
      if (nx < 0 || ny < 0 || nx >= width || ny >= height || seen[ny * width + nx]) continue;
      if (!free(left + nx, top + ny)) continue;
      seen[ny * width + nx] = 1;
      queue.push(ny * width + nx);
    }
  }
  return ends.filter((end) => {
    const middle = step(end.p, end.d, 1);
    const x = middle.x - 1 - left;
    const y = middle.y - 1 - top;
    return x < 0 || y < 0 || x >= width || y >= height || seen[y * width + x];
  }).length;
}
