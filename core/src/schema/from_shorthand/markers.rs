//! What markers add to the schema of a type. They are laid over what the type says: each replaces its own keyword.

use rustc_hash::FxHashMap;

use super::SectionBuilder;
use crate::constraint::{Bound, BoundSide, Constraint, CountBound, Pattern};
use crate::problem::{Code, Problem, shortened};
use crate::schema::bounds;
use crate::schema::shorthand::markers::{MarkerInfo, MarkerKind, find};
use crate::schema::shorthand::{self, Marker, ShorthandDialect, ShorthandSite, Word, values};
use crate::schema::{Example, Rule, RuleKind, SchemaNode, Type};
use crate::text::{Place, TextRange};
use crate::values::{Value, ValueKind};

/// The markers of one shorthand while they are laid over a node.
struct Markers<'a> {
    node: &'a mut SchemaNode,
    site: &'a ShorthandSite,
    subject: &'a str,
    problems: &'a mut Vec<Problem>,
}

impl SectionBuilder<'_> {
    /// Lays markers over a node; whether a default is among them.
    pub(super) fn markers(
        &mut self,
        node: &mut SchemaNode,
        markers: &[Marker],
        site: &ShorthandSite,
        subject: &str,
    ) -> bool {
        let mut reader = Markers { node, site, subject, problems: &mut self.problems };
        let mut default = None;
        reader.node.extensions.extend(markers.iter().filter_map(shorthand::Marker::extension));
        // Bounds first: whether a bound is exclusive is said of one that is there.
        let mut effective = effective(markers);
        effective.sort_by_key(|(marker, _)| matches!(marker.kind, MarkerKind::Exclusive(_)));
        for (info, marker) in effective {
            let Some(value) = &marker.value else { continue };
            reader.unsuitable(info, &marker.name);
            match info.kind {
                MarkerKind::Default => default = Some(value),
                kind => reader.marker(kind, value, marker.name.range),
            }
        }
        reader.bounds();
        default.is_some_and(|value| reader.default(value))
    }
}

/// The known markers that have an effect: the last of equal ones, in order.
fn effective(markers: &[Marker]) -> Vec<(&'static MarkerInfo, &Marker)> {
    let known = markers.iter().filter_map(|marker| {
        Some((find(&marker.name.text, ShorthandDialect::OpenChoreo).filter(|_| marker.value.is_some())?, marker))
    });
    let last: FxHashMap<&str, &Marker> = known.clone().map(|(info, marker)| (info.name, marker)).collect();
    known.filter(|(info, marker)| last.get(info.name).is_some_and(|last| std::ptr::eq(*last, *marker))).collect()
}

