//! What rules of the older editions become: keywords where released ytt has them, else functions that say the same.

use super::Migration;
use super::kinds::{is_true, kinds};
use crate::constraint::ConstrainedKind;
use crate::formats::StringFormat;
use crate::schema::SchemaNode;
use crate::schema::from_annotations::dialect::AnnotationKind;
use crate::schema::import::starlark::quoted;
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind};
use crate::values::fragment::{AttachedAnnotation, Fragment};

/// The rules of one node.
#[derive(Default)]
pub(super) struct MigratedRules {
    /// Descriptions and functions, as Starlark.
    functions: Vec<(String, String)>,
    /// Keywords with their arguments, as Starlark.
    keywords: Vec<(String, String)>,
    when: Option<String>,
    pub(super) needs_json: bool,
}

impl MigratedRules {
    /// A condition of `v`, with words that say what is valid.
    pub(super) fn function(&mut self, words: &str, condition: &str) {
        self.functions.push((quoted(words), format!("lambda v: {condition}")));
    }

    pub(super) fn refuse_null(&mut self) {
        self.keyword("not_null", "True");
    }

    fn has(&self, name: &str) -> bool {
        self.keywords.iter().any(|(it, _)| it == name)
    }

    fn keyword(&mut self, name: &str, argument: impl Into<String>) {
        self.keywords.push((name.to_owned(), argument.into()));
    }

    /// The annotation that states them; `None` without any.
    pub(super) fn line(self, migration: &mut Migration<'_>) -> Option<String> {
        if self.needs_json {
            migration.needs.modules.insert("json");
        }
        let functions = self.functions.into_iter().map(|(words, function)| format!("({words}, {function})"));
        let keywords = self.keywords.into_iter().map(|(name, argument)| format!("{name}={argument}"));
        let all: Vec<String> = functions.chain(keywords).collect();
        let when = self.when.map(|when| format!(", when={when}")).unwrap_or_default();
        (!all.is_empty()).then(|| format!("#@schema/validation {}{when}", all.join(", ")))
    }
}

