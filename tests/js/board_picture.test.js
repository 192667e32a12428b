import assert from "node:assert/strict";
import test from "node:test";
import { positionOf } from "../../static/js/look_back/scene.js";
import { boardPicture } from "../../static/js/table/board_picture.js";
import { pick, startState, withScene, withSent } from "../../static/js/table/state.js";
import { viewOf } from "./views.js";

const { deepEqual } = assert;

const LAYOUT = [{ tile: "6-5", ply: 1, seat: 1 }];
const ENDS = [
  { tile: "6-5", value: 6, arm: "line" },
  { tile: "3-1", value: 1, arm: "line" },
];
const stateOf = (legal, view = {}) =>
  startState(viewOf({ ...view, by: ["player"], round: { legal, layout: LAYOUT, ends: ENDS, moves: ["1 6-5"] } }));
const picture = (state) => boardPicture(state, positionOf(state));
const ghosts = (state) =>
  picture(state).ghosts.map(({ play, laid, sent, name }) => [play.text, laid, sent ?? false, name]);

test("before a tile is picked there are no ghosts, but there is room for all of them", () => {
  const state = stateOf(["5-3>6-5", "6-2>6-5"]);
  deepEqual(ghosts(state), []);
  deepEqual(
    picture(state).room.map(({ text }) => text),
    ["5-3>6-5", "6-2>6-5"],
  );
});

test("a picked tile shows where it could go, with words for screen readers", () => {
  deepEqual(ghosts(pick(stateOf(["5-1>6-5", "5-1>3-1"]), "5-1")), [
    ["5-1>6-5", false, false, "Play 5-1 on the 6-5"],
    ["5-1>3-1", false, false, "Play 5-1 on the 3-1"],
  ]);
});

test("a laid tile is a ghost until it is submitted, and while it is being sent", () => {
  const laid = pick(stateOf(["5-3>6-5"]), "5-3");
  const name = "5-3 on the 6-5, not submitted yet";
  deepEqual(ghosts(laid), [["5-3>6-5", true, false, name]]);
  deepEqual(ghosts(withSent(laid, "5-3>6-5")), [["5-3>6-5", true, true, name]]);
});

test("a draw being sent shows no ghost", () => {
  deepEqual(ghosts(withSent(stateOf(["draw"]), "draw")), []);
});

test("an end is highlighted if a tile of the hand fits", () => {
  deepEqual(
    picture(stateOf(["5-3>6-5"])).ends.map(({ tile, playable }) => [tile, playable]),
    [
      ["6-5", true],
      ["3-1", false],
    ],
  );
});

test("tiles played since the last look are fresh, except in another deal", () => {
  const since = [
    { deal: 0, ply: 1, move: "6-5" },
    { deal: 1, ply: 7, move: "6-6" },
    { deal: 0, type: "round" },
  ];
  deepEqual(picture(stateOf([], { since })).fresh, new Set([1]));
});

test("looking back shows the layout of that time, and nothing to choose", () => {
  const state = withScene(pick(stateOf(["5-3>6-5"], { since: [{ deal: 0, ply: 1 }] }), "5-3"), {
    kind: "step",
    deal: 0,
    ply: 0,
  });
  const { ghosts: found, room, fresh, ply, layout } = picture(state);
  deepEqual([found, room, fresh, ply, layout], [[], [], new Set(), 0, LAYOUT]);
});
