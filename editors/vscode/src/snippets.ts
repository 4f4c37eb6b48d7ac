// Snippets as completions. Those that an extension declares would be offered in every YAML file, and behind what the
// server completes.

import * as vscode from "vscode";

import snippets from "../snippets/ytt.json";
import { fitting } from "./fitting.ts";

/** Offers the snippets that fit, in files of these languages. */
export function offerSnippets(): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider([{ language: "yaml" }, { language: "ytt" }], {
    provideCompletionItems(document, position) {
      const line = document.lineAt(position);
      const before = line.text.slice(0, position.character);
      const others = document.getText().split(/\r?\n/).toSpliced(position.line, 1).join("\n");
      const start = position.with({ character: line.firstNonWhitespaceCharacterIndex });
      const range = new vscode.Range(start.isAfter(position) ? position : start, position);
      return fitting(snippets, before, others).map(({ label, description, body }) => {
        const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
        return Object.assign(item, { detail: description, insertText: new vscode.SnippetString(body.join("\n")), range, sortText: `~${label}` });
      });
    },
  });
}
