// stage.mjs [REFERENCE]: lays out the pages of the site below site/pages, from docs/ and the READMEs of editors.
//
// The pages of docs/ are plain Markdown that reads well on a forge; here links between them become links of the site, and
// the long pages of problems and annotations become a page for each. REFERENCE (target/site/reference.json) holds the
// projects that the playground opens: what tests/examples/reference.rs prints.

import * as fs from "node:fs";
import * as path from "node:path";

import { CUT, PAGES } from "./outline.mjs";
import { linkOf } from "./playground.mjs";

const root = path.resolve(import.meta.dirname, "..");
const site = path.join(root, "target/site");
const pages = path.join(import.meta.dirname, "pages");
const reference = JSON.parse(fs.readFileSync(process.argv[2] ?? path.join(site, "reference.json"), "utf8"));

fs.rmSync(pages, { recursive: true, force: true });
for (const [file, page] of Object.entries(PAGES)) {
  write(page, linked(fs.readFileSync(path.join(root, file), "utf8"), file));
}
for (const [file, folder] of Object.entries(CUT)) {
  cut(file, folder);
}
write("index", fs.readFileSync(path.join(import.meta.dirname, "index.md"), "utf8"));
copy("docs/pictures/icon.svg", "icon.svg");
copy("docs/pictures/vscode.png", "vscode.png");
copy("docs/sayl.schema.json", "sayl.schema.json");

/** A page of entries as a page for each, and one that lists them. */
function cut(file, folder) {
  const [front, ...entries] = linked(fs.readFileSync(path.join(root, file), "utf8"), file).split(/^## /m);
  write(`${folder}/index`, `---\noutline: false\nprev: false\n---\n${front}`);
  const known = new Map(reference[folder].map((entry) => [entry.name, entry]));
  for (const entry of entries) {
    const [heading] = entry.split("\n", 1);
    const name = heading.replaceAll(/[`@]/g, "");
    write(`${folder}/${slug(name)}`, page(folder, heading, entry.slice(heading.length), known.get(name)));
  }
}

/** The page of one problem or annotation. */
function page(folder, heading, body, { name, severity, project, says, mistake }) {
  const badge = severity ? ` <Badge type="${{ error: "danger", warning: "warning" }[severity] ?? "info"}" text="${severity}" />` : "";
  const blocks = [...body.matchAll(/^```\w+\n[^]*?^```\n/gm)];
  // The example of a problem is its first block; that of an annotation follows what it is written like.
  const states = folder === "problems" ? [project] : [null, project, mistake?.project];
  let text = body;
  for (const [index, block] of [...blocks.entries()].reverse()) {
    if (states[index]) {
      const end = block.index + block[0].length;
      text = `${text.slice(0, end)}\n${tried(states[index], index)}${text.slice(end)}`;
    }
  }
  const told = says ? `\n## What sayl says\n\n\`\`\`text\n${says}\n\`\`\`\n` : "";
  return `---\ntitle: "${name}"\noutline: false\n---\n\n# ${heading}${badge}\n${text}${told}${folder === "problems" ? settings(name, severity) : ""}`;
}

/** The link to the playground, and the files that an example needs beside it. */
function tried(state) {
  const others = Object.entries(state.files).filter(([name]) => name !== state.open);
  const shown = others.map(([name, text]) => `\`${name}\`\n\n\`\`\`${name.endsWith(".toml") ? "toml" : "yaml"}\n${text.trimEnd()}\n\`\`\`\n`);
  const beside = shown.length > 0 ? `\n::: details Beside it\n${shown.join("\n")}:::\n` : "";
  return `[Open in the playground](${linkOf(state)}){.playground target="_self"}\n${beside}`;
}

function settings(name, severity) {
  const other = severity === "warning" ? "error" : "warning";
  return `\n## Another severity\n\n\`\`\`toml\n# sayl.toml\n[severity]\n${name} = "${other}"    # or "off"\n\`\`\`\n\n`
    + `\`sayl explain ${name}\` prints this page in a terminal. [Configuration](/configuration#suppress-a-problem-where-it-is) says how to accept one place.\n`;
}

/** The text of a page with links that lead somewhere on the site. */
function linked(text, file) {
  return text.replaceAll(/\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_, link, anchor = "") => {
    const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), link));
    return `](${addressOf(target, anchor)})`;
  }).replaceAll(/\]\((#[^)]+)\)/g, (whole, anchor) => (CUT[file] ? `](${addressOf(file, anchor)})` : whole));
}

/** Where a file of the repository is on the site. */
function addressOf(target, anchor) {
  if (CUT[target]) {
    return `/${CUT[target]}/${anchor ? nameOf(CUT[target], anchor.slice(1)) : ""}`;
  }
  if (PAGES[target]) {
    return `/${PAGES[target]}${anchor}`;
  }
  if (target === "README.md") {
    return `/${anchor}`;
  }
  if (fs.existsSync(path.join(root, target, "README.md"))) {
    return addressOf(`${target}/README.md`, anchor);
  }
  // As text, browsers show it.
  const shown = `files/${target}${/\.(json|png|svg)$/.test(target) ? "" : ".txt"}`;
  copy(target, shown);
  return `/${shown}`;
}

/** The page of an entry, by the anchor that a forge gives its heading. */
function nameOf(folder, anchor) {
  const entry = reference[folder].find(({ name }) => name.replaceAll("/", "") === anchor);
  return slug(entry.name);
}

function slug(name) {
  return name.replaceAll("/", "-");
}

function copy(from, to) {
  write(path.join("public", to), fs.readFileSync(path.join(root, from)), "");
}

function write(page, text, suffix = ".md") {
  const file = path.join(pages, page + suffix);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}
