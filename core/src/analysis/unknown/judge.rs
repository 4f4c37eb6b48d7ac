//! Follows the values of expressions through the code of a file and of those that it loads.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::known::{InferredType, KnownNames, NameLookup, Struct};
use super::sources::{DataOf, Sources};
use super::{calls, data, loads, members, words};
use crate::analysis::names::NameOrigin;
use crate::analysis::world::World;
use crate::problem::Problem;
use crate::template::code_docs;
use crate::template::names::{
    BindingId, BindingKind, CallArgument, ChainStep, ExpressionId, ExpressionKind, KnownExpression, Names,
};
use crate::text::{FileId, TextSize};

mod parameters;

/// How many values a value is followed through.
const DEEPEST: usize = 32;

/// The names of values, by the addresses of these; the values are held on to.
type NamesByAddress = FxHashMap<Vec<usize>, (InferredType, Rc<KnownNames>)>;

/// Finds out what values are.
pub(super) struct ValueJudge<'w> {
    pub(super) world: &'w World,
    /// The file whose code is judged.
    pub(super) file: FileId,
    sources: &'w Sources,
    /// What was found out: with and without what functions are given.
    values: RefCell<FxHashMap<(FileId, ExpressionId, bool), Option<InferredType>>>,
    /// The names of values that lack one.
    names: RefCell<NamesByAddress>,
    /// What calls give to parameters.
    given: RefCell<FxHashMap<(FileId, BindingId), Option<InferredType>>>,
    /// The calls in each file, by the use of a name that is called.
    calls: RefCell<FxHashMap<FileId, Arc<FxHashMap<usize, ExpressionId>>>>,
}

/// How a value is followed.
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// How many more steps may be made.
    left: usize,
    /// Whether parameters are followed to calls: what a call gives is not what all calls together are given.
    is_inside: bool,
}

impl Way {
    /// The way into what a call gives.
    fn into_call(self) -> Self {
        Self { is_inside: false, ..self }
    }

    fn step(self) -> Option<Self> {
        Some(Self { left: self.left.checked_sub(1)?, ..self })
    }
}

impl<'w> ValueJudge<'w> {
    pub(super) fn new(world: &'w World, file: FileId, sources: &'w Sources) -> Self {
        let (values, given, calls) = (RefCell::default(), RefCell::default(), RefCell::default());
        Self { world, file, sources, values, names: RefCell::default(), given, calls }
    }

    /// Every name that is not there, in the order of the text.
    pub(super) fn problems(&self) -> Vec<Problem> {
        let Some(names) = self.world.code_names(self.file) else { return Vec::new() };
        let mut problems = loads::problems(self.world, self.file, names);
        for expression in &names.expressions {
            match &expression.kind {
                ExpressionKind::Read { from, part, is_asking: false } => {
                    problems.extend(self.unknown_name(names, expression, *from, part));
                }
                ExpressionKind::Call { callee, arguments } => {
                    let call = (expression, arguments.as_slice());
                    problems.extend(match self.value(self.file, *callee, Self::way()) {
                        Some(InferredType::Function(home, function)) => {
                            calls::problems(self.world, self.file, (home, function), call)
                        }
                        Some(InferredType::Documented(holder, member)) => {
                            calls::ignored(self.file, (holder, member), arguments)
                        }
                        _ => Vec::new(),
                    });
                }
                _ => {}
            }
        }
        if !problems.is_empty() && calls::may_catch(self.world, self.file) {
            let mut search = calls::CatcherSearch::new(self.world);
            problems.retain(|problem| !search.finds(self.file, problem.place.range.start()));
        }
        problems.sort_by_key(|problem| (problem.place.range.start(), problem.place.range.end()));
        problems.dedup();
        problems
    }

    fn way() -> Way {
        Way { left: DEEPEST, is_inside: true }
    }

