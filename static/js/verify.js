// Recomputes a finished deal from the seeds that are now public: the promise made before it, the
// shuffle, and who got which tile. Nothing is asked of the server.

import { gettext as _, interpolate } from "./i18n.js";

const text = new TextEncoder();
const toBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** *tiles* in the order of HMAC-SHA256(seed, "round|players' seeds|tile"); *purpose*: of another chance than the deal. */
async function shuffled({ seed, round_id: round, seeds, tiles }, purpose = "") {
  const key = await crypto.subtle.importKey("raw", toBytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const start = [round, seeds.join(","), ...(purpose ? [purpose] : [])].join("|");
  const marked = await Promise.all(tiles.map(async (tile) => {
    const mark = await crypto.subtle.sign("HMAC", key, text.encode(`${start}|${tile}`));
    return { tile, mark: toHex(mark) };
  }));
  return marked.sort((a, b) => (a.mark < b.mark ? -1 : 1)).map(({ tile }) => tile);
}

const halves = (tile) => tile.split("-").map(Number);
const isDouble = (tile) => halves(tile)[0] === halves(tile)[1];
const pips = (tile) => halves(tile)[0] + halves(tile)[1];
const same = (a, b) => a.length === b.length && a.every((value, index) => value === b[index]);

/** The deal that follows from the shuffled set: a start tile out first, hands from the front, the rest the boneyard. */
function dealFrom(order, { hands, start, rows }, aside) {
  const rest = order.filter((tile) => tile !== aside);
  const first = start ? rest.splice(rest.findIndex((tile) => !isDouble(tile)), 1)[0] : null;
  const dealt = (rows ?? hands).map((hand) => {
    const given = aside && hand.includes(aside) ? [aside] : [];
    return [...given, ...rest.splice(0, hand.length - given.length)];
  });
  return { start: first, hands: dealt, boneyard: rest };
}

const matches = (deal, fair) =>
  (deal.rows ?? deal.hands).every((hand, seat) => same([...hand].sort(), [...fair.hands[seat]].sort()))
  && same(deal.boneyard ?? [], fair.boneyard) && (deal.start ?? null) === fair.start;

/** The seats that each rule for drawing the lead (rules.md 4) would name. */
async function leaders(check) {
  const seats = (check.deal.rows ?? check.deal.hands).map((_, seat) => seat);
  const shown = await shuffled(check, "lead");
  const [call] = await shuffled(check, "call");
  const weight = (tile) => 100 * pips(tile) + halves(tile)[0];
  const sum = seats.reduce((total, seat) => total + pips(shown[seat]), 0);
  return [
    seats.reduce((best, seat) => (weight(shown[seat]) > weight(shown[best]) ? seat : best), 0),
    sum % seats.length,
    (pips(shown[0]) + pips(shown[1])) % 2 === pips(call) % 2 ? 1 : 0,
  ];
}

/**
 * Check `check` of a finished deal against the commitment the reader's own page was shown, if it was.
 * Answers [{ok, words}], one for each thing checked; [] where the browser can't compute it.
 */
export async function verify(check, { promised = null } = {}) {
  if (!globalThis.crypto?.subtle) return [];
  const results = [];
  const found = (ok, yes, no) => results.push({ ok, words: ok ? yes : no });
  const commitment = toHex(await crypto.subtle.digest("SHA-256", toBytes(check.seed)));
  found(commitment === check.commitment && (promised === null || commitment === promised),
    interpolate(_("The server's seed is the one promised before the deal (%(start)s…)."), { start: commitment.slice(0, 12) }),
    _("The server's seed is not the one promised before the deal."));
  const order = await shuffled(check);
  found(same(order, check.tiles),
    interpolate(_("The %(count)s tiles, shuffled with it and with the players' seeds, come in exactly this order."), { count: order.length }),
    _("The tiles do not come in this order when shuffled with these seeds."));
  // The right of the hundred (rules.md 9.1) hands out 6-6 before the deal; nothing else does.
  const isFair = [null, "6-6"].some((aside) => matches(check.deal, dealFrom(order, check.deal, aside)));
  found(isFair,
    _("Every hand and the boneyard are what this order gives."),
    _("The hands or the boneyard are not what this order gives."));
  if (check.deal.lead !== undefined) {
    found((await leaders(check)).includes(check.deal.lead),
      _("The seat that leads was drawn by the same seed."),
      _("The seat that leads is not the one this seed draws."));
  }
  return results;
}
