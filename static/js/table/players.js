// The seats of the table, and the clock. The server draws the seats the same way when the page loads:
// templates/games/_seats.html.

import { element } from "../board/element.js";
import { facePicture } from "../board/face.js";
import { tilePicture } from "../board/tile.js";
import { firstAnswer } from "../extras/registry.js";
import { gettext as _, interpolate, ngettext, number } from "../text/i18n.js";
import { halves, sortedHand } from "../text/notation.js";
import { deadlineInWords, durationInWords, inPlayOrder, seatName, sides, tilesInWords } from "./sentences.js";

const MOST_BACKS = 21;

export { element };

/**
 * Where the player *index* places after the reader sits, clockwise from the left.
 * @type {(index: number, seats: number) => string}
 */
export function placeAt(index, seats) {
  const beside = seats === 2 ? 0 : seats < 7 ? 1 : 2;
  if (index === 0) return "me";
  if (index <= beside) return "left";
  return index < seats - beside ? "top" : "right";
}

/** @type {(kind: string, text: string, attributes?: Record<string, unknown>) => HTMLElement} */
const tag = (kind, text, attributes = {}) => element("span", { className: `player-tag ${kind}`, text, ...attributes });

/** @type {(rating: Rating) => HTMLElement} */
const ratingTag = ({ rating, provisional }) =>
  element(
    "span",
    {
      className: "player-tag rating",
      title: provisional ? _("Provisional rating: too few rated games or opponents so far") : _("Rating"),
    },
    element("span", { className: "visually-hidden", text: `${_("Rating")} ` }),
    `${rating}${provisional ? "?" : ""}`,
  );

/**
 * *times*(view, seat, onTurn): the time of a seat, as from time_banks.js. *ratings*: those of the seats that have one, as
 * from ratings.js. *present*: the seats whose players look at the table.
 * @type {(list: Part, view: GameView, position: Position, more?: { times?: Times; ratings?: Rating[]; present?: number[] }) => void}
 */
export function drawPlayers(list, view, position, { times = () => [], ratings = [], present = [] } = {}) {
  list.toggleAttribute("data-pairs", sides(view).length < view.seats.length);
  keepEqual(
    list,
    inPlayOrder(view).map((seat, index) => {
      const mine = seat.seat === view.you;
      const total = position.totals[seat.side] ?? 0;
      const onTurn = position.turn === seat.seat;
      const isHere = !mine && present.includes(seat.seat);
      const words = [onTurn && _("to move"), isHere && _("viewing the game")].filter(Boolean).join(", ");
      const face = element("span", { className: "player-face" }, ...(seat.face ? [facePicture(seat.face)] : []));
      if (isHere) face.append(element("span", { className: "player-here", title: _("viewing the game") }));
      return element(
        "li",
        {
          className: `player${onTurn ? " on-turn" : ""}${mine ? " me" : ""}${seat.left ? " left" : ""}`,
          "data-seat": seat.seat,
          "data-side": seat.side,
          "data-place": placeAt(index, view.seats.length),
        },
        face,
        element(
          "span",
          { className: "player-who" },
          element("span", { className: "player-name", text: seatName(view, seat.seat) }),
          words && element("span", { className: "visually-hidden", text: ` (${words}) ` }),
        ),
        tagsNode(
          view,
          position,
          seat,
          ratings.find((each) => each.seat === seat.seat),
          times(view, seat, onTurn),
        ),
        tilesNode(view, position, seat, onTurn),
        element(
          "span",
          { className: "player-points", title: _("Points") },
          element("span", { text: number(total) }),
          " ",
          element("small", { text: ngettext("point", "points", Math.abs(total)) }),
        ),
      );
    }),
  );
}

/**
 * Put *nodes* into *list*, but keep the list's elements that look the same; most don't change between two drawings.
 * @type {(list: Part, nodes: HTMLElement[]) => void}
 */
function keepEqual(list, nodes) {
  nodes.forEach((node, index) => {
    const old = list.children[index];
    if (!old) list.append(node);
    else if (!old.isEqualNode(node)) old.replaceWith(node);
  });
  while (list.children.length > nodes.length) list.lastElementChild?.remove();
}

/**
 * A computer's level, in a word.
 * @type {(level: Level) => string}
 */
function levelWord(level) {
  const words = {
    beginner: _("Beginner"),
    casual: _("Casual"),
    solid: _("Solid"),
    good: _("Good"),
    strong: _("Strong"),
    master: _("Master"),
  };
  return words[level];
}

/**
 * The mark beside a computer's name; the server's `computer_mark` draws the same.
 * @type {(level: Level) => HTMLElement}
 */
export const computerMark = (level) =>
  element("span", { className: "program computer", title: levelWord(level) }, element("span", { text: _("computer") }));

/**
 * The same mark at a seat, with the level and a link to its page.
 * @type {(level: Level, variant: string) => HTMLElement}
 */
const computerTag = (level, variant) =>
  element(
    "a",
    {
      className: "player-tag program",
      href: `/computers/${level}/${variant}/`,
      title: `${_("computer")}: ${levelWord(level)}`,
    },
    element("span", { className: "visually-hidden", text: `${_("computer")}: ` }),
    element("span", { className: "level-word", text: levelWord(level) }),
  );

