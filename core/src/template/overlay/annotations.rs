//! What the `@overlay/…` annotations of one node say. Documents of schemas, of values and of output share it; what is
//! done about it is theirs.

use super::calls;
use super::matching::{Expected, Matching};
use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::values::ValueKind;
use crate::values::arguments::{AnnotationSite, Argument, ArgumentKind, Arguments, KeywordArgument};
use crate::values::fragment::{Fragment, Holder};
use crate::values::function::Function;
use crate::values::matcher::Matcher;

/// What becomes of the node below.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Operation {
    /// `@overlay/merge`, or nothing is said.
    #[default]
    Merge,
    /// `@overlay/replace`
    Replace {
        /// Without a node below, the new one is added.
        or_add: bool,
    },
    /// `@overlay/remove`
    Remove,
    /// `@overlay/append`
    Append,
    /// `@overlay/insert`
    Insert {
        /// Before each match.
        before: bool,
        /// After each match.
        after: bool,
    },
    /// `@overlay/assert`
    Assert,
}

impl Operation {
    /// The annotation that says so.
    pub(crate) fn annotation(self) -> &'static str {
        match self {
            Self::Merge => "overlay/merge",
            Self::Replace { .. } => "overlay/replace",
            Self::Remove => "overlay/remove",
            Self::Append => "overlay/append",
            Self::Insert { .. } => "overlay/insert",
            Self::Assert => "overlay/assert",
        }
    }

    /// Whether a node that matches nothing, and may do so, is added.
    pub(crate) fn adds(self) -> bool {
        matches!(self, Self::Merge | Self::Append | Self::Replace { or_add: true })
    }
}

/// By what a node finds its counterparts.
#[derive(Clone, Debug)]
pub(crate) enum By {
    /// By this.
    Matcher(Matcher),
    /// By something that is not evaluated.
    Unknown,
}

/// The function of `via=`.
#[derive(Clone, Debug)]
pub(crate) enum Via {
    /// It is this.
    Function(Function),
    /// It is not evaluated.
    Unknown,
}

/// What is said about one node.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverlayAnnotations {
    /// What becomes of the node below.
    pub(crate) operation: Operation,
    /// What makes the new value of the node, if a function does.
    pub(crate) via: Option<Via>,
    /// How the node finds its counterparts, if it says so.
    pub(crate) by: Option<By>,
    /// How many counterparts there must be.
    pub(crate) matching: Matching,
    /// The same for the nodes inside.
    pub(crate) children: Matching,
    /// The token of `@overlay/match`, if that stands there.
    pub(crate) match_place: Option<Place>,
    /// What is wrong with the annotations; ytt sees it only when it comes to the node, and only where the operation
    /// asks for it.
    mistakes: Mistakes,
    /// The annotation that says the operation, and its token.
    operation_annotation: Option<(&'static str, Place)>,
    is_match_empty: bool,
    is_insert_empty: bool,
    /// Whether arguments are not evaluated that say what becomes of the node.
    is_unknown: bool,
}

/// What is wrong with the annotations of one node.
#[derive(Clone, Debug, Default)]
struct Mistakes {
    /// With what says the operation, and with their number.
    operation: Vec<Problem>,
    /// With `@overlay/match`, but for what it compares by.
    matching: Vec<Problem>,
    /// With `by=`.
    by: Option<Problem>,
    /// With `by=` of a document among others, which has no key to be compared by.
    by_of_document: Option<Problem>,
    /// With `@overlay/match-child-defaults`.
    children: Vec<Problem>,
}

impl OverlayAnnotations {
    /// What `@overlay/replace or_add=True` says.
    pub(crate) fn replacing_or_adding() -> Self {
        Self { operation: Operation::Replace { or_add: true }, ..Self::default() }
    }

    /// What the annotations of a fragment say.
    pub(crate) fn of(fragment: &Fragment) -> Self {
        let mut annotations = Self::default();
        for attached in fragment.annotations.iter() {
            annotations.annotation(&attached.name, attached.name_place, &attached.arguments);
        }
        annotations
    }

    /// Takes in one annotation; those that are none of an overlay say nothing.
    pub(crate) fn annotation(&mut self, name: &str, name_place: Place, arguments: &Arguments) {
        match name {
            "overlay/match" => self.matching(name_place, arguments),
            "overlay/match-child-defaults" => {
                (self.children, self.mistakes.children) = counts(name, name_place, arguments, &[]);
            }
            _ => self.operation(name, name_place, arguments),
        }
    }

    /// Takes in that an annotation cannot be read.
    pub(crate) fn become_unknown(&mut self) {
        self.is_unknown = true;
    }

