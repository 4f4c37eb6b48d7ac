//! Every feature ends soon after its request is cancelled, wherever it is by then, and answers nothing.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use crate::analysis::{Analysis, AnalysisHost};
use crate::cancel::{CancelToken, Cancelled};
use crate::ide::code_action::{fix_all, fixes, rewritings, to_open_api};
use crate::ide::code_lens::{LensKind, code_lenses};
use crate::ide::completion::completion;
use crate::ide::data_values::data_values;
use crate::ide::definition::definition;
use crate::ide::document_highlight::document_highlights;
use crate::ide::document_link::document_links;
use crate::ide::document_symbol::document_symbols;
use crate::ide::folding_range::folding_ranges;
use crate::ide::formatting::on_type_formatting;
use crate::ide::formatting::{self, formatting};
use crate::ide::hover::hover;
use crate::ide::inlay_hint::{self, inlay_hints};
use crate::ide::linked_editing_range::linked_editing_ranges;
use crate::ide::references::references;
use crate::ide::rename::{prepare_rename, rename};
use crate::ide::schema_docs::schema_docs;
use crate::ide::selection_range::selection_ranges;
use crate::ide::semantic_tokens::semantic_tokens;
use crate::ide::signature_help::signature_help;
use crate::ide::status::status;
use crate::ide::type_definition::type_definition;
use crate::ide::workspace_symbol::workspace_symbols;
use crate::ide::{code_lens, key_path};
use crate::test_support::MemoryVfs;
use crate::text::{FileId, Place, TextRange, TextSize};

/// How often a feature asks whether it is still wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// The more, the longer the text of its file is.
    PerEntry,
    /// The more, the longer the other texts are: it builds on schemas and values.
    PerBundle,
    /// A few times: what it does hardly depends on how long any text is.
    Seldom,
}

type Feature = fn(&Analysis, Question);

/// What is asked about.
#[derive(Clone, Copy)]
struct Question {
    values: FileId,
    schema: FileId,
    /// A key of the values.
    offset: TextSize,
    /// A key of the schema.
    declared: TextSize,
}

const EVERYTHING: TextRange = TextRange::up_to(TextSize::new(u32::MAX));

const FEATURES: &[(&str, Asks, Feature)] = &[
    ("diagnostics", Asks::PerBundle, |analysis, it| drop(analysis.problems(it.values))),
    ("hover", Asks::PerBundle, |analysis, it| drop(hover(analysis, it.values, it.offset))),
    ("completion", Asks::PerBundle, |analysis, it| drop(completion(analysis, it.values, it.offset))),
    ("definition", Asks::PerBundle, |analysis, it| drop(definition(analysis, it.values, it.offset))),
    ("type definition", Asks::PerBundle, |analysis, it| drop(type_definition(analysis, it.values, it.offset))),
    ("references", Asks::PerEntry, |analysis, it| drop(references(analysis, it.values, it.offset, true))),
    ("highlight", Asks::PerEntry, |analysis, it| drop(document_highlights(analysis, it.values, it.offset))),
    ("prepare rename", Asks::PerEntry, |analysis, it| drop(prepare_rename(analysis, it.values, it.offset))),
    ("rename", Asks::PerEntry, |analysis, it| drop(rename(analysis, it.values, it.offset, "other"))),
    ("signature help", Asks::Seldom, |analysis, it| drop(signature_help(analysis, it.schema, it.declared))),
    ("semantic tokens", Asks::PerEntry, |analysis, it| drop(semantic_tokens(analysis, it.schema, None))),
    ("document symbols", Asks::PerEntry, |analysis, it| drop(document_symbols(analysis, it.values, usize::MAX))),
    ("workspace symbols", Asks::PerBundle, |analysis, _| drop(workspace_symbols(analysis, "key"))),
    ("folding", Asks::PerEntry, |analysis, it| drop(folding_ranges(analysis, it.values))),
    ("selection", Asks::Seldom, |analysis, it| drop(selection_ranges(analysis, it.values, &[it.offset]))),
    ("linked editing", Asks::Seldom, |analysis, it| drop(linked_editing_ranges(analysis, it.values, it.offset))),
    ("inlay hints", Asks::PerEntry, |analysis, it| {
        let wanted = inlay_hint::WantedHints { types: true, defaults: true, blocks: true };
        drop(inlay_hints(analysis, it.values, EVERYTHING, wanted));
    }),
    ("code lenses", Asks::PerBundle, |analysis, it| {
        drop(code_lenses(
            analysis,
            it.schema,
            code_lens::WantedLenses { references: true, schema: true, changes: true },
        ));
    }),
    ("a code lens", Asks::PerEntry, |analysis, it| {
        drop(code_lens::resolve(analysis, it.schema, it.declared, LensKind::Key));
    }),
    ("document links", Asks::PerEntry, |analysis, it| drop(document_links(analysis, it.values))),
    ("formatting", Asks::PerEntry, |analysis, it| {
        drop(formatting(analysis, it.values, None, &formatting::FormattingOptions::default()));
    }),
    ("formatting while typing", Asks::Seldom, |analysis, it| {
        drop(on_type_formatting(analysis, it.values, it.offset, &formatting::FormattingOptions::default()));
    }),
    ("quick fixes", Asks::PerBundle, |analysis, it| {
        let problems = analysis.problems(it.values);
        problems.iter().for_each(|problem| drop(fixes(analysis, it.values, problem)));
    }),
    ("fix all", Asks::PerBundle, |analysis, it| {
        drop(fix_all(analysis, it.values, &analysis.problems(it.values)));
    }),
    ("rewritings", Asks::Seldom, |analysis, it| drop(rewritings(analysis, it.values, TextRange::empty(it.offset)))),
    ("schema as OpenAPI", Asks::Seldom, |analysis, it| drop(to_open_api(analysis, it.schema))),
    ("data values", Asks::PerBundle, |analysis, it| drop(data_values(analysis, it.values))),
    ("schema documentation", Asks::PerBundle, |analysis, it| drop(schema_docs(analysis, it.schema))),
    ("status", Asks::Seldom, |analysis, it| drop(status(analysis, it.values))),
    ("key path", Asks::Seldom, |analysis, it| {
        drop(key_path::of(analysis, Place::absolute(it.values, TextRange::empty(it.offset))));
    }),
];

