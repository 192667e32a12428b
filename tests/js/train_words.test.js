// Ada is the reader; Ben, Cleo and Dan sit to her left. The station is 12-12.

import assert from "node:assert/strict";
import test from "node:test";
import { add } from "../../static/js/extras/registry.js";
import { extra } from "../../static/js/extras/train_words.js";
import { moveInWords } from "../../static/js/table/sentences.js";
import { startState } from "../../static/js/table/state.js";
import { endedTurns, happenedInWords, turnsOf, unseenInWords } from "../../static/js/table/turns.js";
import { whyNot } from "../../static/js/table/why_not.js";
import { isDouble, otherHalf, playsOf, seatAndText } from "../../static/js/text/notation.js";
import { viewOf } from "./views.js";

const { deepEqual, equal } = assert;
add({ extra });

/** A view after *moves*, with their layout and trains. *more*: of the round; `options` of the game. */
function after(moves, { options = {}, open = [], cover = null, ...more } = {}) {
  const trains = ["T0", "T1", "T2", "T3", "M"].map((of) => ({
    of,
    end: 12,
    open: of === "M" || open.includes(of),
    tiles: 0,
  }));
  const layout = [{ tile: "12-12", onto: null, at: null, arm: "lead", seat: null, ply: 0 }];
  moves.forEach((move, index) => {
    const [seat, text] = seatAndText(move);
    const [play] = playsOf(text) ?? [];
    if (!play) return;
    const train = trains.find(({ of }) => of === play.onto);
    const onto = layout.findLast(({ arm }) => arm === play.onto) ?? layout[0];
    layout.push({ tile: play.tile, onto: onto.tile, at: train.end, arm: train.of, seat, ply: index + 1 });
    Object.assign(train, {
      end: isDouble(play.tile) ? train.end : otherHalf(play.tile, train.end),
      tiles: train.tiles + 1,
    });
  });
  return viewOf({
    options,
    by: moves.map((move) => (move.endsWith("pass") ? "forced" : "player")),
    rules: { sum: null, trains: true, set: 12 },
    seats: ["Ada", "Ben", "Cleo", "Dan"].map((name, seat) => ({ seat, side: seat, name })),
    round: { moves, layout, trains, cover, start: "12-12", ...more },
  });
}

/** All of the view's moves from *known* on, as news. */
const news = (view, known = 0) =>
  view.round.moves.slice(known).map((move, index) => {
    const [seat, text] = seatAndText(move);
    return { version: 3, deal: view.deal, ply: known + index + 1, seat, move: text, by: view.by[known + index] };
  });
const told = (view, known) => happenedInWords(view, endedTurns(view, news(view, known)));
const ask = (view) => extra.statusInWords(startState(view));

test("a move says on whose train the tile goes", () => {
  const view = after([]);
  const said = (text, seat) => moveInWords(text, view.seats[seat].name, { you: seat === 0, view, seat });
  equal(said("12-5>M", 1), "Ben plays 12-5 on the Mexican train");
  equal(said("12-5>T0", 1), "Ben plays 12-5 on your train");
  equal(said("12-5>T1", 1), "Ben plays 12-5 on their own train");
  equal(said("12-5>T2", 0), "You play 12-5 on Cleo’s train");
  equal(said("12-5>T0", 0), "You play 12-5 on your train");
  equal(said("stop", 1), "That’s Ben’s train");
  equal(said("pass", 2), "Cleo passes: their train is open");
});

const TURNS = {
  "1 12-5>M": "Ben played 12-5 on the Mexican train; it ends in 5.",
  "1 12-5>M,2 draw,2 5-3>M":
    "Ben played 12-5 on the Mexican train; it ends in 5. Cleo drew and played 5-3 on the Mexican train; it ends in 3.",
  "1 draw,1 pass": "Ben drew and couldn’t play: their train is open.",
  "1 pass": "Ben couldn’t play: their train is open.",
  "1 draw,1 pass,2 pass": "Ben and Cleo couldn’t play: their trains are open.",
  "0 draw 7-2,0 pass": "You drew 7-2; it doesn’t fit: your train is open.",
  "1 12-5>M,2 5-5>M,2 5-3>M":
    "Ben played 12-5 on the Mexican train; it ends in 5. Cleo played 5-5 on the Mexican train and covered it with 5-3; it ends in 3.",
  "1 12-5>T1,1 9-5>T1,1 9-9>T1,1 9-2>T1,1 stop": "Ben started their train with 4 tiles; it ends in 2.",
};
for (const [moves, sentence] of Object.entries(TURNS))
  test(`${moves}: ${sentence}`, () => equal(told(after(moves.split(","), { turn: 3 })), sentence));

