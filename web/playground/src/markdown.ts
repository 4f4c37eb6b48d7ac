// Markdown of the engine as elements. The texts may come from somebody's link, so no HTML in it counts.

import type MarkdownIt from "markdown-it";

let renderer: Promise<MarkdownIt> | undefined;

/** Loads what renders. It is a quarter of the page's code, and the first problem does not need it. */
export function loadRenderer(): Promise<MarkdownIt> {
  renderer ??= import("markdown-it").then(({ default: Renderer }) => new Renderer({ html: false, linkify: false }));
  return renderer;
}

export async function elementOf(text: string): Promise<HTMLElement> {
  const markdown = await loadRenderer();
  const element = document.createElement("div");
  element.className = "prose";
  element.innerHTML = markdown.render(text);
  for (const link of element.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  return element;
}
