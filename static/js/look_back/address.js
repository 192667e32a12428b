// Places in a replay as addresses: `?deal=3&ply=12`. The server sees them, too, so a link to a move has a picture of
// its own.
// Pure: *location* is the page's, or any object with pathname, search and hash.

const NUMBER = /^\d{1,5}$/;

/**
 * {deal, ply}, or null for the present. Older links use `#3.12`.
 * @type {(location: { search: string; hash: string }) => { deal: number; ply: number } | null}
 */
export function placeIn({ search, hash }) {
  const asked = new URLSearchParams(search);
  const [deal, ply] = /^#\d+\.\d+$/.test(hash)
    ? hash.slice(1).split(".")
    : [asked.get("deal"), asked.get("ply") ?? "0"];
  return NUMBER.test(deal ?? "") && NUMBER.test(ply) ? { deal: Number(deal), ply: Number(ply) } : null;
}

/**
 * The page's address at *place*, or in the present for null; other parameters stay.
 * @type {(location: { pathname: string; search: string }, place: { deal: number; ply: number } | null) => string}
 */
export function addressOf({ pathname, search }, place) {
  const asked = new URLSearchParams(search);
  for (const name of /** @type {const} */ (["deal", "ply"])) {
    if (place) asked.set(name, String(place[name]));
    else asked.delete(name);
  }
  return pathname + (asked.size ? `?${asked}` : "");
}