    fn matching(&mut self, name_place: Place, arguments: &Arguments) {
        let site = AnnotationSite::of(name_place);
        (self.matching, self.mistakes.matching) = counts("overlay/match", name_place, arguments, &["by"]);
        (self.mistakes.by, self.mistakes.by_of_document) = (None, None);
        self.match_place = Some(name_place);
        self.is_match_empty = arguments.keywords.is_empty() && !arguments.is_open;
        self.is_unknown |= arguments.is_open;
        self.by = arguments.keyword("by").map(|keyword| match &keyword.value.kind {
            ArgumentKind::Lambda(_) | ArgumentKind::Expression => By::Unknown,
            ArgumentKind::Function(function) => By::Matcher(Matcher::Function(function.clone())),
            ArgumentKind::Matcher(matcher) => By::Matcher(matcher.clone()),
            _ => {
                let wrong = |message| Some(mistake(site.place(keyword.value.range), message));
                self.mistakes.by_of_document = wrong("`by=` of a document is a function that compares two documents");
                if let Some(key) = keyword.value.text() {
                    By::Matcher(Matcher::MapKey(key.into()))
                } else {
                    self.mistakes.by = wrong("`by=` is a key, or a function that compares two nodes");
                    By::Unknown
                }
            }
        });
    }

    fn operation(&mut self, name: &str, name_place: Place, arguments: &Arguments) {
        let (operation, keywords): (Operation, &[&str]) = match name {
            "overlay/merge" => (Operation::Merge, &[]),
            "overlay/remove" => (Operation::Remove, &[]),
            "overlay/append" => (Operation::Append, &[]),
            "overlay/replace" => (Operation::Replace { or_add: false }, &["via", "or_add"]),
            "overlay/insert" => (Operation::Insert { before: false, after: false }, &["before", "after", "via"]),
            "overlay/assert" => (Operation::Assert, &["via"]),
            _ => return,
        };
        if self.operation_annotation.is_some_and(|(other, _)| other != operation.annotation()) {
            let message = "Only one annotation can say what becomes of the node below";
            self.mistakes.operation.push(mistake(name_place, message));
        }
        let mut flags = Vec::new();
        self.via = None;
        for keyword in arguments.keywords.iter().filter(|_| !keywords.is_empty()) {
            let place = AnnotationSite::of(name_place).place(keyword.value.range);
            match keyword.name.as_str() {
                name if !keywords.contains(&name) => {
                    self.mistakes.operation.push(unknown_keyword(operation.annotation(), name_place, keyword));
                }
                "via" => self.via = self.via(keyword, place),
                name => flags.push((name, boolean(keyword, place, &mut self.mistakes.operation))),
            }
            self.is_unknown |= keyword.name != "via" && is_unevaluated(&keyword.value);
        }
        let flag = |wanted: &str| flags.iter().any(|(name, value)| *name == wanted && *value);
        self.is_unknown |= arguments.is_open;
        self.is_insert_empty = name == "overlay/insert" && arguments.keywords.is_empty() && !arguments.is_open;
        self.operation_annotation = Some((operation.annotation(), name_place));
        self.operation = match operation {
            Operation::Replace { .. } => Operation::Replace { or_add: flag("or_add") },
            Operation::Insert { .. } => Operation::Insert { before: flag("before"), after: flag("after") },
            operation => operation,
        };
    }

    fn via(&mut self, keyword: &KeywordArgument, place: Place) -> Option<Via> {
        match &keyword.value.kind {
            ArgumentKind::Function(function) => Some(Via::Function(function.clone())),
            // What makes matchers is a function too, if an odd one here.
            ArgumentKind::Lambda(_) | ArgumentKind::Expression | ArgumentKind::Matcher(_) => Some(Via::Unknown),
            _ => {
                self.mistakes.operation.push(mistake(place, "`via=` is a function"));
                None
            }
        }
    }

    /// What is wrong with the annotations on such a node.
    pub(crate) fn mistakes_on(&self, holder: &Holder) -> Vec<Problem> {
        match holder {
            Holder::Document => self.document_mistakes(),
            Holder::Entry(_) => self.entry_mistakes(),
            Holder::Item => self.item_mistakes(),
        }
    }

    /// What is wrong with them wherever the node stands: of what the operation does not ask for nothing is told.
    fn mistakes(&self) -> Vec<Problem> {
        let Mistakes { operation, matching, children, .. } = &self.mistakes;
        let is_matched = self.operation != Operation::Append;
        let has_children = matches!(self.operation, Operation::Merge | Operation::Assert);
        let matching = matching.iter().filter(|_| is_matched);
        operation.iter().chain(matching).chain(children.iter().filter(|_| has_children)).cloned().collect()
    }

