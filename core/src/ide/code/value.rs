//! What is known of the values in code: modules, functions, data values with their schema, fields of structs. What is
//! not known is `None`, and nothing is claimed about it.

use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use super::CursorCode;
use super::chain::{AccessChain, AccessStep, Root};
use super::local::{Local, locals};
use super::statement::TypedStatement;
use crate::analysis::Analysis;
use crate::analysis::names::{CodeValues, NameOrigin};
use crate::ide::line::lines_in;
use crate::schema::lookup::{self, alternatives, governing};
use crate::schema::{SchemaNode, Type};
use crate::template::code_docs::{self, MembersDoc, NameDoc};
use crate::template::names::{self, Binding, BindingId, BindingKind, KnownFunction, NameDefinition, Names};
use crate::template::tokens::CodeTokenKind;
use crate::text::{FileId, TextSize};
use crate::values::Key;

/// How many names a value is followed through.
const DEEPEST: usize = 16;

/// What is known of a value.
#[derive(Clone)]
pub(in crate::ide) enum KnownValue<'a> {
    /// A module.
    Module(&'static MembersDoc),
    /// What a module or values of a type have under a name, or what is there without `load`.
    Documented(Option<&'static MembersDoc>, &'static NameDoc),
    /// A value of a type.
    Value(&'static MembersDoc),
    /// What data values have at a path: those that the code of this file sees.
    DataValue(FileId, Vec<lookup::Step>),
    /// A function of template code.
    Function(FileId, &'a Binding, &'a KnownFunction),
    /// A struct that code makes, with its fields.
    Struct(Vec<StructField<'a>>),
}

/// A field of a struct.
#[derive(Clone)]
pub(in crate::ide) struct StructField<'a> {
    /// The name.
    pub(in crate::ide) name: String,
    /// The statement that gives it a value, the tokens of that, and from where it is read.
    value: (Arc<TypedStatement>, Range<usize>, ValueResolver<'a>),
}

/// Finds out what values are, from the code at a place.
#[derive(Clone, Copy)]
pub(in crate::ide) struct ValueResolver<'a> {
    analysis: &'a Analysis,
    file: FileId,
    /// Names mean what they mean here.
    offset: TextSize,
    depth: usize,
}

impl<'a> ValueResolver<'a> {
    /// Values as code at an offset of a file sees them.
    pub(in crate::ide) fn at(analysis: &'a Analysis, file: FileId, offset: TextSize) -> Self {
        Self { analysis, file, offset, depth: 0 }
    }

    /// What a name is.
    pub(in crate::ide) fn name(&self, name: &str) -> Option<KnownValue<'a>> {
        let bound = self.analysis.names(self.file).and_then(|names| names.lookup(name, self.offset));
        match bound {
            Some(binding) => self.binding(binding),
            None => code_docs::global(name).map(|doc| KnownValue::Documented(None, doc)),
        }
    }

    /// What a binding of the file is, followed through `load`s.
    pub(in crate::ide) fn binding(&self, binding: BindingId) -> Option<KnownValue<'a>> {
        match self.analysis.origin(self.file, binding) {
            NameOrigin::Module(module, name) => {
                let module = code_docs::module(module)?;
                if name == module.name {
                    return Some(KnownValue::Module(module));
                }
                module.member(name).map(|doc| KnownValue::Documented(Some(module), doc))
            }
            NameOrigin::Binding(file, id) => {
                let names = self.analysis.names(file)?;
                let binding = names.binding(id)?;
                let offset = if file == self.file { self.offset } else { TextSize::new(u32::MAX) };
                let definition = binding.definition_before(offset)?;
                let at = Self { file, offset: definition.range.start(), depth: self.depth + 1, ..*self };
                let is_shallow = self.depth < DEEPEST;
                is_shallow.then(|| at.defined(names, (id, binding), definition, offset)).flatten()
            }
        }
    }

    /// What a definition gives a name that is used at an offset.
    fn defined(
        &self,
        names: &'a Names,
        (id, binding): (BindingId, &'a Binding),
        definition: &'a NameDefinition,
        offset: TextSize,
    ) -> Option<KnownValue<'a>> {
        match &definition.kind {
            BindingKind::Function(function) => Some(KnownValue::Function(self.file, binding, function)),
            BindingKind::Variable => self.assigned(definition),
            BindingKind::LoopVariable => {
                let list = self.chain_of(names, names.value_of(id, offset)?)?;
                self.step(list, &AccessStep::Index)
            }
            BindingKind::Parameter => self.given(id),
            BindingKind::Loaded(_) => None,
        }
    }

    /// What every call of a function gives to a parameter of the file, where that is a data value.
    fn given(&self, parameter: BindingId) -> Option<KnownValue<'a>> {
        let given = CodeValues::new(self.analysis).of_name(self.file, parameter, self.offset)?;
        let Some((values, way)) = given.way.split_first() else {
            return code_docs::module("data").map(KnownValue::Module);
        };
        let step = |name: &Option<SmolStr>| match name {
            Some(name) => lookup::Step::Key(Key::String(name.clone())),
            None => lookup::Step::Item(0),
        };
        let path: Vec<lookup::Step> = way.iter().map(step).collect();
        let is_there = values.as_deref() == Some("values") && !self.nodes(given.file, &path).is_empty();
        is_there.then_some(KnownValue::DataValue(given.file, path))
    }

    /// What an assignment gives a name.
    fn assigned(&self, definition: &NameDefinition) -> Option<KnownValue<'a>> {
        let code = CursorCode::at(self.analysis, self.file, definition.whole.end())?;
        let start = code.statement.position(definition.range.start())?;
        let name = code.statement.tokens().iter().position(|token| token.range.start == start)?;
        let is_alone = code.statement.source(name + 1) == "=" && code.statement.source(name + 2) != "=";
        let is_first = name.checked_sub(1).is_none_or(|before| code.statement.source(before) != ",");
        let end = code.statement.position(definition.whole.end())?;
        let end = code.statement.tokens().partition_point(|token| token.range.end <= end);
        (is_alone && is_first).then(|| self.expression(&code.statement, name + 2..end)).flatten()
    }

    /// What the expression of some tokens is: a chain, alone or in brackets.
    fn expression(&self, statement: &Arc<TypedStatement>, tokens: Range<usize>) -> Option<KnownValue<'a>> {
        let is_comment = |index: usize| statement.kind(index) == Some(CodeTokenKind::Comment);
        let end = tokens.clone().rev().find(|index| !is_comment(*index))? + 1;
        let found = AccessChain::before(statement, end)?;
        (found.first == tokens.start).then(|| self.chain(statement, &found)).flatten()
    }

    /// What a chain of a statement is.
    pub(in crate::ide) fn chain(&self, statement: &Arc<TypedStatement>, chain: &AccessChain) -> Option<KnownValue<'a>> {
        let root = match &chain.root {
            Root::Name(name) => self.named(statement, chain.first, name)?,
            Root::Literal(ty) => KnownValue::Value(code_docs::of_type(ty)?),
        };
        chain.steps.iter().try_fold(root, |known, step| match step {
            AccessStep::Call(arguments) => self.called(&known, statement, arguments),
            step => self.step(known, step),
        })
    }

    /// What a name is at a token of a statement, whose own names hide those of the file.
    fn named(&self, statement: &Arc<TypedStatement>, at: usize, name: &str) -> Option<KnownValue<'a>> {
        match locals(statement, at).into_iter().find(|local| local.name == name) {
            Some(local) => self.local(statement, &local),
            None => self.name(name),
        }
    }

    /// What a name is that a statement gives itself: an item of a list.
    pub(in crate::ide) fn local(&self, statement: &Arc<TypedStatement>, local: &Local) -> Option<KnownValue<'a>> {
        let list = self.expression(statement, local.items_of.clone()?)?;
        self.step(list, &AccessStep::Index)
    }

    /// What a chain is that the names of the file know.
    fn chain_of(&self, names: &Names, chain: &names::Chain) -> Option<KnownValue<'a>> {
        let root = self.name(&names.uses.get(chain.root?)?.name)?;
        chain.parts.iter().try_fold(root, |known, part| match part.name() {
            Some(name) => self.step(known, &AccessStep::Name(name.to_owned())),
            None => self.step(known, &AccessStep::Index),
        })
    }

    /// What is read from a value.
    fn step(&self, known: KnownValue<'a>, step: &AccessStep) -> Option<KnownValue<'a>> {
        match (self.resolve_documented(known)?, step) {
            (KnownValue::DataValue(file, mut path), step) => {
                path.push(match step {
                    AccessStep::Name(name) => lookup::Step::Key(Key::String(name.as_str().into())),
                    _ => lookup::Step::Item(0),
                });
                (!self.nodes(file, &path).is_empty()).then_some(KnownValue::DataValue(file, path))
            }
            (KnownValue::Module(holder) | KnownValue::Value(holder), AccessStep::Name(name)) => {
                holder.member(name).map(|doc| KnownValue::Documented(Some(holder), doc))
            }
            (KnownValue::Struct(fields), AccessStep::Name(name)) => {
                let (statement, tokens, values) = fields.into_iter().find(|field| field.name == *name)?.value;
                values.expression(&statement, tokens)
            }
            _ => None,
        }
    }

    /// A documented name as the value that it is.
    pub(in crate::ide) fn resolve_documented(&self, known: KnownValue<'a>) -> Option<KnownValue<'a>> {
        match known {
            KnownValue::Documented(_, doc) if doc.is_function() => None,
            KnownValue::Documented(_, doc) if doc.gives == "data values" => {
                Some(KnownValue::DataValue(self.file, Vec::new()))
            }
            KnownValue::Documented(_, doc) => code_docs::of_type(doc.gives).map(KnownValue::Value),
            KnownValue::DataValue(file, path) => Some(self.plain(file, path)),
            known => Some(known),
        }
    }

    /// A data value; one that is text by its schema is text, and nothing can be read from other scalars.
    fn plain(&self, file: FileId, path: Vec<lookup::Step>) -> KnownValue<'a> {
        let nodes = self.nodes(file, &path);
        let is_text = !nodes.is_empty() && nodes.iter().all(|node| matches!(node.ty, Type::String));
        let text = code_docs::of_type("string").filter(|_| is_text);
        text.map_or(KnownValue::DataValue(file, path), KnownValue::Value)
    }

    /// What a call gives.
    fn called(
        &self,
        known: &KnownValue<'a>,
        statement: &Arc<TypedStatement>,
        arguments: &Range<usize>,
    ) -> Option<KnownValue<'a>> {
        if let KnownValue::Function(file, binding, _) = known {
            return self.returned(*file, binding);
        }
        let KnownValue::Documented(holder, doc) = known else { return None };
        let makes_struct = matches!(
            (holder.map(|holder| holder.name), doc.name()),
            (Some("struct"), "make" | "make_and_bind") | (Some("module"), "make")
        );
        if makes_struct {
            return Some(KnownValue::Struct(self.fields(statement, arguments)));
        }
        code_docs::of_type(doc.gives).filter(|_| doc.is_function()).map(KnownValue::Value)
    }

    /// What a function gives that returns at one place only.
    fn returned(&self, file: FileId, function: &Binding) -> Option<KnownValue<'a>> {
        let rope = self.analysis.document(file)?.rope();
        let whole = function.definitions.first()?.whole;
        let mut returning = lines_in(rope, whole)
            .filter(|line| line.text.trim_start().trim_start_matches("#@").trim_start().starts_with("return "));
        let (Some(line), None) = (returning.next(), returning.next()) else { return None };
        let offset = line.end();
        let code = CursorCode::at(self.analysis, file, offset).filter(|_| self.depth < DEEPEST)?;
        let first = (0..code.statement.tokens().len()).find(|index| code.statement.source(*index) == "return")?;
        let at = Self { file, offset, depth: self.depth + 1, ..*self };
        at.expression(&code.statement, first + 1..code.statement.tokens().len())
    }

    /// The named arguments of a call as fields.
    fn fields(&self, statement: &Arc<TypedStatement>, arguments: &Range<usize>) -> Vec<StructField<'a>> {
        let given = statement.arguments(arguments.start).into_iter();
        let named = given.filter(|argument| argument.len() > 1 && statement.source(argument.start + 1) == "=");
        let field = |argument: Range<usize>| StructField {
            name: statement.source(argument.start).to_owned(),
            value: (statement.clone(), argument.start + 2..argument.end, *self),
        };
        named.map(field).collect()
    }

    /// The schemas of a data value: of the schema as it is, else of the last one that compiled.
    pub(in crate::ide) fn nodes(&self, file: FileId, path: &[lookup::Step]) -> Vec<Arc<SchemaNode>> {
        let functions = self.analysis.known_functions();
        let found = |schema| -> Vec<Arc<SchemaNode>> {
            let nodes = governing(schema, path, &functions);
            nodes.into_iter().flat_map(alternatives).cloned().collect()
        };
        let schemas = self.analysis.schemas_of_code(file);
        schemas.iter().map(|schema| found(schema)).find(|nodes| !nodes.is_empty()).unwrap_or_default()
    }

    /// The keys of a data value: of the schema as it is, and of the last one that compiled.
    pub(in crate::ide) fn keys(&self, file: FileId, path: &[lookup::Step]) -> Vec<(String, Arc<SchemaNode>)> {
        let functions = self.analysis.known_functions();
        let mut keys: Vec<(String, Arc<SchemaNode>)> = Vec::new();
        for schema in self.analysis.schemas_of_code(file) {
            for node in governing(&schema, path, &functions).into_iter().flat_map(alternatives) {
                let Type::Mapping(ty) = &node.ty else { continue };
                for (key, field) in &ty.fields {
                    let Key::String(name) = key else { continue };
                    if !keys.iter().any(|(known, _)| known == name) {
                        keys.push((name.to_string(), field.clone()));
                    }
                }
            }
        }
        keys
    }
}
