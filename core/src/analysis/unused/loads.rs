//! Names that are loaded and not used.

use rustc_hash::FxHashSet;

use crate::analysis::names::LoadTarget;
use crate::analysis::world::{File, World};
use crate::problem::{Code, Problem};
use crate::template::names::{BindingId, BindingKind, Fate, LoadedName, NameDefinition, Names, ScopeId};
use crate::text::{FileId, Place, TextRange, TextSize};

/// A name that a `load` brings.
struct Brought<'n> {
    name: &'n str,
    definition: &'n NameDefinition,
    loaded: &'n LoadedName,
    is_used: bool,
}

pub(super) fn problems(world: &World, source: File<'_>) -> Vec<Problem> {
    // The text of a file without code is not put together for that.
    let may_load = source.code().is_there || !source.kind.is_yaml();
    let text = || source.shared_text().filter(|text| text.contains("load("));
    let Some(text) = may_load.then(text).flatten() else { return Vec::new() };
    let Some(names) = world.code_names(source.id).filter(|names| names.unread.is_none()) else { return Vec::new() };
    let mut by_load: Vec<Vec<Brought<'_>>> = names.loads.iter().map(|_| Vec::new()).collect();
    for name in brought(names) {
        if let Some(load) = by_load.get_mut(name.loaded.load) {
            load.push(name);
        }
    }
    let loads = names.loads.iter().zip(&by_load);
    loads.flat_map(|(load, brought)| of_one(world, (source.id, text), &load.path, load.range, brought)).collect()
}

fn brought(names: &Names) -> Vec<Brought<'_>> {
    let used: FxHashSet<BindingId> = names.uses.iter().filter_map(|it| it.binding).collect();
    let bindings = names.bindings.iter().enumerate();
    let definitions = bindings.flat_map(|(index, binding)| {
        let is_used = used.contains(&BindingId(index)) || binding.definitions.len() > 1;
        binding.definitions.iter().map(move |definition| (&*binding.name, definition, is_used))
    });
    let loaded = definitions.filter_map(|(name, definition, is_used)| match &definition.kind {
        BindingKind::Loaded(loaded) => Some(Brought { name, definition, loaded, is_used }),
        _ => None,
    });
    loaded.collect()
}

/// What one `load` brings in vain.
fn of_one(
    world: &World,
    (file, text): (FileId, &str),
    path: &str,
    range: TextRange,
    brought: &[Brought<'_>],
) -> Vec<Problem> {
    let Some(first) = brought.first().filter(|_| brought.iter().any(|it| !it.is_used)) else { return Vec::new() };
    if brought.iter().any(|it| it.is_used) {
        let unused = brought.iter().filter(|it| !it.is_used);
        return unused.map(|it| unused_name(file, text, it)).collect();
    }
    if !is_without_effect(world, file, path) {
        return Vec::new();
    }
    let problem = match brought {
        [only] => Problem::new(
            Code::UnusedLoad,
            Place::absolute(file, only.definition.range),
            format!("`{}` is loaded and not used", only.name),
        ),
        _ => Problem::new(
            Code::UnusedLoad,
            Place::absolute(file, range),
            format!("Nothing of what is loaded from `{path}` is used"),
        ),
    };
    match whole_lines(text, first.definition.whole) {
        Some(lines) => vec![problem.fix("Remove the `load`", Place::absolute(file, lines), "")],
        None => vec![problem],
    }
}

fn unused_name(file: FileId, text: &str, it: &Brought<'_>) -> Problem {
    let message = format!("`{}` is loaded and not used", it.name);
    let problem = Problem::new(Code::UnusedLoad, Place::absolute(file, it.definition.range), message);
    match argument(text, it) {
        Some(range) => problem.fix(format!("Remove `{}`", it.name), Place::absolute(file, range), ""),
        None => problem,
    }
}

/// Whether nothing happens where a file is loaded: it calls nothing by itself.
fn is_without_effect(world: &World, file: FileId, path: &str) -> bool {
    match world.load_target(file, path) {
        Some(LoadTarget::Module(_)) => true,
        Some(LoadTarget::File(other)) => world.code_names(other).is_some_and(|names| {
            let calls = |it: &crate::template::names::Chain| {
                it.fate == Fate::Called && names.scope_at(it.range.start()) == ScopeId(0)
            };
            names.unread.is_none() && names.loads.is_empty() && !names.chains.iter().any(calls)
        }),
        None => false,
    }
}

/// The lines of a statement that stands alone on them, with the line break behind; the sign of code belongs to it.
fn whole_lines(text: &str, statement: TextRange) -> Option<TextRange> {
    let (start, end) = (usize::from(statement.start()), usize::from(statement.end()));
    let (before, behind) = (text.get(..start)?, text.get(end..)?);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let is_alone = matches!(before.get(line_start..)?.trim(), "" | "#@");
    let line_end = behind.find('\n').map_or(text.len(), |at| end + at + 1);
    let is_whole = text.get(start..end)?.lines().count() == 1 && text.get(end..line_end)?.trim().is_empty();
    let size = |at: usize| TextSize::try_from(at).ok();
    (is_alone && is_whole).then_some(TextRange::new(size(line_start)?, size(line_end)?))
}

/// An argument of a `load` with the comma before it, where both stand on one line.
fn argument(text: &str, it: &Brought<'_>) -> Option<TextRange> {
    let written = it.loaded.written;
    let quote = TextSize::of('"');
    let start = it.definition.range.start().min(written.start().checked_sub(quote)?);
    let before = text.get(..usize::from(start))?;
    let comma =
        before.rfind(',').filter(|comma| before.get(comma + 1..).is_some_and(|between| between.trim().is_empty()))?;
    let is_one_line = before.get(comma..).is_some_and(|between| !between.contains('\n'));
    is_one_line.then_some(TextRange::new(TextSize::try_from(comma).ok()?, written.end() + quote))
}
