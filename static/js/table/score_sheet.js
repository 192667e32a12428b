// The score sheet, as on paper: one row per round, with the points of each side and the totals so far.
//
// A game on trains has many rounds and up to eight columns: there a row is one line, the points of the round alone.
//
// `rows` is pure: it turns the view's score lines and its `sheet` (the kind of sheet for this game) into the contents
// of every cell. `drawSheet` puts them into a table. The server adds up.

import { svg } from "../board/tile.js";
import { firstAnswer } from "../extras/registry.js";
import { gettext as _, interpolate, ngettext, number, signed } from "../text/i18n.js";
import { element } from "./players.js";
import { isDealtAgain, notesInWords, pipsInWords, roundEndInWords, sideName, sides } from "./sentences.js";

const COLUMN = 72; // px
const NEAR = 8; // px that still count as scrolled to the end

/**
 * [{round, deal, scoreLine, faint, how, notes, cells: [{entries: [{text, light}], struck, total, won}]}], oldest first.
 * The last row is the running round if anyone has scored in it: its scoreLine is null.
 * @type {(view: GameView, totals?: number[]) => SheetRow[]}
 */
export function rows(view, totals = view.totals) {
  const all = sides(view);
  /** @type {SheetRow[]} */
  const found = view.scores.map((scoreLine, index) => ({
    round: scoreLine.round,
    deal: scoreLine.deal,
    scoreLine,
    faint: isDealtAgain(scoreLine, view),
    how: howItEnded(scoreLine, view),
    notes: notesInWords(scoreLine, view, index + 1 === view.scores.length && !view.outcome),
    cells: all.map((side) => cell(view, scoreLine, view.scores[index - 1], side)),
  }));
  const before = view.scores.at(-1)?.totals ?? all.map(() => 0);
  if (all.some((side) => (totals[side] ?? 0) !== before[side])) {
    found.push({
      round: null,
      deal: null,
      scoreLine: null,
      faint: true,
      how: "",
      notes: [],
      cells: all.map((side) => ({
        entries: totals[side] === before[side] ? [] : [{ text: signed(totals[side] - before[side]) }],
        struck: null,
        points: totals[side] - before[side],
        out: false,
        total: totals[side],
        won: false,
      })),
    });
  }
  return found;
}

/** @type {(scoreLine: ScoreLine, view: GameView) => string} */
function howItEnded(scoreLine, view) {
  if (isDealtAgain(scoreLine, view)) return _("Dealt again"); // the round with this number goes on
  return scoreLine.over === "blocked" && !scoreLine.notes.includes("fish") ? _("blocked") : "";
}

/** @type {(view: GameView, scoreLine: ScoreLine, before: ScoreLine | undefined, side: number) => SheetCell} */
function cell(view, scoreLine, before, side) {
  const { sheet } = view;
  const written = scoreLine.written[side];
  const left = scoreLine.pips[side];
  const isStruck = sheet?.counts === "account" && written < 0;
  /** @type {SheetCell["entries"]} */
  const entries = [];
  const add = (/** @type {string} */ text, light = false) => entries.push({ text, light });
  if (scoreLine.ends?.[side]) add(interpolate(_("ends %(points)s"), { points: signed(scoreLine.ends[side]) }));
  if (scoreLine.draws?.[side]) add(interpolate(_("draws %(points)s"), { points: signed(scoreLine.draws[side]) }));
  if (scoreLine.bids?.[side]) add(interpolate(_("bid %(points)s"), { points: signed(scoreLine.bids[side]) }));
  if (scoreLine.passes?.[side]) add(interpolate(_("passes %(points)s"), { points: signed(scoreLine.passes[side]) }));
  if (written && !isStruck) add(signed(written));
  if (scoreLine.kept?.[side]) add(interpolate(_("%(pips)s carried"), { pips: number(scoreLine.kept[side]) }), true);
  else if (before?.kept?.[side] && written > left)
    add(interpolate(_("%(pips)s + %(kept)s carried"), { pips: number(left), kept: number(before.kept[side]) }), true);
  else if (left && left !== written && sheet?.counts !== "generals") add(pipsInWords(left), true);
  const isOut = scoreLine.over === "out" && view.seats[scoreLine.by ?? -1]?.side === side;
  return {
    points: written,
    out: isOut,
    entries,
    struck: isStruck ? -written : null,
    total: scoreLine.totals[side],
    won: scoreLine.winner === side,
  };
}

/**
 * The explanation of this game's sheet, shown below it.
 * @type {(sheet: Sheet) => string}
 */
