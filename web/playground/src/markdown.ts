// Markdown of the engine as elements. The texts may come from somebody's link, so no HTML in it counts.

import MarkdownIt from "markdown-it";

const markdown = new MarkdownIt({ html: false, linkify: false });

export function elementOf(text: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "prose";
  element.innerHTML = markdown.render(text);
  for (const link of element.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer";
  }
  return element;
}
