// site.test.mjs: the built site, target/site/dist. Needs SAYL, the program, whose verdict the examples are put to.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { parse } from "node-html-parser";

import { load } from "../../web/engine.mjs";
import { PAGES } from "../outline.mjs";
import { PLAYGROUND, linkOf, stateOf } from "../playground.mjs";

const site = path.resolve(import.meta.dirname, "../../target/site");
const dist = path.join(site, "dist");
const sayl = path.resolve(process.env.SAYL ?? assert.fail("SAYL is not set"));
const reference = JSON.parse(fs.readFileSync(path.join(site, "reference.json"), "utf8"));
const base = process.env.SITE_BASE ?? "/";
const pages = new Map(fs.readdirSync(dist, { recursive: true })
  .filter((name) => name.endsWith(".html") && !name.startsWith("playground/"))
  .map((name) => [name, parse(fs.readFileSync(path.join(dist, name), "utf8"))]));

/** The links of a page, and what it shows of other files. */
function links(page) {
  return [...page.querySelectorAll("a[href]").map((it) => it.getAttribute("href")), ...page.querySelectorAll("img[src]").map((it) => it.getAttribute("src"))];
}

/** What is wrong with a link of a page; `undefined` if it leads somewhere. */
function fault(page, link) {
  const { pathname, hash, host } = new URL(link, `http://site${base}${page}`);
  if (host !== "site") {
    return undefined;
  }
  const at = decodeURIComponent(pathname.slice(base.length));
  // It is built by itself, takes any anchor, and may be left out.
  if (`/${at}` === PLAYGROUND && !fs.existsSync(path.join(dist, "playground"))) {
    return undefined;
  }
  const name = at === "" || at.endsWith("/") ? `${at}index.html` : at;
  if (!fs.existsSync(path.join(dist, name))) {
    return `${page}: ${link} leads nowhere`;
  }
  const isThere = hash === "" || !pages.has(name) || pages.get(name).getElementById(decodeURIComponent(hash.slice(1)));
  return isThere ? undefined : `${page}: ${link}: there is no such heading`;
}

/** The problems that the program finds in a project, by their codes. */
function problems({ files }) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "sayl-site-"));
  try {
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), text);
    }
    const { stdout } = spawnSync(sayl, ["check", "--format", "json"], { cwd: folder, encoding: "utf8" });
    return JSON.parse(stdout).problems;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

function playgroundLinks(page) {
  return links(pages.get(page)).filter((link) => link.includes("#v1="));
}

test("no link and no anchor is dead", () => {
  const faults = [...pages].flatMap(([name, page]) => links(page).map((link) => fault(name, link))).filter(Boolean);
  assert.deepEqual([...new Set(faults)], []);
});

test("every code that the program knows has a page, and no other", () => {
  const { stdout } = spawnSync(sayl, ["explain"], { encoding: "utf8" });
  const codes = stdout.trimEnd().split("\n").map((line) => line.split(" ", 1)[0]);
  assert.ok(codes.length > 90, stdout);
  assert.deepEqual(pagesBelow("problems"), codes.sort());
});

test("every annotation has a page, and no other", () => {
  assert.deepEqual(pagesBelow("annotations"), reference.annotations.map(({ name }) => name.replaceAll("/", "-")).sort());
});

function pagesBelow(folder) {
  return [...pages.keys()].filter((name) => name.startsWith(`${folder}/`) && !name.endsWith("/index.html"))
    .map((name) => path.basename(name, ".html")).sort();
}

test("what the guide shows of YAML, TOML and JSON can be read", () => {
  const faults = [];
  for (const file of Object.keys(PAGES)) {
    const shown = fs.readFileSync(path.resolve(import.meta.dirname, "../..", file), "utf8");
    for (const [, language, block] of shown.matchAll(/^```(yaml|toml|json)\n([^]*?)^```$/gm)) {
      const wrong = problems(projectOf(language, block)).filter(({ code }) => ["syntax-error", "invalid-config"].includes(code));
      if (wrong.length > 0) {
        faults.push(`${file}: ${wrong.map(({ message }) => message)} in\n${block}`);
      }
    }
  }
  assert.deepEqual(faults, []);
});

/** A block of a page as a file: TOML is the configuration, beside files that it names; JSON is YAML. */
function projectOf(language, block) {
  if (language === "toml") {
    const named = [...block.matchAll(/"([\w./-]+(?:\/|\.yml))"/g)].map(([, name]) => (name.endsWith("/") ? `${name}schema.yml` : name));
    return { files: { "sayl.toml": block, ...Object.fromEntries(named.map((name) => [name, ""])) } };
  }
  return { files: { "sayl.toml": "[check]\nall-yaml = true\n", "example.yml": block } };
}

test("what a link holds comes back, whatever it is", () => {
  const odd = { files: { "a b/ü.yml": "x: \"\u{1F600}\"\n\t\0", "sayl.toml": "" }, open: "a b/ü.yml" };
  assert.deepEqual(stateOf(linkOf(odd)), odd);
});

test("the link of a problem opens a project in which the program tells it, or its page says why there is none", () => {
  for (const { name, project } of reference.problems) {
    const opened = playgroundLinks(`problems/${name}.html`).map(stateOf);
    assert.deepEqual(opened, project ? [project] : [], name);
    assert.equal(pages.get(`problems/${name}.html`).text.includes("The playground does not show it"), !project, name);
    for (const state of opened) {
      const codes = problems(state).map(({ code }) => code);
      assert.ok(codes.includes(name), `${name}: ${codes} in ${JSON.stringify(state)}`);
    }
  }
});

test("the playground of the site tells what the program tells of every example", async (context) => {
  const [module, rest] = ["sayl.wasm", "sayl.rest.wasm"].map((name) => path.join(dist, "playground", name));
  if (!fs.existsSync(module)) {
    context.diagnostic("the playground is not a part of this site");
    return;
  }
  const { ask } = await load(module, rest);
  const told = ({ files }) => {
    ask({ do: "start" });
    ask({ do: "files", files: Object.fromEntries(Object.entries(files).map(([name, text]) => [`/${name}`, text])) });
    return ask({ do: "problems" }).flatMap(({ problems }) => problems.map(({ code }) => code));
  };
  const examples = [...reference.problems.map(({ name, project }) => ({ name, project, code: name })),
    ...reference.annotations.flatMap(({ name, mistake }) => (mistake ? [{ name, project: mistake.project, code: mistake.code }] : []))];
  const silent = examples.filter(({ project, code }) => project && !told(project).includes(code)).map(({ name }) => name);
  assert.deepEqual(silent, []);
});

test("the links of an annotation open one project without errors, and one with its mistake", () => {
  for (const { name, project, mistake } of reference.annotations) {
    const opened = playgroundLinks(`annotations/${name.replaceAll("/", "-")}.html`).map(stateOf);
    assert.deepEqual(opened, mistake ? [project, mistake.project] : [project], name);
    const errors = problems(project).filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, [], name);
    assert.ok(!mistake || problems(mistake.project).some(({ code }) => code === mistake.code), name);
  }
});
