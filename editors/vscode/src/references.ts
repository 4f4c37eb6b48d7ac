// The list of places that a code lens of the server leads to.

import * as vscode from "vscode";
import type { BaseLanguageClient, Location, Position, StaticFeature } from "vscode-languageclient";

/** The command that the server puts into its lenses, once it knows that there is one. */
export const SHOW_REFERENCES = "sayl.showReferences";

/** Tells the server of the command, and runs it. */
export function showReferences(client: BaseLanguageClient): vscode.Disposable {
  client.registerFeature(announcing(SHOW_REFERENCES));
  return vscode.commands.registerCommand(SHOW_REFERENCES, (uri: string, position: Position, locations: Location[]) => {
    const { protocol2CodeConverter: convert } = client;
    const places = locations.map((location) => convert.asLocation(location));
    return vscode.commands.executeCommand("editor.action.showReferences", convert.asUri(uri), convert.asPosition(position), places);
  });
}

function announcing(command: string): StaticFeature {
  return {
    fillClientCapabilities: (capabilities) => {
      capabilities.experimental = { ...(capabilities.experimental as object | undefined), commands: { commands: [command] } };
    },
    initialize: () => undefined,
    getState: () => ({ kind: "static" }),
    clear: () => undefined,
  };
}
