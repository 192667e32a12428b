// The moves of a deal in words.

import { markOf, markSign } from "../look_back/costly_moves.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { seatAndText } from "../text/notation.js";
import { element } from "./players.js";
import { moveInWords, mover, notesInWords, roundEndInWords, withRemarks } from "./sentences.js";
import { unbroken } from "./turns.js";

/**
 * Move number *ply* (from 1) of a position, in words.
 * @type {(view: GameView, position: Position, ply: number) => string}
 */
export function plyInWords(view, position, ply) {
  const [seat, text] = seatAndText(position.moves[ply - 1]);
  const by = position.by[ply - 1];
  const { name, you } = mover(view, seat, by, text);
  const remarks = position.remarks?.filter((remark) => remark.ply === ply);
  return withRemarks(view, seat, remarks, moveInWords(text, name, { you, by, ply, view, seat }));
}

/**
 * One button per ply that leads back to it; the one shown is marked.
 * @type {(list: Part, view: GameView, position: Position, onPly: (ply: number) => void) => void}
 */
export function drawLog(list, view, position, onPly) {
  const key = JSON.stringify([position.deal, position.moves, position.by, position.scoreLine, view.you]);
  if (list.key !== key) {
    list.key = key;
    const start =
      position.layout[0]?.seat === null
        ? interpolate(view.rules.trains ? _("The station: %(tile)s") : _("%(tile)s is turned face up"), {
            tile: position.layout[0].tile,
          })
        : _("The deal");
    list.replaceChildren(
      logItem(0, null, start, null, onPly),
      ...position.moves.map((move, index) =>
        logItem(
          index + 1,
          seatAndText(move)[0],
          plyInWords(view, position, index + 1),
          markOf(position.deal, index + 1),
          onPly,
        ),
      ),
    );
    if (position.scoreLine)
      list.append(
        element("li", {
          className: "log-end",
          text: [roundEndInWords(position.scoreLine, view), ...notesInWords(position.scoreLine, view, false)].join(" "),
        }),
      );
  }
  const before = list.querySelector("[aria-current]");
  const item = list.querySelector(`[data-ply="${position.ply}"]`);
  if (item === before) return;
  before?.removeAttribute("aria-current");
  if (!item) return;
  item.setAttribute("aria-current", "step");
  const isLast = position.scoreLine && item.parentNode === list.lastElementChild?.previousElementSibling;
  requestAnimationFrame(() => keepInSight(list, (isLast && list.lastElementChild) || item));
}

/** @type {(ply: number, seat: number | null, text: string, mark: Mark | null | undefined, onPly: (ply: number) => void) => HTMLElement} */
const logItem = (ply, seat, text, mark, onPly) => {
  const button = element("button", { type: "button", className: "log-line", "data-ply": ply, text: unbroken(text) });
  if (mark) button.append(" ", markSign(mark));
  button.addEventListener("click", () => onPly(ply));
  return element("li", { className: seat === null ? "" : `by-${seat}` }, button);
};

/**
 * Scrolls only the list, never the page.
 * @type {(list: Part, item: Element) => void}
 */
function keepInSight(list, item) {
  const box = list.getBoundingClientRect();
  const mine = item.getBoundingClientRect();
  if (mine.top < box.top) list.scrollTop -= box.top - mine.top + 8;
  else if (mine.bottom > box.bottom) list.scrollTop += mine.bottom - box.bottom + 8;
}
