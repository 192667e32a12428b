// Fetches style sheets on demand.

import { after } from "./on_demand.js";

/** @type {Map<string, Promise<unknown>>} */
const sheets = new Map(); // by address

/**
 * Adds a style sheet to the page, once. Resolves when it applies, or can't be loaded: then the page is plain, but works.
 * @type {(href: string | undefined) => Promise<unknown>}
 */
export function lateStyles(href) {
  if (!href) return Promise.resolve();
  const add = () => added(href);
  const known = sheets.get(href) ?? add().catch(() => after(300, add));
  sheets.set(href, known);
  return known.catch(() => sheets.delete(href)); // the next call tries again
}

/** @type {(href: string) => Promise<unknown>} */
const added = (href) =>
  new Promise((loaded, failed) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href });
    link.addEventListener("load", loaded);
    link.addEventListener("error", () => {
      link.remove();
      failed(new Error(href));
    });
    document.head.append(link);
  });
