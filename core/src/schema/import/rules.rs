//! What a JSON Schema demands of a value, as the rules of an annotation.

use std::fmt::Write as _;

use super::keywords::ImportedKeywords;
use super::types::{AllowedTypes, ExampleType};
use super::{Importer, Notes, starlark};
use crate::regexp::Regexp;
use crate::values::flow::flow;
use crate::values::{Integer, ValueKind};

/// Rules of one node.
#[derive(Default)]
pub(super) struct ImportedRules {
    /// Descriptions and functions.
    functions: Vec<(String, String)>,
    /// Keywords with their arguments.
    keywords: Vec<String>,
}

impl ImportedRules {
    /// Null is no value, though it may stand for what is not set.
    pub(super) fn refuse_null(&mut self) {
        self.keywords.push("not_null=True".to_owned());
    }

    /// A value of any of several types. Says whether that needs to tell maps from arrays.
    pub(super) fn allow_types(&mut self, types: &AllowedTypes) -> bool {
        let has = |kind: ExampleType| types.kinds.contains(&kind);
        let scalars = [
            (has(ExampleType::Bool), "bool"),
            (has(ExampleType::Int) || has(ExampleType::Float), "int"),
            (has(ExampleType::Float), "float"),
            (has(ExampleType::Text), "string"),
            (types.has_null, "NoneType"),
        ];
        let collections = [(has(ExampleType::Mapping), "a map", "{"), (has(ExampleType::Sequence), "an array", "[")];
        let names: Vec<&str> = scalars.iter().filter(|(is_allowed, _)| *is_allowed).map(|(_, name)| *name).collect();
        let (mut words, mut tests) = (names.iter().map(|name| plain(name)).collect::<Vec<_>>(), Vec::new());
        if !names.is_empty() {
            let quoted: Vec<String> = names.iter().map(|name| starlark::quoted(name)).collect();
            tests.push(format!("type(v) in [{}]", quoted.join(", ")));
        }
        for (_, name, opening) in collections.iter().filter(|(is_allowed, ..)| *is_allowed) {
            words.push(name);
            tests.push(opens_with(opening));
        }
        self.function(&words.join(" or "), &tests.join(" or "));
        collections.iter().any(|(is_allowed, ..)| *is_allowed)
    }

    /// A map of any keys, with values of one type of Starlark if it is given. This needs to tell maps from arrays.
    pub(super) fn be_a_map(&mut self, of_values: Option<&str>) {
        let is_map = opens_with("{");
        match of_values {
            Some(ty) => {
                let words = format!("a map in which every value is {}", plain(ty));
                self.function(&words, &format!("{is_map} and all([type(v[k]) == \"{ty}\" for k in v])"));
            }
            None => self.function("a map", &is_map),
        }
    }

    fn function(&mut self, words: &str, condition: &str) {
        self.functions.push((starlark::quoted(words), format!("lambda v: {condition}")));
    }

    fn keyword(&mut self, name: &str, value: impl std::fmt::Display) {
        self.keywords.push(format!("{name}={value}"));
    }

    /// The annotation, if there is any rule.
    pub(super) fn annotation(&self) -> Option<String> {
        let mut annotation = "#@schema/validation ".to_owned();
        let functions = self.functions.iter().map(|(words, function)| format!("({words}, {function})"));
        let all: Vec<String> = functions.chain(self.keywords.iter().cloned()).collect();
        let _ = write!(annotation, "{}", all.join(", "));
        (!all.is_empty()).then_some(annotation)
    }
}

/// Whether a value is a map, or an array: Starlark's `type` does not tell them apart.
fn opens_with(opening: &str) -> String {
    format!("json.encode(v).startswith(\"{opening}\")")
}

/// What people call a type of Starlark.
fn plain(ty: &str) -> &'static str {
    match ty {
        "bool" => "true or false",
        "int" => "a whole number",
        "float" => "a number",
        "string" => "text",
        _ => "null",
    }
}

/// Keywords that ytt has nothing for, and what is lost with them.
const LOST: &[(&str, &str)] = &[
    ("not", "what it must not be (`not`)"),
    ("if", "what depends on a condition (`if`)"),
    ("dependencies", "which keys need others (`dependencies`)"),
    ("dependentRequired", "which keys need others (`dependentRequired`)"),
    ("dependentSchemas", "what depends on a key (`dependentSchemas`)"),
    ("patternProperties", "keys that match a pattern (`patternProperties`)"),
    ("propertyNames", "what keys must be like (`propertyNames`)"),
    ("prefixItems", "what each place of the array holds (`prefixItems`)"),
    ("contains", "what one of the items must be (`contains`)"),
    ("contentEncoding", "how the text is encoded (`contentEncoding`)"),
    ("contentMediaType", "what the text holds (`contentMediaType`)"),
];

