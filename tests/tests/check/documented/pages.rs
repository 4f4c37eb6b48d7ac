//! Which commands a page shows, and where they run. Knows nothing of running them.

use sayl_tests::binary::workspace_root;

/// Commands that run one after the other.
#[derive(Debug, PartialEq)]
pub(super) struct Shown {
    /// Relative to the root.
    pub(super) folder: String,
    pub(super) commands: Vec<String>,
}

/// What a page shows, from top to bottom, in a folder unless it names another.
pub(super) fn shown(page: &str, base: &str) -> Vec<Shown> {
    let mut all = Vec::new();
    let mut folder = base.to_owned();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if is_heading(line) {
            base.clone_into(&mut folder);
        }
        let commands = if let Some(language) = line.trim_start().strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| line.trim() != "```").collect();
            in_block(language, &block)
        } else {
            folder = named_folder(line).unwrap_or(folder);
            in_text(line)
        };
        if !commands.is_empty() {
            all.push(Shown { folder: folder.clone(), commands });
        }
    }
    all
}

fn is_heading(line: &str) -> bool {
    line.starts_with('#')
}

/// ``in `examples/web-app` ``
fn named_folder(line: &str) -> Option<String> {
    let named = line.split("n `").skip(1).filter_map(|rest| rest.split_once('`'));
    let folders = named.map(|(name, _)| name).filter(|name| workspace_root().join(name).is_dir());
    folders.last().map(str::to_owned)
}

fn in_block(language: &str, lines: &[&str]) -> Vec<String> {
    let commands = lines.iter().filter_map(|line| match language {
        "sh" => Some(*line),
        "console" => line.strip_prefix("$ "),
        "yaml" => in_yaml(line),
        "" => panic!("a block has no language, so nobody knows whether it shows commands: {lines:#?}"),
        _ => None,
    });
    commands.filter(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned()).collect()
}

/// A line of a pipeline's script.
fn in_yaml(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("- ");
    let line = line.strip_prefix("run: ").or_else(|| line.strip_prefix("script: ")).unwrap_or(line);
    line.starts_with("sayl ").then_some(line)
}

/// Code between backquotes.
fn in_text(line: &str) -> Vec<String> {
    let code = line.split('`').skip(1).step_by(2);
    code.filter(|code| code.starts_with("sayl ") || code.starts_with("cargo ")).map(str::to_owned).collect()
}

#[test]
fn commands_are_found_where_people_look_for_them() {
    let page = "\
# A page
Run `sayl check` in `examples/web-app`, see `sayl.toml`:

```console
$ sayl explain
syntax-error
```

## Next
| check | `sayl check -f config` or `sayl fmt` |

```yaml
  script:
    - sayl check --format gitlab
  image: sayl
```
";
    let shown = shown(page, "");
    let commands = |folder: &str, commands: &[&str]| Shown {
        folder: folder.to_owned(),
        commands: commands.iter().map(|&command| command.to_owned()).collect(),
    };
    assert_eq!(
        shown,
        [
            commands("examples/web-app", &["sayl check"]),
            commands("examples/web-app", &["sayl explain"]),
            commands("", &["sayl check -f config", "sayl fmt"]),
            commands("", &["sayl check --format gitlab"]),
        ]
    );
}
