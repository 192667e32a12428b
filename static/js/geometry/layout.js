// Places the moves of a round on the table: pure geometry, no DOM, no rules.
//
// The lead lies in the middle and the arms grow away from it, turning at the borders of a box. A tile's place depends
// only on the box and the tiles played before it, so a new tile moves no other. The one exception: if an arm of a
// branching layout walls itself in, the whole layout is placed again in a wider box. Lengths are units: a tile is 1 by
// 2.

import { halves, isDouble, otherHalf } from "../text/notation.js";
import { freePlaces, Grid, openEdge, price, REACH, reached, step, turned } from "./layout_arms.js";

const USUAL_ARMS = 4; // of a double that is a spinner
const PITCH = 5; // half-units from arm to arm on a long side of a hub, at least: doubles beside each other keep a gap

// The tries for a branching layout, until no arm walls itself in: the factor by which the box is widened, and the
// half-units kept clear around a tile where possible.
// biome-ignore format: a list of pairs
/** @type {[number, number][]} */
const ROOMIER = [
  [1, 2], [1, 3], [1, 1], [1.15, 2], [1.15, 3], [1.3, 2], [1.3, 3], [1.3, 1], [1.6, 2], [1.6, 3],
  [1.6, 4], [2, 2], [2, 4], [2.6, 2], [2.6, 4], [2.6, 6], [3.5, 2], [3.5, 6], [5, 3], [5, 8],
];

// If all of those fail: how many more tries with foresight, in which only ends that were built on need room, and tiles
// that found no room come first. A leading spinner gets a bar that is this much longer on both sides, so that its arms
// begin farther apart.
const RETHINKS = 60;
const BAR = 6; // half-units

const LARGEST = 58;
const USUAL = 28;
const SMALLEST = 19; // px of a unit

/**
 * The box for a window of *width* × *height* px: columns and rows in units, and a unit in px. The tiles are as large as
 * a long game allows. On small windows they shrink below the usual size, but only as far as a short game needs.
 * @type {(width: number, height: number) => { columns: number; rows: number; unit: number }}
 */
export function boxFor(width, height) {
  const room = (/** @type {number} */ size) =>
    Math.max(0, Math.floor((height / size - 2) / 3) + 1) * (width / size - 1.5);
  let unit = LARGEST;
  while (unit > USUAL && room(unit) < 44) unit -= 1;
  while (unit > SMALLEST && room(unit) < 32) unit -= 1;
  const columns = Math.max(8, Math.floor(width / unit));
  return { columns, rows: Math.max(6, Math.floor(height / unit)), unit: Math.min(width / columns, LARGEST + 4) };
}

/**
 * Lay out *layout* (as in the view) in a box of columns × rows units.
 * *sum*: K if touching halves must add up to K; null if they must be equal. *arms*: the ends of a leading spinner. With
 * more than four, it lies in the middle of a hub: a bar with the line at its short sides, the other arms at its long ones.
 *
 * Returns an object of:
 * tiles: in order of play, each {tile, ply, seat, x, y, w, h, vertical, closed, spinner, onto},
 *   with values: left to right or top to bottom; apart: whether it isn't beside its neighbour; hub: the width of the
 *   bar around it, or 0.
 * ends: the open ends, {x, y, d, tile, value, arm}.
 * bounds: {x, y, w, h} around all tiles.
 * ghost({tile, onto, at, lengthwise, closed}): the place that a further tile would get.
 * @type {(layout: Laying[], box: { columns: number; rows: number }, rules?: Joining) => Arranged}
 */
export function arrange(layout, { columns, rows }, { sum = null, arms = USUAL_ARMS } = {}) {
  const branching = layout.some((played) => played.spinner || played.arm === "side");
  /** @type {(way: [number, number], record?: number, played?: Laying[], needed?: Set<string> | null, bar?: number) => Arrangement} */
  const attempt = ([wider, gap], record = Infinity, played = layout, needed = null, bar = 0) => {
    const box = {
      columns: Math.round(columns * wider),
      rows: Math.round(rows * wider),
      gap,
      pitch: Math.round(PITCH * wider),
      bar,
      needed,
    };
    const table = new Arrangement(box, branching, sum, arms);
    for (const tile of played) if (table.stuck.length < record) table.add(tile);
    return table;
  };
  let best = attempt(ROOMIER[0]);
  for (const way of ROOMIER.slice(1)) if (best.stuck.length) best = better(best, attempt(way, best.stuck.length));
  const builtOn = new Set(layout.map(({ onto, arm }) => `${onto}/${arm}`));
  let order = layout;
  for (let n = 0; best.stuck.length && n < RETHINKS; n += 1) {
    const table = attempt(ROOMIER[n % ROOMIER.length], best.stuck.length, order, builtOn, BAR);
    best = better(best, table);
    order = withFirst(table.stuck[0], order);
  }
  return best.result(layout);
}

