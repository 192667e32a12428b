import { ask } from "../app/over_http.js";

/**
 * Returns the reason for a refusal, or "". Throws without a network.
 * @type {(view: GameView) => Promise<string>}
 */
async function takeBack({ id, version }) {
  const { status, body } = await ask(`/api/v1/games/${id}/take-back/`, { method: "POST", body: { version } });
  return status < 400 ? "" : (body?.message ?? body?.detail ?? "");
}

/**
 * Take back the reader's last move, or say why that is refused.
 * @type {(table: Table) => Promise<void>}
 */
export async function undo(table) {
  const refusal = await takeBack(table.state.view).catch(() => ""); // the page shows that the connection is down
  if (refusal) table.update({ ...table.state, notice: refusal });
  table.say(refusal);
}
