//! The outline of small files.

use std::fmt::Write as _;
use std::path::Path;

use expect_test::{Expect, expect};

use super::{DocumentSymbol, Outline, document_symbols, outermost};
use crate::test_support::Fixture;

#[track_caller]
fn check(fixture: &str, expected: &Expect) {
    let fixture = Fixture::parse(fixture);
    let last = fixture.files.last().unwrap();
    let analysis = fixture.analysis();
    let outline = document_symbols(&analysis, analysis.file(&last.path).unwrap(), usize::MAX);
    let mut picture = String::new();
    for symbol in outline.symbols {
        draw(&symbol, &last.text, 0, &mut picture);
    }
    expected.assert_eq(&picture);
}

fn draw(symbol: &DocumentSymbol, text: &str, depth: usize, picture: &mut String) {
    assert!(symbol.range.contains_range(symbol.selection), "{} is selected inside its range", symbol.name);
    let detail = symbol.detail.as_ref().map(|detail| format!(" = {detail}")).unwrap_or_default();
    let deprecated = if symbol.deprecated { " (deprecated)" } else { "" };
    let (kind, selected) = (symbol.kind, &text[symbol.selection]);
    let _ = writeln!(picture, "{}{}{detail}: {kind:?}{deprecated}, at {selected:?}", "  ".repeat(depth), symbol.name);
    for child in &symbol.children {
        assert!(symbol.range.contains_range(child.range), "{} is inside {}", child.name, symbol.name);
        draw(child, text, depth + 1, picture);
    }
}

