//! A program that is laid out and not parsed yet: plain data, so that whoever has read a template can hand its program
//! to another process, which need not read the template again.

use serde::{Deserialize, Serialize};

use super::layout::{ProgramLayout, layout};
use super::map::SourceMap;
use super::nodes::NodeTemplate;
use super::statement::StatementState;
use super::{BlockRange, HiddenNames, Program, check, walk};
use crate::text::FileId;
use crate::yaml::Stream;

/// The program of a template in which nothing is known to be wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LaidOut {
    code: String,
    map: SourceMap,
    nodes: Vec<NodeTemplate>,
    blocks: Vec<BlockRange>,
}

impl LaidOut {
    /// Lays a YAML template out. `stream` are the nodes of `text`. `None` if something is wrong with them or with the
    /// code: then [`compile_yaml`](super::compile_yaml) says what.
    pub fn of_yaml(file: FileId, text: &str, stream: &Stream) -> Option<Self> {
        if !stream.problems.is_empty() {
            return None;
        }
        let walk::Walked { mut statements, nodes } = walk::walk(file, text, stream);
        statements.flush();
        let is_sound = statements.list.iter().all(|statement| statement.state == StatementState::Sound);
        if !is_sound || !statements.problems.is_empty() {
            return None;
        }
        let ProgramLayout { code, map, mismatches, blocks, .. } = layout(file, &statements.list);
        mismatches.is_empty().then_some(Self { code, map, nodes, blocks })
    }

    /// The program, ready to run; `None` if the parser refuses it.
    pub(crate) fn parse(self) -> Option<Program> {
        let ast = check::parse(&self.code).ok()?;
        let Self { code, map, nodes, blocks } = self;
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
