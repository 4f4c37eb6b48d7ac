//! Completions in template code: names, members of values, arguments by name, paths and names to load.

use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::ide::annotation_docs::{Editions, annotation_doc};
use crate::ide::code::call::{Call, Callee};
use crate::ide::code::chain::Chain;
use crate::ide::code::function::{CallParameter, Callable};
use crate::ide::code::spot::{Position, Spot, is_name};
use crate::ide::code::value::{Known, Values};
use crate::ide::code::{Code, CodeKind};
use crate::ide::code_docs::{self, MembersDoc, NameDoc};
use crate::ide::schema_markdown;
use crate::schema::SchemaNode;
use crate::schema::describe::type_words;
use crate::template::names::{Binding, BindingId, DefinitionKind, ScopeId};
use crate::text::{FileId, TextRange, TextSize};

mod loads;

/// Words that begin a statement.
const STATEMENTS: [&str; 11] =
    ["break", "continue", "def", "elif", "else", "end", "for", "if", "load", "return", "while"];

/// Words that begin a value.
const VALUES: [&str; 2] = ["lambda", "not"];

/// Words that go on behind a value.
const OPERATORS: [&str; 7] = ["and", "else", "for", "if", "in", "not in", "or"];

/// Annotations that take functions, not what they give.
const TAKE_FUNCTIONS: [&str; 3] = ["schema/validation", "schema/validate", "assert/validate"];

/// What can stand at the cursor in code.
pub(super) fn completions(analysis: &Analysis, file: FileId, offset: TextSize, code: &Code) -> Vec<CompletionItem> {
    let takes_nothing = |name: &str| annotation_doc(name).is_some_and(|annotation| annotation.form.is_empty());
    if matches!(&code.kind, CodeKind::Arguments(name) if takes_nothing(name)) {
        return Vec::new();
    }
    let Some(spot) = code.spot() else { return Vec::new() };
    let is_load = |call: &Call| matches!(&call.callee, Callee::Value(chain) if *chain.root_name() == *"load");
    let call = Call::around(code);
    let offers = Offers { analysis, file, offset, code, call: call.as_ref() };
    match spot {
        Spot::Member { of, word, closing } => offers.members(&of, &word, closing.as_deref()),
        Spot::Name { position: Position::Operator, word } => offers.words(&OPERATORS, &word),
        Spot::Name { word, position } => offers.names(&word, position),
        Spot::Text { token, word, closing } if call.as_ref().is_some_and(is_load) => {
            loads::completions(&offers, token, &word, &closing)
        }
        Spot::Text { .. } => Vec::new(),
    }
}

/// What is offered at one place.
struct Offers<'a> {
    analysis: &'a Analysis,
    file: FileId,
    offset: TextSize,
    code: &'a Code,
    call: Option<&'a Call>,
}

