//! The comments of entries that are written anew: each is taken along once.

use rustc_hash::FxHashMap;

use crate::document::TextDocument;
use crate::text::{TextRange, TextSize};
use crate::yaml::{Comment, Entry, Node, Placed};

/// Comments with their places, by the start of the key that they attach to.
#[derive(Default)]
pub(super) struct CommentIndex {
    by_key: FxHashMap<TextSize, Vec<AttachedComments>>,
}

#[derive(Clone)]
struct AttachedComments {
    range: TextRange,
    text: String,
    is_behind: bool,
}

impl CommentIndex {
    /// The comments inside of entries. What stands above an entry itself stays there.
    pub(super) fn of(document: &TextDocument, entries: &[Placed<'_, Entry>]) -> Self {
        let mut comments = Self::default();
        for entry in entries {
            let own = entry.comments().iter().filter(|comment| comment.trailing);
            comments.add(document, entry.key().range().start(), own.map(|it| (it, entry.absolute(it.range))));
            comments.node(document, entry.value());
        }
        comments
    }

    /// Nodes nest less deep than the stack allows: `yaml::lower` sees to it.
    fn node(&mut self, document: &TextDocument, node: Placed<'_, Node>) {
        for entry in node.mapping().into_iter().flat_map(Placed::<crate::yaml::Mapping>::entries) {
            let own = entry.comments().iter().map(|it| (it, entry.absolute(it.range)));
            self.add(document, entry.key().range().start(), own);
            self.node(document, entry.value());
        }
        for item in node.sequence().into_iter().flat_map(Placed::<crate::yaml::Sequence>::items) {
            self.add(document, item.range().start(), item.comments().iter().map(|it| (it, item.absolute(it.range))));
            self.node(document, item.value());
        }
    }

    fn add<'a>(
        &mut self,
        document: &TextDocument,
        key: TextSize,
        comments: impl Iterator<Item = (&'a Comment, TextRange)>,
    ) {
        let attached = comments.map(|(comment, range)| AttachedComments {
            range,
            text: document.slice(range),
            is_behind: comment.trailing,
        });
        self.by_key.entry(key).or_default().extend(attached);
    }

    /// The comments above a key, and the one behind it.
    pub(super) fn take(&mut self, key: TextSize) -> (Vec<String>, Option<String>) {
        let (behind, above): (Vec<_>, Vec<_>) =
            self.by_key.remove(&key).unwrap_or_default().into_iter().partition(|comment| comment.is_behind);
        (above.into_iter().map(|it| it.text).collect(), behind.into_iter().map(|it| it.text).next())
    }

    /// What nobody took of the comments in a range.
    pub(super) fn rest(&mut self, range: TextRange) -> Vec<String> {
        let is_inside = |comment: &AttachedComments| range.contains_range(comment.range);
        let mut rest: Vec<AttachedComments> =
            self.by_key.values().flatten().filter(|it| is_inside(it)).cloned().collect();
        rest.sort_by_key(|comment| comment.range.start());
        self.by_key.values_mut().for_each(|comments| comments.retain(|comment| !is_inside(comment)));
        rest.into_iter().map(|comment| comment.text).collect()
    }

    /// The range of an entry with the comment behind its last line.
    pub(super) fn cover(&self, entry: TextRange) -> TextRange {
        let starts = self.by_key.iter().filter(|(key, _)| entry.contains_inclusive(**key));
        let ends = starts.flat_map(|(_, comments)| comments.iter().map(|comment| comment.range.end()));
        TextRange::new(entry.start(), ends.fold(entry.end(), TextSize::max))
    }
}
