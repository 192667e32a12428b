// Runs in the page (test_verify.py): changes the replay of each deal in one place after the other. Answers how many it
// tried, and those that still pass for following from the deal.
async (deals) => {
  const { wrongPly } = await import("/static/js/played.js");
  const passed = [];
  let tried = 0;
  const put = (list, at, item) => list.map((old, place) => (place === at ? item : old));
  for (const { name, check: { deal, tiles }, replay, sides } of deals) {
    const { frames, view } = replay;
    const other = (tile) => tiles[(tiles.indexOf(tile) + 1) % tiles.length];
    const look = (what, changed) => {
      tried += 1;
      if (!wrongPly(deal, { ...replay, ...changed }, sides)) passed.push(`${name}, ${what}`);
    };
    const frame = (ply, part) => ({ frames: put(frames, ply, { ...frames[ply], ...part }) });
    const laid = (layout, at) => ({ layout: put(layout, at, { ...layout[at], tile: other(layout[at].tile) }) });
    frames.forEach(({ seat, hands, move, boneyard, layout }, ply) => {
      hands.forEach((hand, whose) => hand.forEach((tile, at) => {
        look(`frame ${ply}: ${tile} of seat ${whose}`, frame(ply, { hands: put(hands, whose, put(hand, at, other(tile))) }));
      }));
      look(`frame ${ply}: the boneyard`, frame(ply, { boneyard: boneyard + 1 }));
      layout?.forEach(({ tile }, at) => look(`frame ${ply}: ${tile} laid`, frame(ply, laid(layout, at))));
      if (!ply) return;
      look(`frame ${ply}: the move`, frame(ply, { move: `${move}0` }));
      look(`frame ${ply}: the seat`, frame(ply, { seat: seat + 1 }));
      const [, word, tile, rest] = /^(draw\S* |turn |)(\d+-\d+)(.*)$/.exec(move) ?? [];
      if (!tile) return;
      const text = `${word}${other(tile)}${rest}`;
      look(`move ${ply}: ${move}`, { ...frame(ply, { move: text }), view: { ...view, moves: put(view.moves, ply - 1, `${seat} ${text}`) } });
    });
    if (!frames[0].layout) view.layout.forEach(({ tile }, at) => look(`${tile} laid`, { view: { ...view, ...laid(view.layout, at) } }));
    look("a frame less", { frames: frames.slice(0, -1) });
    look("a frame more", { frames: [...frames, frames.at(-1)] });
  }
  return { tried, passed };
}
