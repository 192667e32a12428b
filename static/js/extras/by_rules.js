// Which rules need which extras; nothing here names a game. It isn't part of registry.js, because these modules import
// that: collectstatic can't hash the names of files that import each other in a circle.

import { late } from "../app/on_demand.js";
import { add } from "./registry.js";

/** @type {[(view: GameView) => unknown, () => Promise<any>][]} */
const NEEDED = [
  [() => document.body.dataset.faces === "pictures", () => import("../board/tile_pictures.js")],
  [({ clock }) => clock?.misses === "computer", () => import("./absence.js")],
  [({ rules }) => rules.rows, () => import("./sausage.js")],
  [({ rules }) => rules.trains, () => import("./train_hand.js")],
  [({ rules }) => rules.trains, () => import("./trains.js")],
  [({ rules }) => rules.trains, () => import("./train_words.js")],
  [({ rules }) => rules.signals || rules.queue, () => import("./signals.js")],
  [({ rules }) => rules.auction, () => import("./auction.js")],
  [({ rules }) => rules.fill, () => import("./filling.js")],
  [({ rules }) => rules.matador, () => import("./matadors.js")],
  [({ sheet }) => sheet?.during, () => import("./open_end_count.js")],
  [({ sheet }) => sheet?.notes, () => import("./round_notes.js")],
  [({ rules }) => rules.remarks, () => import("./remarks.js")],
  [({ rules }) => rules.pick || rules.redeal, () => import("./pick_or_refuse.js")],
];

/** @type {(view: GameView) => Promise<void>} */
export async function fetchExtras(view) {
  add(
    ...(await Promise.all(NEEDED.filter(([needs]) => needs(view)).map(([, fetchIt]) => late(fetchIt)))).filter(Boolean),
  );
}
