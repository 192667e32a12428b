// Every combination of winners × readers at a table. For result_text.test.js and tests/games/test_sheet.py.

import { endInWords, fateOf } from "../../static/js/table/result_text.js";
import { viewOf } from "./views.js";

export const NAMES = ["Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal"];

/** A finished game. *sides*: the side of each seat. */
export const ended = (sides, winners, you) =>
  viewOf({
    ...{ status: "finished", you, outcome: { totals: [], winners, reason: "target" } },
    seats: sides.map((side, seat) => ({ seat, side, name: NAMES[seat] })),
  });

/** Who must be named by whom: nobody in a draw; a player who shares the first place doesn't read their own side. */
function namesFor(sides, winners, you, isDraw) {
  if (isDraw) return [];
  const shares = winners.length > 1 && winners.includes(sides[you]);
  return NAMES.filter((_name, seat) => {
    if (!winners.includes(sides[seat]) || seat === you) return false;
    return !(shares && sides[seat] === sides[you]);
  });
}

/** *tables*: by table the side of each seat. Returns {wrong, tried}. */
export function faultsOf(tables) {
  const wrong = [];
  let tried = 0;
  for (const sides of tables) {
    const all = [...new Set(sides)];
    for (let chosen = 1; chosen < 2 ** all.length; chosen += 1)
      for (const you of [null, ...sides.keys()]) {
        const winners = all.filter((side) => chosen & (1 << side));
        const view = ended(sides, winners, you);
        const { title } = endInWords(view, null);
        const isMine = you !== null && winners.includes(sides[you]);
        const isDraw = winners.length === all.length;
        const expected = {
          isDraw,
          you: isMine && !isDraw,
          win: winners.length === 1,
          names: namesFor(sides, winners, you, isDraw),
          fate: you === null ? "seen" : isMine ? (winners.length > 1 ? "drawn" : "won") : "lost",
        };
        const found = {
          isDraw: title === "A draw",
          you: /\bYou\b/.test(title),
          win: /wins?$/.test(title),
          names: NAMES.filter((name) => title.includes(name)),
          fate: fateOf(view),
        };
        if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ sides, winners, you, title, expected });
        tried += 1;
      }
  }
  return { wrong, tried };
}
