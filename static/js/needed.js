// Which rules need which extras; nothing here names a game. It isn't part of extras.js, because these modules import
// that: collectstatic can't hash the names of files that import each other in a circle.

import { add } from "./extras.js";
import { late } from "./late.js";

const NEEDED = [
  [() => document.body.dataset.faces === "pictures", () => import("./pictures.js")],
  [({ clock }) => clock?.misses === "computer", () => import("./absence.js")],
  [({ rules }) => rules.rows, () => import("./sausage_table.js")],
  [({ rules }) => rules.signals || rules.queue, () => import("./general.js")],
  [({ rules }) => rules.auction, () => import("./auction.js")],
  [({ sheet }) => sheet?.during, () => import("./count.js")],
  [({ rules }) => rules.pick || rules.redeal, () => import("./questions.js")],
];

export async function fetchExtras(view) {
  add(
    ...(await Promise.all(NEEDED.filter(([needs]) => needs(view)).map(([, fetchIt]) => late(fetchIt)))).filter(Boolean),
  );
}
