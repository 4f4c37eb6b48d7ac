// What is asked and answered. Lines and characters are counted from 0, characters in units of UTF-16, as JavaScript and
// the language server protocol do. Paths are absolute: `/config/schema.yml`.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** A range in a file. */
export interface Location {
  path: string;
  range: Range;
}

/** A replacement in a text. */
export interface TextEdit {
  range: Range;
  text: string;
}

export type Severity = "error" | "warning" | "information" | "hint";

/** What was found at one place. */
export interface Problem {
  range: Range;
  severity: Severity;
  /** Names the kind of problem, and never changes: `unknown-key`. */
  code: string;
  /** One sentence. */
  message: string;
  found: string | null;
  expected: string | null;
  hints: string[];
  /** Whether the text has no effect, so that it can be faded. */
  isIdle: boolean;
  /** Whether the text is of an older time, so that it can be struck through. */
  isOld: boolean;
  /** Other places that explain it, such as where the schema declares a key. */
  related: (Location & { message: string })[];
}

export interface FileProblems {
  path: string;
  problems: Problem[];
  /** How many more there are than are told. */
  hidden: number;
}

/** Something that can be done about a text. */
export interface Fix {
  title: string;
  edits: (Location & { text: string })[];
  /** A file to create. */
  newFile: { path: string; text: string } | null;
  /** Whether it is what most people want. */
  isPreferred: boolean;
  /** The problem that it mends, if it mends one. */
  problem: Problem | null;
}

export interface Hover {
  range: Range;
  markdown: string;
}

export type CompletionKind =
  | "key" | "value" | "enumMember" | "variable" | "function" | "annotation" | "keyword" | "type" | "module" | "parameter" | "file";

export interface Completion {
  label: string;
  kind: CompletionKind;
  detail: string | null;
  /** What the text replaces. */
  range: Range;
  /** With `$1`, `${1:x}` and `$0` if it is a snippet, whose further lines are indented relative to the first. */
  text: string;
  isSnippet: boolean;
  /** The same without places to fill in, indented in full. */
  plainText: string;
  /** Items are shown in the order of this text. */
  sort: string;
  /** What is compared with what was typed, where that is not the label. */
  filter: string | null;
  isDeprecated: boolean;
  /** What is written elsewhere besides. */
  also: TextEdit | null;
}

export interface Definition extends Location {
  /** The token that was asked about. */
  origin: Range;
  /** The part of `range` that names it. */
  selection: Range;
}

/** Why something stays as it is, as a sentence for people. */
export interface Refused {
  refused: string;
}

export interface Renameable {
  range: Range;
  name: string;
}

/** Edits of any files. */
export interface Edits {
  edits: (Location & { text: string })[];
}

export type SymbolKind =
  | "document" | "type" | "function" | "variable" | "mapping" | "sequence" | "string" | "number" | "boolean" | "null";

/** A node of an outline. */
export interface DocumentSymbol {
  name: string;
  detail: string | null;
  kind: SymbolKind;
  range: Range;
  selection: Range;
  isDeprecated: boolean;
  children: DocumentSymbol[];
}

/** A text that nobody wrote, with the places where its lines come from. */
export interface MappedText {
  text: string;
  origins: (Location & { line: number })[];
}

export interface DataValues extends MappedText {
  /** The text with the place of each value as a comment, such as `# ../config/schema.yml:12`. */
  commented: string;
}

export interface Rendered extends MappedText {
  /** Whether it is the output of the texts as they are; while something is wrong it is what it was before. */
  isCurrent: boolean;
  /** Whether it is text; otherwise it is YAML. */
  isText: boolean;
}

/** A call that is being written. */
export interface Signature {
  label: string;
  /** Markdown. */
  documentation: string;
  parameters: { label: string; documentation: string }[];
  /** The index of the parameter that is being given. */
  active: number | null;
}

export interface Highlight {
  range: Range;
  isDeclaration: boolean;
}

/** A declaration by name. */
export interface WorkspaceSymbol extends Location {
  name: string;
  /** What it stands in. */
  container: string;
  kind: "key" | "function" | "resource" | "type";
}

export interface Fold {
  range: Range;
  kind: "content" | "comment" | "imports" | "region";
  /** What may stand for it while it is closed. */
  summary: string | null;
}

/** Words, in order: line, character, length, and the index of the kind, four numbers for each. */
export interface Tokens {
  kinds: string[];
  numbers: number[];
}

export interface Link {
  range: Range;
  /** A file, a place in a file, or an address. */
  target: { url: string } | { path: string; range?: Range };
}

/** What stands behind a value without being part of the text. */
export interface Hint {
  position: Position;
  label: string;
  isType: boolean;
  target: Location | null;
  markdown: string | null;
}

/** Something that stands above a line. */
export interface Lens {
  range: Range;
  kind: string;
}

export interface LensText {
  title: string;
  places: Location[];
}

/** How a text is to be laid out. */
export interface FormatStyle {
  /** How many blanks a step of indentation has; `null`: as many as the file mostly has. */
  width?: number | null;
  trimsLines?: boolean;
  trimsEnd?: boolean;
  endsLastLine?: boolean;
}

/** What governs a file. */
export interface Status {
  bundles: { name: string; role: "member" | "dataValuesFile" | "attached"; schemas: string[] }[];
  resources: { kind: string; name: string; refersTo: { kind: string; name: string; path: string }[] }[];
  /** Why a values file has no bundle. */
  reason: string | null;
}