/** @type {(one: Arrangement, other: Arrangement) => Arrangement} */
const better = (one, other) => (other.stuck.length < one.stuck.length ? other : one);

/**
 * *order* with *played* and everything it builds on moved to the front.
 * @type {(played: Laying, order: Laying[]) => Laying[]}
 */
function withFirst(played, order) {
  const chain = [];
  for (
    let tile = /** @type {Laying | undefined} */ (played);
    tile;
    tile = order.find((other) => other.tile === tile.onto)
  )
    chain.unshift(tile);
  return [...new Set([...chain, ...order])];
}

class Arrangement {
  #grid = new Grid();
  /** @type {ArmEnd[]} */
  #ends = []; // every end not yet built on, including dead ones
  /** @type {PlacedTile[]} */
  #tiles = [];
  /** @type {Laying[]} */
  stuck = []; // plays that had no free place touching their neighbour

  /**
   * @param {Box} box
   * @param {boolean} branching
   * @param {number | null} sum
   * @param {number} arms
   */
  constructor(box, branching, sum, arms) {
    this.box = box;
    this.branching = branching;
    this.sum = sum;
    this.arms = arms;
  }

  /** @type {(played: Laying) => void} */
  add(played) {
    const { end, place, shape } = this.#choose(played);
    if (end) this.#ends.splice(this.#ends.indexOf(end), 1);
    const number = this.#tiles.length;
    this.#grid.put(place, number);
    this.#tiles.push({ ...placedTile(played, shape, place), from: end && inUnits(end.p) });
    this.#ends.push(...openings(played, shape, place, end, number, this));
  }

  /** @type {(played: Laying) => Choice} */
  #choose(played) {
    const shape = { ...this.#meeting(played), crosswise: isDouble(played.tile) && !played.lengthwise };
    if (!played.onto) {
      const isHub = shape.crosswise && (this.arms > USUAL_ARMS || (played.spinner && this.box.bar));
      if (isHub) return { shape: { ...shape, crosswise: false }, end: null, place: hubPlace(this) };
      return { shape, end: null, place: leadPlace(shape) };
    }
    const ends = this.#endsOf(played.onto, played.at, played.arm);
    const options = ends
      .flatMap((end) =>
        freePlaces(this.#grid, end, shape.crosswise).map((place) => ({
          end,
          place,
          shape,
          cost: price(this.#grid, end, place, this.box),
        })),
      )
      .sort((a, b) => a.cost - b.cost);
    let best = /** @type {Option | null} */ (null);
    const rooms = new Map(); // open end → its room, while the option tried is too far away to matter
    for (const option of options) {
      if (best && option.cost >= best.cost) break;
      if (this.branching && options.length > 1)
        option.cost += this.#harm(played, option, rooms, (best?.cost ?? Infinity) - option.cost);
      if (!best || option.cost < best.cost) best = option;
    }
    if (best) return best;
    this.stuck.push(played);
    return { shape, end: ends[0] ?? null, place: this.#anywhere(ends[0], shape) };
  }

