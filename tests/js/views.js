// Views as the server sends them. Whatever a test doesn't set has the simplest value: Ada (seat 0) and Ben (seat 1)
// play Draw; Ada is the reader, and it is her turn.

export function roundOf(round = {}) {
  return {
    round: 1,
    turn: 0,
    turned: null,
    hand: ["6-5", "5-3", "5-5"],
    hands: [3, 3],
    open: null,
    boneyard: 14,
    layout: [],
    ends: [],
    count: null,
    moves: [],
    legal: [],
    totals: [0, 0],
    result: null,
    ...round,
  };
}

export function viewOf({ round, ...view } = {}) {
  return {
    id: "abc",
    version: 3,
    status: "playing",
    you: 0,
    deal: 0,
    by: [],
    since: [],
    signals: [],
    seats: [
      { seat: 0, side: 0, name: "Ada" },
      { seat: 1, side: 1, name: "Ben" },
    ],
    scores: [],
    totals: [0, 0],
    rules: { sum: null },
    round: round === null ? null : roundOf(round),
    ...view,
  };
}
