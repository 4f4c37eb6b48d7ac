//! How many counterparts a node must have: `expects=`, `missing_ok=` and `when=`.

use super::calls::{self, CallRefusal};
use crate::template::function::Functions;
use crate::values::ValueKind;
use crate::values::function::Function;

/// Which numbers of matches are right: bit n stands for n matches, the last one for all that follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MatchCounts(u64);

impl MatchCounts {
    const NONE: Self = Self(0);
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

    /// A count such as `1`, `"1+"`, or a list of counts; `None` for anything else.
    fn read(kind: &ValueKind) -> Option<Self> {
        match kind {
            ValueKind::Int(exact) => i64::try_from(exact.get()).ok().map(Self::exactly),
            ValueKind::String(text) => text.strip_suffix('+')?.parse().ok().map(Self::at_least),
            ValueKind::Sequence(counts) if counts.is_empty() => Some(Self::ANY),
            ValueKind::Sequence(counts) => {
                let counts = counts.iter().map(|value| Self::read(&value.kind));
                counts.reduce(|left, right| Some(Self(left?.0 | right?.0)))?
            }
            _ => None,
        }
    }
}

impl std::fmt::Display for MatchCounts {
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

/// What `expects=` or `when=` says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// These numbers.
    Counts(MatchCounts),
    /// Those that a function accepts.
    Function(Box<Function>),
    /// Those that any of these allows: a list that holds functions, or something that is no count.
    AnyOf(Vec<Self>),
    /// Something in a list that is no count: none is right for it, and it is a mistake if it decides.
    Mistake,
}

impl Expected {
    /// Reads a count such as `1`, `"1+"`, or a list that holds counts; `None` for anything else.
    pub(crate) fn read(kind: &ValueKind) -> Option<Self> {
        match (MatchCounts::read(kind), kind) {
            (Some(counts), _) => Some(Self::Counts(counts)),
            (None, ValueKind::Sequence(parts)) => Self::any_of(parts.iter().map(|part| Self::read(&part.kind))),
            (None, _) => None,
        }
    }

    /// The parts of a list, of which one at least has to be a count or a function. ytt tries one after the other, and
    /// what is none of these counts only where no later part decides.
    pub(crate) fn any_of(parts: impl Iterator<Item = Option<Self>>) -> Option<Self> {
        let parts: Vec<Option<Self>> = parts.collect();
        let is_any = parts.iter().any(Option::is_some);
        is_any.then(|| Self::AnyOf(parts.into_iter().map(|part| part.unwrap_or(Self::Mistake)).collect()))
    }

    /// Whether so many are right; `None` if that is not known.
    pub(crate) fn allows(&self, matches: usize, functions: &dyn Functions) -> Result<Option<bool>, CallRefusal> {
        match self {
            Self::Counts(counts) => Ok(Some(counts.allow(matches))),
            Self::Function(function) => {
                calls::call_predicate(functions, function, vec![calls::given(ValueKind::int(matches as i128))])
            }
            Self::AnyOf(parts) => {
                let mut answer = Ok(Some(false));
                for part in parts {
                    answer = part.allows(matches, functions);
                    // What fails is forgiven where a later one accepts the number.
                    if !matches!(answer, Ok(Some(false)) | Err(_)) {
                        break;
                    }
                }
                answer
            }
            Self::Mistake => Err(CallRefusal::NoCount),
        }
    }
}

impl std::fmt::Display for Expected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Counts(MatchCounts::NONE) | Self::Mistake => f.write_str("no number at all"),
            Self::Counts(counts) => counts.fmt(f),
            Self::Function(_) => f.write_str("a number that the function of `expects=` accepts"),
            Self::AnyOf(parts) => {
                let counts = parts.iter().filter(|part| !matches!(part, Self::Mistake));
                let parts: Vec<String> = counts.map(ToString::to_string).collect();
                f.write_str(&parts.join(", or "))
            }
        }
    }
}

/// How many matches there must be. What a node leaves unsaid the nodes around it may say.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Matching {
    pub(super) expects: Option<Expected>,
    pub(super) missing_ok: Option<bool>,
    pub(super) when: Option<Expected>,
    /// Whether something of it is not evaluated.
    pub(super) is_unknown: bool,
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
    /// The function that says how many gives no answer; the keyword that holds it.
    Refused(CallRefusal, &'static str),
    /// It is not known how many are right.
    Unknown,
}

impl Matching {
    /// A match may be missing.
    pub(crate) fn missing_ok() -> Self {
        Self { missing_ok: Some(true), ..Self::default() }
    }

    /// This, and where it says nothing what is said around.
    #[must_use]
    pub(crate) fn or(&self, around: &Self) -> Self {
        Self {
            expects: self.expects.clone().or_else(|| around.expects.clone()),
            missing_ok: self.missing_ok.or(around.missing_ok),
            when: self.when.clone().or_else(|| around.when.clone()),
            is_unknown: self.is_unknown || around.is_unknown,
        }
    }

    /// Whether so many matches are right.
    pub(crate) fn check(&self, matches: usize, functions: &dyn Functions) -> Matched {
        match (self.missing_ok, &self.when, &self.expects) {
            _ if self.is_unknown => Matched::Unknown,
            (Some(_), _, Some(_)) => Matched::Contradiction("missing_ok", "expects"),
            (Some(_), Some(_), _) => Matched::Contradiction("missing_ok", "when"),
            (_, Some(_), Some(_)) => Matched::Contradiction("when", "expects"),
            (Some(true), ..) => expected(&Expected::Counts(MatchCounts(0b11)), matches, functions),
            (_, Some(when), _) => match when.allows(matches, functions) {
                Ok(Some(true)) => Matched::Right,
                Ok(Some(false)) => Matched::Skipped,
                Ok(None) => Matched::Unknown,
                Err(refusal) => Matched::Refused(refusal, "when="),
            },
            (_, _, Some(expects)) => expected(expects, matches, functions),
            _ => expected(&Expected::Counts(MatchCounts::exactly(1)), matches, functions),
        }
    }
}

fn expected(expected: &Expected, matches: usize, functions: &dyn Functions) -> Matched {
    match expected.allows(matches, functions) {
        Ok(Some(true)) => Matched::Right,
        Ok(Some(false)) => Matched::Wrong(expected.to_string()),
        Ok(None) => Matched::Unknown,
        Err(refusal) => Matched::Refused(refusal, "expects="),
    }
}
