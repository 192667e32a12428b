// Looking back: finished deals are fetched, once each, and scenes stepped through. Fetched with the first look.
// *table* is what table.js holds: {state, update(next), say(words)}.

import { gettext as _ } from "./i18n.js";
import { ask } from "./over_http.js";
import { dealsOver } from "./scene.js";
import * as change from "./state.js";

const isKnown = ({ view, deals }, deal) => deal === view.deal || Boolean(deals[deal]);

/** A finished deal comes into the state; a running one stays as the view has it. */
export async function load(table, deal) {
  const { view, deals } = table.state;
  if (deals[deal] || !dealsOver(view).includes(deal)) return;
  try {
    const { status, body } = await ask(`${view.api ?? `/api/v1/games/${view.id}/`}rounds/${deal}/`);
    if (status === 200) table.state = change.withDeal(table.state, deal, body);
  } catch {
    table.say(_("No connection. Trying again …"));
  }
}

export async function look(table, deal, ply) {
  await load(table, deal);
  if (isKnown(table.state, deal)) table.update(change.show(table.state, { kind: "step", deal, ply }));
}

/** To place *index* of the list that is being stepped through, or of the deal. */
export function step(table, index) {
  const { scene } = table.state;
  if (scene.list) stepThrough(table, scene.list, index);
  else table.update(change.show(table.state, { ...scene, ply: index }));
}

/** What happened since the last look, event by event. */
export async function stepThrough(table, list, index) {
  const { deal, ply = Infinity } = list[index];
  await load(table, deal);
  if (isKnown(table.state, deal)) table.update(change.show(table.state, { kind: "step", deal, ply, list, index }));
}
