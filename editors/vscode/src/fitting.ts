// Where a snippet fits.

/** A snippet of `snippets/ytt.json`. */
export interface Snippet {
  label: string;
  fits: string;
  description: string;
  body: string[];
}

const PLACES: Record<string, (text: string) => boolean> = {
  "begins a file": (text) => /^(\s*(#[^@\n]*)?\n)*\s*$/.test(`${text}\n`),
  "template code": (text) => /(^|\s)#@/m.test(text),
  "a schema": (text) => /^#@(data\/values-schema|schema\/match)\b/m.test(text),
};

/** The snippets that fit where `before` stands on its line, in a file that holds `others` besides: words at its beginning
 * only, for the server completes what follows a `#` or a key. */
export function fitting(snippets: readonly Snippet[], before: string, others: string): Snippet[] {
  return /^\s*[a-z/]*( [a-z]*)?$/.test(before) ? snippets.filter(({ fits }) => PLACES[fits]?.(others)) : [];
}
