//! File marks (`--file-mark path:key=value`): what is said of files of a bundle besides their names, as ytt applies it.

use regex::Regex;
use smol_str::SmolStr;

use crate::template::job::{FileMarks, FileType};

/// A mark: which files, and what of them.
#[derive(Clone, Debug)]
pub struct FileMark {
    /// The mark as it was given.
    pub text: String,
    pattern: Regex,
    effect: Effect,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Effect {
    Path(SmolStr),
    Excluded,
    Type(FileType),
    Output,
    OutputOnly,
}

impl FileMark {
    /// Reads `path:key=value`; an error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = text.split_once(':').and_then(|(path, marks)| Some((path, marks.split_once('=')?)));
        let (path, (key, value)) = parts.ok_or("a mark is given as path:key=value, such as a.txt:type=data")?;
        let pattern = pattern(path).map_err(|error| error.to_string())?;
        Ok(Self { text: text.to_owned(), pattern, effect: Effect::parse(key, value)? })
    }
}

impl Effect {
    fn parse(key: &str, value: &str) -> Result<Self, String> {
        match (key, value) {
            ("path", path) => Ok(Self::Path(path.into())),
            ("exclude", "true") => Ok(Self::Excluded),
            ("for-output", "true") => Ok(Self::Output),
            ("exclusive-for-output", "true") => Ok(Self::OutputOnly),
            ("type", name) => file_type(name).map(Self::Type).ok_or_else(|| {
                format!("`{name}` is no type: yaml-template, yaml-plain, text-template, text-plain, starlark or data")
            }),
            ("exclude" | "for-output" | "exclusive-for-output", _) => Err(format!("`{key}` can only be true")),
            _ => Err(format!("`{key}` is no key: path, exclude, type, for-output or exclusive-for-output")),
        }
    }
}

fn file_type(name: &str) -> Option<FileType> {
    Some(match name {
        "yaml-template" => FileType::YamlTemplate,
        "yaml-plain" => FileType::YamlPlain,
        "text-template" => FileType::TextTemplate,
        "text-plain" => FileType::TextPlain,
        "starlark" => FileType::Starlark,
        "data" => FileType::Data,
        _ => return None,
    })
}

/// `**/*` stands for any path and `*` for a part of one, only the first of each.
fn pattern(path: &str) -> Result<Regex, regex::Error> {
    let escaped = regex::escape(path);
    let any = escaped.replacen(&regex::escape("**/*"), ".+", 1).replacen(&regex::escape("*"), "[^/]+", 1);
    Regex::new(&format!("^{any}$"))
}

/// What a file is called and what is said of it, by the path that marks know it by; `None` if it is excluded.
pub fn marked(marks: &[FileMark], path: &str, name: SmolStr) -> Option<(SmolStr, FileMarks)> {
    let (mut name, mut own) = (name, FileMarks::default());
    let mut is_only_output = false;
    for mark in marks.iter().filter(|mark| mark.pattern.is_match(path)) {
        match &mark.effect {
            Effect::Path(path) => name = path.clone(),
            Effect::Excluded => return None,
            Effect::Type(file_type) => own.file_type = Some(*file_type),
            Effect::Output => own.is_output = Some(true),
            Effect::OutputOnly => is_only_output = true,
        }
    }
    if marks.iter().any(|mark| mark.effect == Effect::OutputOnly) {
        own.is_output = Some(is_only_output);
    }
    Some((name, own))
}

/// The first mark that no file matches, those taken out that earlier marks exclude.
pub fn unmatched<'m>(marks: &'m [FileMark], paths: &[SmolStr]) -> Option<&'m FileMark> {
    let mut paths: Vec<&SmolStr> = paths.iter().collect();
    marks.iter().find(|mark| {
        let is_unmatched = !paths.iter().any(|path| mark.pattern.is_match(path));
        paths.retain(|path| mark.effect != Effect::Excluded || !mark.pattern.is_match(path));
        is_unmatched
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mark: &str, path: &str, expected: Option<(&str, FileMarks)>) {
        let mark = FileMark::parse(mark).unwrap();
        let expected = expected.map(|(name, marks)| (name.into(), marks));
        assert_eq!(marked(&[mark], path, path.into()), expected);
    }

    #[test]
    fn a_mark_is_for_whole_paths() {
        let plain = FileMarks { file_type: Some(FileType::TextPlain), ..FileMarks::default() };
        check("a.txt:type=text-plain", "a.txt", Some(("a.txt", plain)));
        check("a.txt:type=text-plain", "sub/a.txt", Some(("sub/a.txt", FileMarks::default())));
        check("a.yml:path=b/c.yml", "a.yml", Some(("b/c.yml", FileMarks::default())));
    }

    #[test]
    fn only_the_first_star_of_a_kind_stands_for_others() {
        check("**/*.txt:exclude=true", "t.txt", None);
        check("**/*.txt:exclude=true", "sub/deep/t.txt", None);
        check("sub/*:exclude=true", "sub/t.txt", None);
        check("sub/*:exclude=true", "sub/deep/t.txt", Some(("sub/deep/t.txt", FileMarks::default())));
        check("*/*.yml:exclude=true", "sub/t.yml", Some(("sub/t.yml", FileMarks::default())));
    }

    #[test]
    fn what_is_excluded_is_matched_by_no_later_mark() {
        let marks = ["a.yml:exclude=true", "*.yml:for-output=true"].map(|mark| FileMark::parse(mark).unwrap());
        let found = |paths: &[&str]| {
            let paths: Vec<SmolStr> = paths.iter().copied().map(SmolStr::new).collect();
            unmatched(&marks, &paths).map(|mark| mark.text.as_str())
        };
        assert_eq!(found(&["a.yml", "b.yml"]), None);
        assert_eq!(found(&["a.yml"]), Some("*.yml:for-output=true"));
        assert_eq!(found(&["b.yml"]), Some("a.yml:exclude=true"));
    }
}
