// Layouts of Sausage that the page derives from the moves, beside those of the server's frames.

import { layoutAfter } from "../../static/js/geometry/sausage_past.js";

const plain = (layout) => JSON.stringify(layout.map(({ tile, at, arm, seat, ply }) => [tile, at, arm, seat, ply]));

/** The plies of a finished round at which the two differ. */
export const differing = ({ view, frames }) =>
  frames
    .filter(({ ply, layout, hands, ends }) => {
      const past = layoutAfter(view.moves, ply, 14);
      return (
        plain(past.layout) !== plain(layout) ||
        String(past.counts) !== String(hands.map((hand) => hand.length)) ||
        String(past.ends.map(({ value }) => value)) !== String(ends.map(({ value }) => value))
      );
    })
    .map(({ ply }) => ply);
