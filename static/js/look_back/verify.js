// Verifies a finished deal: deals it again from the seeds, which are now public, by the rules of the game, and compares
// the earlier promise, the set, every hand or row, the boneyard, the start, the leader, and every move. Asks the server
// nothing.

import { gettext as _, interpolate, listed } from "../text/i18n.js";
import { halves, isDouble } from "../text/notation.js";
import { wasSeen, wrongPly } from "./replayed.js";

const CHAIN = 1000; // deals in a chain: each seed is the SHA-256 of the next one
const encoder = new TextEncoder();
/** @type {(hex: string) => Uint8Array<ArrayBuffer>} */
const toBytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
/** @type {(buffer: ArrayBuffer) => string} */
const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join("");
/** @type {(hex: string) => boolean} */
const isHex = (hex) => /^([0-9a-f]{2})+$/.test(hex);

/** @type {(bytes: BufferSource, times: number) => Promise<ArrayBuffer>} */
async function hashed(bytes, times) {
  let hash = bytes;
  for (let n = 0; n < times; n += 1) hash = await crypto.subtle.digest("SHA-256", hash);
  return /** @type {ArrayBuffer} */ (hash);
}

/** @type {(keyBytes: BufferSource) => Promise<(message: string) => Promise<ArrayBuffer>>} */
async function signer(keyBytes) {
  const key = await crypto.subtle.importKey("raw", keyBytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return (message) => crypto.subtle.sign("HMAC", key, encoder.encode(message));
}

/** @type {(tile: Tile) => number} */
const pips = (tile) => halves(tile)[0] + halves(tile)[1];
/** @type {(tile: Tile) => number} */
const weight = (tile) => 100 * pips(tile) + halves(tile)[0];

/** @type {(rules: Pick<Rules, "set" | "doubles" | "without">) => Tile[]} */
function wholeSet({ set, doubles, without }) {
  const numbers = [...Array(set + 1).keys()];
  const tiles = numbers.flatMap((high) => numbers.slice(0, high + Number(doubles)).map((low) => `${high}-${low}`));
  return tiles.filter((tile) => !without.includes(tile));
}

/**
 * shuffled(purpose) → all tiles in the order of HMAC-SHA256(seed, "round|players' seeds|purpose|tile"); without a
 * purpose, the deck.
 * @type {(check: Check) => Promise<Shuffled>}
 */
async function shuffler({ seed, round_id: round, seeds, rules }) {
  const sign = await signer(toBytes(seed));
  return async (...purpose) => {
    const start = [round, seeds.join(","), ...purpose].join("|");
    const marked = await Promise.all(
      wholeSet(rules).map(async (tile) => ({ tile, mark: toHex(await sign(`${start}|${tile}`)) })),
    );
    return marked.sort((a, b) => (a.mark < b.mark ? -1 : 1)).map(({ tile }) => tile);
  };
}

/**
 * The seat that gets the lead by chance (rules.md 4); undefined if chance doesn't decide.
 * @type {(rules: DealRules, shuffled: Shuffled) => Promise<number | undefined>}
 */
async function leader({ lead, seats, dealt, host }, shuffled) {
  if (lead === "host") return host;
  const drawn = await shuffled("lead");
  if (lead === "draw" || lead === "random")
    return dealt.reduce((best, seat) => (weight(drawn[seat]) > weight(drawn[best]) ? seat : best));
  if (lead === "count") return drawn.slice(0, seats).reduce((sum, tile) => sum + pips(tile), 0) % seats;
  if (lead === "odd_even") return (pips(drawn[0]) + pips(drawn[1]) + pips((await shuffled("call"))[0])) % 2 ? 0 : 1;
  return undefined;
}

/**
 * The deal that follows from the deck: first the start tile or the station leaves it, then the tiles set aside, then the
 * hands from its front; the rest is the boneyard.
 * @type {(check: Check, deck: Tile[], shuffled: Shuffled) => Promise<Deal>}
 */
async function fairDeal({ rules }, deck, shuffled) {
  const { lead, aside, seats, hand, station } = rules;
  const start = lead === "stock" ? deck.find((tile) => !isDouble(tile)) : (station ?? undefined);
  const pile = deck.filter((tile) => tile !== start && !Object.values(aside).includes(tile));
  const hands = Array.from({ length: seats }, (_hand, seat) => {
    const own = aside[seat] ? [aside[seat]] : [];
    return [...own, ...pile.splice(0, rules.dealt.includes(seat) ? hand - own.length : 0)];
  });
  return { [rules.rows ? "rows" : "hands"]: hands, boneyard: pile, start, lead: await leader(rules, shuffled) };
}

/** @type {(a: unknown, b: unknown) => boolean} */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Why *tiles* isn't a whole set, in words; null if it is one.
 * @type {(tiles: Tile[], whole: Tile[]) => string | null}
 */
function setFault(tiles, whole) {
  const foreign = tiles.find((tile) => !whole.includes(tile));
  if (foreign !== undefined) return interpolate(_("The tile %(tile)s isn’t in the set."), { tile: foreign });
  const twice = tiles.find((tile, place) => tiles.indexOf(tile) !== place);
  if (twice) return interpolate(_("The tile %(tile)s was dealt twice."), { tile: twice });
  const missing = whole.find((tile) => !tiles.includes(tile));
  return missing ? interpolate(_("The tile %(tile)s is missing."), { tile: missing }) : null;
}

/**
 * Whether the seed matches the commitment before the first deal; null if only the end of the game can show it.
 * *before*: the seed of the previous deal, if known.
 * @type {(check: Check, known: Known) => Promise<boolean | null>}
 */
async function isChained({ round_id: round, seed, commitment, first, secret }, { before, finished }) {
  const deal = Number(round.split("/")[1]);
  if (deal % CHAIN && ![undefined, commitment].includes(before)) return false;
  if (deal < CHAIN) return toHex(await hashed(toBytes(seed), deal + 1)) === first;
  if (!secret) return finished ? false : null;
  const sign = await signer(toBytes(secret));
  const own = await hashed(await sign(`chain ${Math.floor(deal / CHAIN)}`), CHAIN - 1 - (deal % CHAIN));
  return toHex(own) === seed && toHex(await hashed(await sign("chain 0"), CHAIN)) === first;
}

/**
 * Verify `check` of a finished deal.
 *
 * *known*: what the reader's own page has seen; any part may be missing:
 * - round_id; promised and first: the commitments for this deal and for the game's first deal
 * - before: the seed of the previous deal; finished: whether the game has ended
 * - rules: those of the game, with its host; together with seats, scores (of the sheet), and left_in: the deal in which
 *   each seat left, as far as known
 * - replay: as the page shows it; seen: its round as the page saw it earlier, each time with the seat `you`
 *
 * Returns [{ok, sentence}], one per check (ok null: can't be known yet); [] if the browser can't compute it.
 * @type {(check: Check, about?: { names?: (string | null)[]; known?: Known }) => Promise<Finding[]>}
 */
export async function verify(check, { names = [], known = {} } = {}) {
  if (!globalThis.crypto?.subtle) return [];
  const results = [];
  /** @type {(ok: boolean, yes: string, no: string) => void} */
  const found = (ok, yes, no) => results.push({ ok, sentence: ok ? yes : no });
  /** @type {(seat?: number) => string} */
  const name = (seat = -1) => names[seat] ?? interpolate(_("Seat %(number)s"), { number: seat + 1 });
  const { seed, commitment, rules, deal } = check;

  const isPromised =
    isHex(seed) &&
    toHex(await hashed(toBytes(seed), 1)) === commitment &&
    [undefined, commitment].includes(known.promised);
  found(
    isPromised,
    interpolate(_("The server’s seed is the one promised before the deal (%(start)s…)."), {
      start: commitment.slice(0, 12),
    }),
    _("The server’s seed is not the one promised before the deal."),
  );
  const chained = [undefined, check.first].includes(known.first) && (await isChained(check, known));
  if (chained === null)
    results.push({
      ok: null,
      sentence: _("When the game ends, you can check that it was promised before the first deal."),
    });
  else
    found(
      chained,
      _("It matches the promise made before the first deal."),
      _("It doesn’t match the promise made before the first deal."),
    );

  found(
    [undefined, check.round_id].includes(known.round_id) &&
      check.seeds.length === rules.seats &&
      check.seeds.every((each) => /^[0-9A-Za-z]{1,64}$/.test(each)),
    _("The deal has its own name, and every seat its number."),
    _("The deal’s name or the players’ seeds don’t match this game."),
  );
  const inForce = isInForce(check, known);
  if (inForce === null)
    results.push({
      ok: null,
      sentence: _("The other deals didn’t load, so we can’t check that all remaining players were dealt in."),
    });
  else found(inForce, _("It was dealt by this game’s rules."), _("It wasn’t dealt by this game’s rules."));

  const shuffled = await shuffler(check);
  const deck = await shuffled();
  found(
    same(deck, check.tiles),
    interpolate(_("Shuffling the %(count)s tiles with it and the players’ seeds gives exactly this order."), {
      count: deck.length,
    }),
    _("Shuffling with these seeds doesn’t give this order."),
  );

  const fair = await fairDeal(check, deck, shuffled);
  const given = deal.rows ?? deal.hands ?? [];
  const foreign = Object.keys(deal).find(
    (part) => !["boneyard", "start", "lead", rules.rows ? "rows" : "hands"].includes(part),
  );
  const wrong = foreign
    ? interpolate(_("“%(part)s” isn’t part of a deal of this game."), { part: foreign })
    : setFault([...given.flat(), ...deal.boneyard, ...(deal.start === undefined ? [] : [deal.start])], wholeSet(rules));
  found(!wrong, _("Every tile of the set was dealt once."), wrong ?? "");
  const should = fair.rows ?? fair.hands ?? [];
  const others = [...should.keys()].filter((seat) => !same(given[seat], should[seat]));
  found(
    Boolean(deal.rows) === rules.rows && given.length === should.length && !others.length,
    rules.rows ? _("Every row matches this order.") : _("Every hand matches this order."),
    others.length
      ? interpolate(
          rules.rows
            ? _("The row of %(names)s doesn’t match this order.")
            : _("The hand of %(names)s doesn’t match this order."),
          { names: listed(others.map(name)) },
        )
      : _("The hands don’t belong to this game’s seats."),
  );
  found(
    same(deal.boneyard, fair.boneyard),
    _("The boneyard matches this order."),
    _("The boneyard doesn’t match this order."),
  );
  if (rules.station) {
    found(
      deal.start === fair.start,
      interpolate(_("The station, %(tile)s, was set aside before the deal."), { tile: rules.station }),
      _("The station isn’t the double of this round."),
    );
  } else if (fair.start !== undefined || deal.start !== undefined) {
    found(
      deal.start === fair.start,
      _("The start is the first tile of this order that isn’t a double."),
      _("The start doesn’t match this order."),
    );
  }
  if (fair.lead !== undefined || deal.lead !== undefined) {
    found(
      deal.lead === fair.lead,
      interpolate(ledBy(rules.lead), { name: name(deal.lead) }),
      leadIsWrong(fair.lead, name),
    );
  }
  if (known.replay) found(...isPlayed(deal, known, name, rules.two_ends));
  return results;
}

/**
 * Whether the deal explains everything played and seen, in words.
 * @type {(deal: Deal, known: Known, name: (seat?: number) => string, twoEnds: boolean) => [boolean, string, string]}
 */
function isPlayed(deal, { seats = [], seen = [], ...known }, name, twoEnds) {
  const replay = /** @type {Replay} */ (known.replay);
  const sides = seats.map(({ side }) => side);
  const wrong = wrongPly(deal, replay, sides, twoEnds);
  const where = !wrong?.ply
    ? _("The replay starts with other tiles than this deal.")
    : wrong.seat === undefined
      ? _("Move %(number)s of the replay doesn’t match this deal.")
      : _("At move %(number)s of the replay, the tiles of %(name)s don’t match this deal.");
  return [
    !wrong && seen.every((round) => wasSeen(deal, round, sides, twoEnds)),
    _("The moves match this deal."),
    wrong
      ? interpolate(where, { name: name(wrong.seat), number: wrong.ply })
      : _("It doesn’t match the hand this page showed during the round."),
  ];
}

const FACTS = /** @type {const} */ (["set", "doubles", "without", "hand", "rows", "two_ends", "host"]);

/**
 * Whether the deal states the rules that the game is known to have; the first deal has the first lead. Null if it isn't
 * known who had left.
 * @type {(check: Check, known: Known) => boolean | null}
 */
function isInForce({ rules, round_id: round }, known) {
  if (!known.rules) return true;
  const deal = Number(round.split("/")[1]);
  const leads = deal ? known.rules.leads : known.rules.leads.slice(0, 1);
  return (
    FACTS.every((fact) => same(rules[fact], known.rules[fact])) &&
    rules.seats === known.seats?.length &&
    leads.includes(rules.lead) &&
    same(rules.aside, setAside(deal, known)) &&
    (rules.station ?? null) === stationOf(deal, known) &&
    areThoseWhoPlay(rules.dealt, deal, known)
  );
}

/**
 * Whether *dealt* are all seats that hadn't left before the deal. If pairs wait, they are two whole pairs that hadn't
 * left; in the first deal, the first two.
 * Null if that depends on when a seat left, and it isn't known.
 * @type {(dealt: number[], deal: number, known: Known) => boolean | null}
 */
function areThoseWhoPlay(dealt, deal, { rules, seats = [], left_in: leftIn = {} }) {
  // true: left before this deal; null: has left, but it isn't known in which deal.
  const hasLeft = seats.map(({ seat, left }) => left && deal > 0 && (seat in leftIn ? leftIn[seat] < deal : null));
  const sides = new Set(dealt.map((seat) => seats[seat]?.side));
  const should = seats
    .filter(({ seat, side }) => (rules.queue ? sides.has(side) : !(hasLeft[seat] ?? !dealt.includes(seat))))
    .map(({ seat }) => seat);
  const fits =
    same(dealt, should) &&
    sides.size > 1 &&
    (!rules.queue ||
      (dealt.length === rules.dealt && dealt.every((seat) => !hasLeft[seat] && (deal || seats[seat].side < 2))));
  return fits && hasLeft.some((left, seat) => left === null && (!rules.queue || dealt.includes(seat))) ? null : fits;
}

/**
 * The tile dealt before all others, by seat: the score line of the last round gives the seat the right of the hundred.
 * @type {(deal: number, known: Known) => Record<number, Tile>}
 */
function setAside(deal, { rules, scores = [] }) {
  const right = scores.filter((line) => line.deal < deal).at(-1)?.ledger?.right ?? null;
  return rules.aside === null || right === null ? {} : { [right]: rules.aside };
}

/**
 * The double in the middle: each round has the one below that of the round before.
 * @type {(deal: number, known: Known) => Tile | null}
 */
const stationOf = (deal, { rules }) => (rules.trains ? `${rules.set - deal}-${rules.set - deal}` : null);

/** @type {(lead: string) => string} */
const ledBy = (lead) =>
  lead === "host" ? _("%(name)s created the game and leads.") : _("%(name)s leads, as the same seed decides.");

/** @type {(seat: number | undefined, name: (seat?: number) => string) => string} */
const leadIsWrong = (seat, name) =>
  seat === undefined
    ? _("This deal doesn’t draw a leader, but the record names one.")
    : interpolate(_("This seed picks %(name)s to lead, but another player led."), { name: name(seat) });
