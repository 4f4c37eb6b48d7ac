//! Completions in template code: names, members of values, arguments by name, paths and names to load.

use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::ide::annotation_docs::{Editions, annotation_doc};
use crate::ide::code::call::{Callee, TypedCall};
use crate::ide::code::chain::AccessChain;
use crate::ide::code::function::{CallParameter, Callable};
use crate::ide::code::local::locals;
use crate::ide::code::spot::{CodeSpot, NamePosition, is_name};
use crate::ide::code::value::{KnownValue, ValueResolver};
use crate::ide::code::{CodeKind, CursorCode};
use crate::ide::line::line_at;
use crate::ide::schema_markdown;
use crate::schema::SchemaNode;
use crate::schema::describe::type_words;
use crate::template::code_docs::{self, MembersDoc, NameDoc};
use crate::template::names::{Binding, BindingId, BindingKind, ScopeId};
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::is_starlark;

mod imports;
mod keywords;
mod loads;

/// Annotations that take functions, not what they give.
const TAKE_FUNCTIONS: [&str; 3] = ["schema/validation", "schema/validate", "assert/validate"];

/// What can stand at the cursor in code.
pub(super) fn completions(
    analysis: &Analysis,
    file: FileId,
    offset: TextSize,
    code: &CursorCode,
) -> Vec<CompletionItem> {
    let takes_nothing = |name: &str| annotation_doc(name).is_some_and(|annotation| annotation.form.is_empty());
    if matches!(&code.kind, CodeKind::Arguments(name) if takes_nothing(name)) {
        return Vec::new();
    }
    let Some(spot) = code.spot() else { return Vec::new() };
    let is_load = |call: &TypedCall| matches!(&call.callee, Callee::Value(chain) if *chain.root_name() == *"load");
    let call = TypedCall::around(code);
    let offers = CodeOffers { analysis, file, offset, code, call: call.as_ref() };
    match spot {
        CodeSpot::Member { of, word, closing } => offers.members(&of, &word, closing.as_deref()),
        CodeSpot::Name { position: NamePosition::Operator, word } => {
            offers.words(keywords::behind_value(code, word.start), &word)
        }
        CodeSpot::Name { position: NamePosition::Loop, word } => offers.words(["in"], &word),
        CodeSpot::Name { word, .. } if call.as_ref().is_some_and(is_load) => loads::in_quotes(&offers, &word),
        CodeSpot::Name { word, position } => offers.names(&word, position),
        CodeSpot::Text { token, word, closing } if call.as_ref().is_some_and(is_load) => {
            loads::completions(&offers, token, &word, &closing)
        }
        CodeSpot::Text { .. } => Vec::new(),
    }
}

/// What is offered at one place.
struct CodeOffers<'a> {
    analysis: &'a Analysis,
    file: FileId,
    offset: TextSize,
    code: &'a CursorCode,
    call: Option<&'a TypedCall>,
}

