// The site: its pages are laid out by stage.mjs below site/pages.

import * as fs from "node:fs";
import * as path from "node:path";

import { defineConfig } from "vitepress";

import { SECTIONS } from "../outline.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const site = path.join(root, "target/site");
const pages = path.resolve(import.meta.dirname, "../pages");

/** The first heading of a page, without what decorates it. */
function titleOf(page) {
  return fs.readFileSync(path.join(pages, `${page}.md`), "utf8").match(/^# (.*)$/m)[1].replaceAll(/`|<.*>/g, "").trim();
}

function item(page) {
  return { text: titleOf(page), link: `/${page}` };
}

/** The pages of a folder, in the order of its list. */
function listed(folder) {
  const links = fs.readFileSync(path.join(pages, folder, "index.md"), "utf8").matchAll(/^\| \[.*?\]\(\/(.*?)\)/gm);
  return [...links].map(([, page]) => item(page));
}

/** A grammar of the extension of Visual Studio Code. */
function grammar(file, more) {
  return { ...JSON.parse(fs.readFileSync(path.join(root, "editors/vscode/syntaxes", `${file}.json`), "utf8")), ...more };
}

const guide = Object.entries(SECTIONS).map(([text, entries]) => ({ text, items: Object.values(entries).map(item) }));

export default defineConfig({
  title: "sayl",
  description: "Language server and CI checker for schema-annotated YAML",
  lang: "en",
  base: process.env.SITE_BASE ?? "/",
  srcDir: pages,
  outDir: path.join(site, "dist"),
  cacheDir: path.join(site, "cache"),
  // What is no page is looked at by test/site.test.mjs.
  ignoreDeadLinks: [/^\/playground\//, /^\/files\//],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env.SITE_BASE ?? "/"}icon.svg` }]],
  markdown: {
    theme: { light: "github-light", dark: "github-dark" },
    // What injects itself into YAML has to be there before it.
    languages: ["python", grammar("ytt-injection", { name: "ytt", injectTo: ["source.yaml"] }), "yaml"],
    languageAlias: { elisp: "emacs-lisp", console: "sh" },
    // Braces in the code of a sentence are no expressions of Vue.
    config(markdown) {
      const render = markdown.renderer.rules.code_inline;
      markdown.renderer.rules.code_inline = (...parts) => render(...parts).replace("<code", "<code v-pre");
    },
  },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: "deep",
    nav: [
      { text: "Guide", link: "/first-steps" },
      { text: "Problems", link: "/problems/" },
      { text: "Annotations", link: "/annotations/" },
      { text: "Playground", link: "/playground/", target: "_self" },
    ],
    sidebar: {
      "/": guide,
      "/problems/": [{ text: "Problems", link: "/problems/", items: listed("problems") }],
      "/annotations/": [{ text: "Annotations", link: "/annotations/", items: listed("annotations") }],
    },
    footer: { message: "Apache-2.0" },
  },
});
