// The trains that the page derives from the moves of a running round, beside those of the server's frames.

import { trainsAfter } from "../../static/js/geometry/trains.js";

const plain = ({ trains, cover }) =>
  JSON.stringify([trains.map(({ of, end, open, tiles }) => [of, end, open, tiles]), cover]);

/** For each round, the plies at which the two differ, with both. The end of a round comes from its replay only. */
export const differing = (rounds) => rounds.map(differingPlies);

const differingPlies = ({ view, frames, rules, options = {} }) =>
  frames
    .slice(0, -1)
    .map((frame) => [frame.ply, plain(frame), plain(trainsAfter({ round: view, rules, options }, frame.ply))])
    .filter(([, server, page]) => server !== page);
