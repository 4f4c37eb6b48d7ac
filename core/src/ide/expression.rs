//! The expression under a cursor: a name in `${…}`, what it means, and where it was looked for.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::cel::embedded::EmbeddedExpression;
use crate::cel::resolve::{Meaning, ResolvedName};
use crate::cel::scope::{LookupScope, VariableOrigin};
use crate::cel::{TemplateText, Templates};
use crate::choreo::Resource;
use crate::document::TextDocument;
use crate::schema::SchemaNode;
use crate::text::{FileId, Place, TextRange, TextSize};
use crate::yaml::path::document_at;

/// A place in an expression.
pub(super) struct ExpressionAt {
    /// The schemas whose fields the names in it may mean.
    pub(super) roots: Vec<Arc<SchemaNode>>,
    /// The text that holds the expression.
    pub(super) text: TemplateText,
    /// The expression.
    pub(super) embedded: EmbeddedExpression,
    /// The name that the cursor touches; empty where a name is missing.
    pub(super) name: Option<ResolvedName>,
    /// Where the cursor is in the text.
    pub(super) offset: TextSize,
}

impl ExpressionAt {
    /// What a byte offset of a file touches of an expression; `None` outside of expressions.
    pub(super) fn find(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Self> {
        let document = analysis.document(file)?;
        let index = document_at(document.stream(), offset)?;
        if let Some((_, resource)) = analysis.resources(file).iter().find(|(at, _)| *at == index) {
            return Self::in_resource(resource, document, offset);
        }
        let graphs = analysis.graphs(file);
        let (_, graph) = graphs.iter().find(|(at, _)| *at == index)?;
        let found = Self::in_templates(&graph.templates, document, offset)?;
        Some(Self { roots: vec![graph.graph.spec.root.clone()], ..found })
    }

    /// What a byte offset of a text touches of an expression in a resource.
    pub(super) fn in_resource(resource: &Resource, document: &TextDocument, offset: TextSize) -> Option<Self> {
        let found = Self::in_templates(&resource.templates, document, offset)?;
        let roots = resource.sections.iter().map(|section| section.schema.root.clone()).collect();
        Some(Self { roots, ..found })
    }

    fn in_templates(templates: &Templates, document: &TextDocument, offset: TextSize) -> Option<Self> {
        let is_touched = |text: &&TemplateText| {
            document.resolve(text.site.whole()).is_some_and(|whole| whole.contains_inclusive(offset))
        };
        let text = templates.texts.iter().find(is_touched)?;
        let whole = document.resolve(text.site.whole())?;
        let file_offset = offset;
        let offset = text.site.text_offset(file_offset - whole.start());
        // Indentation and the inside of escapes stand for nothing of the text.
        let back = document.resolve(text.site.place(TextRange::empty(offset)))?;
        if back.start() != file_offset || !text.text.is_char_boundary(usize::from(offset)) {
            return None;
        }
        let (embedded, resolved) = text.expressions.iter().find(|(it, _)| it.inner.contains_inclusive(offset))?;
        let touched = resolved.names.iter().filter(|name| name.range.contains_inclusive(offset));
        // Where two touch, as in `a.` with the cursor behind the dot, the one that begins there is meant.
        let name = touched.max_by_key(|name| name.range.start()).cloned();
        Some(Self { roots: Vec::new(), text: text.clone(), embedded: *embedded, name, offset })
    }

    /// The bytes of the file at which a range of the text stands.
    pub(super) fn source(&self, document: &TextDocument, range: TextRange) -> Option<TextRange> {
        document.resolve(self.text.site.place(range))
    }

    /// The name that the cursor touches, if there is one.
    pub(super) fn name(&self) -> Option<&ResolvedName> {
        self.name.as_ref().filter(|name| !name.range.is_empty())
    }

    /// Where what the name means is declared: by a line of a schema, or by what gives the name to each item.
    pub(super) fn declaration(&self) -> Option<Place> {
        let name = self.name()?;
        let place = match (&name.meaning, &name.within) {
            (Meaning::Variable { node, .. }, LookupScope::Scope(scope)) => match scope.find(&name.name)?.origin {
                VariableOrigin::Loop(place) | VariableOrigin::Resource(place) => place,
                VariableOrigin::Section | VariableOrigin::Platform => node.declared,
            },
            (Meaning::Field(node), _) => node.declared,
            _ => return None,
        };
        (place.file != FileId::NONE).then_some(place)
    }
}
