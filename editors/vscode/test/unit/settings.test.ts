import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { forServer } from "../../src/settings.ts";

test("the server gets its own sections and nothing of the extension's own", () => {
  const section = { server: { path: "/x" }, severity: { "no-schema": "off" }, evaluation: { steps: 5 } };
  assert.deepEqual(forServer(section), { severity: { "no-schema": "off" }, evaluation: { steps: 5 } });
  assert.deepEqual(forServer(null), {});
});

test("every setting that is offered is either the extension's own or passed on", () => {
  const manifest = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  for (const name of Object.keys(manifest.contributes.configuration.properties)) {
    const [, section] = name.split(".");
    assert.ok(section === "server" || section! in forServer({ [section!]: {} }), name);
  }
});
