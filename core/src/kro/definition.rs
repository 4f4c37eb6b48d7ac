//! The definition of the kind whose instances a graph makes: what kro writes into a `CustomResourceDefinition`.

use std::sync::Arc;

use super::{Graph, status};
use crate::kubernetes::Definition;
use crate::schema::instance::with_text_keys;
use crate::text::Place;
use crate::values::fragment::Fragment;
use crate::values::{Key, Value, ValueKind};

impl Graph {
    /// The definition of the kind whose instances it makes, if it is told.
    pub fn definition(&self) -> Option<Arc<Definition>> {
        let of = self.defines.clone().filter(|_| !self.is_partial())?;
        let kind = self.schema()?.value.field(&["kind"])?.origin;
        Some(Arc::new(Definition::written(of, self.scope, kind, self.instance_schema())))
    }

    /// The JSON Schema of an instance, as kro writes it.
    pub fn instance_schema(&self) -> Value {
        let written = self.schema().map(|schema| &schema.value);
        let status = status::outline(written.and_then(|schema| schema.field(&["status"])));
        let place =
            |name: &str| written.and_then(|schema| schema.entry(name)).map_or(Place::NOWHERE, |entry| entry.place);
        let fields = [("spec", with_text_keys(&self.fields)), ("status", status)];
        let fields = fields.map(|(name, value)| (name, place(name), value));
        let properties = mapping(fields.into_iter().collect());
        let object = Value::unwritten(ValueKind::String("object".into()));
        mapping(vec![("type", Place::NOWHERE, object), ("properties", Place::NOWHERE, properties)])
    }

    /// The name of the definition: the plural of the kind, and the group.
    pub fn definition_name(&self) -> Option<String> {
        let of = self.defines.as_ref()?;
        Some(format!("{}.{}", plural(&of.kind.to_lowercase()), of.group))
    }
}

fn mapping(entries: Vec<(&str, Place, Value)>) -> Value {
    let entries =
        entries.into_iter().map(|(name, place, value)| Fragment::entry(Key::String(name.into()), place, value));
    Value::unwritten(ValueKind::map(entries))
}

/// Words whose plural follows no rule.
const IRREGULAR: &[(&str, &str)] = &[
    ("child", "children"),
    ("criterion", "criteria"),
    ("data", "data"),
    ("datum", "data"),
    ("foot", "feet"),
    ("index", "indices"),
    ("information", "information"),
    ("man", "men"),
    ("matrix", "matrices"),
    ("media", "media"),
    ("mouse", "mice"),
    ("person", "people"),
    ("series", "series"),
    ("species", "species"),
    ("status", "statuses"),
    ("vertex", "vertices"),
    ("woman", "women"),
];

/// The English plural of a word in small letters.
fn plural(word: &str) -> String {
    if let Some((_, plural)) = IRREGULAR.iter().find(|(singular, _)| *singular == word) {
        return (*plural).to_owned();
    }
    let before = |ending: &str| word.strip_suffix(ending).filter(|stem| !stem.is_empty());
    match word {
        _ if before("y").is_some_and(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u'])) => {
            format!("{}ies", before("y").unwrap_or_default())
        }
        _ if ["s", "x", "z", "ch", "sh"].iter().any(|ending| word.ends_with(ending)) => format!("{word}es"),
        _ => format!("{word}s"),
    }
}
