// The language client: how the server is started, what it is told, and what happens when it ends.

import * as os from "node:os";
import * as vscode from "vscode";
import { LanguageClient, Trace } from "vscode-languageclient/node";
import type { LanguageClientOptions, ServerOptions } from "vscode-languageclient/node";

import { findProgram, isProgram } from "./program.ts";
import type { Found } from "./program.ts";
import { forServer } from "./settings.ts";
import { LANGUAGES } from "./status.ts";

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

/** A client for that program, not started yet. */
export function createClient(program: string, output: vscode.LogOutputChannel): LanguageClient {
  const server: ServerOptions = { command: program, args: ["--stdio"] };
  const client = new LanguageClient("sayl", "sayl", server, options(output));
  const trace = vscode.workspace.getConfiguration("sayl").get<string>("server.trace", "off");
  void client.setTrace(Trace.fromString(trace));
  return client;
}

function options(output: vscode.LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: LANGUAGES.flatMap((language) => [
      { scheme: "file", language },
      { scheme: "untitled", language },
    ]),
    outputChannel: output,
    initializationOptions: forServer(vscode.workspace.getConfiguration().get("sayl")),
    middleware: {
      workspace: {
        configuration: async (params, token, next) => {
          const sections = await next(params, token);
          return Array.isArray(sections)
            ? sections.map((section, index) => (params.items[index]?.section === "sayl" ? forServer(section) : section))
            : sections;
        },
      },
    },
  };
}
