//! What the `@overlay/…` annotations of one node say, as far as their arguments are literal. Documents of schemas and
//! of values share it; what is done about it is theirs.

use crate::problem::{Code, Problem};
use crate::template::arguments::{Argument, ArgumentKind, Arguments, Keyword, Site};
use crate::text::Place;
use crate::values::{Key, ValueKind};

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
    /// A function decides.
    Unknown,
}

impl Operation {
    /// The annotation that says so.
    pub(crate) fn annotation(self) -> &'static str {
        match self {
            Self::Merge | Self::Unknown => "overlay/merge",
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
    /// Their values at this key are the same.
    Key(Key),
    /// A function decides.
    Unknown,
}

/// Which numbers of matches are right: bit n stands for n matches, the last one for all that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Counts(u64);

impl Counts {
    const ANY: Self = Self(u64::MAX);
    const LAST: u32 = u64::BITS - 1;

    fn exactly(count: i64) -> Self {
        Self(u32::try_from(count).map_or(0, |count| 1 << count.min(Self::LAST)))
    }

    fn at_least(count: i64) -> Self {
        u32::try_from(count).map_or(Self::ANY, |count| Self(u64::MAX << count.min(Self::LAST)))
    }

    fn allow(self, matches: usize) -> bool {
        self.0 & (1 << matches.min(Self::LAST as usize)) != 0
    }
}

impl std::fmt::Display for Counts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let is_open = self.allow(Self::LAST as usize);
        // Where the open end starts, the single numbers end.
        let end = if is_open { u64::BITS - self.0.leading_ones() } else { u64::BITS };
        let mut numbers: Vec<String> =
            (0..end).filter(|count| self.allow(*count as usize)).map(|count| count.to_string()).collect();
        if is_open {
            numbers.push(format!("{end} or more"));
        }
        f.write_str(&numbers.join(" or "))
    }
}

/// How many matches there must be. What a node leaves unsaid the nodes around it may say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Matching {
    expects: Option<Counts>,
    missing_ok: Option<bool>,
    when: Option<Counts>,
}

/// What a number of matches means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Matched {
    /// It is right.
    Right,
    /// The node is left out.
    Skipped,
    /// It is wrong; these were right.
    Wrong(String),
    /// Two keywords say how many, which ytt refuses.
    Contradiction(&'static str, &'static str),
}

impl Matching {
    /// A match may be missing.
    pub(crate) const MISSING_OK: Self = Self { expects: None, missing_ok: Some(true), when: None };

    /// This, and where it says nothing what is said around.
    #[must_use]
    pub(crate) fn or(self, around: Self) -> Self {
        Self {
            expects: self.expects.or(around.expects),
            missing_ok: self.missing_ok.or(around.missing_ok),
            when: self.when.or(around.when),
        }
    }

    /// Whether so many matches are right.
    pub(crate) fn check(self, matches: usize) -> Matched {
        let wrong = |counts: Counts| {
            if counts.allow(matches) { Matched::Right } else { Matched::Wrong(counts.to_string()) }
        };
        match (self.missing_ok, self.when, self.expects) {
            (Some(_), _, Some(_)) => Matched::Contradiction("missing_ok", "expects"),
            (Some(_), Some(_), _) => Matched::Contradiction("missing_ok", "when"),
            (_, Some(_), Some(_)) => Matched::Contradiction("when", "expects"),
            (Some(true), ..) => wrong(Counts(0b11)),
            (_, Some(when), _) if !when.allow(matches) => Matched::Skipped,
            (_, Some(_), _) => Matched::Right,
            (_, _, Some(expects)) => wrong(expects),
            _ => wrong(Counts::exactly(1)),
        }
    }
}

