//! Which changes of a graph's schema kro refuses: it compares the definitions that it makes, and holds an update back
//! where instances could break, unless an annotation lets it through.
//!
//! Some changes that break instances it does not see; they are told as such.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Graph;
use crate::diff::{Evidence, SchemaChange};
use crate::problem::Code;
use crate::schema::lookup::Step;
use crate::text::Place;
use crate::values::flow::flow;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value};

/// The annotation that lets changes through which kro would refuse.
pub const ALLOWED: &str = "kro.run/allow-breaking-changes";

/// A change of a schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The way to it in the definition, such as `.properties.spec.properties.name`.
    pub path: String,
    /// What kro calls it, such as `PROPERTY_REMOVED`.
    pub kind: String,
    /// What was there, as far as it is told.
    pub old: String,
    /// What is there now.
    pub new: String,
    /// Where it is written now; nowhere for what is gone.
    pub place: Place,
}

/// All changes of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompatibilityReport {
    /// Those that kro refuses.
    pub breaking: Vec<Change>,
    /// Those that it lets through.
    pub compatible: Vec<Change>,
    /// Those that may break instances, and that kro does not see.
    pub unseen: Vec<Change>,
}

/// What changes for instances from one graph to another.
pub fn compare(old: &Graph, new: &Graph) -> CompatibilityReport {
    let mut report = CompatibilityReport::default();
    if let (Some(before), Some(now)) = (&old.defines, &new.defines)
        && before.version != now.version
    {
        let place = new.schema().and_then(|it| it.value.field(&["apiVersion"])).map_or(Place::NOWHERE, |it| it.origin);
        let (old, new) = (before.version.to_string(), now.version.to_string());
        let change = Change { path: "version".to_owned(), kind: "TYPE_CHANGED".to_owned(), old, new, place };
        report.breaking.push(change);
        return report;
    }
    compare_schemas(&old.instance_schema(), &new.instance_schema())
}

/// What changes from one JSON Schema to another.
pub fn compare_schemas(old: &Value, new: &Value) -> CompatibilityReport {
    let mut report = CompatibilityReport::default();
    report.schemas("", old, new);
    report
}

/// Bounds: the keyword, what kro calls it, and whether it bounds from below.
const BOUNDS: &[(&str, &str, bool)] = &[
    ("minimum", "MINIMUM", true),
    ("maximum", "MAXIMUM", false),
    ("minLength", "MIN_LENGTH", true),
    ("maxLength", "MAX_LENGTH", false),
    ("minItems", "MIN_ITEMS", true),
    ("maxItems", "MAX_ITEMS", false),
];

/// Keywords that kro does not compare, though a change of them may break instances.
const UNSEEN: &[&str] = &["x-kubernetes-validations", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"];

fn keyword<'a>(schema: &'a Value, name: &str) -> Option<&'a Fragment> {
    schema.entry(name)
}

fn written(schema: &Value, name: &str) -> String {
    match keyword(schema, name).map(|entry| &entry.value) {
        Some(value) => value.text().map_or_else(|| flow(value), ToString::to_string),
        None => String::new(),
    }
}

fn by_key(schema: &Value) -> FxHashMap<&Key, &Fragment> {
    properties(schema).map(|entry| (entry.entry_key(), entry)).collect()
}

fn properties(schema: &Value) -> impl Iterator<Item = &Fragment> {
    keyword(schema, "properties")
        .and_then(|entry| entry.value.mapping())
        .into_iter()
        .flat_map(|mapping| &mapping.entries)
}

fn listed(schema: &Value, name: &str) -> Vec<String> {
    let items = keyword(schema, name).and_then(|entry| entry.value.sequence());
    items.into_iter().flat_map(|items| items.iter()).map(flow).collect()
}

fn required(schema: &Value) -> FxHashSet<String> {
    let items = keyword(schema, "required").and_then(|entry| entry.value.sequence());
    items.into_iter().flat_map(|items| items.iter()).filter_map(Value::text).map(ToString::to_string).collect()
}

fn has_default(schema: &Value) -> bool {
    keyword(schema, "default").is_some()
}

impl CompatibilityReport {
    fn add(&mut self, is_breaking: bool, path: String, kind: &str, (old, new): (String, String), place: Place) {
        let change = Change { path, kind: kind.to_owned(), old, new, place };
        let changes = if is_breaking { &mut self.breaking } else { &mut self.compatible };
        changes.push(change);
    }