test("a double that another player has to cover", () => {
  const moves = ["1 12-5>M", "2 5-5>M", "2 draw", "2 pass", "3 draw", "3 pass", "0 draw 7-2", "0 pass", "1 5-3>M"];
  const view = after(moves, { turn: 2 });
  equal(
    told(view, 1),
    "Cleo played 5-5 on the Mexican train and couldn’t cover it: their train is open. " +
      "Dan drew and couldn’t cover the 5-5: their train is open. " +
      "You drew 7-2; it doesn’t fit: your train is open. Ben covered the 5-5 with 5-3; it ends in 3.",
  );
});

test("a turn that the clock began wasn’t the reader’s, though a pass follows from it", () => {
  const moves = ["1 12-5>M", "0 5-5>M", "0 draw 7-2", "0 pass"];
  const view = { ...after(moves, { turn: 1 }), by: ["player", "clock", "forced", "forced"] };
  equal(told(view, 1), "Ada (out of time) played 5-5 on the Mexican train and couldn’t cover it: their train is open.");
});

test("a turn is announced when it has ended, whole, whatever the earlier news said", () => {
  const moves = ["1 12-5>M", "2 5-5>M"];
  equal(told(after(moves, { turn: 2 }), 1), "");
  equal(told(after([...moves, "2 5-3>M"], { turn: 3 }), 2).slice(0, 34), "Cleo played 5-5 on the Mexican tra");
  equal(told(after(["0 12-12>M"], { turn: 0 })), "You played 12-12 on the Mexican train.");
});

test("a dead double asks for no cover, nor does one that gives another tile", () => {
  const fives = ["12-5", "11-5", "10-5", "9-5", "8-5", "7-5", "6-5", "5-4", "5-3", "5-2", "5-1", "5-0"];
  const moves = [...fives.map((tile, n) => `1 ${tile}>T${n % 4}`), "1 5-5>M", "2 12-1>M"];
  equal(told(after(moves, { turn: 3 }), 13), "Cleo played 12-1 on the Mexican train; it ends in 1.");
  equal(told(after(moves.slice(1), { turn: 3 }), 12), "Cleo covered the 5-5 with 12-1; it ends in 1.");
  const extraTile = after(["1 12-5>M", "2 5-5>M", "2 12-9>T2"], { turn: 3, options: { after_double: "extra" } });
  equal(told(extraTile, 1), "Cleo played 5-5 on the Mexican train and 12-9 on their own train; it ends in 9.");
});

test("consecutive moves of one seat are one turn on trains alone", () => {
  const events = (...moves) => news(after(moves));
  deepEqual(turnsOf(events("1 12-5>T1", "1 5-5>T1")).length, 1);
  deepEqual(turnsOf(news(viewOf({ round: { moves: ["1 5-3>6-5", "1 3-3>5-3"] } }))).length, 2);
  deepEqual(turnsOf(events("1 pass", "1 12-5>T1")).length, 2);
  const unseen = events("1 12-5>T1", "0 12-3>T0", "1 5-3>T1").filter(({ seat }) => seat === 1);
  deepEqual(turnsOf(unseen).length, 2); // the reader’s own moves are left out
});

test("the status asks to cover a double, and says with what", () => {
  const moves = ["3 12-5>M", "3 5-5>M"];
  const legal = ["5-2>M", "9-5>M"];
  equal(ask(after(moves, { cover: "M", turn: 0, legal })), "You must cover the 5-5; 5-2 and 9-5 fit"); // two lines
  equal(
    ask(after(moves, { cover: "M", turn: 0, legal: ["5-2>M"] })),
    "You must cover the 5-5 on the Mexican train; 5-2 fits",
  );
  equal(ask(after(moves, { cover: "M", turn: 1 })), "Ben must cover the 5-5 on the Mexican train");
  const mine = after(["3 12-5>T0", "3 5-5>T0"], { cover: "T0", turn: 1 });
  equal(ask(mine), "Ben must cover the 5-5 on your train");
  equal(ask({ ...mine, you: null }), "Ben must cover the 5-5 on Ada’s train");
});

test("beside the reader’s own draw, the status doesn’t name the train of the double: it has two lines", () => {
  const view = after(["3 12-5>M", "3 5-5>M", "3 pass", "0 draw 7-2", "0 pass"], { cover: "M", turn: 1 });
  equal(unseenInWords(view).sentences, "You drew 7-2; it doesn’t fit: your train is open.");
  equal(ask(view), "Ben must cover the 5-5");
});

