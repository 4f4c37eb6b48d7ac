// The settings as the server knows them: sections named as in `sayl.toml`, and some for this editor alone.

/** What the extension itself reads: where the server is, and how it is watched. */
const OWN_SECTION = "server";

/** The part of the section `sayl` that is meant for the server. */
export function forServer(section: unknown): Record<string, unknown> {
  if (typeof section !== "object" || section === null) {
    return {};
  }
  return Object.fromEntries(Object.entries(section).filter(([name, value]) => name !== OWN_SECTION && value !== undefined));
}
