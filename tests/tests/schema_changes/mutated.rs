//! Schemas as people write them, changed in a few lines: those of the literate cases, and those of real projects where
//! the corpus is there.

use std::path::Path;

use proptest::test_runner::Config;
use sayl_core::diff::outcome::{Outcome, outcome};
use sayl_core::diff::{Class, Evidence};
use sayl_core::schema::{Schema, SchemaNode, Type};
use sayl_core::template::function::NoFunctions;
use sayl_core::values::fragment::Fragment;
use sayl_core::values::{Value, ValueKind, print};
use sayl_tests::binary::workspace_root;
use sayl_tests::cases;
use sayl_tests::corpus::corpus;

use super::{Judge, found};

/// So many values are put to both schemas of a pair of which nothing breaks.
const VALUES: usize = 1000;

/// Numbers that look random, the same with every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % limit.max(1)
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The texts of schemas.
fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    let pages = std::fs::read_dir(workspace_root().join("tests/fixtures")).unwrap();
    let mut pages: Vec<_> = pages.map(|page| page.unwrap().path()).filter(|page| page.is_file()).collect();
    pages.sort();
    for page in pages {
        let cases = cases::read(&std::fs::read_to_string(page).unwrap()).unwrap();
        let files = cases.into_iter().flat_map(|case| case.files);
        texts.extend(files.map(|(_, text)| text));
    }
    if let Some(folder) = corpus("real") {
        collect(&folder, &mut texts);
    }
    texts.retain(|text| text.contains("#@data/values-schema") && !text.contains("load(") && !text.contains('^'));
    texts
}

fn collect(folder: &Path, texts: &mut Vec<String>) {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, texts);
        } else if path.extension().is_some_and(|it| it == "yml" || it == "yaml") {
            texts.push(std::fs::read_to_string(&path).unwrap());
        }
    }
}

/// The schema with some of its lines changed.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=dice.below(3) {
        let is_scalar =
            |line: &String| !line.contains('#') && line.split_once(": ").is_some_and(|(_, it)| !it.is_empty());
        let scalars: Vec<usize> = (0..lines.len()).filter(|index| is_scalar(&lines[*index])).collect();
        if scalars.is_empty() {
            return text.to_owned();
        }
        let index = *dice.of(&scalars);
        let line = lines[index].clone();
        let (key, _) = line.split_once(':').unwrap();
        let pad = &line[..line.len() - line.trim_start().len()];
        let above = |annotation: &str| format!("{pad}#@schema/{annotation}\n{line}");
        lines[index] = match dice.below(9) {
            0 => format!("{pad}#! gone"),
            1 => format!("{key}: 7"),
            2 => format!("{key}: \"other\""),
            3 => above("nullable"),
            4 => above("validation min_len=1"),
            5 => above("validation max_len=3"),
            6 => above("validation min=1"),
            7 => above("type any=True"),
            _ => format!("{pad}more{index}: 1\n{line}"),
        };
    }
    lines.join("\n") + "\n"
}

/// Any value for a node: mostly one of its type.
fn value(node: &SchemaNode, dice: &mut Dice, depth: usize) -> Value {
    let kind = match &node.ty {
        _ if dice.below(12) == 0 => any(dice),
        _ if node.nullable && dice.below(3) == 0 => ValueKind::Null,
        Type::Bool => ValueKind::Bool(dice.below(2) == 0),
        Type::Int => ValueKind::int(i128::try_from(dice.below(9)).unwrap() - 2),
        Type::Float => ValueKind::Float(f64::from(u8::try_from(dice.below(9)).unwrap()) - 1.5),
        Type::String => ValueKind::String("x".repeat(dice.below(5)).into()),
        Type::Mapping(ty) if depth < 6 => {
            let chosen = ty.fields.iter().filter(|_| dice.below(3) == 0).collect::<Vec<_>>();
            let entry = |(key, field): (&sayl_core::values::Key, &std::sync::Arc<SchemaNode>)| {
                Fragment::entry(key.clone(), node.declared, value(field, dice, depth + 1))
            };
            let entries = chosen.into_iter().map(entry);
            ValueKind::map(entries)
        }
        Type::Sequence(item) if depth < 6 => {
            let items = (0..dice.below(3)).map(|_| value(item, dice, depth + 1)).collect();
            ValueKind::Sequence(std::sync::Arc::new(items))
        }
        _ => any(dice),
    };
    Value::unwritten(kind)
}

fn any(dice: &mut Dice) -> ValueKind {
    match dice.below(5) {
        0 => ValueKind::Null,
        1 => ValueKind::Bool(true),
        2 => ValueKind::int(3),
        3 => ValueKind::Float(0.5),
        _ => ValueKind::String("any".into()),
    }
}

/// What was looked at.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    witnesses: usize,
    survivals: usize,
}

impl Tally {
    fn pair(&mut self, texts: [&str; 2], dice: &mut Dice) {
        let [mut old, mut new] = texts.map(Judge::new);
        let (Some(old_schema), Some(new_schema)) = (old.schema(), new.schema()) else { return };
        self.pairs += 1;
        let changes = found(&old_schema, &new_schema);
        for change in &changes {
            if let Evidence::Refused { values, .. } = &change.evidence {
                self.witnesses += 1;
                let values = print::yaml(values);
                assert_eq!(old.errors(&values), Vec::<String>::new(), "{}\n{}\n{values}", texts[0], texts[1]);
                assert!(!new.errors(&values).is_empty(), "{}\n{}\n{values}", texts[0], texts[1]);
            } else {
                assert_ne!(change.class(), Class::Breaking, "{change:?}");
            }
        }
        if changes.iter().all(|it| matches!(it.class(), Class::Dangerous | Class::Compatible)) {
            self.survivals += survives((&old_schema, &new_schema), texts, dice.0);
        }
    }
}

/// Whether the new schema accepts whatever the old one does, tried with many values. Says how many the old one accepts.
pub(super) fn survives((old, new): (&Schema, &Schema), texts: [&str; 2], seed: u64) -> usize {
    let (mut dice, mut accepted) = (Dice(seed), 0);
    for _ in 0..VALUES {
        let values = value(&old.root, &mut dice, 0);
        if let Outcome::Accepted(_) = outcome(&values, old, &NoFunctions) {
            accepted += 1;
            let after = outcome(&values, new, &NoFunctions);
            let is_refused = matches!(after, Outcome::Refused(_));
            assert!(!is_refused, "{}\n{}\n{}\n{after:?}", texts[0], texts[1], print::yaml(&values));
        }
    }
    accepted
}

#[test]
fn what_is_said_of_changed_lines_holds_for_values() {
    let (texts, mut dice, mut tally) = (texts(), Dice(0x5eed_1234_5678), Tally::default());
    for _ in 0..Config::default().cases {
        let old = dice.of(&texts).clone();
        let old = if dice.below(2) == 0 { mutated(&old, &mut dice) } else { old };
        let new = mutated(&old, &mut dice);
        tally.pair([&old, &new], &mut dice);
    }
    assert!(tally.pairs > 50 && tally.witnesses > 20 && tally.survivals > 1000, "{tally:?}");
}
