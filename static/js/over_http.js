// A game over HTTP, where there is no socket: fetched only then.

import { csrfToken } from "./csrf.js";

const PATIENCE = 15_000; // ms for an answer; what waits for one would wait for ever on a dead line

/** Ask the server as this page's user; answers {status, body}. Throws only without a network, or an answer in time. */
export async function ask(path, { method = "GET", body } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") Object.assign(headers, { "Content-Type": "application/json", "X-CSRFToken": csrfToken() });
  const response = await fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = response.status === 204 ? "" : await response.text();
  try {
    return { status: response.status, body: text ? JSON.parse(text) : null };
  } catch {
    return { status: response.status, body: null };
  }
}

/** Send a move; {ok: true, version} or {ok: false, code, message}. Throws where it should be sent again. */
export async function sendMove(api, key, { move, version }) {
  const { status, body } = await ask(`${api}moves/`, { method: "POST", body: { move, version, key } });
  if (status < 400) return { ok: true, version: body?.version };
  if (status >= 500 || status === 429) throw new Error(String(status));
  return { ok: false, code: body?.code ?? String(status), message: body?.message ?? body?.detail ?? "" };
}

/** What is newer than *version*, or has other *signals*: {view: or null, reached: does the server answer as it should?} */
export async function newerThan(api, { version, signals }) {
  const { status, body } = await ask(`${api}?since=${Math.max(0, version)}&signals=${signals}`);
  return { view: status === 200 ? body : null, reached: status < 500 };
}

/** Take back the last move of the reader; answers why it was refused, or "". Throws without a network. */
export async function takeBack({ id, version }) {
  const { status, body } = await ask(`/api/v1/games/${id}/take-back/`, { method: "POST", body: { version } });
  return status < 400 ? "" : (body?.message ?? body?.detail ?? "");
}

export const seen = (api, version) => ask(`${api}seen/`, { method: "POST", body: { version } });
