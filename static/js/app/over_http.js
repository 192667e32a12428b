// A game over HTTP: fetched only if there is no socket.

import { csrfToken } from "./csrf.js";

const PATIENCE = 15_000; // ms for an answer; without a limit, a dead connection would block the caller forever

/**
 * Send a request as this page's user; returns {status, body}. Throws only without a network or a timely answer.
 * @type {(path: string, request?: { method?: string; body?: unknown }) => Promise<{ status: number; body: any }>}
 */
export async function ask(path, { method = "GET", body } = {}) {
  const headers = { Accept: "application/json" };
  if (method !== "GET") Object.assign(headers, { "Content-Type": "application/json", "X-CSRFToken": csrfToken() });
  const response = await fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: body ? JSON.stringify(body) : undefined,
    signal: AbortSignal.timeout(PATIENCE),
  });
  const text = response.status === 204 ? "" : await response.text();
  try {
    return { status: response.status, body: text ? JSON.parse(text) : null };
  } catch {
    return { status: response.status, body: null };
  }
}

/**
 * Send a move: {ok: true, version} or {ok: false, code, message}. Throws if it should be sent again.
 * @type {(api: string, key: string, move: { move: MoveText; version: number }) => Promise<Answer>}
 */
export async function sendMove(api, key, { move, version }) {
  const { status, body } = await ask(`${api}moves/`, { method: "POST", body: { move, version, key } });
  if (status < 400) return { ok: true, version: body?.version };
  if (status >= 500 || status === 429) throw new Error(String(status));
  return { ok: false, code: body?.code ?? String(status), message: body?.message ?? body?.detail ?? "" };
}

/**
 * A view newer than *version*, or with other *signals*: {view: or null, reached: whether the server answered properly}.
 * @type {(api: string, shown: { version: number; signals: number }) => Promise<{ view: GameView | null; reached: boolean }>}
 */
export async function newerThan(api, { version, signals }) {
  const { status, body } = await ask(`${api}?since=${Math.max(0, version)}&signals=${signals}`);
  return { view: status === 200 ? body : null, reached: status < 500 };
}

/** @type {(api: string, version: number) => Promise<unknown>} */
export const seen = (api, version) => ask(`${api}seen/`, { method: "POST", body: { version } });
