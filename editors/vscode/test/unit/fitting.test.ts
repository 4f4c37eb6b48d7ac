import assert from "node:assert/strict";
import * as fs from "node:fs";
import { test } from "node:test";

import { fitting } from "../../src/fitting.ts";
import type { Snippet } from "../../src/fitting.ts";

const SNIPPETS: Snippet[] = JSON.parse(fs.readFileSync(new URL("../../snippets/ytt.json", import.meta.url), "utf8"));
const offered = (before: string, others: string) => fitting(SNIPPETS, before, others).map(({ label }) => label);

test("a file begins with a header", () => {
  assert.deepEqual(offered("", ""), ["schema", "values"]);
  assert.deepEqual(offered("sch", "# a note\n\n"), ["schema", "values"]);
});

test("YAML that is nobody's has no snippets", () => {
  assert.deepEqual(offered("de", "on: push\njobs:\n  # a note\n"), []);
});

test("code is for templates, rules are for schemas", () => {
  assert.deepEqual(offered("  de", "name: #@ data.values.name\n"), ["load data", "def", "if/end", "for"]);
  assert.deepEqual(offered("load d", "#@ def f():\n"), ["load data", "def", "if/end", "for"]);
  assert.ok(offered("v", "#@data/values-schema\n---\nport: 80\n").includes("validation"));
});

test("what the server completes is not offered twice", () => {
  for (const before of ["#", "#@", "#@data/val", "  #@ de", "key: fo", "- fo"]) {
    assert.deepEqual(offered(before, "#@data/values-schema\n---\nport: 80\n"), [], before);
  }
});
