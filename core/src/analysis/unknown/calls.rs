//! Calls of functions that template code defines: what they are given, and whether the functions take it.

use rustc_hash::FxHashSet;

use super::known::KnownNames;
use super::words::with_names;
use crate::analysis::names::NameOrigin;
use crate::analysis::world::World;
use crate::problem::{About, Code, Problem};
use crate::template::code_docs::{self, NameDoc, ParameterDoc};
use crate::template::names::{
    BindingId, BindingKind, CallArgument, ExpressionKind, KnownExpression, KnownFunction, NameDefinition, Names,
    ParameterKind,
};
use crate::text::{FileId, Place, TextSize};

/// What a function does not take of what a call gives it.
pub(super) fn problems(
    world: &World,
    file: FileId,
    (home, function): (FileId, BindingId),
    (call, arguments): (&KnownExpression, &[CallArgument]),
) -> Vec<Problem> {
    let Some(binding) = world.code_names(home).and_then(|names| names.binding(function)) else { return Vec::new() };
    let (Some(function), Some(definition)) = (binding.function(), binding.definitions.first()) else {
        return Vec::new();
    };
    if function.has_marker || arguments.iter().any(|argument| argument.is_spread) {
        return Vec::new();
    }
    let place = Place::absolute(file, call.range);
    let name = &binding.name;
    let defined = |problem: Problem| {
        problem.related(Place::absolute(home, definition.range), format!("`{name}` is defined here"))
    };
    let mut problems = unknown_keywords(file, name, function, arguments);
    let message = too_many(name, function, arguments).or_else(|| {
        let is_complete = problems.is_empty();
        is_complete.then(|| lacking(name, function, arguments)).flatten()
    });
    problems.extend(message.map(|message| Problem::new(Code::UnknownValue, place, message)));
    problems.into_iter().map(|problem| defined(problem).about(About::CallOf(name.clone()))).collect()
}

/// The keywords of a call that a function of a module does not have: ytt does not look at them.
pub(super) fn ignored(
    file: FileId,
    (module, function): (&str, &'static NameDoc),
    arguments: &[CallArgument],
) -> Vec<Problem> {
    let parameters = function.parameters();
    if code_docs::module(module).is_none() || parameters.iter().any(|parameter| parameter.label.starts_with("**")) {
        return Vec::new();
    }
    let keywords = parameters.iter().filter(|parameter| parameter.is_named_only);
    let known: Vec<&str> = keywords.map(ParameterDoc::name).collect();
    let named = arguments.iter().filter_map(|argument| argument.name.as_ref());
    let unknown = named.filter(|(keyword, _)| !known.contains(&keyword.as_str()));
    let problem = |(keyword, range): &(smol_str::SmolStr, _)| {
        let message = format!("`{module}.{}` has no parameter `{keyword}`, so ytt ignores it", function.name());
        let problem = Problem::new(Code::UnknownValue, Place::absolute(file, *range), message);
        with_names(problem, keyword, &KnownNames::new(known.iter().map(|name| ((*name).to_owned(), None))))
    };
    unknown.map(problem).collect()
}

fn unknown_keywords(file: FileId, name: &str, function: &KnownFunction, arguments: &[CallArgument]) -> Vec<Problem> {
    if function.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Keywords) {
        return Vec::new();
    }
    let singles = || function.parameters.iter().filter(|parameter| parameter.kind == ParameterKind::Single);
    let named = arguments.iter().filter_map(|argument| argument.name.as_ref());
    let unknown = named.filter(|(keyword, _)| !singles().any(|parameter| parameter.name == *keyword));
    let problem = |(keyword, range): &(smol_str::SmolStr, _)| {
        let message = format!("`{name}` has no parameter `{keyword}`");
        let problem = Problem::new(Code::UnknownValue, Place::absolute(file, *range), message);
        with_names(problem, keyword, &KnownNames::new(singles().map(|parameter| (parameter.name.to_string(), None))))
    };
    unknown.map(problem).collect()
}

fn too_many(name: &str, function: &KnownFunction, arguments: &[CallArgument]) -> Option<String> {
    if function.parameters.iter().any(|parameter| parameter.kind == ParameterKind::Rest) {
        return None;
    }
    let takes = function.parameters.iter().filter(|parameter| parameter.kind == ParameterKind::Single).count();
    let given = arguments.iter().filter(|argument| argument.name.is_none()).count();
    let extra = given.checked_sub(takes).filter(|extra| *extra > 0)?;
    let word = if extra == 1 { "argument" } else { "arguments" };
    Some(format!("The call of `{name}` has {extra} {word} too many"))
}

fn lacking(name: &str, function: &KnownFunction, arguments: &[CallArgument]) -> Option<String> {
    let positional = arguments.iter().filter(|argument| argument.name.is_none()).count();
    let is_given = |parameter: &smol_str::SmolStr| {
        arguments.iter().any(|argument| argument.name.as_ref().is_some_and(|(name, _)| name == parameter))
    };
    let before_rest =
        function.parameters.iter().take_while(|parameter| parameter.kind == ParameterKind::Single).count();
    let mut lacking = function.parameters.iter().enumerate().filter(|(index, parameter)| {
        let is_needed = parameter.kind == ParameterKind::Single && parameter.default.is_none();
        let by_position = *index < positional && *index < before_rest;
        is_needed && !by_position && !is_given(&parameter.name)
    });
    let (_, parameter) = lacking.next()?;
    Some(format!("The call of `{name}` lacks the argument `{}`", parameter.name))
}

