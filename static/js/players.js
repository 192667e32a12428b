// Who sits at the table: tiles in each hand (as backs, or open), points, whose turn it is, and the clock.

import { sortedHand } from "./choice.js";
import { firstAnswer } from "./extras.js";
import { gettext as _, interpolate, number } from "./i18n.js";
import { halves } from "./notation.js";
import { deadlineInWords, durationInWords, seatName, sides, tilesInWords } from "./sentences.js";
import { tilePicture } from "./tile.js";

export const element = (name, { className = "", text = "", ...attributes } = {}, ...children) => {
  const node = document.createElement(name);
  if (className) node.className = className;
  if (text !== "") node.textContent = text;
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

/** Seats clockwise from the reader's left, the reader last. */
export const around = (view) =>
  view.seats.map((_seat, index) => view.seats[(index + (view.you ?? -1) + 1) % view.seats.length]);

/** *times*(view, seat, onTurn): what banks.js tells of who isn't on turn. */
export function drawPlayers(list, view, position, times = () => []) {
  const backs = position.hands === null;
  list.toggleAttribute("data-pairs", sides(view).length < view.seats.length);
  list.replaceChildren(
    ...around(view).map((seat) => {
      const onTurn = position.turn === seat.seat;
      const count = position.counts[seat.seat];
      const mine = seat.seat === view.you;
      const hand = element("span", { className: `player-tiles${backs ? "" : " open"}` });
      if (!backs) hand.append(...openTiles(position.hands[seat.seat]));
      else if (!mine || view.you === null)
        hand.append(...Array.from({ length: Math.min(count, 21) }, () => tilePicture(null)));
      if (onTurn && position.turned && !mine)
        hand.append(tilePicture(halves(position.turned), { className: "turned" }));
      if (seat.left) hand.append(element("span", { className: "player-none", text: _("has left") }));
      const chip = firstAnswer("chip", view, position, seat.seat);
      const chips = chip ? [element("span", { className: "player-chip", text: chip })] : [];
      const tiles = element(
        "span",
        { className: "player-count", title: tilesInWords(count) },
        element("span", { "aria-hidden": "true", text: number(count) }),
        element("span", { className: "visually-hidden", text: ` ${tilesInWords(count)} ` }),
      );
      const crowded = view.seats.length > 3; // the name needs its line for itself
      if (crowded) hand.prepend(...(count || !chip ? [tiles] : []), ...chips);
      hand.append(...times(view, seat, onTurn));
      const isPartner = !mine && view.you !== null && seat.side === view.seats[view.you].side;
      const state = [isPartner ? _("your partner") : "", onTurn ? _("on turn") : ""].filter(Boolean).join(", ");
      return element(
        "li",
        {
          className: `player${onTurn ? " on-turn" : ""}${mine ? " me" : ""}${hand.children.length ? "" : " bare"}${seat.left ? " left" : ""}`,
          "data-seat": seat.seat,
          "data-side": seat.side,
        },
        element(
          "span",
          { className: "player-who" },
          element("span", { className: "player-name", text: seatName(view, seat.seat) }),
          state && element("span", { className: "visually-hidden", text: ` (${state}) ` }),
          ...(crowded ? [] : [...chips, tiles]),
        ),
        hand,
        element(
          "span",
          { className: "player-points", title: _("Points") },
          element("span", { text: number(position.totals[seat.side] ?? 0) }),
          " ",
          element("small", { text: _("points") }),
        ),
      );
    }),
  );
}

export const openTiles = (hand) =>
  hand.length
    ? [
        ...sortedHand(hand).map((tile) => tilePicture(halves(tile))),
        element("span", { className: "visually-hidden", text: sortedHand(hand).join(", ") }),
      ]
    : [element("span", { className: "player-none", text: _("no tiles left") })];

/** Keeps the words of the clock true, second by second where it matters. The server's time counts. */
export class Clock {
  #timer = null;
  #offset = 0;

  constructor(node) {
    this.node = node;
  }

  show(view) {
    this.#offset = new Date(view.now).getTime() - Date.now();
    this.view = view;
    this.#draw();
  }

  #draw() {
    clearTimeout(this.#timer);
    const { view, node } = this;
    const rule = element("span", { className: "clock-rule", text: node.dataset.rule ?? "" });
    if (!view.deadline || view.status !== "playing") {
      node.replaceChildren(rule);
      node.classList.remove("soon");
      return;
    }
    const now = Date.now() + this.#offset;
    const deadline = new Date(view.deadline);
    const stands = new Date(view.clock.stands_until ?? 0);
    const rests = stands > now; // the clock stands still until then
    const left = rests ? view.clock.left[view.round.turn] : Math.max(0, (deadline.getTime() - now) / 1000);
    const timeLeft =
      left < 3600 && !rests
        ? ticking(left)
        : interpolate(_("%(time)s left"), { time: durationInWords(left, left < 7200 ? 2 : 1) });
    node.classList.toggle("soon", left < 3600);
    node.replaceChildren(
      element("strong", { className: "clock-left", text: timeLeft, role: left < 3600 ? "timer" : null }),
      " ",
      element(
        "span",
        { className: "clock-until" },
        interpolate(rests ? _("paused until %(time)s") : _("until %(time)s"), {
          time: deadlineInWords(rests ? stands : deadline, new Date(now)),
        }),
      ),
      " ",
      rule,
    );
    this.#timer = setTimeout(() => this.#draw(), left < 3600 ? 1000 - (now % 1000) : 30_000);
  }
}

const ticking = (seconds) => {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