#[test]
fn maps_and_arrays_nest_and_items_have_names() {
    let fixture = "
        app:
          name: web
          port: 80
          debug: yes
          none:
        ports:
        - name: http
          port: 80
        - port: 81
        names: [a, b]
        copy: *x
        <<: {a: 1}
        \"\": x
    ";
    check(
        fixture,
        &expect![[r#"
        app: Mapping, at "app"
          name = web: String, at "name"
          port = 80: Number, at "port"
          debug = yes: Boolean, at "debug"
          none: Null, at "none"
        ports: Sequence, at "ports"
          http: Mapping, at "-"
            name = http: String, at "name"
            port = 80: Number, at "port"
          1: Mapping, at "-"
            port = 81: Number, at "port"
        names: Sequence, at "names"
          0 = a: String, at "a"
          1 = b: String, at "b"
        copy = *x: String, at "copy"
        <<: Mapping, at "<<"
          a = 1: Number, at "a"
        "" = x: String, at "\"\""
    "#]],
    );
}

#[test]
fn several_documents_are_listed_with_their_headers() {
    check(
        "#@data/values\n---\na: 1\n---\n- x\n---\n",
        &expect![[r#"
        document 1 = data/values: Document, at "---"
          a = 1: Number, at "a"
        document 2: Document, at "---"
          0 = x: String, at "-"
        document 3: Document, at "---"
    "#]],
    );
    check(
        "--- text\n",
        &expect![[r#"
        document 1 = text: String, at "---"
    "#]],
    );
}

#[test]
fn deprecated_keys_are_marked() {
    let schema = "#- /schema.yml\n#@data/values-schema\n---\n#@schema/deprecated \"no\"\nold: 1\nnew: 1\n";
    check(
        &format!("{schema}#- /values.yml\n#@data/values\n---\nold: 2\nnew: 2\n"),
        &expect![[r#"
        old = 2: Number (deprecated), at "old"
        new = 2: Number, at "new"
    "#]],
    );
}

#[test]
fn a_resource_goes_by_its_kind_and_name() {
    let fixture = "
        apiVersion: openchoreo.dev/v1alpha1
        kind: Trait
        metadata: {name: storage}
        spec:
          schema:
            types: {Size: string}
            parameters: {size: Size}
    ";
    check(
        fixture,
        &expect![[r#"
        Trait storage: Document, at ""
          apiVersion = openchoreo.dev/v1alpha1: String, at "apiVersion"
          kind = Trait: String, at "kind"
          metadata: Mapping, at "metadata"
            name = storage: String, at "name"
          spec: Mapping, at "spec"
            schema: Mapping, at "schema"
              types: Mapping, at "types"
                Size = string: Type, at "Size"
              parameters: Mapping, at "parameters"
                size = Size: String, at "size"
    "#]],
    );
}

#[test]
fn a_starlark_file_shows_its_functions_and_variables() {
    check(
        "
        #- /names.star
        load(\"@ytt:data\", \"data\")
        prefix = \"x\"
        def label(name, *rest, suffix=\"\", **more):
          text = prefix + name
          def inner():
            return text
          end
          return inner()
        end
        prefix = \"y\"
        ",
        &expect![[r#"
            prefix: Variable, at "prefix"
            label = (name, *rest, suffix, **more): Function, at "label"
              inner = (): Function, at "inner"
        "#]],
    );
}

#[test]
fn a_template_lists_its_functions() {
    check(
        "
        #@ def labels(name):
        app: #@ name
        #@ end
        #@ def port(): return 80
        ---
        kind: Service
        metadata:
          labels: #@ labels(\"x\")
        ",
        &expect![[r#"
            labels = (name): Function, at "labels"
              app: Null, at "app"
            port = (): Function, at "port"
            document 2: Document, at "---"
              kind = Service: String, at "kind"
              metadata: Mapping, at "metadata"
                labels: Null, at "labels"
        "#]],
    );
    check(
        "
        #@ def labels(name):
        app: #@ name
        #@ end

        kind: Service
        labels: #@ labels(\"x\")
        ",
        &expect![[r#"
            labels = (name): Function, at "labels"
              app: Null, at "app"
            kind = Service: String, at "kind"
            labels: Null, at "labels"
        "#]],
    );
}

/// The names of an outline with at most so many symbols, and how many there are if those are not all.
#[track_caller]
fn check_limited(limit: usize, expected: &str, all: Option<usize>) {
    let text = "
        app:
          name: web
          env: {a: 1, b: 2}
        list: [1, 2, 3, 4, 5]
        db:
          host: x
          port: 1
    ";
    let analysis = Fixture::parse(text).analysis();
    let outline = document_symbols(&analysis, analysis.file(Path::new("/main.yml")).unwrap(), limit);
    assert_eq!((names(&outline.symbols).as_str(), outline.all), (expected, all));
}

/// The names in one line, each with those inside it.
fn names(symbols: &[DocumentSymbol]) -> String {
    let inside = |children: &[DocumentSymbol]| {
        if children.is_empty() { String::new() } else { format!("({})", names(children)) }
    };
    symbols.iter().map(|symbol| format!("{}{}", symbol.name, inside(&symbol.children))).collect::<Vec<_>>().join(" ")
}

#[test]
fn an_outline_with_room_for_it_is_whole() {
    check_limited(14, "app(name env(a b)) list(0 1 2 3 4) db(host port)", None);
}

#[test]
fn of_a_large_outline_the_deepest_symbols_go_first() {
    check_limited(12, "app(name env) list(0 1 2 3 4) db(host port)", Some(14));
}

#[test]
fn a_long_list_is_cut_before_its_neighbours() {
    check_limited(9, "app(name env) list(0 1) db(host port)", Some(14));
}

#[test]
fn where_not_even_the_top_has_room_it_keeps_its_beginning() {
    check_limited(2, "app list", Some(14));
    check_limited(0, "", Some(14));
}

#[test]
fn no_symbol_is_made_that_would_be_cut() {
    let texts = [
        "a: {b: [1, 2], c: {d: 1}}\ne: [[1, 2], [3], []]\nf: 1\n",
        "---\na: [1, {b: 2}]\n---\n- c: 1\n  d: 2\n- e\n---\ntext\n",
        "[{a: 1, b: 2}, {c: 3}, [4, 5, 6], {}]\n",
        "---\n---\na: 1\n",
        "text\n",
    ];
    for text in texts {
        let analysis = Fixture::parse(text).analysis();
        let file = analysis.file(Path::new("/main.yml")).unwrap();
        let whole = document_symbols(&analysis, file, usize::MAX).symbols;
        let all = outermost::count(&whole);
        for limit in 0..=all {
            let mut symbols = whole.clone();
            outermost::keep_outermost(&mut symbols, limit);
            let expected = Outline { symbols, all: (limit < all).then_some(all) };
            assert_eq!(document_symbols(&analysis, file, limit), expected, "{limit} of {text}");
        }
    }
}
