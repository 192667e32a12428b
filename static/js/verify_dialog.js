// "Verify this deal": says in words what was recomputed, and what came out.

import { gettext as _ } from "./i18n.js";
import { element } from "./players.js";
import { verify } from "./verify.js";

/** The deals in which seats are known to have left, by seat. */
export function leftIn(deals, view) {
  const moves = Object.values({ ...deals, [view.deal]: deals[view.deal] ?? { deal: view.deal, view: view.round } })
    .flatMap(({ deal, view: round }) => (round?.moves ?? []).map((move) => [...move.split(" "), deal]));
  return Object.fromEntries(moves.filter(([, move]) => move === "resign" || move === "timeout").map(([seat, , deal]) => [seat, deal]));
}

/** Check the finished *deal*. *deals*: those fetched; *view*: of the game; *promises*: commitments this page saw before their deals were over. */
export async function showCheck(deals, deal, view, promises) {
  const replay = deals[deal];
  const dialog = document.getElementById("verify-dialog");
  const list = document.getElementById("verify-results");
  const results = await verify(replay.check, {
    names: replay.names,
    known: {
      round_id: `${view.id}/${deal}`, promised: promises[deal], first: promises[0],
      rules: { ...view.rules, host: view.host }, seats: view.seats, scores: view.scores, left_in: leftIn(deals, view),
    },
  });
  const failed = results.some(({ ok }) => ok === false);
  const title = !results.length ? _("This page can't check the deal") : failed ? _("This deal does not add up") : _("This deal was fair");
  document.getElementById("verify-title").textContent = title;
  dialog.classList.toggle("failed", failed);
  list.replaceChildren(...(results.length ? results.map(({ ok, words }) => element("li", { className: { true: "passed", false: "failed" }[ok] ?? "", text: words }))
    : [element("li", { text: _("Browsers compute checksums only on pages opened over https or on localhost. Open the game that way, or check the record with another program.") })]));
  document.getElementById("verify-data").textContent = JSON.stringify(replay.check, null, 1);
  if (!dialog.open) dialog.showModal();
}
