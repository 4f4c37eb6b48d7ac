//! What is evaluated, with everything that it may see, and what comes of it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use semver::Version;
use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

use crate::problem::{Code, Problem, Severity};
use crate::text::FileId;
use crate::values::fingerprint::Fingerprint;
use crate::values::fragment::Fragment;
use crate::values::print::TextWithOrigins;
use crate::values::{Key, Value};

/// A file that template code may load or read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JobSource {
    /// The file that problems name.
    pub file: FileId,
    /// Its path from the root of the bundle, with `/`; libraries stand below `_ytt_lib`.
    pub path: SmolStr,
    /// Its text.
    pub text: Arc<str>,
    /// What is said of it besides.
    pub marks: FileMarks,
}

/// The folder that holds libraries, each in a folder of its own.
pub const LIBRARIES: &str = "_ytt_lib";

/// What file marks (`--file-mark`) say of a file; otherwise its name does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FileMarks {
    /// What it is taken for.
    pub file_type: Option<FileType>,
    /// Whether it is output.
    pub is_output: Option<bool>,
}

/// What ytt takes a file for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FileType {
    /// A template of YAML.
    YamlTemplate,
    /// YAML whose comments say nothing.
    YamlPlain,
    /// A template of text.
    TextTemplate,
    /// Text as it stands.
    TextPlain,
    /// Nothing but code.
    Starlark,
    /// Read by code, if at all.
    Data,
}

impl JobSource {
    /// A file of which only its name says what it is.
    pub fn new(file: FileId, path: impl Into<SmolStr>, text: impl Into<Arc<str>>) -> Self {
        Self { file, path: path.into(), text: text.into(), marks: FileMarks::default() }
    }
}

impl FileType {
    /// By the end of the file's name.
    pub fn of(path: &str) -> Self {
        match path.rsplit_once('.').map(|(_, end)| end) {
            Some("yml" | "yaml") => Self::YamlTemplate,
            Some("star") => Self::Starlark,
            Some("txt") => Self::TextTemplate,
            _ => Self::Data,
        }
    }

    /// Whether it is YAML, with code or without.
    pub fn is_yaml(self) -> bool {
        matches!(self, Self::YamlTemplate | Self::YamlPlain)
    }
}

impl FileMarks {
    /// What a file of this name is taken for.
    pub fn type_of(self, path: &str) -> FileType {
        self.file_type.unwrap_or_else(|| FileType::of(path))
    }
}

/// What one evaluation may use before it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Steps of the interpreter.
    pub steps: u64,
    /// Bytes on the interpreter's heap.
    pub heap_bytes: u64,
    /// Nested calls.
    pub call_depth: u32,
    /// Bytes of address space of the process that evaluates.
    pub process_bytes: u64,
    /// Milliseconds on the wall.
    pub milliseconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 200_000_000,
            heap_bytes: 512 << 20,
            call_depth: 10_000,
            process_bytes: 2 << 30,
            milliseconds: 3000,
        }
    }
}

/// How ytt would be told to read templates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools, reason = "these are ytt's flags")]
pub struct Options {
    /// Comments that are neither `#@` nor `#!` are fine.
    pub ignore_unknown_comments: bool,
    /// A key may repeat without `@yaml/map-key-override`.
    pub implicit_map_key_overrides: bool,
    /// Scalars whose YAML 1.1 type surprises are errors.
    pub strict: bool,
    /// Rules are not run.
    pub skip_validation: bool,
    /// Annotations of the older editions take effect under the released header of schemas, which is no flag of ytt's.
    pub extended_annotations: bool,
    /// Overlays among the output are not applied, for the documents that they are about are not known.
    pub without_overlays: bool,
    /// Template code may load what only the older editions of schemas have, such as `@ytt:validations`.
    pub older_modules: bool,
    /// The release that templates are read as, where that is said.
    pub ytt: Option<YttVersion>,
}

/// A release of ytt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct YttVersion {
    minor: u64,
    patch: u64,
}

impl YttVersion {
    /// What templates are read as where nothing is said.
    pub const DEFAULT: Self = Self { minor: 48, patch: 0 };

    /// From this one to the last one whose changes are known, `0.48` to `0.52`.
    pub const KNOWN: RangeInclusive<u64> = 48..=52;

    /// Reads `0.49` or `0.49.1`, if it is known what that release does.
    pub fn parse(text: &str) -> Option<Self> {
        let (minor, patch) = text.strip_prefix("0.").map(|rest| rest.split_once('.').unwrap_or((rest, "0")))?;
        let number = |text: &str| text.bytes().all(|it| it.is_ascii_digit()).then(|| text.parse().ok()).flatten();
        let version = Self { minor: number(minor)?, patch: number(patch)? };
        Self::KNOWN.contains(&version.minor).then_some(version)
    }

    /// The version that template code compares with the one that it demands.
    pub fn semantic(self) -> Version {
        Version::new(0, self.minor, self.patch)
    }

    /// Whether what it exports as OpenAPI says what rules demand: since 0.49.
    pub fn exports_rules(self) -> bool {
        self.minor >= 49
    }

    /// Whether `json.encode` takes `escape_html=`: since 0.49.
    pub fn has_escape_html(self) -> bool {
        self.minor >= 49
    }
}

impl Options {
    /// The severity of a problem with a file's text; `None` if these options allow it.
    pub fn severity(self, problem: &Problem) -> Option<Severity> {
        match problem.code {
            Code::UnknownComment if self.ignore_unknown_comments => None,
            Code::DuplicateKey if self.implicit_map_key_overrides => None,
            _ => Some(problem.severity),
        }
    }
}

/// Evaluates the documents of one file, without data values: a file of schemas or of data values.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The file, one of `sources`.
    pub file: FileId,
    /// Every file that it may load or read.
    pub sources: Arc<[JobSource]>,
    /// The folder of the library that is evaluated, which `/` stands for in paths: empty for the bundle itself. Where
    /// it is absent the file's path has to tell.
    pub root: Option<SmolStr>,
    /// `data.values`; an empty struct if absent.
    pub data_values: Option<Value>,
    /// The ways to those of them that stand in for refused ones: what depends on these is no mistake of the code.
    pub stand_ins: Arc<[Vec<Key>]>,
    /// How templates are read.
    pub options: Options,
    /// What it may use.
    pub limits: Limits,
}

/// What an evaluation gave.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Evaluated {
    /// The documents of the file, as far as it got. Places are absolute.
    pub documents: Vec<Fragment>,
    /// The text, if the file is a template of text, and which place gave what stands where.
    pub text: TextWithOrigins,
    /// What went wrong, in any of the sources.
    pub problems: Vec<Problem>,
    /// Whether it ran to its end; otherwise `documents` is not the whole.
    pub is_complete: bool,
}

impl Job {
    /// The job's name. Hashes every source.
    pub fn fingerprint(&self) -> Fingerprint {
        let bytes = postcard::to_stdvec(self).unwrap_or_default();
        Fingerprint::of(&bytes)
    }

    /// Its name among jobs with the same sources.
    pub fn name_among_siblings(&self) -> Fingerprint {
        let own = (self.file, &self.root, &self.data_values, &self.stand_ins, self.options, self.limits);
        Fingerprint::of(&postcard::to_stdvec(&own).unwrap_or_default())
    }
}

/// Whether the name of a file says that others load it, whatever its type: `a.lib.yml`.
pub fn is_library(path: &str) -> bool {
    let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
    let mut parts = name.rsplit('.').skip(1);
    parts.next() == Some("lib") && parts.next().is_some()
}
