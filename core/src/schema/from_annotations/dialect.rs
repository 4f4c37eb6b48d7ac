//! What each edition reads into the annotations of its schemas, and what it takes for granted: all that tells the
//! editions apart, in one table.

use crate::constraint::ConstrainedKind;
use crate::schema::Edition;
use crate::values::fragment::{AttachedAnnotation, Fragment};

/// How the documents of one edition are read.
#[derive(Debug)]
pub(super) struct Dialect {
    /// Whether annotations that only the older editions know take effect.
    pub(super) has_older: bool,
    /// Whether examples may leave the type open (null stands for any value, an empty array for one of any items), and
    /// values may bring new keys, and maps and arrays over scalars, everywhere.
    pub(super) is_permissive: bool,
    /// Which empty values mean that nothing is set, which must not stay so; `None` where they are values like others,
    /// and rules are stated as in the released edition.
    pub(super) must_be_set: Option<&'static [ConstrainedKind]>,
    /// Whether defaults are spelt out where they surprise, and nowhere else.
    pub(super) is_strict_about_defaults: bool,
}

const RELEASED: Dialect =
    Dialect { has_older: false, is_permissive: false, must_be_set: None, is_strict_about_defaults: false };
const EXTENDED: Dialect = Dialect { has_older: true, ..RELEASED };
const PROPOSAL: Dialect = Dialect { is_permissive: true, must_be_set: Some(&[ConstrainedKind::Text]), ..EXTENDED };
const EARLY: Dialect = Dialect {
    must_be_set: Some(&[ConstrainedKind::Text, ConstrainedKind::Sequence, ConstrainedKind::Number]),
    ..PROPOSAL
};
const DRAFT: Dialect = Dialect { is_strict_about_defaults: true, ..PROPOSAL };

/// What an annotation says of its node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AnnotationKind {
    Type,
    Nullable,
    Default,
    Title,
    Description,
    Example,
    Examples,
    Deprecated,
    Removed,
    Rules,
    AllowEmpty,
    FreeKeys,
    OptionalKey,
    KeyPattern,
    AnyOf,
    AllOf,
    OneOf,
}

/// The names of a meaning in every edition, and those that only the older editions know.
struct DialectNames(AnnotationKind, &'static [&'static str], &'static [&'static str]);

const NAMES: &[DialectNames] = &[
    DialectNames(AnnotationKind::Type, &["schema/type"], &[]),
    DialectNames(AnnotationKind::Nullable, &["schema/nullable"], &[]),
    DialectNames(AnnotationKind::Default, &["schema/default"], &[]),
    DialectNames(AnnotationKind::Title, &["schema/title"], &[]),
    DialectNames(AnnotationKind::Description, &["schema/desc"], &["schema/doc"]),
    DialectNames(AnnotationKind::Example, &[], &["schema/example"]),
    DialectNames(AnnotationKind::Examples, &["schema/examples"], &[]),
    DialectNames(AnnotationKind::Deprecated, &["schema/deprecated"], &[]),
    DialectNames(AnnotationKind::Removed, &[], &["schema/removed"]),
    DialectNames(AnnotationKind::Rules, &["schema/validation"], &["schema/validate"]),
    DialectNames(AnnotationKind::AllowEmpty, &[], &["schema/allow-empty"]),
    DialectNames(AnnotationKind::FreeKeys, &[], &["schema/any-key"]),
    DialectNames(AnnotationKind::OptionalKey, &[], &["schema/key-may-be-present"]),
    DialectNames(AnnotationKind::KeyPattern, &[], &["schema/key"]),
    DialectNames(AnnotationKind::AnyOf, &[], &["schema/any-of"]),
    DialectNames(AnnotationKind::AllOf, &[], &["schema/all-of"]),
    DialectNames(AnnotationKind::OneOf, &[], &["schema/one-of"]),
];

impl AnnotationKind {
    /// What an annotation of that name means, in any edition.
    pub(super) fn of_name(name: &str) -> Option<Self> {
        let found =
            NAMES.iter().find(|DialectNames(_, all, older)| all.iter().chain(older.iter()).any(|it| *it == name));
        found.map(|DialectNames(kind, ..)| *kind)
    }
}

impl Dialect {
    /// How documents of an edition are read; with `is_extended`, older annotations count under the released header.
    pub(super) fn of(edition: Edition, is_extended: bool) -> &'static Self {
        match edition {
            Edition::Released if is_extended => &EXTENDED,
            Edition::Released | Edition::OpenChoreo | Edition::JsonSchema => &RELEASED,
            Edition::Draft => &DRAFT,
            Edition::Proposal => &PROPOSAL,
            Edition::Early => &EARLY,
        }
    }

    /// Whether an annotation of that meaning may leave out what it has to say.
    pub(super) fn has_bare_notices(&self, kind: AnnotationKind) -> bool {
        kind == AnnotationKind::Removed || self.must_be_set.is_some()
    }

    /// The annotations of a fragment that say this of it, each name once, the one that counts.
    pub(super) fn annotations<'f>(
        &self,
        fragment: &'f Fragment,
        kind: AnnotationKind,
    ) -> impl Iterator<Item = &'f AttachedAnnotation> + use<'f> {
        let has_older = self.has_older;
        // Most fragments have no annotation, and all are asked for each kind.
        let known = if fragment.annotations.is_empty() { &[] } else { NAMES };
        let names = known.iter().filter(move |DialectNames(it, ..)| *it == kind);
        let names = names
            .flat_map(move |DialectNames(_, all, older)| all.iter().chain(older.iter().filter(move |_| has_older)));
        names.filter_map(|name| fragment.annotation(name))
    }

    /// The annotation of a fragment that says this of it.
    pub(super) fn annotation<'f>(
        &self,
        fragment: &'f Fragment,
        kind: AnnotationKind,
    ) -> Option<&'f AttachedAnnotation> {
        self.annotations(fragment, kind).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::names;

    #[test]
    fn every_annotation_of_schemas_has_a_meaning() {
        let sorted = |names: Vec<&'static str>| {
            let mut names = names;
            names.sort_unstable();
            names
        };
        let (all, older) = NAMES
            .iter()
            .map(|DialectNames(_, all, older)| (all.to_vec(), older.to_vec()))
            .unzip::<_, _, Vec<_>, Vec<_>>();
        assert_eq!(sorted(all.concat()), sorted(names::RELEASED.to_vec()));
        assert_eq!(sorted(older.concat()), sorted(names::OLDER.to_vec()));
    }
}