/// What a name is called in its own file and in those that load it.
pub(super) fn names_of(world: &World, home: FileId, name: BindingId) -> Vec<(FileId, BindingId)> {
    let mut found = vec![(home, name)];
    let Some(names) = world.code_names(home) else { return found };
    for file in world.loading(home) {
        let loaded = world.loaded_from(file, home).into_iter();
        found.extend(loaded.filter(|(_, it)| names.exported(&it.name) == Some(name)).map(|(local, _)| (file, local)));
    }
    found
}

/// Whether any code that a file belongs to catches failures.
pub(super) fn may_catch(world: &World, file: FileId) -> bool {
    let bundles = world.readers(file).iter().map(|index| world.bundle(*index));
    let others = bundles.flat_map(|bundle| &bundle.sources).map(|source| source.file);
    let mut files = std::iter::once(file).chain(others).filter_map(|file| world.file(file));
    files.any(|file| file.code().catches)
}

/// Finds out which failures may be caught: those of code that stands in what `try_to` is given, or in a function that is
/// called there.
pub(super) struct CatcherSearch<'w> {
    world: &'w World,
    /// Functions that are called there.
    caught: FxHashSet<(FileId, BindingId)>,
    /// Functions that are called nowhere there.
    not_caught: FxHashSet<(FileId, BindingId)>,
    /// Functions that were looked at for one failure.
    seen: FxHashSet<(FileId, BindingId)>,
}

impl<'w> CatcherSearch<'w> {
    /// Nothing is known yet.
    pub(super) fn new(world: &'w World) -> Self {
        Self { world, caught: FxHashSet::default(), not_caught: FxHashSet::default(), seen: FxHashSet::default() }
    }

    /// Whether a failure of the code at an offset may be caught.
    pub(super) fn finds(&mut self, file: FileId, offset: TextSize) -> bool {
        self.seen.clear();
        let is_caught = self.at(file, offset);
        // Where one is, the search ended before all of them were looked at.
        if !is_caught {
            self.not_caught.extend(self.seen.drain());
        }
        is_caught
    }

    fn at(&mut self, file: FileId, offset: TextSize) -> bool {
        let Some(names) = self.world.code_names(file) else { return false };
        let is_caught = names.caught.iter().any(|range| range.contains_inclusive(offset));
        if is_caught || self.is_given_to_catcher(file, names, offset) {
            return true;
        }
        let functions = names.bindings.iter().enumerate().filter(|(_, binding)| {
            let is_around = |definition: &NameDefinition| {
                matches!(definition.kind, BindingKind::Function(_)) && definition.whole.contains_inclusive(offset)
            };
            binding.definitions.iter().any(is_around)
        });
        let functions: Vec<BindingId> = functions.map(|(index, _)| BindingId(index)).collect();
        functions.into_iter().any(|function| self.visit_uses(file, function))
    }

    /// Whether it stands in an argument of a function that hands some on to `try_to`.
    fn is_given_to_catcher(&self, file: FileId, names: &Names, offset: TextSize) -> bool {
        names.expressions.iter().filter(|it| it.range.contains_inclusive(offset)).any(|call| {
            let ExpressionKind::Call { callee, .. } = &call.kind else { return false };
            let Some(KnownExpression { range, kind: ExpressionKind::Name(used) }) = names.expression(*callee) else {
                return false;
            };
            let binding = names.uses.get(*used).and_then(|it| it.binding);
            range.end() <= offset && binding.is_some_and(|binding| self.is_catcher(file, binding))
        })
    }

    fn is_catcher(&self, file: FileId, binding: BindingId) -> bool {
        let NameOrigin::Binding(home, id) = self.world.origin(file, binding) else { return false };
        let Some(names) = self.world.code_names(home) else { return false };
        let definitions = names.binding(id).map(|binding| binding.definitions.as_slice()).unwrap_or_default();
        let catches =
            |definition: &NameDefinition| names.caught.iter().any(|caught| definition.whole.contains_range(*caught));
        definitions.iter().any(catches)
    }

    fn visit_uses(&mut self, home: FileId, function: BindingId) -> bool {
        if self.caught.contains(&(home, function)) {
            return true;
        }
        if self.not_caught.contains(&(home, function)) || !self.seen.insert((home, function)) {
            return false;
        }
        let is_caught = names_of(self.world, home, function).into_iter().any(|(file, local)| {
            let Some(names) = self.world.code_names(file) else { return false };
            let uses = names.uses.iter().filter(|it| it.binding == Some(local));
            let offsets: Vec<TextSize> = uses.map(|it| it.range.start()).collect();
            offsets.into_iter().any(|offset| self.at(file, offset))
        });
        if is_caught {
            self.caught.insert((home, function));
        }
        is_caught
    }
}
