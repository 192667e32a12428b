// Advice on a result card: the better move that would have helped most in a round that the reader lost, or the question
// for the only move that would have won. A computer works it out, so the card asks for it once, and never if the reader has turned advice off.

import { after } from "../app/on_demand.js";
import { ask } from "../app/over_http.js";
import { keep } from "../app/save_preference.js";
import { gettext as _ } from "../text/i18n.js";
import { button } from "./controls.js";
import { element } from "./players.js";
import { playsAlone } from "./state.js";
import { unbroken } from "./turns.js";

/** @type {Map<number, Promise<Advised | null>>} */
const known = new Map(); // by deal

const BUSY = 204;
const AGAIN = 6000; // ms

/** @type {(game: string, deal: number, tries?: number) => Promise<Advised | null>} */
const fetched = (game, deal, tries = 3) =>
  ask(`/api/v1/games/${game}/rounds/${deal}/coach/`).then(
    ({ status, body }) => {
      if (status === BUSY && tries > 1) return after(AGAIN, () => fetched(game, deal, tries - 1));
      return status === 200 ? body : null;
    },
    () => null, // a card without advice is whole
  );

/**
 * A part of the card that fills when the advice arrives; false if the reader gets none.
 * @type {(view: GameView, position: Position, act: Act) => HTMLElement | false}
 */
export function advice(view, { deal, scoreLine }, act) {
  const { you } = view;
  if (you === null || document.body.dataset.coach === "off") return false;
  if (view.status !== "finished" && !playsAlone(view)) return false;
  if (!scoreLine || scoreLine.winner === view.seats[you].side) return false;
  const node = element("div", { className: "over-coach", role: "status" });
  const told = known.get(deal) ?? fetched(view.id, deal);
  known.set(deal, told);
  told.then((found) => {
    const ply = found?.advice?.ply;
    const lead = found?.puzzle
      ? element("a", {
          className: "button quiet",
          href: found.puzzle,
          text: `${_("One tile would have won. Find it?")} ›`,
        })
      : found && ply && button(`${unbroken(found.text)} ›`, () => act.look(deal, ply), "quiet");
    if (lead) fill(node, lead);
  });
  return node;
}

/** @type {(node: HTMLElement, lead: HTMLElement) => void} */
function fill(node, lead) {
  node.append(lead, button(_("Turn off"), turnOff, "quiet", { "aria-label": _("Turn off advice") }));

  function turnOff() {
    document.body.dataset.coach = "off";
    keep("coach", "off");
    const words = _("Advice is off. You can turn it on again in the settings.");
    const back = element("a", { href: "/settings/", text: words });
    node.replaceChildren(back);
    back.focus({ preventScroll: true });
  }
}
