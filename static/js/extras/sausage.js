// Sausage at the table: two lines instead of a branching layout, a row instead of a hand, and the last insert or cut in
// pictures and words. The geometry is in sausage_lines.js.

import { drawTile, svg, tilePicture } from "../board/tile.js";
import { arrangeLines, placementRect } from "../geometry/sausage_lines.js";
import { layoutAfter, tilesCut } from "../geometry/sausage_past.js";
import { element } from "../table/players.js";
import { seatName, tilesInWords } from "../table/sentences.js";
import { isMyTurn } from "../table/state.js";
import { gettext as _, interpolate, ngettext, number } from "../text/i18n.js";
import { halves, placementOf, seatAndText } from "../text/notation.js";

const $ = (/** @type {string} */ id) => document.getElementById(id);

// ---- In words ----------------------------------------------------------------------------------

/** @type {(text: MoveText, say: Say, ply: number) => string | null} */
function moveInWords(text, say, ply) {
  const found = placementOf(text);
  const [word, tile] = text.split(" ");
  if (word === "turn" && ply === 1)
    return say(_("%(name)s turns over %(tile)s: the start"), _("You turn over %(tile)s: the start"), { tile });
  if (word === "turn")
    return say(
      _("%(name)s turns over %(tile)s: it fits nowhere and goes to the back of the row"),
      _("You turn over %(tile)s: it fits nowhere and goes to the back of your row"),
      { tile },
    );
  if (!found) return null;
  const n = 1 + 2 * (found.number ?? 0);
  const [third, second] = {
    end: [_("%(name)s plays %(tile)s at the end of line %(line)s"), _("You play %(tile)s at the end of line %(line)s")],
    insert: [_("%(name)s puts %(tile)s into line %(line)s"), _("You put %(tile)s into line %(line)s")],
    cut: [
      ngettext(
        "%(name)s cuts with %(tile)s: %(n)s tile goes to the back of the other row",
        "%(name)s cuts with %(tile)s: %(n)s tiles go to the back of the other row",
        n,
      ),
      ngettext(
        "You cut with %(tile)s: %(n)s tile goes to the back of the other row",
        "You cut with %(tile)s: %(n)s tiles go to the back of the other row",
        n,
      ),
    ],
  }[found.kind];
  return say(third, second, { ...found, n });
}

/** @type {LaidTile[]} */
let shown = []; // the layout on the felt

/**
 * The tile before a place: readers find it by its name, without counting.
 * @type {(place: Placement) => Tile | undefined}
 */
const tileBefore = ({ line, number: behind }) =>
  (behind ? shown.filter(({ arm }) => arm === (line || "A"))[behind - 1] : shown.find(({ arm }) => arm === "lead"))
    ?.tile;

/** @type {(play: Play) => string} */
function endName(play) {
  const place = placeOf(play);
  const { kind, line } = place;
  const other = tileBefore(place);
  if (kind === "end") return interpolate(_("Line %(line)s"), { line });
  if (kind === "insert") return interpolate(_("%(line)s after %(other)s"), { line, other });
  const n = 1 + 2 * (place.number ?? 0);
  return interpolate(ngettext("Cut after %(other)s: %(n)s tile", "Cut after %(other)s: %(n)s tiles", n), { other, n });
}

/**
 * Every play of Sausage has a place.
 * @type {(play: Play) => Placement}
 */
const placeOf = (play) => /** @type {Placement} */ (placementOf(play.text));

/**
 * A place in words, for readers who don't see the board.
 * @type {(play: Play, laid?: boolean) => string}
 */
function placeInWords(play, laid) {
  if (laid)
    return interpolate(_("%(tile)s placed, not submitted yet: %(place)s"), {
      tile: play.tile,
      place: endName(play),
    });
  const place = placeOf(play);
  const { kind, line, tile, number: behind } = place;
  if (kind === "end") return interpolate(_("Play %(tile)s at the end of line %(line)s"), { tile, line });
  if (kind === "insert")
    return interpolate(_("Put %(tile)s into line %(line)s after %(other)s"), {
      tile,
      line,
      other: tileBefore(place),
    });
  return interpolate(
    _("Cut with %(tile)s after tile %(behind)s of both lines: the tiles before it go to the other row"),
    { tile, behind },
  );
}

