//! The names in the template code of one file: what defines each, what each use means, and what can be seen where.
//!
//! Everything stands in bytes of the template itself; names that only the generated program has never show. Lines that
//! cannot be read have no names, and take none away from others. What other files define, and what the schema says of
//! data values, is not known here: `analysis::names` goes over files.
//!
//! # Design
//!
//! For editors, `template::names` walks over the program that could be read, without the calls that only make nodes
//! (`compile::WrittenCode`): what defines each name, in which scope, what each use means, and what is read from what
//! (`data.values.db.host`), each part with its bytes of the template. A line that is half typed is left out of it and
//! takes nothing else away. `analysis::names` leads over files, through `load`, and says which data value a name or a
//! chain is, as far as that can be followed without running anything: through plain assignments, loads, and the
//! variables of loops. Neither is computed on an edit: the names of a file are found when a feature asks, and kept
//! with its version.

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::template::compile::{HiddenNames, Program};
use crate::text::{TextRange, TextSize};

mod collect;
pub(super) mod documentation;
mod expressions;
mod strings;
#[cfg(test)]
mod tests;

/// The names of one file.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The scopes, each after the one that holds it; the first is that of the file.
    pub scopes: Vec<Scope>,
    /// What is bound in them.
    pub bindings: Vec<Binding>,
    /// Every name that is read, in no particular order.
    pub uses: Vec<Use>,
    /// Every name or value with what is read from it, in the order of the text.
    pub chains: Vec<Chain>,
    /// Every `load`, in order.
    pub loads: Vec<Load>,
    /// The names of arguments in calls, in the order of the text.
    pub keywords: Vec<CallKeyword>,
    /// Every call of a name, sorted by their [callees](NamedCall::callee).
    pub calls: Vec<NamedCall>,
    /// What is known of the values of expressions, in the order in which they are read: each after its parts.
    pub expressions: Vec<KnownExpression>,
    /// What gives names their values, by the range of the definition.
    pub given: FxHashMap<TextRange, Assignment>,
    /// What each function returns, by its scope; `None` for what is not known.
    pub returned: FxHashMap<ScopeId, Vec<Option<ExpressionId>>>,
    /// Names that code asks for before it reads them: with `hasattr`, `getattr`, `in`, or by comparing.
    pub tested: FxHashSet<SmolStr>,
    /// What stands behind `and` and `or`, which may never be looked at.
    pub fallbacks: Vec<TextRange>,
    /// Code whose failure is caught: what `try_to` is given.
    pub caught: Vec<TextRange>,
    /// What the code that could not be read may define, where any was left out.
    pub unread: Option<HiddenNames>,
    /// The first chain that gives a definition of a name its value: an index into [`chains`](Self::chains).
    chain_of: FxHashMap<(BindingId, TextRange), usize>,
}

/// An index into [`Names::expressions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ExpressionId(pub usize);

/// An expression of which something is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownExpression {
    /// All of it.
    pub range: TextRange,
    /// What it is.
    pub kind: ExpressionKind,
}

/// What an expression is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// A name: an index into [`Names::uses`].
    Name(usize),
    /// What is read from a value.
    Read {
        /// The value.
        from: ExpressionId,
        /// What is read.
        part: ChainStep,
        /// Whether code may ask for what is not there: `getattr` and `hasattr` do.
        is_asking: bool,
    },
    /// What a call gives.
    Call {
        /// What is called.
        callee: ExpressionId,
        /// What it is given, in order.
        arguments: Vec<CallArgument>,
    },
    /// One of two values.
    Either(ExpressionId, ExpressionId),
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallArgument {
    /// The name that it is given by, and where that stands.
    pub name: Option<(SmolStr, TextRange)>,
    /// The value, as far as anything is known of it.
    pub value: Option<ExpressionId>,
    /// Whether it stands for several: `*list`, `**fields`.
    pub is_spread: bool,
}

/// What gives a name its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The expression.
    pub expression: ExpressionId,
    /// Whether the name stands for each of its items instead of all of it.
    pub is_item: bool,
}

/// An index into [`Names::scopes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScopeId(pub usize);

/// An index into [`Names::bindings`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BindingId(pub usize);

