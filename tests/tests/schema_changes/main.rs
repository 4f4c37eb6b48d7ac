//! Changes of schemas, held to what both schemas say of values: what is called breaking has a document that the old
//! one accepts and the new one refuses, and where nothing breaks and everything is decided, whatever the old one
//! accepts is accepted.

#![allow(clippy::unwrap_used, reason = "a schema that cannot be read has failed the test")]

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use proptest::prelude::*;
use sayl_core::analysis::AnalysisHost;
use sayl_core::diff::{Class, ComparedSchema, Evidence, SchemaChange, changes};
use sayl_core::problem::Severity;
use sayl_core::render::request::Runner;
use sayl_core::schema::Schema;
use sayl_core::template::function::NoFunctions;
use sayl_core::test_support::{Fixture, settle};
use sayl_core::text::Place;
use sayl_core::values::print;

mod migrated;
mod mutated;

/// What a key of a generated schema is.
#[derive(Clone, Debug)]
struct Field {
    kind: u8,
    number: i64,
    is_nullable: bool,
    rule: u8,
    bound: i64,
    children: Vec<(u8, Field)>,
}

fn field() -> impl Strategy<Value = Field> {
    let parts = || (0u8..4, 0i64..4, prop::bool::weighted(0.2), 0u8..9, 0i64..4);
    let leaf = parts().prop_map(|(kind, number, is_nullable, rule, bound)| Field {
        kind,
        number,
        is_nullable,
        rule,
        bound,
        children: Vec::new(),
    });
    leaf.prop_recursive(2, 8, 3, move |inner| {
        (parts(), 4u8..7, prop::collection::vec((0u8..4, inner), 1..4)).prop_map(
            |((_, number, is_nullable, rule, bound), kind, children)| Field {
                kind,
                number,
                is_nullable,
                rule,
                bound,
                children,
            },
        )
    })
}

/// Fields under names, each name once.
fn fields() -> impl Strategy<Value = Vec<(u8, Field)>> {
    prop::collection::vec((0u8..5, field()), 1..5)
}

/// One step from a schema to the next one.
fn mutated(fields: &[(u8, Field)], (at, how, other): &(prop::sample::Index, u8, Field)) -> Vec<(u8, Field)> {
    let mut fields = fields.to_vec();
    let index = at.index(fields.len());
    let field = &mut fields[index].1;
    match how {
        0 => *field = other.clone(),
        1 => field.rule = other.rule,
        2 => field.bound = other.bound,
        3 => field.number = other.number,
        4 => field.is_nullable = !field.is_nullable,
        5 => drop(fields.remove(index)),
        6 => fields.push((other.rule % 6, other.clone())),
        _ if !field.children.is_empty() => {
            let inner = (*at, how % 7, other.clone());
            field.children = mutated(&field.children.clone(), &inner);
        }
        _ => field.kind = other.kind,
    }
    fields
}

fn written(fields: &[(u8, Field)]) -> String {
    let mut text = String::from("#@data/values-schema\n---\n");
    if fields.is_empty() {
        text.push_str("{}\n");
    }
    write(fields, 0, &mut text);
    text
}

fn write(fields: &[(u8, Field)], depth: usize, text: &mut String) {
    let pad = "  ".repeat(depth);
    let mut names = Vec::new();
    for (name, field) in fields {
        if names.contains(name) {
            continue;
        }
        names.push(*name);
        let Field { kind, number, is_nullable, rule, bound, children } = field;
        if *is_nullable {
            let _ = writeln!(text, "{pad}#@schema/nullable");
        }
        let is_number = matches!(kind % 7, 0 | 1);
        let rule = match rule {
            0 if is_number => format!("min={bound}"),
            1 if is_number => format!("max={bound}"),
            2 if is_number => format!("one_of=[{bound}, {number}, 2]"),
            0 if *kind != 3 => format!("min_len={bound}"),
            1 if *kind != 3 => format!("max_len={bound}"),
            3 => "not_null=True".to_owned(),
            _ => String::new(),
        };
        if !rule.is_empty() {
            let _ = writeln!(text, "{pad}#@schema/validation {rule}");
        }
        let _ = match kind % 7 {
            0 => writeln!(text, "{pad}k{name}: {number}"),
            1 => writeln!(text, "{pad}k{name}: {number}.5"),
            2 => writeln!(text, "{pad}k{name}: \"{}\"", "x".repeat(usize::try_from(*number).unwrap())),
            3 => writeln!(text, "{pad}k{name}: {}", number % 2 == 0),
            4 if children.is_empty() => writeln!(text, "{pad}k{name}: {{}}"),
            4 => writeln!(text, "{pad}k{name}:"),
            5 if !children.is_empty() => writeln!(text, "{pad}k{name}:\n{pad}-"),
            _ => writeln!(text, "{pad}k{name}:\n{pad}- {number}"),
        };
        if matches!(kind % 7, 4 | 5) {
            write(children, depth + 1, text);
        }
    }
}

