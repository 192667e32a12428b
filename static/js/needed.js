// Which games need which extras. Apart from extras.js, which those modules use themselves: files in a circle
// can't be named by their contents, as collectstatic does.

import { add } from "./extras.js";
import { late } from "./late.js";

const NEEDED = [
  [() => document.cookie.includes("faces=pictures"), () => import("./pictures.js")],
  [({ variant }) => variant === "sausage", () => import("./sausage_table.js")],
  [({ variant }) => variant === "general", () => import("./general.js")],
  [({ variant, options }) => variant === "auction" || options.auction, () => import("./auction.js")],
  [({ sheet }) => sheet?.during, () => import("./count.js")],
  [({ options }) => options.pick === "choose" || options.redeal?.startsWith("ask"), () => import("./questions.js")],
];

export async function fetchExtras(view) {
  add(...(await Promise.all(NEEDED.filter(([needs]) => needs(view)).map(([, fetchIt]) => late(fetchIt)))).filter(Boolean));
}
