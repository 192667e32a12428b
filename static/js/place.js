// Places in a replay as addresses: `?deal=3&ply=12`, which the server sees, too: a link to a move has its own picture.
// Pure: *location* is the page's, or anything with its pathname, search and hash.

const NUMBER = /^\d{1,5}$/;

/** {deal, ply}, or null for the present. Older links have it as `#3.12`. */
export function placeIn({ search, hash }) {
  const asked = new URLSearchParams(search);
  const [deal, ply] = /^#\d+\.\d+$/.test(hash)
    ? hash.slice(1).split(".")
    : [asked.get("deal"), asked.get("ply") ?? "0"];
  return NUMBER.test(deal ?? "") && NUMBER.test(ply) ? { deal: Number(deal), ply: Number(ply) } : null;
}

/** The page's address at *place*, or of the present; whatever else it asks stays. */
export function addressOf({ pathname, search }, place) {
  const asked = new URLSearchParams(search);
  for (const name of ["deal", "ply"]) {
    if (place) asked.set(name, place[name]);
    else asked.delete(name);
  }
  return pathname + (asked.size ? `?${asked}` : "");
}
