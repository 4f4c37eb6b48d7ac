//! Keys of maps compared as typed values: `1` and `0x1` are one key, `1` and `"1"` are two.

use std::hash::BuildHasher;
use std::sync::Arc;

use rustc_hash::{FxBuildHasher, FxHashMap};
use smol_str::{SmolStr, format_smolstr};

use super::ComposeOptions;
use super::distinct_keys::{DistinctKeys, KeyHashes};
use crate::problem::{Code, Problem};
use crate::text::Place;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Comment, Node, NodeKind, ScalarValue, scalar};

/// The keys of one map, or of a part of it that is a segment.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    list: Arc<[MappingKey]>,
    /// The hashes of their identities.
    hashes: KeyHashes,
    /// Whether template code stands between entries: then two of them may exclude each other.
    pub(super) has_code: bool,
}

/// A key.
#[derive(Clone, Debug)]
pub(super) struct MappingKey {
    /// Equal for equal keys only.
    pub(super) identity: SmolStr,
    pub(super) place: Place,
    /// Its text, for messages.
    pub(super) text: SmolStr,
    /// Whether an annotation lets it override an earlier key.
    pub(super) overrides: bool,
    /// Counts up with template code: only keys with the same number surely exist together.
    pub(super) region: u32,
}

impl Keys {
    pub(super) fn new(keys: Vec<MappingKey>, has_code: bool) -> Self {
        let hashes = keys.iter().map(|key| FxBuildHasher.hash_one(&key.identity)).collect();
        Self { list: keys.into(), hashes, has_code }
    }
}

/// What makes a key itself; `None` for keys that are no scalars.
pub(super) fn identity(key: &Node) -> Option<SmolStr> {
    let value = match &key.kind {
        NodeKind::Scalar(it) => scalar::resolve(it, key.tag()).ok()?,
        NodeKind::Empty => ScalarValue::Null,
        _ => return None,
    };
    Some(match value {
        ScalarValue::Null => "n".into(),
        ScalarValue::Bool(bool) => format_smolstr!("b{bool}"),
        ScalarValue::Int(int) => format_smolstr!("i{int}"),
        ScalarValue::Float(float) => format_smolstr!("f{}", float.to_bits()),
        ScalarValue::String(string) => format_smolstr!("s{string}"),
    })
}

/// Whether template code stands above a node.
pub(super) fn is_code_above(comments: &[Comment]) -> bool {
    comments.iter().any(|comment| !comment.trailing && matches!(classify(comment), CommentKind::Code(_)))
}

/// Whether template code gives the value of a node. It may put other entries in the node's place.
pub(super) fn is_computed(comments: &[Comment]) -> bool {
    comments.iter().any(|comment| comment.trailing && matches!(classify(comment), CommentKind::Code(_)))
}

/// Whether template code may be in the text of a key.
pub(super) fn is_template(key: &Node) -> bool {
    matches!(&key.kind, NodeKind::Scalar(scalar) if scalar.text.contains("(@"))
}

/// Whether an annotation lets the key override an earlier one.
pub(super) fn overrides(comments: &[Comment]) -> bool {
    comments.iter().any(|comment| {
        matches!(classify(comment), CommentKind::Annotation(annotation) if annotation.name == "yaml/map-key-override")
    })
}

/// Keys of one part that repeat an earlier key of it.
pub(super) fn within(keys: &[MappingKey], options: ComposeOptions) -> Vec<Problem> {
    repeated(keys.iter(), options, |key| key.region)
}

/// Keys that repeat a key of an earlier part.
pub(super) fn across(parts: &[Keys], options: ComposeOptions, known: &mut DistinctKeys) -> Vec<Problem> {
    let hashes = || parts.iter().map(|part| part.hashes.clone()).collect();
    if parts.iter().any(|part| part.has_code) || known.check(hashes()) {
        return Vec::new();
    }
    let mut problems = repeated(parts.iter().flat_map(|part| part.list.iter()), options, |_| 0);
    problems.retain(|problem| problem.related.iter().all(|it| it.place.segment != problem.place.segment));
    problems
}

fn repeated<'k>(
    keys: impl Iterator<Item = &'k MappingKey>,
    options: ComposeOptions,
    region: impl Fn(&MappingKey) -> u32,
) -> Vec<Problem> {
    let mut earlier: FxHashMap<(&SmolStr, u32), &MappingKey> = FxHashMap::default();
    let mut problems = Vec::new();
    for key in keys {
        if let Some(first) = earlier.insert((&key.identity, region(key)), key)
            && !key.overrides
        {
            problems.push(repetition(key, first.place, options));
        }
    }
    problems
}

/// The problem of a key that another stands above.
pub(super) fn repetition(key: &MappingKey, first: Place, options: ComposeOptions) -> Problem {
    let hint = if options.is_template {
        "remove one of the two, or put `#@yaml/map-key-override` above the second"
    } else {
        "remove one of the two"
    };
    Problem::new(Code::DuplicateKey, key.place, format!("The map has the key `{}` already", key.text))
        .related(first, "the key is already here")
        .hint(hint)
}