/// Forms of text that a pattern says, and whether it says all of it.
const PATTERNS: [(StringFormat, &str, bool); 8] = [
    (StringFormat::DateTime, r"^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$", false),
    (StringFormat::Time, r"^\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$", false),
    (StringFormat::Date, r"^\d{4}-\d{2}-\d{2}$", false),
    (StringFormat::Email, r#"^("[^"]*"|[^@\s]+)@[A-Za-z0-9.-]+$"#, false),
    (
        StringFormat::Hostname,
        r"^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)*[A-Za-z0-9-]*[A-Za-z-][A-Za-z0-9-]*\.?$",
        false,
    ),
    (StringFormat::Uri, r"^[A-Za-z][A-Za-z0-9+.-]*:[!-~]*$", false),
    (StringFormat::Percent, r"^[0-9]+%$", true),
    (StringFormat::Duration, r"^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$", true),
];

/// Functions of the libraries of the older editions, and what says the same of `v`.
const LIBRARY: [(&str, &str, &str); 4] = [
    ("json.decodable", "JSON", "[json.decode(v)] != []"),
    ("yaml.decodable", "YAML", "[yaml.decode(v)] != []"),
    ("base64.decodable", "text in base64", "[base64.decode(v)] != []"),
    ("regexp.is_valid", "a regular expression", "[regexp.match(v, \"\")] != []"),
];

impl Migration<'_> {
    /// Reads what is demanded of a node, what its edition takes for granted included.
    pub(super) fn rules(
        &mut self,
        fragment: &Fragment,
        compiled: &SchemaNode,
        rules: &mut MigratedRules,
        lost: &mut Vec<String>,
    ) {
        let kinds = kinds(&compiled.ty);
        for attached in self.dialect.annotations(fragment, AnnotationKind::Rules) {
            for argument in &attached.arguments.positional {
                self.positional(attached, argument, &kinds, rules, lost);
            }
            for keyword in &attached.arguments.keywords {
                if keyword.name == "when" {
                    rules.when = Some(self.source(attached, keyword.value.range));
                } else {
                    self.demand(attached, &keyword.name, &keyword.value, &kinds, rules, lost);
                }
            }
        }
        let Some(emptiness) = compiled.emptiness.as_ref().filter(|_| self.is_required) else { return };
        for kind in &emptiness.refused {
            match kind {
                ConstrainedKind::Number => rules.function("something else than 0", "v != 0"),
                ConstrainedKind::Text | ConstrainedKind::Sequence | ConstrainedKind::Mapping if kinds.len() > 1 => {
                    rules.function("not empty", "v not in [\"\", []]");
                }
                ConstrainedKind::Text | ConstrainedKind::Sequence | ConstrainedKind::Mapping
                    if !rules.has("min_len") =>
                {
                    rules.keyword("min_len", "1");
                }
                _ => {}
            }
        }
        if emptiness.is_allowed && !(rules.functions.is_empty() && rules.keywords.is_empty()) {
            let is_set = if kinds == [ConstrainedKind::Sequence] { "len(v) > 0" } else { "v not in [\"\", 0]" };
            rules.when = Some(match rules.when.take() {
                Some(when) => format!("lambda v: {is_set} and ({when})(v)"),
                None => format!("lambda v: {is_set}"),
            });
        }
    }

    /// A function, alone or with words; or a rule of the library.
    fn positional(
        &mut self,
        attached: &AttachedAnnotation,
        argument: &Argument,
        kinds: &[ConstrainedKind],
        rules: &mut MigratedRules,
        lost: &mut Vec<String>,
    ) {
        let parts = match &argument.kind {
            ArgumentKind::Tuple(parts) => parts.as_slice(),
            _ => std::slice::from_ref(argument),
        };
        let source = |part: &Argument| self.source(attached, part.range);
        let (function, words) = match parts {
            [words, function] if words.text().is_some() => (source(function), Some(source(words))),
            [function, words] => (source(function), Some(source(words))),
            [function] => (source(function), None),
            _ => return,
        };
        if let Some((name, inner)) = library_rule(&function) {
            let keyword = KeywordDemand { name, argument: inner, literal: None, message: words };
            return self.add_demand(keyword, kinds, rules, lost);
        }
        if let Some((name, description, condition)) = LIBRARY.iter().find(|(name, ..)| *name == function) {
            self.needs.modules.extend(name.split('.').next());
            rules.functions.push((words.unwrap_or_else(|| quoted(description)), format!("lambda v: {condition}")));
            return;
        }
        let function = without_library(&function);
        if ["validations.", "spelling."].iter().any(|it| function.contains(it)) {
            lost.push(format!("`{function}`: it has no such library"));
        }
        if self.reads_members(&function) {
            lost.push(format!("that `{function}` reads keys as members: write `map[\"key\"]` in it"));
        }
        let (description, function) = self.released_function(&function, kinds);
        rules.functions.push((words.or(description).unwrap_or_else(|| quoted(&function.1)), function.0));
    }

    /// Whether a function that the file defines reads keys of maps as members.
    fn reads_members(&self, function: &str) -> bool {
        let text = self.text.rope().to_string();
        let Some((_, definition)) = text.split_once(&format!("def {function}(")) else { return false };
        let body = definition.split("\n#@ end").next().unwrap_or_default();
        let parameter = body.split([',', ')', '=']).next().unwrap_or_default().trim();
        !parameter.is_empty() && with_indexes(body, parameter) != body
    }

    /// A function of released ytt for one of the older editions, and a name; and what it says where the value is wrong.
    fn released_function(&mut self, function: &str, kinds: &[ConstrainedKind]) -> (Option<String>, (String, String)) {
        let takes_maps = kinds.is_empty() || kinds.contains(&ConstrainedKind::Mapping);
        if let Some((parameter, body)) = lambda(function) {
            let body = if takes_maps { with_indexes(body, parameter) } else { body.to_owned() };
            if let Some((condition, message)) = pair(&body) {
                let description = message.starts_with(['"', '\'']).then(|| message.to_owned());
                return (description, (format!("lambda {parameter}: bool({condition})"), "valid".to_owned()));
            }
            self.needs.judges_verdicts = true;
            return (None, (format!("lambda {parameter}: is_valid({body})"), "valid".to_owned()));
        }
        self.needs.judges_verdicts = true;
        let value = if takes_maps {
            // There maps are dicts, here they are fragments of YAML.
            self.needs.modules.insert("json");
            "json.decode(json.encode(v))"
        } else {
            "v"
        };
        (None, (format!("lambda v: is_valid({function}({value}))"), function.to_owned()))
    }

    /// `min=1`, or `min=(1, "what is wrong")`.
    fn demand(
        &mut self,
        attached: &AttachedAnnotation,
        name: &str,
        argument: &Argument,
        kinds: &[ConstrainedKind],
        rules: &mut MigratedRules,
        lost: &mut Vec<String>,
    ) {
        let (inner, message) = match &argument.kind {
            ArgumentKind::Tuple(parts) => match parts.as_slice() {
                [inner, message] if message.text().is_some() && !is_list_of_texts(name, inner) => {
                    (inner, Some(message))
                }
                _ => (argument, None),
            },
            _ => (argument, None),
        };
        let message = message.map(|message| self.source(attached, message.range));
        let literal = inner.value(AnnotationSite::of(attached.name_place));
        let argument = self.source(attached, inner.range);
        self.add_demand(KeywordDemand { name: name.to_owned(), argument, literal, message }, kinds, rules, lost);
    }

    fn add_demand(
        &mut self,
        keyword: KeywordDemand,
        kinds: &[ConstrainedKind],
        rules: &mut MigratedRules,
        lost: &mut Vec<String>,
    ) {
        let KeywordDemand { name, argument, literal, message } = keyword;
        let is_array = kinds == [ConstrainedKind::Sequence];
        let name = match name.as_str() {
            "min" if is_array => "min_len",
            "max" if is_array => "max_len",
            "enum" => "one_of",
            "prefix" => "starts_with",
            name => name,
        };
        let is_switch = matches!(name, "not_null" | "unique");
        if is_switch && literal.as_ref().is_some_and(|value| !is_true(value)) {
            return;
        }
        let (words, condition) = match name {
            "not_null" | "one_not_null" => return rules.keyword(name, argument),
            "min" => (format!("at least {argument}"), format!("v >= {argument}")),
            "max" => (format!("at most {argument}"), format!("v <= {argument}")),
            "min_len" => (format!("of a length of at least {argument}"), format!("len(v) >= {argument}")),
            "max_len" => (format!("of a length of at most {argument}"), format!("len(v) <= {argument}")),
            "one_of" => (format!("one of {argument}"), format!("v in {argument}")),
            "regexp" => {
                self.needs.modules.insert("regexp");
                (format!("text that matches {argument}"), format!("regexp.match({argument}, v)"))
            }
            "starts_with" => (format!("text that starts with {argument}"), format!("v.startswith({argument})")),
            "ends_with" => (format!("text that ends with {argument}"), format!("v.endswith({argument})")),
            "unique" => {
                rules.needs_json = true;
                let condition = "len({json.encode(item): True for item in v}) == len(v)";
                ("without equal items".to_owned(), condition.to_owned())
            }
            "format" => {
                let format = literal.as_ref().and_then(|value| StringFormat::of_name(value.text()?));
                let Some(format) = format else { return lost.push(format!("the format {argument}")) };
                self.format(format, lost)
            }
            _ => return,
        };
        if kinds.contains(&ConstrainedKind::Text)
            && matches!(name, "min_len" | "max_len")
            && !matches!(&*argument, "0" | "1")
        {
            lost.push("that the length of text counts characters: it counts bytes".to_owned());
        }
        let is_released = matches!(name, "min" | "max" | "min_len" | "max_len" | "one_of");
        let (is_released, condition) = match of_other_types(name, kinds) {
            Some(others) => (false, format!("{others} or {condition}")),
            None => (is_released, condition),
        };
        match message {
            None if is_released && !rules.has(name) => rules.keyword(name, argument),
            message => {
                let words = message.unwrap_or_else(|| quoted(&words));
                rules.functions.push((words, format!("lambda v: {condition}")));
            }
        }
    }

    /// A form of text, as words and a condition of `v`.
    fn format(&mut self, format: StringFormat, lost: &mut Vec<String>) -> (String, String) {
        let words = format.to_string();
        if let Some((_, pattern, is_exact)) = PATTERNS.iter().find(|(it, ..)| *it == format) {
            if !is_exact {
                lost.push(format!("the format `{}` to the last detail", format.name()));
            }
            self.needs.modules.insert("regexp");
            return (words, format!("regexp.match({}, v)", quoted(pattern)));
        }
        let condition = match format {
            StringFormat::Port => return (words, "0 <= int(v) and int(v) <= 65535".to_owned()),
            StringFormat::Ipv4 => "ip.parse_addr(v).is_ipv4()",
            StringFormat::Ipv6 => "ip.parse_addr(v).is_ipv6()",
            _ => "ip.parse_addr(v) != None",
        };
        self.needs.modules.insert("ip");
        (words, condition.to_owned())
    }
}

