//! A program that is laid out and not parsed yet: plain data, so that whoever has read a template can hand its program
//! to another process, which need not read the template again.

use serde::{Deserialize, Serialize};

use super::layout::{ProgramLayout, layout};
use super::map::SourceMap;
use super::nodes::{NodeTemplate, TemplateNodeKind};
use super::statement::StatementState;
use super::{BlockRange, HiddenNames, Program, WrittenCode, check, walk};
use crate::template::job::Options;
use crate::text::FileId;
use crate::values::fragment::{Fragment, Holder};
use crate::yaml::Stream;

/// The program of a template in which nothing is known to be wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaidOut {
    code: String,
    map: SourceMap,
    nodes: Vec<NodeTemplate>,
    blocks: Vec<BlockRange>,
    /// What else was seen when its text was read.
    sound: Option<SoundText>,
}

/// What a text is to whoever renders it, where nothing in it is refused: so it need not be read again for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SoundText {
    /// How it was read.
    pub options: Options,
    /// Whether a schema is among its documents.
    pub has_schema: bool,
    /// Whether data values are.
    pub has_values: bool,
    /// Whether code or annotations are in it.
    pub is_template: bool,
}

impl LaidOut {
    /// Lays a YAML template out. `stream` are the nodes of `text`. `None` if something is wrong with them or with the
    /// code: then [`compile_yaml`](super::compile_yaml) says what.
    pub fn of_yaml(file: FileId, text: &str, stream: &Stream) -> Option<Self> {
        if stream.problems.is_empty() { Self::with_code(file, text, stream).0 } else { None }
    }

    /// The same of nodes that were read without problems, and the code that is written in them.
    pub fn with_code(file: FileId, text: &str, stream: &Stream) -> (Option<Self>, WrittenCode) {
        let walk::Walked { mut statements, nodes } = walk::walk(file, text, stream);
        statements.flush();
        let is_sound = statements.list.iter().all(|statement| statement.state == StatementState::Sound);
        let laid_out = if is_sound && statements.problems.is_empty() {
            let ProgramLayout { code, map, mismatches, blocks, .. } = layout(file, &statements.list);
            mismatches.is_empty().then_some(Self { code, map, nodes, blocks, sound: None })
        } else {
            None
        };
        (laid_out, WrittenCode::of(statements))
    }

    /// The same with what else was seen of the text.
    #[must_use]
    pub fn with_sound(self, sound: Option<SoundText>) -> Self {
        Self { sound, ..self }
    }

    /// What else is known of its text.
    pub(crate) fn sound(&self) -> Option<SoundText> {
        self.sound
    }

    /// The documents of a text that is no template, as they stand: they need no evaluation. `None` if that is not known, or
    /// where keys repeat or are brought in from elsewhere.
    pub(crate) fn plain_documents(&self) -> Option<Vec<Fragment>> {
        self.sound.filter(|sound| !sound.is_template)?;
        let document = |node: &NodeTemplate| {
            let is_whole = node.kind == TemplateNodeKind::Document && node.content.is_some();
            is_whole.then(|| Fragment { place: node.place, ..Fragment::new(Holder::Document, node.value()) })
        };
        self.nodes.iter().map(document).collect()
    }

    /// The program, ready to run; `None` if the parser refuses it.
    pub(crate) fn parse(self) -> Option<Program> {
        let ast = check::parse(&self.code).ok()?;
        let Self { code, map, nodes, blocks, .. } = self;
        let loads = check::loads(&ast, &map);
        Some(Program {
            code,
            map,
            nodes,
            problems: Vec::new(),
            loads,
            ast: Some(ast),
            remainder: None,
            unread: HiddenNames::nothing(),
            blocks,
        })
    }
}