function legend(sheet) {
  const { counts, open_at: least, remember, during, stations } = sheet;
  const special = firstAnswer("legend", sheet);
  if (special) return special;
  if (stations) return _("The pips left in each hand; 0 in a circle: went out. Lowest score wins.");
  if (counts === "generals") return _("Every stroke is a General.");
  if (counts === "account")
    return _(
      "Large numbers: the account. Struck through: written off. Small numbers: points this round, and pips left in hand.",
    );
  if (least && remember)
    return interpolate(
      _(
        "Light: pips that don’t score yet. They add up until they reach %(least)s. After a side’s first score, everything counts.",
      ),
      { least },
    );
  if (least)
    return interpolate(
      _("Light: pips that don’t score. The first penalty must be %(least)s or more; after that, everything counts."),
      { least },
    );
  if (during) return _("Ends: points scored during play. Large numbers: the total so far.");
  return _("Small numbers: points this round, and pips left in hand. Large numbers: the total so far.");
}

/**
 * Draw the sheet into *table*. onRound(deal): the reader chose a round; null if rounds can't be looked at.
 * @type {(table: Part, view: GameView, totals: number[], onRound?: ((deal: number) => void) | null) => void}
 */
export function drawSheet(table, view, totals, onRound = null) {
  const all = sides(view);
  const facts = view.sheet ?? {};
  const least = Math.min(...all.map((side) => totals[side] ?? 0));
  const key = JSON.stringify([view.scores, totals, view.you, view.seats.map(({ name }) => name), Boolean(onRound)]);
  if (table.key === key) return;
  table.key = key;
  table.classList.toggle("crowded", all.length > 3);
  table.classList.toggle("narrow-columns", Boolean(facts.stations));
  table.style.minWidth = facts.stations ? "" : `${COLUMN * (all.length + 1)}px`; // more sides than fit: it scrolls
  const letters =
    firstAnswer(
      "shortNames",
      all.map((side) => sideName(view, side)),
    ) ?? [];
  const head = element(
    "tr",
    {},
    element("th", { scope: "col", text: _("Round") }),
    ...all.map((side, index) =>
      element(
        "th",
        { scope: "col", className: "num" },
        element("span", {
          className: "sheet-name",
          text: sideName(view, side),
          "data-short": letters[index],
        }),
      ),
    ),
  );
  const body = rows(view, totals).flatMap((row) => [
    element(
      "tr",
      { className: row.faint ? "faint" : "" },
      element("th", { scope: "row" }, ...roundHead(row, view, onRound)),
      ...row.cells.map((each) => (facts.stations ? pointsCell(each) : drawCell(each, facts))),
    ),
    ...(row.notes.length
      ? [
          element(
            "tr",
            { className: "sheet-notes" },
            element("td", { colspan: all.length + 1, text: row.notes.join(" ") }),
          ),
        ]
      : []),
  ]);
  if (!body.length)
    body.push(
      element("tr", { className: "none" }, element("td", { colspan: all.length + 1, text: _("No scores yet.") })),
    );
  const foot = element(
    "tr",
    {},
    element("th", { scope: "row", text: _("Total") }),
    ...all.map((side) =>
      element(
        "td",
        { className: `num${facts.stations && (totals[side] ?? 0) === least ? " least" : ""}` },
        ...figure(totals[side] ?? 0, facts),
      ),
    ),
  );
  const played = view.scores.at(-1)?.round ?? 0;
  const after =
    facts.stations &&
    played < (facts.rounds ?? 0) &&
    element(
      "tr",
      { className: "sheet-after" },
      element("td", {
        colspan: all.length + 1,
        text: interpolate(_("After %(played)s of %(rounds)s"), { played, rounds: facts.rounds }),
      }),
    );
  const scroller = table.closest(".paper-rows");
  const follows = !scroller || !table.tFoot || scroller.scrollTop > newestAt(scroller, table) - NEAR;
  table.replaceChildren(
    element(
      "caption",
      {},
      element("span", { className: "visually-hidden", text: `${_("Score sheet")}. ` }),
      element("span", { className: "legend", text: legend(facts) }),
    ),
    element("thead", {}, head),
    element("tbody", {}, ...body),
    element("tfoot", {}, after, foot),
  );
  if (!scroller) return;
  if (follows) scroller.scrollTop = newestAt(scroller, table);
  markEdges(scroller);
}

/**
 * The scroll position at which the newest rounds are just above the totals.
 * @type {(scroller: Element, table: any) => number}
 */