/** @type {(state: State) => string | null} */
function statusInWords(state) {
  const { view, laid, scene } = state;
  const { round } = view;
  if (!isMyTurn(state) || !round?.turned || scene.kind !== "now") return null;
  const [play] = laid;
  if (play) return `${play.tile}: ${endName(play)}`;
  return interpolate(_("You turned over %(tile)s: choose its place"), { tile: round.turned });
}

/** @type {(state: State) => Hint | null} */
const hint = (state) =>
  isMyTurn(state) && state.view.round?.turned
    ? {
        name: "lines",
        text: _(
          "Put the tile at the end of a line or between two tiles, or cut both lines with it. The tiles you cut off go to the other row.",
        ),
      }
    : null;

// ---- On the board ------------------------------------------------------------------------------

/**
 * The number of tiles in a band that makes the tiles largest, with room for a cutting tile above and for further tiles.
 * @type {(layout: LaidTile[], box: { columns: number; rows: number }) => number}
 */
function fitting(layout, { columns, rows }) {
  const length = Math.max(...["A", "B"].map((line) => layout.filter(({ arm }) => arm === line).length)) + 1;
  let best = { per: 2, scale: 0 };
  for (let per = 2; per <= Math.max(2, length); per += 1) {
    const bands = Math.ceil(length / per);
    const scale = Math.min(columns / (2 * per + 2.5), rows / ((bands - 1) * 3.4 + 7));
    if (scale > best.scale) best = { per, scale };
  }
  return 1 + 2 * best.per;
}

/** @type {(position: Position, box: Felt) => OnBoard} */
function arrange(position, box) {
  const arranged = arrangeLines(position.layout, { ends: position.ends, columns: fitting(position.layout, box) });
  const { tiles, spot, lengths, bounds } = arranged;
  const ends = position.ends.map((end) => {
    const line = /** @type {Line} */ (end.arm);
    const next = spot(line, lengths[line] + 1);
    return { ...end, x: next.x, y: next.y + 0.5, d: 0 };
  });
  const middle = { x: -bounds.w / 2, y: -bounds.h / 2 }; // the board centres the origin
  /** @type {<Placed extends Point>(rect: Placed) => Placed} */
  const moved = (rect) => ({ ...rect, x: rect.x + middle.x, y: rect.y + middle.y });
  return {
    tiles: tiles.map(moved),
    ends: ends.map(moved),
    bounds: moved({ ...bounds, x: bounds.x - 1, w: bounds.w + 1 }), // includes the names of the lines
    marks: marks(arranged).map((mark) => svg("g", { transform: `translate(${middle.x} ${middle.y})` }, mark)),
    ghost: (play) => {
      const found = placementRect(arranged, placeOf(play));
      const seam = found.seam && moved(found.seam);
      return { ...moved(found), seam, from: seam ? { x: seam.x, y: seam.y + seam.h / 2, d: 3 } : null };
    },
  };
}

/**
 * The names of the lines, and the signs that a long line continues.
 * @type {(lines: Lines) => SVGElement[]}
 */
const marks = ({ tiles, seams }) =>
  tiles.length
    ? [
        ...["A", "B"].map((line, index) =>
          svg(
            "text",
            {
              class: "line-name",
              x: tiles[0].x - 0.3,
              y: tiles[0].y + 0.5 + index,
              dy: "0.34em",
              "text-anchor": "end",
            },
            line,
          ),
        ),
        ...seams.map(({ from, to }) =>
          svg("path", { class: "line-seam", d: `M${from.x} ${from.y}h.4v1.2H${to.x - 0.4}V${to.y}h.4` }),
        ),
      ]
    : [];

