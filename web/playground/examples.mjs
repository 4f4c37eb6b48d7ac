// The examples of the documentation, for the page to choose from: the folders that the README shows, and the projects in
// which the example of every annotation is right, and that of every problem shows it.

import * as fs from "node:fs";
import * as path from "node:path";

/** Groups of examples, as `Examples` of src/examples.ts; `reference` is what `tests/examples/reference.rs` prints. */
export function examples(repository, reference) {
  return [
    {
      title: "Projects",
      examples: [
        folder(repository, "playground", path.join("web", "playground", "examples", "first"), "values.yml"),
        folder(repository, "web-app", path.join("examples", "web-app"), "envs/broken.yml"),
        folder(repository, "openchoreo", path.join("examples", "openchoreo"), "shop/broken.yml"),
      ],
    },
    { title: "Annotations", examples: reference.annotations.map(({ name, project }) => ({ title: `@${name}`, ...project })) },
    { title: "Problems", examples: reference.problems.filter(({ project }) => project).map(({ name, project }) => ({ title: name, ...project })) },
  ];
}

function folder(repository, title, name, open) {
  const root = path.join(repository, name);
  const found = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name))).sort();
  const files = Object.fromEntries(paths.map((file) => [file.replaceAll(path.sep, "/"), fs.readFileSync(path.join(root, file), "utf8")]));
  return { title, files, open };
}
