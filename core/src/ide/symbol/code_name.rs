//! Names in template code: functions, variables and parameters, in their own file and in those that load them.

use super::{Occurrence, Reach, Symbol, SymbolKind};
use crate::analysis::Analysis;
use crate::analysis::names::NameOrigin;
use crate::ide::cursor::Cursor;
use crate::template::names::{Binding, BindingId, BindingKind, CallKeyword, Names, ScopeId};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::library_root;
use crate::yaml::ScalarStyle;

/// A binding of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) struct BoundName {
    /// The file that binds it.
    pub(in crate::ide) file: FileId,
    /// What it binds.
    pub(in crate::ide) id: BindingId,
}

pub(super) fn symbol(cursor: &Cursor<'_>, reach: Reach) -> Option<Symbol> {
    let Cursor { analysis, file, offset, .. } = *cursor;
    let (bound, range) = bound_at(analysis, file, offset)?;
    let subject = SymbolSubject::of(analysis, bound)?;
    let files = match reach {
        Reach::File => vec![file],
        Reach::Workspace => analysis.files_with_code(bound.file),
    };
    let mut occurrences: Vec<Occurrence> = files.iter().flat_map(|file| subject.occurrences(*file)).collect();
    occurrences.sort_by_key(|it| (it.file, it.range.start()));
    occurrences.dedup_by_key(|it| (it.file, it.range));
    let taken = files.iter().flat_map(|file| subject.conflicting_names(*file)).collect();
    let fixed = subject.fixed(&files, &occurrences, file);
    let is_loaded = occurrences.iter().any(|occurrence| occurrence.file != bound.file);
    let name = subject.binding.name.to_string();
    Some(Symbol { kind: SymbolKind::CodeName { is_loaded }, name, range, occurrences, taken, fixed })
}

/// What the name at an offset is, and where that name stands: a name in code, that of a `load`, or that of an argument.
pub(in crate::ide) fn bound_at(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<(BoundName, TextRange)> {
    let names = analysis.names(file)?;
    if let Some(keyword) = names.keywords.iter().find(|keyword| keyword.range.contains_inclusive(offset)) {
        return Some((parameter(analysis, file, keyword)?, keyword.range));
    }
    let loaded = names.bindings.iter().enumerate().find_map(|(index, binding)| {
        let written = binding.loaded()?.written;
        written.contains_inclusive(offset).then_some((BindingId(index), written))
    });
    if let Some((id, written)) = loaded {
        let from = origin(analysis, file, id);
        let is_known = from != BoundName { file, id } || !is_renamed(names.binding(id)?);
        return is_known.then_some((from, written));
    }
    let (id, range) = names.at(offset)?;
    let is_own = names.binding(id).is_none_or(is_renamed);
    Some((if is_own { BoundName { file, id } } else { origin(analysis, file, id) }, range))
}

/// What a name is where it comes from.
pub(in crate::ide) fn origin(analysis: &Analysis, file: FileId, id: BindingId) -> BoundName {
    match analysis.origin(file, id) {
        NameOrigin::Binding(file, id) => BoundName { file, id },
        NameOrigin::Module(..) => BoundName { file, id },
    }
}

/// Whether a name is given here: not loaded, or loaded under a name of its own.
fn is_renamed(binding: &Binding) -> bool {
    let definition = binding.definitions.first();
    binding.loaded().zip(definition).is_none_or(|(loaded, definition)| loaded.is_renamed(definition))
}

/// The parameter that a keyword of a call names.
fn parameter(analysis: &Analysis, file: FileId, keyword: &CallKeyword) -> Option<BoundName> {
    let callee = analysis.names(file)?.uses.get(keyword.callee?)?.binding?;
    let BoundName { file, id } = origin(analysis, file, callee);
    let names = analysis.names(file)?;
    let function = names.binding(id)?.function()?;
    Some(BoundName { file, id: names.bound(&keyword.name, function.scope)? })
}

/// What a symbol is about.
struct SymbolSubject<'a> {
    analysis: &'a Analysis,
    bound: BoundName,
    names: &'a Names,
    binding: &'a Binding,
}

impl<'a> SymbolSubject<'a> {
    fn of(analysis: &'a Analysis, bound: BoundName) -> Option<Self> {
        let names = analysis.names(bound.file)?;
        Some(Self { analysis, bound, names, binding: names.binding(bound.id)? })
    }

    /// Every place of a file that writes the name.
    fn occurrences(&self, file: FileId) -> Vec<Occurrence> {
        let Some(names) = self.analysis.names(file) else { return Vec::new() };
        let occurrence = |range, is_declaration| Occurrence { file, range, is_declaration, style: ScalarStyle::Plain };
        let mut found: Vec<Occurrence> = Vec::new();
        for id in self.bindings(file) {
            let definitions = names.binding(id).into_iter().flat_map(|binding| &binding.definitions);
            found.extend(definitions.map(|it| occurrence(it.range, file == self.bound.file)));
            let uses = names.uses.iter().filter(|it| it.binding == Some(id));
            found.extend(uses.map(|it| occurrence(it.range, false)));
        }
        found.extend(self.loads(file).into_iter().map(|(_, written)| occurrence(written, false)));
        let is_own = |keyword: &&CallKeyword| {
            keyword.name == self.binding.name && parameter(self.analysis, file, keyword) == Some(self.bound)
        };
        let keywords = names.keywords.iter().filter(|_| self.is_parameter()).filter(is_own);
        found.extend(keywords.map(|keyword| occurrence(keyword.range, false)));
        found
    }

