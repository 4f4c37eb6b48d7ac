// What governs a file, in a few words. Knows nothing of VS Code, so that it can be tested without it.

import type { FileStatus } from "./protocol.ts";

const ROLES = { member: "in", dataValuesFile: "values of", attached: "on top of" };

/** The words of a status item. */
export interface StatusText {
  text: string;
  detail: string;
}

/** What a status bar says of a file. */
export function describe(status: FileStatus): StatusText {
  const [bundle] = status.bundles;
  if (bundle !== undefined) {
    const more = status.bundles.length > 1 ? ` and ${status.bundles.length - 1} more` : "";
    const schemas = bundle.schemas.map(lastParts);
    return {
      text: `${ROLES[bundle.role]} bundle ${bundle.name}${more}`,
      detail: schemas.length === 0 ? "without a schema" : schemas.join(", "),
    };
  }
  if (status.resources.length > 0) {
    const names = status.resources.map(({ kind, name }) => `${kind} ${name}`.trim());
    const types = [...new Set(status.resources.flatMap(({ refersTo }) => refersTo.map(({ kind, name }) => `${kind} ${name}`)))];
    return { text: listed(names), detail: types.length === 0 ? "refers to nothing" : `refers to ${listed(types)}` };
  }
  return { text: "no schema", detail: status.reason ?? "No schema governs this file" };
}

/** The folder and the name of a file. */
function lastParts(uri: string): string {
  return uri.split("/").slice(-2).map(decodeURIComponent).join("/");
}

function listed(names: string[]): string {
  const rest = names.length - 2;
  return rest > 0 ? `${names.slice(0, 2).join(", ")} and ${rest} more` : names.join(", ");
}
