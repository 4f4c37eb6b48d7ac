//! The keywords of one schema, those behind its references and in its `allOf` included.

use indexmap::IndexMap;
use smol_str::SmolStr;

use super::{Importer, Notes, starlark};
use crate::constraint::{Bound, BoundSide, Constraint, CountBound, Counted, Pattern, is_equal, number};
use crate::values::fragment::Fragment;
use crate::values::{Key, SequenceValue, Value, ValueKind};

/// Keywords with their arguments.
#[derive(Default)]
pub(super) struct ImportedKeywords(IndexMap<SmolStr, Value>);

impl ImportedKeywords {
    /// Those that stand in a schema itself.
    pub(super) fn of(schema: &Value) -> Self {
        let entries = schema.mapping().into_iter().flat_map(|mapping| &mapping.entries);
        let named = entries.filter_map(|entry| match entry.entry_key() {
            Key::String(name) => Some((name.clone(), entry.value.clone())),
            _ => None,
        });
        Self(named.collect())
    }

    pub(super) fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    pub(super) fn is_true(&self, name: &str) -> bool {
        self.value(name).is_some_and(|value| matches!(value.kind, ValueKind::Bool(true)))
    }

    pub(super) fn int(&self, name: &str) -> Option<i128> {
        match self.value(name)?.kind {
            ValueKind::Int(int) => Some(int.get()),
            ValueKind::Float(float) if float.fract() == 0.0 => Some(float as i128),
            _ => None,
        }
    }

    /// A number, as it is written.
    pub(super) fn number(&self, name: &str) -> Option<&Value> {
        self.value(name).filter(|value| matches!(value.kind, ValueKind::Int(_) | ValueKind::Float(_)))
    }

    pub(super) fn text(&self, name: &str) -> Option<&SmolStr> {
        self.value(name).and_then(Value::text)
    }

    /// The texts of an array.
    pub(super) fn names(&self, name: &str) -> Vec<String> {
        let items = self.value(name).and_then(Value::sequence);
        items.into_iter().flat_map(|items| items.iter()).filter_map(Value::text).map(ToString::to_string).collect()
    }

    pub(super) fn entries(&self, name: &str) -> Vec<(Key, Value)> {
        let mapping = self.value(name).and_then(Value::mapping);
        mapping.into_iter().flat_map(|it| &it.entries).map(|it| (it.entry_key().clone(), it.value.clone())).collect()
    }

    /// The values that `enum` or `const` allow.
    pub(super) fn choices(&self) -> Option<Vec<Value>> {
        match (self.value("const"), self.value("enum").and_then(Value::sequence)) {
            (Some(value), _) => Some(vec![value.clone()]),
            (None, values) => values.map(|values| values.iter().cloned().collect()),
        }
    }

    /// Whether they refuse a value of the right type.
    pub(super) fn refuse(&self, value: &Value) -> bool {
        let is_no_choice = || self.choices().is_some_and(|choices| !choices.iter().any(|it| is_equal(it, value)));
        is_no_choice() || self.constraints().iter().any(|constraint| constraint.violation(value).is_some())
    }

    /// Bounds, counts and patterns.
    fn constraints(&self) -> Vec<Constraint> {
        let mut constraints = Vec::new();
        for side in [BoundSide::Least, BoundSide::Most] {
            let bound = |is_exclusive| Bound { side, number: 0.0, is_exclusive };
            let names = [false, true].map(|is_exclusive| Constraint::Bound(bound(is_exclusive)).keyword());
            // In draft 4 a switch says that the bound itself is out of bounds.
            let is_switch = self.is_true(names[1]);
            for (name, is_exclusive) in names.into_iter().zip([is_switch, true]) {
                let number = self.value(name).and_then(|value| number(&value.kind));
                constraints.extend(number.map(|number| Constraint::Bound(Bound { number, ..bound(is_exclusive) })));
            }
            for of in [Counted::Characters, Counted::Items, Counted::Keys] {
                let count =
                    self.int(CountBound { of, side, count: 0 }.keyword()).and_then(|count| count.try_into().ok());
                constraints.extend(count.map(|count| Constraint::Count(CountBound { of, side, count })));
            }
        }
        constraints.extend(self.text("pattern").map(|pattern| Constraint::Pattern(Pattern::new(pattern))));
        constraints
    }

    /// Titles and the like, as annotations.
    pub(super) fn documentation(&self) -> Vec<String> {
        let mut annotations = Vec::new();
        let filled = |name| self.text(name).filter(|text| !text.trim().is_empty());
        if let Some(title) = filled("title") {
            annotations.push(format!("#@schema/title {}", starlark::quoted(title)));
        }
        if let Some(description) = filled("description") {
            annotations.push(format!("#@schema/desc {}", starlark::quoted(description)));
        }
        if self.is_true("deprecated") {
            annotations.push("#@schema/deprecated \"\"".to_owned());
        }
        annotations
    }

