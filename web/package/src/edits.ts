// Edits of a text whose lines end at LF, CRLF and CR.

import type { Position, TextEdit } from "./types.ts";

/** The text after an edit. */
export function edited(text: string, { range, text: inserted }: TextEdit): string {
  return text.slice(0, offset(text, range.start)) + inserted + text.slice(offset(text, range.end));
}

/** Where a position is in a text; one beyond its line is the end of the line. */
export function offset(text: string, { line, character }: Position): number {
  const breaks = /\r\n|\n|\r/g;
  let start = 0;
  for (let at = 0; at < line; at += 1) {
    if (breaks.exec(text) === null) {
      return text.length;
    }
    start = breaks.lastIndex;
  }
  const end = breaks.exec(text)?.index ?? text.length;
  return Math.min(start + character, end);
}