impl Offers<'_> {
    /// Arguments by name, then everything that has a name here, then keywords.
    fn names(&self, word: &std::ops::Range<usize>, position: Position) -> Vec<CompletionItem> {
        let range = self.code.range(word);
        let mut items = self.arguments(word, range);
        items.extend(self.visible(range));
        let is_bound = |name: &str| items.iter().any(|item| item.label == name);
        let globals = code_docs::globals().iter().filter(|doc| !is_bound(doc.name()));
        let globals: Vec<_> = globals.map(|doc| self.documented(None, doc, range, "8")).collect();
        items.extend(globals);
        if position == Position::Statement {
            items.extend(self.words(&STATEMENTS, word));
        }
        items.extend(self.words(&VALUES, word));
        items
    }

    fn words(&self, words: &[&str], word: &std::ops::Range<usize>) -> Vec<CompletionItem> {
        let range = self.code.range(word);
        words.iter().map(|keyword| item(keyword, CompletionKind::Keyword, range, "9")).collect()
    }

    /// The parameters of the function that is called, which can be given by name.
    fn arguments(&self, word: &std::ops::Range<usize>, range: TextRange) -> Vec<CompletionItem> {
        let Some(call) = self.call.filter(|call| call.argument.len() <= usize::from(!word.is_empty())) else {
            return Vec::new();
        };
        let Some((callable, _)) = call.callable(self.analysis, self.file, self.offset, self.code) else {
            return Vec::new();
        };
        let is_open = |(index, parameter): &(usize, &CallParameter)| {
            let is_given = call.given.contains(&parameter.name);
            let is_passed = parameter.is_positional() && *index < call.index;
            parameter.is_named(&parameter.name) && !is_passed && !is_given
        };
        let open = callable.parameters.iter().enumerate().filter(is_open);
        let offered = open.map(|(_, parameter)| CompletionItem {
            insert: format!("{}=", parameter.name),
            insert_plain: format!("{}=", parameter.name),
            detail: Some(parameter.label.clone()),
            documentation: Some(callable.markdown("", None)),
            ..item(&format!("{}=", parameter.name), CompletionKind::Parameter, range, "0")
        });
        offered.collect()
    }

    /// What the file names at the cursor.
    fn visible(&self, range: TextRange) -> Vec<CompletionItem> {
        let Some(names) = self.analysis.names(self.file) else { return Vec::new() };
        let scope = names.scope_at(self.offset);
        let start = self.code.statement.offset(0);
        let is_there = |binding: &Binding| {
            let first = binding.definitions.first().map_or(start, |definition| definition.range.start());
            // What is defined further down is there for functions only, which are called later.
            let is_called_later = binding.scope == ScopeId(0) && scope != ScopeId(0);
            first < start || is_called_later
        };
        let visible = names.visible_at(self.offset).into_iter().enumerate();
        let bound = visible.filter_map(|(rank, id)| Some((rank, id, names.binding(id).filter(|it| is_there(it))?)));
        bound.map(|(rank, id, binding)| self.bound(id, binding, rank, range)).collect()
    }

    fn bound(&self, id: BindingId, binding: &Binding, rank: usize, range: TextRange) -> CompletionItem {
        let name = binding.name.as_str();
        let plain = CompletionItem { sort: format!("1{rank:04}"), ..item(name, CompletionKind::Variable, range, "") };
        match Values::at(self.analysis, self.file, self.offset).binding(id) {
            Some(Known::Module(module)) => CompletionItem {
                detail: Some(format!("@ytt:{}", module.name)),
                documentation: Some(module.markdown()),
                kind: CompletionKind::Module,
                ..plain
            },
            Some(Known::Function(_, _, function)) => {
                let sort = plain.sort.clone();
                CompletionItem { sort, ..self.callable(name, &Callable::defined(name, function), range) }
            }
            Some(Known::Documented(holder, doc)) if doc.is_function() => {
                CompletionItem { sort: plain.sort, ..self.documented(holder, doc, range, "") }
            }
            Some(Known::DataValue(file, path)) => {
                let node = Values::at(self.analysis, self.file, self.offset).nodes(file, &path).into_iter().next();
                node.map_or(plain.clone(), |node| self.described(plain, name, &node))
            }
            _ => {
                let kind = binding.definitions.first().map(|definition| &definition.kind);
                let detail = match kind {
                    Some(DefinitionKind::Parameter) => Some("parameter".to_owned()),
                    _ => None,
                };
                CompletionItem { detail, ..plain }
            }
        }
    }

    /// What can be read from a value.
    fn members(&self, of: &Chain, word: &std::ops::Range<usize>, closing: Option<&str>) -> Vec<CompletionItem> {
        let values = Values::at(self.analysis, self.file, self.offset);
        let known = values.chain(&self.code.statement, of).and_then(|known| values.settled(known));
        let range = self.code.range(word);
        match known {
            Some(Known::Module(holder) | Known::Value(holder)) if closing.is_none() => {
                let is_there = |doc: &&NameDoc| self.is_there(doc.editions);
                holder
                    .members
                    .iter()
                    .filter(is_there)
                    .map(|doc| self.documented(Some(holder), doc, range, "1"))
                    .collect()
            }
            Some(Known::DataValue(file, path)) => {
                let keys = values.keys(file, &path).into_iter().enumerate();
                keys.map(|(index, (name, node))| {
                    let sort = format!("{}{index:04}", u8::from(node.deprecated.is_some()));
                    CompletionItem { sort, ..self.described(self.key(&name, word, closing), &name, &node) }
                })
                .collect()
            }
            Some(Known::Struct(fields)) => fields.iter().map(|field| self.key(&field.name, word, closing)).collect(),
            _ => Vec::new(),
        }
    }

    /// A key: behind a dot, in quotes, or in brackets and quotes instead of the dot where it is no name.
    fn key(&self, name: &str, word: &std::ops::Range<usize>, closing: Option<&str>) -> CompletionItem {
        let plain = item(name, CompletionKind::Key, self.code.range(word), "1");
        let (text, replace) = match closing {
            Some(closing) => (format!("{}{closing}", quoted(name)), plain.replace),
            None if is_name(name) => return plain,
            None => (format!("[\"{}\"]", quoted(name)), self.code.range(&(word.start.saturating_sub(1)..word.end))),
        };
        CompletionItem { insert: text.clone(), insert_plain: text, replace, ..plain }
    }

    fn described(&self, item: CompletionItem, name: &str, node: &SchemaNode) -> CompletionItem {
        CompletionItem {
            detail: Some(type_words(node)),
            documentation: Some(schema_markdown::markdown(self.analysis, name, node)),
            deprecated: node.deprecated.is_some(),
            ..item
        }
    }

    fn documented(
        &self,
        holder: Option<&'static MembersDoc>,
        doc: &NameDoc,
        range: TextRange,
        rank: &str,
    ) -> CompletionItem {
        let holder = holder.map(|holder| holder.name);
        let documentation = Some(doc.markdown(holder));
        if doc.is_function() {
            let callable = self.callable(doc.name(), &Callable::documented(holder, doc), range);
            return CompletionItem {
                detail: Some(doc.declaration(None)),
                documentation,
                sort: format!("{rank}{}", doc.name()),
                ..callable
            };
        }
        let kind = if holder.is_some() { CompletionKind::Key } else { CompletionKind::Keyword };
        CompletionItem { detail: Some(doc.gives.to_owned()), documentation, ..item(doc.name(), kind, range, rank) }
    }

    fn callable(&self, name: &str, callable: &Callable, range: TextRange) -> CompletionItem {
        let behind =
            self.code.statement.position(range.end()).and_then(|end| self.code.statement.scanner.text.get(end..));
        let is_called = behind.is_some_and(|behind| behind.starts_with('('));
        let plain = CompletionItem {
            detail: Some(callable.signature.clone()),
            documentation: Some(callable.markdown("", None)),
            ..item(name, CompletionKind::Function, range, "1")
        };
        if is_called || self.takes_function() {
            return plain;
        }
        let snippet = callable.snippet();
        CompletionItem {
            is_snippet: snippet != "()",
            insert: format!("{name}{snippet}"),
            insert_plain: format!("{name}()"),
            ..plain
        }
    }

    /// Whether a function itself is wanted, and not what it gives.
    fn takes_function(&self) -> bool {
        let named = self.call.and_then(|call| call.keyword.as_deref());
        let is_wanted = named.is_some_and(|name| matches!(name, "when" | "via" | "key"));
        let is_rule = matches!(&self.code.kind, CodeKind::Arguments(name) if TAKE_FUNCTIONS.contains(&name.as_str()));
        is_wanted || is_rule && self.call.is_none_or(|call| matches!(call.callee, Callee::Annotation(_)))
    }

    fn is_there(&self, editions: Editions) -> bool {
        editions == Editions::All || self.analysis.has_older_modules(self.file)
    }
}

/// Text as it stands inside of quotes.
fn quoted(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

fn item(label: &str, kind: CompletionKind, replace: TextRange, rank: &str) -> CompletionItem {
    CompletionItem {
        label: label.to_owned(),
        kind,
        detail: None,
        documentation: None,
        replace,
        insert: label.to_owned(),
        is_snippet: false,
        insert_plain: label.to_owned(),
        sort: format!("{rank}{label}"),
        deprecated: false,
    }
}
