// A rematch on the result card: ask, wait, accept or decline, and go on to the new game when everybody is in.

import { late } from "../app/on_demand.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { button } from "./controls.js";
import { element } from "./players.js";
import { asker, stageOf, waitingInWords } from "./rematch_text.js";

const form = () => document.getElementById("rematch-form"); // missing for a seat held by a private link

/** @type {(view: GameView) => ReturnType<typeof stageOf>} */
export const stage = (view) => stageOf(view, form() !== null);

const DOUBLE = 1000; // ms: a second press on “Rematch”, which is “Cancel” by now, doesn't cancel

let sending = false;
let justAsked = false;
let trouble = ""; // why the last wish failed
/** @type {{ view: GameView; act: Act } | null} */
let at = null;

/** Changes whenever the card has to be drawn anew. */
export const changes = () => [sending, justAsked, trouble];

/**
 * The words and buttons of a rematch, the main button first.
 * @type {(view: GameView, act: Act) => { words: string; buttons: HTMLElement[] }}
 */
export function rematchParts(view, act) {
  at = { view, act };
  const busy = sending || justAsked ? { "aria-disabled": "true" } : {};
  /** @type {(text: string, className?: string) => HTMLElement} */
  const asking = (text, className = "") =>
    element("button", { className: `button ${className}`.trim(), form: "rematch-form", text, ...busy });
  /** @type {(text: string) => HTMLElement} */
  const dropping = (text) => button(text, () => send("DELETE"), "", busy);
  /** @type {(text: string, href: string, className?: string) => HTMLElement} */
  const link = (text, href, className = "") => element("a", { className: `button ${className}`.trim(), href, text });
  const there = `/g/${view.rematch?.id}/`;
  const guest = view.you === null || view.seats[view.you].guest;
  switch (stage(view)) {
    case "ask":
      return { words: trouble, buttons: [asking(_("Rematch"))] };
    case "wait":
      return { words: trouble || waitingInWords(view), buttons: [dropping(_("Cancel"))] };
    case "answer":
      return { words: trouble || asker(view), buttons: [asking(_("Accept"), "primary"), dropping(_("Decline"))] };
    case "watch":
      return {
        words: "",
        buttons: [link(interpolate(_("%(name)s offers a rematch"), { name: view.rematch?.by ?? "" }), there)],
      };
    case "begun":
      return { words: "", buttons: [link(_("To the rematch"), there, "primary")] };
    case "late":
      return { words: "", buttons: [link(_("Play again"), guest ? "/new/" : `/g/${view.id}/again/`)] };
    default:
      return { words: "", buttons: [] };
  }
}

/**
 * What the card says of a rematch, for the live region.
 * @type {(view: GameView) => string}
 */
export function rematchInWords(view) {
  const now = stage(view);
  if (now === "wait") return waitingInWords(view);
  if (now === "begun") return _("The rematch has started.");
  return view.rematch ? asker(view) : "";
}

/**
 * Ask or accept (POST), cancel or decline (DELETE).
 * @type {(method: "POST" | "DELETE") => Promise<void>}
 */
async function send(method) {
  if (sending || justAsked || !at) return;
  const { view, act } = at;
  sending = true;
  act.redraw();
  const http = await late(() => import("../app/over_http.js"));
  const answer = await http?.ask(`/api/v1/games/${view.id}/rematch/`, { method }).catch(() => null);
  sending = false;
  justAsked = method === "POST";
  if (justAsked)
    setTimeout(() => {
      justAsked = false;
      act.redraw();
    }, DOUBLE);
  trouble = answer ? refusalOf(answer) : _("No connection. Try again.");
  act.redraw();
  if (trouble) document.getElementById("announcer").textContent = trouble;
  else if (method === "POST" && answer?.body.status === "playing") return open(answer.body.id);
  act.check?.(); // the new view shows who is in
}

/**
 * Why the server refused; "" if it didn't.
 * @type {(answer: { status: number; body: any }) => string}
 */
const refusalOf = ({ status, body }) =>
  status < 400 ? "" : (body?.message ?? body?.detail ?? _("That didn’t work. Try again."));

/** Asks or accepts without leaving the page. */
export const listen = () =>
  form()?.addEventListener("submit", (event) => {
    event.preventDefault();
    send("POST");
  });

let opened = ""; // the answer and the new view say the same

/** @type {(id: string) => void} */
function open(id) {
  if (opened !== id) location.assign(`/g/${id}/`);
  opened = id;
}

/** @type {Rematch | null | undefined} */
let before; // of the last view; undefined: none has come yet

/**
 * Open the new game when it starts with the reader in it. A page that comes with a rematch in play stays.
 * @type {(view: GameView) => void}
 */
export function follow(view) {
  const { rematch, you } = view;
  const begins = before !== undefined && before?.status !== "playing" && rematch?.status === "playing";
  if (rematch?.id !== before?.id || rematch?.status !== before?.status) trouble = "";
  before = rematch;
  if (begins && form() && you !== null && rematch.accepted.includes(you)) open(rematch.id);
}
