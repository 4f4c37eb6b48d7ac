//! What the calls of a function give to its parameters.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::calls::names_of;
use super::super::known::InferredType;
use super::ValueJudge;
use crate::template::names::{BindingId, CallArgument, ExpressionId, ExpressionKind, Names};
use crate::text::FileId;

impl ValueJudge<'_> {
    /// What every call of a function gives to a parameter.
    pub(super) fn given(&self, home: FileId, parameter: BindingId, is_inside: bool) -> Option<InferredType> {
        if !is_inside {
            return None;
        }
        if let Some(known) = self.given.borrow().get(&(home, parameter)) {
            return known.clone();
        }
        // What a function gives to itself is not followed.
        self.given.borrow_mut().insert((home, parameter), None);
        let found = self.given_by_calls(home, parameter);
        self.given.borrow_mut().insert((home, parameter), found.clone());
        found
    }

    fn given_by_calls(&self, home: FileId, parameter: BindingId) -> Option<InferredType> {
        let readers = self.world.readers(home);
        if readers.iter().any(|index| self.world.bundle(*index).is_library) {
            return None;
        }
        let names = self.world.code_names(home)?;
        let (function, index) = names.parameter(parameter)?;
        let binding = names.binding(function)?;
        if binding.function()?.has_marker || names.may_be_redefined(&binding.name) {
            return None;
        }
        let name = &names.binding(parameter)?.name;
        let mut common: Option<InferredType> = None;
        for (file, local) in names_of(self.world, home, function) {
            let names = self.world.code_names(file).filter(|names| names.unread.is_none())?;
            let calls = self.calls_in(file, names);
            let uses = names.uses.iter().enumerate().filter(|(_, it)| it.binding == Some(local));
            for (used, _) in uses {
                // A function that is handed on may be called with anything.
                let call = names.expression(*calls.get(&used)?)?;
                let ExpressionKind::Call { arguments, .. } = &call.kind else { return None };
                let value = self.value(file, argument(arguments, name, index)?, Self::way())?;
                common = Some(match common {
                    None => value,
                    Some(common) => common.or(value)?,
                });
            }
        }
        common
    }

    /// The calls of names in a file.
    fn calls_in(&self, file: FileId, names: &Names) -> Arc<FxHashMap<usize, ExpressionId>> {
        let find = || {
            let calls = names.expressions.iter().enumerate().filter_map(|(index, expression)| {
                let ExpressionKind::Call { callee, .. } = &expression.kind else { return None };
                match names.expression(*callee)?.kind {
                    ExpressionKind::Name(used) => Some((used, ExpressionId(index))),
                    _ => None,
                }
            });
            Arc::new(calls.collect())
        };
        self.calls.borrow_mut().entry(file).or_insert_with(find).clone()
    }
}

/// What a call gives to the parameter with this name and index.
fn argument(arguments: &[CallArgument], name: &str, index: usize) -> Option<ExpressionId> {
    if arguments.iter().any(|argument| argument.is_spread) {
        return None;
    }
    let by_name = arguments.iter().find(|argument| argument.name.as_ref().is_some_and(|(it, _)| it == name));
    let positional = || arguments.iter().filter(|argument| argument.name.is_none()).nth(index);
    by_name.or_else(positional)?.value
}
