//! A case of ytt's suites: what it was given and what it did with it.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value as Json;

/// Where a line is: path of the file as ytt names it, and the line from 1.
pub(crate) type Line = (String, u64);

/// One case.
pub(crate) struct Case {
    /// Its name in the suites.
    pub(crate) name: String,
    /// The files of the folder `{IN}`: path in it, and text.
    pub(crate) files: Vec<(String, String)>,
    /// The files that flags name, by what the flag says: paths and texts.
    pub(crate) named_files: Vec<(String, Vec<(String, String)>)>,
    /// The environment.
    pub(crate) environment: Vec<(String, String)>,
    /// The arguments; `{IN}` stands for the folder of the files.
    pub(crate) arguments: Vec<String>,
    is_accepted: bool,
    stdout: String,
    stderr: String,
    flagged: Vec<Line>,
}

/// What was made of a case.
pub(crate) struct Outcome {
    /// Whether no error was found.
    pub(crate) is_accepted: bool,
    /// Every line that an error names, related ones included.
    pub(crate) lines: BTreeSet<Line>,
    /// The flags that errors are about.
    pub(crate) flags: Vec<String>,
    /// What was printed; absent where nothing can be.
    pub(crate) output: Option<String>,
    /// All of it, for people.
    pub(crate) shown: String,
}

/// Reads the cases of a file.
pub(crate) fn read(path: &Path) -> Vec<Case> {
    let cases: Vec<Json> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    cases.iter().map(Case::of).collect()
}

impl Case {
    fn of(json: &Json) -> Self {
        let files = json["files"].as_object().unwrap().iter();
        let named = json["data_values_files"].as_object().unwrap().iter();
        let environment = json["environ"].as_array().unwrap().iter();
        Self {
            name: text(&json["name"]),
            files: files.map(|(path, content)| (path.clone(), text(content))).collect(),
            named_files: named.map(|(name, files)| (name.clone(), contents(files))).collect(),
            environment: environment.filter_map(|pair| pair_of(pair.as_str()?)).collect(),
            arguments: json["args"].as_array().unwrap().iter().map(text).collect(),
            is_accepted: json["exit"] == 0,
            stdout: text(&json["stdout"]),
            stderr: text(&json["stderr"]),
            flagged: json["flagged"].as_array().unwrap().iter().map(line).collect(),
        }
    }

    /// The values of a flag, in order.
    pub(crate) fn values_of<'a>(&'a self, flag: &'a str) -> impl Iterator<Item = &'a str> {
        self.arguments.windows(2).filter(move |pair| pair[0] == flag).map(|pair| pair[1].as_str())
    }

    /// Whether a flag without a value is given.
    pub(crate) fn has(&self, flag: &str) -> bool {
        self.arguments.iter().any(|argument| argument == flag)
    }

    /// Whether it asks for the schema or the final values.
    pub(crate) fn is_inspection(&self) -> bool {
        self.arguments.iter().any(|argument| argument.ends_with("-inspect"))
    }

    /// The text of a file that a flag names.
    pub(crate) fn named_file(&self, name: &str) -> Option<&str> {
        let (_, files) = self.named_files.iter().find(|(named, _)| named == name)?;
        files.first().map(|(_, text)| text.as_str())
    }

    /// What differs from ytt, if anything.
    pub(crate) fn compare(&self, outcome: &Outcome) -> Result<(), String> {
        if outcome.is_accepted != self.is_accepted {
            return Err(format!("ytt accepts: {}\n{}\n{}", self.is_accepted, self.stderr, outcome.shown));
        }
        for (file, line) in &self.flagged {
            let is_found = match file.strip_prefix('(') {
                Some(flag) => {
                    let name = flag.split(' ').next().unwrap_or(flag);
                    outcome.flags.iter().any(|flag| flag.contains(name))
                }
                None => outcome.lines.contains(&(file.clone(), *line)),
            };
            if !is_found {
                let (stderr, lines) = (&self.stderr, &outcome.lines);
                return Err(format!("ytt names {file}:{line}\n{stderr}\nnamed: {lines:?}\n{}", outcome.shown));
            }
        }
        match &outcome.output {
            Some(output) if self.is_accepted && *output != self.stdout => {
                Err(format!("ytt printed:\n{}\nhere:\n{output}\n{}", self.stdout, outcome.shown))
            }
            _ => Ok(()),
        }
    }
}

fn text(json: &Json) -> String {
    json.as_str().unwrap_or_default().to_owned()
}

fn line(json: &Json) -> Line {
    (text(&json[0]), json[1].as_u64().unwrap_or_default())
}

fn pair_of(pair: &str) -> Option<(String, String)> {
    pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()))
}

fn contents(files: &Json) -> Vec<(String, String)> {
    files.as_array().unwrap().iter().map(|file| (text(&file["path"]), text(&file["content"]))).collect()
}
