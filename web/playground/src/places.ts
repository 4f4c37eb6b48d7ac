// Places of the engine and of the editor.

import type { Text } from "@codemirror/state";
import type { Position, Range } from "../../package/src/index.ts";

/** The offset of a position; one beyond its line is the end of the line. */
export function offset(doc: Text, { line, character }: Position): number {
  if (line >= doc.lines) {
    return doc.length;
  }
  const { from, to } = doc.line(line + 1);
  return Math.min(from + character, to);
}

export function position(doc: Text, at: number): Position {
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

export function span(doc: Text, range: Range): { from: number; to: number } {
  return { from: offset(doc, range.start), to: offset(doc, range.end) };
}
