// A page of the server in the colours of the editor's theme. Knows nothing of VS Code, so that
// it can be tested without it.

/** The page's own colours, each with the one of VS Code that takes its place. */
const COLOURS = {
  paper: "editor-background",
  side: "sideBar-background",
  ink: "editor-foreground",
  soft: "descriptionForeground",
  line: "widget-border, var(--vscode-panel-border)",
  code: "textCodeBlock-background",
  accent: "textLink-foreground",
  type: "symbolIcon-classForeground, var(--vscode-editor-foreground)",
  warn: "editorWarning-foreground",
  "warn-paper": "inputValidation-warningBackground",
  must: "editorError-foreground",
  "must-paper": "inputValidation-errorBackground",
  target: "editor-rangeHighlightBackground",
  found: "editor-findMatchHighlightBackground",
};

/** The page with a style of its own behind the server's. The page's policy names what may run by its hash; the only thing
 * that it allows besides from now on is this style, by its `nonce`. */
export function inTheme(page: string, nonce: string): string {
  const variables = Object.entries(COLOURS).map(([ours, theirs]) => `--${ours}: var(--vscode-${theirs});`);
  const style = [
    "html { font-size: var(--vscode-font-size); }",
    `body { padding: 0; font-family: var(--vscode-font-family); ${variables.join(" ")} }`,
    // VS Code gives every piece of code a background; the page says itself which have one.
    "code { background: none; color: inherit; padding: 0; }",
  ].join("\n");
  return page
    .replace("style-src ", `style-src 'nonce-${nonce}' `)
    .replace("</head>", `<style nonce="${nonce}">${style}</style>\n</head>`);
}
