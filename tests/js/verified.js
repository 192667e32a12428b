// Deals that Python made, for test_verify.py.

import { verify } from "../../static/js/verify.js";

/** For each deal, with what was known of it before, the sentences that say what doesn't fit. */
export function faultsOf(deals) {
  return Promise.all(
    deals.map(async ({ check, known }) => {
      const results = await verify(check, { names: ["Ada", "Ben"], known });
      if (!results.length) throw new Error("nothing was checked");
      return results.filter(({ ok }) => ok === false).map(({ sentence }) => sentence);
    }),
  );
}