/// A keyword with its argument.
struct KeywordDemand {
    name: String,
    /// As Starlark.
    argument: String,
    literal: Option<crate::values::Value>,
    /// What is said of a wrong value, as Starlark.
    message: Option<String>,
}

/// Whether a pair is the list itself.
fn is_list_of_texts(name: &str, first: &Argument) -> bool {
    let is_list = matches!(first.kind, ArgumentKind::List(_))
        || matches!(&first.kind, ArgumentKind::Literal(value) if value.sequence().is_some());
    matches!(name, "enum" | "one_of" | "one_not_null") && !is_list
}

/// The keyword and the argument of a rule of `@ytt:validations`.
fn library_rule(function: &str) -> Option<(String, String)> {
    let (name, argument) = function.strip_prefix("validations.")?.split_once('(')?;
    Some((name.to_owned(), argument.strip_suffix(')')?.to_owned()))
}

/// A function without calls of what released ytt does not have; what says the same fails where the value is wrong.
fn without_library(function: &str) -> String {
    let calls = [
        (r"\b(json|yaml|base64)\.decodable\(([^()]*)\)", "([$1.decode($2)] != [])"),
        (r"\bregexp\.is_valid\(([^()]*)\)", "([regexp.match($1, \"\")] != [])"),
    ];
    calls.iter().fold(function.to_owned(), |function, (call, instead)| match regex::Regex::new(call) {
        Ok(call) => call.replace_all(&function, *instead).into_owned(),
        Err(_) => function,
    })
}