    fn unknown_name(
        &self,
        names: &Names,
        expression: &KnownExpression,
        from: ExpressionId,
        part: &ChainStep,
    ) -> Option<Problem> {
        let ChainStep::Name { name, range, is_quoted } = part else { return None };
        if names.tested.contains(name) {
            return None;
        }
        let holder = self.value(self.file, from, Self::way())?;
        let NameLookup::Missing = self.read(&holder, name, *is_quoted, Self::way()) else { return None };
        // A function may be meant for other callers, too.
        let is_fallback = names.fallbacks.iter().any(|fallback| fallback.contains_range(expression.range));
        if is_fallback && self.value(self.file, from, Self::way().into_call()).is_none() {
            return None;
        }
        // Without a schema other values may come from outside; what is nearly a name of these is meant to be one.
        let known = self.names_of(&holder);
        if matches!(holder, InferredType::Written(_)) && known.nearest(name).is_none() {
            return None;
        }
        let holder = words::holder(self.world, self.file, names.expression(from)?.range);
        let range = if *is_quoted && range.is_empty() { expression.range } else { *range };
        Some(words::unknown_name(self.file, &holder, (name, range, *is_quoted), &known))
    }

    /// What is known of an expression of a file.
    pub(super) fn value(&self, file: FileId, id: ExpressionId, way: Way) -> Option<InferredType> {
        let key = (file, id, way.is_inside);
        if let Some(known) = self.values.borrow().get(&key) {
            return known.clone();
        }
        // What is made of itself is not known.
        self.values.borrow_mut().insert(key, None);
        let known = way.step().and_then(|way| self.find(file, id, way));
        self.values.borrow_mut().insert(key, known.clone());
        known
    }

    fn find(&self, file: FileId, id: ExpressionId, way: Way) -> Option<InferredType> {
        let names = self.world.code_names(file)?;
        let expression = names.expression(id)?;
        match &expression.kind {
            ExpressionKind::Name(used) => {
                self.binding(file, names.uses.get(*used)?.binding?, expression.range.start(), way)
            }
            ExpressionKind::Read { from, part, .. } => {
                let holder = self.value(file, *from, way)?;
                match part {
                    ChainStep::Computed => item(&holder),
                    ChainStep::Name { name, is_quoted, .. } => match self.read(&holder, name, *is_quoted, way) {
                        NameLookup::Found(known) => Some(known),
                        NameLookup::Missing | NameLookup::Unknown => None,
                    },
                }
            }
            ExpressionKind::Call { callee, arguments } => {
                let callee = self.value(file, *callee, way)?;
                self.called(file, &callee, arguments, way)
            }
            ExpressionKind::Either(one, other) => self.value(file, *one, way)?.or(self.value(file, *other, way)?),
        }
    }

    /// What a name stands for at an offset of a file.
    fn binding(&self, file: FileId, binding: BindingId, offset: TextSize, way: Way) -> Option<InferredType> {
        let (home, id) = match self.world.origin(file, binding) {
            NameOrigin::Module(module, name) => {
                let module = code_docs::module(module).filter(|module| module.name == name)?;
                return Some(InferredType::Module(module));
            }
            NameOrigin::Binding(home, id) => (home, id),
        };
        let names = self.world.code_names(home)?;
        let binding = names.binding(id).filter(|binding| !names.may_be_redefined(&binding.name))?;
        let offset = if home == file { offset } else { TextSize::new(u32::MAX) };
        let definition = binding.reaching(offset)?;
        match &definition.kind {
            BindingKind::Function(_) => Some(InferredType::Function(home, id)),
            BindingKind::Parameter => self.given(home, id, way.is_inside),
            BindingKind::Variable | BindingKind::LoopVariable => {
                let given = names.given.get(&definition.range)?;
                let value = self.value(home, given.expression, way)?;
                if given.is_item { item(&value) } else { Some(value) }
            }
            BindingKind::Loaded(_) => None,
        }
    }

