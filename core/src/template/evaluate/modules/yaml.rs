//! `@ytt:yaml`: data as YAML text and back.

use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::Value as StarlarkValue;

use super::data_of;
use super::validations::text;
use crate::document::TextDocument;
use crate::problem::{Problem, Severity};
use crate::template::evaluate::modules::Ignored;
use crate::template::values::to_starlark::with_dicts;
use crate::template::values::yaml_fragment::FragmentKind;
use crate::template::values::{BuiltinError, YamlFragment};
use crate::text::FileId;
use crate::values::from_yaml::from_plain_yaml;
use crate::values::{Value, ValueKind, print};
use crate::yaml::{Document, Stream, compose};

#[starlark_module]
pub(super) fn members(builder: &mut GlobalsBuilder) {
    /// A value as YAML; documents with a `---` between them.
    fn encode<'v>(
        #[starlark(require = pos)] value: StarlarkValue<'v>,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<String> {
        match YamlFragment::from_value(value).filter(|fragment| fragment.kind() == FragmentKind::Documents) {
            Some(documents) => Ok(stream(documents)),
            None if is_empty_fragment(value) => Ok(String::new()),
            None => Ok(print::yaml(&data_of(value, eval.heap())?)),
        }
    }

    /// The value of some YAML, which may hold one document.
    fn decode<'v>(
        #[starlark(require = pos)] encoded: &str,
        #[starlark(kwargs)] _rest: Ignored,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<StarlarkValue<'v>> {
        Ok(with_dicts(&read(encoded)?, eval.heap()))
    }
}

/// What the older editions have besides.
#[starlark_module]
pub(super) fn older_members(builder: &mut GlobalsBuilder) {
    /// Whether a value is a text in YAML.
    fn decodable(#[starlark(require = pos)] value: StarlarkValue) -> starlark::Result<bool> {
        Ok(text(value).is_some_and(|text| read(text).is_ok()))
    }
}

/// Whether a value is an empty map or array of YAML, which is written as nothing.
pub(super) fn is_empty_fragment(value: StarlarkValue<'_>) -> bool {
    YamlFragment::from_value(value).is_some_and(|fragment| fragment.children().next().is_none())
}

fn stream(documents: &YamlFragment) -> String {
    let texts = documents.children().map(|child| print::yaml(&child.value));
    texts.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("---\n")
}

/// Whether a document begins as ytt sees it before the first one that has a marker: it puts a marker of its own above a
/// text that does not begin with one, which is followed by a blank or a line break.
fn has_document_above(first: &Document, text: &str) -> bool {
    let Some(marker) = first.marker else { return false };
    let (above, rest) = text.split_at_checked(marker.start().into()).unwrap_or_default();
    !above.trim().is_empty() || rest == "---"
}

fn read(text: &str) -> Result<Value, BuiltinError> {
    // The text is no file; nobody sees the places.
    let file = FileId::NONE;
    let parsed = TextDocument::new(file, text);
    let stream = parsed.stream();
    let is_error = |problem: &&Problem| problem.severity == Severity::Error;
    if let Some(problem) = stream.problems.iter().find(is_error) {
        return Err(refused(problem, &parsed));
    }
    let document = match stream.documents.as_slice() {
        [] => return Ok(Value::unwritten(ValueKind::Null)),
        [document] if !has_document_above(document, text) => document,
        documents => {
            let message = format!("the text holds {} YAML documents", documents.len().max(2));
            return Err(BuiltinError::new(message).expected("exactly one"));
        }
    };
    // Unlike in a file without code, a key must not repeat.
    let checked = Stream { is_template: true, ..stream.clone() };
    let problems = compose::check(file, &checked, &mut compose::ComposeMemo::default());
    let converted = from_plain_yaml(file, document);
    match problems.iter().chain(&converted.problems).find(is_error) {
        Some(problem) => Err(refused(problem, &parsed)),
        None if is_known(&converted.value) => Ok(converted.value),
        None => Err(BuiltinError::new("the text is not YAML: an alias holds itself, or a tag does not fit its value")),
    }
}

