//! Cases recorded with released ytt: what it was given, in which files, and what it did.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::binary;
use crate::corpus::corpus;

/// The recordings of a name; `None`, and said so, where they are not beside the project.
///
/// # Panics
/// When they are there and cannot be read.
pub fn recorded(name: &str) -> Option<Json> {
    let text = std::fs::read_to_string(corpus("ytt-recorded")?.join(name)).expect("the recordings can be read");
    Some(serde_json::from_str(&text).expect("the recordings are JSON"))
}

/// What ytt was given and what it did.
pub struct Case<'a> {
    /// How it is called; an expression is its own name.
    pub name: String,
    files: Vec<(&'a str, Vec<u8>)>,
    links: Vec<(&'a str, &'a str)>,
    /// What ytt was given behind the name of the command.
    pub arguments: Vec<&'a str>,
    environment: Vec<(&'a str, &'a str)>,
    stdin: &'a str,
    /// What ytt printed, refused and wrote.
    pub rendered: &'a Json,
}

impl<'a> Case<'a> {
    /// A case of a file of recordings.
    ///
    /// # Panics
    /// When the recording is none.
    pub fn of(case: &'a Json, file: &'a Json) -> Self {
        let own = |key: &str| if case[key].is_null() { &file[key] } else { &case[key] };
        let base = case["base"].as_str().map_or(&Json::Null, |base| &file["bases"][base]);
        let replaced = |path: &str| !case["replace"][path].is_null();
        let kept = entries(base).filter(|(path, _)| !replaced(path));
        let given = kept.chain(entries(&case["replace"])).chain(entries(own("files")));
        let mut files: Vec<_> = given.map(|(path, content)| (path, bytes(content))).collect();
        let mut arguments: Vec<&str> = case["args"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
        let expression = case["expr"].as_str();
        if let Some(expression) = expression {
            let preamble = file["preamble"].as_str().expect("expressions stand behind a text");
            files.extend(entries(&file["extra_files"]).map(|(path, content)| (path, bytes(content))));
            files.push(("t.yml", format!("{preamble}---\nk: #@ {expression}\n").into_bytes()));
            arguments = "-f t.yml -f f.txt -f sub -f s.star".split(' ').collect();
        }
        Self {
            name: expression.or(case["id"].as_str()).unwrap_or_default().to_owned(),
            files,
            links: texts(&case["links"]),
            arguments,
            environment: texts(own("env")),
            stdin: case["stdin"].as_str().unwrap_or_default(),
            rendered: &case["render"],
        }
    }

    /// A folder with its files.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn folder(&self) -> TempDir {
        let folder = TempDir::new().expect("a folder of a test can be written");
        let place = |path: &str| {
            let path = folder.path().join(path);
            let parent = path.parent().unwrap_or(folder.path());
            std::fs::create_dir_all(parent).expect("a folder of a test can be written");
            path
        };
        for (path, content) in &self.files {
            std::fs::write(place(path), content).expect("a folder of a test can be written");
        }
        #[cfg(unix)]
        for (path, target) in &self.links {
            std::os::unix::fs::symlink(target, place(path)).expect("a folder of a test can be written");
        }
        folder
    }

    /// What sayl does there, under one of its commands.
    ///
    /// # Panics
    /// When the process does not run.
    pub fn run(&self, command: &[&str], folder: &Path) -> Output {
        let mut process = Command::new(binary::sayl());
        process.current_dir(folder).env("NO_COLOR", "1").envs(self.environment.iter().copied()).args(command);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = process.spawn().expect("the process starts");
        if let Some(mut stdin) = child.stdin.take() {
            // Whoever reads nothing may be gone by now.
            let _ = std::io::Write::write_all(&mut stdin, self.stdin.as_bytes());
        }
        child.wait_with_output().expect("the process ends")
    }
}

/// The members of an object.
pub fn entries(object: &Json) -> impl Iterator<Item = (&str, &Json)> {
    object.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value))
}

fn texts(object: &Json) -> Vec<(&str, &str)> {
    entries(object).filter_map(|(key, value)| Some((key, value.as_str()?))).collect()
}

/// Text as it stands; what is no UTF-8 is given in base64.
pub fn bytes(content: &Json) -> Vec<u8> {
    match content["base64"].as_str() {
        Some(encoded) => decoded(encoded),
        None => content.as_str().unwrap_or_default().as_bytes().to_vec(),
    }
}

fn decoded(base64: &str) -> Vec<u8> {
    let digit = |byte: u8| {
        b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".iter().position(|it| *it == byte)
    };
    let digits: Vec<usize> = base64.bytes().filter_map(digit).collect();
    let group = |group: &[usize]| {
        let bits = group.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - group.len()));
        bits.to_be_bytes()[usize::BITS as usize / 8 - 3..][..group.len() - 1].to_vec()
    };
    digits.chunks(4).filter(|digits| digits.len() > 1).flat_map(group).collect()
}