/// Values for either schema, and for neither.
fn value(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (-1i64..5).prop_map(|it| it.to_string()),
        (-1i64..5).prop_map(|it| format!("{it}.5")),
        "x{0,4}".prop_map(|it| format!("{it:?}")),
        any::<bool>().prop_map(|it| it.to_string()),
        Just("null".to_owned()),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = value(depth - 1);
    let items = prop::collection::vec(inner, 0..3).prop_map(|items| format!("[{}]", items.join(", ")));
    prop_oneof![4 => leaf, 2 => map(depth - 1), 1 => items].boxed()
}

fn map(depth: u32) -> BoxedStrategy<String> {
    let entries = prop::collection::btree_map(0u8..6, value(depth), 0..3);
    let entry = |(key, value)| format!("\"k{key}\": {value}");
    entries.prop_map(move |map| format!("{{{}}}", map.into_iter().map(entry).collect::<Vec<_>>().join(", "))).boxed()
}

/// A schema and a file of values that are laid over it as they are, judged as a check does it.
struct Judge {
    host: AnalysisHost,
    runner: Runner,
    version: i32,
}

impl Judge {
    fn new(schema: &str) -> Self {
        let config = "[[bundle]]\nfiles = [\"schema.yml\"]\ndata-values-files = [\"values.yml\"]\n";
        let fixture = format!("#- /sayl.toml\n{config}#- /schema.yml\n{schema}#- /values.yml\n{{}}\n");
        Self { host: Fixture::parse(&fixture).host(), runner: Runner::new(), version: 0 }
    }

    fn errors(&mut self, values: &str) -> Vec<String> {
        self.version += 1;
        self.host.open(Path::new("/values.yml"), values, self.version, false);
        let analysis = self.host.analysis();
        settle(&analysis, &mut self.runner);
        let problems = |file| analysis.problems(file);
        let problems = analysis.files().into_iter().flat_map(|file| problems(file).to_vec());
        problems.filter(|problem| problem.severity == Severity::Error).map(|problem| problem.text()).collect()
    }

    fn schema(&mut self) -> Option<Arc<Schema>> {
        let analysis = self.host.analysis();
        settle(&analysis, &mut self.runner);
        let file = analysis.file(Path::new("/schema.yml")).unwrap();
        let is_broken = analysis.problems(file).iter().any(|problem| {
            problem.severity == Severity::Error && problem.code != sayl_core::problem::Code::RuleViolation
        });
        analysis.schema(file, 0).filter(|_| !is_broken)
    }
}

fn found<'a>(old: &'a Schema, new: &'a Schema) -> Vec<SchemaChange> {
    let text: &dyn Fn(Place) -> Option<String> = &|_| None;
    let side = |schema: &'a Schema| ComparedSchema { schema, code: "", text, functions: &NoFunctions };
    changes(&side(old), &side(new))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_breaks_is_shown_and_what_does_not_break_is_accepted(
        first in fields(),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0u8..10, field()), 0..4),
        values in prop::collection::vec(map(2), 20),
        seed in 1u64..,
    ) {
        let second = steps.iter().fold(first.clone(), |fields, step| {
            if fields.is_empty() { fields } else { mutated(&fields, step) }
        });
        let texts = [written(&first), written(&second)];
        let [mut old, mut new] = texts.each_ref().map(|text| Judge::new(text));
        let (Some(old_schema), Some(new_schema)) = (old.schema(), new.schema()) else { return Ok(()) };
        let changes = found(&old_schema, &new_schema);
        for change in &changes {
            if let Evidence::Refused { values, .. } = &change.evidence {
                let values = print::yaml(values);
                prop_assert_eq!(old.errors(&values), Vec::<String>::new(), "{}\n{}\n{}", texts[0], texts[1], values);
                prop_assert!(!new.errors(&values).is_empty(), "{}\n{}\n{}", texts[0], texts[1], values);
            }
            prop_assert!(
                change.class() != Class::Breaking || matches!(change.evidence, Evidence::Refused { .. }),
                "{:?}", change
            );
        }
        if changes.iter().all(|it| matches!(it.class(), Class::Dangerous | Class::Compatible)) {
            mutated::survives((&old_schema, &new_schema), [&texts[0], &texts[1]], seed);
            for values in &values {
                if old.errors(values).is_empty() {
                    prop_assert_eq!(new.errors(values), Vec::<String>::new(), "{}\n{}\n{}\n{:?}", texts[0], texts[1], values, changes);
                }
            }
        }
    }

    #[test]
    fn a_schema_does_not_differ_from_itself(fields in fields()) {
        let text = written(&fields);
        let [old, new] = [Judge::new(&text).schema(), Judge::new(&text).schema()];
        if let (Some(old), Some(new)) = (old, new) {
            prop_assert!(found(&old, &new).is_empty(), "{}\n{:?}", text, found(&old, &new));
        }
    }
}
