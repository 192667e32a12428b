// Draws a domino as SVG: a slab with a centre line and a pin, and on its halves dots, numerals or pictures, as data-faces
// of <body> says. A unit is the short side of the tile. css/tiles.css colours it, and rules/picture/tiles.py draws the
// same on the server.

const SVG = "http://www.w3.org/2000/svg";
const INSET = 0.03;
const THICK = 0.05; // how much of the lower edge is seen
const LIP = "translate(0.012 0.024)"; // the far edge of what is engraved catches the light
const FLOOR = "translate(0.005 0.016)";
/** @type {(unit: number) => number} */
const rounded = (unit) => Math.round(unit * 10_000) / 10_000; // the precision of the server
const THIRDS = [0.235, 0.5, 0.765];

// Column and row of each pip of an upright half, from 0 to 9.
// biome-ignore format: in the shape of the pips
const PIPS = [
  [], [[1, 1]], [[0, 0], [2, 2]], [[0, 0], [1, 1], [2, 2]], [[0, 0], [2, 0], [0, 2], [2, 2]],
  [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]], [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
  [[0, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [2, 2]],
  [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
  [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1], [0, 2], [1, 2], [2, 2]],
];

// Pips per row of a half, from 10 to 18.
// biome-ignore format: in the shape of the rows
const ROWS = [[3, 4, 3], [4, 3, 4], [4, 4, 4], [4, 5, 4], [5, 4, 5], [5, 5, 5], [4, 4, 4, 4], [4, 4, 1, 4, 4], [4, 5, 5, 4]];

/** @type {(index: number, count: number) => number} */
const spread = (index, count) => 0.5 + (count > 1 ? 0.64 * (index / (count - 1) - 0.5) : 0);

/** @type {TilePictures | null} */
let pictures = null; // {draw(value, x, y), name(value)}, once fetched

/** @type {(drawing: TilePictures) => void} */
export const usePictures = (drawing) => (pictures = drawing);

/**
 * A tile in words: its numbers, and its pictures if it shows them.
 * @type {(tile: Tile) => string}
 */
export const tileName = (tile) =>
  pictures && faces() === "pictures" ? `${tile} (${tile.split("-").map(pictures.name).join(", ")})` : tile;

const faces = () => document.body.dataset.faces;

/** @type {(name: string, attributes?: Record<string, unknown>, ...children: (Node | string)[]) => SVGElement} */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/** @type {(value: number, x: number, y: number, vertical: boolean, plain: boolean) => SVGElement[]} */
function half(value, x, y, vertical, plain) {
  if (!plain && pictures && faces() === "pictures") return [pictures.draw(value, x, y)];
  if (!plain && faces() === "numerals") {
    return [
      svg(
        "text",
        { class: "domino-number", x: x + 0.5, y: y + 0.5, "text-anchor": "middle", dy: "0.34em" },
        String(value),
      ),
    ];
  }
  if (!value) return [];
  const d = dots(value)
    .map(([across, down]) => `M${rounded(x + (vertical ? across : down))} ${rounded(y + (vertical ? down : across))}h0`)
    .join("");
  const wide = value > 12 ? 0.128 : value > 9 ? 0.148 : value > 6 ? 0.176 : 0.2;
  const hole = svg("path", { class: `pip pip-${value}`, d, "stroke-width": wide });
  if (plain) return [hole];
  return [
    svg("path", { class: "pip-lip", d, "stroke-width": wide, transform: LIP }),
    hole,
    svg("path", {
      class: value > 9 ? `pip-floor pip-${value}` : "pip-floor",
      d,
      "stroke-width": rounded(wide * 0.66),
      transform: FLOOR,
    }),
  ];
}

/**
 * One number by itself, in a square of one unit, as the reader's tiles show it.
 * @type {(value: number) => SVGElement}
 */
export const numberPicture = (value) =>
  svg("svg", { viewBox: "0 0 1 1", "aria-hidden": "true", focusable: "false" }, ...half(value, 0, 0, true, false));

/**
 * The positions of the pips of an upright half, across and down.
 * @type {(value: number) => number[][]}
 */
const dots = (value) =>
  value < 10
    ? PIPS[value].map(([column, row]) => [THIRDS[column], THIRDS[row]])
    : ROWS[value - 10].flatMap((count, row, rows) =>
        Array.from({ length: count }, (_pip, column) => [spread(column, count), spread(row, rows.length)]),
      );

/** @type {(w: number, h: number, rx: number, lower?: number) => Record<string, number>} */
const slab = (w, h, rx, lower = 0) => ({
  x: INSET,
  y: rounded(INSET + lower),
  width: rounded(w - 2 * INSET),
  height: rounded(h - 2 * INSET),
  rx,
});

/** @type {(vertical: boolean) => [number, number]} */
const size = (vertical) => (vertical ? [1, 2] : [2, 1]);

/**
 * Where a tile touches the felt; a new tile has a halo instead. In a layout, they lie below all tiles and cover none.
 * *hub*: the width of the bar around it.
 * @type {(how?: { vertical?: boolean; halo?: boolean; hub?: number }) => SVGElement}
 */
export function drawShadow({ vertical = true, halo = false, hub = 0 } = {}) {
  if (hub) {
    const bar = svg("rect", { class: "hub", x: 1 - hub / 2, y: 0, width: hub, height: 1, rx: 0.3 });
    return svg("g", {}, bar, drawShadow({ vertical, halo }));
  }
  if (!halo) return svg("rect", { class: "domino-shadow", ...slab(...size(vertical), 0.16, THICK + 0.035) });
  const edge = slab(...size(vertical), 0.16, THICK - 0.025);
  return svg(
    "g",
    { class: "domino-halo" },
    svg("rect", { class: "domino-ring", ...edge }),
    svg("rect", { class: "domino-gap", ...edge }),
  );
}

/**
 * The faces *values* (left to right, or top to bottom); null draws the back. *spinner*: marks a double that other lines
 * begin at. *plain*: for small drawings, always dots, and nothing engraved.
 * @type {(values: number[] | null, how?: { vertical?: boolean; spinner?: boolean; plain?: boolean }) => SVGElement}
 */
export function drawTile(values, { vertical = true, spinner = false, plain = false } = {}) {
  const [w, h] = size(vertical);
  const group = svg("g", { class: values ? "domino" : "domino domino-back" });
  group.append(
    svg("rect", { class: "domino-depth", ...slab(w, h, 0.15, THICK) }),
    svg("rect", { class: "domino-rim", ...slab(w, h, 0.15) }),
    svg("rect", { class: "domino-body", x: 0.05, y: 0.065, width: w - 0.1, height: rounded(h - 0.115), rx: 0.13 }),
    ...(values ? face(values, w, h, plain) : back(w, h)),
    ...(spinner ? spinnerMark(w, h) : []),
    ...(values && !plain ? [svg("circle", { class: "domino-pin", cx: w / 2, cy: h / 2, r: 0.06 })] : []),
  );
  return group;
}

/** @type {(values: number[], w: number, h: number, plain: boolean) => SVGElement[]} */
function face(values, w, h, plain) {
  const vertical = w < h;
  const d = vertical ? "M0.16 1H0.84" : "M1 0.16V0.84";
  return [
    ...(plain ? [] : [svg("path", { class: "domino-lip", d, transform: LIP })]),
    svg("path", { class: "domino-line", d }),
    ...half(values[0], 0, 0, vertical, plain),
    ...half(values[1], w - 1, h - 1, vertical, plain),
  ];
}

/**
 * A panel with a lozenge.
 * @type {(w: number, h: number) => SVGElement[]}
 */
function back(w, h) {
  const d = [0.62, 0.46, 0.2].map((part) => diamond("L", w / 2, h / 2, (w / 2) * part, (h / 2) * part)).join("");
  return [
    svg("rect", { class: "domino-panel", x: 0.14, y: 0.14, width: w - 0.28, height: h - 0.28, rx: 0.07 }),
    svg("path", { class: "domino-lozenge", d, "fill-rule": "evenodd" }),
  ];
}

/**
 * A frame, and a star along the line.
 * @type {(w: number, h: number) => SVGElement[]}
 */
function spinnerMark(w, h) {
  const [across, down] = w < h ? [0.3, 0.115] : [0.115, 0.3];
  return [
    svg("rect", {
      class: "domino-frame",
      x: 0.095,
      y: 0.11,
      width: rounded(w - 0.19),
      height: rounded(h - 0.205),
      rx: 0.09,
    }),
    svg("path", { class: "domino-star", d: diamond(`Q${w / 2} ${h / 2} `, w / 2, h / 2, across, down) }),
  ];
}

/**
 * From the top clockwise. *to*: “L” draws straight sides, “Q…” a curve through a point.
 * @type {(to: string, x: number, y: number, across: number, down: number) => string}
 */
function diamond(to, x, y, across, down) {
  const [left, right, top, foot] = [x - across, x + across, y - down, y + down].map(rounded);
  return `M${x} ${top}${to}${right} ${y}${to}${x} ${foot}${to}${left} ${y}${to}${x} ${top}z`;
}

/**
 * Tiles that lie on felt and don't move, with the shadows below: [shadows, tiles].
 * @type {(tiles: FixedTile[]) => SVGElement[]}
 */
export function drawLying(tiles) {
  /** @type {(tile: FixedTile, drawing: SVGElement) => SVGElement} */
  const at = ({ x, y, className = null }, drawing) =>
    svg("g", { class: className, transform: `translate(${x} ${y})` }, drawing);
  return [
    svg("g", {}, ...tiles.map((tile) => at(tile, drawShadow(tile)))),
    svg("g", {}, ...tiles.map((tile) => at(tile, drawTile(tile.closed ? null : tile.values, tile)))),
  ];
}

/**
 * A tile as a separate drawing, for hands and cards. Screen readers ignore it and read its name.
 * @type {(values: number[] | null, how?: { vertical?: boolean; halo?: boolean; className?: string }) => SVGElement}
 */
export function tilePicture(values, { vertical = true, halo = false, className = "" } = {}) {
  const box = vertical ? "0 0 1 2.06" : "0 0 2 1.06";
  return svg(
    "svg",
    { class: `domino-picture ${className}`.trim(), viewBox: box, "aria-hidden": "true", focusable: "false" },
    drawShadow({ vertical, halo }),
    drawTile(values, { vertical }),
  );
}
