// Which file of the repository is which page of the site, and how the pages are ordered in the sidebar.

export const SECTIONS = {
  "Start": {
    "docs/first-steps.md": "first-steps",
    "docs/configuration.md": "configuration",
    "docs/commands.md": "commands",
  },
  "Editors": {
    "editors/vscode/README.md": "editors/vscode",
    "editors/neovim/README.md": "editors/neovim",
    "editors/helix/README.md": "editors/helix",
    "editors/zed/README.md": "editors/zed",
    "docs/editors.md": "editors/others",
    "docs/web.md": "web",
  },
  "Schemas": {
    "docs/ytt.md": "ytt",
    "docs/openchoreo.md": "openchoreo",
    "docs/kubernetes.md": "kubernetes",
    "docs/diff.md": "diff",
  },
  "In CI": {
    "docs/ci.md": "ci",
    "docs/monorepo.md": "monorepo",
    "examples/monorepo/README.md": "monorepo-example",
  },
  "Inside": {
    "docs/architecture.md": "architecture",
    "docs/protocol.md": "protocol",
    "docs/security.md": "security",
    "CONTRIBUTING.md": "contributing",
    "CHANGELOG.md": "changelog",
  },
};

/** Pages that are cut into one for each heading: the folder of the site that they go to. */
export const CUT = { "docs/problems.md": "problems", "docs/annotations.md": "annotations" };

/** Every page that is copied whole, by its file in the repository. */
export const PAGES = Object.assign({}, ...Object.values(SECTIONS));
