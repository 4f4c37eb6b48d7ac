//! What annotations and template code say about the nodes of a values document: `@overlay/…`, `@assert/validate`, and
//! blocks of code that decide whether a node exists.
//!
//! Nodes of a written document are named by the place of their key or item. Template code makes many nodes of one
//! place, so those of an evaluated document are named by the address of their entry or item.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::memo;
use crate::problem::Problem;
use crate::schema::Rule;
use crate::schema::from_annotations::validation;
use crate::values::arguments::{AnnotationSite, Arguments};

use crate::template::overlay::annotations::OverlayAnnotations;
use crate::text::{FileId, Place, SegmentId, TextRange};
use crate::values::fragment::Fragment;
use crate::yaml::annotation::{CommentKind, classify};
use crate::yaml::{Chunk, Chunks, Comment, ContentId, Document, Entry, Item, Node, NodeKind, Placed};

mod evaluated;
mod read;

pub(super) use evaluated::read_evaluated;

/// What is said about one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Directive {
    /// The node; absent only while nothing is known of it.
    pub(super) place: Option<Place>,
    /// What `@overlay/…` annotations say.
    pub(super) overlay: OverlayAnnotations,
    /// Whether template code decides if the node exists.
    pub(super) is_uncertain: bool,
    /// The rules that the node brings.
    pub(super) own_rules: Option<BroughtRules>,
}

impl Directive {
    /// The same of a node at this place. What template code may leave out could be anything.
    fn at(mut self, place: Place, is_uncertain: bool) -> Self {
        if is_uncertain {
            self.overlay.become_unknown();
        }
        Self { place: Some(place), is_uncertain, ..self }
    }
}

/// The rules that a node of values brings. They count only where its value is new to what is below.
#[derive(Clone, Debug)]
pub(super) struct BroughtRules {
    /// The rules.
    pub(super) rules: Arc<[Rule]>,
    /// What is wrong with how they are stated.
    pub(super) mistakes: Arc<[Problem]>,
    /// The name of their annotation.
    pub(super) name_place: Place,
}

impl BroughtRules {
    /// What `@assert/validate` states.
    pub(super) fn of(name: &str, name_place: Place, arguments: &Arguments) -> Self {
        let (rules, mistakes) = validation::rules(name, name_place, arguments);
        Self { rules: rules.into(), mistakes: mistakes.into(), name_place }
    }
}

/// Everything said in one document.
#[derive(Debug, Default)]
pub(super) struct Directives {
    by_place: FxHashMap<Place, Directive>,
    by_address: FxHashMap<usize, Directive>,
    /// What is said about the document itself.
    pub(super) document: Option<Directive>,
    /// Whether blocks of code decide which nodes exist.
    pub(super) has_blocks: bool,
    /// Whether `(@ … @)` in texts is code.
    pub(super) has_text_templates: bool,
    /// Whether any node brings rules.
    pub(super) has_own_rules: bool,
    /// What is wrong with the annotations.
    pub(super) problems: Vec<Problem>,
}

impl Directives {
    /// An entry takes the place of what is below, and is added where nothing is.
    pub(super) fn replacing(entry: &Fragment) -> Self {
        let overlay = OverlayAnnotations::replacing_or_adding();
        let by_address = std::iter::once((address(entry), Directive { overlay, ..Directive::default() })).collect();
        Self { by_address, ..Self::default() }
    }

    /// What is said about an entry.
    pub(super) fn entry(&self, entry: &Fragment) -> Option<&Directive> {
        self.at(entry.place, address(entry))
    }

    /// What is said about an item.
    pub(super) fn item(&self, item: &Fragment) -> Option<&Directive> {
        self.at(item.value.origin, address(item))
    }

    fn at(&self, place: Place, address: usize) -> Option<&Directive> {
        if self.is_empty() {
            return None;
        }
        self.by_place.get(&place).or_else(|| self.by_address.get(&address))
    }

    /// Whether nothing is said about any node inside the document.
    pub(super) fn is_empty(&self) -> bool {
        self.by_place.is_empty() && self.by_address.is_empty()
    }
}

fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

/// What the chunks of a document said before.
#[derive(Debug, Default)]
pub(super) struct DirectiveMemo(memo::Memo<ContentId, Arc<DirectiveResults>>);

/// What a run of nodes says.
#[derive(Debug, Default)]
struct DirectiveResults {
    directives: Vec<Directive>,
    has_blocks: bool,
    has_text_templates: bool,
    problems: Vec<Problem>,
}

/// Reads what the annotations of a document say.
pub(super) fn read(file: FileId, document: &Document, memo: &mut DirectiveMemo) -> Directives {
    memo.0.begin_pass();
    let mut walk = DirectiveWalk { file, memo: Some(memo), results: DirectiveResults::default(), depth: 0 };
    let own = walk.document(document);
    if walk.results.has_blocks {
        // Blocks reach over segments, so they are followed from the start to the end.
        walk = DirectiveWalk { file, memo: None, results: DirectiveResults::default(), depth: 0 };
        walk.document(document);
    }
    let DirectiveResults { directives, has_blocks, has_text_templates, problems } = walk.results;
    let has_own_rules = own.iter().chain(&directives).any(|directive| directive.own_rules.is_some());
    let by_place = directives.into_iter().filter_map(|directive| Some((directive.place?, directive))).collect();
    Directives {
        by_place,
        by_address: FxHashMap::default(),
        document: own,
        has_blocks,
        has_text_templates,
        has_own_rules,
        problems,
    }
}

