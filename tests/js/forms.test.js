// The forms of new games, house rules and tournaments: what can be chosen together.

import assert from "node:assert/strict";
import test from "node:test";
import { answering, openPage, settled, texts } from "./page.js";

openPage();
const { deepEqual, equal } = assert;
const $ = (css) => document.querySelector(css);
let copies = 0;
/** Runs the script of a page on *html*, as a fresh copy: it acts when it is loaded. */
async function run(name, html) {
  copies += 1;
  document.body.innerHTML = html;
  await import(`../../static/js/forms/${name}.js?${copies}`);
}
const change = (node, value) => {
  if (node.type === "radio" || node.type === "checkbox") node.checked = value ?? true;
  else node.value = value;
  node.dispatchEvent(new Event("change", { bubbles: true }));
};
const hidden = (css) => [...document.querySelectorAll(css)].map((node) => node.hidden);
const option = (value, text = value) => `<option value="${value}">${text}</option>`;
const radio = (name, value, more = "") =>
  `<label><input type="radio" name="${name}" value="${value}" ${more}> ${value}</label>`;

const LENGTHS = { one: "one round", usual: "to 100", long: "to 200" };
const CATALOGUE = {
  draw: {
    2: { lengths: LENGTHS, sides: 2 },
    4: {
      lengths: LENGTHS,
      lengths_in_pairs: { usual: "to 150" },
      pairs: "may",
      sides: 2,
      sets: { offered: "Double-9", own: "Double-6" },
    },
  },
  partnership: { 4: { lengths: { usual: "to 250" }, pairs: "must", sides: 2, limited: "Four players only." } },
};
const TRAINS = {
  2: {
    lengths: { three: "3 rounds", usual: "10 rounds" },
    sets: { offered: "Double-9", own: "Double-12", smaller: "Double-6" },
    lengths_by_set: {
      offered: { three: "3 rounds", usual: "10 rounds" },
      own: { three: "3 rounds", usual: "13 rounds" },
      smaller: { three: "3 rounds", usual: "7 rounds" },
    },
    daily: "three",
  },
  4: { lengths: { three: "3 rounds", usual: "13 rounds" }, quick: true, daily: "three" },
};
const SETS = ["offered", "own", "smaller"]
  .map((name) => `<label><input type="radio" name="tiles" value="${name}"><span></span></label>`)
  .join("");
const NEW_GAME = `<script type="application/json" id="catalogue">${JSON.stringify(CATALOGUE)}</script>
  <form data-new-game><select name="variant">${option("draw")}${option("partnership")}</select>
  ${radio("seats", 2, "checked")}${radio("seats", 4)}
  <p data-pairs><input type="checkbox" name="pairs"></p><p data-sets>${SETS}</p><p data-quick><input type="checkbox" name="quick"></p><p data-always-pairs></p><p data-limited></p>
  <select name="length">${option("one", "One round")}${option("usual", "Usual")}${option("long", "Long")}</select>
  <p data-estimate="/new/estimate/" hidden></p></form>`;
const lengths = () => [...$("[name=length]").options].filter((each) => !each.disabled).map((each) => each.text);

test("a new game offers only what the chosen game allows", async () => {
  const asked = answering({ "/new/estimate/": "About 20 minutes." });
  await run("new_game", NEW_GAME);
  deepEqual(hidden("[data-pairs], [data-sets], [data-always-pairs], [data-limited]"), [true, true, true, true]);
  deepEqual(lengths(), ["One round", "Usual: to 100", "Long: to 200"]);
  equal($("form").dataset.sides, "0");
  change($("[value='4']"));
  deepEqual(hidden("[data-pairs], [data-sets], [data-always-pairs]"), [false, false, true]);
  $("[name=length]").value = "long";
  change($("[name=pairs]"));
  equal($("form").dataset.sides, "2");
  deepEqual(lengths(), ["Usual: to 150"]);
  equal($("[name=length]").value, "usual");
  await settled();
  equal($("[data-estimate]").textContent, "About 20 minutes.");
  equal($("[data-estimate]").hidden, false);
  equal(new URLSearchParams(asked.at(-1).address.split("?")[1]).get("seats"), "4");
});