/// Where names hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The scope around it.
    pub parent: Option<ScopeId>,
    /// The text in which its names can be seen.
    pub range: TextRange,
    /// The name of the function whose it is.
    function: Option<SmolStr>,
    /// What it binds.
    bindings: FxHashMap<SmolStr, BindingId>,
}

/// A name of a scope, with everything that gives it a value.
#[derive(Clone, Debug)]
pub struct Binding {
    /// The name.
    pub name: SmolStr,
    /// Where it holds.
    pub scope: ScopeId,
    /// What gives it a value, in order; at least one.
    pub definitions: Vec<NameDefinition>,
}

/// A place that gives a name its value.
#[derive(Clone, Debug)]
pub struct NameDefinition {
    /// The name.
    pub range: TextRange,
    /// All of it: a function with its body, an assignment.
    pub whole: TextRange,
    /// What it is.
    pub kind: BindingKind,
}

/// What defines a name.
#[derive(Clone, Debug)]
pub enum BindingKind {
    /// `def`
    Function(KnownFunction),
    /// A parameter of a function or a lambda.
    Parameter,
    /// An assignment.
    Variable,
    /// A variable of `for`.
    LoopVariable,
    /// A name of another file or module.
    Loaded(LoadedName),
}

/// What is known of a function.
#[derive(Clone, Debug)]
pub struct KnownFunction {
    /// What it takes, in order.
    pub parameters: Vec<Parameter>,
    /// What its docstring says, else the comment right above it; may be empty.
    pub documentation: String,
    /// The scope of its parameters and variables.
    pub scope: ScopeId,
    /// Whether `*` or `/` stands alone among its parameters, which says how others are given.
    pub has_marker: bool,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: SmolStr,
    /// What it takes.
    pub kind: ParameterKind,
    /// The text of its default.
    pub default: Option<String>,
}

/// What a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    /// One argument.
    Single,
    /// `*name`: all further arguments without a name.
    Rest,
    /// `**name`: all further arguments with a name.
    Keywords,
}

/// A name that `load` brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedName {
    /// Which of the [`Names::loads`] brings it.
    pub load: usize,
    /// Its name in what is loaded.
    pub name: SmolStr,
    /// Where that is written, without quotes: the definition itself, unless it has another name here.
    pub written: TextRange,
}

/// `load("path", …)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Load {
    /// The path as written.
    pub path: String,
    /// The string that holds it, with its quotes.
    pub range: TextRange,
}

/// A name that is read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Use {
    /// The name.
    pub name: SmolStr,
    /// Where it stands.
    pub range: TextRange,
    /// What it means; `None` for what is built in, and for what nothing defines.
    pub binding: Option<BindingId>,
}

/// A value and what is read from it: `data.values.db["host"]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The name that it begins with, as an index into [`Names::uses`]; `None` if it begins with anything else.
    pub root: Option<usize>,
    /// What is read, step by step; may be empty.
    pub parts: Vec<ChainStep>,
    /// All of it.
    pub range: TextRange,
    /// What becomes of the value.
    pub fate: Fate,
}

/// A step of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChainStep {
    /// `.name`, `["name"]`, or what `getattr` and `hasattr` name.
    Name {
        /// The name.
        name: SmolStr,
        /// Where it stands, without quotes.
        range: TextRange,
        /// Whether it stands in quotes, where any text is a name.
        is_quoted: bool,
    },
    /// `[…]` with anything else in it, or a name that is computed.
    Computed,
}

/// What becomes of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is assigned to a name as it is.
    Assigned(AssignedName),
    /// Its items become the values of a name, one by one.
    Iterated(AssignedName),
    /// It is called.
    Called,
    /// Only its type, its size or its truth matter.
    Looked,
    /// It is an argument of a call of a name.
    Given {
        /// The index of the call.
        call: usize,
        /// The index of the argument.
        argument: usize,
    },
    /// Anything: it is handed on as a whole.
    Passed,
}

/// A name that is given a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssignedName {
    /// The name.
    pub binding: BindingId,
    /// Where it is written: the range of one of its definitions.
    pub range: TextRange,
}