/// A walk over the nodes in the order of the text.
struct DirectiveWalk<'m> {
    file: FileId,
    /// Absent where blocks of code have to be followed.
    memo: Option<&'m mut DirectiveMemo>,
    results: DirectiveResults,
    /// How many blocks of code are open.
    depth: usize,
}

impl DirectiveWalk<'_> {
    fn document(&mut self, document: &Document) -> Option<Directive> {
        let holder = document.marker.unwrap_or_else(|| TextRange::empty(document.root.range.start()));
        let site = AnnotationSite { file: self.file, segment: SegmentId::DOCUMENT };
        // Functions and loads above a document are no part of it, but it may stand in a block that is open.
        let is_wrapped = self.follow_blocks(&document.comments);
        let is_uncertain = is_wrapped || self.depth > 0;
        let directive = read::directive(&document.comments, site, &mut self.results.problems).directive;
        self.node(document.root());
        let directive = directive.or_else(|| is_uncertain.then(Directive::default));
        directive.map(|directive| directive.at(Place::absolute(self.file, holder), is_uncertain))
    }

    fn node(&mut self, node: Placed<'_, Node>) {
        if let Some(mapping) = node.mapping() {
            match &mapping.get().entries {
                Chunks::Here(_) => mapping.entries().for_each(|entry| self.entry(entry)),
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, Self::entry)),
            }
        } else if let Some(sequence) = node.sequence() {
            match &sequence.get().items {
                Chunks::Here(_) => sequence.items().for_each(|item| self.item(item)),
                Chunks::Spread(chunks) => node.chunks(chunks).for_each(|chunk| self.chunk(chunk, Self::item)),
            }
        }
    }

    /// The children of a chunk, or what they said before.
    fn chunk<T>(&mut self, chunk: Placed<'_, Chunk<T>>, visit: fn(&mut Self, Placed<'_, T>)) {
        let Some(memo) = self.memo.as_deref_mut() else {
            chunk.iter().for_each(|child| visit(self, child));
            return;
        };
        let kept = memo.0.get(&chunk.content).cloned();
        let is_new = kept.is_none();
        let results = kept.unwrap_or_else(|| {
            let outer = std::mem::take(&mut self.results);
            chunk.iter().for_each(|child| visit(self, child));
            Arc::new(std::mem::replace(&mut self.results, outer))
        });
        self.results.directives.extend(results.directives.iter().cloned());
        self.results.problems.extend(results.problems.iter().cloned());
        self.results.has_blocks |= results.has_blocks;
        self.results.has_text_templates |= results.has_text_templates;
        if let Some(memo) = self.memo.as_deref_mut().filter(|_| is_new) {
            memo.0.keep(chunk.content, results);
        }
    }

    fn entry(&mut self, entry: Placed<'_, Entry>) {
        let range = if entry.key.range.is_empty() { entry.get().range } else { entry.key.range };
        self.holder(entry.place(self.file, range), entry.comments(), entry.segment);
        self.node(entry.value());
    }

    fn item(&mut self, item: Placed<'_, Item>) {
        let dash = TextRange::at(item.get().range.start(), 1.into());
        let value = &item.get().value;
        let range = match value.kind {
            NodeKind::Scalar(_) | NodeKind::Alias(_) | NodeKind::Broken => value.range,
            _ if value.range.start() > item.get().range.start() => dash,
            _ => value.range,
        };
        self.holder(item.place(self.file, range), item.comments(), item.segment);
        self.node(item.value());
    }

    fn holder(&mut self, place: Place, comments: &[Comment], segment: SegmentId) {
        if comments.is_empty() && self.depth == 0 {
            return;
        }
        let is_wrapped = self.follow_blocks(comments);
        let site = AnnotationSite { file: self.file, segment };
        let found = read::directive(comments, site, &mut self.results.problems);
        self.results.has_text_templates |= found.has_text_templates;
        let is_uncertain = is_wrapped || self.depth > 0;
        if is_uncertain || found.directive.is_some() {
            self.results.directives.push(found.directive.unwrap_or_default().at(place, is_uncertain));
        }
    }

    /// Takes in the code above a node. Says whether a block wraps this node only.
    fn follow_blocks(&mut self, comments: &[Comment]) -> bool {
        let mut is_wrapped = false;
        for comment in comments.iter().filter(|comment| !comment.trailing) {
            let CommentKind::Code(code) = classify(comment) else { continue };
            let code = code.trim();
            let word = code.split([' ', ':']).next().unwrap_or_default();
            match word {
                "if" | "for" | "while" | "def" if code.ends_with(':') => self.depth += 1,
                "end" => self.depth = self.depth.saturating_sub(1),
                _ if word.ends_with("/end") => is_wrapped = true,
                _ => continue,
            }
            self.results.has_blocks = true;
        }
        is_wrapped
    }
}
