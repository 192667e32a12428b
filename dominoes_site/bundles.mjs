// Bundles static/ as it is collected: node bundles.mjs SOURCE TARGET ENTRY…, called by dominoes_site/storage.py.
// Prints as JSON the files written for each script: {name: {file, imports, modules}}, all below TARGET.
// Rollup makes few files of many modules, esbuild makes them small and puts style sheets together.

import { realpathSync } from "node:fs";
import { relative } from "node:path";
import { rollup } from "@rollup/wasm-node";
import * as esbuild from "esbuild";

const [source, target, ...entries] = process.argv.slice(2);
const scriptFolder = realpathSync(`${source}/js`);
const scripts = entries.filter((name) => name.endsWith(".js"));
const styles = entries.filter((name) => name.endsWith(".css"));
/** Below static/js, without the ending: "table/draw". */
const moduleName = (path) => relative(scriptFolder, path).replace(/\.js$/, "");

/** What is fetched as one file: these modules and all that they import. The first that has a module keeps it.
 *  The table's has what a turn soon needs, too: what is small isn't worth a journey of its own. */
const TOGETHER = {
  // What is fetched late on any page may be drawn under a finger. Times on any page need the words of dates.
  "app/site": ["app/site", "app/over_http", "app/press", "text/dates"],
  // The examples of the rules, and lessons, show these, too.
  rules_parts: "board/board extras/open_end_count geometry/sausage_lines table/score_sheet".split(" "),
  sound: ["app/sound"],
  save_preference: ["app/save_preference"], // for the theme button of any page, and the table's menu and cards
  table_parts: [
    "table/draw table/connection look_back/look_back extras/by_rules table/tools",
    "extras/absence",
    "table/bubbles table/drag table/felt_talk look_back/missed_moves",
  ].flatMap((names) => names.split(" ")),
  // What the rules of some games need; Sausage's part is as large as all these.
  game_parts: ["auction", "signals", "pick_or_refuse", "filling", "matadors"].map((name) => `extras/${name}`),
  train_rows: ["board/train_rows"], // embeds, lessons and the examples of the rules show them, too
  train_parts: ["trains", "train_words", "train_hand"].map((name) => `extras/${name}`),
  // Fetched ahead, while the reader looks: the first finger and the first turn don't need it. The news come first.
  later_parts: [
    "table/new_events table/keys table/keys_dialog table/drawer table/menu table/time_banks table/button_hints",
    "board/zoom table/take_back table/outage",
  ].flatMap((names) => names.split(" ")),
};

/** In a file of its own with all that it imports: a board in another site's page can't run what our own pages share. */
const ALONE = ["look_back/embedded"];
const isAlone = (name) => ALONE.includes(moduleName(`${scriptFolder}/${name.slice(3)}`));

async function bundleScripts() {
  const together = await bundle(
    scripts.filter((name) => !isAlone(name)),
    {
      onlyExplicitManualChunks: true,
      manualChunks: (path, { getModuleInfo }) => {
        kept ??= keptBy(getModuleInfo);
        return kept.get(moduleName(path));
      },
    },
  );
  const alone = await Promise.all(
    scripts.filter(isAlone).map((name) => bundle([name], { inlineDynamicImports: true })),
  );
  return Object.assign(together, ...alone);
}

/** {name: {file, imports, modules}} of each file written for these *names*; *how*: options of Rollup. */
async function bundle(names, how) {
  const graph = await rollup({
    input: Object.fromEntries(names.map((name) => [name.slice(3, -3), `${source}/${name}`])),
    preserveEntrySignatures: "allow-extension",
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await graph.write({
    dir: `${target}/js`,
    format: "es",
    entryFileNames: "[name].[hash:12].js",
    chunkFileNames: (chunk) => `${chunkName(chunk)}.[hash:12].js`,
    hashCharacters: "hex",
    ...how,
    plugins: [
      {
        name: "small",
        renderChunk: async (code) => (await esbuild.transform(code, { minify: true, format: "esm" })).code,
      },
    ],
  });
  await graph.close();
  const written = Object.fromEntries(output.map((chunk) => [chunk.fileName, chunk]));
  const needs = (file, seen = new Set()) => {
    for (const other of written[file].imports) if (!seen.has(other)) needs(other, seen.add(other));
    return [...seen];
  };
  return Object.fromEntries(
    output.map((chunk) => [
      `js/${chunkName(chunk)}.js`,
      {
        file: `js/${chunk.fileName}`,
        imports: needs(chunk.fileName).map((file) => `js/${chunkName(written[file])}.js`),
        modules: chunk.moduleIds.map(moduleName),
      },
    ]),
  );
}

/** A chunk is called as the module that it was made for, or as TOGETHER calls it. */
const chunkName = ({ name, facadeModuleId }) => (facadeModuleId ? moduleName(facadeModuleId) : name);

let kept = null;

/** Which modules TOGETHER puts where. Other pages' entries stay by themselves: they would run wherever they came.
 *  What app/ has is for any page, so it never comes with the table's parts. */
function keptBy(getModuleInfo) {
  const found = new Map();
  const entryNames = new Set(scripts.map(moduleName));
  const put = (path, wanted) => {
    const name = moduleName(path);
    const where = name.startsWith("app/") && wanted.endsWith("_parts") ? "app/site" : wanted;
    if (found.has(name) || (entryNames.has(name) && name !== where)) return;
    found.set(name, where);
    for (const needed of getModuleInfo(path).importedIds) put(needed, where);
  };
  for (const [where, modules] of Object.entries(TOGETHER))
    for (const name of modules) put(`${scriptFolder}/${name}.js`, where);
  return found;
}

await esbuild.build({
  entryPoints: styles.map((name) => `${source}/${name}`),
  outdir: target,
  outbase: source,
  bundle: true,
  external: ["*.woff2"], // Django names them by their content and writes the names into the sheets
  minify: true,
  allowOverwrite: true,
  logLevel: "warning",
});
process.stdout.write(JSON.stringify(await bundleScripts()));
