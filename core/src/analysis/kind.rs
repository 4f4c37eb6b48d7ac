//! What a file is by its name, or by the marks that say something else.

use std::path::Path;

use crate::template::job::{FileMarks, FileType, is_library};
use crate::workspace::{CONFIG_NAME, is_library_module, is_text_template, is_yaml};

/// What a file is by its name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// YAML of its own.
    Yaml,
    /// YAML that is loaded by others only: `.lib.yml`.
    YamlModule,
    /// `.star`
    Starlark,
    /// A template of text.
    TextTemplate,
    /// `sayl.toml`
    Config,
    /// Anything else.
    Other,
}

impl FileKind {
    /// What the name says.
    pub(super) fn of(path: &Path) -> Self {
        match (is_yaml(path), is_library_module(path)) {
            (true, false) => Self::Yaml,
            (true, true) => Self::YamlModule,
            (false, true) => Self::Starlark,
            (false, false) if is_text_template(path) => Self::TextTemplate,
            (false, false) if path.file_name().is_some_and(|name| name == CONFIG_NAME) => Self::Config,
            (false, false) => Self::Other,
        }
    }

    /// The same where marks may say something else. What is plain is judged by nobody but who renders it; but what others
    /// load is code, even if it is marked as plain.
    pub(super) fn of_marked(name: &str, marks: FileMarks) -> Self {
        match marks.file_type {
            None => Self::of(Path::new(name)),
            Some(FileType::YamlTemplate) => Self::Yaml,
            Some(FileType::TextTemplate) => Self::TextTemplate,
            Some(FileType::Starlark) => Self::Starlark,
            Some(FileType::YamlPlain) if is_library(name) => Self::YamlModule,
            Some(FileType::TextPlain) if is_library(name) => Self::TextTemplate,
            Some(FileType::YamlPlain | FileType::TextPlain | FileType::Data) => Self::Other,
        }
    }

    /// The same as a mark, for whoever knows the file by a name that may say something else.
    pub(super) fn marks(self) -> FileMarks {
        let file_type = match self {
            Self::Yaml | Self::YamlModule => FileType::YamlTemplate,
            Self::Starlark => FileType::Starlark,
            Self::TextTemplate => FileType::TextTemplate,
            Self::Config | Self::Other => return FileMarks::default(),
        };
        FileMarks { file_type: Some(file_type), is_output: None }
    }

    /// Whether it is YAML with code.
    pub(super) fn is_yaml(self) -> bool {
        matches!(self, Self::Yaml | Self::YamlModule)
    }

    /// Whether it is a text of another language, wherever it is open.
    pub(super) fn is_no_yaml(self) -> bool {
        matches!(self, Self::Starlark | Self::TextTemplate)
    }

    /// Whether others load it, and it has no documents of its own.
    pub(super) fn is_module(self) -> bool {
        matches!(self, Self::YamlModule | Self::Starlark)
    }
}
