//! What runs in place of a command that a test cannot run: it would install or build something, or needs a network, an
//! editor or a CI system. Whatever is not listed here runs as it is shown.

use std::path::Path;

/// What runs in place of a command.
#[derive(Clone, Copy)]
enum StandIn {
    Nothing,
    /// The script itself is looked for.
    Script,
    /// What stands for the start of the command.
    Start(&'static str),
}

use StandIn::{Nothing, Script, Start};

/// How a command starts, what runs in its place, and why.
const STAND_INS: [(&str, StandIn, &str); 40] = [
    ("cargo run --locked --release -p sayl --", Start("sayl"), "the test has built the program"),
    ("cargo build --locked ", Nothing, "builds"),
    ("cargo doc --locked ", Nothing, "builds, and opens a browser"),
    ("cargo install --locked --path server", Nothing, "builds, and installs for the user"),
    ("cargo test --locked ", Nothing, "runs the tests, of which this is one"),
    ("PROPTEST_CASES=2000 cargo test --locked ", Nothing, "runs a test for minutes"),
    ("UPDATE_DOCS=1 cargo test --locked ", Nothing, "rewrites pages"),
    (".ci/run", Script, "runs the tests, of which this is one"),
    ("cargo bench --locked ", Nothing, "measures for minutes"),
    ("uvx sayl ", Start("sayl "), "needs a network; `.ci/run` installs the wheel"),
    ("pip install sayl", Nothing, "needs a network; `.ci/run` installs the wheel"),
    ("npx sayl ", Start("sayl "), "needs a network; `.ci/run` installs the npm packages"),
    ("npm install sayl", Nothing, "needs a network; `.ci/run` installs the npm packages"),
    ("curl -LsSf https://HOST/", Nothing, "needs a network; `.ci/run` runs the installer"),
    ("brew install ", Nothing, "needs Homebrew"),
    ("sudo apt install ", Nothing, "installs for all users; `.ci/run` installs the package in a folder"),
    ("twine upload ", Nothing, "publishes"),
    ("for platform in sayl-", Nothing, "publishes"),
    ("cargo publish ", Nothing, "publishes"),
    ("for file in sayl-", Nothing, "publishes"),
    ("ci/", Script, "builds and packs, or runs for long"),
    ("fuzz/", Script, "builds and runs fuzz targets for minutes"),
    ("git clone ", Nothing, "needs a network"),
    ("docker build ", Nothing, "needs Docker"),
    ("docker run --rm -v \"$PWD:/work\" sayl ", Start("sayl "), "needs Docker"),
    ("cp \"$(command -v sayl)\" tools/sayl && bazel test //...", Start("sayl check"), "needs Bazel"),
    ("cp target/release/sayl ", Nothing, "needs a release build"),
    ("cd editors/vscode && npm ci", Nothing, "needs a network"),
    ("npm run check && npm test", Nothing, "needs a network; `.ci/run` runs it"),
    ("code --install-extension ", Nothing, "needs Visual Studio Code"),
    ("cp editors/helix/languages.toml ", Nothing, "needs a profile of Helix"),
    ("hx ", Nothing, "needs Helix"),
    ("editors/", Script, "installs and drives editors; `.ci/run` runs it"),
    ("site/", Script, "builds the site; `.ci/run` runs it"),
    ("web/", Script, "builds the module and drives a browser; `.ci/run` runs it"),
    ("test/e2e/", Script, "installs and drives editors; `.ci/run` runs it"),
    (
        "sayl merge --format sarif parts/*.sarif",
        Start("sayl merge --format sarif *.sarif"),
        "a CI system moved the reports",
    ),
    (
        "sayl merge REPORT…",
        Start(
            "sayl check --format json --output-file r.json examples/monorepo/config && sayl merge --format json r.json",
        ),
        "a run before it wrote the report",
    ),
    (
        "sayl import values.schema.json",
        Start(
            "echo '{\"type\": \"object\"}' > values.schema.json && echo '{}' > values.yaml && sayl import values.schema.json",
        ),
        "the reader has a chart",
    ),
    ("sayl server", Start("sayl server --help #"), "waits for an editor; the tests of the protocol run it"),
];

/// Words that stand for something of the reader's, and what it is here.
const PLACEHOLDERS: [(&str, &str); 17] = [
    (" component TYPE [NAME]", " component web-app"),
    (" component TYPE", " component web-app"),
    (" resource TYPE", " resource postgres"),
    (" project TYPE", " project default"),
    (" OLD NEW", " examples/web-app/config examples/web-app/config"),
    (" values [PATH…]", " values examples/openchoreo/types examples/openchoreo/shop/shop.yml"),
    (" import FILE", " import examples/web-app/envs/broken.yml"),
    (" -f FILE…", " -f examples/web-app/config"),
    (" openapi-v3 FILE", " openapi-v3 examples/openchoreo/types/web-app.yml"),
    (" COMMAND", " check"),
    (" [PATH…]", ""),
    (" PATH…", " examples"),
    (" PATH", " examples"),
    (" [CODE]", ""),
    (" CODE", " unknown-key"),
    (" SHELL", " bash"),
    ("${{ matrix.part }}", "part"),
];

/// The line that a shell runs for a command that is shown.
pub(super) fn in_place_of(command: &str, folder: &Path) -> String {
    let listed = STAND_INS.iter().find_map(|(start, stand_in, _)| Some((*stand_in, command.strip_prefix(start)?)));
    let line = match listed {
        None => command.to_owned(),
        Some((Nothing, _)) => ":".to_owned(),
        Some((Script, _)) => {
            let script = command.split_whitespace().next().unwrap_or_default();
            format!("test -x '{}'", folder.join(script).display())
        }
        Some((Start(start), rest)) => format!("{start}{rest}"),
    };
    PLACEHOLDERS.iter().fold(line, |line, (word, example)| line.replace(word, example))
}

/// Whether the exit status 1 is an answer of the command: that there are problems, or files that would change.
pub(super) fn has_verdict(line: &str) -> bool {
    ["sayl check", "sayl --check", "sayl examples", "sayl merge", "sayl diff", "sayl fmt", "sayl fix", "./parts.sh"]
        .iter()
        .any(|command| line.contains(command))
}
