// Steps through a deal, ply by ply. Fetched with the first step back.

import { plyInWords } from "../table/move_list.js";
import { element } from "../table/players.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { markOf, markSign, marks } from "./costly_moves.js";

const PLAY_EVERY = 1100; // ms

/**
 * The number of a deal's round on the score sheet; null for an annulled deal.
 * @type {(view: GameView, deal: number) => number | null}
 */
export const roundNumber = (view, deal) => view.scores.find((scoreLine) => scoreLine.deal === deal)?.round ?? null;

/** @type {(view: GameView, deal: number) => string} */
const dealName = (view, deal) => {
  const round = roundNumber(view, deal) ?? (deal === view.deal ? view.round?.round : null);
  return round === null || round === undefined
    ? interpolate(_("Deal %(deal)s, annulled"), { deal: deal + 1 })
    : interpolate(_("Round %(round)s"), { round });
};

/**
 * The first mark after this place, or else the first of all.
 * @type {(deal: number, ply: number) => Mark}
 */
export const markAfter = (deal, ply) =>
  marks().find((mark) => mark.deal > deal || (mark.deal === deal && mark.ply > ply)) ?? marks()[0];

export class Stepper {
  /** @type {number | undefined} */
  #timer;
  deal = 0;
  index = 0;
  length = 0;
  /** @type {number[]} */
  seats = []; // of each move

  /**
   * onStep(index), onLeave(), onLook(deal, ply), onVerify(). The buttons and the slider are in the template.
   * @param {Part} root
   * @param {{ onStep: (index: number) => void; onLeave: () => void; onLook: (deal: number, ply: number) => void; onVerify: () => void }} calls
   */
  constructor(root, { onStep, onLeave, onLook, onVerify }) {
    this.root = root;
    this.onStep = onStep;
    const find = (/** @type {string} */ name) => root.querySelector(`[data-step="${name}"]`);
    this.controls = Object.fromEntries(
      [
        "first",
        "back",
        "play",
        "on",
        "last",
        "slider",
        "words",
        "count",
        "mark",
        "mistake",
        "deal",
        "verify",
        "leave",
      ].map((name) => [name, find(name)]),
    );
    const { first, back, play, on, last, slider, mistake, deal, verify, leave } = this.controls;
    /** @type {[Part, () => number][]} */
    const moves = [
      [first, () => 0],
      [back, () => this.index - 1],
      [on, () => this.index + 1],
      [last, () => this.length - 1],
    ];
    for (const [node, to] of moves) node.addEventListener("click", () => this.go(to()));
    play.addEventListener("click", () => this.toggle());
    slider.addEventListener("input", () => this.go(Number(slider.value)));
    deal.addEventListener("change", () => onLook(Number(deal.value), 0));
    mistake.addEventListener("click", () => {
      const next = markAfter(this.deal, this.index);
      this.stop();
      onLook(next.deal, next.ply);
    });
    verify.addEventListener("click", onVerify);
    leave.addEventListener("click", onLeave);
  }

  /**
   * Show a state whose scene is a step. *over*: the deals that can be replayed with open hands.
   * @type {(state: State, position: Position, over: number[]) => void}
   */
  show({ view, deals: known }, position, over) {
    const deals = over.includes(position.deal) ? over : [...over, position.deal];
    this.deal = position.deal;
    this.index = position.ply;
    this.length = position.moves.length + 1;
    this.seats = position.moves.map((move) => seatAndText(move)[0]);
    const { index, length } = this;
    const text = index ? plyInWords(view, position, index) : _("The deal");
    const { first, back, play, on, last, slider, words, count, deal, verify, leave } = this.controls;
    for (const node of [first, back]) node.disabled = index <= 0;
    for (const node of [on, last]) node.disabled = index >= length - 1;
    play.disabled = length < 2;
    slider.max = String(length - 1);
    slider.value = String(index);
    slider.setAttribute("aria-valuetext", text);
    words.textContent = text;
    count.textContent = index ? interpolate(_("%(index)s of %(length)s"), { index, length: length - 1 }) : "";
    if (deal.options.length !== deals.length)
      deal.replaceChildren(...deals.map((each) => new Option(dealName(view, each), String(each))));
    deal.value = String(position.deal);
    deal.hidden = deals.length < 2;
    this.#showMark(position);
    verify.hidden = !known[position.deal]?.check;
    leave.textContent = view.status === "playing" ? _("Back to now") : _("Show the result");
    if (index >= length - 1) this.stop();
  }

  /**
   * Shows what the analysis says about the last move.
   * @type {(position: Position) => void}
   */
  #showMark({ deal, ply }) {
    const { mark, mistake } = this.controls;
    const found = markOf(deal, ply);
    mistake.hidden = !marks().length;
    mark.hidden = !found;
    mark.replaceChildren(
      ...(found ? [markSign(found), ` ${found.text} `, element("a", { href: found.more, text: _("Why?") })] : []),
    );
  }

  /** @type {(index: number) => void} */
  go(index) {
    this.onStep(Math.max(0, Math.min(index, this.length - 1)));
  }

  toggle() {
    if (this.#timer) return this.stop();
    if (this.index >= this.length - 1) this.go(0);
    this.#timer = setInterval(() => this.go(this.index + 1), PLAY_EVERY);
    return this.#mark();
  }

  stop() {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#mark();
  }

  #mark() {
    const { play } = this.controls;
    play.classList.toggle("playing", Boolean(this.#timer));
    play.setAttribute("aria-label", this.#timer ? _("Pause") : _("Play all moves"));
  }

  /**
   * The end of the next turn, or of the one before the last move's (*by* −1).
   * @type {(by: 1 | -1) => number}
   */
  #turn(by) {
    let to = this.index + by;
    while (to > 0 && to < this.length - 1 && this.seats[to] === this.seats[to - 1]) to += by;
    return to;
  }

  /**
   * Handles the keys of a replay; returns whether it used the key.
   * @type {(name: string) => boolean}
   */
  key(name) {
    /** @type {Record<string, number>} */
    const places = {
      ArrowLeft: this.index - 1,
      ArrowRight: this.index + 1,
      PageUp: this.#turn(-1),
      PageDown: this.#turn(1),
      Home: 0,
      End: this.length - 1,
    };
    const to = places[name];
    if (to !== undefined) {
      this.stop();
      this.go(to);
    } else if (name === " ") this.toggle();
    return to !== undefined || name === " ";
  }
}
