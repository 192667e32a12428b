/** Play dominoes on a Boneyard server: the account of a token, its games, moves and events. */
import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { components, paths } from "./schema.js";

export type { components, paths } from "./schema.js";

type Schemas = components["schemas"];
export type GameView = Schemas["GameView"];
export type NewGame = Schemas["NewGame"];
export type Refusal = Schemas["Refusal"];
/** A message of a stream; `type` says which. docs/api.md describes them. */
export type Message = { type: string } & Record<string, unknown>;

const TRIES = 8;
const LONGEST = 60; // seconds between two tries
const SILENCE = 60; // seconds; the server sends a sign of life every 20
const FINAL = new Set([4401, 4403, 4404]); // close codes after which the same request can't work

const pause = (seconds: number) => new Promise((over) => setTimeout(over, 1000 * seconds));
const growing = (tried: number) => Math.random() * Math.min(LONGEST, 2 ** tried); // not all programs at once

/** The server said no. `code` is for programs and stays the same; `message` is for people. */
export class Refused extends Error {
  readonly code: string;
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.refusal = refusal;
  }
}

/** The game has moved on since the view: look again and choose again. */
export class Stale extends Refused {}

/** The server's answer. Throws `Refused`. */
export function had<T>(answer: { data?: T; error?: Refusal }): T {
  if (answer.error) throw answer.error.code === "stale" ? new Stale(answer.error) : new Refused(answer.error);
  return answer.data as T;
}

/**
 * Tries again after a 429. After a 503 or a lost connection, it repeats only what does no harm twice: a GET, PUT or
 * DELETE, and a move, because that has a key.
 */
export async function patient(request: Request, inner: typeof fetch = fetch, tries = TRIES): Promise<Response> {
  const harmless = request.method !== "POST" || new URL(request.url).pathname.endsWith("/moves/");
  for (let tried = 1; tried < tries; tried++) {
    let wait = growing(tried);
    try {
      const answer = await inner(request.clone());
      if (answer.status !== 429 && !(answer.status === 503 && harmless)) return answer;
      wait = Number(answer.headers.get("Retry-After") ?? wait);
    } catch (lost) {
      if (!harmless) throw lost;
    }
    await pause(wait);
  }
  return inner(request);
}

/** `new Boneyard("https://play.example", "bone_…")`. `api` calls everything that has no method here: `had(await api.GET(…))`. */
export class Boneyard {
  readonly api: Client<paths>;
  readonly site: string;
  readonly #headers: Record<string, string>;

  constructor(site: string, token: string) {
    this.site = site.replace(/\/+$/, "");
    this.#headers = { Authorization: `Bearer ${token}` };
    this.api = createClient<paths>({
      baseUrl: this.site,
      headers: this.#headers,
      fetch: (request) => patient(request),
    });
    this.api.use(jsonOnly);
  }

  /** The game as you may see it. */
  async view(game: string): Promise<GameView> {
    const params = { path: { id: game } };
    return had(await this.api.GET("/api/v1/games/{id}/", { params }));
  }

  /** Create a game: `create({ variant: "draw", computers: { "1": "beginner" } })`. */
  async create(terms: NewGame): Promise<GameView> {
    return had(await this.api.POST("/api/v1/games/", { body: terms }));
  }

  /** Take a free seat. */
  async join(game: string): Promise<GameView> {
    const params = { path: { id: game } };
    return had(await this.api.POST("/api/v1/games/{id}/join/", { params, body: {} }));
  }

  /**
   * Make a move that you chose from *view*, and get the view after it. Throws `Stale` if the game has moved on. Its key
   * lets us send it again if the answer is lost: the move is made once.
   */
  async move(view: GameView, move: string): Promise<GameView> {
    const params = { path: { id: view.id } };
    const body = { move, version: view.version, key: crypto.randomUUID(), view: true };
    return had(await this.api.POST("/api/v1/games/{id}/moves/", { params, body })).view as GameView;
  }

  /**
   * The events of all your games, as docs/api.md says of `/ws/events/`. It never ends: a lost connection is made
   * again, and the list of games then has what you missed.
   */
  events(): AsyncGenerator<Message> {
    return this.#stream("/api/v1/events/");
  }

  /** The messages of one game, as of `/ws/games/<id>/`: your view at once and after each change. */
  follow(game: string): AsyncGenerator<Message> {
    return this.#stream(`/api/v1/games/${encodeURIComponent(game)}/events/`);
  }

  async *#stream(path: string): AsyncGenerator<Message> {
    let last = "";
    for (let failed = 0; ; failed++) {
      const gone = new AbortController();
      try {
        const headers = { ...this.#headers, Accept: "text/event-stream", ...(last && { "Last-Event-ID": last }) };
        const answer = await patient(new Request(this.site + path, { headers, signal: gone.signal }));
        if (answer.status >= 500) throw new Error(`${answer.url} answered ${answer.status}`);
        if (!answer.ok || !answer.body) throw new Refused((await answer.json()) as Refusal);
        for await (const line of lines(answer.body, gone)) {
          const [, name, value = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
          if (name === "id") last = value;
          if (name !== "data") continue;
          const message = JSON.parse(value) as Message & { code?: number };
          if (message.type) {
            failed = 0;
            yield message;
          } else if (FINAL.has(message.code ?? 0)) {
            throw new Refused({
              code: String(message.code),
              message: `The server closed the stream: ${message.code}.`,
            });
          }
        }
      } catch (lost) {
        if (lost instanceof Refused) throw lost;
      } finally {
        gone.abort(); // also if the reader leaves the loop
      }
      await pause(growing(failed));
    }
  }
}

/** An error of a proxy isn't JSON; openapi-fetch would show its text as the refusal. */
const jsonOnly: Middleware = {
  onResponse({ response }) {
    if (response.ok || response.headers.get("Content-Type")?.includes("json")) return;
    throw new Error(`${response.url} answered ${response.status}`);
  },
};

async function* lines(body: ReadableStream<Uint8Array>, gone: AbortController): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader();
  let rest = "";
  for (;;) {
    const silence = setTimeout(() => gone.abort(), 1000 * SILENCE);
    const { done, value } = await reader.read().finally(() => clearTimeout(silence));
    if (done) return;
    const found = (rest + value).split("\n");
    rest = found.pop() ?? "";
    yield* found;
  }
}