  /**
   * The half that meets the neighbour, and the one that stays open: *out*, if the tile fits with either.
   * @type {(played: Laying) => { meets: number; opens: number }}
   */
  #meeting({ tile, at, out }) {
    const [high, low] = halves(tile);
    if (out !== null && out !== undefined) return { meets: otherHalf(tile, out), opens: out };
    if (at === null || at === undefined) return { meets: high, opens: low };
    const wanted = this.sum === null ? at : this.sum - at;
    return high === wanted ? { meets: high, opens: low } : { meets: low, opens: high };
  }

  /**
   * The ends of *onto* that show *at*: the arm asked for first, else any, the line before the sides.
   * @type {(onto: Tile, at?: number | null, arm?: string) => ArmEnd[]}
   */
  #endsOf(onto, at, arm) {
    const number = this.#tiles.findLastIndex(({ tile }) => tile === onto);
    const all = this.#ends.filter(
      (end) => end.tile === number && (end.value === at || at === null || at === undefined),
    );
    const asked = all.filter((end) => end.arm === arm);
    if (asked.length) return asked;
    const line = all.filter((end) => end.arm === "line");
    return line.length ? line : all;
  }

  /**
   * How much a tile there would cost the ends that stay open: room for the next tile, or a way out. Stops counting at
   * *most*.
   * @type {(played: Laying, choice: Option, rooms: Map<ArmEnd, Room>, most: number) => number}
   */
  #harm(played, { end, place, shape }, rooms, most) {
    const grid = this.#grid;
    const { bounds } = grid;
    grid.put(place, this.#tiles.length);
    const open = [
      ...openings(played, shape, place, end, this.#tiles.length, this),
      ...this.#ends.filter((other) => other !== end),
    ].filter((other) => this.#matters(other, played));
    const hidden = /** @type {Place[][]} */ ([]); // places of ends with no straight way out
    let harm = 0;
    for (const other of open) {
      if (harm >= most) break;
      const { places, takesDouble } = this.#room(other, place, rooms);
      if (!places.length) harm += 1500;
      else if (!takesDouble) harm += 300;
      if (places.length && !places.some((way) => grid.seesOut(openEdge(way)))) hidden.push(places);
    }
    if (hidden.length && harm < most) {
      const out = new Set(reached(grid, hidden.flat()));
      harm += 500 * hidden.filter((places) => !places.some((way) => out.has(way))).length;
    }
    grid.lift(place, bounds);
    return harm;
  }

  /**
   * What fits at an open end; computed once for all tiles that are too far away to matter.
   * @type {(end: ArmEnd, place: Place, rooms: Map<ArmEnd, Room>) => Room}
   */
  #room(end, { x, y, w, h }, rooms) {
    const isNear = end.p.x > x - REACH && end.p.x < x + w + REACH && end.p.y > y - REACH && end.p.y < y + h + REACH;
    const known = isNear ? null : rooms.get(end);
    if (known) return known;
    const places = freePlaces(this.#grid, end, false);
    const room = { places, takesDouble: places.length > 0 && freePlaces(this.#grid, end, true).length > 0 };
    if (!isNear) rooms.set(end, room);
    return room;
  }

  /** @type {(end: ArmEnd, played: Laying) => boolean} */
  #matters({ tile, arm }, played) {
    return !this.box.needed || this.box.needed.has(`${(this.#tiles[tile] ?? played).tile}/${arm}`);
  }

  /**
   * The nearest free place anywhere, for an arm that no box was wide enough for; never on another tile.
   * @type {(end: ArmEnd | undefined, shape: Shape) => Place}
   */
  #anywhere(end, shape) {
    const [w, h] = shape.crosswise ? [2, 4] : [4, 2];
    const from = end?.p ?? { x: 0, y: 0 };
    for (let ring = 2; ; ring += 1) {
      for (let i = -ring; i <= ring; i += 1) {
        for (const [dx, dy] of [
          [i, -ring],
          [i, ring],
          [-ring, i],
          [ring, i],
        ]) {
          const place = /** @type {Place} */ ({ x: from.x + dx, y: from.y + dy, w, h, d: 0, turn: "apart" });
          if (this.#grid.fits(place, -1)) return place;
        }
      }
    }
  }

  /** @type {(played: Laying) => PlacedTile} */
  #ghost(played) {
    const { place, shape, end } = this.#choose({ ...played, at: played.at ?? this.#fittingValue(played) });
    return { ...placedTile(played, shape, place), from: end && { ...inUnits(end.p), d: end.d } };
  }

  /**
   * The value that takes the tile, of those open on the neighbour.
   * @type {(played: Laying) => number | null}
   */
  #fittingValue({ tile, onto }) {
    const open = this.#ends.filter((end) => this.#tiles[end.tile].tile === onto).map((end) => end.value);
    return open.find((value) => halves(tile).includes(this.sum === null ? value : this.sum - value)) ?? null;
  }

  /** @type {(layout: Laying[]) => Arranged} */
  result(layout) {
    const { x0, y0, x1, y1 } = this.#grid.bounds;
    const inOrder = new Map(layout.map(({ tile }, number) => [tile, number]));
    return {
      tiles: [...this.#tiles].sort((a, b) => (inOrder.get(a.tile) ?? 0) - (inOrder.get(b.tile) ?? 0)),
      ends: this.#ends.map(({ p, d, tile, value, arm }) => ({
        ...inUnits(p),
        d,
        tile: this.#tiles[tile].tile,
        value,
        arm,
      })),
      bounds: { x: x0 / 2, y: y0 / 2, w: (x1 - x0) / 2, h: (y1 - y0) / 2 },
      ghost: (played) => this.#ghost(played),
    };
  }
}

