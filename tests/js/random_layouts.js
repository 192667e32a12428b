// Random layouts as the server would send them, and checks for every arrangement of them.
// Test code: the only script that plays dominoes without the server.

import { halves } from "../../static/js/text/notation.js";

/** Random numbers from a seed, the same on every machine. */
export function chance(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const isDouble = (tile) => new Set(halves(tile)).size === 1;

/**
 * *spinner*: none, first or all. *oneSided*: always on the newest end. *sum*: K, where halves meet by sum. *fill*: none,
 * lead or all, for doubles that must be filled first; then the highest double leads, with *arms*. *matadors*: tiles of
 * *sum* pips and the 0-0 go on any end, by either half.
 */
export function randomLayout(
  random,
  {
    set = 6,
    spinner = "none",
    most = 99,
    oneSided = false,
    closed = false,
    sum = null,
    fill = "none",
    arms = 4,
    matadors = false,
  } = {},
) {
  const pool = [];
  for (let high = 0; high <= set; high += 1) for (let low = 0; low <= high; low += 1) pool.push(`${high}-${low}`);
  pool.sort(() => random() - 0.5);
  if (fill !== "none") pool.unshift(...pool.splice(pool.indexOf(`${set}-${set}`), 1));
  const layout = [];
  const ends = [];
  const isMatador = (tile) => matadors && (tile === "0-0" || halves(tile)[0] + halves(tile)[1] === sum);
  const meets = (half, value) => (sum === null ? half === value : half + value === sum);
  const fits = (tile, value) => isMatador(tile) || halves(tile).some((half) => meets(half, value));
  /** The ends that are open: those of the double that must be filled first, if there is one. */
  const openEnds = () => {
    const lies = (value) => layout.filter(({ tile }) => halves(tile).includes(value)).length;
    const waits = layout.find(
      ({ tile, onto, spinner: isSpinner }) =>
        isSpinner &&
        (fill === "all" || (fill === "lead" && !onto)) &&
        ends.some((end) => end.tile === tile) &&
        lies(halves(tile)[0]) <= set,
    );
    return waits ? ends.filter((end) => end.tile === waits.tile) : ends;
  };
  const lay = (tile, onto) => {
    const [high, low] = halves(tile);
    const played = {
      tile,
      onto: onto?.tile ?? null,
      at: onto?.value ?? null,
      arm: onto?.arm ?? "lead",
      seat: layout.length % 2,
      ply: layout.length,
    };
    layout.push(played);
    if (closed && isDouble(tile) && onto && random() < 0.3) {
      played.closed = true;
      return;
    }
    const isSpinner =
      isDouble(tile) && (spinner === "all" || (spinner === "first" && !layout.some((other) => other.spinner)));
    if (isSpinner) played.spinner = true;
    if (!onto) ends.push({ tile, value: high, arm: "line" }, { tile, value: low, arm: "line" });
    else if (isMatador(tile) && !isDouble(tile)) {
      played.out = random() < 0.5 ? high : low;
      ends.push({ tile, value: played.out, arm: "line" });
    } else ends.push({ tile, value: meets(high, onto.value) ? low : high, arm: "line" });
    const sides = !isSpinner ? 0 : onto ? 2 : arms - 2;
    for (let n = 0; n < sides; n += 1) ends.push({ tile, value: high, arm: "side" });
  };
  lay(pool.shift(), null);
  while (layout.length < most) {
    const options = pool.flatMap((fresh) =>
      openEnds()
        .filter(({ value }) => fits(fresh, value))
        .map((open) => [fresh, open]),
    );
    if (!options.length) break;
    const newest = options.filter(([, open]) => open === ends.at(-1));
    const from = oneSided && newest.length ? newest : options;
    const [tile, wanted] = from[Math.floor(random() * from.length)];
    const end =
      ends.find((other) => other.tile === wanted.tile && other.value === wanted.value && other.arm === "line") ??
      wanted;
    pool.splice(pool.indexOf(tile), 1);
    ends.splice(ends.indexOf(end), 1);
    lay(tile, end);
  }
  return { layout, ends: openEnds() };
}

const overlap = (a, b) =>
  a.x < b.x + b.w - 1e-9 && b.x < a.x + a.w - 1e-9 && a.y < b.y + b.h - 1e-9 && b.y < a.y + a.h - 1e-9;

/** The two halves of a placed tile as squares with their values. */
const squares = ({ x, y, vertical, values }) =>
  values.map((value, index) => ({ value, x: x + (vertical ? 0 : index), y: y + (vertical ? index : 0), w: 1, h: 1 }));

/** What a neighbour can touch: the two halves, or the bar around a tile with many arms. */
const edges = ({ hub, ...tile }) =>
  hub ? [{ value: tile.values[0], x: tile.x + tile.w / 2 - hub / 2, y: tile.y, w: hub, h: 1 }] : squares(tile);

/** The length of the edge that two squares share. */
function contact(a, b) {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  if (Math.abs(across) < 1e-9 && down > 1e-9) return down;
  if (Math.abs(down) < 1e-9 && across > 1e-9) return across;
  return 0;
}

/** All that a tile covers. */
const body = (tile) => (tile.hub ? edges(tile)[0] : tile);

const GAP = 0.5; // more than a third of a tile's short side; no line, row or arm of a game is nearer

/**
 * The distance of two rectangles along the axis on which they are farther apart; 0 if they touch, even at a corner, and
 * negative if they overlap.
 */
const gapBetween = (a, b) =>
  Math.max(Math.max(a.x, b.x) - Math.min(a.x + a.w, b.x + b.w), Math.max(a.y, b.y) - Math.min(a.y + a.h, b.y + b.h));

/** The faults of an arrangement, in words; empty if there are none. */
export function faults(arranged, layout, { sum = null, matadors = false } = {}) {
  const { tiles, bounds } = arranged;
  const found = [];
  const by = new Map(tiles.map((tile) => [tile.tile, tile]));
  if (tiles.length !== layout.length) found.push(`${tiles.length} of ${layout.length} tiles are there`);
  tiles.forEach((tile, index) => {
    for (const [before, other] of tiles.slice(0, index).entries()) {
      const joined = layout[index].onto === layout[before].tile;
      if (overlap(body(tile), body(other))) found.push(`${tile.tile} lies on ${other.tile}`);
      else if (!joined && gapBetween(body(tile), body(other)) < GAP)
        found.push(`${tile.tile} is too near to ${other.tile}, which it does not join`);
    }
    const { x, y, w, h } = body(tile);
    if (x < bounds.x || y < bounds.y || x + w > bounds.x + bounds.w || y + h > bounds.y + bounds.h) {
      found.push(`${tile.tile} is outside the box`);
    }
    if (Math.min(tile.w, tile.h) !== 1 || Math.max(tile.w, tile.h) !== 2 || tile.vertical !== tile.h > tile.w)
      found.push(`${tile.tile} has a wrong shape`);
    if ([...tile.values].sort().join() !== halves(tile.tile).sort().join())
      found.push(`${tile.tile} shows ${tile.values}`);
    const played = layout[index];
    if (!played.onto || tile.apart) return;
    const met = squares(tile)
      .flatMap((mine) => edges(by.get(played.onto)).map((theirs) => [contact(mine, theirs), mine.value, theirs.value]))
      .filter(([length]) => length > 0);
    const best = Math.max(0, ...met.map(([length]) => length));
    const fits = met.some(
      ([length, mine, theirs]) =>
        length >= best - 1e-9 &&
        theirs === played.at &&
        (sum === null ? mine === theirs : mine + theirs === sum || matadors),
    );
    if (best < 0.5) found.push(`${tile.tile} does not touch ${played.onto}`);
    else if (!fits) found.push(`${tile.tile} meets ${played.onto} with the wrong half`);
  });
  return found;
}
