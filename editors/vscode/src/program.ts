// Where the program `sayl` is. Knows nothing of VS Code, so that it can be tested without it.

import * as fs from "node:fs";
import * as path from "node:path";

/** Where to look, and how to look. */
export interface Surroundings {
  /** The setting `sayl.server.path`; empty if it is not set. */
  setting: string;
  /** The folder of the extension. */
  extension: string;
  /** The folder that a relative setting starts at, if one is open. */
  workspace: string | undefined;
  /** The user's home. */
  home: string;
  /** `PATH`, as the environment gives it. */
  searchPath: string;
  platform: NodeJS.Platform;
  isProgram: (file: string) => boolean;
}

/** The program that was found, or all the places where there is none. */
export type Found = { program: string; from: "setting" | "extension" | "PATH" } | { program: undefined; tried: string[] };

/** The setting decides if there is one; else the program of the extension, else the first one on `PATH`. */
export function findProgram(around: Surroundings): Found {
  const name = around.platform === "win32" ? "sayl.exe" : "sayl";
  if (around.setting !== "") {
    const program = expand(around.setting, around);
    return around.isProgram(program) ? { program, from: "setting" } : { program: undefined, tried: [program] };
  }
  const bundled = path.join(around.extension, "server", name);
  if (around.isProgram(bundled)) {
    return { program: bundled, from: "extension" };
  }
  const separator = around.platform === "win32" ? ";" : ":";
  const folders = around.searchPath.split(separator).filter((folder) => folder !== "");
  const candidates = [...folders, path.join(around.home, ".cargo", "bin")].map((folder) => path.join(folder, name));
  const program = candidates.find(around.isProgram);
  return program === undefined ? { program: undefined, tried: [bundled, ...candidates] } : { program, from: "PATH" };
}

function expand(setting: string, around: Surroundings): string {
  const inHome = setting.replace(/^~(?=$|[\\/])/, around.home);
  const inWorkspace = inHome.replaceAll("${workspaceFolder}", around.workspace ?? "");
  return path.isAbsolute(inWorkspace) ? inWorkspace : path.join(around.workspace ?? "", inWorkspace);
}

/** Whether a file is there and may be run. */
export function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}
