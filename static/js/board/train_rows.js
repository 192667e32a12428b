// Draws the trains of Mexican Train as rows that are read from their ends: who owns it, the last tiles, and the end in
// a column that all rows share. What has no room is a number on a button. No row scrolls sideways.

import { carsOf, fitting, inRows, lengthwise, seatOf } from "../geometry/trains.js";
import { gettext as _, interpolate, ngettext, number } from "../text/i18n.js";
import { isDouble, otherHalf } from "../text/notation.js";
import { element } from "./element.js";
import { numberPicture, tilePicture } from "./tile.js";

const ROWS = [64, 54]; // px of a row, if there is room; 44 otherwise
export const LEAST = 44; // px: a finger needs this much
const CHIP = 36; // px
const BUBBLE = 76; // px: what a player did besides, at the start of the row
const GAP = 1; // px between tiles
const MOST_WIDE = 14; // tiles, by their short side, across the narrowest row

/**
 * "Ben’s train", "Your train", "Mexican train".
 * @type {(train: string, names: string[], you?: number | null) => string}
 */
export function trainName(train, names, you = null) {
  const seat = seatOf(train);
  if (seat === null) return _("Mexican train");
  return seat === you ? _("Your train") : interpolate(_("%(name)s’s train"), { name: names[seat] });
}

/** @type {(n: number) => string} */
const tilesInWords = (n) => interpolate(ngettext("%(n)s tile", "%(n)s tiles", n), { n: number(n) });

/**
 * A row as a sentence for screen readers.
 * @type {(train: Train, picture: TrainsPicture) => string}
 */
