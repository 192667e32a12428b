// Changes the replay of each deal in one place at a time, for test_verify.py.

import { wrongPly } from "../../static/js/look_back/replayed.js";

/** *tried*: the number of changes. *passed*: those that were not detected. */
export function tryForgeries(deals) {
  const passed = [];
  let tried = 0;
  for (const { name, check, replay, sides } of deals) {
    for (const [what, change] of forgeries(check, replay)) {
      tried += 1;
      if (!wrongPly(check.deal, { ...replay, ...change }, sides)) passed.push(`${name}, ${what}`);
    }
  }
  return { tried, passed };
}

/** Each change, with the changed parts of the replay. */
function* forgeries({ tiles }, { frames, view }) {
  const other = (tile) => tiles[(tiles.indexOf(tile) + 1) % tiles.length];
  const laidOtherwise = (layout, at) => ({ layout: layout.with(at, { ...layout[at], tile: other(layout[at].tile) }) });
  for (const [ply, { seat, hands, move, boneyard, layout }] of frames.entries()) {
    const frame = (change) => ({ frames: frames.with(ply, { ...frames[ply], ...change }) });
    for (const [whose, hand] of hands.entries())
      for (const [at, tile] of hand.entries())
        yield [
          `frame ${ply}: ${tile} of seat ${whose}`,
          frame({ hands: hands.with(whose, hand.with(at, other(tile))) }),
        ];
    yield [`frame ${ply}: the boneyard`, frame({ boneyard: boneyard + 1 })];
    for (const at of (layout ?? []).keys())
      yield [`frame ${ply}: ${layout[at].tile} laid`, frame(laidOtherwise(layout, at))];
    if (!ply) continue;
    yield [`frame ${ply}: the move`, frame({ move: `${move}0` })];
    yield [`frame ${ply}: the seat`, frame({ seat: seat + 1 })];
    const [, word, tile, rest] = /^(draw\S* |turn |)(\d+-\d+)(.*)$/.exec(move) ?? [];
    if (!tile) continue;
    const text = `${word}${other(tile)}${rest}`;
    const moves = view.moves.with(ply - 1, `${seat} ${text}`);
    yield [`move ${ply}: ${move}`, { ...frame({ move: text }), view: { ...view, moves } }];
  }
  for (const at of frames[0].layout ? [] : view.layout.keys())
    yield [`${view.layout[at].tile} laid`, { view: { ...view, ...laidOtherwise(view.layout, at) } }];
  yield ["a frame less", { frames: frames.slice(0, -1) }];
  yield ["a frame more", { frames: [...frames, frames.at(-1)] }];
}
