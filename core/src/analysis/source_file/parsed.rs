//! Reading the text of a file: its nodes, what is wrong with it as text, and what it is to discovery.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use super::{SourceFile, TextSource};
use crate::document::TextDocument;
use crate::problem::{Code, Problem};
use crate::schema::headers::{self, DocumentRole};
use crate::text::{FileId, Place, TextRange, TextSize, decode};
use crate::vfs::ReadError;
use crate::workspace::config::{self, Config};
use crate::workspace::{FileFacts, kustomize, modeline, ownership};
use crate::yaml::Stream;

/// What was read of the text.
pub(super) struct ParsedFile {
    pub(super) document: Option<TextDocument>,
    pub(super) problems: Vec<Problem>,
    pub(super) roles: Vec<DocumentRole>,
    pub(super) facts: Arc<FileFacts>,
    pub(super) config: Option<Config>,
}

impl SourceFile {
    pub(super) fn parsed(&self) -> &ParsedFile {
        let parse = || match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => self.read_bytes(bytes),
            TextSource::Disk(Some(Err(error))) => self.unread(Some(unreadable(self.id, error))),
            TextSource::Disk(None) => self.unread(None),
            TextSource::Open { text, .. } => self.read(text.document(), Vec::new()),
        };
        self.parsed.get_or_init(|| Box::new(parse()))
    }

    fn unread(&self, problem: Option<Problem>) -> ParsedFile {
        ParsedFile {
            document: None,
            problems: problem.into_iter().collect(),
            roles: Vec::new(),
            facts: self.facts_of(&[], false, None).into(),
            config: None,
        }
    }

    fn read_bytes(&self, bytes: &[u8]) -> ParsedFile {
        let Some(text) = self.decoded(bytes) else {
            let is_template = utf16_holds(bytes, "#@");
            let parsed = self.unread(Some(utf16(self.id)));
            return ParsedFile { facts: self.facts_of(&[], is_template, None).into(), ..parsed };
        };
        let fault = if let Cow::Owned(_) = text { std::str::from_utf8(bytes).err() } else { None };
        let problems = fault.map(|error| invalid_utf8(self.id, error.valid_up_to()));
        let document = match &self.segments {
            Some(segments) => TextDocument::again(self.id, &text, segments),
            None => TextDocument::new(self.id, &text),
        };
        self.read(document, problems.into_iter().collect())
    }

    /// The text of these bytes; `None` if they are UTF-16, which ytt does not read.
    fn decoded<'b>(&self, bytes: &'b [u8]) -> Option<Cow<'b, str>> {
        let is_utf16 = [[0xff, 0xfe], [0xfe, 0xff]].iter().any(|mark| bytes.starts_with(mark));
        (!is_utf16 || self.is_config()).then(|| decode(bytes))
    }

    /// Its text; `None` where it could not be read. Nobody has to have read its nodes for that.
    pub(in crate::analysis) fn text(&self) -> Option<Cow<'_, str>> {
        match &self.text {
            TextSource::Disk(Some(Ok(bytes))) => self.decoded(bytes),
            TextSource::Disk(_) => None,
            TextSource::Open { text, .. } => Some(text.rope().into()),
        }
    }

    fn read(&self, document: TextDocument, mut problems: Vec<Problem>) -> ParsedFile {
        let mut config = None;
        let mut roles = Vec::new();
        let mut facts = self.facts_of(&roles, false, None);
        if self.is_config() {
            let (read, found) = config::parse(self.id, &document.rope().to_string());
            config = Some(read);
            problems.extend(found);
        } else if self.kind.is_yaml() || self.is_open() && !self.kind.is_no_yaml() || !has_known_extension(&self.path) {
            let stream = document.stream();
            roles = own_roles(stream);
            let modeline = modeline::schema_of(&modeline::head(document.rope())).map(str::to_owned);
            facts = self.facts_of(&roles, ownership::is_for_ytt(&document), modeline);
            if self.is_kustomization() {
                facts.patches = kustomize::patches(&document);
            }
            facts.has_values = stream.documents.iter().any(headers::holds_values);
            facts.has_other_header = stream.documents.iter().any(has_other_header);
        }
        ParsedFile { document: Some(document), problems, roles, facts: facts.into(), config }
    }

    pub(super) fn facts_of(&self, roles: &[DocumentRole], is_template: bool, modeline: Option<String>) -> FileFacts {
        FileFacts {
            file: self.id,
            path: self.path.to_path_buf(),
            has_schema: roles.iter().any(|role| matches!(role, DocumentRole::Schema(_))),
            has_values: roles.contains(&DocumentRole::DataValues),
            has_other_header: false,
            is_template,
            modeline,
            patches: Vec::new(),
        }
    }
}

