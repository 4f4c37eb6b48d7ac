// manifest.mjs FOLDER VERSION PLATFORM DESCRIPTION REPOSITORY: the manifests of `sayl` (FOLDER/main) and of
// `@sayl/PLATFORM` (FOLDER/platform). npm installs, of all platforms, the one that fits.

import * as fs from "node:fs";
import * as path from "node:path";

const PLATFORMS = ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64", "win32-arm64", "win32-x64"];

const [folder, version, platform, description, repository] = process.argv.slice(2);
const [os, cpu] = platform.split("-");
const shared = {
  version,
  license: "Apache-2.0",
  ...(repository ? { repository: { type: "git", url: `git+${repository}.git` }, homepage: repository } : {}),
};

write("main", {
  name: "sayl",
  description,
  keywords: ["yaml", "ytt", "carvel", "openchoreo", "schema", "language-server", "linter"],
  ...shared,
  bin: { sayl: "sayl.js" },
  engines: { node: ">=18" },
  optionalDependencies: Object.fromEntries(PLATFORMS.map((name) => [`@sayl/${name}`, version])),
});
write("platform", {
  name: `@sayl/${platform}`,
  description: `The program sayl for ${platform}`,
  ...shared,
  os: [os],
  cpu: [cpu],
  preferUnplugged: true,
});

function write(part, manifest) {
  fs.mkdirSync(path.join(folder, part), { recursive: true });
  fs.writeFileSync(path.join(folder, part, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
}
