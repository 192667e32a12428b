// The drawing of a layout: 6-5 lies alone, its ends are 6 on the left and 5 on the right.

import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.js";

openPage('<div id="felt"></div>');
const { Board } = await import("../../static/js/board/board.js");
const { playsOf } = await import("../../static/js/text/notation.js");
const { deepEqual, equal } = assert;

const LEAD = { tile: "6-5", ply: 1, seat: 0, onto: null, at: null, arm: "lead" };
const NEXT = { tile: "6-3", ply: 2, seat: 1, onto: "6-5", at: 6, arm: "line" };
const LEFT = { tile: "6-5", value: 6, arm: "line" };
const RIGHT = { tile: "6-5", value: 5, arm: "line" };
const ghostOf = (text, more = {}) => ({ play: playsOf(text)[0], name: `Play ${text}`, laid: false, ...more });

function boardWith(picture, calls = {}) {
  const board = new Board(document.getElementById("felt"), calls);
  board.show({ id: 0, layout: [LEAD], ...picture });
  return board;
}
/** The ends, from right to left. */
const endsOf = ({ layers }) => [...layers.ends.children].map((end) => end.getAttribute("class"));
const press = (node, key) => {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
  node.dispatchEvent(event);
  return event.defaultPrevented;
};

test.beforeEach(() => document.getElementById("felt").replaceChildren());

test("of two ends of one tile only that one is bright on which a tile fits", () => {
  deepEqual(endsOf(boardWith({ ends: [{ ...LEFT, playable: true }, RIGHT] })), ["end", "end end-playable"]);
  deepEqual(endsOf(boardWith({ ends: [LEFT, { ...RIGHT, playable: true }] })), ["end end-playable", "end"]);
});

test("the end of another tile is another end", () => {
  const layout = [LEAD, NEXT];
  const ends = [
    { tile: "6-3", value: 3, arm: "line" },
    { ...RIGHT, playable: true },
  ];
  deepEqual(endsOf(boardWith({ layout, ends })), ["end end-playable", "end"]);
});

test("an end is a short stroke across the line, just outside the tile", () => {
  const at = (end) => ["x1", "y1", "x2", "y2"].map((name) => Number(Number(end.getAttribute(name)).toFixed(2)));
  // The tile lies from -1 to 1, and half a unit up and down.
  deepEqual([...boardWith({ ends: [LEFT, RIGHT] }).layers.ends.children].map(at), [
    [1.22, -0.26, 1.22, 0.26],
    [-1.22, 0.26, -1.22, -0.26],
  ]);
});

test("an end is dark once a tile is laid on it", () => {
  const ends = [{ ...LEFT, playable: true }];
  deepEqual(endsOf(boardWith({ ends, ghosts: [ghostOf("6-2>6-5", { laid: true })] })), ["end"]);
  deepEqual(endsOf(boardWith({ ends, ghosts: [ghostOf("6-2>6-5")] })), ["end end-playable"]);
});

test("a ghost is a button: a click, Enter or the space bar chooses it", () => {
  const chosen = [];
  const board = boardWith({ ghosts: [ghostOf("6-2>6-5")] }, { onGhost: ({ text }) => chosen.push(text) });
  const [ghost] = board.layers.ghosts.children;
  deepEqual(
    ["role", "aria-label", "aria-pressed", "class"].map((name) => ghost.getAttribute(name)),
    ["button", "Play 6-2>6-5", "false", "ghost"],
  );
  ghost.dispatchEvent(new MouseEvent("click"));
  deepEqual(
    ["Enter", " ", "a"].map((key) => press(ghost, key)),
    [true, true, false],
  );
  deepEqual(chosen, ["6-2>6-5", "6-2>6-5", "6-2>6-5"]);
});

test("a laid ghost is pressed and casts a shadow; a sent one says so", () => {
  const [ghost] = boardWith({ ghosts: [ghostOf("6-2>6-5", { laid: true, sent: true })] }).layers.ghosts.children;
  equal(ghost.getAttribute("class"), "ghost laid sent");
  equal(ghost.getAttribute("aria-pressed"), "true");
  equal(ghost.querySelectorAll(".domino-shadow").length, 1);
});

test("the focus stays on the ghost of the same play", () => {
  const ghosts = [ghostOf("6-2>6-5"), ghostOf("5-3>6-5")];
  const board = boardWith({ ghosts });
  board.layers.ghosts.children[1].focus();
  board.show({ id: 0, layout: [LEAD], ghosts: [...ghosts].reverse() });
  equal(document.activeElement, board.layers.ghosts.children[0]);
  equal(document.activeElement.play.text, "5-3>6-5");
});

test("tiles keep their elements; only those that come later arrive, and those of later moves aren't shown", () => {
  const board = boardWith({});
  const [first] = board.layers.tiles.children;
  equal(first.getAttribute("class"), "placed");
  const layout = [LEAD, NEXT];
  board.show({ id: 0, layout, ply: 1 });
  equal(board.layers.tiles.children.length, 1);
  board.show({ id: 0, layout });
  equal(board.layers.tiles.children[0], first);
  equal(board.layers.tiles.children[1].getAttribute("class"), "placed arriving");
  equal(board.layers.shadows.children.length, 2);
});

test("fresh tiles and the last one have a halo", () => {
  const layout = [LEAD, NEXT];
  const halos = (more) =>
    [...boardWith({ layout, ...more }).layers.shadows.children].map((shadow) => [
      shadow.querySelector(".domino-halo") !== null,
      shadow.classList.contains("fresh"),
    ]);
  deepEqual(halos({}), [
    [false, false],
    [false, false],
  ]);
  deepEqual(halos({ last: 2 }), [
    [false, false],
    [true, false],
  ]);
  deepEqual(halos({ fresh: new Set([1]) }), [
    [true, true],
    [false, false],
  ]);
});

test("tiles that leave the table are handed to the animation of the same deal only", () => {
  const left = [];
  const board = boardWith({});
  board.show({ id: 0, layout: [], leave: (node) => left.push(node) });
  equal(left.length, 1);
  board.show({ id: 0, layout: [LEAD] });
  board.show({ id: 1, layout: [], leave: (node) => left.push(node) });
  equal(left.length, 1);
  equal(board.layers.shadows.children.length, 0);
});
