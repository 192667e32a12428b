import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.js";

openPage();
const { isBack } = await import("../../static/js/app/install_offer.js");

test("a visitor is back on any day after their first visit, however often they came that day", () => {
  assert.equal(isBack("Mon Nov 23 2026"), false);
  assert.equal(isBack("Mon Nov 23 2026"), false);
  assert.equal(isBack("Tue Nov 24 2026"), true);
  assert.equal(isBack("Fri Nov 27 2026"), true);
});