    fn schemas(&mut self, path: &str, old: &Value, new: &Value) {
        let place = |name: &str| keyword(new, name).map_or(new.origin, |entry| entry.value.origin);
        let both = |name: &str| (written(old, name), written(new, name));
        for (name, kind) in [("description", "DESCRIPTION_CHANGED"), ("default", "DEFAULT_CHANGED")] {
            let (before, now) = both(name);
            let differs = before != now || keyword(old, name).is_some() != keyword(new, name).is_some();
            if differs {
                self.add(false, format!("{path}.{name}"), kind, (before, now), place(name));
            }
        }
        if both("type").0 != both("type").1 {
            return self.add(true, format!("{path}.type"), "TYPE_CHANGED", both("type"), place("type"));
        }
        let (before, now) = both("pattern");
        if before != now {
            let kind = match (before.is_empty(), now.is_empty()) {
                (true, _) => "PATTERN_ADDED",
                (_, true) => "PATTERN_REMOVED",
                _ => "PATTERN_CHANGED",
            };
            self.add(!now.is_empty(), format!("{path}.pattern"), kind, (before, now), place("pattern"));
        }
        for bound in BOUNDS {
            self.bound(path, old, new, *bound);
        }
        self.properties(path, old, new);
        self.required(path, old, new);
        self.allowed(path, old, new);
        self.items(path, old, new);
        self.unseen(path, old, new);
    }

    fn bound(&mut self, path: &str, old: &Value, new: &Value, (name, kind, is_lower): (&str, &str, bool)) {
        let number = |schema: &Value| crate::constraint::number(&keyword(schema, name)?.value.kind);
        let place = keyword(new, name).map_or(new.origin, |entry| entry.value.origin);
        let (before, now) = (number(old), number(new));
        let (is_breaking, change) = match (before, now) {
            (None, Some(_)) => (true, "ADDED"),
            (Some(_), None) => (false, "REMOVED"),
            (Some(before), Some(now)) if now > before => (is_lower, "INCREASED"),
            (Some(before), Some(now)) if now < before => (!is_lower, "DECREASED"),
            _ => return,
        };
        let both = (written(old, name), written(new, name));
        self.add(is_breaking, format!("{path}.{name}"), &format!("{kind}_{change}"), both, place);
    }

    fn properties(&mut self, path: &str, old: &Value, new: &Value) {
        let (known, kept) = (by_key(old), by_key(new));
        for before in properties(old) {
            let path = format!("{path}.properties.{}", before.entry_key());
            match kept.get(before.entry_key()) {
                Some(now) => self.schemas(&path, &before.value, &now.value),
                None => self.add(true, path, "PROPERTY_REMOVED", Default::default(), Place::NOWHERE),
            }
        }
        let required = required(new);
        for now in properties(new).filter(|now| !known.contains_key(now.entry_key())) {
            let is_breaking = required.contains(&now.entry_key().to_string()) && !has_default(&now.value);
            let both = if is_breaking { ("required=false", "required=true") } else { ("", "") };
            let both = (both.0.to_owned(), both.1.to_owned());
            let path = format!("{path}.properties.{}", now.entry_key());
            self.add(is_breaking, path, "PROPERTY_ADDED", both, now.place);
        }
    }

    fn required(&mut self, path: &str, old: &Value, new: &Value) {
        let (before, now) = (required(old), required(new));
        let path = format!("{path}.required");
        let find = |schema, name: &str| properties(schema).find(|entry| entry.entry_key().to_string() == name);
        let mut names: Vec<&String> = before.union(&now).collect();
        names.sort();
        for name in names {
            let place = find(new, name).map_or(Place::NOWHERE, |entry| entry.place);
            let known = find(old, name);
            match (before.contains(name), now.contains(name)) {
                (false, true) if known.is_some() => {
                    self.add(true, path.clone(), "REQUIRED_ADDED", (String::new(), name.clone()), place);
                }
                (true, false) => {
                    self.add(false, path.clone(), "REQUIRED_REMOVED", (name.clone(), String::new()), place);
                }
                (true, true)
                    if known.is_some_and(|it| has_default(&it.value))
                        && !find(new, name).is_some_and(|it| has_default(&it.value)) =>
                {
                    let both = (name.clone(), String::new());
                    self.add(true, path.clone(), "REQUIRED_DEFAULT_REMOVED", both, place);
                }
                _ => {}
            }
        }
    }

    fn allowed(&mut self, path: &str, old: &Value, new: &Value) {
        let (before, now) = (listed(old, "enum"), listed(new, "enum"));
        let path = format!("{path}.enum");
        let place = keyword(new, "enum").map_or(new.origin, |entry| entry.value.origin);
        if before.is_empty() && !now.is_empty() {
            let (old, new) = (String::new(), now.join(", "));
            self.unseen.push(Change { path, kind: "ENUM_ADDED".to_owned(), old, new, place });
            return;
        }
        if now.is_empty() {
            return;
        }
        for value in before.iter().filter(|value| !now.contains(value)) {
            self.add(true, path.clone(), "ENUM_RESTRICTED", (value.clone(), String::new()), place);
        }
        for value in now.iter().filter(|value| !before.contains(value)) {
            self.add(false, path.clone(), "ENUM_EXPANDED", (String::new(), value.clone()), place);
        }
    }

