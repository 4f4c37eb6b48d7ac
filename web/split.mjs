// split.mjs: the module in two parts, so that the first problems are there before all of it has travelled.
//
// The first part holds what finds the problems of some projects that are known without running template code; the rest is
// what it calls otherwise. `wasm-split` of binaryen takes the module apart.

import { execFileSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";

import { load } from "./engine.mjs";

/** What the compiler for this target uses beyond the first version of WebAssembly. */
const FEATURES = ["bulk-memory", "multivalue", "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];

/** Writes `first` and `rest`, the parts of `module`; `projects` are texts by their paths. */
export async function split(module, projects, first, rest) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-split-"));
  const [instrumented, profile] = ["instrumented.wasm", "profile"].map((name) => path.join(work, name));
  const wasmSplit = (...args) => execFileSync("wasm-split", [...args, ...FEATURES.map((name) => `--enable-${name}`)], { stdio: "inherit" });
  try {
    wasmSplit("--instrument", module, "-o", instrumented);
    fs.writeFileSync(profile, await called(instrumented, projects));
    wasmSplit(module, `--profile=${profile}`, "-o1", first, "-o2", rest);
  } finally {
    fs.rmSync(work, { recursive: true });
  }
}

/** Which functions an instrumented module calls for the first problems of projects, as it writes that itself. */
async function called(instrumented, projects) {
  const { ask, exports } = await load(instrumented);
  for (const project of projects) {
    ask({ do: "start", evaluates: true });
    ask({ do: "files", files: Object.fromEntries(Object.entries(project).map(([name, text]) => [`/${name}`, text])) });
    for (const [name, text] of Object.entries(project)) {
      ask({ do: "open", path: `/${name}`, text, isYtt: false });
    }
    ask({ do: "problems", early: true });
  }
  const { __write_profile: write, memory } = exports;
  const size = write(0, 0);
  const page = 65536;
  const start = memory.grow(Math.ceil(size / page)) * page;
  write(start, size);
  return new Uint8Array(memory.buffer, start, size).slice();
}
