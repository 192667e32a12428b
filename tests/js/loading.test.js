// A module touches the page only when it is called: whatever is fetched together must load on any page.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import test from "node:test";
import { openPage } from "./page.js";

const { deepEqual, equal } = assert;
const ROOT = join(import.meta.dirname, "../..");
const STATIC = join(ROOT, "static");

const named = new Set(
  // as dominoes_site.storage.entries() finds them
  globSync(join(ROOT, "templates/**/*.html")).flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/["'](js\/[\w/]+\.js|css\/[\w/]+\.css)["']/g)].map(([, name]) => name),
  ),
);
// A template names these, each for pages that have what it is about.
const isEntry = (name) => named.has(name);
// These are loaded for what they do to the page, whatever page that is.
const FOR_ANY_PAGE = [
  "js/app/site.js",
  "js/app/kept_choices.js",
  "js/app/early_clicks.js",
  "js/app/time_zone.js",
  "js/app/shuffle_seed.js",
];

const modules = globSync(join(STATIC, "js/**/*.js"))
  .map((path) => relative(STATIC, path))
  .sort();
const built = mkdtempSync(join(tmpdir(), "bundles-"));
test.after(() => rmSync(built, { recursive: true }));
const bundles = JSON.parse(
  execFileSync(process.execPath, [join(ROOT, "dominoes_site/bundles.mjs"), STATIC, built, ...[...named].sort()]),
);

const page = openPage("<main></main>");
/** What a script looks for on the page while it is loaded. */
let sought = [];
for (const name of ["getElementById", "querySelector", "querySelectorAll"]) {
  const look = page[name].bind(page);
  page[name] = (what) => {
    sought.push(what);
    return look(what);
  };
}

async function load(path) {
  sought = [];
  const before = page.documentElement.outerHTML;
  await import(path);
  equal(page.documentElement.outerHTML, before);
}

for (const name of FOR_ANY_PAGE) test(`${name} loads on an empty page`, () => load(join(STATIC, name)));

for (const name of modules.filter((each) => !isEntry(each) && !FOR_ANY_PAGE.includes(each)))
  test(`${name} loads on an empty page, and looks for nothing there`, async () => {
    await load(join(STATIC, name));
    deepEqual(sought, []);
  });

for (const [name, { file }] of Object.entries(bundles))
  if (!isEntry(name) || FOR_ANY_PAGE.includes(name))
    test(`the bundle ${name} loads on an empty page`, () => load(join(built, file)));

const partsOf = (name) => [name, ...bundles[name].imports].flatMap((each) => bundles[each].modules);
const folders = (names) => [...new Set(names.map((name) => name.split("/")[0]))].sort();

test("each module is in the bundles", () => {
  const bundled = Object.values(bundles).flatMap(({ modules: parts }) => parts.map((part) => `js/${part}.js`));
  deepEqual([...new Set(bundled)].sort(), modules);
});

test("what any page may fetch never brings parts of the table", () => {
  const forAnyPage = Object.keys(bundles).filter((name) =>
    bundles[name].modules.some((part) => part.startsWith("app/")),
  );
  const others = forAnyPage.filter((name) => name !== "js/look_back/embedded.js"); // all in one file, see ALONE
  for (const name of others)
    deepEqual([name, folders(partsOf(name)).filter((folder) => folder !== "app" && folder !== "text")], [name, []]);
});

/** All modules that *name* imports at once, itself included. */
function needs(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(join(STATIC, name), "utf8").replace(/^ *(\/\/|\/?\*).*$/gm, "");
  for (const [, path] of code.matchAll(/^(?:import|export)\b[^;]*?"(\.[^"]+)";/gm))
    needs(relative(STATIC, join(STATIC, name, "..", path)), found);
  return found;
}

test("a page fetches the drawing of the table only if it uses parts of the table itself", () => {
  const entries = modules.filter(isEntry);
  const fetches = entries.filter((name) => partsOf(name).includes("table/draw"));
  deepEqual(
    fetches.filter((name) => ![...needs(name)].some((each) => each.startsWith("js/table/"))),
    [],
  );
  equal(fetches.includes("js/table/table.js"), true);
});
