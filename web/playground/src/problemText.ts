// A problem in full: the sentence, what was found and what is expected, hints, and the places that explain it.

import type { Location, Problem } from "../../package/src/index.ts";
import { button, element } from "./dom.ts";

/** Text in which what stands in backticks is code. */
export function withCode(text: string): Node[] {
  return text.split("`").map((part, index) => (index % 2 === 1 ? element("code", {}, part) : document.createTextNode(part)));
}

/** What follows the sentence. `goTo` shows a place. */
export function facts(problem: Problem, goTo: (place: Location) => void): HTMLElement {
  const rows = [
    ...fact("found", problem.found),
    ...fact("expected", problem.expected),
    ...problem.hints.flatMap((hint) => fact("hint", hint)),
  ];
  const related = problem.related.map((place) => {
    const label = `${place.path.slice(1)}:${place.range.start.line + 1}`;
    return element("div", { class: "related" }, button(label, () => goTo(place), { class: "link" }), " ", ...withCode(place.message));
  });
  return element("div", { class: "facts" }, element("dl", {}, ...rows), ...related);
}

function fact(name: string, text: string | null): HTMLElement[] {
  return text === null ? [] : [element("dt", {}, name), element("dd", {}, ...withCode(text))];
}
