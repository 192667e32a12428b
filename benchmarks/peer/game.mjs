/**
 * Brettspielnetz Domino (docs/rules/rules.md) for boardgame.io, as a developer who knows that framework would write it:
 * `playerView` removes secrets, its random plugin makes random choices, and nothing can be undone.
 *
 * boardgame.io has no forced moves: draws and passes are moves of the client.
 */

const HAND = 7;
const RESERVE = 2;
const DRAWS = 3; // per turn
const ROUNDS = 4;
const OUT_BONUS = 5;
const INVALID_MOVE = "INVALID_MOVE"; // from boardgame.io/core, so that the players needn't load it

const SET = [];
for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) SET.push([high, low]);

const fits = (tile, end) => tile[0] === end || tile[1] === end;
const pips = (hand) => hand.reduce((sum, [high, low]) => sum + high + low, 0);
const canPlay = (G, seat) => G.hands[seat].some((tile) => G.ends.some((end) => fits(tile, end)));
const canDraw = (G) => G.boneyard > RESERVE && G.drawn < DRAWS;

/** All legal moves of the seat whose turn it is, from the state as that seat sees it: names and arguments. */
export function legalMoves(G, seat) {
  const plays = [];
  for (const tile of G.hands[seat])
    for (const side of G.ends[0] === G.ends[1] ? [0] : [0, 1])
      if (fits(tile, G.ends[side])) plays.push(["play", tile, side]);
  if (plays.length) return plays;
  return [[canDraw(G) ? "draw" : "pass"]];
}

function deal(random) {
  const tiles = random.Shuffle(SET);
  const [start] = tiles.splice(
    tiles.findIndex(([high, low]) => high !== low),
    1,
  );
  return {
    hands: [tiles.splice(0, HAND), tiles.splice(0, HAND)],
    pile: tiles, // hidden; drawn from its front
    boneyard: tiles.length,
    layout: [{ tile: start }],
    ends: [...start],
    drawn: 0, // in this turn
  };
}

/** After a move: the turn passes to *next*, unless the round has ended. */
function follow(G, ctx, random, events, next) {
  const out = G.hands.findIndex((hand) => hand.length === 0);
  const blocked = G.boneyard <= RESERVE && !canPlay(G, next);
  if (out < 0 && !blocked) {
    if (next !== Number(ctx.currentPlayer)) {
      G.drawn = 0;
      events.endTurn();
    }
    return;
  }
  G.sheet.push({
    out,
    points: G.hands.map((hand, seat) => pips(hand) - (seat === out ? OUT_BONUS : 0)),
    hands: G.hands,
  });
  if (G.sheet.length === ROUNDS) {
    const totals = [0, 1].map((seat) => G.sheet.reduce((sum, line) => sum + line.points[seat], 0));
    events.endGame({ totals, winner: totals[0] === totals[1] ? null : Number(totals[1] < totals[0]) });
    return;
  }
  Object.assign(G, deal(random));
  events.endTurn({ next: String(G.sheet.length % 2) }); // the lead alternates
}

function play({ G, ctx, playerID, random, events }, tile, side) {
  const hand = G.hands[playerID];
  const place = hand.findIndex(([high, low]) => high === tile[0] && low === tile[1]);
  if (place < 0 || !fits(tile, G.ends[side])) return INVALID_MOVE;
  hand.splice(place, 1);
  G.layout.push({ tile, on: G.ends[side], side });
  G.ends[side] = tile[0] === G.ends[side] ? tile[1] : tile[0];
  follow(G, ctx, random, events, 1 - playerID);
}

function draw({ G, ctx, playerID, random, events }) {
  if (canPlay(G, playerID) || !canDraw(G)) return INVALID_MOVE;
  G.hands[playerID].push(G.pile.shift());
  G.boneyard -= 1;
  G.drawn += 1;
  follow(G, ctx, random, events, Number(playerID));
}

function pass({ G, ctx, playerID, random, events }) {
  if (canPlay(G, playerID) || canDraw(G)) return INVALID_MOVE;
  follow(G, ctx, random, events, 1 - playerID);
}

const onServer = (move) => ({ move, client: false });

export const Domino = {
  name: "domino",
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => ({ ...deal(random), sheet: [] }),
  moves: { play: onServer(play), draw: onServer(draw), pass: onServer(pass) },
  playerView: ({ G: { pile, ...shown }, playerID }) => ({
    ...shown,
    hands: shown.hands.map((hand, seat) => (String(seat) === playerID ? hand : hand.length)),
  }),
};