const SPEEDS = `${radio("speed", "fast", "checked")}${radio("speed", "days")}`;
const TRAINS_FORM = NEW_GAME.replace('<select name="variant">', `<select name="variant">${option("trains")}`)
  .replace('{"draw"', `{"trains":${JSON.stringify(TRAINS)},"draw"`)
  .replace('<select name="length">', `${SPEEDS}<select name="length">${option("three", "Three rounds")}`)
  .replace('value="usual"', 'value="usual" selected');
const sets = () =>
  [...document.querySelectorAll("[name=tiles]")]
    .filter((each) => !each.closest("label").hidden)
    .map((each) => each.value);
const chosenSet = () => $("[name=tiles]:checked").value;

test("sets of tiles are those of the game, and change its lengths", async () => {
  answering({ "/new/estimate/": "" });
  await run("new_game", TRAINS_FORM);
  deepEqual(
    [sets(), chosenSet(), lengths()],
    [["offered", "own", "smaller"], "offered", ["Three rounds", "Usual: 10 rounds"]],
  );
  $("[value=smaller]").checked = true;
  change($("[value=smaller]"));
  deepEqual(lengths(), ["Three rounds", "Usual: 7 rounds"]);
  change($("[value='4']"));
  deepEqual(
    [hidden("[data-sets], [data-quick]"), lengths()],
    [
      [true, false],
      ["Three rounds", "Usual: 13 rounds"],
    ],
  );
  $("[name=quick]").checked = true;
  change($("[name=variant]"), "draw");
  deepEqual(
    [hidden("[data-sets], [data-quick]"), sets(), $("[name=quick]").checked],
    [[false, true], ["offered", "own"], false],
  );
  equal(chosenSet(), "offered", "the player’s choice isn’t there");
});

test("a daily clock proposes the game’s short length, until the player chooses one", async () => {
  answering({ "/new/estimate/": "" });
  await run("new_game", TRAINS_FORM);
  const length = $("[name=length]");
  equal(length.value, "usual");
  change($("[value=days]"));
  equal(length.value, "three");
  change($("[value=fast]"));
  equal(length.value, "usual");
  change($("[value=days]"));
  change(length, "usual");
  change($("[value='4']"));
  equal(length.value, "usual", "chosen by the player");
});

test("a game for four switches to four players, in pairs", async () => {
  answering({ "/new/estimate/": "" });
  await run("new_game", NEW_GAME);
  change($("[name=variant]"), "partnership");
  equal($("[name=seats]:checked").value, "4");
  deepEqual(hidden("[data-pairs], [data-always-pairs]"), [true, false]);
  equal($("[data-limited]").textContent, "Four players only.");
  equal($("form").dataset.sides, "2");
  $("[name=seats]").checked = true;
  change($("[name=seats]"));
  equal($("[name=variant]").value, "draw", "the first game for two");
});

test("a game against computers offers its numbers of players and lengths", async () => {
  await run(
    "play_computer",
    `<script type="application/json" id="catalogue">${JSON.stringify(CATALOGUE)}</script><form data-play-computer>
    <select name="variant">${option("draw")}${option("partnership")}</select>
    <select name="seats">${option("", "any")}${option("2")}${option("4")}</select>
    <label><input type="checkbox" name="pairs"></label>
    <select name="length">${option("one", "One round")}${option("usual", "Usual")}</select></form>`,
  );
  const seats = () => [...$("[name=seats]").options].filter((each) => !each.disabled).map(({ value }) => value);
  deepEqual(
    [seats(), lengths()],
    [
      ["", "2", "4"],
      ["One round", "Usual: to 100"],
    ],
  );
  deepEqual(hidden("label"), [true]);
  change($("[name=seats]"), "4");
  $("[name=pairs]").checked = true;
  change($("[name=pairs]"));
  deepEqual([hidden("label"), lengths()], [[false], ["Usual: to 150"]]);
  change($("[name=seats]"), "2");
  equal($("[name=pairs]").checked, false);
  $("[name=length]").value = "one";
  change($("[name=variant]"), "partnership");
  deepEqual([seats(), lengths()], [["", "4"], ["Usual: to 250"]]);
  deepEqual([$("[name=seats]").value, $("[name=length]").value], ["", "usual"]);
});

