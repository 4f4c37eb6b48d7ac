import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { forServer } from "../../src/settings.ts";

test("the server gets its own sections and nothing of the extension's own", () => {
  const section = { server: { path: "/x" }, severity: { "no-schema": "off" }, evaluation: { steps: 5 } };
  assert.deepEqual(forServer(section), { severity: { "no-schema": "off" }, evaluation: { steps: 5 } });
  assert.deepEqual(forServer(null), {});
});

test("every section that is offered is either the extension's own or passed on", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const names = Object.keys(manifest.contributes.configuration.properties);
  const offered = Object.fromEntries(names.map((name) => [name.split(".")[1]!, {}]));
  const { server, ...passed } = offered;
  assert.ok(server);
  assert.deepEqual(forServer(offered), passed);
});
