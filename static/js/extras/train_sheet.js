// A whole train in a sheet below the board: its tiles in lines like a text, and how many tiles show each number.

import { carPicture, rowInWords, tilesFromEnd, trainName } from "../board/train_rows.js";
import { carsOf, seatOf } from "../geometry/trains.js";
import { element, openTiles } from "../table/players.js";
import { gettext as _, interpolate } from "../text/i18n.js";
import { halves } from "../text/notation.js";

/**
 * How many tiles on the table show each number, from 0 up.
 * @type {(layout: LaidTile[], set: number, ply?: number) => number[]}
 */
export const shownOfEach = (layout, set, ply = Infinity) =>
  Array.from(
    { length: set + 1 },
    (_number, value) => layout.filter((car) => car.ply <= ply && halves(car.tile).includes(value)).length,
  );

/**
 * Who may play on *train*, and until when.
 * @type {(train: Train, picture: TrainsPicture) => string}
 */
function whoPlays({ of, open }, { names, you, left }) {
  const seat = seatOf(of);
  if (seat === null || left?.[seat]) return _("Everybody can play here.");
  const name = names[seat];
  if (seat === you)
    return open
      ? _("Your train is open: everybody can play here until you do.")
      : _("Your train is closed: nobody else can play here. It opens when you pass.");
  return interpolate(
    open
      ? _("Open: everybody can play here until %(name)s does.")
      : _("Closed: only %(name)s can play here. A pass opens it."),
    { name },
  );
}

/** @type {(train: string, picture: TrainsPicture | null | undefined, position: Position) => void} */
export function showTrain(of, picture, position) {
  const train = picture?.trains.find((each) => each.of === of);
  if (!picture || !train) return;
  const { layout, ply, names, you, set } = picture;
  const seat = seatOf(of);
  const hand = seat === null ? null : position.hands?.[seat];
  /** @type {Part | HTMLDialogElement | null} */
  let dialog = document.getElementById("train-sheet");
  if (!dialog) {
    dialog = element("dialog", { id: "train-sheet", className: "train-sheet", "aria-labelledby": "train-sheet-title" });
    document.body.append(dialog);
    const sheet = dialog;
    sheet.addEventListener("click", ({ target }) => target === sheet && sheet.close());
  }
  const cars = carsOf(layout, of, ply);
  const content = element(
    "div",
    { className: "stack-s" },
    element("h2", { id: "train-sheet-title", text: trainName(of, names, you) }),
    element("p", { text: rowInWords(train, picture) }),
    element("p", { text: whoPlays(train, picture) }),
    element("p", {
      className: "visually-hidden",
      text: cars.length
        ? interpolate(_("From the end: %(tiles)s"), { tiles: tilesFromEnd(train, layout, ply) })
        : _("No tiles yet."),
    }),
    cars.length &&
      element("div", { className: "train-lines", "aria-hidden": "true" }, ...cars.map((car) => carPicture(car))),
    hand && element("p", { text: _("Left in the hand:") }),
    hand && element("div", { className: "train-lines hand-left" }, ...openTiles(hand)),
    element("h3", { text: _("Tiles on the table with each number") }),
    element(
      "ul",
      { className: "train-numbers" },
      ...shownOfEach(layout, set, ply).map((count, value) =>
        element(
          "li",
          { className: count > set ? "all-out" : "" },
          element("b", { text: String(value), "data-value": value }),
          element("span", { text: interpolate(_("%(n)s of %(all)s"), { n: count, all: set + 1 }) }),
        ),
      ),
    ),
    element(
      "p",
      { className: "dialog-buttons" },
      element("button", { className: "button primary", type: "button", "data-close": "", text: _("Close") }),
    ),
  );
  dialog.replaceChildren(content);
  if (!dialog.open) dialog.showModal();
}