/// `name=` in a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallKeyword {
    /// The name.
    pub name: SmolStr,
    /// Where it stands.
    pub range: TextRange,
    /// What is called, if that is a name: an index into [`Names::uses`].
    pub callee: Option<usize>,
}

/// A call of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCall {
    /// What is called: an index into [`Names::uses`].
    pub callee: usize,
    /// What it is given, in order.
    pub arguments: Vec<NamedCallArgument>,
}

/// What a call is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedCallArgument {
    /// The name that it is given by.
    pub name: Option<SmolStr>,
    /// The value.
    pub range: TextRange,
    /// Whether it stands for several: `*list`, `**fields`.
    pub is_spread: bool,
}

impl Names {
    /// The names of a program that was compiled from a text.
    pub fn of(program: &Program, text: &str) -> Self {
        collect::names(program, text)
    }

    /// A binding.
    pub fn binding(&self, id: BindingId) -> Option<&Binding> {
        self.bindings.get(id.0)
    }

    /// The innermost scope around an offset.
    pub fn scope_at(&self, offset: TextSize) -> ScopeId {
        let around = |scope: &Scope| scope.range.contains_inclusive(offset);
        ScopeId(self.scopes.iter().rposition(around).unwrap_or(0))
    }

    /// The chain that gives a name its value where it is used at an offset, if that is known: its only definition, or
    /// that of the innermost loop around.
    pub fn value_of(&self, binding: BindingId, offset: TextSize) -> Option<&Chain> {
        let definition = self.binding(binding)?.reaching(offset)?;
        self.chains.get(*self.chain_of.get(&(binding, definition.range))?)
    }

    /// To be called once the chains are in order.
    fn index_chains(&mut self) {
        for (index, chain) in self.chains.iter().enumerate() {
            if let Fate::Assigned(target) | Fate::Iterated(target) = chain.fate {
                self.chain_of.entry((target.binding, target.range)).or_insert(index);
            }
        }
    }

    /// The function that has a parameter, and the index of that; `None` where anything else gives it a value, and for
    /// those that take any number of arguments.
    pub fn parameter(&self, parameter: BindingId) -> Option<(BindingId, usize)> {
        let binding = self.binding(parameter)?;
        let [NameDefinition { kind: BindingKind::Parameter, .. }] = &*binding.definitions else { return None };
        let scope = self.scopes.get(binding.scope.0)?;
        let owner = self.bound(scope.function.as_ref()?, scope.parent?)?;
        let function = self.binding(owner)?.function().filter(|function| function.scope == binding.scope)?;
        let is_it = |it: &Parameter| it.name == binding.name && it.kind == ParameterKind::Single;
        Some((owner, function.parameters.iter().position(is_it)?))
    }

    /// An expression.
    pub fn expression(&self, id: ExpressionId) -> Option<&KnownExpression> {
        self.expressions.get(id.0)
    }

    /// Whether a name may get a value from code that could not be read.
    pub fn may_be_redefined(&self, name: &str) -> bool {
        self.unread.as_ref().is_some_and(|unread| unread.may_define(name))
    }

    /// The call whose callee is a use.
    pub fn call_of(&self, callee: usize) -> Option<&NamedCall> {
        self.calls.get(self.calls.binary_search_by_key(&callee, |call| call.callee).ok()?)
    }