/**
 * Partner, rating, program; the seat's bid or bubble; its time.
 * @type {(view: GameView, position: Position, seat: SeatLine, rating: Rating | undefined, times: HTMLElement[]) => HTMLElement}
 */
function tagsNode(view, position, seat, rating, times) {
  const isPartner = view.you !== null && seat.seat !== view.you && seat.side === view.seats[view.you].side;
  const level = seat.computer || seat.stand_in;
  const chip = firstAnswer("chip", view, position, seat.seat);
  return element(
    "span",
    { className: "player-tags" },
    ...[
      isPartner && tag("partner", _("partner")),
      level
        ? computerTag(level, view.variant)
        : seat.program && tag("program", _("program"), { title: _("A program plays for this account") }),
      rating && ratingTag(rating),
      seat.left && tag("", _("has left")),
      chip && element("span", { className: "player-chip", text: chip }),
      ...times,
    ].filter(Boolean),
  );
}

/**
 * The backs of the other players' tiles, or all hands open, with the number of tiles.
 * @type {(view: GameView, position: Position, seat: SeatLine, onTurn: boolean) => HTMLElement}
 */
function tilesNode(view, position, seat, onTurn) {
  const open = position.hands?.[seat.seat];
  const count = position.counts[seat.seat];
  const mine = seat.seat === view.you;
  const node = element(
    "span",
    { className: `player-tiles${open ? " open" : ""}${count ? "" : " none"}` },
    element(
      "span",
      { className: "player-count", title: tilesInWords(count) },
      element("span", { "aria-hidden": "true", text: number(count) }),
      element("span", { className: "visually-hidden", text: ` ${tilesInWords(count)} ` }),
    ),
  );
  if (open) node.append(...openTiles(open));
  else if (!mine) node.append(...Array.from({ length: Math.min(count, MOST_BACKS) }, () => element("i")));
  if (onTurn && position.turned && !mine) node.append(tilePicture(halves(position.turned), { className: "turned" }));
  return node;
}

/** @type {(hand: Tile[]) => Element[]} */
export const openTiles = (hand) =>
  hand.length
    ? [
        ...sortedHand(hand).map((tile) => tilePicture(halves(tile))),
        element("span", { className: "visually-hidden", text: sortedHand(hand).join(", ") }),
      ]
    : [element("span", { className: "player-none", text: _("no tiles left") })];

/** Keeps the clock's words up to date, every second if needed. It uses the server's time. */
export class Clock {
  /** @type {number | undefined} */
  #timer;
  #offset = 0;

  /** @param {Part} node */
  constructor(node) {
    this.node = node;
  }

  /** @type {(view: GameView) => void} */
  show(view) {
    this.#offset = new Date(view.now).getTime() - Date.now();
    this.view = view;
    this.#draw(view);
  }

  /** @type {(view: GameView) => void} */
  #draw(view) {
    clearTimeout(this.#timer);
    const { node } = this;
    const now = Date.now() + this.#offset;
    const rule = element("span", { className: "clock-rule", text: node.dataset.rule ?? "" });
    const last = view.status === "playing" && view.last_moment ? new Date(view.last_moment) : null;
    const game = lastMoment(last, now);
    const runs = view.status === "playing" && Boolean(view.deadline);
    node.hidden = !runs && !game;
    if (!view.deadline || !runs) {
      node.replaceChildren(...(game ? [game, " ", rule] : []));
      node.classList.remove("soon");
      if (last)
        this.#timer = setTimeout(() => this.#draw(view), last.getTime() - now < HOUR ? 1000 - (now % 1000) : 30_000);
      return;
    }
    const deadline = new Date(view.deadline);
    const stands = new Date(view.clock.stands_until ?? 0);
    const rests = stands.getTime() > now; // the clock is paused until then
    const left = rests
      ? (view.clock.left[view.round?.turn ?? -1] ?? 0)
      : Math.max(0, (deadline.getTime() - now) / 1000);
    const timeLeft =
      left < 3600 && !rests
        ? ticking(left)
        : interpolate(_("%(time)s left"), { time: durationInWords(left, left < 7200 ? 2 : 1) });
    node.classList.toggle("soon", left < 3600);
    const turn = view.round?.turn ?? null;
    node.replaceChildren(
      ...(turn === null ? [] : [element("span", { className: "clock-whose", text: `${seatName(view, turn)}:` }), " "]),
      element("strong", { className: "clock-left", text: timeLeft, role: left < 3600 ? "timer" : null }),
      ...(game ? [" ", game] : []),
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
    const ticks = left < 3600 || (last && last.getTime() - now < HOUR);
    this.#timer = setTimeout(() => this.#draw(view), ticks ? 1000 - (now % 1000) : 30_000);
  }
}

const HOUR = 3_600_000;

/**
 * When the whole game ends, if it has a *last* moment; in the last hour, the time left.
 * @type {(last: Date | null, now: number) => HTMLElement | null}
 */
function lastMoment(last, now) {
  if (!last) return null;
  const left = Math.max(0, (last.getTime() - now) / 1000);
  const words =
    last.getTime() - now < HOUR
      ? interpolate(_("game: %(time)s left"), { time: ticking(left) })
      : interpolate(_("game until %(time)s"), { time: deadlineInWords(last, new Date(now)) });
  return element("span", { className: "clock-game", text: words });
}

/** @type {(seconds: number) => string} */
const ticking = (seconds) => {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
};