    fn items(&mut self, path: &str, old: &Value, new: &Value) {
        let path = format!("{path}.items");
        match (keyword(old, "items"), keyword(new, "items")) {
            (Some(before), Some(now)) => self.schemas(&path, &before.value, &now.value),
            (Some(_), None) => self.add(true, path, "PROPERTY_REMOVED", Default::default(), new.origin),
            (None, Some(now)) => self.add(false, path, "PROPERTY_ADDED", Default::default(), now.place),
            (None, None) => {}
        }
    }

    /// What kro does not compare: the values of maps, rules, and how lists are merged.
    fn unseen(&mut self, path: &str, old: &Value, new: &Value) {
        for name in UNSEEN {
            let (before, now) = (written(old, name), written(new, name));
            if before != now && !now.is_empty() {
                let place = keyword(new, name).map_or(new.origin, |entry| entry.value.origin);
                let kind = "NOT_COMPARED".to_owned();
                self.unseen.push(Change { path: format!("{path}.{name}"), kind, old: before, new: now, place });
            }
        }
        if let (Some(before), Some(now)) = (keyword(old, "additionalProperties"), keyword(new, "additionalProperties"))
        {
            let mut below = Self::default();
            below.schemas(&format!("{path}.additionalProperties"), &before.value, &now.value);
            self.unseen.extend(below.breaking);
            self.unseen.extend(below.unseen);
        } else if let (None, Some(now)) = (keyword(old, "additionalProperties"), keyword(new, "additionalProperties")) {
            let change = Change {
                path: format!("{path}.additionalProperties"),
                kind: "NOT_COMPARED".to_owned(),
                old: String::new(),
                new: String::new(),
                place: now.place,
            };
            self.unseen.push(change);
        }
    }
}

/// The changes from one graph to another, as changes of a schema are told: with what kro says of each.
pub fn changes(old: &Graph, new: &Graph) -> Vec<SchemaChange> {
    let CompatibilityReport { breaking, compatible, unseen } = compare(old, new);
    let holder = new.schema().map_or(Place::NOWHERE, |schema| schema.place);
    let before = old.schema().map_or(Place::NOWHERE, |schema| schema.place);
    let schema_change = |change: &Change, code: Code, what: &str| SchemaChange {
        code,
        path: steps(&change.path),
        old: before,
        new: if change.place == Place::NOWHERE { holder } else { change.place },
        message: format!("{} ({}): {what}", words(change), change.kind),
        evidence: Evidence::None,
    };
    let is_allowed = is_allowed(new);
    let refused = if is_allowed { "kro lets it through, for an annotation says so" } else { "kro refuses the update" };
    let breaking = breaking.iter().map(|it| schema_change(it, code_of(&it.kind), refused));
    let compatible = compatible.iter().map(|it| schema_change(it, compatible_code(&it.kind), "kro lets it through"));
    let unseen = unseen.iter().map(|it| {
        let what = "kro does not compare it, so the update goes through, and instances may break";
        schema_change(it, Code::SchemaRuleTightened, what)
    });
    breaking.chain(unseen).chain(compatible).collect()
}

/// Whether an annotation lets breaking changes through.
fn is_allowed(graph: &Graph) -> bool {
    let annotation = graph.manifest.value.field(&["metadata", "annotations", ALLOWED]);
    annotation.and_then(Value::text).is_some_and(|text| text == "true")
}

fn code_of(kind: &str) -> Code {
    match kind {
        "PROPERTY_REMOVED" => Code::SchemaKeyRemoved,
        "PROPERTY_ADDED" | "REQUIRED_ADDED" | "REQUIRED_DEFAULT_REMOVED" => Code::SchemaKeyRequired,
        "TYPE_CHANGED" => Code::SchemaTypeNarrowed,
        _ => Code::SchemaRuleTightened,
    }
}

fn compatible_code(kind: &str) -> Code {
    match kind {
        "PROPERTY_ADDED" => Code::SchemaKeyAdded,
        "DEFAULT_CHANGED" => Code::SchemaDefaultChanged,
        "DESCRIPTION_CHANGED" => Code::SchemaDocsChanged,
        _ => Code::SchemaWidened,
    }
}

/// A change in words.
fn words(change: &Change) -> String {
    let name = change.path.rsplit('.').next().unwrap_or_default();
    match (change.old.as_str(), change.new.as_str()) {
        ("", "") => format!("`{name}`"),
        ("", new) => format!("`{name}` is {new}"),
        (old, "") => format!("`{name}` was {old}"),
        (old, new) => format!("`{name}` was {old}, and is {new}"),
    }
}

/// The way to a value that a path in a definition is about.
fn steps(path: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut parts = path.split('.').skip(1);
    while let Some(part) = parts.next() {
        match part {
            "properties" => steps.extend(parts.next().map(|name| Step::Key(Key::String(name.into())))),
            "items" => steps.push(Step::Item(0)),
            _ => {}
        }
    }
    steps
}
