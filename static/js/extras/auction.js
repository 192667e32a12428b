// The auction of the last two tiles: each seat bids once. The reader picks a bid in one number field, not from a button
// for each.

import { button } from "../table/controls.js";
import { seatName } from "../table/sentences.js";
import { choices, isMyTurn } from "../table/state.js";
import { gettext as _, interpolate, number } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";

/** @type {(text: MoveText) => boolean} */
const isBid = (text) => text.startsWith("bid ");
/** @type {(text: MoveText) => number} */
const amount = (text) => Number(text.slice(4));

/**
 * The bids so far, if the position is in an auction: [{seat, points: null for a pass}]; null outside of one.
 * @type {(view: GameView, position: PastMoves) => Bid[] | null}
 */
function auctionAt(view, position) {
  const bids = [];
  let hasDrawn = false;
  for (let ply = position.ply - 1; ply >= 0 && !hasDrawn; ply -= 1) {
    const [seat, text] = seatAndText(position.moves[ply]);
    if (isBid(text)) bids.unshift({ seat, points: amount(text) });
    else if (text === "pass") bids.unshift({ seat, points: null });
    else if (text.startsWith("draw")) hasDrawn = true;
    else return null;
  }
  const here = view.seats.filter((seat) => !seat.left).length;
  return hasDrawn && position.boneyard === 2 && bids.length < here && !position.isOver ? bids : null;
}

/** @type {(bids: Bid[]) => Bid | null} */
const highest = (bids) => bids.findLast(({ points }) => points !== null) ?? null;

/**
 * An auction shows only in the view of the seat whose turn it is: its legal moves include bids.
 * @type {(state: State) => boolean}
 */
const isAsked = (state) => isMyTurn(state) && Boolean(state.view.round?.legal.some(isBid));

/** @type {(text: MoveText, say: Say) => string | null} */
const moveInWords = (text, say) =>
  isBid(text) ? say(_("%(name)s bids %(points)s"), _("You bid %(points)s"), { points: number(amount(text)) }) : null;

/** @type {(state: State) => string | null} */
function statusInWords(state) {
  if (!isAsked(state)) return null;
  const { view } = state;
  const best = highest(auctionAt(view, { .../** @type {RoundView} */ (view.round), boneyard: 2 }) ?? []);
  return best
    ? interpolate(_("Auction: %(name)s bids %(points)s. Your bid?"), {
        name: seatName(view, best.seat),
        points: number(best.points ?? 0),
      })
    : _("Auction: no bids yet. Your bid?");
}

let wanted = { version: -1, points: 0 };

/** @type {(state: State, act: Act) => HTMLElement[] | null} */
function buttons(state, act) {
  if (!isAsked(state)) return null;
  const bids = choices(state)
    .others.filter(isBid)
    .map(amount)
    .sort((a, b) => a - b);
  const most = bids[bids.length - 1];
  const { version } = state.view;
  if (wanted.version !== version) wanted = { version, points: bids[0] };
  const submit = button("", () => act.send(`bid ${wanted.points}`), "primary");
  /** @type {(by: number, sign: string, name: string) => HTMLButtonElement} */
  const step = (by, sign, name) => button(sign, () => set(wanted.points + by), "step", { "aria-label": name });
  const less = step(-1, "−", _("Bid less"));
  const more = step(1, "+", _("Bid more"));
  const set = (/** @type {number} */ next) => {
    wanted.points = Math.max(bids[0], Math.min(next, most));
    submit.textContent = interpolate(_("Bid %(points)s"), { points: number(wanted.points) });
    less.setAttribute("aria-disabled", String(wanted.points === bids[0]));
    more.setAttribute("aria-disabled", String(wanted.points === most));
  };
  set(wanted.points);
  return [less, more, button(_("No bid"), () => act.send("pass")), submit];
}

/** @type {(state: State, position: Position) => void} */
function draw({ view }, position) {
  const strip = document.getElementById("strip");
  strip.hidden = !auctionAt(view, position);
  strip.textContent =
    view.sheet?.goal === "low"
      ? _("The highest bidder takes the last two tiles and adds the bid to their points.")
      : _("The highest bidder takes the last two tiles and pays the bid in points.");
}

/** @type {(view: GameView, position: Position, seat: number) => string | null} */
function chip(view, position, seat) {
  const bid = auctionAt(view, position)?.find((each) => each.seat === seat);
  if (!bid) return null;
  return bid.points === null ? _("no bid") : interpolate(_("bids %(points)s"), { points: number(bid.points) });
}

/**
 * In an auction, a pass isn't a bid.
 * @type {(view: GameView, position: Position, turn: MoveTurn) => string | null}
 */
const bubble = (view, position, { seat }) => chip(view, position, seat);

export const extra = { moveInWords, statusInWords, buttons, draw, chip, bubble };
