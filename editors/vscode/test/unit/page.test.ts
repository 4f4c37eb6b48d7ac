import assert from "node:assert/strict";
import { test } from "node:test";

import { inTheme } from "../../src/page.ts";

const PAGE = `<!DOCTYPE html><head>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-a'; script-src 'sha256-b'">
<style>:root { --paper: #fff; }</style>
</head><body></body>`;

test("the page takes the colours of the theme", () => {
  assert.match(inTheme(PAGE, "n1"), /<style nonce="n1">[^<]*body \{[^}]*--paper: var\(--vscode-editor-background\);/);
});

test("the page's policy allows that one style besides, and no other script", () => {
  assert.match(inTheme(PAGE, "n1"), /content="default-src 'none'; style-src 'nonce-n1' 'sha256-a'; script-src 'sha256-b'"/);
});