/// What is said about one node.
#[derive(Clone, Debug, Default)]
pub(crate) struct OverlaySaid {
    /// What becomes of the node below.
    pub(crate) operation: Operation,
    /// How the node finds its counterparts, if it says so.
    pub(crate) by: Option<By>,
    /// How many counterparts there must be.
    pub(crate) matching: Matching,
    /// The same for the nodes inside.
    pub(crate) children: Matching,
    /// The token of `@overlay/match`, if that stands there.
    pub(crate) match_place: Option<Place>,
    /// What is wrong with the annotations; ytt sees it only when it comes to the node.
    pub(crate) mistakes: Vec<Problem>,
    /// The annotation that says the operation, and its token.
    operation_said: Option<(&'static str, Place)>,
    is_match_empty: bool,
    is_insert_empty: bool,
}

impl OverlaySaid {
    /// Takes in one annotation.
    pub(crate) fn annotation(&mut self, name: &str, name_place: Place, arguments: &Arguments) {
        match name {
            "overlay/match" => self.matching(name_place, arguments),
            "overlay/match-child-defaults" => {
                let (matching, _) = self.counts("overlay/match-child-defaults", name_place, arguments, &[]);
                self.children = matching;
            }
            _ => self.operation(name, name_place, arguments),
        }
    }

    fn matching(&mut self, name_place: Place, arguments: &Arguments) {
        let site = Site::of(name_place);
        let (matching, is_known) = self.counts("overlay/match", name_place, arguments, &["by"]);
        self.matching = matching;
        self.match_place = Some(name_place);
        self.is_match_empty = arguments.keywords.is_empty() && !arguments.is_open;
        if !is_known {
            self.operation = Operation::Unknown;
        }
        self.by = arguments.keyword("by").map(|keyword| match &keyword.value.kind {
            ArgumentKind::Lambda(_) | ArgumentKind::Expression => By::Unknown,
            _ => keyword.value.text().map_or_else(
                || {
                    let place = site.place(keyword.value.range);
                    self.mistake(place, "`by=` is a key, or a function that compares two nodes");
                    By::Unknown
                },
                |key| By::Key(Key::String(key.into())),
            ),
        });
    }

    /// What `expects=`, `missing_ok=` and `when=` say, and whether that is known.
    fn counts(&mut self, name: &str, name_place: Place, arguments: &Arguments, also: &[&str]) -> (Matching, bool) {
        let mut matching = Matching::default();
        let mut is_known = !arguments.is_open;
        for keyword in &arguments.keywords {
            let place = Site::of(name_place).place(keyword.value.range);
            match keyword.name.as_str() {
                "expects" => matching.expects = self.count(keyword, place),
                "when" => {
                    matching.when = self.count(keyword, place);
                    is_known &= !is_function(&keyword.value);
                }
                "missing_ok" => {
                    matching.missing_ok = Some(self.boolean(keyword, place));
                    is_known &= !is_function(&keyword.value);
                }
                known if also.contains(&known) => {}
                _ => self.unknown_keyword(name, name_place, keyword),
            }
        }
        (matching, is_known)
    }

    fn operation(&mut self, name: &str, name_place: Place, arguments: &Arguments) {
        let (operation, keywords): (Operation, &[&str]) = match name {
            "overlay/merge" => (Operation::Merge, &[]),
            "overlay/remove" => (Operation::Remove, &[]),
            "overlay/append" => (Operation::Append, &[]),
            "overlay/replace" => (Operation::Replace { or_add: false }, &["via", "or_add"]),
            "overlay/insert" => (Operation::Insert { before: false, after: false }, &["before", "after"]),
            "overlay/assert" => (Operation::Assert, &["via"]),
            _ => return,
        };
        if self.operation_said.is_some_and(|(other, _)| other != operation.annotation()) {
            self.mistake(name_place, "Only one annotation can say what becomes of the node below");
        }
        let mut flags = Vec::new();
        for keyword in arguments.keywords.iter().filter(|_| !keywords.is_empty()) {
            let place = Site::of(name_place).place(keyword.value.range);
            match keyword.name.as_str() {
                name if !keywords.contains(&name) => {
                    self.unknown_keyword(operation.annotation(), name_place, keyword);
                }
                "via" if !is_function(&keyword.value) => self.mistake(place, "`via=` is a function"),
                "via" => {}
                name => flags.push((name, self.boolean(keyword, place))),
            }
        }
        let flag = |wanted: &str| flags.iter().any(|(name, value)| *name == wanted && *value);
        let is_unknown = arguments.is_open || arguments.keywords.iter().any(|keyword| is_function(&keyword.value));
        self.is_insert_empty = name == "overlay/insert" && arguments.keywords.is_empty() && !arguments.is_open;
        self.operation_said = Some((operation.annotation(), name_place));
        self.operation = match operation {
            _ if is_unknown || self.operation == Operation::Unknown => Operation::Unknown,
            Operation::Replace { .. } => Operation::Replace { or_add: flag("or_add") },
            Operation::Insert { .. } => Operation::Insert { before: flag("before"), after: flag("after") },
            operation => operation,
        };
    }

