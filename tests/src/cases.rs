//! Literate cases: Markdown that explains a behaviour and shows it, read as tests.
//!
//! ````text
//! # Values
//! ## A key that the schema does not declare
//! Prose.
//!
//! `schema.yml`:
//! ```yaml
//! #@data/values-schema
//! ---
//! port: 80
//! ```
//! `values.yml`:
//! ```yaml
//! #@data/values
//! ---
//! prot: 80
//! #^^^ error[unknown-key]: prot
//! ```
//! ````
//!
//! The headings above a block name its case. A line that is nothing but a path in backticks and a colon names the
//! file of the block below it; marks in it are those of [`sayl_core::test_support`]. A block of the language `console`
//! holds a command. One that checks runs instead of `sayl check`, and below it stand the problems that belong to no
//! shown file, as `error[code]: part of the text`; below any other stands what it prints.
//!
//! What else a case can show are blocks of these languages: `values` is what the data values come to with the file
//! above the block, `hover` holds lines that the hover at the cursor `$0` shows in this order, and `output` is what all
//! files of the case together are rendered to.
//!
//! This module reads Markdown. Who runs a case and how, the test `cases` decides.

use std::fmt::Write as _;

/// A case: the files below one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Case {
    /// The headings above it, outermost first, joined by ` / `.
    pub name: String,
    /// The line of its innermost heading, from 1.
    pub line: usize,
    /// Its files in order: path and text, marks included.
    pub files: Vec<(String, String)>,
    /// The arguments of its command, without `sayl`, and the problems that it expects outside the files.
    pub command: Option<(Vec<String>, Vec<String>)>,
    /// Commands that print: their arguments, without `sayl`, and what they print.
    pub printed: Vec<(Vec<String>, String)>,
    /// Files, and the data values that each leads to.
    pub values: Vec<(String, String)>,
    /// Lines of the hover at its cursor.
    pub hover: Option<String>,
    /// What it is rendered to.
    pub output: Option<String>,
}

impl Case {
    /// The files as a fixture of [`sayl_core::test_support`], rooted at `/`.
    pub fn fixture(&self) -> String {
        let mut fixture = String::new();
        for (path, text) in &self.files {
            let _ = write!(fixture, "#- /{path}\n{text}");
        }
        fixture
    }
}

/// The cases of a Markdown text, or what is wrong with it and in which line.
pub fn read(markdown: &str) -> Result<Vec<Case>, String> {
    let mut reader = Reader::default();
    for (index, line) in markdown.lines().enumerate() {
        reader.line(index + 1, line).map_err(|problem| format!("line {}: {problem}", index + 1))?;
    }
    if reader.block.is_some() {
        return Err("the last block is not closed".to_owned());
    }
    reader.finish_case();
    Ok(reader.cases)
}

#[derive(Default)]
struct Reader {
    cases: Vec<Case>,
    headings: Vec<String>,
    case: Case,
    /// The path that the next block is the text of.
    path: Option<String>,
    /// The language and the text of the open block.
    block: Option<(String, String)>,
}

impl Reader {
    fn line(&mut self, number: usize, line: &str) -> Result<(), String> {
        if let Some((language, mut text)) = self.block.take() {
            if line.trim_end() == "```" {
                return self.finish_block(&language, text);
            }
            text.push_str(line);
            text.push('\n');
            self.block = Some((language, text));
        } else if let Some(language) = line.strip_prefix("```") {
            self.block = Some((language.trim().to_owned(), String::new()));
        } else if let Some((level, title)) = heading(line) {
            self.finish_case();
            self.headings.truncate(level - 1);
            self.headings.push(title.to_owned());
            self.case = Case { name: self.headings.join(" / "), line: number, ..Case::default() };
        } else if let Some(path) = line.strip_prefix('`').and_then(|rest| rest.strip_suffix("`:")) {
            self.path = Some(path.to_owned());
        }
        Ok(())
    }

    fn finish_block(&mut self, language: &str, text: String) -> Result<(), String> {
        match (language, self.path.take()) {
            ("console", None) => self.finish_command(&text)?,
            ("hover", None) => self.case.hover = Some(text),
            ("output", None) => self.case.output = Some(text),
            ("values", None) => {
                let (path, _) = self.case.files.last().ok_or("values belong to the file above them")?;
                self.case.values.push((path.clone(), text));
            }
            ("yaml" | "toml" | "python" | "text", Some(path)) => self.case.files.push((path, text)),
            (_, None) => return Err(format!("a block of the language `{language}` has no file name above it")),
            (_, Some(path)) => return Err(format!("`{path}` is of no language that is checked but `{language}`")),
        }
        Ok(())
    }

    fn finish_command(&mut self, text: &str) -> Result<(), String> {
        let (command, below) = text.split_once('\n').unwrap_or((text, ""));
        let arguments = command.strip_prefix("$ sayl ").ok_or("a command starts with `$ sayl `")?;
        let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
        if arguments.first().is_some_and(|first| first == "check") || arguments.iter().any(|it| it == "--check") {
            let problems = below.lines().filter(|line| !line.trim().is_empty());
            self.case.command = Some((arguments, problems.map(str::to_owned).collect()));
        } else {
            self.case.printed.push((arguments, below.to_owned()));
        }
        Ok(())
    }

    fn finish_case(&mut self) {
        let case = std::mem::take(&mut self.case);
        if !case.files.is_empty() {
            self.cases.push(case);
        }
    }
}

/// The level and the title of a heading.
fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    (level > 0).then(|| title.strip_prefix(' ')).flatten().map(|title| (level, title.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Values
Prose with `code`: it names no file.
## One
`a.yml`:
```yaml
# a comment, no heading
a: 1
```
## Two
`b.yml`:
```yaml
b: 1
```
```console
$ sayl check -f b.yml
error[invalid-flag]: b
```
```values
b: 1
```
```console
$ sayl --data-values-inspect -f b.yml
b: 1
```
";

    #[test]
    fn headings_name_the_cases_and_blocks_are_their_files() {
        let cases = read(PAGE).unwrap();
        let names: Vec<_> = cases.iter().map(|case| (&*case.name, case.line)).collect();
        assert_eq!(names, [("Values / One", 3), ("Values / Two", 9)]);
        assert_eq!(cases[0].fixture(), "#- /a.yml\n# a comment, no heading\na: 1\n");
        let (arguments, problems) = cases[1].command.clone().unwrap();
        assert_eq!(arguments, ["check", "-f", "b.yml"]);
        assert_eq!(problems, ["error[invalid-flag]: b"]);
    }

    #[test]
    fn values_belong_to_the_file_above_and_prints_to_their_command() {
        let case = read(PAGE).unwrap().remove(1);
        assert_eq!(case.values, [("b.yml".to_owned(), "b: 1\n".to_owned())]);
        let (arguments, text) = &case.printed[0];
        assert_eq!((arguments[0].as_str(), text.as_str()), ("--data-values-inspect", "b: 1\n"));
    }

    #[test]
    fn a_block_without_a_file_name_is_refused() {
        assert_eq!(
            read("# A\n```yaml\na: 1\n```\n").unwrap_err(),
            "line 4: a block of the language `yaml` has no file name above it"
        );
        assert!(read("# A\n`a.yml`:\n```yaml\n").is_err());
    }
}