    pub(super) fn examples(&self) -> Vec<Value> {
        match self.value("examples").and_then(Value::sequence) {
            Some(examples) => examples.iter().cloned().collect(),
            None => self.value("example").into_iter().cloned().collect(),
        }
    }

    /// Examples with what is said of them.
    pub(super) fn examples_annotation(&self, examples: &[Value]) -> Option<String> {
        let words = starlark::quoted(self.text("x-example-description").map_or("", SmolStr::as_str));
        let shown = examples.iter().map(|example| format!("({words}, {})", starlark::literal(example)));
        let shown: Vec<String> = shown.collect();
        (!shown.is_empty()).then(|| format!("#@schema/examples {}", shown.join(", ")))
    }

    /// What holds besides. What both say of the same and cannot be said together is given back.
    fn add(&mut self, more: Self) -> Vec<SmolStr> {
        let mut conflicts = Vec::new();
        for (name, value) in more.0 {
            let Some(known) = self.0.get_mut(&name) else {
                self.0.insert(name, value);
                continue;
            };
            match both(&name, known, &value) {
                Some(both) => *known = both,
                None => conflicts.push(name),
            }
        }
        conflicts
    }
}

/// What two schemas say together with the same keyword; the first wins where it only explains.
fn both(name: &str, one: &Value, other: &Value) -> Option<Value> {
    match name {
        "properties" | "$defs" | "definitions" => Some(properties_of_both(one, other)),
        "required" => {
            let items = [one, other].into_iter().filter_map(|it| it.sequence()).flat_map(|items| items.iter().cloned());
            let items: SequenceValue = items.collect();
            Some(Value { kind: ValueKind::Sequence(items.into()), ..one.clone() })
        }
        "title" | "description" | "default" | "examples" | "example" | "deprecated" | "$schema" | "$id"
        | "$comment" => Some(one.clone()),
        _ if is_equal(one, other) => Some(one.clone()),
        "minimum" | "minLength" | "minItems" | "minProperties" => stronger(one, other, |one, other| one >= other),
        "maximum" | "maxLength" | "maxItems" | "maxProperties" => stronger(one, other, |one, other| one <= other),
        _ => None,
    }
}

fn stronger(one: &Value, other: &Value, is_stronger: fn(f64, f64) -> bool) -> Option<Value> {
    Some(if is_stronger(number(&one.kind)?, number(&other.kind)?) { one } else { other }.clone())
}

/// The properties of both; one that both declare must be right for both.
fn properties_of_both(one: &Value, other: &Value) -> Value {
    let mut entries: Vec<Fragment> = one.kind.children().cloned().collect();
    for entry in other.mapping().into_iter().flat_map(|it| &it.entries) {
        match entries.iter_mut().find(|known| known.entry_key() == entry.entry_key()) {
            Some(known) => known.value = all_of(&known.value, &entry.value),
            None => entries.push(entry.clone()),
        }
    }
    Value { kind: ValueKind::map(entries), ..one.clone() }
}

fn all_of(one: &Value, other: &Value) -> Value {
    let both: SequenceValue = [one.clone(), other.clone()].into_iter().collect();
    let value = Value::unwritten(ValueKind::Sequence(both.into()));
    let entry = Fragment::entry(Key::String("allOf".into()), one.origin, value);
    Value { kind: ValueKind::map([entry]), ..one.clone() }
}