/// A schema and values of so many keys, and a question about a key in their midst.
fn world(keys: usize) -> (AnalysisHost, Question) {
    let mut host = AnalysisHost::new(Arc::new(MemoryVfs::default()));
    let (mut schema, mut values) = ("#@data/values-schema\n---\n".to_owned(), "#@data/values\n---\n".to_owned());
    for key in 0..keys {
        let _ = writeln!(schema, "#@schema/validation min=0\nkey{key}: {key}\nmap{key}:\n  inner: \"\"");
        let _ = writeln!(values, "key{key}:   {key}1\nmap{key}:\n  inner: https://example.com/{key}\n  inner: twice");
    }
    let at = |text: &str| TextSize::of(&text[..text.find(&format!("\nkey{}:", keys / 2)).unwrap() + 2]);
    let (offset, declared) = (at(&values), at(&schema));
    let schema = host.open(Path::new("/schema.yml"), &schema, 1, false);
    let values = host.open(Path::new("/values.yml"), &values, 1, false);
    (host, Question { values, schema, offset, declared })
}

/// How often a feature asks that nobody cancels.
fn checks(feature: Feature, keys: usize) -> usize {
    let (host, question) = world(keys);
    let token = CancelToken::new();
    feature(&host.analysis().with_cancellation(token.clone()), question);
    token.checks()
}

#[test]
fn a_feature_asks_the_more_often_the_more_it_has_to_do() {
    const KEYS: usize = 40;
    let mut slow = String::new();
    for (name, asks, feature) in FEATURES {
        let (few, many) = (checks(*feature, KEYS), checks(*feature, 3 * KEYS));
        let is_right = match asks {
            // At least once for each key that is added.
            Asks::PerEntry | Asks::PerBundle => many >= few + 2 * KEYS,
            Asks::Seldom => few > 0,
        };
        if !is_right {
            let _ = writeln!(slow, "{name}: {few}, then {many}");
        }
    }
    assert!(slow.is_empty(), "these work on without asking whether they are wanted:\n{slow}");
}

#[test]
fn a_cancelled_feature_ends_at_once_and_answers_nothing() {
    const KEYS: usize = 40;
    for (name, _, feature) in FEATURES {
        let all = checks(*feature, KEYS);
        for after in [0, 1.min(all - 1), all / 3, all / 2, all - 1] {
            let (host, question) = world(KEYS);
            let token = CancelToken::cancelled_after(after);
            let analysis = host.analysis().with_cancellation(token.clone());
            let answer = Cancelled::catch(|| feature(&analysis, question));
            assert_eq!(
                answer,
                Err(Cancelled),
                "{name} answers although it was cancelled after {after} of {all} checks"
            );
            assert_eq!(token.checks(), after + 1, "{name} goes on after {after} of {all} checks");
        }
    }
}

#[test]
fn what_was_cancelled_leaves_nothing_behind() {
    const KEYS: usize = 20;
    let (fresh, question) = world(KEYS);
    let expected = fresh.analysis().problems(question.values);
    assert!(!expected.is_empty());
    let (host, question) = world(KEYS);
    for after in (0..checks(|analysis, it| drop(analysis.problems(it.values)), KEYS)).step_by(7) {
        let analysis = host.analysis().with_cancellation(CancelToken::cancelled_after(after));
        let _ = Cancelled::catch(|| analysis.problems(question.values));
    }
    assert_eq!(host.analysis().problems(question.values), expected);
}