impl CodeOffers<'_> {
    /// Arguments by name, then everything that has a name here, then keywords, then what can be loaded.
    fn names(&self, word: &std::ops::Range<usize>, position: NamePosition) -> Vec<CompletionItem> {
        let range = self.code.range(word);
        let mut items = self.arguments(word, range);
        let locals = self.locals(word, range);
        items.extend(self.visible(range).into_iter().filter(|item| !locals.iter().any(|it| it.label == item.label)));
        items.extend(locals);
        let is_bound = |name: &str| items.iter().any(|item| item.label == name);
        let globals = code_docs::globals().iter().filter(|doc| !is_bound(doc.name()));
        let globals: Vec<_> = globals.map(|doc| self.documented(None, doc, range, "8")).collect();
        let imports = imports::completions(self, range, &is_bound);
        items.extend(globals);
        items.extend(imports);
        if position == NamePosition::Statement {
            items.extend(keywords::STATEMENTS.map(|keyword| self.statement(keyword, range)));
        }
        items.extend(self.words(keywords::VALUES, word));
        items
    }

    fn words(
        &self,
        words: impl IntoIterator<Item = &'static str>,
        word: &std::ops::Range<usize>,
    ) -> Vec<CompletionItem> {
        let range = self.code.range(word);
        words.into_iter().map(|keyword| item(keyword, CompletionKind::Keyword, range, "9")).collect()
    }

    /// A word that a statement begins with, which is what a line mostly begins with. Where nothing follows, it brings
    /// its block and the `end` of that.
    fn statement(&self, keyword: &'static str, range: TextRange) -> CompletionItem {
        let plain = item(keyword, CompletionKind::Keyword, range, "7");
        let block = keywords::header(keyword).and_then(|header| {
            let line = line_at(self.analysis.document(self.file)?.rope(), range.end());
            let is_last = line.text.get(line.column(range.end())..)?.trim().is_empty();
            let (inside, sign) = match line.text.trim_start().starts_with("#@") {
                true => ("", "#@ "),
                false if is_starlark(self.analysis.path(self.file)) => ("  ", ""),
                false => return None,
            };
            is_last.then(|| format!("{header}\n{inside}$0\n{sign}end"))
        });
        let Some(insert) = block else { return plain };
        CompletionItem { detail: Some(format!("{keyword} … end")), insert, is_snippet: true, ..plain }
    }

    /// Names that hold inside of the statement only.
    fn locals(&self, word: &std::ops::Range<usize>, range: TextRange) -> Vec<CompletionItem> {
        let statement = &self.code.statement;
        let at = statement.tokens().partition_point(|token| token.range.end <= word.start);
        let values = ValueResolver::at(self.analysis, self.file, self.offset);
        let named = locals(statement, at).into_iter().map(|local| {
            let sort = format!("1-{}", local.name);
            let plain = CompletionItem { sort, ..item(&local.name, CompletionKind::Variable, range, "") };
            match values.local(statement, &local) {
                Some(known) => self.known(plain, &known),
                None => plain,
            }
        });
        named.collect()
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
        let offered = open.map(|(index, parameter)| CompletionItem {
            sort: format!("0{index:03}"),
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
        let sort = format!("1{rank:04}");
        let plain = CompletionItem { sort, ..item(&binding.name, CompletionKind::Variable, range, "") };
        if let Some(known) = ValueResolver::at(self.analysis, self.file, self.offset).binding(id) {
            return self.known(plain, &known);
        }
        let is_parameter = matches!(binding.definitions.first(), Some(it) if matches!(it.kind, BindingKind::Parameter));
        CompletionItem { detail: is_parameter.then(|| "parameter".to_owned()), ..plain }
    }

    /// A name with what is known of its value.
    fn known(&self, plain: CompletionItem, known: &KnownValue<'_>) -> CompletionItem {
        let name = plain.label.clone();
        match known {
            KnownValue::Module(module) => CompletionItem {
                detail: Some(format!("@ytt:{}", module.name)),
                documentation: Some(module.markdown()),
                kind: CompletionKind::Module,
                ..plain
            },
            KnownValue::Function(_, _, function) => {
                let callable = self.callable(&name, &Callable::defined(&name, function), plain.replace);
                CompletionItem { sort: plain.sort, ..callable }
            }
            KnownValue::Documented(holder, doc) if doc.is_function() => {
                CompletionItem { sort: plain.sort, ..self.documented(*holder, doc, plain.replace, "") }
            }
            KnownValue::DataValue(file, path) => {
                let node =
                    ValueResolver::at(self.analysis, self.file, self.offset).nodes(*file, path).into_iter().next();
                node.map_or(plain.clone(), |node| self.described(plain, &name, &node))
            }
            _ => plain,
        }
    }

    /// What can be read from a value.
    fn members(&self, of: &AccessChain, word: &std::ops::Range<usize>, closing: Option<&str>) -> Vec<CompletionItem> {
        let values = ValueResolver::at(self.analysis, self.file, self.offset);
        let known = values.chain(&self.code.statement, of).and_then(|known| values.resolve_documented(known));
        let range = self.code.range(word);
        if let Some((module, load)) = imports::unloaded(self, of).filter(|_| known.is_none()) {
            let members = self.members_of(module, range).into_iter();
            return members.map(|item| CompletionItem { also: Some(load.clone()), ..item }).collect();
        }
        match known {
            Some(KnownValue::Module(holder) | KnownValue::Value(holder)) if closing.is_none() => {
                self.members_of(holder, range)
            }
            Some(KnownValue::DataValue(file, path)) => {
                let keys = values.keys(file, &path).into_iter().enumerate();
                keys.map(|(index, (name, node))| {
                    let sort = format!("{}{index:04}", u8::from(node.deprecated.is_some()));
                    CompletionItem { sort, ..self.described(self.key(&name, word, closing), &name, &node) }
                })
                .collect()
            }
            Some(KnownValue::Struct(fields)) => {
                fields.iter().map(|field| self.key(&field.name, word, closing)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What a module or values of a type have.
    fn members_of(&self, holder: &'static MembersDoc, range: TextRange) -> Vec<CompletionItem> {
        let members = holder.members.iter().filter(|doc| self.is_there(doc.editions));
        members.map(|doc| self.documented(Some(holder), doc, range, "1")).collect()
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
        also: None,
    }
}
