//! What can be called, in one shape: functions of template code, and those that are documented in `code_docs`.

use std::fmt::Write as _;

use crate::ide::schema_markdown::code_span;
use crate::schema::export::documentation::markdown::formatted;
use crate::template::code_docs::NameDoc;
use crate::template::names::{KnownFunction, Parameter, ParameterKind};

/// Something that can be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) struct Callable {
    /// How it is called: `name(a, b=1)`.
    pub(in crate::ide) signature: String,
    /// What it takes, in order.
    pub(in crate::ide) parameters: Vec<CallParameter>,
    /// What it does, in Markdown; may be empty.
    pub(in crate::ide) documentation: String,
}

/// What a function takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::ide) struct CallParameter {
    /// As it stands in the signature.
    pub(in crate::ide) label: String,
    /// The bare name.
    pub(in crate::ide) name: String,
    /// Whether it can be left out.
    pub(in crate::ide) is_optional: bool,
    /// How its arguments are given.
    pub(in crate::ide) takes: ParameterStyle,
}

/// How the arguments of a parameter are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide) enum ParameterStyle {
    /// One, by its position or its name.
    Either,
    /// One, by its position.
    Position,
    /// One, by its name.
    Name,
    /// Any number, by their position.
    Rest,
    /// Any number, by names that no other parameter has.
    Names,
}

impl Callable {
    /// A documented function of a module or a type, or of none.
    pub(in crate::ide) fn documented(holder: Option<&str>, doc: &NameDoc) -> Self {
        let parameters = doc.parameters().into_iter().map(|parameter| CallParameter {
            label: parameter.label.to_owned(),
            name: parameter.name().to_owned(),
            is_optional: parameter.is_optional(),
            takes: match parameter.label {
                label if label.starts_with("**") => ParameterStyle::Names,
                label if label.starts_with('*') => ParameterStyle::Rest,
                _ if parameter.is_named_only => ParameterStyle::Name,
                _ => ParameterStyle::Position,
            },
        });
        Self {
            signature: doc.declaration(holder),
            parameters: parameters.collect(),
            documentation: doc.meaning.to_owned(),
        }
    }

    /// A function of template code.
    pub(in crate::ide) fn defined(name: &str, function: &KnownFunction) -> Self {
        let mut parameters: Vec<CallParameter> = Vec::new();
        for parameter in &function.parameters {
            let is_behind_rest = parameters.iter().any(|before| before.takes == ParameterStyle::Rest);
            parameters.push(defined_parameter(parameter, is_behind_rest));
        }
        let labels: Vec<&str> = parameters.iter().map(|parameter| parameter.label.as_str()).collect();
        let signature = format!("{name}({})", labels.join(", "));
        Self { signature, documentation: formatted(&function.documentation), parameters }
    }

    /// What follows the name when it is completed, as an LSP snippet: the arguments that it needs.
    pub(in crate::ide) fn snippet(&self) -> String {
        let needed = self.parameters.iter().filter(|parameter| !parameter.is_optional);
        let stops: Vec<String> =
            needed.enumerate().map(|(index, it)| format!("${{{}:{}}}", index + 1, it.name)).collect();
        match (stops.is_empty(), self.parameters.is_empty()) {
            (true, true) => "()".to_owned(),
            (true, false) => "($1)".to_owned(),
            (false, _) => format!("({})", stops.join(", ")),
        }
    }

    /// Which parameter an argument is for, by its name or its position.
    pub(in crate::ide) fn parameter(&self, index: usize, keyword: Option<&str>) -> Option<usize> {
        let find = |takes: ParameterStyle| self.parameters.iter().position(|it| it.takes == takes);
        if let Some(keyword) = keyword {
            let named = self.parameters.iter().position(|it| it.is_named(keyword));
            return named.or_else(|| find(ParameterStyle::Names));
        }
        let rest = find(ParameterStyle::Rest);
        let is_there = self.parameters.get(index).is_some_and(CallParameter::is_positional);
        if is_there && rest.is_none_or(|rest| index < rest) { Some(index) } else { rest }
    }

    /// Markdown: the signature, what it does, and where it stands.
    pub(in crate::ide) fn markdown(&self, keyword: &str, place: Option<&str>) -> String {
        let mut text = format!("```python\n{keyword}{}\n```", self.signature);
        if !self.documentation.is_empty() {
            text.push_str("\n\n");
            text.push_str(&self.documentation);
        }
        if let Some(place) = place {
            let _ = write!(text, "\n\nDefined in {}", code_span(place));
        }
        text
    }
}

impl CallParameter {
    /// Whether an argument can be given by this name.
    pub(in crate::ide) fn is_named(&self, name: &str) -> bool {
        self.name == name && matches!(self.takes, ParameterStyle::Either | ParameterStyle::Name)
    }

    /// Whether one argument is given by its position.
    pub(in crate::ide) fn is_positional(&self) -> bool {
        matches!(self.takes, ParameterStyle::Either | ParameterStyle::Position)
    }
}

fn defined_parameter(parameter: &Parameter, is_behind_rest: bool) -> CallParameter {
    let (sign, takes) = match parameter.kind {
        ParameterKind::Single if is_behind_rest => ("", ParameterStyle::Name),
        ParameterKind::Single => ("", ParameterStyle::Either),
        ParameterKind::Rest => ("*", ParameterStyle::Rest),
        ParameterKind::Keywords => ("**", ParameterStyle::Names),
    };
    let default = parameter.default.as_ref().map(|default| format!("={default}")).unwrap_or_default();
    CallParameter {
        label: format!("{sign}{}{default}", parameter.name),
        name: parameter.name.to_string(),
        is_optional: parameter.kind != ParameterKind::Single || parameter.default.is_some(),
        takes,
    }
}