    /// A scope and those around it, from the inside.
    pub fn enclosing(&self, scope: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(scope), |scope| self.scopes.get(scope.0)?.parent)
    }

    /// What can be named at an offset, from the innermost scope on; what is hidden by a name further inside is left out.
    pub fn visible_at(&self, offset: TextSize) -> Vec<BindingId> {
        let mut visible: Vec<BindingId> = Vec::new();
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for scope in self.enclosing(self.scope_at(offset)) {
            let own = self.bindings.iter().enumerate().filter(|(_, binding)| binding.scope == scope);
            visible.extend(own.filter(|(_, binding)| seen.insert(&binding.name)).map(|(index, _)| BindingId(index)));
        }
        visible
    }

    /// What a name means at an offset, whether it is written there or not.
    pub fn lookup(&self, name: &str, offset: TextSize) -> Option<BindingId> {
        self.lookup_from(name, self.scope_at(offset))
    }

    /// What a name means in a scope.
    pub fn lookup_from(&self, name: &str, scope: ScopeId) -> Option<BindingId> {
        self.enclosing(scope).find_map(|scope| self.bound(name, scope))
    }

    /// What binds a name in a scope itself.
    pub fn bound(&self, name: &str, scope: ScopeId) -> Option<BindingId> {
        self.scopes.get(scope.0)?.bindings.get(name).copied()
    }

    /// What others can load under a name: it is bound by the file itself, which does not hand on what it loads.
    pub fn exported(&self, name: &str) -> Option<BindingId> {
        let found = self.bound(name, ScopeId(0)).filter(|_| !name.starts_with('_'));
        found.filter(|id| self.binding(*id).is_some_and(|binding| binding.loaded().is_none()))
    }

    /// The binding whose definition or use touches an offset, and the range of its name there.
    pub fn at(&self, offset: TextSize) -> Option<(BindingId, TextRange)> {
        let used = self.uses.iter().find(|it| it.binding.is_some() && it.range.contains_inclusive(offset));
        if let Some(found) = used {
            return Some((found.binding?, found.range));
        }
        self.bindings.iter().enumerate().find_map(|(index, binding)| {
            let mut ranges = binding.definitions.iter().map(|definition| definition.range);
            Some((BindingId(index), ranges.find(|range| range.contains_inclusive(offset))?))
        })
    }

    /// The chain that has a part at an offset, and the index of that part.
    pub fn part_at(&self, offset: TextSize) -> Option<(&Chain, usize)> {
        self.chains.iter().find_map(|chain| {
            let is_there = |part: &ChainStep| part.range().is_some_and(|range| range.contains_inclusive(offset));
            Some((chain, chain.parts.iter().position(is_there)?))
        })
    }

    /// What the first name of a chain means.
    pub fn root(&self, chain: &Chain) -> Option<BindingId> {
        self.uses.get(chain.root?)?.binding
    }
}

impl Binding {
    /// The definition that holds at an offset: the last one before it, else the first.
    pub fn definition_before(&self, offset: TextSize) -> Option<&NameDefinition> {
        let before = self.definitions.iter().rev().find(|definition| definition.range.end() <= offset);
        before.or_else(|| self.definitions.first())
    }

    /// The definition that gives it the value that it has at an offset, where no other can have.
    pub fn reaching(&self, offset: TextSize) -> Option<&NameDefinition> {
        if let [only] = &*self.definitions {
            return Some(only);
        }
        let is_loop = |definition: &NameDefinition| matches!(definition.kind, BindingKind::LoopVariable);
        let is_around = |definition: &&NameDefinition| definition.whole.contains_inclusive(offset);
        let are_loops = self.definitions.iter().all(is_loop);
        are_loops.then(|| self.definitions.iter().rev().find(is_around)).flatten()
    }

    /// Whether each of its definitions is the only one that reaches what is in it.
    pub fn is_followed(&self) -> bool {
        self.definitions.iter().all(|definition| self.reaching(definition.range.start()).is_some())
    }

    /// The function that it is, if it is nothing else.
    pub fn function(&self) -> Option<&KnownFunction> {
        match &*self.definitions {
            [NameDefinition { kind: BindingKind::Function(function), .. }] => Some(function),
            _ => None,
        }
    }

    /// The name of another file or module that it is, if it is nothing else.
    pub fn loaded(&self) -> Option<&LoadedName> {
        match &*self.definitions {
            [NameDefinition { kind: BindingKind::Loaded(loaded), .. }] => Some(loaded),
            _ => None,
        }
    }
}

impl LoadedName {
    /// Whether it has another name here than where it comes from.
    pub fn is_renamed(&self, definition: &NameDefinition) -> bool {
        definition.range != self.written
    }
}

impl ChainStep {
    /// The name that is read.
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Name { name, .. } => Some(name),
            Self::Computed => None,
        }
    }

    /// Where the name stands, without quotes.
    pub fn range(&self) -> Option<TextRange> {
        match self {
            Self::Name { range, .. } => Some(*range),
            Self::Computed => None,
        }
    }
}
