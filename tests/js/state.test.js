import assert from "node:assert/strict";
import test from "node:test";
import {
  atPresent,
  choices,
  isMyTurn,
  laidMove,
  lay,
  mayTakeBack,
  onlyMove,
  otherPlaces,
  otherWays,
  pick,
  startState,
  takeBack,
  tappable,
  toTell,
  withReason,
  withRefusal,
  withScene,
  withSent,
  withUnseen,
  withView,
} from "../../static/js/table/state.js";
import { playsOf } from "../../static/js/text/notation.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;

const lying = ({ laid }) => laid.map(({ text }) => text);
const stateOf = (legal, round = {}) => startState(viewOf({ round: { legal, ...round } }));
const ONE_END = ["5-3>6-5", "6-2>6-5"];
const TWO_ENDS = ["5-3>6-5", "5-3>3-1"];

test("a tile that fits one end is laid there at once", () => {
  const state = pick(stateOf(ONE_END), "5-3");
  deepEqual(lying(state), ["5-3>6-5"]);
  equal(laidMove(state), "5-3>6-5");
});

test("a tile that fits two ends waits for the choice of an end", () => {
  const waiting = pick(stateOf(TWO_ENDS), "5-3");
  deepEqual([waiting.picking, lying(waiting), laidMove(waiting)], ["5-3", [], null]);
  deepEqual(
    otherPlaces(waiting).map(({ onto }) => onto),
    ["6-5", "3-1"],
  );
  const [, second] = otherPlaces(waiting);
  const state = lay(waiting, second);
  deepEqual([state.picking, lying(state)], [null, ["5-3>3-1"]]);
  deepEqual(
    otherPlaces(state).map(({ onto }) => onto),
    ["6-5"],
  );
});

test("taps on a tile lay it at one end after the other, and then return it to the hand", () => {
  deepEqual(lying(pick(pick(stateOf(ONE_END), "5-3"), "5-3")), []);
  let state = stateOf(TWO_ENDS);
  const seen = [];
  for (let tap = 0; tap < 4; tap += 1) {
    state = pick(state, "5-3");
    seen.push([state.picking, ...lying(state)].filter(Boolean).join());
  }
  equal(new Set(seen.slice(1, 3)).size, 2, "both ends");
  deepEqual([seen[0], ...seen.slice(1, 3).sort(), seen[3]], ["5-3", "5-3>3-1", "5-3>6-5", ""]);
});

test("a laid tile leaves the other playable ones in play, and itself out", () => {
  const state = pick(stateOf(ONE_END), "5-3");
  deepEqual([...tappable(state)].sort(), ["6-2"]);
});

test("a tile replaces another one that it can’t be laid with", () => {
  deepEqual(lying(pick(pick(stateOf(ONE_END), "5-3"), "6-2")), ["6-2>6-5"]);
});

test("several doubles of one turn can be laid, and each taken back", () => {
  const legal = ["2-2>6-2", "4-4>4-1", "2-2>6-2,4-4>4-1"];
  const both = pick(pick(stateOf(legal), "2-2"), "4-4");
  deepEqual(lying(both), ["2-2>6-2", "4-4>4-1"]);
  equal(laidMove(both), "2-2>6-2,4-4>4-1");
  deepEqual(lying(pick(both, "2-2")), ["4-4>4-1"]);
});

test("doubles that must be played together aren't a move one by one", () => {
  const legal = ["2-2>6-2x,4-4>4-1x"];
  const one = pick(stateOf(legal), "2-2");
  equal(laidMove(one), null);
  deepEqual([...choices(one).tiles], ["4-4"]);
});

test("a laid double can be turned in its place", () => {
  const state = pick(stateOf(["5-5>6-5", "5-5>6-5="]), "5-5");
  const [turned] = otherWays(state, state.laid[0]);
  deepEqual([lying(state), turned.text], [["5-5>6-5"], "5-5>6-5="]);
  equal(laidMove(lay(state, turned)), "5-5>6-5=");
});

test("a tile that fits nowhere changes nothing", () => {
  const state = stateOf(ONE_END);
  equal(pick(state, "1-0"), state);
});

test("a tile turned over in Sausage is laid at the next place by each tap, and then waits again", () => {
  const start = stateOf(["2-0^A3", "2-0^B4"], { turned: "2-0", hand: null });
  equal(start.picking, "2-0");
  const first = pick(start, "2-0");
  const second = pick(first, "2-0");
  deepEqual([...lying(first), ...lying(second)], ["2-0^A3", "2-0^B4"]);
  deepEqual([pick(second, "2-0").picking, lying(pick(second, "2-0"))], ["2-0", []]);
});

test("if nothing fits, there is only one move", () => {
  equal(onlyMove(stateOf(["draw"])), "draw");
  equal(onlyMove(stateOf(["draw", "pass"])), null);
  equal(onlyMove(stateOf(["draw", "5-3>6-5"])), null);
});

test("only the player whose turn it is can choose, in a running game", () => {
  equal(isMyTurn(stateOf(ONE_END)), true);
  for (const view of [{ you: null }, { you: 1 }, { status: "finished" }, { round: null }])
    equal(isMyTurn(startState(viewOf(view))), false, JSON.stringify(view));
  deepEqual([...choices(stateOf(ONE_END, { turn: 1 })).tiles], []);
});

test("nothing can be chosen while looking back or sending a move", () => {
  const state = stateOf(ONE_END);
  deepEqual([...choices(withScene(state, { kind: "step", deal: 0, ply: 0 })).tiles], []);
  deepEqual([...choices(withSent(state, "5-3>6-5")).tiles], []);
});

