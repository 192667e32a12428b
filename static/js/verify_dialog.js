// "Verify this deal": says in words what was recomputed, and what came out.

import { gettext as _ } from "./i18n.js";
import { element } from "./players.js";
import { verify } from "./verify.js";

/** *replay*: a finished deal; *promises*: commitments this page saw before their deals were over, by deal. */
export async function showCheck(replay, promises) {
  const dialog = document.getElementById("verify-dialog");
  const list = document.getElementById("verify-results");
  const results = await verify(replay.check, { promised: promises[replay.deal] ?? null });
  const title = !results.length ? _("This page can't check the deal")
    : results.every(({ ok }) => ok) ? _("This deal was fair") : _("This deal does not add up");
  document.getElementById("verify-title").textContent = title;
  dialog.classList.toggle("failed", results.some(({ ok }) => !ok));
  list.replaceChildren(...(results.length ? results.map(({ ok, words }) => element("li", { className: ok ? "passed" : "failed", text: words }))
    : [element("li", { text: _("Browsers compute checksums only on pages opened over https or on localhost. Open the game that way, or check the record with another program.") })]));
  document.getElementById("verify-data").textContent = JSON.stringify(replay.check, null, 1);
  if (!dialog.open) dialog.showModal();
}
