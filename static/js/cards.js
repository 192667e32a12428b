// What lies over the felt when a round or the game has ended; fetched when the first one does.

import { gettext as _, interpolate, number } from "./i18n.js";
import { element, openTiles } from "./players.js";
import { finishedDeals } from "./scene.js";
import { roundEndInWords, seatName, sideName, sides } from "./sentences.js";

const REASONS = {
  target: _("The target is reached."),
  rounds: _("All rounds are played."),
  limit: _("The limit of rounds is reached."),
  resigned: _("A player resigned."),
  timeout: _("The time ran out."),
  bald: _("Out with the 0-0."),
  six: _("Out with the 6-6."),
  hundred: _("The hundred is won."),
  "brother-in-law": _("The hundred is lost."),
  eggs: _("Eggs: nobody wins."),
};

function outcomeInWords(outcome, view) {
  const all = sides(view);
  const mine = view.you === null ? null : view.seats[view.you].side;
  const winners = outcome.winners ?? [];
  let title;
  if (winners.length !== 1) title = _("A draw");
  else if (winners[0] === mine && view.seats.filter((seat) => seat.side === mine).length === 1) title = _("You win");
  else
    title = interpolate(all.length < view.seats.length ? _("%(names)s win") : _("%(names)s wins"), {
      names: sideName(view, winners[0]),
    });
  return { title, reason: REASONS[outcome.reason] ?? "" };
}

const button = (text, call, className = "") => {
  const node = element("button", { type: "button", className: `button ${className}`.trim(), text });
  node.addEventListener("click", call);
  return node;
};

/** What a round's end says about one side: pips left, points scored or paid during play, points written, total. */
const sideLines = (view, scoreLine) =>
  sides(view).map((side) => ({
    side,
    name: sideName(view, side),
    pips: scoreLine.pips[side],
    written: scoreLine.written[side],
    total: scoreLine.totals[side],
    won: scoreLine.winner === side,
    during: ["ends", "draws", "bids"].reduce((sum, kind) => sum + (scoreLine[kind]?.[side] ?? 0), 0),
  }));

const signed = (value) => (value > 0 ? `+${number(value)}` : number(value));

/** The open hands of a side under its name: the seat's own name only where partners share the side. */
function handsOf(view, position, side) {
  if (!position.hands) return [];
  const seats = view.seats.filter((seat) => seat.side === side);
  return seats.map(({ seat }) =>
    element(
      "span",
      { className: "over-tiles" },
      ...(seats.length > 1 ? [element("span", { text: seatName(view, seat) })] : []),
      ...openTiles(position.hands[seat]),
    ),
  );
}

function sideTable(view, position) {
  const { scoreLine } = position;
  const during = Boolean(scoreLine.ends || scoreLine.draws || scoreLine.bids);
  const heads = [_("Pips left"), ...(during ? [_("In play")] : []), _("Written"), _("Total")];
  return element(
    "table",
    { className: "over-table" },
    element(
      "thead",
      {},
      element("tr", {}, element("td"), ...heads.map((text) => element("th", { scope: "col", className: "num", text }))),
    ),
    element(
      "tbody",
      {},
      ...sideLines(view, scoreLine).map((side) =>
        element(
          "tr",
          { className: side.won ? "won" : "" },
          element(
            "th",
            { scope: "row" },
            element("span", { className: "over-name", text: side.name }),
            ...handsOf(view, position, side.side),
          ),
          element("td", { className: "num", text: number(side.pips) }),
          ...(during ? [element("td", { className: "num", text: signed(side.during) })] : []),
          element("td", { className: "num", text: signed(side.written) }),
          element("td", { className: "num total", text: number(side.total) }),
        ),
      ),
    ),
  );
}

const NOTES = {
  bald: _("bald"),
  six: _("out with the 6-6"),
  hundred: _("the hundred"),
  "brother-in-law": _("brother-in-law"),
  right: _("right of the hundred"),
  fish: _("fish"),
  eggs: _("eggs"),
  rotten: _("rotten eggs"),
  owes: _("owes a fish"),
  paid: _("fish paid"),
  lost: _("fish lost"),
  general: _("General"),
};

const notes = (scoreLine) =>
  scoreLine.notes?.length
    ? [element("p", { className: "muted", text: scoreLine.notes.map((note) => NOTES[note] ?? note).join(", ") })]
    : [];