impl Markers<'_> {
    fn unsuitable(&mut self, info: &MarkerInfo, name: &Word) {
        if info.kind.suits(&self.node.ty) {
            return;
        }
        let message = format!("`{}` has no effect: it is for {}", info.name, info.kind.applies_to());
        let problem = Problem::new(Code::UnsuitableMarker, self.site.place(name.range), message);
        let ty = crate::schema::conform::type_word(&self.node.ty);
        self.problems.push(problem.found(format!("the type {ty}")));
    }

    fn marker(&mut self, kind: MarkerKind, value: &Word, name: TextRange) {
        match kind {
            MarkerKind::Bound(side) => {
                if let Some(number) = self.read(kind, value, values::float) {
                    let is_exclusive = self.bound(side).is_some_and(|bound| bound.is_exclusive);
                    self.put(Constraint::Bound(Bound { side, number, is_exclusive }), value);
                }
            }
            MarkerKind::Exclusive(side) => {
                if let Some(is_exclusive) = self.read(kind, value, values::boolean) {
                    self.exclusive(side, is_exclusive, name);
                }
            }
            MarkerKind::MultipleOf => {
                if let Some(factor) = self.read(kind, value, values::float) {
                    self.put(Constraint::MultipleOf(factor), value);
                }
            }
            MarkerKind::Count(of, side) => {
                if let Some(count) = self.read(kind, value, values::integer) {
                    self.put(Constraint::Count(CountBound { of, side, count }), value);
                }
            }
            MarkerKind::Pattern => {
                if let Some(text) = text(value) {
                    self.put(Constraint::Pattern(Pattern::new(&text)), value);
                }
            }
            MarkerKind::Format => {
                if let Some(format) = text(value) {
                    self.put(Constraint::Format(format.into()), value);
                }
            }
            MarkerKind::Title => self.node.title = text(value).or(self.node.title.take()),
            MarkerKind::Description => self.node.description = text(value).or(self.node.description.take()),
            MarkerKind::Example => self.example(value),
            MarkerKind::Enum => self.allowed(value),
            MarkerKind::Default
            | MarkerKind::Required
            | MarkerKind::Validation
            | MarkerKind::Immutable
            | MarkerKind::UniqueItems
            | MarkerKind::ListType
            | MarkerKind::ListMapKey => {}
        }
    }

    /// The argument of a marker, read; a problem at it if it cannot be.
    fn read<T>(&mut self, kind: MarkerKind, value: &Word, read: fn(&str) -> Option<T>) -> Option<T> {
        let argument = read(&value.text);
        if argument.is_none() {
            let info = find(kind.name(), ShorthandDialect::OpenChoreo);
            let name = kind.name();
            let takes = info.map_or("", |info| info.takes);
            let problem =
                self.problem(value.range, format!("`{name}` takes {takes}")).found(shown(value)).expected(takes);
            let is_number = matches!(kind, MarkerKind::Exclusive(_)) && values::float(&value.text).is_some();
            self.problems.push(if is_number {
                problem.hint("the number itself is the value of `minimum` or `maximum`")
            } else {
                problem
            });
        }
        argument
    }

    fn problem(&self, range: TextRange, message: impl Into<String>) -> Problem {
        Problem::new(Code::MarkerValue, self.place(range), message)
    }

    /// The place of a range; where nothing stands there, of the whole shorthand.
    fn place(&self, range: TextRange) -> Place {
        if range.is_empty() { self.site.whole() } else { self.site.place(range) }
    }

    fn bound(&mut self, wanted: BoundSide) -> Option<&mut Bound> {
        self.node.rules.iter_mut().find_map(|rule| match &mut rule.kind {
            RuleKind::Constraint(Constraint::Bound(bound)) if bound.side == wanted => Some(bound),
            _ => None,
        })
    }

    fn exclusive(&mut self, side: BoundSide, is_exclusive: bool, name: TextRange) {
        if let Some(bound) = self.bound(side) {
            bound.is_exclusive = is_exclusive;
        } else if is_exclusive && MarkerKind::Exclusive(side).suits(&self.node.ty) {
            let (marker, bound) = (MarkerKind::Exclusive(side).name(), MarkerKind::Bound(side).name());
            let message = format!("`{marker}` has no effect without `{bound}`");
            self.problems.push(Problem::new(Code::UnsuitableMarker, self.place(name), message));
        }
    }

    /// Adds a constraint in the place of one with the same keyword.
    fn put(&mut self, constraint: Constraint, value: &Word) {
        let is_same = |other: &Constraint| match (&constraint, other) {
            (Constraint::Bound(one), Constraint::Bound(other)) => one.side == other.side,
            (one, other) => one.keyword() == other.keyword(),
        };
        self.node.rules.retain(|rule| !matches!(&rule.kind, RuleKind::Constraint(other) if is_same(other)));
        let declared = self.place(value.range);
        self.node.rules.push(Rule::new(RuleKind::Constraint(constraint), declared));
    }

    fn example(&mut self, value: &Word) {
        match values::example(&value.text, self.place(value.range)) {
            Ok(value) => self.node.examples = vec![Example { description: String::new(), value }],
            Err(why) => {
                let problem = self.problem(value.range, format!("The example of `{}` is no JSON", self.subject));
                self.problems.push(problem.found(why));
            }
        }
    }

    fn allowed(&mut self, value: &Word) {
        let items = shorthand::split_items(value);
        let read: Vec<Option<Value>> = items.iter().map(|item| self.typed(item, "A value of `enum`")).collect();
        let allowed: Vec<Value> = read.into_iter().flatten().collect();
        if items.is_empty() || allowed.len() < items.len() {
            return;
        }
        self.node.rules.retain(|rule| !matches!(rule.kind, RuleKind::OneOf(_)));
        let declared = self.place(value.range);
        self.node.rules.push(Rule::new(RuleKind::OneOf(allowed), declared));
    }

    /// Notes a default; whether it could be read. Nothing is claimed about what could not.
    fn default(&mut self, value: &Word) -> bool {
        let what = format!("The default of `{}`", self.subject);
        let Some(default) = self.typed(value, &what) else {
            self.node.default = Value { origin: self.place(value.range), kind: ValueKind::Unknown };
            self.node.written_default = None;
            self.node.ty = Type::Unknown;
            return false;
        };
        super::defaults::set(self.node, default);
        true
    }

    /// A value of the node's type, read from text; a problem that starts with `what` if it is none.
    fn typed(&mut self, value: &Word, what: &str) -> Option<Value> {
        let origin = self.place(value.range);
        let (kind, expected) = match &self.node.ty {
            Type::Any | Type::Unknown => return Some(Value { origin, kind: ValueKind::Unknown }),
            Type::String => (Some(ValueKind::String(values::unquoted(&value.text).text)), "text"),
            Type::Int => (values::integer(&value.text).map(ValueKind::int), "an integer"),
            Type::Float => {
                (values::float(&value.text).filter(|it| it.is_finite()).map(values::number_kind), "a number")
            }
            Type::Bool => (values::boolean(&value.text).map(ValueKind::Bool), "`true` or `false`"),
            Type::Null | Type::Mapping(_) | Type::Sequence(_) | Type::OneOf(_) | Type::Combined(_) => {
                return self.json(value, what);
            }
        };
        if kind.is_none() {
            let problem = self.problem(value.range, format!("{what} must be {expected}"));
            let problem = problem.found(shown(value)).expected(expected);
            let is_quoted = value.text.starts_with(['"', '\'']);
            self.problems.push(if is_quoted { problem.hint("leave the quotes out") } else { problem });
        }
        Some(Value { origin, kind: kind? })
    }

    fn json(&mut self, value: &Word, what: &str) -> Option<Value> {
        let example = if matches!(self.node.ty, Type::Sequence(_)) { "`[\"a\"]`" } else { "`{\"a\":1}`" };
        match values::json(&value.text, self.place(value.range)) {
            Ok(value) => Some(value),
            Err(why) => {
                let problem =
                    self.problem(value.range, format!("{what} must be JSON")).found(format!("{}: {why}", shown(value)));
                let problem = problem.expected(format!("JSON, such as {example}"));
                let is_quoted = value.text.starts_with('\'');
                self.problems.push(if is_quoted {
                    problem.hint("leave the quotes around the JSON out")
                } else {
                    problem
                });
                None
            }
        }
    }

    /// Warns of bounds that this shorthand makes impossible, and of patterns that match nothing.
    fn bounds(&mut self) {
        let whole = self.site.whole();
        let is_here = |place: Place| {
            (place.file, place.segment) == (whole.file, whole.segment) && whole.range.contains_range(place.range)
        };
        let found = bounds::problems(&self.node.rules);
        self.problems.extend(found.into_iter().filter(|problem| is_here(problem.place)));
    }
}

/// The text of a marker; `None` if it is empty, which counts as not given.
fn text(value: &Word) -> Option<String> {
    let text = values::unquoted(&value.text).text;
    (!text.is_empty()).then(|| text.to_string())
}

fn shown(value: &Word) -> String {
    if value.text.is_empty() { "nothing".to_owned() } else { format!("`{}`", shortened(&value.text)) }
}
