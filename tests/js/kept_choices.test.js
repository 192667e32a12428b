// Going back to a form: the lists there may have changed their order since.

import assert from "node:assert/strict";
import test from "node:test";
import { openPage } from "./page.js";

openPage();
const { keepChoices } = await import("../../static/js/app/kept_choices.js");
const { deepEqual } = assert;

/** Opens a form with these games, the first chosen, and these friends; *how*: the kind of navigation. */
function open(how, games, friends) {
  performance.getEntriesByType = () => [{ type: how }];
  const box = (type, name) => (value) => `<input type="${type}" name="${name}" value="${value}">`;
  document.body.innerHTML = `<main><form action="/new/">${games.map(box("radio", "variant")).join("")}
    ${friends.map(box("checkbox", "invite")).join("")}</form></main>`;
  document.querySelector("[name=variant]").checked = true;
  keepChoices();
}
const checked = () => [...document.querySelectorAll(":checked")].map(({ value }) => value);
const press = (value) => document.querySelector(`[value=${value}]`).click();

test.beforeEach(() => history.replaceState(null, ""));

test("what was chosen is chosen again, wherever it is now", () => {
  open("navigate", ["draw", "muggins", "block"], ["ben", "cleo"]);
  press("block");
  press("muggins");
  press("cleo");
  open("back_forward", ["muggins", "block", "draw"], ["cleo", "dan", "ben"]);
  deepEqual(checked(), ["muggins", "cleo"]);
});

test("what isn't there any more leaves the default", () => {
  open("navigate", ["draw", "muggins"], ["ben"]);
  press("muggins");
  press("ben");
  open("back_forward", ["block", "draw"], ["dan"]);
  deepEqual(checked(), ["block"]);
});

test("what was unchecked stays so", () => {
  open("navigate", ["draw"], ["ben"]);
  press("ben");
  press("ben");
  open("back_forward", ["draw"], ["ben"]);
  deepEqual(checked(), ["draw"]);
});

for (const how of ["navigate", "reload"])
  test(`the page has its defaults after “${how}”`, () => {
    open("navigate", ["draw", "muggins"], []);
    press("muggins");
    open(how, ["draw", "muggins"], []);
    deepEqual(checked(), ["draw"]);
  });

test("the browser itself restores none of them", () => {
  open("navigate", ["draw"], ["ben"]);
  deepEqual(
    [...document.querySelectorAll("input")].map(({ autocomplete }) => autocomplete),
    ["off", "off"],
  );
});
