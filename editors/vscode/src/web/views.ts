// Texts that nobody wrote, under addresses of their own: data values, rendered output, pages that explain problems.

import { TextDocumentContentRefreshRequest, TextDocumentContentRequest } from "vscode-languageclient/browser";
import type { ProtocolConnection } from "vscode-languageclient/browser";

import type { Sayl } from "@sayl/web";

import type { MappedView, Page } from "../protocol.ts";
import type { Paths } from "./paths.ts";
import { codeOf, location, SCHEME } from "./toProtocol.ts";

/** How many views are kept up to date: those that were asked for last. */
const MOST_VIEWS = 8;

/** Shows them, and keeps them up to date. */
export class Views {
  /** What was told last of each. */
  private readonly told = new Map<string, string>();

  constructor(
    private readonly connection: ProtocolConnection,
    private readonly sayl: Sayl,
    private readonly paths: Paths,
  ) {
    type About = { textDocument: { uri: string } };
    connection.onRequest("sayl/dataValues", ({ textDocument: { uri } }: About) => this.view("values", uri));
    connection.onRequest("sayl/rendered", ({ textDocument: { uri } }: About) => this.view("rendered", uri));
    connection.onRequest("sayl/renderedSaved", async ({ textDocument: { uri } }: About) => {
      const text = await sayl.renderedSaved(paths.of(uri));
      return text === null ? null : { text };
    });
    const page = async (kind: string, uri: string, page: Promise<{ html: string } | null>): Promise<Page | null> => {
      const made = await page;
      return made && { uri: addressOf(kind, uri, "md"), html: made.html };
    };
    connection.onRequest("sayl/schemaDocs", ({ textDocument: { uri } }: About) => page("docs", uri, sayl.schemaDocs(paths.of(uri))));
    connection.onRequest("sayl/graph", ({ textDocument: { uri } }: About) => page("graph", uri, sayl.graph(paths.of(uri))));
    connection.onRequest(TextDocumentContentRequest.type, async ({ uri }) => {
      const text = await this.content(uri);
      this.told.delete(uri);
      this.told.set(uri, text);
      this.forget();
      return { text };
    });
  }

  /** Tells of those that would be others now. */
  async refresh(): Promise<void> {
    for (const [uri, text] of this.told) {
      if ((await this.content(uri)) !== text) {
        await this.connection.sendRequest(TextDocumentContentRefreshRequest.type, { uri });
      }
    }
  }

  private forget(): void {
    const [oldest] = this.told.keys();
    if (this.told.size > MOST_VIEWS && oldest !== undefined) {
      this.told.delete(oldest);
    }
  }

  /** As the content of its address. */
  private async content(uri: string): Promise<string> {
    const code = codeOf(uri);
    if (code !== undefined) {
      return (await this.sayl.explain(code)) ?? "";
    }
    const [, kind, about] = /^sayl:\/(values|rendered)\/[^?]*\?(.*)$/.exec(uri) ?? [];
    const path = this.paths.of(decodeURIComponent(about ?? ""));
    const text = kind === "values" ? (await this.sayl.values(path))?.commented : (await this.sayl.rendered(path))?.text;
    return text ?? "";
  }

  /** As the answer to a request of the extension. */
  private async view(kind: "values" | "rendered", uri: string): Promise<MappedView | null> {
    const path = this.paths.of(uri);
    const shown = kind === "values" ? await this.sayl.values(path) : await this.sayl.rendered(path);
    const isText = shown !== null && "isText" in shown && shown.isText;
    return shown && {
      uri: addressOf(kind, uri, isText ? "txt" : "yml"),
      languageId: isText ? "plaintext" : "yaml",
      text: shown.text,
      origins: shown.origins.map((origin) => ({ line: origin.line, location: location(origin, this.paths) })),
      ...("isCurrent" in shown ? { isCurrent: shown.isCurrent } : {}),
    };
  }
}

/** The address of a view of a file. */
function addressOf(kind: string, uri: string, extension: string): string {
  const name = decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1)).replace(/\.[^.]*$/, "");
  return `${SCHEME}:/${kind}/${encodeURIComponent(`${name} ${kind}`)}.${extension}?${encodeURIComponent(uri)}`;
}
