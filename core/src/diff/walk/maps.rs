//! The keys of maps.

use std::sync::Arc;

use super::{DiffWalk, MOST_TRIED, Pair};
use crate::constraint::is_equal;
use crate::diff::around::needs;
use crate::diff::candidates::candidates;
use crate::diff::included::{is_code, sees_around};
use crate::diff::{Class, Evidence, free_key, path_text, subject};
use crate::problem::Code;
use crate::schema::conform::mismatches;
use crate::schema::lookup::Step;
use crate::schema::map_keys::{KeyDeclaration, KeyPattern};
use crate::schema::sample::{is_accepted, is_required};
use crate::schema::{MappingType, Others, Presence, SchemaNode};
use crate::template::function::NoFunctions;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::{Key, Value, ValueKind};

impl DiffWalk<'_> {
    pub(super) fn maps(&mut self, nodes: Pair<'_>, (old, new): (&MappingType, &MappingType)) {
        for (key, field) in &new.fields {
            let before = old.declared(key, &NoFunctions);
            self.within(Step::Key(key.clone()), |walk| walk.key(nodes, before, KeyDeclaration::Named(field)));
        }
        for (key, field) in old.fields.iter().filter(|(key, _)| !new.fields.contains_key(key)) {
            let now = new.declared(key, &NoFunctions);
            self.within(Step::Key(key.clone()), |walk| walk.key(nodes, KeyDeclaration::Named(field), now));
        }
        self.patterns(nodes, (old, new));
        self.others(nodes, (old, new));
    }

    fn key(&mut self, (old, new): Pair<'_>, before: KeyDeclaration<'_>, now: KeyDeclaration<'_>) {
        match (before.node(), now.node()) {
            (Some(before), Some(now)) if before.removed.is_none() && now.removed.is_none() => {
                let start = self.found.len();
                self.node(before, now);
                let is_reported =
                    self.found[start..].iter().any(|it| matches!(it.class(), Class::Breaking | Class::Undecided));
                self.presence((before, now), is_reported);
            }
            (Some(before), Some(now)) if before.removed.is_none() => {
                self.gone(Code::SchemaKeyRemoved, before, now.declared);
            }
            (Some(_), Some(now)) if now.removed.is_none() => self.added(now, old.declared),
            (Some(before), None) if before.removed.is_none() => {
                self.gone(Code::SchemaKeyRemoved, before, new.declared);
            }
            (None, Some(now)) if now.removed.is_none() => {
                if matches!(before, KeyDeclaration::Unknown) {
                    let message = format!("`{}` may have been a key before", path_text(&self.path));
                    self.report(Code::SchemaUndecided, (old.declared, now.declared), message, Evidence::None);
                } else {
                    self.added(now, old.declared);
                }
            }
            _ => {}
        }
    }

    /// A key that is not there any more: refused, dropped, or free.
    fn gone(&mut self, code: Code, old: &SchemaNode, new: Place) {
        let places = (old.declared, new);
        let message = format!("{} is not declared any more", subject(&self.path));
        if !self.searches {
            return self.report(Code::SchemaUndecided, places, message, Evidence::None);
        }
        let given: Vec<Value> = candidates(old, old)
            .into_iter()
            .filter(|value| mismatches(value, old, &NoFunctions).is_empty() && is_accepted(value, old))
            .take(MOST_TRIED)
            .map(|value| self.document(Some(&value)))
            .collect();
        if let Some(evidence) = given.iter().find_map(|values| self.refused(values.clone())) {
            return self.report(code, places, message, evidence);
        }
        match given.into_iter().find_map(|values| self.differs(values)) {
            Some(evidence) => self.report(Code::SchemaKeyDropped, places, message, evidence),
            None => self.report(Code::SchemaUndecided, places, message, Evidence::None),
        }
    }

    /// A key that is new.
    fn added(&mut self, new: &SchemaNode, old: Place) {
        let places = (old, new.declared);
        let is_refused = self.searches.then(|| self.refused(self.document(None))).flatten();
        let needs = needs(new);
        match is_refused {
            Some(evidence) if needs => {
                let message = format!("{} is new, and must be given", subject(&self.path));
                self.report(Code::SchemaKeyRequired, places, message, evidence);
            }
            // Whether its default meets its rules is for code to say.
            _ if needs || holds_code(new) => {
                let message = format!("{} is new, and may have to be given", subject(&self.path));
                self.report(Code::SchemaUndecided, places, message, Evidence::None);
            }
            _ => {
                let message = format!("{} is new", subject(&self.path));
                self.report(Code::SchemaKeyAdded, places, message, Evidence::None);
            }
        }
    }

    /// What holds where no value is given.
    fn presence(&mut self, (old, new): Pair<'_>, is_reported: bool) {
        let places = (old.declared, new.declared);
        if is_required(new) && !is_required(old) {
            if is_reported {
                return;
            }
            let message = format!("{} must be given now", subject(&self.path));
            let evidence = self.searches.then(|| self.refused(self.document(None))).flatten();
            let code = if evidence.is_some() { Code::SchemaKeyRequired } else { Code::SchemaUndecided };
            return self.report(code, places, message, evidence.unwrap_or(Evidence::None));
        }
        if is_required(old) {
            if !is_required(new) {
                let message = format!("{} need not be given any more", subject(&self.path));
                self.report(Code::SchemaWidened, places, message, Evidence::None);
            }
            return;
        }
        if !is_other_default(old, new) {
            return;
        }
        let shown = |node: &SchemaNode| {
            if node.presence == Presence::Optional { "none".to_owned() } else { flow(&node.default) }
        };
        let message = format!("The default of {} was {}, and is {} now", subject(&self.path), shown(old), shown(new));
        let values = self.document(None);
        // By itself the default is right, so only code can refuse it; anything else refuses the document for another reason.
        let is_refused = self.searches && holds_code(new);
        if let Some(evidence) = is_refused.then(|| self.refused(values.clone())).flatten() {
            return self.report(Code::SchemaKeyRequired, places, message, evidence);
        }
        match self.searches.then(|| self.differs(values)).flatten() {
            Some(evidence) => self.report(Code::SchemaDefaultChanged, places, message, evidence),
            None => self.report(Code::SchemaUndecided, places, message, Evidence::None),
        }
    }

    fn patterns(&mut self, (old, new): Pair<'_>, (old_ty, new_ty): (&MappingType, &MappingType)) {
        let is_alike = |(old, new): (&KeyPattern, &KeyPattern)| {
            old.allowed.to_string() == new.allowed.to_string() && old.expected_count() == new.expected_count()
        };
        let (before, now) = (&old_ty.patterns, &new_ty.patterns);
        let places = (old.declared, new.declared);
        if before.len() != now.len() || !before.iter().zip(now).all(is_alike) {
            let message = format!("{} takes other keys", subject(&self.path));
            let is_refused =
                |value: &Value| !mismatches(value, new, &NoFunctions).is_empty() || value.mapping().is_some();
            return self.narrowed(Code::SchemaKeysRestricted, (old, new), places, message, &is_refused);
        }
        for (before, now) in before.iter().zip(now) {
            let names =
                [free_key([old, new])].into_iter().chain(["a", "A", "0", "a-b"].map(|it| Key::String(it.into())));
            let mut names = names.filter(|key| !old_ty.fields.contains_key(key) && !new_ty.fields.contains_key(key));
            if let Some(key) = names.find(|key| before.matches(key, &NoFunctions) == Some(true)) {
                self.within(Step::Key(key), |walk| walk.node(&before.value, &now.value));
            } else {
                let message = format!("{} has keys that sayl cannot name", subject(&self.path));
                self.report(Code::SchemaUndecided, places, message, Evidence::None);
            }
        }
    }

    /// Keys that nothing declares.
    fn others(&mut self, (old, new): Pair<'_>, (old_ty, new_ty): (&MappingType, &MappingType)) {
        let key = free_key([old, new]);
        let places = (old.declared, new.declared);
        let any = Arc::new(SchemaNode::any(old.declared));
        let step = Step::Key(key.clone());
        match (&old_ty.others, &new_ty.others) {
            (Others::Kept(before), Others::Kept(now)) => self.within(step, |walk| walk.node(before, now)),
            (Others::Kept(before), _) if new_ty.patterns.is_empty() => {
                self.within(step, |walk| walk.gone(Code::SchemaKeysRestricted, before, new.declared));
            }
            (Others::Dropped, Others::Refused) => {
                self.within(step, |walk| walk.gone(Code::SchemaKeysRestricted, &any, new.declared));
            }
            (Others::Dropped, Others::Kept(_)) => {
                let message = format!("{} keeps other keys", subject(&self.path));
                self.report(Code::SchemaUndecided, places, message, Evidence::None);
            }
            (Others::Refused, Others::Dropped | Others::Kept(_)) => {
                let message = format!("{} takes other keys", subject(&self.path));
                self.report(Code::SchemaWidened, places, message, Evidence::None);
            }
            _ if old_ty.is_open && !new_ty.is_open => {
                let message = format!("{} may have taken other keys", subject(&self.path));
                self.report(Code::SchemaUndecided, places, message, Evidence::None);
            }
            _ => {}
        }
    }
}

/// Whether what is there without values differs, as far as that is not said of a key inside.
fn is_other_default(old: &SchemaNode, new: &SchemaNode) -> bool {
    if old.presence != new.presence {
        return old.presence == Presence::Optional || new.presence == Presence::Optional;
    }
    if !old.is_defaulted() || matches!(old.default.kind, ValueKind::Unknown) {
        return false;
    }
    let is_written = old.written_default.is_some() || new.written_default.is_some();
    match (&old.default.kind, &new.default.kind) {
        (ValueKind::Mapping(old), ValueKind::Mapping(new)) if is_written => {
            let is_other = |value: &Value, other: &Value| !is_equal(value, other);
            old.entries
                .iter()
                .any(|entry| new.get(entry.entry_key()).is_some_and(|other| is_other(&entry.value, other)))
        }
        (ValueKind::Mapping(_), ValueKind::Mapping(_)) => false,
        _ => !is_equal(&old.default, &new.default),
    }
}

/// Whether template code decides over a node, or over what is inside of it.
fn holds_code(node: &SchemaNode) -> bool {
    node.rules.iter().any(|rule| is_code(&rule.kind) || sees_around(rule)) || node.ty.inner().any(|it| holds_code(it))
}
