// Looking back: fetches finished deals, once each, and steps through their plies. Fetched with the first look.
// *table* is the object of table.js: {state, update(next), say(sentence)}.

import { ask } from "../app/over_http.js";
import * as change from "../table/state.js";
import { gettext as _ } from "../text/i18n.js";
import { finishedDeals } from "./scene.js";

/** @type {(state: State, deal: number) => boolean} */
const isKnown = ({ view, deals }, deal) => deal === view.deal || Boolean(deals[deal]);

/**
 * Loads a finished deal into the state, or reloads it if *again*; a running deal stays as in the view. Returns whether
 * it was loaded now.
 * @type {(table: Table, deal: number, again?: boolean) => Promise<boolean>}
 */
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

/** @type {(table: Table, deal: number, ply: number) => Promise<void>} */
export async function look(table, deal, ply) {
  await load(table, deal);
  const { scene } = table.state;
  const from = scene.kind === "over" ? scene : scene.from; // back to the round's card
  if (isKnown(table.state, deal)) table.update(change.withScene(table.state, { kind: "step", deal, ply, from }));
}

/**
 * Go to ply *ply* of the deal on show.
 * @type {(table: Table, ply: number) => void}
 */
export const step = (table, ply) =>
  table.update(change.withScene(table.state, /** @type {Scene} */ ({ ...table.state.scene, ply })));
