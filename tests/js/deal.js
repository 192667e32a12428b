// A deal of Draw for Ada and Ben, with its moves. Python's hmac and hashlib computed the values: sorted(tiles,
// key=lambda tile: hmac.digest(seed, f"table1/0|adas1,bens2|{tile}".encode(), "sha256")), and for the lead with "|lead"
// after the seeds. The lead drew 0-0 for Ada and 4-3 for Ben.

const SEED = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const SEED_HASHED = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";

export const ADA = "5-3 4-0 4-1 5-5 6-2 4-4 5-1".split(" ");
export const BEN = "4-2 5-4 3-3 6-3 1-0 5-0 0-0".split(" ");
export const BONEYARD = "6-0 2-0 2-2 5-2 6-1 2-1 3-2 4-3 6-4 3-0 1-1 6-5 3-1 6-6".split(" ");

export const CHECK = {
  round_id: "table1/0",
  seed: SEED,
  commitment: SEED_HASHED,
  first: SEED_HASHED,
  secret: null,
  seeds: ["adas1", "bens2"],
  rules: {
    set: 6,
    doubles: true,
    without: [],
    seats: 2,
    hand: 7,
    rows: false,
    two_ends: false,
    lead: "draw",
    aside: {},
    dealt: [0, 1],
    host: 0,
  },
  tiles: [...ADA, ...BEN, ...BONEYARD],
  deal: { hands: [ADA, BEN], boneyard: BONEYARD, lead: 1 },
};

export const MOVES = ["1 5-4", "0 5-5>5-4", "1 draw 6-0", "1 5-0>5-5"];

const without = (hand, ...tiles) => hand.filter((tile) => !tiles.includes(tile));
const frame = (seat, move, ada, ben, boneyard) => ({ seat, move, hands: [ada, ben], boneyard });

/** The replay of the finished deal. */
export const REPLAY = {
  view: {
    moves: MOVES,
    layout: [
      { tile: "5-4", ply: 1 },
      { tile: "5-5", ply: 2 },
      { tile: "5-0", ply: 4 },
    ],
  },
  frames: [
    frame(null, null, ADA, BEN, 14),
    frame(1, "5-4", ADA, without(BEN, "5-4"), 14),
    frame(0, "5-5>5-4", without(ADA, "5-5"), without(BEN, "5-4"), 14),
    frame(1, "draw 6-0", without(ADA, "5-5"), [...without(BEN, "5-4"), "6-0"], 13),
    frame(1, "5-0>5-5", without(ADA, "5-5"), [...without(BEN, "5-4", "5-0"), "6-0"], 13),
  ],
};

/** What a page had seen of the game before. */
export const KNOWN = {
  round_id: "table1/0",
  promised: SEED_HASHED,
  first: SEED_HASHED,
  finished: false,
  rules: {
    set: 6,
    doubles: true,
    without: [],
    hand: 7,
    rows: false,
    two_ends: false,
    host: 0,
    leads: ["draw", "winner"],
    aside: null,
    queue: false,
  },
  seats: [
    { seat: 0, side: 0, left: false },
    { seat: 1, side: 1, left: false },
  ],
  scores: [],
  left_in: {},
  replay: REPLAY,
  seen: [{ you: 0, moves: MOVES.slice(0, 2), hand: without(ADA, "5-5"), open: null }],
};
