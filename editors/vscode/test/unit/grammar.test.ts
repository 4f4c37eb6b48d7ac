// The grammars, run by the library that VS Code runs them with. The grammars of YAML and of Python stand in as few lines.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { before, test } from "node:test";

import oniguruma from "vscode-oniguruma";
import textmate from "vscode-textmate";

const YAML = {
  scopeName: "source.yaml",
  patterns: [
    { match: "#.*$", name: "comment.line.number-sign.yaml" },
    { match: "'[^']*'|\"[^\"]*\"", name: "string.quoted.yaml" },
    { match: "[\\w-]+(?=:)", name: "entity.name.tag.yaml" },
  ],
};
const PYTHON = {
  scopeName: "source.python",
  patterns: [
    { match: "\\b(def|if|for|in|return|lambda)\\b", name: "keyword.python" },
    { match: "\"[^\"]*\"", name: "string.python" },
    { match: "\\b\\d+\\b", name: "constant.numeric.python" },
  ],
};

const file = (name: string) => readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");
let grammar: textmate.IGrammar;

before(async () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm"));
  await oniguruma.loadWASM(wasm.buffer as ArrayBuffer);
  const grammars = new Map<string, unknown>([["source.yaml", YAML], ["source.python", PYTHON]]);
  for (const name of ["ytt-injection", "openchoreo-injection"]) {
    const raw = JSON.parse(file(`syntaxes/${name}.json`));
    grammars.set(raw.scopeName, raw);
  }
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new oniguruma.OnigScanner(sources),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => (grammars.get(scope) as textmate.IRawGrammar | undefined) ?? null,
    getInjections: (scope) => (scope === "source.yaml" ? ["ytt.injection", "openchoreo.injection"] : undefined),
  });
  grammar = (await registry.loadGrammar("source.yaml"))!;
});

/** The innermost scope of each token of a line, with its text. */
function colours(line: string): string[] {
  const { tokens } = grammar.tokenizeLine(line, textmate.INITIAL);
  return tokens
    .map((token) => [line.slice(token.startIndex, token.endIndex).trim(), token.scopes.at(-1)!] as const)
    .filter(([text, scope]) => text !== "" && scope !== "source.yaml")
    .map(([text, scope]) => `${text} ${scope}`);
}

test("an annotation has a name and arguments", () => {
  assert.deepEqual(colours('  #@schema/validation min=1, one_of=["a"]').slice(0, 4), [
    "#@ punctuation.definition.annotation.ytt",
    "schema/validation entity.name.function.decorator.ytt",
    "min= meta.embedded.inline.starlark",
    "1 constant.numeric.python",
  ]);
});

test("code behind a key is code and no comment", () => {
  assert.deepEqual(colours("name: #@ data.values.name"), [
    "name entity.name.tag.yaml",
    "#@ punctuation.section.embedded.begin.ytt",
    "data.values.name meta.embedded.inline.starlark",
  ]);
});

test("blocks end with a keyword", () => {
  assert.deepEqual(colours("#@ end"), ["#@ punctuation.section.embedded.begin.ytt", "end keyword.control.flow.ytt"]);
  assert.deepEqual(colours("#@ if/end x:")[1], "if/end keyword.control.flow.ytt");
});

test("comments of ytt and of YAML stay comments", () => {
  assert.ok(colours("#! words").every((token) => token.includes("comment.")));
  assert.deepEqual(colours("# words"), ["# words comment.line.number-sign.yaml"]);
});

test("what looks like code in a text is text", () => {
  assert.deepEqual(colours('a: "#@ x"'), ["a entity.name.tag.yaml", '"#@ x" string.quoted.yaml']);
});

test("the type and the markers of an OpenChoreo field are told apart", () => {
  const shown = colours("  replicas: integer | default=1 minimum=1");
  for (const token of ["integer support.type.openchoreo", "default variable.parameter.openchoreo", "minimum variable.parameter.openchoreo"]) {
    assert.ok(shown.includes(token), `${token} in ${shown.join("; ")}`);
  }
});

test("an expression of a resource is told from its text", () => {
  assert.ok(colours("name: ${metadata.name}").includes("metadata variable.other.openchoreo"));
});