const wonBy = (view, side) => {
  const mine =
    view.you !== null &&
    view.seats[view.you].side === side &&
    view.seats.filter((seat) => seat.side === side).length === 1;
  return mine
    ? _("The round is yours.")
    : interpolate(_("The round goes to %(name)s."), { name: sideName(view, side) });
};

/** After a round that was not the last. */
function roundCard(view, position, { onReplay, onNext }) {
  const { scoreLine } = position;
  const winner =
    scoreLine?.winner === null ? _("Nobody wins the round.") : scoreLine ? wonBy(view, scoreLine.winner) : "";
  return [
    element("h2", {
      id: "card-title",
      tabindex: -1,
      text: scoreLine ? interpolate(_("Round %(round)s is over"), { round: position.round }) : _("A new deal"),
    }),
    element("p", {
      className: "over-words",
      text: scoreLine
        ? `${roundEndInWords(scoreLine, view)} ${winner}`.trim()
        : _("The deal is annulled; it is dealt anew."),
    }),
    ...(scoreLine ? [...notes(scoreLine), sideTable(view, position)] : []),
    element(
      "p",
      { className: "over-buttons" },
      button(_("Next deal"), onNext, "primary"),
      button(_("Replay"), onReplay),
    ),
  ];
}

/** After the game: the result, who has how many points, and where to go on from here. */
function gameCard(view, position, { canReplay, onReplay, onSheet, rematchForm, home }) {
  if (view.status === "aborted") {
    return [
      element("h2", { id: "card-title", tabindex: -1, text: _("The game was aborted") }),
      element("p", { className: "over-words", text: _("It ends without a result and counts for nobody.") }),
      element(
        "p",
        { className: "over-buttons" },
        element("a", { className: "button primary", href: home, text: _("Home page") }),
      ),
    ];
  }
  const { title, reason } = outcomeInWords(view.outcome, view);
  const totals = element(
    "ul",
    { className: "result-list" },
    ...sides(view)
      .map((side) => ({ side, total: view.outcome.totals[side] ?? 0 }))
      .map(({ side, total }) =>
        element(
          "li",
          { className: view.outcome.winners.includes(side) ? "won" : "" },
          element(
            "span",
            {},
            element("span", { className: "over-name", text: sideName(view, side) }),
            ...handsOf(view, position, side),
          ),
          element("strong", { className: "num", text: number(total) }),
        ),
      ),
  );
  const scoreLine = position.scoreLine && position.deal === view.deal ? position.scoreLine : null;
  return [
    element("h2", { id: "card-title", tabindex: -1, text: title }),
    element("p", {
      className: "over-words",
      text: [scoreLine ? roundEndInWords(scoreLine, view) : "", reason].filter(Boolean).join(" "),
    }),
    totals,
    element(
      "p",
      { className: "over-buttons" },
      ...again(view, rematchForm),
      ...(canReplay ? [button(_("Replay"), onReplay)] : []),
      button(_("Score sheet"), onSheet, "sheet-opener"),
      element("a", { className: "button quiet", href: home, text: _("Home page") }),
    ),
  ];
}

function again(view, form) {
  const { rematch } = view;
  if (rematch) {
    const text =
      rematch.status === "open"
        ? interpolate(_("%(name)s offers a rematch"), { name: rematch.by ?? "" })
        : _("To the rematch");
    return [element("a", { className: "button primary", href: `/g/${rematch.id}/`, text })];
  }
  return form && view.you !== null
    ? [element("button", { className: "button primary", form, text: _("Rematch") })]
    : [];
}

const $ = (id) => document.getElementById(id);

let drawnKey = "";

/** Lay the card of *kind* (round or game) over the felt, if another one lies there or none. */
export function drawCard(kind, { view, scene }, position, act) {
  const key = JSON.stringify([
    kind,
    position.deal,
    view.outcome,
    view.rematch,
    Boolean(position.hands),
    position.scoreLine,
  ]);
  const wasHidden = $("card").hidden;
  $("card").hidden = false;
  if (key === drawnKey) return;
  drawnKey = key;
  const onReplay = () => act.look(position.deal, 0);
  $("card-content").replaceChildren(
    ...(kind === "round"
      ? roundCard(view, position, { onReplay, onNext: act.now })
      : gameCard(view, position, {
          canReplay: finishedDeals(view).length > 0,
          onReplay,
          onSheet: act.side,
          home: "/",
          rematchForm: $("rematch-form") ? "rematch-form" : null,
        })),
  );
  if (wasHidden && scene.kind === "over") $("card-title").focus({ preventScroll: true });
}
