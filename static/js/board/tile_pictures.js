// Tile faces for children: a picture for each number. Fetched when the reader has chosen them. Drawn in a square of
// 100.

import { gettext as _ } from "../text/i18n.js";
import { svg, usePictures } from "./tile.js";

/** @type {(x: number, y: number, r: number) => string} */
const disc = (x, y, r) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
const STAR = "M50 8l12.6 27.4 29.9 3.6-22 20.6 5.7 29.6L50 74.6 23.8 89.2l5.7-29.6-22-20.6 29.9-3.6z";
const HEART = "M50 88C18 62 8 48 8 32a21 21 0 0 1 42-5 21 21 0 0 1 42 5c0 16-10 30-42 56z";

// By number: its name, and its shapes from back to front as fill and path.
// biome-ignore format: one picture per line
const PICTURES = [
  [_("egg"), ["#e8b04a", "M50 8c20 0 34 34 34 52a34 32 0 0 1-68 0C16 42 30 8 50 8z"], ["#fff3d1", disc(38, 46, 7) + disc(60, 60, 8) + disc(42, 74, 6)]],
  [_("candle"), ["#3b6ea8", "M36 42h28v44H36z"], ["#24476e", "M24 84h52v8H24z"], ["#f08a24", "M50 6c14 16 13 30 0 33-13-3-14-17 0-33z"], ["#ffd95c", "M50 20c6 8 5 14 0 16-5-2-6-8 0-16z"]],
  [_("cherries"), ["#3f7d3a", "M70 8l5 4C62 30 60 44 68 58l-6 3C54 48 54 36 58 26 46 34 38 46 36 62l-7-1C33 38 46 18 70 8z"], ["#c3272f", disc(30, 72, 20) + disc(70, 70, 20)], ["#f2a3a0", disc(24, 66, 5) + disc(64, 64, 5)]],
  [_("clover"), ["#2f7d46", `${disc(50, 27, 20)}${disc(29, 56, 20)}${disc(71, 56, 20)}M46 50h8c0 18 4 30 12 40l-7 3C50 82 46 68 46 50z`]],
  [_("butterfly"), ["#8646a8", "M47 46C40 12 4 8 8 32c3 16 20 20 39 18zM53 46c7-34 43-38 39-14-3 16-20 20-39 18z"], ["#d98a2b", "M47 54C24 52 12 66 20 80c9 14 25-2 27-22zM53 54c23-2 35 12 27 26-9 14-25-2-27-22z"], ["#2b2230", "M46 26h8v58h-8z"]],
  [_("star"), ["#e0a21b", STAR]],
  [_("little fish"), ["#2a86a8", "M6 50c14-30 44-34 64-6l22-18v48L70 56C50 84 20 80 6 50z"], ["#fff", disc(28, 44, 7)], ["#1a2124", disc(28, 44, 3)]],
  [_("boat"), ["#7a4a25", "M8 68h84c-4 16-14 22-22 22H30c-8 0-18-6-22-22z"], ["#c3272f", "M54 8l34 52H54z"], ["#3b6ea8", "M46 22v38H16z"]],
  [_("snowman"), ["#8fb3c9", disc(50, 68, 27) + disc(50, 30, 19)], ["#e6f1f7", disc(50, 68, 22) + disc(50, 31, 14)], ["#1a2124", `${disc(44, 28, 3)}${disc(56, 28, 3)}${disc(50, 60, 3)}${disc(50, 73, 3)}M32 4h36v6H32z`], ["#e0701b", "M50 33l16 4-16 3z"]],
  [_("balloon"), ["#c3272f", "M50 6c21 0 33 15 33 31S64 72 50 72 17 53 17 37 29 6 50 6z"], ["#f2a3a0", disc(37, 27, 7)], ["#7b1a20", "M43 78l7-8 7 8z"], ["#4a4a4a", "M48 78h4c-8 8 8 10 0 18h-4c6-8-8-10 0-18z"]],
  [_("house"), ["#c9a26a", "M18 46h64v46H18z"], ["#a2382c", "M50 8l44 40H6z"], ["#5a3a22", "M42 62h18v30H42z"], ["#9bd0e8", "M66 56h10v12H66zM24 56h10v12H24z"]],
  [_("tree"), ["#6b4527", "M43 70h14v24H43z"], ["#256b3d", "M50 4l24 30H64l20 24H70l16 18H14l16-18H16l20-24H26z"]],
  [_("clock"), ["#3a4a5a", disc(50, 50, 43)], ["#fffdf5", disc(50, 50, 35)], ["#1a2124", "M47 22h6v26l18 12-3 5-21-14z"]],
  [_("moon"), ["#5b6fb5", "M64 8a43 43 0 1 0 28 56A36 36 0 0 1 64 8z"]],
  [_("heart"), ["#d63d6a", HEART]],
  [_("umbrella"), ["#4a4a4a", "M47 50h6v32c0 16-24 16-24 0h6c0 8 12 8 12 0z"], ["#2f8f83", "M50 8c26 0 42 20 43 44-8-8-20-8-28 0-8-8-22-8-30 0-8-8-20-8-28 0C8 28 24 8 50 8z"]],
  [_("key"), ["#b8861b", `M46 42h12v48H46zM58 66h16v8H58zM58 80h12v8H58z${disc(52, 28, 22)}`], ["#faf4e2", disc(52, 28, 9)]],
  [_("mushroom"), ["#ead9bd", "M38 52h24l6 40H32z"], ["#b8322a", "M50 8c26 0 42 20 42 46H8C8 28 24 8 50 8z"], ["#fff", disc(34, 34, 7) + disc(58, 26, 7) + disc(72, 44, 6)]],
  [_("apple"), ["#6b4527", "M48 28c0-12 4-18 10-22l5 4c-6 4-8 10-8 18z"], ["#5a9e32", "M50 34C36 22 12 28 12 56c0 22 16 38 28 36 6-2 14-2 20 0 12 2 28-14 28-36 0-28-24-34-38-22z"]],
];

usePictures({
  draw: (value, x, y) =>
    svg(
      "g",
      { class: "picture", transform: `translate(${x + 0.12} ${y + 0.12}) scale(.0076)` },
      ...PICTURES[value].slice(1).map(([fill, d]) => svg("path", { fill, d })),
    ),
  name: (value) => String(PICTURES[Number(value)][0]),
});

export const extra = {};
