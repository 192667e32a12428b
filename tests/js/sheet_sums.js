// For tests/games/test_sheet.py: checks that the sheet's points for each round add up to its totals.

import { rows } from "../../static/js/table/score_sheet.js";

/** The number in a text of the sheet, such as "ends +5". */
const figureIn = (text) => Number(/[+−-]?[\d.,]+/.exec(text)[0].replace("−", "-").replaceAll(/[.,]/g, ""));

/** *games*: [{scores, totals, sheet, seats}]. Returns {wrong: sums that don't match, tried: the number of cells}. */
export function faultsOf(games) {
  const wrong = [];
  let tried = 0;
  for (const { key, ...game } of games) {
    const view = { ...game, you: null };
    const so = view.totals.map(() => 0);
    for (const { round, cells } of rows(view))
      cells.forEach(({ entries, struck, total }, side) => {
        so[side] += entries.reduce((sum, { text, light }) => sum + (light ? 0 : figureIn(text)), -(struck ?? 0));
        if (so[side] !== total) wrong.push({ key, round, side, shown: so[side], total });
        tried += 1;
      });
    if (String(so) !== String(view.totals)) wrong.push({ key, shown: so, totals: view.totals });
  }
  return { wrong, tried };
}