/** @type {(p: Point) => Point} */
const inUnits = ({ x, y }) => ({ x: x / 2, y: y / 2 });

/** @type {(shape: Shape) => Place} */
const leadPlace = ({ crosswise }) =>
  crosswise
    ? { x: -1, y: -2, w: 2, h: 4, d: 0, turn: "straight" }
    : { x: -2, y: -1, w: 4, h: 2, d: 0, turn: "straight" };

/**
 * The middles of *n* arms along a long side of a hub.
 * @type {(n: number, box: Box) => number[]}
 */
const slots = (n, { pitch }) => Array.from({ length: n }, (_slot, at) => Math.round(pitch * (at - (n - 1) / 2)));

/**
 * The bar around a lead with many arms: wide enough for those of its upper long side, which has one more if it must.
 * @type {(table: Arrangement) => Place}
 */
function hubPlace({ arms, box }) {
  const n = Math.max(1, Math.ceil(arms / 2) - 1);
  const beyond = 2 + box.bar;
  return { x: slots(n, box)[0] - beyond, y: -1, w: box.pitch * (n - 1) + 2 * beyond, h: 2, d: 0, turn: "straight" };
}

/** @type {(played: Laying, shape: Shape, place: Place) => PlacedTile} */
function placedTile(played, shape, place) {
  const vertical = place.h > place.w;
  const w = Math.min(place.w, 4);
  const forwards = place.d === 0 || place.d === 1;
  return {
    tile: played.tile,
    onto: played.onto ?? null,
    ply: played.ply,
    seat: played.seat,
    x: (place.x + (place.w - w) / 2) / 2,
    y: place.y / 2,
    w: w / 2,
    h: place.h / 2,
    values: forwards ? [shape.meets, shape.opens] : [shape.opens, shape.meets],
    vertical,
    closed: Boolean(played.closed),
    spinner: Boolean(played.spinner),
    apart: place.turn === "apart",
    hub: place.w > w ? place.w / 2 : 0,
  };
}

/**
 * The ends that a newly placed tile adds: `p` the middle of the open edge, `d` the way out of it.
 * @type {(played: Laying, shape: Shape, place: Place, end: ArmEnd | null, tile: number, table: Arrangement) => ArmEnd[]}
 */
function openings(played, shape, place, end, tile, { branching, arms, box }) {
  if (played.closed) return [];
  const p = openEdge(place);
  const onDouble = shape.crosswise;
  const common = { tile, onDouble, branching: branching && onDouble };
  const ways =
    end && place.turn !== "apart" ? waysOn(end, place.d) : { travel: place.d, drift: turned(place.d, 1), row: null };
  /** @type {ArmEnd[]} */
  const found = [{ ...common, ...ways, p, d: place.d, arm: "line", value: shape.opens }];
  if (!played.onto) {
    const back = { travel: 2, drift: 3, row: null };
    found.push({ ...common, ...back, p: step(p, 2, place.w), d: 2, arm: "line", value: shape.meets });
  }
  const sides = played.spinner ? (played.onto ? USUAL_ARMS : arms) - 2 : 0;
  const side = { ...common, onDouble: false, row: null, arm: /** @type {const} */ ("side"), value: shape.opens };
  if (onDouble)
    for (const by of [1, -1].slice(0, sides)) {
      const d = turned(place.d, by);
      const drift = played.onto ? place.d : turned(d, 1);
      found.push({ ...side, p: step(step(p, place.d, -1), d, 2), d, travel: d, drift });
    }
  else if (!played.onto)
    for (const d of [3, 1])
      for (const x of slots((d === 3 ? Math.ceil : Math.floor)(sides / 2), box))
        found.push({ ...side, p: { x, y: d === 3 ? -1 : 1 }, d, travel: d, drift: x > 0 ? 0 : 2 });
  return found;
}

/**
 * How an arm continues after turning to *d*: in rows back and forth; *drift* is the way from row to row.
 * @type {(end: ArmEnd, d: number) => Pick<ArmEnd, "travel" | "drift" | "row">}
 */
function waysOn(end, d) {
  const axis = d % 2 === end.travel % 2;
  if (axis) return { travel: d, drift: end.drift, row: null };
  const row = end.d === d ? end.row : end.travel % 2 === 1 ? end.p.x : end.p.y;
  return { travel: end.travel, drift: end.drift, row };
}