    /// What is wrong with the annotations on a document that is about exactly one, whatever it compares by.
    pub(crate) fn lone_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes();
        mistakes.extend(self.empty_insert());
        mistakes
    }

    /// What is wrong with the annotations on an entry of a map.
    pub(crate) fn entry_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes();
        mistakes.extend(self.mistakes.by.clone());
        if matches!(self.operation, Operation::Append | Operation::Insert { .. })
            && let Some((_, place)) = self.operation_annotation
        {
            let message = format!("`@{}` is for the items of an array", self.operation.annotation());
            mistakes.push(Problem::new(Code::MisplacedAnnotation, place, message));
        }
        mistakes
    }

    /// What is wrong with the annotations on an item of an array.
    pub(crate) fn item_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes();
        if self.operation == Operation::Append {
            return mistakes;
        }
        mistakes.extend(self.mistakes.by.clone());
        let message = "`@overlay/match` on an item needs `by=`, which says what tells the items apart";
        mistakes.extend(self.without_by(message, "give the key that tells the items apart: `by=\"name\"`"));
        mistakes.extend(self.empty_insert());
        mistakes
    }

    /// What is wrong with the annotations on a document among others.
    fn document_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes();
        if self.operation == Operation::Append {
            return mistakes;
        }
        mistakes.extend(self.mistakes.by_of_document.clone());
        let message = "`@overlay/match` on a document needs `by=`, which says what documents it is about";
        mistakes.extend(self.without_by(message, "for every document: `by=overlay.all, expects=\"0+\"`"));
        mistakes.extend(self.empty_insert());
        mistakes
    }

    fn without_by(&self, message: &str, hint: &str) -> Option<Problem> {
        let place = self.match_place.filter(|_| self.by.is_none() && !self.is_unknown)?;
        let found = if self.is_match_empty { "no arguments" } else { "no `by=`" };
        Some(Problem::new(Code::AnnotationArguments, place, message).found(found).hint(hint))
    }

    fn empty_insert(&self) -> Option<Problem> {
        let (_, place) = self.operation_annotation.filter(|_| self.is_insert_empty)?;
        let message = "`@overlay/insert` says neither `before=True` nor `after=True`";
        Some(Problem::new(Code::AnnotationArguments, place, message))
    }

    /// The token of what says the operation.
    pub(crate) fn operation_place(&self) -> Option<Place> {
        self.operation_annotation.map(|(_, place)| place)
    }

    /// Whether the operation is decided by something that is not evaluated.
    pub(crate) fn is_operation_unknown(&self) -> bool {
        self.is_unknown
    }

    /// Whether what becomes of the node is decided by something that is not evaluated.
    pub(crate) fn is_unknown(&self) -> bool {
        self.is_unknown || self.operation != Operation::Append && matches!(self.by, Some(By::Unknown))
    }
}

/// What `expects=`, `missing_ok=` and `when=` say, and what is wrong with them.
fn counts(name: &str, name_place: Place, arguments: &Arguments, also: &[&str]) -> (Matching, Vec<Problem>) {
    let mut matching = Matching { is_unknown: arguments.is_open, ..Matching::default() };
    let mut mistakes = Vec::new();
    for keyword in &arguments.keywords {
        let place = AnnotationSite::of(name_place).place(keyword.value.range);
        match keyword.name.as_str() {
            known if also.contains(&known) => continue,
            "expects" => matching.expects = count(keyword, place, &mut mistakes),
            "when" => matching.when = count(keyword, place, &mut mistakes),
            "missing_ok" => matching.missing_ok = Some(boolean(keyword, place, &mut mistakes)),
            _ => mistakes.push(unknown_keyword(name, name_place, keyword)),
        }
        matching.is_unknown |= is_unevaluated(&keyword.value);
    }
    (matching, mistakes)
}

fn count(keyword: &KeywordArgument, place: Place, mistakes: &mut Vec<Problem>) -> Option<Expected> {
    if is_unevaluated(&keyword.value) {
        return None;
    }
    let expected = expected(&keyword.value, place);
    if expected.is_none() {
        mistakes.push(mistake(place, &calls::no_count(&format!("{}=", keyword.name))));
    }
    expected
}

/// A count, a function that accepts some, or a list of these.
fn expected(argument: &Argument, place: Place) -> Option<Expected> {
    match &argument.kind {
        ArgumentKind::Function(function) => Some(Expected::Function(Box::new(function.clone()))),
        ArgumentKind::List(parts) => Expected::any_of(parts.iter().map(|part| expected(part, place))),
        ArgumentKind::Tuple(_) => None,
        _ => argument.value(AnnotationSite::of(place)).and_then(|value| Expected::read(&value.kind)),
    }
}

fn boolean(keyword: &KeywordArgument, place: Place, mistakes: &mut Vec<Problem>) -> bool {
    match keyword.value.value(AnnotationSite::of(place)).map(|value| value.kind) {
        Some(ValueKind::Bool(value)) => value,
        None if is_unevaluated(&keyword.value) => true,
        _ => {
            mistakes.push(mistake(place, &format!("`{}=` is either `True` or `False`", keyword.name)));
            false
        }
    }
}

fn unknown_keyword(name: &str, name_place: Place, keyword: &KeywordArgument) -> Problem {
    let place = AnnotationSite::of(name_place).place(keyword.name_range);
    mistake(place, &format!("`@{name}` does not take the argument `{}=`", keyword.name))
}

fn mistake(place: Place, message: &str) -> Problem {
    Problem::new(Code::AnnotationArguments, place, message)
}

/// Whether the value of an argument takes an evaluation, or cannot be seen even then.
fn is_unevaluated(argument: &Argument) -> bool {
    match &argument.kind {
        ArgumentKind::Lambda(_) | ArgumentKind::Expression => true,
        ArgumentKind::Tuple(parts) | ArgumentKind::List(parts) => parts.iter().any(is_unevaluated),
        _ => false,
    }
}
