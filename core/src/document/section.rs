//! What joining segments gave, kept from one version to the next.

use std::sync::Arc;

use smol_str::SmolStr;

use super::piece::{Segment, SharedChildren};
use crate::problem::Problem;
use crate::text::TextSize;
use crate::yaml::{Comment, ContentId};

/// A split entry with all that is inside it, as a version leaves it to the next. Offsets count from its own base.
#[derive(Debug)]
pub(super) struct Section {
    /// How many segments it consists of.
    pub(super) slots: usize,
    pub(super) chunk: Option<SectionChunk>,
    pub(super) found: SectionSummary,
}

/// The entry or item with its children.
#[derive(Clone, Debug)]
pub(super) struct SectionChunk {
    pub(super) header: Arc<Segment>,
    pub(super) children: SharedChildren,
    pub(super) inside: ChunkContent,
}

/// What stands in a chunk, in further segments too.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChunkContent {
    pub(super) id: ContentId,
    pub(super) has_alias: bool,
    pub(super) is_template: bool,
}

/// What stands in segments besides nodes. Offsets count from the base of what holds them.
#[derive(Debug, Default)]
pub(super) struct SectionSummary {
    pub(super) is_template: bool,
    pub(super) problems: Vec<Problem>,
    pub(super) suppressions: Vec<TextSize>,
    pub(super) anchors: Vec<(SmolStr, TextSize)>,
    pub(super) dangling: Vec<Comment>,
}

impl SectionSummary {
    pub(super) fn add_segment(&mut self, segment: &Segment, offset: TextSize) {
        self.is_template |= segment.is_template;
        self.problems.extend_from_slice(&segment.problems);
        self.suppressions.extend(segment.suppressions.iter().map(|start| *start + offset));
        self.anchors.extend(segment.anchors.iter().map(|(name, at)| (name.clone(), *at + offset)));
        self.dangling.extend(segment.dangling.iter().map(|comment| shifted_comment(comment, offset)));
    }

    pub(super) fn add(&mut self, other: &Self, offset: TextSize) {
        self.is_template |= other.is_template;
        self.problems.extend_from_slice(&other.problems);
        self.suppressions.extend(other.suppressions.iter().map(|start| *start + offset));
        self.anchors.extend(other.anchors.iter().map(|(name, at)| (name.clone(), *at + offset)));
        self.dangling.extend(other.dangling.iter().map(|comment| shifted_comment(comment, offset)));
    }
}

pub(super) fn shifted_comment(comment: &Comment, base: TextSize) -> Comment {
    Comment { range: comment.range + base, ..comment.clone() }
}