test("a newer view keeps laid tiles only if they are still a move", () => {
  const state = pick(stateOf(ONE_END), "5-3");
  const newer = (legal) => withView(state, viewOf({ version: 4, round: { legal } }));
  deepEqual(lying(newer(["5-3>6-5"])), ["5-3>6-5"]);
  deepEqual(lying(newer(["6-2>6-5"])), []);
});

test("a view of the next deal removes laid tiles, even if the same text is a move in it", () => {
  const state = pick(stateOf(ONE_END), "5-3");
  deepEqual(lying(withView(state, viewOf({ version: 4, deal: 1, round: { legal: ONE_END } }))), []);
});

test("the answer to a move removes the sent tiles", () => {
  const sent = withSent(pick(stateOf(ONE_END), "5-3"), "5-3>6-5");
  const state = withView(sent, viewOf({ version: 4, round: { legal: ONE_END } }));
  deepEqual([state.sent, lying(state)], [null, []]);
});

test("the same version again leaves the laid tiles", () => {
  deepEqual(lying(withView(pick(stateOf(ONE_END), "5-3"), viewOf({ version: 3 }))), ["5-3>6-5"]);
});

test("a refusal gives its reason and returns the tiles to the hand", () => {
  const state = withRefusal(withSent(pick(stateOf(ONE_END), "5-3"), "5-3>6-5"), "5-3>6-5", "Not your turn.");
  deepEqual([state.sent, lying(state), state.notice], [null, [], "Not your turn."]);
  equal(takeBack(state).notice, "");
});

test("a late refusal leaves tiles that were laid since", () => {
  const state = withRefusal(pick(stateOf(ONE_END), "5-3"), "6-4>6-5", "Too late.");
  deepEqual([lying(state), state.notice], [["5-3>6-5"], "Too late."]);
});

test("a tile turned over waits for its place without a tap, and can't be put back", () => {
  const state = stateOf(["5-3>A", "5-3/1"], { turned: "5-3" });
  equal(state.picking, "5-3");
  equal(takeBack(lay(state, playsOf("5-3/1")[0])).picking, "5-3");
});

test("events on a hidden page are saved for later", () => {
  const [first, second] = [{ ply: 1 }, { ply: 2 }];
  const state = startState(viewOf({ since: [first] }));
  deepEqual(withUnseen(state, [second]).since, [first, second]);
});

test("a tile can be chosen while missed moves play, which then jump to the present", () => {
  const news = withUnseen(stateOf(ONE_END), [{ deal: 0, ply: 1, seat: 1, move: "6-5", by: "player" }]);
  const playing = withScene(news, { kind: "play", deal: 0, ply: 1, index: 0 });
  deepEqual([...choices(playing).tiles], ["5-3", "6-2"]);
  const present = atPresent(playing);
  deepEqual([present.scene, present.since], [{ kind: "now" }, []]);
});

test("after a deal has ended nothing can be chosen, and later events wait", () => {
  const over = withScene(withUnseen(stateOf(ONE_END), [{ deal: 1, seat: 1, move: "6-5" }]), { kind: "over", deal: 0 });
  equal(choices(over).tiles.size, 0);
  deepEqual(atPresent(over), over);
});

test("the reader's own moves aren't news, unless we made them", () => {
  const events = ["player", "planned", "forced"].map((by) => ({ deal: 0, seat: 0, move: "pass", by }));
  deepEqual(
    toTell(withUnseen(stateOf([]), [...events, { deal: 0, seat: 1, move: "pass", by: "player" }])).map(
      ({ seat, by }) => [seat, by],
    ),
    [
      [0, "planned"],
      [0, "forced"],
      [1, "player"],
    ],
  );
});

test("the reason why a tile can’t be played stays until the next action", () => {
  const refused = withReason(stateOf(ONE_END), "5-5", "5-5 fits neither 6 nor 3");
  equal(refused.why.tile, "5-5");
  equal(pick(refused, "5-3").why, null);
  equal(withView(refused, viewOf({ version: 4 })).why, null);
});

test("a signal counts as being sent until the view shows it, in the same version", () => {
  const sent = withSent(stateOf([]), "wink");
  equal(withView(sent, viewOf({ signals: [{ seat: 2, signal: "puff" }] })).sent, "wink");
  equal(withView(sent, viewOf({ signals: [{ seat: 0, signal: "wink" }] })).sent, null);
});

test("a move can be taken back against computers only, after the first move in the deal", () => {
  const seats = [
    { seat: 0, side: 0, computer: null },
    { seat: 1, side: 1, computer: "solid" },
  ];
  const made = { round: { moves: ["0 6-5", "1 5-3>6-5"] }, by: ["player", "bot"], seats };
  const may = (view) => mayTakeBack(startState(viewOf(view)));
  equal(may(made), true);
  equal(may({ ...made, rated: true }), false);
  equal(may({ ...made, appointed: true }), false);
  equal(may({ ...made, status: "finished" }), false);
  equal(may({ ...made, you: null }), false);
  equal(may({ ...made, by: ["planned", "bot"] }), false);
  equal(may({ ...made, round: { moves: ["1 6-5"] }, by: ["player"] }), false);
  equal(may({ ...made, seats: [seats[0], { ...seats[1], computer: null }] }), false);
  equal(may({ ...made, seats: [seats[0], { ...seats[1], computer: null, left: true }] }), true);
});
