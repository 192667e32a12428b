// Draws a domino as SVG: ivory body, centre line, and on its halves dots, numerals or pictures, as data-faces of <body>
// says. A unit is the short side of the tile.

const SVG = "http://www.w3.org/2000/svg";
const INSET = 0.03;
/** @type {(unit: number) => number} */
const rounded = (unit) => Math.round(unit * 1000) / 1000; // the precision of the server
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

/** @type {(value: number, x: number, y: number, vertical: boolean, onlyPips: boolean) => SVGElement[]} */
function half(value, x, y, vertical, onlyPips) {
  if (!onlyPips && pictures && faces() === "pictures") return [pictures.draw(value, x, y)];
  if (!onlyPips && faces() === "numerals") {
    return [
      svg(
        "text",
        { class: "domino-number", x: x + 0.5, y: y + 0.5, "text-anchor": "middle", dy: "0.34em" },
        String(value),
      ),
    ];
  }
  const pips =
    value < 10
      ? PIPS[value].map(([column, row]) => [THIRDS[column], THIRDS[row]])
      : ROWS[value - 10].flatMap((count, row, rows) =>
          Array.from({ length: count }, (_pip, column) => [spread(column, count), spread(row, rows.length)]),
        );
  const r = value > 12 ? 0.064 : value > 9 ? 0.074 : value > 6 ? 0.088 : 0.1;
  return pips.map(([across, down]) =>
    svg("circle", {
      class: `pip pip-${value}`,
      r,
      cx: rounded(x + (vertical ? across : down)),
      cy: rounded(y + (vertical ? down : across)),
    }),
  );
}

/**
 * The faces *values* (left to right, or top to bottom); null draws the back. *pips*: always draw dots, whatever faces
 * the reader has chosen.
 * @type {(values: number[] | null, how?: { vertical?: boolean; pips?: boolean }) => SVGElement}
 */
export function drawTile(values, { vertical = true, pips = false } = {}) {
  const [w, h] = vertical ? [1, 2] : [2, 1];
  const body = { x: INSET, y: INSET, width: w - 2 * INSET, height: h - 2 * INSET, rx: 0.15 };
  const group = svg("g", { class: values ? "domino" : "domino domino-back" });
  group.append(
    svg("rect", { ...body, class: "domino-depth", y: INSET + 0.045 }),
    svg("rect", { ...body, class: "domino-body" }),
  );
  if (!values) {
    group.append(svg("rect", { class: "domino-inlay", x: 0.17, y: 0.17, width: w - 0.34, height: h - 0.34, rx: 0.07 }));
    return group;
  }
  const [from, to] = vertical
    ? [
        [0.16, 1],
        [0.84, 1],
      ]
    : [
        [1, 0.16],
        [1, 0.84],
      ];
  group.append(
    svg("line", { class: "domino-line", x1: from[0], y1: from[1], x2: to[0], y2: to[1] }),
    svg("circle", { class: "domino-pin", cx: w / 2, cy: h / 2, r: 0.05 }),
    ...half(values[0], 0, 0, vertical, pips),
    ...half(values[1], vertical ? 0 : 1, vertical ? 1 : 0, vertical, pips),
  );
  return group;
}

/**
 * A tile as a separate drawing, for hands and cards. Screen readers ignore it and read its name.
 * @type {(values: number[] | null, how?: { vertical?: boolean; className?: string }) => SVGElement}
 */
export function tilePicture(values, { vertical = true, className = "" } = {}) {
  const box = vertical ? "0 0 1 2.06" : "0 0 2 1.06";
  return svg(
    "svg",
    { class: `domino-picture ${className}`.trim(), viewBox: box, "aria-hidden": "true", focusable: "false" },
    drawTile(values, { vertical }),
  );
}