impl Importer<'_> {
    /// Reads what is demanded of values of a type.
    pub(super) fn rules(&mut self, keywords: &ImportedKeywords, kind: ExampleType, notes: &mut Notes) {
        self.choice(keywords, kind, notes);
        match kind {
            ExampleType::Text => self.text_rules(keywords, notes),
            ExampleType::Int | ExampleType::Float => self.number_rules(keywords, notes),
            ExampleType::Sequence => {
                lengths(keywords, "minItems", "maxItems", notes);
                if keywords.is_true("uniqueItems") {
                    self.needs_json = true;
                    let condition = "len({json.encode(item): True for item in v}) == len(v)";
                    notes.rules.function("without equal items", condition);
                }
            }
            ExampleType::Mapping => self.count_of_keys(keywords, notes),
            ExampleType::Bool => {}
            ExampleType::Any => self.rules_of_some_types(keywords, notes),
        }
        if let Some(format) = keywords.text("format").filter(|format| !is_width(format)) {
            self.lose(notes, format!("the format `{format}`"));
        }
        for (name, what) in LOST {
            if keywords.value(name).is_some() {
                self.lose(notes, *what);
            }
        }
    }

    fn choice(&mut self, keywords: &ImportedKeywords, kind: ExampleType, notes: &mut Notes) {
        let Some(choices) = keywords.choices() else { return };
        if matches!(kind, ExampleType::Mapping | ExampleType::Sequence)
            || choices.iter().any(|it| it.mapping().is_some())
        {
            return self.lose(notes, "which values are valid (`enum`)");
        }
        let given = choices.iter().filter(|choice| !matches!(choice.kind, ValueKind::Null) || kind == ExampleType::Any);
        let given: Vec<String> = given.map(starlark::literal).collect();
        notes.rules.keyword("one_of", format!("[{}]", given.join(", ")));
    }

    fn text_rules(&mut self, keywords: &ImportedKeywords, notes: &mut Notes) {
        lengths(keywords, "minLength", "maxLength", notes);
        let Some(pattern) = keywords.text("pattern") else { return };
        match Regexp::new(pattern) {
            Ok(_) => {
                self.needs_regexp = true;
                let quoted = starlark::quoted(pattern);
                notes.rules.function(&format!("text that matches {pattern}"), &format!("regexp.match({quoted}, v)"));
            }
            Err(refusal) => self.lose(notes, format!("the pattern `{pattern}`: {}", refusal.message)),
        }
    }

    fn number_rules(&mut self, keywords: &ImportedKeywords, notes: &mut Notes) {
        // In draft 4 a switch says that the bound itself is out of bounds.
        for (bound, exclusive, keyword, sign, words) in [
            ("minimum", "exclusiveMinimum", "min", ">", "more than"),
            ("maximum", "exclusiveMaximum", "max", "<", "less than"),
        ] {
            let is_switch = keywords.is_true(exclusive);
            let own = keywords.number(bound);
            if let Some(number) = keywords.number(exclusive).or_else(|| own.filter(|_| is_switch)) {
                let number = starlark::literal(number);
                notes.rules.function(&format!("{words} {number}"), &format!("v {sign} {number}"));
            }
            if let Some(number) = own.filter(|_| !is_switch) {
                notes.rules.keyword(keyword, starlark::literal(number));
            }
        }
        match keywords.number("multipleOf").map(|factor| (factor, &factor.kind)) {
            Some((factor, ValueKind::Int(whole))) if *whole > Integer::ZERO => {
                let factor = starlark::literal(factor);
                notes.rules.function(&format!("a multiple of {factor}"), &format!("v % {factor} == 0"));
            }
            Some((factor, _)) => self.lose(notes, format!("that it is a multiple of {}", flow(factor))),
            None => {}
        }
    }

    fn count_of_keys(&mut self, keywords: &ImportedKeywords, notes: &mut Notes) {
        if keywords.value("properties").is_none() {
            return lengths(keywords, "minProperties", "maxProperties", notes);
        }
        if ["minProperties", "maxProperties"].iter().any(|name| keywords.int(name).is_some()) {
            self.lose(notes, "how many keys it has: all that are declared are there");
        }
    }

    /// What is demanded of some types only, where several are allowed.
    fn rules_of_some_types(&mut self, keywords: &ImportedKeywords, notes: &mut Notes) {
        const OF_SOME: [&str; 12] = [
            "minLength",
            "maxLength",
            "pattern",
            "minimum",
            "maximum",
            "exclusiveMinimum",
            "exclusiveMaximum",
            "multipleOf",
            "minItems",
            "maxItems",
            "properties",
            "items",
        ];
        let words: Vec<String> =
            OF_SOME.iter().filter(|name| keywords.value(name).is_some()).map(|name| format!("`{name}`")).collect();
        if !words.is_empty() {
            self.lose(notes, format!("what holds for some of the types: {}", words.join(", ")));
        }
    }
}

/// Formats of OpenAPI that only say how wide a number is.
fn is_width(format: &str) -> bool {
    matches!(format, "int32" | "int64" | "float" | "double")
}

fn lengths(keywords: &ImportedKeywords, least: &str, most: &str, notes: &mut Notes) {
    for (name, keyword) in [(least, "min_len"), (most, "max_len")] {
        if let Some(count) = keywords.int(name) {
            notes.rules.keyword(keyword, count);
        }
    }
}