const CLOCKS = `<form><div data-clock>${radio("speed", "fast", 'data-usual="600"')}${radio("speed", "days", 'data-usual="259200" checked')}
  <select name="clock"><optgroup>${option("600")}${option("own-fast")}</optgroup>
  <optgroup><option value="259200" selected></option>${option("none")}${option("own-days")}</optgroup></select>
  <p data-own="own-fast"></p><p data-own="own-days"></p><p data-pauses></p><div data-misses>
  ${radio("misses", "move", "checked")}${radio("misses", "out")}</div><p data-misses-most></p></div></form>`;

test("clocks are those of the chosen speed, with the fields that they need", async () => {
  await run("clock_fields", CLOCKS);
  deepEqual(hidden("optgroup"), [true, false]);
  deepEqual(hidden("[data-own], [data-pauses], [data-misses], [data-misses-most]"), [true, true, false, false, false]);
  change($("[value=fast]"));
  equal($("[name=clock]").value, "600");
  deepEqual(hidden("optgroup"), [false, true]);
  deepEqual(hidden("[data-pauses]"), [true]);
  change($("[name=clock]"), "own-fast");
  deepEqual(hidden("[data-own], [data-pauses]"), [false, true, false]);
  change($("[value=out]"));
  deepEqual(hidden("[data-misses-most]"), [true]);
  change($("[value=days]"));
  equal($("[name=clock]").value, "259200");
  change($("[name=clock]"), "none");
  deepEqual(hidden("[data-pauses], [data-misses]"), [true, true]);
});

test("a clock that was chosen before the script came selects its speed", async () => {
  copies += 1;
  document.body.innerHTML = CLOCKS;
  $("[name=clock]").value = "own-fast";
  await import(`../../static/js/forms/clock_fields.js?${copies}`);
  equal($("[value=fast]").checked, true);
  deepEqual(hidden("[data-own]"), [false, true]);
});

const seatRow = (
  number,
) => `<div data-seat="${number}"><select>${option("", "Anyone")}${option("solid", "Dora")}</select>
  <i data-relation="partner"></i><i data-relation="opponent"></i></div>`;

test("seats show whose side they are on, and what applies to free seats", async () => {
  await run(
    "seat_fields",
    `<form data-sides="2">${radio("seats", 2)}${radio("seats", 4, "checked")}<div data-seat-fields>${[1, 2, 3].map(seatRow).join("")}</div>
    <b data-seats-chosen></b><p data-with-free-seats></p><p data-with-no-free-seat></p><p data-without-computers></p></form>`,
  );
  const parts = "[data-with-free-seats], [data-with-no-free-seat], [data-without-computers]";
  deepEqual(hidden(parts), [false, true, false]);
  deepEqual(hidden("[data-relation=partner]"), [true, false, true]);
  deepEqual(hidden("[data-relation=opponent]"), [false, true, false]);
  equal($("[data-seats-chosen]").textContent, "Anyone");
  change($("[data-seat='1'] select"), "solid");
  equal($("[data-seats-chosen]").textContent, "Dora, Anyone");
  deepEqual(hidden(parts), [false, true, true]);
  $("form").dataset.sides = "0";
  change($("[value='2']"));
  deepEqual(hidden(parts), [true, false, true]);
  deepEqual(hidden("[data-relation]"), [true, true, true, true, true, true]);
});

test("a folded setting says what is chosen in it", async () => {
  await run(
    "fold_summaries",
    `<form><b data-chosen-of="speed">?</b>${radio("speed", "Live")}${radio("speed", "Daily", "checked")}</form>`,
  );
  change($("[value=Live]"));
  equal($("b").textContent, "Live");
});

test("the page scrolls to an error and its field", async () => {
  let scrolled = "";
  HTMLElement.prototype.scrollIntoView = function () {
    scrolled = this.className;
  };
  await run(
    "scroll_to_error",
    '<main><p class="field one"><input></p><p class="field two"><b class="errorlist">Too long</b><input type="hidden"><input id="wrong"></p></main>',
  );
  equal(scrolled, "field two");
  equal(document.activeElement.id, "wrong");
});