fn is_known(value: &Value) -> bool {
    match &value.kind {
        ValueKind::Unknown => false,
        ValueKind::Mapping(mapping) => mapping.entries.iter().all(|entry| is_known(&entry.value)),
        ValueKind::Sequence(items) => items.iter().all(is_known),
        _ => true,
    }
}

/// A problem of the text as that of the call.
fn refused(problem: &Problem, parsed: &TextDocument) -> BuiltinError {
    let line = parsed.resolve(problem.place).map_or(0, |range| parsed.line_of(range.start())) + 1;
    BuiltinError::new(format!("the text is not YAML at its line {line}: {}", problem.message))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::template::evaluate::modules::test_support::check;
    use crate::template::evaluate::tests::check as check_template;

    #[test]
    fn values_become_yaml() {
        check(
            r#"
            yaml.encode({"a": [1, 2.0, {"b": None}], 1: "yes"})
            yaml.encode([])
            yaml.encode("text")
            yaml.encode(None)
            yaml.encode(struct.make(a=1))
            yaml.encode(len)
            yaml.encode()
            "#,
            expect![[r#"
                yaml.encode({"a": [1, 2.0, {"b": None}], 1: "yes"})
                    "a:\n- 1\n- 2\n- b: null\n1: \"yes\"\n"
                yaml.encode([])
                    "[]\n"
                yaml.encode("text")
                    "text\n"
                yaml.encode(None)
                    ""
                yaml.encode(struct.make(a=1))
                    "a: 1\n"
                yaml.encode(len)
                    ! a builtin_function_or_method cannot be a value in YAML
                      expected: a scalar, a list, a dict, a struct or a YAML fragment
                yaml.encode()
                    ! Wrong number of positional arguments, expected 1, got 0
            "#]],
        );
    }

    #[test]
    fn a_value_that_holds_itself_or_grows_by_sharing_is_refused() {
        check_template(
            r#"
            #- /main.yml
            #@ load("@ytt:yaml", "yaml")
            #@ holds_itself = []
            #@ holds_itself.append(holds_itself)
            text: #@ yaml.encode(holds_itself)
            "#,
            expect![[r#"
                === main.yml
                #@ load("@ytt:yaml", "yaml")
                #@ holds_itself = []
                #@ holds_itself.append(holds_itself)
                text: #@ yaml.encode(holds_itself)
                #        ^^^^^^^^^^^^^^^^^^^^^^^^^ template-failure: The value nests deeper than YAML is read, or holds itself
            "#]],
        );
        check_template(
            r#"
            #- /main.yml
            #@ load("@ytt:yaml", "yaml")
            #@ shared = []
            #@ for i in range(60):
            #@   shared = [shared, shared]
            #@ end
            text: #@ yaml.encode(shared)
            "#,
            expect![[r#"
                === main.yml
                #@ load("@ytt:yaml", "yaml")
                #@ shared = []
                #@ for i in range(60):
                #@   shared = [shared, shared]
                #@ end
                text: #@ yaml.encode(shared)
                #        ^^^^^^^^^^^^^^^^^^^ template-failure: The value has more parts than YAML is given / expected: at most 500000
            "#]],
        );
    }

    #[test]
    fn documents_are_separated() {
        check_template(
            r#"
            #- /main.yml
            #@ load("@ytt:yaml", "yaml")
            #@ def documents():
            ---
            a: 1
            ---
            - b
            #@ end
            ---
            text: #@ yaml.encode(documents())
            "#,
            expect![[r#"
                text: |
                  a: 1
                  ---
                  - b
            "#]],
        );
    }

    #[test]
    fn a_text_of_one_document_is_decoded() {
        check(
            r#"
            yaml.decode("a: 1\n---\nb: 2\n")
            yaml.decode("---")
            yaml.decode("---\n")
            yaml.decode("...\na: 1\n")
            yaml.decode("\n...\n---\na: 1\n")
            yaml.decode(" # a comment\n---\na: 1\n")
            yaml.decode("%YAML 1.1\n---\na: 1\n")
            yaml.decode("\n--- # a comment\na: 1\n")
            yaml.decode(" # a comment\n---a")
            "#,
            expect![[r#"
                yaml.decode("a: 1\n---\nb: 2\n")
                    ! the text holds 2 YAML documents
                      expected: exactly one
                yaml.decode("---")
                    ! the text holds 2 YAML documents
                      expected: exactly one
                yaml.decode("---\n")
                    None
                yaml.decode("...\na: 1\n")
                    ! the text is not YAML at its line 2: ytt needs a `---` line before each further document
                yaml.decode("\n...\n---\na: 1\n")
                    ! the text holds 2 YAML documents
                      expected: exactly one
                yaml.decode(" # a comment\n---\na: 1\n")
                    ! the text holds 2 YAML documents
                      expected: exactly one
                yaml.decode("%YAML 1.1\n---\na: 1\n")
                    ! the text holds 2 YAML documents
                      expected: exactly one
                yaml.decode("\n--- # a comment\na: 1\n")
                    {"a": 1}
                yaml.decode(" # a comment\n---a")
                    "---a"
            "#]],
        );
    }

    #[test]
    fn yaml_becomes_values() {
        check(
            r#"
            yaml.decode("a: [1, 2.5, yes, null, 0x10]\nb: {c: text}\n")
            yaml.decode("- &x {a: 1}\n- *x\n")
            yaml.decode(" # a comment\n")
            yaml.decode("")
            yaml.decode("a: 1\na: 2\n")
            yaml.decode("{1: a, 0x1: b}")
            yaml.decode("{1: a, true: b, 1.5: c, ~: {~: d}}")
            yaml.decode("a: 1\na: #@ code\n#@ if\nb: 3\n")
            yaml.decode("a: 'open\nb: 1\n")
            yaml.decode("*unknown")
            yaml.decode("[" * 2000)
            yaml.decode("k0: &k0 x\n" + "".join(["k%s: &k%s [*k%s, *k%s, *k%s]\n" % (i, i, i - 1, i - 1, i - 1) for i in range(1, 20)]))
            yaml.decode("a: &a [*a]")
            yaml.decode(1)
            "#,
            expect![[r#"
                yaml.decode("a: [1, 2.5, yes, null, 0x10]\nb: {c: text}\n")
                    {"a": [1, 2.5, True, None, 16], "b": {"c": "text"}}
                yaml.decode("- &x {a: 1}\n- *x\n")
                    [{"a": 1}, {"a": 1}]
                yaml.decode(" # a comment\n")
                    None
                yaml.decode("")
                    None
                yaml.decode("a: 1\na: 2\n")
                    ! the text is not YAML at its line 2: The map has the key `a` already
                yaml.decode("{1: a, 0x1: b}")
                    ! the text is not YAML at its line 1: The map has the key `0x1` already
                yaml.decode("{1: a, true: b, 1.5: c, ~: {~: d}}")
                    {1: "a", True: "b", 1.5: "c", None: {None: "d"}}
                yaml.decode("a: 1\na: #@ code\n#@ if\nb: 3\n")
                    {"a": None, "b": 3}
                yaml.decode("a: 'open\nb: 1\n")
                    ! the text is not YAML at its line 1: The quote is not closed
                yaml.decode("*unknown")
                    ! the text is not YAML at its line 1: No anchor `&unknown` is defined above this alias
                yaml.decode("[" * 2000)
                    ! the text is not YAML at its line 1: The text nests deeper than sayl follows
                yaml.decode("k0: &k0 x\n" + "".join(["k%s: &k%s [*k%s, *k%s, *k%s]\n" % (i, i, i - 1, i - 1, i - 1) for i in range(1, 20)]))
                    ! the text is not YAML at its line 8: The alias `*k6` repeats too much: written out, the document would be huge
                yaml.decode("a: &a [*a]")
                    ! the text is not YAML at its line 1: The alias `*a` is inside the value that it repeats
                yaml.decode(1)
                    ! Type of parameter `encoded` doesn't match, expected `str`, actual `int (repr: 1)`
            "#]],
        );
    }
}
