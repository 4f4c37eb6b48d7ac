// What stands at the brackets of the status bar while a file of ours is open: whether the server runs, and what governs
// the file.

import * as vscode from "vscode";
import { State } from "vscode-languageclient";
import type { BaseLanguageClient } from "vscode-languageclient";

import { identified, LANGUAGES, SCHEMES } from "./protocol.ts";
import type { FileStatus } from "./protocol.ts";
import { describe } from "./statusText.ts";

const SELECTOR = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));
/** Bursts of changes are answered once, after so many milliseconds. */
const PAUSE = 150;

/** The two items beside the language of a file. */
export class Status implements vscode.Disposable {
  private readonly server = vscode.languages.createLanguageStatusItem("sayl.server", SELECTOR);
  private readonly file = vscode.languages.createLanguageStatusItem("sayl.file", SELECTOR);
  private readonly subscription: vscode.Disposable;
  private client: BaseLanguageClient | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    this.server.name = "sayl: server";
    this.server.command = { command: "sayl.showOutput", title: "Output" };
    this.file.name = "sayl: schema of the file";
    this.file.text = "";
    this.subscription = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => this.refresh()),
      vscode.languages.onDidChangeDiagnostics(() => this.refresh()),
    );
  }

  /** The server's state as the client tells it. */
  show(client: BaseLanguageClient, state: State): void {
    const version = client.initializeResult?.serverInfo?.version;
    this.server.busy = state === State.Starting;
    this.server.severity = state === State.Stopped ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.server.text = state === State.Running ? `sayl ${version ?? ""}`.trim() : state === State.Starting ? "sayl starts" : "sayl has stopped";
    this.client = state === State.Running ? client : undefined;
    this.refresh();
  }

  /** There is no server to start. */
  showMissing(): void {
    this.server.busy = false;
    this.server.severity = vscode.LanguageStatusSeverity.Error;
    this.server.text = "sayl was not found";
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
    this.server.dispose();
    this.file.dispose();
  }

  private refresh(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), PAUSE);
  }

  /** A server that is older than this request is no reason to complain. */
  private async ask(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    if (this.client === undefined || document === undefined || vscode.languages.match(SELECTOR, document) === 0) {
      return;
    }
    const status = await this.client.sendRequest<FileStatus>("sayl/status", identified(document.uri.toString())).catch(() => undefined);
    if (document !== vscode.window.activeTextEditor?.document) {
      return;
    }
    const { text, detail } = status === undefined ? { text: "", detail: "" } : describe(status);
    this.file.text = text;
    this.file.detail = detail;
    this.file.severity = status?.reason === undefined ? vscode.LanguageStatusSeverity.Information : vscode.LanguageStatusSeverity.Warning;
    this.offer(status);
  }

  private offer(status: FileStatus | undefined): void {
    const governs = status !== undefined && status.bundles.length + status.resources.length > 0;
    if (governs) {
      this.file.command = { command: "sayl.showSchemaDocs", title: "Documentation" };
    } else {
      delete (this.file as { command?: vscode.Command }).command;
    }
  }
}
