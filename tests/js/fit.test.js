import assert from "node:assert/strict";
import test from "node:test";
import { aim } from "../../static/js/geometry/fit.js";

const { deepEqual, equal, ok } = assert;

const FELT = { width: 360, height: 400 };
const LEAD = { x: -1, y: -0.5, w: 2, h: 1 };

/** The edges of a rectangle on the felt, in px. */
const seen = (rect, { unit, x, y }) => ({
  left: x + rect.x * unit,
  right: x + (rect.x + rect.w) * unit,
  top: y + rect.y * unit,
  bottom: y + (rect.y + rect.h) * unit,
});

test("the lead lies in the middle of the felt, as large as usual", () => {
  const { unit, x, y, width, height } = aim([LEAD], 30, FELT);
  deepEqual([unit, x, y, width, height], [30, 180, 200, 360, 400]);
});

test("the middle of the layout lies in the middle of the felt, however it has grown", () => {
  const long = { x: -1, y: -0.5, w: 9, h: 1 };
  const { left, right } = seen(long, aim([long], 30, FELT));
  equal(left, 360 - right);
  const beside = { x: 8, y: -0.5, w: 2, h: 1 }; // a place that must be seen moves it no more than needed
  equal(aim([LEAD, { x: 1, y: -0.5, w: 2, h: 1 }], 30, FELT).x, 180);
  ok(seen(beside, aim([long, beside], 30, FELT)).right < 360);
});

test("an end that the buttons in the corner would cover moves above them", () => {
  const corner = { width: 60, height: 60 };
  const layout = { x: -5, y: -6, w: 10, h: 12 };
  const [inCorner, elsewhere] = [
    { x: 4, y: 5.5, w: 1, h: 0.5 },
    { x: -5, y: 5.5, w: 1, h: 0.5 },
  ];
  ok(seen(inCorner, aim([layout, inCorner], 30, FELT, { corner })).bottom <= 400 - 60);
  deepEqual(aim([layout, elsewhere], 30, FELT, { corner }), aim([layout, elsewhere], 30, FELT));
});

test("a unit is never smaller than 11 px: a layout without room is larger than the felt", () => {
  const huge = { x: -30, y: -4, w: 60, h: 8 };
  const { unit, width, height } = aim([huge], 30, FELT);
  equal(unit, 11);
  ok(width > 360 && height === 400);
});

for (const [what, covered] of Object.entries({
  "the strip of news above": { top: 60 },
  "a card below": { bottom: 180 },
  "a card at the right": { right: 140 },
  "a strip and a card": { top: 44, bottom: 200 },
})) {
  test(`no part of the layout lies under ${what}`, () => {
    const { top = 0, bottom = 0, right = 0 } = covered;
    for (const rect of [
      LEAD,
      { x: -7, y: -4, w: 15, h: 9 },
      { x: -3, y: -11, w: 5, h: 13 },
      { x: 0, y: 0, w: 17, h: 2 },
    ]) {
      const aimed = aim([LEAD, rect], 30, FELT, covered);
      for (const place of [LEAD, rect].map((one) => seen(one, aimed))) {
        ok(place.left > 0 && place.right < 360 - right, `${JSON.stringify(place)} across`);
        ok(place.top > top && place.bottom < 400 - bottom, `${JSON.stringify(place)} down`);
      }
      ok(aimed.unit <= 30);
    }
  });
}

test("the layout keeps a minimum height, whatever covers the felt", () => {
  const { unit } = aim([LEAD], 30, FELT, { top: 100, bottom: 290 });
  ok(unit * 2.5 <= 110 && unit === 30);
});

test("zooming makes the drawing larger than the felt, up to a limit", () => {
  const rect = { x: -10, y: -3, w: 20, h: 6 };
  const [plain, large] = [aim([rect], 30, FELT), aim([rect], 30, FELT, {}, 2)];
  equal(large.unit, 2 * plain.unit);
  ok(large.width > 360 && plain.width === 360);
  equal(large.fitting, plain.fitting);
  equal(aim([rect], 30, FELT, {}, 99).unit, 64);
});