    /// What a value has under a name.
    fn read(&self, holder: &InferredType, name: &str, is_quoted: bool, way: Way) -> NameLookup {
        match holder {
            InferredType::Module(module) if module.name == "data" && name == "values" && !is_quoted => {
                self.data_values().map_or(NameLookup::Unknown, NameLookup::Found)
            }
            InferredType::Module(holder) | InferredType::Of(holder) => data::of_type(holder, name, is_quoted),
            InferredType::Declared(nodes) => data::declared(nodes, name, is_quoted),
            InferredType::Written(values) => data::written(values, name),
            InferredType::Struct(made) => self.field(made, name, way),
            InferredType::Documented(..) | InferredType::Function(..) => NameLookup::Unknown,
        }
    }

    /// The names that a value has, which does not have every name.
    fn names_of(&self, holder: &InferredType) -> Rc<KnownNames> {
        let make = || {
            Rc::new(match holder {
                InferredType::Module(known) | InferredType::Of(known) => members::names(known),
                InferredType::Declared(nodes) => data::declared_names(nodes),
                InferredType::Written(values) => data::written_names(values),
                InferredType::Struct(made) => words::fields(made),
                InferredType::Documented(..) | InferredType::Function(..) => KnownNames::default(),
            })
        };
        let mut known = self.names.borrow_mut();
        let (_, names) = known.entry(holder.addresses()).or_insert_with(|| (holder.clone(), make()));
        names.clone()
    }

    fn field(&self, made: &Struct, name: &str, way: Way) -> NameLookup {
        match made.fields.iter().find(|(field, ..)| field == name) {
            Some((.., value)) => {
                let known = value.and_then(|value| self.value(made.file, value, way));
                known.map_or(NameLookup::Unknown, NameLookup::Found)
            }
            None if made.is_open => NameLookup::Unknown,
            None => NameLookup::Missing,
        }
    }

    /// What a call gives.
    fn called(
        &self,
        file: FileId,
        callee: &InferredType,
        arguments: &[CallArgument],
        way: Way,
    ) -> Option<InferredType> {
        match callee {
            InferredType::Documented("struct", doc) if matches!(doc.name(), "make" | "make_and_bind") => {
                Some(InferredType::Struct(Arc::new(made(file, arguments))))
            }
            InferredType::Documented("module", doc) if doc.name() == "make" => {
                Some(InferredType::Struct(Arc::new(made(file, arguments))))
            }
            InferredType::Documented(_, doc) => members::of_type(doc.gives),
            InferredType::Function(home, function) => self.returned(*home, *function, way.into_call()),
            _ => None,
        }
    }

    /// What a function returns, whatever it is given.
    fn returned(&self, home: FileId, function: BindingId, way: Way) -> Option<InferredType> {
        let names = self.world.code_names(home)?;
        let function = names.binding(function)?.function()?;
        let returned = names.returned.get(&function.scope)?;
        let mut values = returned.iter().map(|value| self.value(home, (*value)?, way));
        let first = values.next()??;
        values.try_fold(first, |known, value| known.or(value?))
    }

    /// The data values of the file that is judged.
    fn data_values(&self) -> Option<InferredType> {
        let mut nodes = Vec::new();
        let mut values = Vec::new();
        for data in &self.sources.data {
            match data {
                DataOf::Schema(compiled) => {
                    let schemas = compiled.certain();
                    if schemas.is_empty() {
                        return None;
                    }
                    nodes.extend(schemas.iter().map(|schema| schema.root.clone()));
                }
                DataOf::Values(merged) => values.push(merged.value.clone()),
                DataOf::Unknown => return None,
            }
        }
        match (nodes.is_empty(), values.is_empty()) {
            (false, true) => Some(InferredType::Declared(nodes)),
            (true, false) => Some(InferredType::Written(values)),
            _ => None,
        }
    }
}

/// The struct that named arguments make.
fn made(file: FileId, arguments: &[CallArgument]) -> Struct {
    let named = arguments.iter().filter_map(|argument| {
        let (name, range) = argument.name.clone()?;
        Some((name, range, argument.value))
    });
    Struct { file, fields: named.collect(), is_open: arguments.iter().any(|argument| argument.is_spread) }
}

/// What an item of a value is.
fn item(holder: &InferredType) -> Option<InferredType> {
    match holder {
        InferredType::Declared(nodes) => data::item(nodes),
        _ => None,
    }
}
