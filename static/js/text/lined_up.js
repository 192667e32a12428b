// A hand that is lined up for a train (rules.md 9.7). Pure.
//
// A hand is a list of runs; a run is a list of tiles as they are shown, the upper half first: "5-12" stands on its 12.
// Neighbours in a run touch with equal halves, both above or both below. A run of one tile is a loose tile.

import { halves, isDouble, nameOf, otherHalf, sortedHand } from "./notation.js";

const NODES = 20_000; // of the search for a train: some 20 ms on a phone

/** @type {(shown: string) => string} */
const turned = (shown) => halves(shown).reverse().join("-");

/**
 * The halves of *shown* that a tile beside it can touch: 0 above, 1 below. *next*: its neighbour on the other side.
 * @type {(shown: string, next: string | undefined) => number[]}
 */
function freeHalves(shown, next) {
  if (next === undefined || isDouble(shown)) return [0, 1];
  return [halves(shown)[0] === halves(next)[0] ? 1 : 0];
}

/**
 * *tile*, turned if it must be, so that it touches *beside*; null if it doesn't fit there.
 * @type {(tile: string, beside: string | undefined, next: string | undefined) => string | null}
 */
function fitted(tile, beside, next) {
  if (beside === undefined) return null;
  const free = freeHalves(beside, next);
  const ways = [tile, turned(tile)];
  return ways.find((way) => free.some((half) => halves(way)[half] === halves(beside)[half])) ?? null;
}

/** @type {(run: string[], tile: string) => string | null} */
const fittedAfter = (run, tile) => fitted(tile, run.at(-1), run.at(-2));
/** @type {(run: string[], tile: string) => string | null} */
const fittedBefore = (run, tile) => fitted(tile, run[0], run[1]);

/**
 * The runs that are left of *run* where only some tiles stay.
 * @type {(run: string[], stays: (shown: string) => boolean) => string[][]}
 */
function parts(run, stays) {
  /** @type {string[][]} */
  const found = [[]];
  for (const shown of run) {
    if (stays(shown)) found.at(-1)?.push(shown);
    else found.push([]);
  }
  return found.filter((part) => part.length);
}

/** @type {(runs: string[][], tile: Tile) => string[][]} */
const without = (runs, tile) => runs.flatMap((run) => parts(run, (shown) => nameOf(shown) !== tile));

/**
 * The runs before and after the first *at* tiles; the run that this parts is in both.
 * @type {(runs: string[][], at: number) => [string[][], string[][]]}
 */
function partedAt(runs, at) {
  /** @type {[string[][], string[][]]} */
  const found = [[], []];
  let count = 0;
  for (const run of runs) {
    const cut = Math.max(0, Math.min(run.length, at - count));
    found[0].push(run.slice(0, cut));
    found[1].push(run.slice(cut));
    count += run.length;
  }
  return [found[0].filter((run) => run.length), found[1].filter((run) => run.length)];
}

/**
 * *runs* as they become with the tiles of *hand*: those that were played are gone, new ones stand loose at the end.
 * @type {(runs: string[][], hand: Tile[]) => string[][]}
 */
export function inHand(runs, hand) {
  const stay = runs.flatMap((run) => parts(run, (shown) => hand.includes(nameOf(shown))));
  const known = new Set(stay.flat().map(nameOf));
  return [...stay, ...hand.filter((tile) => !known.has(tile)).map((tile) => [tile])];
}

/**
 * *runs* after *tile* was put behind the first *at* of the other tiles. It joins a neighbour that it fits, and both if
 * it fits both.
 * @type {(runs: string[][], tile: Tile, at: number) => string[][]}
 */
export function placed(runs, tile, at) {
  const shown = runs.flat().find((other) => nameOf(other) === tile) ?? tile;
  const [before, after] = partedAt(without(runs, tile), at);
  const [left, right] = [before.at(-1) ?? [], after[0] ?? []];
  const behind = fittedAfter(left, shown);
  if (behind) {
    const run = [...left, behind];
    const next = right.length ? fittedAfter(run, right[0]) : null;
    if (!next) return [...before.slice(0, -1), run, ...after];
    const rest = next === right[0] ? right : right.map(turned);
    return [...before.slice(0, -1), [...run, ...rest], ...after.slice(1)];
  }
  const first = fittedBefore(right, shown);
  if (first) return [...before, [first, ...right], ...after.slice(1)];
  return [...before, [shown], ...after];
}

