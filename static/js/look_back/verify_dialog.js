// "Verify the shuffle": says in words what was recomputed, and the result.

import { element } from "../table/players.js";
import { gettext as _ } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { load } from "./look_back.js";
import { finishedDeals } from "./scene.js";
import { verify } from "./verify.js";

/**
 * The deals in which seats are known to have left, by seat.
 * @type {(deals: Record<number, Replay>, view: GameView) => Record<number, number>}
 */
export function leftIn(deals, view) {
  const now = view.deal ?? -1;
  const moves = Object.values({
    ...deals,
    [now]: deals[now] ?? { deal: now, view: view.round },
  }).flatMap(({ deal, view: round }) =>
    (round?.moves ?? []).map((move) => {
      const [seat, text] = seatAndText(move);
      return { seat, word: text.split(" ")[0], deal };
    }),
  );
  return Object.fromEntries(
    moves.flatMap(({ seat, word, deal }) => (word === "resign" || word === "timeout" ? [[seat, deal]] : [])),
  );
}

/**
 * Fetch other deals, nearest first, until we know for each seat that left in which deal it did. Players who left in the
 * first deal were dealt a hand in it.
 * @type {(table: Table, deal: number) => Promise<void>}
 */
async function findWhoLeft(table, deal) {
  const { view } = table.state;
  const isUnknown = (/** @type {SeatLine} */ { seat, left }) => left && !(seat in leftIn(table.state.deals, view));
  for (const other of finishedDeals(view).sort((a, b) => Math.abs(a - deal) - Math.abs(b - deal))) {
    if (!deal || !view.seats.some(isUnknown)) return;
    if (!table.state.deals[other] && !(await load(table, other))) return;
  }
}

/**
 * Verify the finished *deal* of *table*, already fetched. *promises*, *hands*: what this page first saw of the deals.
 * @type {(table: Table, deal: number, seen: { promises: Record<number, string>; hands: Record<number, SeenRound> }) => Promise<void>}
 */
export async function showCheck(table, deal, { promises, hands }) {
  const {
    view,
    deals: {
      [deal]: {
        check: { secret },
      },
    },
  } = table.state;
  // A deal fetched during the game has no secret yet.
  const finished = view.status === "finished" && !secret && (await load(table, deal, true));
  await findWhoLeft(table, deal);
  const { deals } = table.state;
  const replay = deals[deal];
  const results = await verify(replay.check, {
    names: replay.names,
    known: {
      round_id: `${view.id}/${deal}`,
      promised: promises[deal],
      first: promises[0],
      before: deals[deal - 1]?.check.seed,
      finished,
      rules: { ...view.rules, host: view.host },
      seats: view.seats,
      scores: view.scores,
      left_in: leftIn(deals, view),
      replay,
      seen: [
        ...(hands[deal] ? [hands[deal]] : []),
        ...(view.round && view.deal === deal ? [{ ...view.round, you: view.you }] : []),
      ],
    },
  });
  const failed = results.some(({ ok }) => ok === false);
  const fair = results.every(({ ok }) => ok) ? _("This deal was fair") : _("Fair, as far as we can check now");
  const title = !results.length ? _("This page can’t check the deal") : failed ? _("This deal does not add up") : fair;
  const dialog = document.getElementById("verify-dialog");
  document.getElementById("verify-title").textContent = title;
  dialog.classList.toggle("failed", failed);
  document.getElementById("verify-results").replaceChildren(
    ...(results.length
      ? results.map(({ ok, sentence }) =>
          element("li", { className: ok === null ? "" : ok ? "passed" : "failed", text: sentence }),
        )
      : [
          element("li", {
            text: _(
              "Browsers compute checksums only on pages opened over https or on localhost. Open the game that way, or check the record with another program.",
            ),
          }),
        ]),
  );
  document.getElementById("verify-data").textContent = JSON.stringify(replay.check, null, 1);
  if (!dialog.open) dialog.showModal();
}
