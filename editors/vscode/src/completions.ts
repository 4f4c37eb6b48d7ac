// What happens to completions of the server on their way to the editor.

import * as vscode from "vscode";
import type { CompletionMiddleware } from "vscode-languageclient";

/** Behind a key that was accepted, the list of its values opens. */
export const provideCompletionItem: NonNullable<CompletionMiddleware["provideCompletionItem"]> = async (document, position, context, token, next) => {
  const found = await next(document, position, context, token);
  (Array.isArray(found) ? found : (found?.items ?? [])).filter(endsAtValue).forEach((item) => {
    item.command = { command: "editor.action.triggerSuggest", title: "What follows the key", arguments: [{ auto: true }] };
  });
  return found;
};

/** Whether a completion is a key, behind which the cursor stands where its value begins. */
function endsAtValue({ kind, insertText }: vscode.CompletionItem): boolean {
  const text = typeof insertText === "string" ? insertText : (insertText?.value ?? "");
  return kind === vscode.CompletionItemKind.Property && /:\s*(- )?[[{]?(\$0\\?[\]}]?)?$/.test(text);
}
