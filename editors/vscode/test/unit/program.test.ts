import assert from "node:assert/strict";
import { test } from "node:test";

import { findProgram } from "../../src/program.ts";
import type { Surroundings } from "../../src/program.ts";

function around(files: string[], changes: Partial<Surroundings> = {}): Surroundings {
  return {
    setting: "",
    extension: "/ext",
    workspace: "/shop",
    home: "/home/ann",
    searchPath: "/usr/bin:/opt/bin",
    platform: "linux",
    isProgram: (file) => files.includes(file),
    ...changes,
  };
}

test("the setting wins over the program that comes with the extension", () => {
  const found = findProgram(around(["/my/sayl", "/ext/server/sayl"], { setting: "/my/sayl" }));
  assert.deepEqual(found, { program: "/my/sayl", from: "setting" });
});

test("a setting may start at home or in the workspace", () => {
  assert.equal(findProgram(around(["/home/ann/sayl"], { setting: "~/sayl" })).program, "/home/ann/sayl");
  assert.equal(findProgram(around(["/shop/bin/sayl"], { setting: "${workspaceFolder}/bin/sayl" })).program, "/shop/bin/sayl");
  assert.equal(findProgram(around(["/shop/bin/sayl"], { setting: "bin/sayl" })).program, "/shop/bin/sayl");
});

test("a setting that leads nowhere is not replaced by a guess", () => {
  const found = findProgram(around(["/usr/bin/sayl"], { setting: "/my/sayl" }));
  assert.deepEqual(found, { program: undefined, tried: ["/my/sayl"] });
});

test("the program that comes with the extension wins over PATH, and the first on PATH over the next", () => {
  assert.equal(findProgram(around(["/ext/server/sayl", "/usr/bin/sayl"])).program, "/ext/server/sayl");
  assert.equal(findProgram(around(["/opt/bin/sayl", "/usr/bin/sayl"])).program, "/usr/bin/sayl");
});

test("where cargo installs programs is looked at last", () => {
  assert.equal(findProgram(around(["/home/ann/.cargo/bin/sayl"])).program, "/home/ann/.cargo/bin/sayl");
});

test("all places that were tried are told", () => {
  assert.deepEqual(findProgram(around([])), {
    program: undefined,
    tried: ["/ext/server/sayl", "/usr/bin/sayl", "/opt/bin/sayl", "/home/ann/.cargo/bin/sayl"],
  });
});
