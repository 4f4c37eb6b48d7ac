import assert from "node:assert/strict";
import { test } from "node:test";

import type { FileStatus } from "../../src/protocol.ts";
import { describe } from "../../src/statusText.ts";

function words(status: Partial<FileStatus>): string {
  const { text, detail } = describe({ bundles: [], resources: [], ...status });
  return `${text} | ${detail}`;
}

test("a values file says its bundle and the schema", () => {
  const bundle = { name: "config", role: "attached" as const, schemas: ["file:///app/config/my%20schema.yml"] };
  assert.equal(words({ bundles: [bundle] }), "on top of bundle config | config/my schema.yml");
  assert.equal(words({ bundles: [bundle, bundle] }).split(" |")[0], "on top of bundle config and 1 more");
  assert.equal(words({ bundles: [{ name: "a", role: "member", schemas: [] }] }), "in bundle a | without a schema");
});

test("resources say what they refer to, each once", () => {
  const type = { kind: "ComponentType", name: "web", uri: "file:///web.yml" };
  const shop = { kind: "Component", name: "shop", refersTo: [type] };
  const blog = { kind: "Component", name: "blog", refersTo: [type] };
  assert.equal(words({ resources: [shop, blog, blog] }), "Component shop, Component blog and 1 more | refers to ComponentType web");
  assert.equal(words({ resources: [{ kind: "Trait", name: "disk", refersTo: [] }] }), "Trait disk | refers to nothing");
});

test("a file without a schema says why", () => {
  assert.equal(words({ reason: "Two bundles could govern it" }), "no schema | Two bundles could govern it");
  assert.equal(words({}), "no schema | No schema governs this file");
});