export function rowInWords({ of, end, open }, { names, you, counts, turn, cover, left }) {
  const seat = seatOf(of);
  const values = { end, n: seat === null ? 0 : (counts?.[seat] ?? 0) };
  return [
    trainName(of, names, you),
    open && seat !== null && _("open"),
    interpolate(_("ends in %(end)s"), values),
    cover === of && _("uncovered double: must be covered"),
    seat !== null && counts && interpolate(ngettext("%(n)s tile in hand", "%(n)s tiles in hand", values.n), values),
    seat !== null && left?.[seat] && _("has left"),
    seat !== null && turn === seat && _("to move"),
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * All tiles of a train as a text, from the end inwards.
 * @type {(train: Train, layout: LaidTile[], ply?: number) => string}
 */
export const tilesFromEnd = ({ of }, layout, ply) =>
  carsOf(layout, of, ply)
    .map((car) => lengthwise(car).reverse().join("-"))
    .reverse()
    .join(", ");

/** @type {(car: { tile: Tile; at: number | null; ply?: number }, more?: { className?: string; halo?: boolean }) => SVGElement} */
export const carPicture = (car, { className = "", halo = false } = {}) =>
  tilePicture(lengthwise(car), {
    vertical: isDouble(car.tile),
    halo,
    className: `train-tile ${isDouble(car.tile) ? "across" : ""} ${className}`.trim(),
  });

const faces = () => document.body.dataset.faces ?? "dots";

/**
 * A number as the square at the end of a train: in numerals where dots are hard to count, or there are none.
 * @type {(value: number, set: number) => Element}
 */
const squared = (value, set) =>
  faces() === "numerals" || ((set > 9 || value === 0) && faces() !== "pictures")
    ? element("b", { text: String(value) })
    : numberPicture(value);

/**
 * The end: the number that the next tile needs, or what it becomes with a chosen tile. If that lies on the train already,
 * the old number isn't an end any more.
 * @type {(end: number, becomes: number | null, lies: boolean, set: number) => HTMLElement}
 */
function endSquare(end, becomes, lies, set) {
  const node = element("span", { className: "train-end", "data-value": becomes ?? end });
  if (becomes !== null && !lies) node.append(element("span", { className: "train-was", text: `${end} →` }));
  node.append(squared(becomes ?? end, set));
  return node;
}

export class TrainRows {
  /** @type {Map<string, TrainRow>} */
  #rows = new Map();
  #order = "";
  #room = { tracks: 0, unit: 0 };
  /** @type {TrainsPicture | null} */
  picture = null;

  /**
   * *box*: the element to fill. *fills*: it has a height of its own, and the rows use it; they are *least* px high,
   * less than a finger needs only where nothing is played. onRow(train): a row was tapped. onMore(train): the reader
   * wants to see all its tiles.
   * @param {HTMLElement} box
   * @param {{ fills?: boolean; least?: number; onRow?: (train: string) => void; onMore?: (train: string) => void }} [options]
   */
  constructor(box, { fills = false, least = LEAST, onRow = () => {}, onMore } = {}) {
    this.box = box;
    this.fills = fills;
    this.least = least;
    this.onRow = onRow;
    this.onMore = onMore;
    this.list = element("ol", { className: "trains", "aria-label": _("Trains") });
    box.append(this.list);
    new ResizeObserver(() => this.picture && this.show(this.picture)).observe(box);
  }

  /** The rows, for what drops a tile: those that take it have its play. */
  get nodes() {
    return this.list.children;
  }

  /** @type {(picture: TrainsPicture) => void} */
  show(picture) {
    this.picture = picture;
    const trains = inRows(picture.trains, picture.you);
    const order = `${trains.map(({ of }) => of)}/${picture.you}`;
    if (order !== this.#order) {
      this.#order = order;
      this.#rows = new Map(trains.map(({ of }) => [of, this.#row(of, picture)]));
      this.list.replaceChildren(...[...this.#rows.values()].map(({ node }) => node));
    }
    this.#measure(trains.length);
    for (const train of trains) this.#draw(/** @type {TrainRow} */ (this.#rows.get(train.of)), train, picture);
  }

  /** @type {(train: string, picture: TrainsPicture) => TrainRow} */
  #row(of, { names, you = null }) {
    const label = element("div", { className: "train-label", "aria-hidden": "true" });
    const words = element("span", { className: "visually-hidden" });
    const chip = this.onMore
      ? element("button", {
          className: "train-chip",
          type: "button",
          "aria-label": interpolate(_("All tiles: %(train)s"), { train: trainName(of, names, you) }),
        })
      : element("span", { className: "train-chip", "aria-hidden": "true" });
    const track = element("div", { className: "train-track", "aria-hidden": "true" });
    const room = element("div", { className: "train-room" }, chip, track);
    const end = element("div", { className: "train-last", "aria-hidden": "true" });
    const play = element("button", { className: "train-play", type: "button" });
    const seat = seatOf(of);
    const node = element(
      "li",
      {
        className: `train${seat === null ? " mexican" : seat === you ? " own" : ""}`,
        "data-train": of,
        "data-seat": seat,
      },
      words,
      label,
      room,
      end,
    );
    node.addEventListener("click", ({ target }) => {
      if (this.onMore && chip.contains(/** @type {Node} */ (target))) this.onMore(of);
      else this.onRow(of);
    });
    return { node, label, words, chip, room, track, end, play, look: "" };
  }

  /**
   * How large the rows are, and what room they have for tiles.
   * @type {(rows: number) => void}
   */
  #measure(rows) {
    const { clientWidth: width, clientHeight: height } = this.box;
    const row =
      ROWS.find((px) => (this.fills ? px * rows <= height : rows <= 4)) ??
      Math.max(this.least, Math.min(LEAST, this.fills ? Math.floor(height / rows) : LEAST));
    const unit = Math.floor(Math.min((row - 4) / 2, width ? width / MOST_WIDE : Infinity));
    this.list.style.setProperty("--row", `${row}px`);
    this.list.style.setProperty("--unit", `${unit}px`);
    const [first] = this.#rows.values();
    this.#room = { tracks: first?.room.clientWidth ?? 0, unit };
  }

  /** @type {(row: TrainRow, train: Train, picture: TrainsPicture) => void} */
  #draw(row, train, picture) {
    const { of } = train;
    const { node, words, label } = row;
    const { usable, takes = [], laid, cover, turn, news, aimed, ply = Infinity } = picture;
    const cars = carsOf(picture.layout, of, ply);
    const lies = laid?.onto === of ? laid : null;
    const chosen = lies ?? takes.find(({ onto }) => onto === of);
    const seat = seatOf(of);
    const states = {
      open: train.open,
      cover: cover === of,
      faded: cover && cover !== of,
      usable: usable?.has(of),
      takes: Boolean(chosen),
      laid: Boolean(lies),
      aimed: aimed === of,
      news: cars.some((car) => news?.has(car.ply)),
      "on-turn": seat !== null && turn === seat,
      left: seat !== null && picture.left?.[seat],
    };
    for (const [name, on] of Object.entries(states)) node.classList.toggle(name, Boolean(on));
    node.play = chosen;
    const sentence = rowInWords(train, picture);
    if (words.textContent !== sentence) words.textContent = sentence;
    const newLabel = this.#label(train, picture);
    if (!label.isEqualNode(newLabel)) {
      label.replaceWith(newLabel);
      row.label = newLabel;
    }
    this.#drawTiles(row, train, picture, cars, chosen ?? null, Boolean(lies));
    this.#drawButton(row, picture.buttons?.[of]);
  }

  /** @type {(train: Train, picture: TrainsPicture) => HTMLElement} */
  #label({ of, open }, { names, you, counts, beside }) {
    const seat = seatOf(of);
    const name = seat === null ? _("Mexican") : seat === you ? _("You") : names[seat];
    const pill = open && element("span", { className: "train-pill", text: seat === null ? _("all") : _("open") });
    return element(
      "div",
      { className: "train-label", "aria-hidden": "true" },
      element("span", { className: "train-name", text: name }),
      element(
        "span",
        { className: "train-words" },
        seat !== null && counts && element("span", { className: "train-count", text: tilesInWords(counts[seat] ?? 0) }),
        pill,
        ...((seat !== null && beside?.(seat)) || []),
      ),
    );
  }

  /** @type {(row: TrainRow, train: Train, picture: TrainsPicture, cars: LaidTile[], chosen: Play | null, lies: boolean) => void} */
  #drawTiles(row, train, picture, cars, chosen, lies) {
    const { set, cover, fresh, last, sent, said } = picture;
    const seat = seatOf(train.of);
    const bubble = seat !== null && said?.has(seat) ? BUBBLE : 0;
    const { unit, tracks } = this.#room;
    const waits = cover === train.of && !lies;
    const ghost = lies && chosen ? [{ tile: chosen.tile, at: train.end }] : [];
    const widths = [...cars, ...ghost].map(({ tile }) => (isDouble(tile) ? unit : 2 * unit) + GAP);
    const room = tracks ? tracks - bubble - (waits ? 2 * unit + GAP : 0) : Infinity;
    const shown = Math.max(0, fitting(widths, room, CHIP) - ghost.length);
    const hidden = cars.length - shown;
    const seen = cars.slice(hidden);
    const becomes = chosen ? otherHalf(chosen.tile, train.end) : null;
    const marks = seen.map((car) => (fresh?.has(car.ply) ? 2 : car.ply === last ? 1 : 0));
    const look = JSON.stringify([seen, marks, hidden, ghost, sent, waits, train.end, becomes, set, faces()]);
    if (row.look === look) return;
    row.look = look;
    row.chip.textContent = hidden ? `+${number(hidden)}` : "";
    row.chip.hidden = !this.onMore && !hidden;
    row.track.replaceChildren(
      ...seen.map((car, index) =>
        carPicture(car, { halo: marks[index] > 0, className: marks[index] > 1 ? "fresh" : "" }),
      ),
      ...ghost.map((car) => carPicture(car, { className: `lies${sent ? " sent" : ""}` })),
      ...(waits ? [element("span", { className: "train-gap" })] : []),
    );
    row.end.replaceChildren(endSquare(train.end, becomes, lies, set));
  }

  /** @type {(row: TrainRow, text: string | undefined) => void} */
  #drawButton({ node, play }, text) {
    if (!text) return play.remove();
    const words = element("span", { className: "visually-hidden", text });
    if (play.textContent !== text) play.replaceChildren(words);
    if (!play.isConnected) node.append(play);
  }
}