    /// The bindings of a file that have the name because this one has.
    fn bindings(&self, file: FileId) -> Vec<BindingId> {
        if file == self.bound.file {
            return vec![self.bound.id];
        }
        let Some(names) = self.analysis.names(file) else { return Vec::new() };
        let loads = self.loads(file).into_iter().map(|(id, _)| id);
        loads.filter(|id| names.binding(*id).is_some_and(|binding| !is_renamed(binding))).collect()
    }

    /// Where a file loads it, with what it is called there.
    fn loads(&self, file: FileId) -> Vec<(BindingId, TextRange)> {
        if file == self.bound.file || self.names.exported(&self.binding.name) != Some(self.bound.id) {
            return Vec::new();
        }
        let loaded = self.analysis.loaded_from(file, self.bound.file).into_iter();
        loaded.filter(|(_, loaded)| loaded.name == self.binding.name).map(|(id, it)| (id, it.written)).collect()
    }

    fn is_parameter(&self) -> bool {
        self.binding.definitions.iter().any(|definition| matches!(definition.kind, BindingKind::Parameter))
    }

    /// The names of a file that would be others if this one became one of them.
    fn conflicting_names(&self, file: FileId) -> Vec<String> {
        let Some(names) = self.analysis.names(file) else { return Vec::new() };
        self.bindings(file).into_iter().flat_map(|id| conflicting_names(names, id)).collect()
    }

    /// Why it keeps its name.
    fn fixed(&self, files: &[FileId], occurrences: &[Occurrence], requested: FileId) -> Option<String> {
        let name = &self.binding.name;
        if !is_renamed(self.binding) {
            return Some(format!("`{name}` has its name where it is loaded from, which is not changed from here"));
        }
        let library = |file: FileId| library_root(self.analysis.path(file));
        if occurrences.iter().any(|occurrence| library(occurrence.file) != library(requested)) {
            return Some(format!("`{name}` belongs to a library, which is not changed from here"));
        }
        let mut unknown = files.iter().filter(|file| self.is_parameter() && self.may_be_given_in(**file));
        let path = self.analysis.path(*unknown.next()?);
        let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Some(format!("A call in {file} gives `{name}` to a function that is not known"))
    }

    /// Whether a call of an unknown function names an argument as this parameter is named.
    fn may_be_given_in(&self, file: FileId) -> bool {
        let Some(names) = self.analysis.names(file) else { return false };
        let is_unknown = |keyword: &&CallKeyword| {
            let Some(used) = keyword.callee.and_then(|callee| names.uses.get(callee)) else { return true };
            let Some(callee) = used.binding else { return false };
            let BoundName { file, id } = origin(self.analysis, file, callee);
            let binding = self.analysis.names(file).and_then(|names| names.binding(id));
            binding.is_some_and(|binding| binding.function().is_none() && binding.loaded().is_none())
        };
        names.keywords.iter().filter(|keyword| keyword.name == self.binding.name).any(|keyword| is_unknown(&keyword))
    }
}

/// The names that a binding cannot have: they are bound in its scope, they would hide it where it is used, or it would
/// hide them.
fn conflicting_names(names: &Names, id: BindingId) -> Vec<String> {
    let Some(scope) = names.binding(id).map(|binding| binding.scope) else { return Vec::new() };
    let uses = names.uses.iter().filter(|it| it.binding == Some(id));
    let between = uses.flat_map(|it| inner_scopes(names, it.range.start(), scope));
    let mut scopes: Vec<ScopeId> = between.chain([scope]).collect();
    scopes.sort_unstable_by_key(|scope| scope.0);
    scopes.dedup();
    let bound = names.bindings.iter().enumerate().filter(|(index, it)| *index != id.0 && scopes.contains(&it.scope));
    let bound = bound.map(|(_, binding)| binding.name.to_string());
    let is_outer = |of: Option<BindingId>| {
        let of = of.and_then(|of| names.binding(of));
        of.is_none_or(|of| of.scope != scope && names.enclosing(scope).any(|around| around == of.scope))
    };
    let inside = names.scopes.get(scope.0).map_or(TextRange::default(), |scope| scope.range);
    let hidden = names.uses.iter().filter(|it| inside.contains_range(it.range) && is_outer(it.binding));
    bound.chain(hidden.map(|it| it.name.to_string())).collect()
}

/// The scopes around an offset that are inside of another one.
fn inner_scopes(names: &Names, offset: TextSize, outer: ScopeId) -> impl Iterator<Item = ScopeId> {
    names.enclosing(names.scope_at(offset)).take_while(move |scope| *scope != outer)
}