impl Importer<'_> {
    /// The keywords of a schema. References that are followed stay open until the node is read.
    pub(super) fn keywords_of(&mut self, schema: &Value, notes: &mut Notes) -> ImportedKeywords {
        if matches!(schema.kind, ValueKind::Bool(false)) {
            self.lose(notes, "that no value is right");
        }
        let mut keywords = ImportedKeywords::of(schema);
        if let Some(reference) = keywords.0.shift_remove("$ref") {
            self.add_referred(&mut keywords, &reference, notes);
        }
        if let Some(all) = keywords.0.shift_remove("allOf") {
            for part in all.sequence().into_iter().flat_map(|all| all.iter()) {
                let part = self.keywords_of(part, notes);
                self.add(&mut keywords, part, notes);
            }
        }
        for name in ["anyOf", "oneOf"] {
            if let Some(alternatives) = keywords.0.shift_remove(name) {
                self.add_alternatives(&mut keywords, &alternatives, notes);
            }
        }
        keywords
    }

    fn add(&mut self, keywords: &mut ImportedKeywords, more: ImportedKeywords, notes: &mut Notes) {
        for name in keywords.add(more) {
            self.lose(notes, format!("a second `{name}`"));
        }
    }

    fn add_referred(&mut self, keywords: &mut ImportedKeywords, reference: &Value, notes: &mut Notes) {
        let Some(address) = reference.text().map(ToString::to_string) else { return };
        if self.open.contains(&address) {
            return self.lose(notes, format!("`{address}`, which contains itself"));
        }
        let Some(target) = self.target(&address) else {
            return self.lose(notes, format!("`{address}`, which is not in this document"));
        };
        self.open.push(address);
        let referred = self.keywords_of(&target, notes);
        self.add(keywords, referred, notes);
    }

    /// What a reference leads to: a JSON pointer into the document, or the name of an anchor.
    fn target(&self, address: &str) -> Option<Value> {
        let fragment = address.strip_prefix('#')?;
        if fragment.is_empty() {
            return Some(self.root.clone());
        }
        let Some(pointer) = fragment.strip_prefix('/') else { return anchored(self.root, fragment) };
        pointer.split('/').try_fold(self.root.clone(), |value, step| {
            let step =
                percent_encoding::percent_decode_str(step).decode_utf8_lossy().replace("~1", "/").replace("~0", "~");
            match &value.kind {
                ValueKind::Sequence(items) => items.iter().nth(step.parse().ok()?).cloned(),
                ValueKind::Mapping(mapping) => mapping
                    .entries
                    .iter()
                    .find(|entry| entry.entry_key().to_string() == step)
                    .map(|it| it.value.clone()),
                _ => None,
            }
        })
    }

    /// Several schemas of which one is to be met: null and another one, types of scalars, or constants.
    fn add_alternatives(&mut self, keywords: &mut ImportedKeywords, alternatives: &Value, notes: &mut Notes) {
        let all: Vec<Value> = alternatives.sequence().into_iter().flat_map(|it| it.iter()).cloned().collect();
        let is_null = |it: &Value| ImportedKeywords::of(it).text("type").is_some_and(|name| name == "null");
        let (null, others): (Vec<Value>, Vec<Value>) = all.into_iter().partition(is_null);
        if !null.is_empty() {
            keywords.0.insert("nullable".into(), Value::unwritten(ValueKind::Bool(true)));
        }
        if let [only] = others.as_slice() {
            let only = self.keywords_of(only, notes);
            return self.add(keywords, only, notes);
        }
        let others: Vec<ImportedKeywords> = others.iter().map(ImportedKeywords::of).collect();
        match joined(&others) {
            Some((name, values)) => {
                let values: SequenceValue = values.into_iter().collect();
                let joined =
                    ImportedKeywords([(name.into(), Value::unwritten(ValueKind::Sequence(values.into())))].into());
                self.add(keywords, joined, notes);
            }
            None => self.lose(notes, format!("that one of {} schemas is met", others.len())),
        }
    }
}

/// The types, or the constants, of alternatives that say nothing else.
fn joined(alternatives: &[ImportedKeywords]) -> Option<(&'static str, Vec<Value>)> {
    let says_only = |it: &ImportedKeywords, names: &[&str]| {
        it.0.keys().all(|name| names.contains(&name.as_str()) || matches!(name.as_str(), "title" | "description"))
    };
    if alternatives.iter().all(|it| says_only(it, &["type"]) && it.text("type").is_some()) {
        return Some(("type", alternatives.iter().filter_map(|it| it.value("type")).cloned().collect()));
    }
    let choices: Option<Vec<Vec<Value>>> = alternatives.iter().map(ImportedKeywords::choices).collect();
    let is_choice = alternatives.iter().all(|it| says_only(it, &["const", "enum", "type"]));
    choices.filter(|_| is_choice).map(|choices| ("enum", choices.into_iter().flatten().collect()))
}

/// The schema with that `$anchor` (`$id: #name` in older drafts).
fn anchored(value: &Value, name: &str) -> Option<Value> {
    let keywords = ImportedKeywords::of(value);
    let is_it = keywords.text("$anchor").is_some_and(|it| it == name)
        || ["$id", "id"].iter().any(|id| keywords.text(id).is_some_and(|it| it.strip_prefix('#') == Some(name)));
    if is_it {
        return Some(value.clone());
    }
    match &value.kind {
        ValueKind::Mapping(mapping) => mapping.entries.iter().find_map(|entry| anchored(&entry.value, name)),
        ValueKind::Sequence(items) => items.iter().find_map(|item| anchored(item, name)),
        _ => None,
    }
}
