//! A program that is ready to run.

use std::sync::{Mutex, PoisonError};

use starlark_syntax::syntax::AstModule;

use super::annotation_shapes::Shapes;
use super::definition::FunctionDefinitions;
use super::operators;
use crate::problem::Problem;
use crate::template::compile::{self, Program};
use crate::text::FileId;

/// A program that was read and is ready to run.
#[derive(Debug)]
pub(super) struct CompiledProgram {
    /// The program; its tree is beside it.
    pub(super) program: Program,
    /// The tree, as long as the program has not run: Starlark takes it. `None` if the program cannot run.
    unrun: Option<Mutex<Option<AstModule>>>,
    /// Where its annotations stand.
    pub(super) shapes: Shapes,
    /// Where its functions stand.
    pub(super) definitions: FunctionDefinitions,
    /// The problems of its YAML and its code, undefined names included if there are others; it runs only without any.
    pub(super) problems: Vec<Problem>,
    /// The file.
    pub(super) file: FileId,
}

impl CompiledProgram {
    /// A program that was checked.
    pub(super) fn new(
        mut program: Program,
        shapes: Shapes,
        definitions: FunctionDefinitions,
        problems: Vec<Problem>,
        file: FileId,
    ) -> Self {
        let unrun = program.ast.take().map(|ast| Mutex::new(Some(ast)));
        Self { program, unrun, shapes, definitions, problems, file }
    }

    /// The tree of the program, to be used up; `None` if it cannot run. The first is the one that mistakes were looked
    /// for in. Most programs run once, and to parse one again is not much dearer than to copy its tree.
    pub(super) fn ast(&self) -> Option<AstModule> {
        let first = self.unrun.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner).take();
        let mut ast = first.or_else(|| compile::parse(&self.program.code).ok())?;
        operators::replace(&mut ast);
        Some(ast)
    }
}
