// Points that don't count, because a target must be reached exactly.

import { interpolate, ngettext, number } from "../text/i18n.js";

/** @type {(points: number, target: number | null) => string} */
export const overTarget = (points, target) =>
  interpolate(
    ngettext("%(n)s point would pass %(target)s: nothing", "%(n)s points would pass %(target)s: nothing", points),
    { n: number(points), target },
  );
