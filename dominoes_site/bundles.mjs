// Bundles static/ as it is collected: node bundles.mjs SOURCE TARGET ENTRY…, called by dominoes_site/storage.py.
// Prints as JSON the files written for each script: {name: {file, imports}}, all below TARGET.
// Rollup makes few files of many modules, esbuild makes them small and puts style sheets together.

import { rollup } from "@rollup/wasm-node";
import * as esbuild from "esbuild";

const [source, target, ...entries] = process.argv.slice(2);
const scripts = entries.filter((name) => name.endsWith(".js"));
const styles = entries.filter((name) => name.endsWith(".css"));
const moduleName = (path) => path.match(/(\w+)\.js$/)[1];

/** What is fetched as one file: these modules and all that they import. The first that has a module keeps it.
 *  The table's has what a turn soon needs, too: what is small isn't worth a journey of its own. */
const TOGETHER = {
  site: ["site", "over_http", "press"], // what is fetched late on any page may be drawn under a finger
  rules_parts: ["board", "count", "motion", "sausage", "sheet"], // the examples of the rules, and lessons, show these, too
  table_parts: ["draw", "keys", "live", "looking_back", "news", "needed", "tools"]
    .concat(["absence", "auction", "general", "questions"]) // what single games add; Sausage's is as large as all these
    .concat(["banks", "bubbles", "drag", "drawer", "menu", "since", "sound", "zoom"]),
};

async function bundleScripts() {
  const graph = await rollup({
    input: scripts.map((name) => `${source}/${name}`),
    preserveEntrySignatures: "allow-extension",
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  const { output } = await graph.write({
    dir: `${target}/js`,
    format: "es",
    entryFileNames: "[name].[hash:12].js",
    chunkFileNames: "[name].[hash:12].js",
    hashCharacters: "hex",
    onlyExplicitManualChunks: true,
    manualChunks: (path, { getModuleInfo }) => {
      kept ??= keptBy(getModuleInfo);
      return kept.get(moduleName(path));
    },
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
    output.map(({ name, fileName }) => [
      `js/${name}.js`,
      { file: `js/${fileName}`, imports: needs(fileName).map((file) => `js/${written[file].name}.js`) },
    ]),
  );
}

let kept = null;

/** Which modules TOGETHER puts where. Other pages' entries stay by themselves: they would run wherever they came. */
function keptBy(getModuleInfo) {
  const found = new Map();
  const entryNames = new Set(scripts.map(moduleName));
  const put = (path, where) => {
    const name = moduleName(path);
    if (found.has(name) || (entryNames.has(name) && name !== where)) return;
    found.set(name, where);
    for (const needed of getModuleInfo(path).importedIds) put(needed, where);
  };
  for (const [where, modules] of Object.entries(TOGETHER))
    for (const name of modules) put(`${source}/js/${name}.js`, where);
  return found;
}

await esbuild.build({
  entryPoints: styles.map((name) => `${source}/${name}`),
  outdir: target,
  outbase: source,
  bundle: true,
  minify: true,
  allowOverwrite: true,
  logLevel: "warning",
});
process.stdout.write(JSON.stringify(await bundleScripts()));
