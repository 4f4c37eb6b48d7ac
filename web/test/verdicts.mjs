// verdicts.mjs MODULE SAYL: the module says of files what the program says of them: of the examples of the README, and,
// where the corpora lie beside the project, of a sample of these.

import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { fileURLToPath } from "node:url";

import { load } from "../engine.mjs";

const repository = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");
const corpora = path.resolve(repository, "../shared/corpus");
/** Of each corpus so many cases. */
const SAMPLE = 25;

const [module, program] = process.argv.slice(2);
const { ask } = await load(module);

/** What the module says of files, by their paths below its root. */
function byModule(files) {
  ask({ do: "start" });
  ask({ do: "files", files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`/${name}`, text])) });
  const found = ask({ do: "problems" }).flatMap(({ path, problems }) => problems.map((problem) => {
    const facts = [["found", problem.found], ["expected", problem.expected], ...problem.hints.map((hint) => ["hint", hint])];
    const lines = facts.filter(([, fact]) => fact !== null).map(([name, fact]) => `${name}: ${fact}`);
    const place = `${path.slice(1)}:${problem.range.start.line + 1}-${problem.range.end.line + 1}`;
    return `${place} ${problem.severity}[${problem.code}] ${[problem.message, ...lines].join("\n")}`;
  }));
  return found.sort();
}

/** What the program says of them in a folder of their own. */
function byProgram(files) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-verdicts-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(folder, path.dirname(name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    fs.mkdirSync(path.join(folder, ".git"), { recursive: true });
    const { stdout, stderr } = spawnSync(program, ["check", "--format", "json", "."], { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
    if (stdout === "") {
      throw new Error(`${program} says nothing: ${stderr}`);
    }
    const { problems } = JSON.parse(stdout);
    return problems.map(({ file, range, severity, code, message }) => `${file}:${range.start.line}-${range.end.line} ${severity}[${code}] ${message}`).sort();
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function folder(name) {
  const found = fs.readdirSync(name, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = found.map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));
  return Object.fromEntries(files.map((file) => [path.relative(name, file), fs.readFileSync(file, "utf8")]));
}

/** Cases with files, taken evenly from a corpus. */
function sample(name) {
  const read = JSON.parse(fs.readFileSync(path.join(corpora, name), "utf8"));
  const bases = read.bases ?? [];
  const cases = (Array.isArray(read) ? read : read.cases).filter(({ files }) => files !== undefined && Object.keys(files).length > 0);
  const step = Math.max(1, Math.floor(cases.length / SAMPLE));
  return cases.filter((_, index) => index % step === 0).slice(0, SAMPLE).map(({ name: title, files, base }) => ({
    title: `${name}: ${title}`,
    files: { ...(base === undefined ? {} : bases[base]), ...files },
  }));
}

const examples = ["web-app", "openchoreo", "monorepo"].map((name) => ({ title: `examples/${name}`, files: folder(path.join(repository, "examples", name)) }));
const isThere = fs.existsSync(corpora);
const names = ["openchoreo-v1/admission.json", "openchoreo-v1/cel-wrong.json", "openchoreo-v1/values.json", ...(isThere ? fs.readdirSync(path.join(corpora, "ytt")).filter((name) => name.endsWith(".json")).map((name) => `ytt/${name}`) : [])];
const cases = [...examples, ...(isThere ? names.flatMap(sample) : [])];

let [problems, different] = [0, 0];
for (const { title, files } of cases) {
  const [theirs, ours] = [byProgram(files), byModule(files)];
  problems += theirs.length;
  const [missing, more] = [theirs.filter((problem) => !ours.includes(problem)), ours.filter((problem) => !theirs.includes(problem))];
  if (missing.length + more.length > 0) {
    different += 1;
    console.error(`${title}\n${missing.map((problem) => `  program alone: ${problem}\n`).join("")}${more.map((problem) => `  module alone: ${problem}\n`).join("")}`);
  }
}
console.log(`the same verdicts: ${cases.length - different} of ${cases.length} projects, with ${problems} problems${isThere ? "" : "; the corpora are not there, so only the examples were compared"}`);
process.exitCode = different === 0 && problems > 0 ? 0 : 1;