test("a tournament says what it takes after each change, without the token of the form", async () => {
  const asked = answering({ "/takes/": "Five weeks." });
  await run(
    "new_tournament",
    `<form class="tournament-form"><input name="csrfmiddlewaretoken" value="x"><input name="rounds" value="5"></form>
    <p id="takes" data-takes="/takes/">?</p>`,
  );
  change($("[name=rounds]"), "7");
  await settled();
  equal($("#takes").textContent, "Five weeks.");
  deepEqual(
    asked.map(({ address }) => address),
    ["/takes/?rounds=7"],
  );
});

test("names are suggested for two letters or more", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = answering({
    "/people/": {
      people: [
        { username: "ben", name: "Ben" },
        { username: "Bea", name: "Bea" },
      ],
    },
  });
  await run("name_suggestions", '<input data-find-people="/people/" list="names"><datalist id="names"></datalist>');
  const field = $("input");
  Object.defineProperty(field, "list", { value: $("#names") });
  const type = async (text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    t.mock.timers.tick(200);
    for (let n = 0; n < 5; n++) await new Promise(setImmediate);
  };
  await type(" b ");
  deepEqual(asked, []);
  await type("be");
  await type("be ");
  deepEqual(
    asked.map(({ address }) => address),
    ["/people/?q=be"],
  );
  deepEqual(
    [...$("#names").children].map(({ value, textContent }) => [value, textContent]),
    [
      ["ben", "Ben"],
      ["Bea", ""],
    ],
  );
});

test("the look of the tiles is shown before it is saved", async () => {
  document.documentElement.dataset.theme = "system";
  document.body.dataset.faces = "dots";
  await run(
    "look_preview",
    `<form><div id="look-preview"></div>${["theme", "felt", "tiles", "faces"].map((name) => `<select name="${name}">${option("")}${option("dark")}${option("numerals")}</select>`).join("")}</form>`,
  );
  equal($("#look-preview").children.length, 5);
  equal(document.querySelectorAll(".domino-back").length, 1);
  equal(document.querySelectorAll(".domino-number").length, 0);
  $("[name=theme]").value = "dark";
  change($("[name=faces]"), "numerals");
  equal(document.documentElement.dataset.theme, "dark");
  deepEqual(texts(".domino-number"), ["6", "6", "6", "4", "4", "1", "1", "0"]);
  document.body.dataset.faces = "dots";
});

// ---- House rules ---------------------------------------------------------------------------------------------------

const ruleRow = (id, value, mark = "") => `<div data-row id="row-${id}"><b data-part id="mark-${id}">${mark}</b>
  <input id="o-${id}" name="o-${id}" value="${value}"></div>`;
const houseRules = (rows, summary) => `<form data-house action="/house/"><input name="seats" value="2">
  <details data-group id="group-draw"><div data-rows>${rows}</div></details><p data-swap id="summary">${summary}</p>
  <details data-all-rules></details><button data-without-script></button></form>`;

test("house rules: the server's answer replaces what it changes, and never the field in use", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const fresh = houseRules(ruleRow("hand", 7) + ruleRow("goal", 50, "changed"), "Play to 50.");
  const asked = answering({ "/house/": fresh, "http://boneyard.example/house/": fresh });
  await run("house_rules", houseRules(ruleRow("goal", 100) + ruleRow("gone", 1), "Play to 100."));
  equal($("[data-without-script]").hidden, true);
  const goal = $("#o-goal");
  goal.focus();
  goal.value = "5";
  goal.dispatchEvent(new Event("input", { bubbles: true }));
  t.mock.timers.tick(0);
  for (let n = 0; n < 20; n++) await new Promise(setImmediate);
  equal(asked[0].body.get("do"), "look");
  deepEqual(
    [...document.querySelectorAll("[data-row]")].map(({ id }) => id),
    ["row-hand", "row-goal"],
  );
  equal($("#summary").textContent, "Play to 50.");
  equal($("#mark-goal").textContent, "changed");
  deepEqual([$("#o-goal"), goal.value, document.activeElement], [goal, "5", goal]);
});
