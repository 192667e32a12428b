// Mexican Train (rules.md 9.7): rows of trains, and the trains after an earlier move. Pure.

import { halves, isDouble, otherHalf, seatAndText } from "../text/notation.js";

/**
 * The seat whose train it is; null for the Mexican train.
 * @type {(train: string) => number | null}
 */
export const seatOf = (train) => (train === "M" ? null : Number(train.slice(1)));

/**
 * The trains from top to bottom: clockwise from the left of seat *you*, then the Mexican train, then their own, next to
 * the hand. For watchers: by seat, the Mexican train last. It depends on nothing that changes during a round.
 * @type {<T extends { of: string }>(trains: T[], you?: number | null) => T[]}
 */
export function inRows(trains, you = null) {
  const own = trains.findIndex(({ of }) => of === `T${you}`);
  const before = trains.filter(({ of }) => of !== "M" && Number(of.slice(1)) < (you ?? 0));
  const after = trains.filter(({ of }) => of !== "M" && Number(of.slice(1)) > (you ?? -1));
  return [...after, ...before, ...trains.filter(({ of }) => of === "M"), ...(own < 0 ? [] : [trains[own]])];
}

/**
 * The tiles of a train after *ply* moves, from the inside out.
 * @type {(layout: LaidTile[], train: string, ply?: number) => LaidTile[]}
 */
export const carsOf = (layout, train, ply = Infinity) => layout.filter((car) => car.arm === train && car.ply <= ply);

/**
 * The halves of a car, the inner one first.
 * @type {(car: { tile: Tile; at: number | null }) => number[]}
 */
export const lengthwise = ({ tile, at }) => {
  const inner = at ?? halves(tile)[0];
  return [inner, otherHalf(tile, inner)];
};

/**
 * How many of the last things of a row fit: *widths* from the inside out, in px, in a *room* of px. If some are left
 * out, a chip that counts them needs room, too.
 * @type {(widths: number[], room: number, chip: number) => number}
 */
export function fitting(widths, room, chip) {
  const all = widths.reduce((sum, width) => sum + width, 0);
  if (all <= room) return widths.length;
  let left = room - chip;
  let count = 0;
  for (const width of [...widths].reverse()) {
    if (left < width) break;
    left -= width;
    count += 1;
  }
  return Math.max(1, count);
}

/**
 * The trains after *ply* moves of the round in *view*, and the train whose double isn't covered.
 * @type {(view: PlayedView, ply: number) => { trains: Train[]; cover: string | null }}
 */
export function trainsAfter({ round, rules, options }, ply) {
  const open = new Set(["M"]);
  for (const [seat, text] of round.moves.slice(0, ply).map(seatAndText))
    if (["pass", "resign", "timeout"].includes(text)) open.add(`T${seat}`);
    else if (text.endsWith(`>T${seat}`)) open.delete(`T${seat}`);
  const laid = round.layout.filter((car) => car.ply <= ply);
  const trains = (round.trains ?? []).map(({ of }) => {
    const cars = carsOf(laid, of);
    const last = cars.at(-1);
    const end = last ? lengthwise(last)[1] : halves(/** @type {Tile} */ (round.start))[0];
    return { of, end, open: open.has(of), tiles: cars.length };
  });
  const last = laid.filter(({ arm }) => arm !== "lead").at(-1);
  const shown = last ? laid.filter(({ tile }) => halves(tile).includes(halves(last.tile)[0])).length : 0;
  const waits = last && isDouble(last.tile) && shown <= rules.set && options.after_double !== "extra";
  return { trains, cover: waits ? last.arm : null };
}
