// Verifies deals that Python made, for test_verify.py.

import { verify } from "../../static/js/look_back/verify.js";

/** For each deal, with what the page knew before: the sentences of failed checks. */
export function faultsOf(deals) {
  return Promise.all(
    deals.map(async ({ check, known }) => {
      const results = await verify(check, { names: ["Ada", "Ben"], known });
      if (!results.length) throw new Error("nothing was checked");
      return results.filter(({ ok }) => ok === false).map(({ sentence }) => sentence);
    }),
  );
}
