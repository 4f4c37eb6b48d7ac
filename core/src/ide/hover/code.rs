//! Hover in template code: functions with their documentation, modules and what is in them, data values with their
//! schema, and where other names get their value.

use super::Hover;
use crate::analysis::Analysis;
use crate::analysis::names::{LoadTarget, NameOrigin};
use crate::ide::code::CursorCode;
use crate::ide::code::call::TypedCall;
use crate::ide::code::chain::{AccessChain, AccessStep, unquoted};
use crate::ide::code::function::Callable;
use crate::ide::code::spot::{CodeSpot, is_name};
use crate::ide::code::value::{KnownValue, ValueResolver};
use crate::ide::effective::of_items;
use crate::ide::line::text_of;
use crate::ide::schema_markdown::{code_span, markdown, place_words, shortened};
use crate::schema::describe::type_words;
use crate::schema::{SchemaNode, lookup};
use crate::template::code_docs;
use crate::template::names::{Binding, BindingId, BindingKind, NameDefinition, Names};
use crate::template::tokens::CodeTokenKind;
use crate::text::{FileId, Place, TextSize};
use crate::values::ValueKind;
use crate::values::flow::flow;

/// How many keys of the data values are listed.
const MOST_KEYS: usize = 30;

/// What is known at the cursor in code.
pub(super) fn hover(analysis: &Analysis, file: FileId, offset: TextSize, code: &CursorCode) -> Option<Hover> {
    let at = CodeAt { analysis, file, offset, code };
    if let Some(CodeSpot::Member { of, word, closing: Some(_) }) = code.spot() {
        return at.member(&of, &word);
    }
    if let Some(CodeSpot::Text { token, word, .. }) = code.spot() {
        let markdown = at.loaded(token)?;
        return Some(Hover { range: code.range(&word), markdown });
    }
    let index = code.word()?;
    let word = code.statement.tokens().get(index)?.range.clone();
    if let Some(dot) = index.checked_sub(1).filter(|before| code.statement.source(*before) == ".") {
        return at.member(&AccessChain::before(&code.statement, dot)?, &word);
    }
    let markdown = at.argument(index).or_else(|| at.name(code.statement.source(index)))?;
    Some(Hover { range: code.range(&word), markdown })
}

/// A place in code.
struct CodeAt<'a> {
    analysis: &'a Analysis,
    file: FileId,
    offset: TextSize,
    code: &'a CursorCode,
}

