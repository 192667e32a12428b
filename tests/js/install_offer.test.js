import assert from "node:assert/strict";
import test from "node:test";
import { isBack } from "../../static/js/app/install_offer.js";

function store() {
  const kept = new Map();
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
}

test("a visitor is back on any day after their first visit, however often they came that day", () => {
  const browser = store();
  assert.equal(isBack("Mon Nov 23 2026", browser), false);
  assert.equal(isBack("Mon Nov 23 2026", browser), false);
  assert.equal(isBack("Tue Nov 24 2026", browser), true);
  assert.equal(isBack("Fri Nov 27 2026", browser), true);
});