/// The parameter and the body of a lambda of one parameter.
fn lambda(function: &str) -> Option<(&str, &str)> {
    let (parameter, body) = function.strip_prefix("lambda ")?.split_once(':')?;
    let parameter = parameter.trim();
    let is_name = parameter.chars().all(|it| it.is_alphanumeric() || it == '_');
    is_name.then(|| (parameter, body.trim()))
}

/// The two parts of a pair in parentheses.
fn pair(expression: &str) -> Option<(&str, &str)> {
    let inner = expression.strip_prefix('(')?.strip_suffix(')')?;
    let (mut depth, mut quote, mut is_escaped, mut comma) = (0_usize, None, false, None);
    for (at, character) in inner.char_indices() {
        match (quote, character) {
            (Some(_), _) if is_escaped => is_escaped = false,
            (Some(_), '\\') => is_escaped = true,
            (Some(open), _) if open == character => quote = None,
            (None, '"' | '\'') => quote = Some(character),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.checked_sub(1)?,
            (None, ',') if depth == 0 && comma.is_some() => return None,
            (None, ',') if depth == 0 => comma = Some(at),
            _ => {}
        }
    }
    let comma = comma?;
    Some((inner[..comma].trim(), inner[comma + 1..].trim()))
}

/// `m["key"]` for `m.key`: maps are fragments of YAML in released ytt.
fn with_indexes(body: &str, parameter: &str) -> String {
    let Ok(member) = regex::Regex::new(&format!(r"\b{parameter}\.([A-Za-z_]\w*)(\s*\()?")) else {
        return body.to_owned();
    };
    let indexed = |found: &regex::Captures<'_>| match found.get(2) {
        Some(_) => found[0].to_owned(),
        None => format!("{parameter}[\"{}\"]", &found[1]),
    };
    member.replace_all(body, indexed).into_owned()
}

/// What holds of values that a rule does not speak of, where there may be such.
fn of_other_types(name: &str, kinds: &[ConstrainedKind]) -> Option<&'static str> {
    match name {
        _ if kinds.len() == 1 => None,
        "min" | "max" => Some("type(v) not in [\"int\", \"float\"]"),
        "min_len" | "max_len" => Some("type(v) not in [\"string\", \"yamlfragment\"]"),
        "regexp" | "starts_with" | "ends_with" | "format" => Some("type(v) != \"string\""),
        "unique" => Some("type(v) != \"yamlfragment\""),
        _ => None,
    }
}