const newestAt = (scroller, { tFoot }) => tFoot.offsetTop + tFoot.offsetHeight - scroller.clientHeight;

/**
 * A button to earlier rounds, and a fading edge on each side that can scroll further.
 * @type {(scroller: Part) => void}
 */
function markEdges(scroller) {
  const earlier = document.getElementById("sheet-earlier");
  const mark = () => {
    const { scrollTop, scrollLeft, scrollWidth, clientWidth } = scroller;
    earlier.hidden = scrollTop < NEAR;
    scroller.classList.toggle("on-left", scrollLeft > NEAR);
    scroller.classList.toggle("on-right", scrollLeft + clientWidth < scrollWidth - NEAR);
  };
  mark();
  scroller.onscroll = mark;
  scroller.observer ??= new ResizeObserver(mark);
  scroller.observer.observe(scroller);
  earlier.onclick = () => {
    scroller.scrollTo({ top: 0 });
    scroller.focus({ preventScroll: true });
  };
}

/** @type {(row: SheetRow, view: GameView, onRound: ((deal: number) => void) | null) => (HTMLElement | string)[]} */
function roundHead({ round, deal, scoreLine, how }, view, onRound) {
  const { stations } = view.sheet ?? {};
  if (round === null) return [element("span", { className: "sheet-how", text: _("so far") })];
  const under = how ? [" ", element("span", { className: "sheet-how", text: how })] : [];
  const station = stations ? `${stations + 1 - round}-${stations + 1 - round}` : "";
  if (!onRound) return [element("span", { text: station || number(round) }), ...under];
  const open = element("button", {
    type: "button",
    className: "sheet-round",
    text: station || number(round),
    "aria-label": interpolate(_("View round %(round)s"), { round: station ? `${round} (${station})` : round }),
    title: scoreLine && roundEndInWords(scoreLine, view),
  });
  open.addEventListener("click", () => onRound(deal ?? 0));
  return [open, ...under];
}

/** @type {(cell: SheetCell, sheet: Sheet) => HTMLElement} */
const drawCell = ({ entries, struck, total, won }, facts) =>
  element(
    "td",
    { className: `num${won ? " won" : ""}` },
    element(
      "span",
      { className: "sheet-cell" },
      ...(entries.length
        ? [
            element(
              "span",
              { className: "entries" },
              ...entries.flatMap(({ text, light }) => [
                element("span", { className: light ? "light" : "", text }),
                " ",
              ]),
            ),
          ]
        : []),
      element(
        "span",
        { className: "written" },
        ...(struck === null ? [] : [element("s", { text: number(struck) }), " "]),
        ...figure(total, facts),
      ),
    ),
  );

/**
 * The points of a round alone; a player who went out has a 0 in a circle.
 * @type {(cell: SheetCell) => HTMLElement}
 */
const pointsCell = ({ points, out, won }) =>
  element(
    "td",
    { className: `num${won ? " won" : ""}` },
    element("span", { className: out ? "sheet-out" : "", text: number(points) }),
    out && element("span", { className: "visually-hidden", text: ` ${_("went out")}` }),
  );

/**
 * A total: a number, or tally marks for Generals.
 * @type {(total: number, sheet: Sheet) => (Element | string)[]}
 */
function figure(total, { counts }) {
  if (counts === "account" && !total) return [element("span", { className: "no-account", text: "–" })];
  if (counts !== "generals") return [number(total)];
  const generals = interpolate(ngettext("%(n)s General", "%(n)s Generals", total), { n: number(total) });
  return [
    tally(total),
    element("span", { className: total ? "visually-hidden" : "no-account", text: total ? generals : "–" }),
  ];
}

/**
 * Strokes in groups of five.
 * @type {(total: number) => SVGElement}
 */
function tally(total) {
  const marks = Array.from({ length: total }, (_stroke, n) => {
    const left = Math.floor(n / 5) * 32;
    return n % 5 === 4
      ? svg("path", { d: `M${left} 15 L${left + 24} 3` })
      : svg("path", { d: `M${left + 3 + (n % 5) * 6} 2v14` });
  });
  const width = total ? Math.floor((total - 1) / 5) * 32 + Math.min(26, ((total - 1) % 5) * 6 + 6) : 0;
  return svg(
    "svg",
    { class: "tally", viewBox: `0 0 ${width} 18`, width, height: total ? 18 : 0, "aria-hidden": "true" },
    ...marks,
  );
}
