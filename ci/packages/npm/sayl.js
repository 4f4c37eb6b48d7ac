#!/usr/bin/env node
// Runs the program that npm installed for this platform.

"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const name = `@sayl/${process.platform}-${process.arch}`;

function find() {
  try {
    return require.resolve(`${name}/sayl${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    console.error(`sayl: the package ${name} is not installed. Is this platform supported, and are optional packages installed?`);
    process.exit(2);
  }
}

const child = spawn(find(), process.argv.slice(2), { stdio: "inherit" });
// An editor ends what it started, which is this: the program must not stay behind.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`sayl: ${error.message}`);
  process.exit(2);
});
child.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));
