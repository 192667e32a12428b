// Looking back: finished deals are fetched, once each, and scenes stepped through. Fetched with the first look.
// *table* is what table.js holds: {state, update(next), say(sentence)}.

import { gettext as _ } from "./i18n.js";
import { ask } from "./over_http.js";
import { finishedDeals } from "./scene.js";
import * as change from "./state.js";

const isKnown = ({ view, deals }, deal) => deal === view.deal || Boolean(deals[deal]);

/** A finished deal comes into the state, or comes *again*; a running one stays as the view has it. Answers whether it came now. */
export async function load(table, deal, again = false) {
  const { view, deals } = table.state;
  if ((deals[deal] && !again) || !finishedDeals(view).includes(deal)) return false;
  try {
    const { status, body } = await ask(`${view.api ?? `/api/v1/games/${view.id}/`}rounds/${deal}/`);
    if (status === 200) table.state = change.withDeal(table.state, deal, body);
    return status === 200;
  } catch {
    table.say(_("No connection. Trying again …"));
    return false;
  }
}

export async function look(table, deal, ply) {
  await load(table, deal);
  if (isKnown(table.state, deal)) table.update(change.withScene(table.state, { kind: "step", deal, ply }));
}

/** To ply *ply* of the deal that is being stepped through. */
export const step = (table, ply) => table.update(change.withScene(table.state, { ...table.state.scene, ply }));