/** @type {(state: State, position: Position) => Partial<BoardPicture>} */
function picture(state, position) {
  const cut = lastCut(position);
  const { view } = state;
  const mine = view.you ?? 0;
  return {
    arrange: (box) => arrange(position, box),
    leave: cut && ((node) => leave(node, cut.seat === mine ? "up" : "down")),
  };
}

/**
 * A tile turns face down and goes to a row beyond the edge.
 * @type {(node: SVGElement, way: string) => void}
 */
function leave(node, way) {
  node.slab.replaceChildren(drawTile(null, { vertical: node.vertical }));
  node.classList.add("leaving", way);
  setTimeout(() => node.remove(), 1100);
}

/**
 * The last move of a position, if it was a cut: {seat, tiles}; otherwise null.
 * @type {(position: Pick<Position, "ply" | "moves">) => { seat: number; tiles: Tile[] } | null}
 */
function lastCut(position) {
  if (!position.ply) return null;
  const [seat, text] = seatAndText(position.moves[position.ply - 1]);
  const tiles = placementOf(text)?.kind === "cut" && tilesCut(position.moves, position.ply);
  return tiles ? { seat, tiles } : null;
}

/** @type {(view: PlayedView, ply: number) => Partial<Position>} */
function layoutAt(view, ply) {
  return layoutAfter(view.round.moves, ply, view.rules.hand);
}

// ---- Beside it ---------------------------------------------------------------------------------

/** @type {(state: State, position: Position) => void} */
function draw(state, position) {
  $("stock").hidden = true; // Sausage has no boneyard
  shown = position.layout;
  drawRow(state, position);
  const cut = lastCut(position);
  const { turned, turn } = position;
  const others = turned && turn !== null && turn !== state.view.you;
  $("strip").hidden = !cut && !others;
  if (!cut && others)
    showStrip(interpolate(_("%(name)s turned over:"), { name: seatName(state.view, turn) }), [turned], "turned");
  if (!cut) return;
  const to = position.counts.length - 1 - cut.seat;
  const text =
    to === state.view.you
      ? _("Cut off, now face down at the back of your row:")
      : interpolate(_("Cut off, now face down at the back of %(name)s’s row:"), {
          name: seatName(state.view, to),
        });
  showStrip(text, cut.tiles);
}

/** @type {(text: string, tiles: Tile[], className?: string) => void} */
const showStrip = (text, tiles, className = "") =>
  $("strip").replaceChildren(
    element("span", { text }),
    element(
      "span",
      { className: "strip-tiles", "aria-label": tiles.join(", "), role: "img" },
      ...tiles.map((tile) => tilePicture(halves(tile), { className })),
    ),
  );

/**
 * The reader's own row beside the open tile: its first tile is at the right end.
 * @type {(state: State, position: Position) => void}
 */
function drawRow({ view }, position) {
  let row = /** @type {HTMLElement | null} */ ($("row"));
  if (!row) {
    row = element("div", { id: "row", className: "row" });
    $("hand").before(row);
    $("hand").classList.add("beside-row");
  }
  if (view.you === null) return;
  const count = position.counts[view.you] - (position.turned && position.turn === view.you ? 1 : 0);
  row.replaceChildren(
    element("span", {
      className: "row-name",
      text: interpolate(_("Your row: %(tiles)s"), { tiles: tilesInWords(count) }),
    }),
    element(
      "span",
      { className: "row-tiles", "aria-hidden": "true" },
      ...Array.from({ length: Math.min(count, 30) }, () => tilePicture(null)),
    ),
  );
}

/**
 * Shows by how much a row has just grown.
 * @type {(view: GameView, position: Position, seat: number) => string | null}
 */
function chip(_view, position, seat) {
  const cut = lastCut(position);
  return cut && seat !== cut.seat ? `+${number(cut.tiles.length)}` : null;
}

export const extra = { moveInWords, statusInWords, hint, endName, placeInWords, picture, layoutAt, draw, chip };
