//! Data values in template code: which of them a name or a chain is, as far as code can be followed without running.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{DEEPEST, NameOrigin};
use crate::analysis::Analysis;
use crate::template::names::{BindingId, Chain, Fate, NamedCall, Names};
use crate::text::{FileId, Place, TextSize};
use crate::values::{Key, Value};

/// A data value that code reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataValue {
    /// The file whose `data` it is; the [schema of its code](Analysis::schema_of_code) says what there is.
    pub file: FileId,
    /// The way to it from `data` on, which itself is none: first `values`, then keys; `None` for an item of an array,
    /// and for what is computed.
    pub way: Vec<Option<SmolStr>>,
}

/// Which of several times code was run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// From 0.
    pub index: usize,
    /// How many times.
    pub count: usize,
}

/// A name of a file.
type Name = (FileId, BindingId);

/// The names that load each name of a file.
type Loaders = FxHashMap<BindingId, Vec<Name>>;

/// The uses of each name of a file.
type Uses = FxHashMap<BindingId, Rc<[usize]>>;

/// Finds the data values that code reads, and keeps what it found out on the way.
pub struct CodeValues<'a> {
    analysis: &'a Analysis,
    /// What parameters are given.
    given: RefCell<FxHashMap<Name, Option<DataValue>>>,
    /// Who loads what of a file.
    loaders: RefCell<FxHashMap<FileId, Loaders>>,
    /// Where each name of a file is read.
    uses: RefCell<FxHashMap<FileId, Uses>>,
}

impl Analysis {
    /// Where the data values are written that the code on the line of a place reads, at one of its turns in a loop over
    /// items if that is known. `place` is absolute.
    pub fn values_on_line(&self, place: Place, values: &Value, turn: Option<Turn>) -> Vec<Place> {
        let (Some(names), Some(document)) = (self.names(place.file), self.document(place.file)) else {
            return Vec::new();
        };
        let line = document.line_of(place.range.start());
        let first = names.chains.partition_point(|chain| document.line_of(chain.range.start()) < line);
        let here = names.chains[first..].iter().take_while(|chain| document.line_of(chain.range.start()) == line);
        let code = CodeValues::new(self);
        let read = here.filter_map(|chain| code.of_chain(place.file, chain));
        let mut places: Vec<Place> = read.filter_map(|read| written(values, &read, turn)).collect();
        places.dedup();
        places
    }
}

/// Where a data value is written; of an item of an array, that of the array, unless each item had one turn.
fn written(values: &Value, read: &DataValue, turn: Option<Turn>) -> Option<Place> {
    let (first, way) = read.way.split_first()?;
    if let Some(turn) = turn
        && way.contains(&None)
        && let Some(all) = each(values, way)
        && all.len() == turn.count
    {
        return all.get(turn.index).map(|value| value.origin);
    }
    let steps = way.iter().map_while(Option::as_ref);
    let found = steps.map_while({
        let mut value = values;
        move |name| {
            value = value.mapping()?.get(&Key::String(name.clone()))?;
            Some(value)
        }
    });
    found.last().filter(|_| first.as_deref() == Some("values")).map(|value| value.origin)
}

/// What a way leads to in every item of the arrays on it, in order; `None` if one of them lacks it.
fn each<'v>(values: &'v Value, way: &[Option<SmolStr>]) -> Option<Vec<&'v Value>> {
    let mut found = vec![values];
    for step in way {
        found = if let Some(name) = step {
            let name = Key::String(name.clone());
            found.into_iter().map(|value| value.mapping()?.get(&name)).collect::<Option<_>>()?
        } else {
            let items = found.into_iter().map(Value::sequence).collect::<Option<Vec<_>>>()?;
            items.into_iter().flat_map(|items| items.iter()).collect()
        };
    }
    Some(found)
}

impl<'a> CodeValues<'a> {
    /// Knows nothing yet.
    pub fn new(analysis: &'a Analysis) -> Self {
        Self { analysis, given: RefCell::default(), loaders: RefCell::default(), uses: RefCell::default() }
    }

    /// The data value that a chain of a file reads; `None` if it reads anything else, or nobody knows what.
    pub fn of_chain(&self, file: FileId, chain: &Chain) -> Option<DataValue> {
        self.chain(file, chain, DEEPEST)
    }

    /// The data value that a name of a file stands for at an offset.
    pub fn of_name(&self, file: FileId, binding: BindingId, offset: TextSize) -> Option<DataValue> {
        self.name(file, binding, offset, DEEPEST)
    }

    /// Whether a chain is given to a parameter that is followed.
    pub fn is_followed(&self, file: FileId, chain: &Chain) -> bool {
        let Fate::Given { call, argument } = chain.fate else { return false };
        self.parameter(file, call, argument).is_some_and(|(home, id)| self.given(home, id, DEEPEST).is_some())
    }

    fn chain(&self, file: FileId, chain: &Chain, left: usize) -> Option<DataValue> {
        let root = self.analysis.names(file)?.root(chain)?;
        let mut value = self.name(file, root, chain.range.start(), left)?;
        value.way.extend(chain.parts.iter().map(|part| part.name().map(SmolStr::new)));
        Some(value)
    }

