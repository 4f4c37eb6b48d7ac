// What stands at the brackets of the status bar while a YAML file is open: whether the server runs, and which one.

import * as vscode from "vscode";
import { State } from "vscode-languageclient/node";

/** The languages that sayl is for. */
export const LANGUAGES = ["yaml", "ytt", "starlark"];

/** The item beside the language of a file. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.languages.createLanguageStatusItem("sayl", LANGUAGES.map((language) => ({ language })));

  constructor() {
    this.item.name = "sayl";
    this.item.command = { command: "sayl.showOutput", title: "Output" };
  }

  /** The server's state as the client tells it. */
  show(state: State, version: string | undefined): void {
    this.item.busy = state === State.Starting;
    this.item.severity = state === State.Stopped ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    this.item.text = state === State.Running ? `sayl ${version ?? ""}`.trim() : state === State.Starting ? "sayl starts" : "sayl has stopped";
  }

  /** There is no server to start. */
  showMissing(): void {
    this.item.busy = false;
    this.item.severity = vscode.LanguageStatusSeverity.Error;
    this.item.text = "sayl was not found";
  }

  dispose(): void {
    this.item.dispose();
  }
}