/// What the documents are to their own bundle. Beside others of a kind, which refuse any other, one whose header is
/// misspelt is taken for what was meant.
fn own_roles(stream: &Stream) -> Vec<DocumentRole> {
    let mut roles: Vec<DocumentRole> = stream.documents.iter().map(own_role).collect();
    let known: Vec<DocumentRole> = roles.iter().filter(|role| **role != DocumentRole::Other).copied().collect();
    if !known.is_empty() {
        for (role, document) in roles.iter_mut().zip(&stream.documents) {
            let intended = || headers::intended_role(document).filter(|intended| known.contains(intended));
            *role = if *role == DocumentRole::Other { intended().unwrap_or(*role) } else { *role };
        }
    }
    roles
}

/// Whether a document holds values or a schema for a library, or something with a misspelt header.
fn has_other_header(document: &crate::yaml::Document) -> bool {
    let header = headers::classify(document);
    header.library.is_some() && header.role != DocumentRole::Other || headers::intended_role(document).is_some()
}

/// What the document is to its own bundle: one that is meant for a library has no role here.
fn own_role(document: &crate::yaml::Document) -> DocumentRole {
    let header = headers::classify(document);
    if header.library.is_some() { DocumentRole::Other } else { header.role }
}

pub(super) fn has_known_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "star" || extension == "toml")
}

fn unreadable(file: FileId, error: &ReadError) -> Problem {
    let place = Place::absolute(file, TextRange::empty(TextSize::new(0)));
    match error {
        ReadError::NotFound => Problem::new(Code::UnreadableFile, place, "There is no such file"),
        ReadError::IsFolder => Problem::new(Code::UnreadableFile, place, "This is a folder, not a file"),
        ReadError::ClosedFolder(reason) => {
            let problem = Problem::new(Code::UnreadableFile, place, "The files in this folder cannot be listed");
            problem.found(reason.clone()).hint("what is in it was not checked")
        }
        ReadError::TooLarge { size, limit } => {
            Problem::new(Code::FileTooLarge, place, "The file is larger than the limit")
                .found(format!("{size} bytes"))
                .expected(format!("at most {limit} bytes"))
                .hint("split the file, or raise `max-file-size` below `[limits]` in sayl.toml")
        }
        ReadError::Outside => Problem::new(Code::UnreadableFile, place, "The file lies outside of the project"),
        ReadError::Other(reason) => {
            Problem::new(Code::UnreadableFile, place, "The file cannot be read").found(reason.clone())
        }
    }
}

/// Whether UTF-16 text of either byte order holds a text of ASCII.
fn utf16_holds(bytes: &[u8], wanted: &str) -> bool {
    let wanted: Vec<u8> = wanted.bytes().flat_map(|byte| [byte, 0]).collect();
    // In big endian the zero stands before each byte, so all but the first zero are found as well.
    bytes.windows(wanted.len() - 1).any(|window| window == &wanted[..wanted.len() - 1])
}

/// The mark at its start says so. Read as UTF-8, each of its characters would be a problem.
fn utf16(file: FileId) -> Problem {
    let place = Place::absolute(file, TextRange::empty(TextSize::new(0)));
    let problem = Problem::new(Code::InvalidEncoding, place, "The file is UTF-16 text");
    problem.expected("UTF-8 text").hint("save the file as UTF-8")
}

/// The offset counts the same in the text as it is shown, for only what follows it is replaced.
fn invalid_utf8(file: FileId, offset: usize) -> Problem {
    let start = TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    let place = Place::absolute(file, TextRange::at(start, TextSize::of('\u{fffd}')));
    Problem::new(Code::InvalidEncoding, place, "The file contains bytes that are not UTF-8 text")
        .expected("UTF-8 text")
        .hint("save the file as UTF-8; what follows is checked as far as it can be read")
}