    fn name(&self, file: FileId, binding: BindingId, offset: TextSize, left: usize) -> Option<DataValue> {
        let left = left.checked_sub(1)?;
        let (home, id) = match self.analysis.origin(file, binding) {
            NameOrigin::Module("data", "data") => return Some(DataValue { file, way: Vec::new() }),
            NameOrigin::Module(..) => return None,
            NameOrigin::Binding(home, id) => (home, id),
        };
        let offset = if home == file { offset } else { TextSize::new(u32::MAX) };
        let Some(chain) = self.analysis.names(home)?.value_of(id, offset) else { return self.given(home, id, left) };
        let mut value = self.chain(home, chain, left)?;
        if matches!(chain.fate, Fate::Iterated(_)) {
            value.way.push(None);
        }
        Some(value)
    }

    /// What every call of a function gives to a parameter, if that is the same everywhere.
    fn given(&self, home: FileId, parameter: BindingId, left: usize) -> Option<DataValue> {
        let known = self.given.borrow().get(&(home, parameter)).cloned();
        known.unwrap_or_else(|| {
            // What a function gives to itself is not followed.
            self.given.borrow_mut().insert((home, parameter), None);
            let found = self.given_by_calls(home, parameter, left);
            self.given.borrow_mut().insert((home, parameter), found.clone());
            found
        })
    }

    fn given_by_calls(&self, home: FileId, parameter: BindingId, left: usize) -> Option<DataValue> {
        let names = self.analysis.names(home)?;
        let (function, index) = names.parameter(parameter)?;
        let name = &names.binding(parameter)?.name;
        let mut common: Option<DataValue> = None;
        for (file, local) in self.names_of(home, function) {
            let names = self.analysis.names(file)?;
            for at in &*self.uses_of(file, names, local) {
                // A function that is handed on may be called with anything.
                let value = self.argument(file, names, names.call_of(*at)?, (name, index), left)?;
                if common.as_ref().is_some_and(|common| common.way != value.way) {
                    return None;
                }
                common = Some(value);
            }
        }
        common
    }

    /// What a call gives to the parameter with this name and index.
    fn argument(
        &self,
        file: FileId,
        names: &Names,
        call: &NamedCall,
        (name, index): (&SmolStr, usize),
        left: usize,
    ) -> Option<DataValue> {
        let arguments = &call.arguments;
        let by_name = arguments.iter().find(|argument| argument.name.as_ref() == Some(name));
        let positional = || arguments.iter().filter(|argument| argument.name.is_none()).nth(index);
        let is_plain = arguments.iter().all(|argument| !argument.is_spread);
        let range = by_name.or_else(positional).filter(|_| is_plain)?.range;
        let order = |chain: &Chain| (chain.range.start(), chain.range.end());
        let found = names.chains.binary_search_by_key(&(range.start(), range.end()), order).ok()?;
        self.chain(file, names.chains.get(found)?, left)
    }

    /// The parameter that an argument of a call is given to.
    fn parameter(&self, file: FileId, call: usize, argument: usize) -> Option<Name> {
        let names = self.analysis.names(file)?;
        let call = names.calls.get(call)?;
        let NameOrigin::Binding(home, function) = self.analysis.origin(file, names.uses.get(call.callee)?.binding?)
        else {
            return None;
        };
        let there = self.analysis.names(home)?;
        let function = there.binding(function)?.function()?;
        let name = match &call.arguments.get(argument)?.name {
            Some(name) => name,
            None => &function.parameters.get(argument)?.name,
        };
        Some((home, there.bound(name, function.scope)?))
    }

    /// What a name is called in its own file and in those that load it.
    fn names_of(&self, home: FileId, name: BindingId) -> Vec<Name> {
        let mut loaders = self.loaders.borrow_mut();
        let found = loaders.entry(home).or_insert_with(|| self.loaders_of(home));
        let others = found.get(&name).into_iter().flatten().copied();
        std::iter::once((home, name)).chain(others).collect()
    }

    /// The uses of a name of a file.
    fn uses_of(&self, file: FileId, names: &Names, binding: BindingId) -> Rc<[usize]> {
        let mut uses = self.uses.borrow_mut();
        let found = uses.entry(file).or_insert_with(|| {
            let mut uses: FxHashMap<BindingId, Vec<usize>> = FxHashMap::default();
            for (at, it) in names.uses.iter().enumerate() {
                if let Some(binding) = it.binding {
                    uses.entry(binding).or_default().push(at);
                }
            }
            uses.into_iter().map(|(binding, uses)| (binding, uses.into())).collect()
        });
        found.get(&binding).cloned().unwrap_or_default()
    }

    /// What others load from a file.
    fn loaders_of(&self, home: FileId) -> Loaders {
        let mut loaders = Loaders::default();
        let Some(names) = self.analysis.names(home) else { return loaders };
        for file in self.analysis.loading(home) {
            for (local, loaded) in self.analysis.loaded_from(file, home) {
                if let Some(name) = names.exported(&loaded.name) {
                    loaders.entry(name).or_default().push((file, local));
                }
            }
        }
        loaders
    }
}
