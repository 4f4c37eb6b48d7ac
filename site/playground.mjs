// Links to the playground: the files of a project and which of them is open, as compressed JSON in the address.

import { deflateRawSync, inflateRawSync } from "node:zlib";

export const PLAYGROUND = "/playground/";

/** The link that opens `state`, `{ files: { path: text }, open: path }`. */
export function linkOf(state) {
  return `${PLAYGROUND}#v1=${deflateRawSync(JSON.stringify(state), { level: 9 }).toString("base64url")}`;
}

/** What a link opens. */
export function stateOf(link) {
  return JSON.parse(inflateRawSync(Buffer.from(link.split("#v1=")[1], "base64url")).toString("utf8"));
}