/**
 * *runs* after *tile* moved one place on (*by* 1) or back (-1). It passes a run as a whole, unless it fits within.
 * @type {(runs: string[][], tile: Tile, by: number) => string[][]}
 */
export function stepped(runs, tile, by) {
  const others = without(runs, tile);
  const count = others.flat().length;
  const here = runs.flat().findIndex((shown) => nameOf(shown) === tile);
  for (let at = here + by; at >= 0 && at <= count; at += by) {
    const isBetween = partedAt(others, at).flat().length === others.length;
    const next = placed(runs, tile, at);
    if (isBetween || next.length <= others.length) return next;
  }
  return runs;
}

/**
 * The loose tiles of *runs* by number, highest first, behind the runs that are lined up; with *apart*, these are taken
 * apart, too. Tiles for which *leads* is true come before others.
 * @type {(runs: string[][], how?: { leads?: (tile: Tile) => boolean; apart?: boolean }) => string[][]}
 */
export function sorted(runs, { leads = () => true, apart = false } = {}) {
  const lined = apart ? [] : runs.filter((run) => run.length > 1);
  const loose = sortedHand(
    runs
      .filter((run) => !lined.includes(run))
      .flat()
      .map(nameOf),
  );
  return [...lined, ...[...loose.filter(leads), ...loose.filter((tile) => !leads(tile))].map((tile) => [tile])];
}

/** @type {(run: string[], end: number) => boolean} */
const beginsWith = (run, end) => freeHalves(run[0], run[1]).some((half) => halves(run[0])[half] === end);

/**
 * “My train as lined up”: the tiles of the first run of two or more that begins with *end*, the number that my train
 * ends in; empty if there is none.
 * @type {(runs: string[][], end: number) => Tile[]}
 */
export const linedUp = (runs, end) => (runs.find((run) => run.length > 1 && beginsWith(run, end)) ?? []).map(nameOf);

/**
 * *runs* with *train*, tiles that follow each other from *end*, lined up in front of all others.
 * @type {(runs: string[][], train: Tile[], end: number) => string[][]}
 */
export function withTrain(runs, train, end) {
  const [first, ...more] = train;
  if (first === undefined) return runs;
  /** @type {string[]} */
  const run = [`${end}-${otherHalf(first, end)}`];
  for (const tile of more) run.push(fittedAfter(run, tile) ?? tile);
  return [run, ...runs.flatMap((other) => parts(other, (shown) => !train.includes(nameOf(shown))))];
}

/**
 * The train from *end* with the most pips that *hand* can build: the best of those that a bounded search finds. A double
 * needs its cover, unless all of the hand is played with it.
 * @type {(hand: Tile[], end: number) => Tile[]}
 */
export function bestTrain(hand, end) {
  /** @type {Tile[]} */
  let best = [];
  let most = 0;
  let nodes = NODES;
  /** @type {(value: number, held: { tile: Tile; values: number[] }[], train: Tile[], pips: number, left: number) => void} */
  const follow = (value, held, train, pips, left) => {
    const last = train.at(-1);
    if (pips > most && (!held.length || !last || !isDouble(last))) [most, best] = [pips, train];
    if (pips + left <= most) return;
    for (const next of held) {
      const [high, low] = next.values;
      if ((high !== value && low !== value) || --nodes < 0) continue;
      const others = held.filter((other) => other !== next);
      follow(high === value ? low : high, others, [...train, next.tile], pips + high + low, left - high - low);
    }
  };
  const all = sortedHand(hand).map((tile) => ({ tile, values: halves(tile) }));
  const worth = all.flatMap(({ values }) => values).reduce((sum, value) => sum + value, 0);
  follow(end, all, [], 0, worth);
  return best;
}
