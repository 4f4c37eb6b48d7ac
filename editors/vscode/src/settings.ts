// The settings as the server knows them: three sections named as in `sayl.toml`, and three for this editor alone. Those of the extension itself stay here.

const SECTIONS = ["severity", "limits", "evaluation", "inlayHints", "codeLens", "outline"] as const;

/** The part of the section `sayl` that is meant for the server. */
export function forServer(section: unknown): Record<string, unknown> {
  if (typeof section !== "object" || section === null) {
    return {};
  }
  const settings = section as Record<string, unknown>;
  return Object.fromEntries(SECTIONS.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]));
}
