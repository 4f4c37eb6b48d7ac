// The language client: how the server is started, what it is told, and what happens when it ends.

import * as os from "node:os";
import * as vscode from "vscode";
import { ErrorAction, LanguageClient, Trace } from "vscode-languageclient/node";
import type { ErrorHandler, LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { provideCompletionItem } from "./completions.ts";
import { findProgram, isProgram } from "./program.ts";
import type { Found } from "./program.ts";
import { forServer } from "./settings.ts";
import { LANGUAGES } from "./protocol.ts";

/** Where `sayl` is for the settings and folders of this window. */
export function locate(context: vscode.ExtensionContext): Found {
  return findProgram({
    setting: vscode.workspace.getConfiguration("sayl").get<string>("server.path", ""),
    extension: context.extensionPath,
    workspace: vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    home: os.homedir(),
    searchPath: process.env["PATH"] ?? "",
    platform: process.platform,
    isProgram,
  });
}

/** What shows something of a file in a way that the server cannot, by the name of its command. */
export type Views = Record<string, (about: vscode.Uri) => Promise<void>>;

/** A client for that program, not started yet. Commands that `views` know are theirs, the others the server's. */
export function createClient(program: string, output: vscode.LogOutputChannel, views: Views): LanguageClient {
  const server: ServerOptions = { command: program, args: ["--stdio"] };
  let usual: ErrorHandler | undefined;
  const client: LanguageClient = new LanguageClient("sayl", "sayl", server, {
    ...options(output, views),
    errorHandler: {
      // Before its end is noticed, a server that died may be told several things: no reason not to start it anew.
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: () => (usual ??= client.createDefaultErrorHandler()).closed(),
    },
  });
  const trace = vscode.workspace.getConfiguration("sayl").get<string>("server.trace", "off");
  void client.setTrace(Trace.fromString(trace));
  return client;
}

function options(output: vscode.LogOutputChannel, views: Views): LanguageClientOptions {
  return {
    documentSelector: [
      ...LANGUAGES.flatMap((language) => [
        { scheme: "file", language },
        { scheme: "untitled", language },
      ]),
      // The configuration, whatever language its file is taken for.
      { scheme: "file", pattern: "**/sayl.toml" },
    ],
    outputChannel: output,
    initializationOptions: settings(vscode.workspace.getConfiguration().get("sayl")),
    middleware: {
      executeCommand: (command, args, next) => {
        const show = views[command];
        // What others take as arguments is no file: `sayl.explain` takes a code.
        const about = show === undefined ? undefined : fileAmong(args);
        return show === undefined || about === undefined ? next(command, args) : show(about);
      },
      provideCompletionItem,
      workspace: {
        configuration: async (params, token, next) => {
          const sections = await next(params, token);
          return Array.isArray(sections)
            ? sections.map((section, index) => (params.items[index]?.section === "sayl" ? settings(section) : section))
            : sections;
        },
      },
    },
  };
}

/** What the server is told: the settings that are meant for it, and whether the user trusts the workspace. */
function settings(section: unknown): Record<string, unknown> {
  return { ...forServer(section), trust: vscode.workspace.isTrusted };
}

/** The file that a command is about: its argument as the server takes it, or as VS Code gives it, else what is open. */
function fileAmong(args: unknown[]): vscode.Uri | undefined {
  const [first] = args;
  if (first instanceof vscode.Uri) {
    return first;
  }
  const uri = typeof first === "object" && first !== null && "uri" in first ? first.uri : first;
  return typeof uri === "string" ? vscode.Uri.parse(uri, true) : vscode.window.activeTextEditor?.document.uri;
}
