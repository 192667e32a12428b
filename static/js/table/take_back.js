import { ask } from "../app/over_http.js";

/**
 * Take back the reader's last move; returns the reason for a refusal, or "". Throws without a network.
 * @type {(view: GameView) => Promise<string>}
 */
export async function takeBack({ id, version }) {
  const { status, body } = await ask(`/api/v1/games/${id}/take-back/`, { method: "POST", body: { version } });
  return status < 400 ? "" : (body?.message ?? body?.detail ?? "");
}