test("the status reminds of the reader’s open train", () => {
  const ends = [
    { tile: "12-12", value: 12, arm: "T0" },
    { tile: "12-12", value: 12, arm: "M" },
  ];
  equal(ask(after([], { ends, legal: ["12-3>M", "12-3>T0"] })), null);
  equal(
    ask(after([], { ends, legal: ["12-3>M", "12-3>T0"], open: ["T0"] })),
    "Your turn. Your train is open: play on it to close it",
  );
  equal(ask(after([], { ends, legal: ["12-3>M"], open: ["T0"] })), "Your turn. Nothing fits your open train");
});

test("the status of an opening, of a train that must be started first, and of a second tile", () => {
  const own = [{ tile: "12-5", value: 5, arm: "T0" }];
  const going = after(["0 12-5>T0"], { ends: own, legal: ["5-2>T0", "stop"] });
  equal(ask(going), "Your train ends in 5: do you go on?");
  const first = after([], { ends: [{ tile: "12-12", value: 12, arm: "T0" }], legal: ["12-5>T0"] });
  equal(ask(first), "Start your own train first, with a 12");
  const second = after(["0 12-12>M"], { ends: own, legal: ["5-2>T0"], options: { after_double: "extra" } });
  equal(ask(second), "You played a double: play another tile");
});

test("the status tells the reader’s own draw until their next turn; others’ draws are seen in their rows", () => {
  const moves = ["0 draw 7-2", "0 pass", "1 draw", "1 pass"];
  equal(unseenInWords(after(moves, { turn: 2 })).sentences, "You drew 7-2; it doesn’t fit: your train is open.");
  equal(unseenInWords(after(moves, { turn: 0 })).sentences, "");
  equal(unseenInWords(after([...moves, "0 draw 8-1"], { turn: 0 })).sentences, "You drew 8-1.");
});

test("why a tile fits nowhere now", () => {
  const why = (moves, more, tile) => whyNot(startState(after(moves, { legal: ["9-1>M"], ...more })), tile);
  const end = (value, arm) => ({ tile: "12-12", value, arm });
  const covering = { cover: "M", ends: [end(5, "M")] };
  equal(why(["3 12-5>M", "3 5-5>M"], covering, "7-3"), "First cover the 5-5 on the Mexican train: 7-3 has no 5");
  const open = { ends: [end(12, "T0"), end(12, "M")] };
  equal(why(["1 12-7>T1"], open, "7-3"), "7-3 fits only Ben’s train, which is closed");
  const two = why(["1 12-7>T1", "2 12-3>T2"], open, "7-3");
  equal(two, "7-3 fits only closed trains: those of Ben and Cleo");
  equal(why(["1 12-7>T1"], open, "6-3"), "6-3 doesn’t fit the 12");
  equal(why([], { ends: [end(12, "T0")] }, "7-3"), "Start your own train first, with a 12");
  const going = { ends: [end(5, "T0")], legal: ["5-2>T0", "stop"] };
  equal(why(["0 12-5>T0"], going, "7-3"), "Only your own train now: 7-3 has no 5");
});

test("the place of a tile for readers", () => {
  const view = after([]);
  const [play] = playsOf("12-5>T1");
  equal(extra.placeInWords(play, false, view), "Play 12-5 on Ben’s train");
  equal(extra.placeInWords({ ...play, onto: "M" }, true, view), "12-5 on the Mexican train, not submitted yet");
});

test("missed turns in a few words, one a line", () => {
  const moves = [
    "1 draw",
    "1 pass",
    "2 12-5>M",
    "3 5-5>M",
    "3 5-3>M",
    "1 12-1>T0",
    "2 12-2>T2",
    "0 draw 7-2",
    "0 pass",
  ];
  const view = after(moves, { turn: 1 });
  deepEqual(
    turnsOf(news(view)).map((turn) => extra.turnInBrief(view, turn)),
    [
      "Ben: drew, passed: open",
      "Cleo: 12-5 on the Mexican train",
      "Dan: 5-5, 5-3 on the Mexican train",
      "Ben: 12-1 on your train",
      "Cleo: 12-2 on their own train",
      "You: drew, passed: open",
    ],
  );
});

test("the end of a round and a mere draw have no few words", () => {
  const view = after(["1 draw"]);
  const [draw, end] = turnsOf([...news(view), { type: "round", deal: 0, round: 1, over: "out", by: 1 }]);
  deepEqual([extra.turnInBrief(view, draw), extra.turnInBrief(view, end)], [null, null]);
});
