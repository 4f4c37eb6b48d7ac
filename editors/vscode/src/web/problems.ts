// Problems, told where they have changed; and whatever else may be another one after a change.

import { CodeLensRefreshRequest, InlayHintRefreshRequest, PublishDiagnosticsNotification, SemanticTokensRefreshRequest } from "vscode-languageclient/browser";
import type { ProtocolConnection } from "vscode-languageclient/browser";

import type * as engine from "@sayl/web";
import type { Sayl } from "@sayl/web";

import type { Paths } from "./paths.ts";
import { diagnostic, more } from "./toProtocol.ts";
import type { Views } from "./views.ts";

/** Tells of problems where they have changed, and asks no more often than answers come. */
export class Problems {
  private told = new Map<string, string>();
  private isOutdated = false;
  private isAsking = false;

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly sayl: Sayl,
    private readonly paths: Paths,
    private readonly views: Views,
  ) {}

  refresh(): void {
    this.isOutdated = true;
    if (!this.isAsking) {
      this.isAsking = true;
      void this.ask().finally(() => (this.isAsking = false));
    }
  }

  private async ask(): Promise<void> {
    while (this.isOutdated) {
      this.isOutdated = false;
      const files = await this.sayl.problems().catch(() => undefined);
      if (files !== undefined && !this.isOutdated) {
        this.tell(files);
        await this.views.refresh().catch(() => undefined);
        await this.refreshOthers().catch(() => undefined);
      }
    }
  }

  /** What an editor shows beside the text of a file may depend on another file. */
  private async refreshOthers(): Promise<void> {
    for (const { type } of [SemanticTokensRefreshRequest, InlayHintRefreshRequest, CodeLensRefreshRequest]) {
      await this.connection.sendRequest(type);
    }
  }

  private tell(files: engine.FileProblems[]): void {
    const before = this.told;
    this.told = new Map();
    for (const { path, problems, hidden } of files) {
      const diagnostics = [...problems.map((problem) => diagnostic(problem, this.paths)), ...(hidden === 0 ? [] : [more(hidden)])];
      const text = JSON.stringify(diagnostics);
      this.told.set(path, text);
      if ((before.get(path) ?? "[]") !== text) {
        void this.connection.sendNotification(PublishDiagnosticsNotification.type, { uri: this.paths.uri(path), diagnostics });
      }
    }
    for (const path of before.keys()) {
      if (!this.told.has(path)) {
        void this.connection.sendNotification(PublishDiagnosticsNotification.type, { uri: this.paths.uri(path), diagnostics: [] });
      }
    }
  }
}
