// What the server adds to the protocol, as docs/protocol.md says it.

import type { Location } from "vscode-languageclient";

/** The languages that sayl is for. */
export const LANGUAGES = ["yaml", "ytt", "starlark"];

/** Of addresses of files: on a disk, and where VS Code runs in a browser. */
export const SCHEMES = ["file", "vscode-vfs", "vscode-remote"];

/** The name of the notification that a view would be another one now. */
export const VIEW_CHANGED = "sayl/viewChanged";

/** The parameters of the requests. */
export function identified(uri: string): { textDocument: { uri: string } } {
  return { textDocument: { uri } };
}

/** `sayl/status`: what governs a file. */
export interface FileStatus {
  bundles: { name: string; role: "member" | "dataValuesFile" | "attached"; schemas: string[] }[];
  resources: { kind: string; name: string; refersTo: { kind: string; name: string; uri?: string }[] }[];
  /** Why a values file has no bundle. */
  reason?: string;
}

/** `sayl/dataValues` and `sayl/rendered`: a text with the origins of its lines. */
export interface MappedView {
  uri: string;
  languageId: string;
  text: string;
  origins: { line: number; location: Location }[];
  /** Of rendered output: whether it is that of the texts as they are. */
  isCurrent?: boolean;
}

/** `sayl/schemaDocs` and `sayl/graph`: what is shown of a file as a page. */
export interface Page {
  uri: string;
  html: string;
}
