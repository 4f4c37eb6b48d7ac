// build.mjs MODULE FOLDER: the npm package in FOLDER/package and the playground in FOLDER/playground, around the module.
// FOLDER/reference.json holds the examples of the documentation.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as path from "node:path";
import { fileURLToPath } from "node:url";
import * as zlib from "node:zlib";

import { build } from "esbuild";

import { examples } from "./playground/examples.mjs";
import { split } from "./split.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const repository = path.dirname(here);
const [module, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const source = (...names) => path.join(here, ...names);
const shared = { bundle: true, minify: true, target: "es2022", logLevel: "warning" };

const worker = (await build({ ...shared, entryPoints: [source("package/src/worker.ts")], format: "iife", write: false })).outputFiles[0].text;

/** The bundle of the worker, as text: wherever the package is bundled, no further file has to be found. */
const workerAsText = {
  name: "sayl:worker",
  setup: (plugins) => {
    plugins.onResolve({ filter: /^sayl:worker$/ }, () => ({ path: "worker", namespace: "sayl" }));
    plugins.onLoad({ filter: /.*/, namespace: "sayl" }, () => ({ contents: worker, loader: "text" }));
  },
};

async function npmPackage(target) {
  fs.mkdirSync(target, { recursive: true });
  await build({ ...shared, entryPoints: [source("package/src/index.ts")], format: "esm", plugins: [workerAsText], outfile: path.join(target, "index.js") });
  fs.writeFileSync(path.join(target, "worker.js"), worker);
  const compiler = source("node_modules/typescript/bin/tsc");
  const flags = ["--noEmit", "false", "--emitDeclarationOnly", "--declaration", "--rootDir", source("package/src"), "--outDir", target];
  execFileSync(process.execPath, [compiler, "--project", source("package"), ...flags], { stdio: "inherit" });
  for (const name of ["package.json", "README.md"]) {
    fs.copyFileSync(source("package", name), path.join(target, name));
  }
  fs.copyFileSync(path.join(repository, "LICENSE"), path.join(target, "LICENSE"));
  fs.copyFileSync(module, path.join(target, "sayl.wasm"));
}

async function playground(target) {
  // The names of the parts of the page's code change with what is in them.
  fs.rmSync(target, { recursive: true, force: true });
  fs.mkdirSync(target, { recursive: true });
  await build({ ...shared, entryPoints: [source("playground/src/main.ts")], format: "esm", splitting: true, plugins: [workerAsText], loader: { ".yml": "text" }, outdir: target });
  for (const name of ["index.html", "style.css"]) {
    fs.copyFileSync(source("playground", name), path.join(target, name));
  }
  fs.copyFileSync(path.join(repository, "docs/pictures/icon.svg"), path.join(target, "icon.svg"));
  const groups = examples(repository, JSON.parse(fs.readFileSync(path.join(folder, "reference.json"), "utf8")));
  fs.writeFileSync(path.join(target, "examples.json"), JSON.stringify(groups));
  const projects = groups.flatMap(({ examples }) => examples.map(({ files }) => files));
  await split(module, projects, path.join(target, "sayl.wasm"), path.join(target, "sayl.rest.wasm"));
  compress(target);
}

/** Beside each file the same with brotli, as far as it goes: no host takes that long for a request. */
function compress(target) {
  const quality = process.env.SAYL_WEB === "quick" ? 5 : zlib.constants.BROTLI_MAX_QUALITY;
  for (const name of fs.readdirSync(target).filter((name) => !name.endsWith(".br"))) {
    const bytes = fs.readFileSync(path.join(target, name));
    const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
    fs.writeFileSync(path.join(target, `${name}.br`), zlib.brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
  }
}

await npmPackage(path.join(folder, "package"));
await playground(path.join(folder, "playground"));