impl<'a> CodeAt<'a> {
    fn values(&self) -> ValueResolver<'a> {
        ValueResolver::at(self.analysis, self.file, self.offset)
    }

    /// What is read from a value.
    fn member(&self, of: &AccessChain, word: &std::ops::Range<usize>) -> Option<Hover> {
        let name = self.code.statement.scanner.text.get(word.clone())?;
        let mut whole = of.clone();
        whole.steps.push(AccessStep::Name(name.to_owned()));
        let known = self.values().chain(&self.code.statement, &whole)?;
        Some(Hover { range: self.code.range(word), markdown: self.known(name, &known)? })
    }

    /// The parameter that an argument is given for by its name.
    fn argument(&self, index: usize) -> Option<String> {
        let name = self.code.statement.source(index);
        let is_named = self.code.statement.source(index + 1) == "=" && self.code.statement.source(index + 2) != "=";
        let call = TypedCall::around(self.code).filter(|call| is_named && call.argument.start == index)?;
        let (callable, keyword) = call.callable(self.analysis, self.file, self.offset, self.code)?;
        let parameter = callable.parameters.iter().find(|it| it.is_named(name))?;
        Some(format!("Parameter `{}`\n\n{}", parameter.label, callable.markdown(keyword, None)))
    }

    /// What a name is.
    fn name(&self, name: &str) -> Option<String> {
        let names = self.analysis.names(self.file);
        let bound =
            names.and_then(|names| names.at(self.offset).map(|(id, _)| id).or_else(|| names.lookup(name, self.offset)));
        let Some(id) = bound else {
            return code_docs::global(name).map(|doc| doc.markdown(None));
        };
        let known = self.values().binding(id).and_then(|known| self.known(name, &known));
        let Some(known) = known else { return self.binding(id) };
        let definition = names.and_then(|names| names.binding(id)?.definitions.first());
        let is_parameter = definition.is_some_and(|it| matches!(it.kind, BindingKind::Parameter));
        // What is given to a parameter is not what it is.
        let place = is_parameter.then(|| self.binding(id)).flatten();
        Some(place.map_or(known.clone(), |place| format!("{place}, every call gives it this\n\n{known}")))
    }

    /// What is known of a value.
    fn known(&self, name: &str, known: &KnownValue<'_>) -> Option<String> {
        match known {
            KnownValue::Module(module) => Some(module.markdown()),
            KnownValue::Documented(holder, doc) => {
                let keys = self.values().resolve_documented(known.clone()).and_then(|settled| self.keys(&settled));
                Some(doc.markdown(holder.map(|holder| holder.name)) + &keys.unwrap_or_default())
            }
            KnownValue::Value(ty) => Some(format!("**`{name}`**: {}\n\n{}", ty.name, ty.meaning)),
            KnownValue::DataValue(file, path) => {
                let nodes = self.values().nodes(*file, path);
                let node = nodes.first()?;
                let described = markdown(self.analysis, name, node);
                let in_effect = self.in_effect(*file, path, node).map(|words| format!("\n\n{words}"));
                Some(described + &in_effect.unwrap_or_default())
            }
            KnownValue::Function(file, binding, function) => {
                let range = binding.definitions.first()?.range;
                let place = place_words(self.analysis, Place::absolute(*file, range));
                Some(Callable::defined(&binding.name, function).markdown("def ", place.as_deref()))
            }
            KnownValue::Struct(fields) => {
                let names: Vec<String> = fields.iter().map(|field| code_span(&field.name)).collect();
                Some(format!("**`{name}`**: struct with {}", names.join(", ")))
            }
        }
    }

    /// What the data values of the bundle hold, each key with its type.
    fn keys(&self, known: &KnownValue<'_>) -> Option<String> {
        let KnownValue::DataValue(file, path) = known else { return None };
        let keys = self.values().keys(*file, path);
        let words =
            keys.iter().take(MOST_KEYS).map(|(name, node)| format!("\n- {}: {}", code_span(name), type_words(node)));
        let more = if keys.len() > MOST_KEYS { "\n- …" } else { "" };
        (!keys.is_empty()).then(|| format!("\n\nThe schema declares:\n{}{more}", words.collect::<String>()))
    }

    /// Which value a data value has in the end, and where it is set, unless it is the default.
    fn in_effect(&self, file: FileId, path: &[lookup::Step], node: &SchemaNode) -> Option<String> {
        if let Some(words) = of_items(self.analysis, file, path) {
            return Some(words);
        }
        let values = self.analysis.final_values(file)?;
        let value = path.iter().try_fold(&values, |value, step| match step {
            lookup::Step::Key(key) => value.mapping()?.get(key),
            lookup::Step::Item(_) => None,
        })?;
        let is_shown = !matches!(value.kind, ValueKind::Mapping(_) | ValueKind::Sequence(_) | ValueKind::Unknown);
        let text = Some(flow(value)).filter(|text| is_shown && *text != flow(&node.default))?;
        let place = place_words(self.analysis, value.origin)?;
        Some(format!("In effect: {}, set in {}", code_span(&shortened(&text)), code_span(&place)))
    }

    /// Where a name gets its value, if nothing more is known of it.
    fn binding(&self, id: BindingId) -> Option<String> {
        let NameOrigin::Binding(file, id) = self.analysis.origin(self.file, id) else { return None };
        let names = self.analysis.names(file)?;
        let binding = names.binding(id)?;
        let offset = if file == self.file { self.offset } else { TextSize::new(u32::MAX) };
        let definition = binding.definition_before(offset)?;
        let words = self.words(file, names, binding, definition)?;
        let place = place_words(self.analysis, Place::absolute(file, definition.range))?;
        Some(format!("{words}\n\nDefined in {}", code_span(&place)))
    }

    fn words(&self, file: FileId, names: &Names, binding: &Binding, definition: &NameDefinition) -> Option<String> {
        let name = &binding.name;
        match &definition.kind {
            BindingKind::Parameter => Some(match function_of(names, binding) {
                Some(function) => format!("Parameter `{name}` of `{function}`"),
                None => format!("Parameter `{name}`"),
            }),
            BindingKind::LoopVariable => Some(format!("Variable `{name}` of a loop")),
            BindingKind::Variable => {
                let text = text_of(self.analysis.document(file)?.rope(), definition.whole);
                let first = text.lines().next().unwrap_or_default().trim();
                Some(format!("```python\n{}\n```", shortened(first)))
            }
            BindingKind::Loaded(loaded) => {
                let path = &names.loads.get(loaded.load)?.path;
                Some(format!("`{}` of `{path}`", loaded.name))
            }
            BindingKind::Function(_) => None,
        }
    }

    /// What a string of a `load` leads to.
    fn loaded(&self, token: usize) -> Option<String> {
        let statement = &self.code.statement;
        let first = (0..=token).rev().take_while(|index| statement.source(*index) != "(").last()?;
        let is_load = first.checked_sub(2).is_some_and(|before| statement.source(before) == "load");
        let path = unquoted(statement.source(first));
        let loaded = self.analysis.load_target(self.file, path).filter(|_| is_load)?;
        match loaded {
            LoadTarget::Module(name) => code_docs::module(name).map(code_docs::MembersDoc::markdown),
            LoadTarget::File(file) if token == first => {
                let path = self.analysis.path(file).file_name()?.to_string_lossy();
                Some(format!("`{path}` defines {}", self.exported(file)))
            }
            LoadTarget::File(file) => {
                let name = unquoted(statement.source(token));
                let id = self.analysis.names(file)?.exported(name)?;
                let there = CodeAt { file, offset: TextSize::new(u32::MAX), ..*self };
                let known = there.values().binding(id);
                known.and_then(|known| there.known(name, &known)).or_else(|| there.binding(id))
            }
        }
    }

    /// The names that a file offers to others.
    fn exported(&self, file: FileId) -> String {
        let Some(names) = self.analysis.names(file) else { return "nothing".to_owned() };
        let own = names.bindings.iter().filter(|binding| binding.loaded().is_none());
        let own = own.filter(|binding| {
            names
                .exported(&binding.name)
                .is_some_and(|id| names.binding(id).is_some_and(|it| std::ptr::eq(it, *binding)))
        });
        let words: Vec<String> = own.map(|binding| code_span(&binding.name)).collect();
        if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
    }
}

/// The function that has a parameter.
fn function_of<'n>(names: &'n Names, parameter: &Binding) -> Option<&'n str> {
    let has = |binding: &&Binding| binding.function().is_some_and(|function| function.scope == parameter.scope);
    names.bindings.iter().find(has).map(|binding| binding.name.as_str())
}

impl CursorCode {
    /// The index of the name that the cursor touches.
    fn word(&self) -> Option<usize> {
        let touches = |index: &usize| {
            let Some(token) = self.statement.tokens().get(*index) else { return false };
            token.kind == CodeTokenKind::Word && token.range.start <= self.cursor && self.cursor <= token.range.end
        };
        let index = (0..self.statement.tokens().len()).find(touches)?;
        is_name(self.statement.source(index)).then_some(index)
    }
}
