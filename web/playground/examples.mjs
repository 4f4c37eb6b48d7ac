// The examples of the documentation, for the page to choose from: the folders that the README shows, and the example of
// every annotation and of every problem.

import * as fs from "node:fs";
import * as path from "node:path";

/** Groups of examples, as `Examples` of src/examples.ts. */
export function examples(repository) {
  const page = (name) => fs.readFileSync(path.join(repository, "docs", name), "utf8");
  return [
    {
      title: "Projects",
      examples: [
        folder(repository, "playground", path.join("web", "playground", "examples", "first"), "values.yml"),
        folder(repository, "web-app", path.join("examples", "web-app"), "envs/broken.yml"),
        folder(repository, "openchoreo", path.join("examples", "openchoreo"), "shop/broken.yml"),
      ],
    },
    { title: "Annotations", examples: sections(page("annotations.md")) },
    { title: "Problems", examples: sections(page("problems.md")) },
  ];
}

function folder(repository, title, name, open) {
  const root = path.join(repository, name);
  const found = fs.readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = found.map((entry) => path.relative(root, path.join(entry.parentPath ?? entry.path, entry.name))).sort();
  const files = Object.fromEntries(paths.map((file) => [file.replaceAll(path.sep, "/"), fs.readFileSync(path.join(root, file), "utf8")]));
  return { title, files, open };
}

/** Of each section the longest text that can be pasted, which is its example and not the shape of it. */
function sections(page) {
  return page.split(/^## /m).slice(1).flatMap((section) => {
    const title = section.slice(0, section.indexOf("\n")).replaceAll("`", "").trim();
    const blocks = [...section.split(/^Wrong /m)[0].matchAll(/^```yaml\n(.*?)^```/gms)].map(([, text]) => text);
    const longest = blocks.sort((a, b) => b.length - a.length)[0];
    return longest === undefined ? [] : [{ title, files: { "example.yml": longest }, open: "example.yml" }];
  });
}