    fn count(&mut self, keyword: &Keyword, place: Place) -> Option<Counts> {
        if is_function(&keyword.value) {
            return Some(Counts::ANY);
        }
        let counts = keyword.value.value(Site::of(place)).and_then(|value| count(&value.kind));
        if counts.is_none() {
            let message = format!("`{}=` is a count such as `1`, `\"1+\"`, or a list of counts", keyword.name);
            self.mistake(place, &message);
        }
        counts
    }

    fn boolean(&mut self, keyword: &Keyword, place: Place) -> bool {
        match keyword.value.value(Site::of(place)).map(|value| value.kind) {
            Some(ValueKind::Bool(value)) => value,
            None if is_function(&keyword.value) => true,
            _ => {
                self.mistake(place, &format!("`{}=` is either `True` or `False`", keyword.name));
                false
            }
        }
    }

    fn unknown_keyword(&mut self, name: &str, name_place: Place, keyword: &Keyword) {
        let place = Site::of(name_place).place(keyword.name_range);
        self.mistake(place, &format!("`@{name}` does not take the argument `{}=`", keyword.name));
    }

    fn mistake(&mut self, place: Place, message: &str) {
        self.mistakes.push(Problem::new(Code::AnnotationArguments, place, message));
    }

    /// What is wrong with the annotations on an entry of a map.
    pub(crate) fn entry_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes.clone();
        if matches!(self.operation, Operation::Append | Operation::Insert { .. })
            && let Some((_, place)) = self.operation_said
        {
            let message = format!("`@{}` is for the items of an array", self.operation.annotation());
            mistakes.push(Problem::new(Code::MisplacedAnnotation, place, message));
        }
        mistakes
    }

    /// What is wrong with the annotations on an item of an array.
    pub(crate) fn item_mistakes(&self) -> Vec<Problem> {
        let mut mistakes = self.mistakes.clone();
        if self.operation == Operation::Append {
            return mistakes;
        }
        if let Some(place) = self.match_place.filter(|_| self.by.is_none() && !self.is_unknown()) {
            let message = "`@overlay/match` on an item needs `by=`, which says what tells the items apart";
            let problem = Problem::new(Code::AnnotationArguments, place, message);
            let found = if self.is_match_empty { "no arguments" } else { "no `by=`" };
            mistakes.push(problem.found(found).hint("give the key that tells the items apart: `by=\"name\"`"));
        }
        if let Some((_, place)) = self.operation_said.filter(|_| self.is_insert_empty) {
            let message = "`@overlay/insert` says neither `before=True` nor `after=True`";
            mistakes.push(Problem::new(Code::AnnotationArguments, place, message));
        }
        mistakes
    }

    /// Whether what becomes of the node is decided by something that is not known.
    pub(crate) fn is_unknown(&self) -> bool {
        self.operation == Operation::Unknown || matches!(self.by, Some(By::Unknown))
    }
}

fn is_function(argument: &Argument) -> bool {
    matches!(argument.kind, ArgumentKind::Lambda(_) | ArgumentKind::Expression)
}

/// A count such as `1`, `"1+"`, or a list of counts.
fn count(kind: &ValueKind) -> Option<Counts> {
    match kind {
        ValueKind::Int(exact) => i64::try_from(*exact).ok().map(Counts::exactly),
        ValueKind::String(text) => text.strip_suffix('+')?.parse().ok().map(Counts::at_least),
        ValueKind::Sequence(counts) if counts.is_empty() => Some(Counts::ANY),
        ValueKind::Sequence(counts) => {
            let known = counts.iter().filter_map(|value| count(&value.kind));
            known.reduce(|left, right| Counts(left.0 | right.0))
        }
        _ => None,
    }
}
