//! The tables hold exactly what is registered, with the parameters that it takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::expect;
use starlark::docs::{DocItem, DocMember, DocParams};

use super::*;
use crate::template::evaluate::modules;
use crate::template::evaluate::tests::job;
use crate::template::evaluate::{Evaluator, globals::globals as registered_globals};
use crate::template::job::{Job, Options};
use crate::template::watch::Watch;
use crate::values::{Value, ValueKind};

/// An expression for a value of each type.
const VALUES: [(&str, &str); 11] = [
    ("string", "\"\""),
    ("list", "[]"),
    ("dict", "{}"),
    ("set", "set([])"),
    ("yamlfragment", "fragment()"),
    ("url", "url.parse(\"http://user@host\")"),
    ("url user", "url.parse(\"http://user@host\").user"),
    ("ip address", "ip.parse_addr(\"::1\")"),
    ("ip network", "ip.parse_cidr(\"::1/8\")[1]"),
    ("rule", "assert.min(1)"),
    ("library", "library.get(\"name\")"),
];

type DocumentedNames = BTreeMap<String, BTreeSet<String>>;

/// What the modules and values of an edition have, by asking them in code.
fn registered(older_modules: bool) -> DocumentedNames {
    let mut template = "#@ def fragment():\na: 1\n#@ end\n".to_owned();
    let mut source = String::from("---\n");
    for name in modules::names(older_modules) {
        let _ = writeln!(template, "#@ load(\"@ytt:{name}\", \"{name}\")");
        let _ = writeln!(source, "\"@ytt:{name}\": #@ dir({name})");
    }
    for (name, expression) in VALUES {
        let _ = writeln!(source, "{name}: #@ dir({expression})");
    }
    let library = "#- /_ytt_lib/name/b.yml\nb: 1\n";
    let job = job(&format!("#- /a.yml\n{template}{source}{library}"), None);
    let options = Options { older_modules, ..job.options };
    let evaluated = Evaluator::new(None).evaluate(&Arc::new(Job { options, ..Job::clone(&job) }), &Watch::new());
    assert!(evaluated.is_complete, "{:?}", evaluated.problems);
    let ValueKind::Mapping(found) = evaluated.documents.last().unwrap().value.kind.clone() else {
        panic!("the template gives a map")
    };
    found.entries.iter().map(|entry| (entry.entry_key().to_string(), texts(&entry.value.kind))).collect()
}

fn texts(list: &ValueKind) -> BTreeSet<String> {
    let ValueKind::Sequence(items) = list else { panic!("`dir` gives a list") };
    let text = |item: &Value| match &item.kind {
        ValueKind::String(text) => text.to_string(),
        other => panic!("`dir` gives texts, not {other:?}"),
    };
    items.iter().map(text).collect()
}

/// What the tables have in an edition.
fn documented(has_older: bool) -> DocumentedNames {
    let is_there = |editions: Editions| has_older || editions == Editions::All;
    let names = |doc: &MembersDoc| {
        doc.members.iter().filter(|it| is_there(it.editions)).map(|it| it.name().to_owned()).collect()
    };
    let modules = modules().into_iter().filter(|module| is_there(module.editions));
    let modules = modules.map(|doc| (format!("@ytt:{}", doc.name), names(doc)));
    modules.chain(types::TABLE.iter().map(|doc| (doc.name.to_owned(), names(doc)))).collect()
}

#[test]
fn modules_and_values_have_what_is_said_of_them_and_no_more() {
    assert_eq!(documented(false), registered(false));
    assert_eq!(documented(true), registered(true));
}

#[test]
fn global_names_are_those_that_are_there_without_load() {
    let registered: BTreeSet<String> = registered_globals().names().map(|name| name.as_str().to_owned()).collect();
    let visible = registered.iter().map(String::as_str).filter(|name| !name.starts_with("__")).collect();
    let documented: BTreeSet<&str> = globals().iter().map(NameDoc::name).collect();
    assert_eq!(documented, visible);
}

/// How a function is called: `2` or `1..2` parameters by position, `*`, names, `**`.
fn shape(params: &DocParams) -> String {
    let positional = || params.pos_only.iter().chain(&params.pos_or_named);
    let required = positional().filter(|parameter| parameter.default_value.is_none()).count();
    let mut shape = format!("{required}..{}", positional().count());
    params.args.iter().for_each(|_| shape.push_str(" *"));
    for parameter in &params.named_only {
        let _ = write!(shape, " {}", parameter.name);
    }
    // What ytt ignores is no part of the signature.
    params.kwargs.iter().filter(|rest| rest.name != "_rest").for_each(|_| shape.push_str(" **"));
    shape
}

fn documented_shape(doc: &NameDoc) -> String {
    let is_positional = |parameter: &&ParameterDoc| !parameter.is_rest() && !parameter.is_named_only;
    let required = doc.parameters().iter().filter(is_positional).filter(|it| !it.is_optional()).count();
    let mut shape = format!("{required}..{}", doc.parameters().iter().filter(is_positional).count());
    for parameter in doc.parameters().iter().filter(|it| !is_positional(it)) {
        let sign = parameter.label.strip_suffix(parameter.name()).filter(|_| parameter.is_rest());
        let _ = write!(shape, " {}", sign.unwrap_or(parameter.name()));
    }
    shape
}

#[test]
fn signatures_are_those_of_the_functions() {
    let mut differing = String::new();
    let mut compare = |holder: &str, doc: &NameDoc, item: &DocItem| {
        let DocItem::Member(DocMember::Function(function)) = item else { return };
        let (described, taken) = (documented_shape(doc), shape(&function.params));
        let counts_itself = function.params.args.is_some() && !described.split(' ').any(|part| part == "*");
        if described != taken && !counts_itself {
            let _ = writeln!(differing, "{holder}{}: {taken}", doc.signature);
        }
    };
    for (name, item) in registered_globals().documentation().members {
        globals().iter().filter(|doc| doc.name() == name).for_each(|doc| compare("", doc, &item));
    }
    for module in modules() {
        let Some(loaded) = modules::load(module.name, true) else { continue };
        let DocItem::Module(found) = loaded.get(module.name).unwrap().value().documentation() else { continue };
        let member = |name: &str| module.member(name).unwrap();
        found.members.iter().for_each(|(name, item)| compare(&format!("{}.", module.name), member(name), item));
    }
    expect![""].assert_eq(&differing);
}

#[test]
fn every_entry_is_a_sentence() {
    let members = modules().into_iter().chain(types::TABLE).flat_map(|doc| doc.members);
    for doc in globals().iter().chain(members) {
        assert!(doc.meaning.ends_with('.'), "{}", doc.signature);
        assert!(!doc.gives.is_empty() && doc.signature.ends_with(')') == doc.is_function(), "{}", doc.signature);
    }
    expect![[r#"
        ```python
        json.encode(value, *, indent=0, escape_html=True) -> string
        ```

        The value as JSON, its keys sorted; with `indent` spaces for each level, on lines of their own."#]]
    .assert_eq(&module("json").unwrap().member("encode").unwrap().markdown(Some("json")));
}
