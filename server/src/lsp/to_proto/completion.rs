//! Completion items in the shape that the client can read.

use ropey::Rope;
use sayl_core::ide::completion::{CompletionItem, CompletionKind};
use sayl_core::text::TextSize;
use tower_lsp::ls_types::{
    self as lsp, CompletionItemKind, CompletionItemTag, CompletionList, CompletionTextEdit, Documentation,
    InsertTextFormat, InsertTextMode, TextEdit,
};

use super::{markup, range};
use crate::lsp::capabilities::ClientFeatures;

/// All completions at an offset: the list is complete, so that the client filters it without asking again.
pub(crate) fn completions(
    rope: &Rope,
    offset: TextSize,
    items: Vec<CompletionItem>,
    features: &ClientFeatures,
) -> CompletionList {
    let items = items.into_iter().map(|item| completion_item(rope, offset, item, features)).collect();
    CompletionList { is_incomplete: false, items }
}

fn completion_item(
    rope: &Rope,
    offset: TextSize,
    item: CompletionItem,
    features: &ClientFeatures,
) -> lsp::CompletionItem {
    let can = &features.completion;
    let is_snippet = item.is_snippet && can.snippets;
    let filter_text = item.filter_text(rope, offset);
    let new_text = if is_snippet || !item.is_snippet { item.insert } else { item.insert_plain };
    let has_lines = new_text.contains('\n');
    lsp::CompletionItem {
        kind: Some(item_kind(item.kind)),
        detail: item.detail,
        documentation: item.documentation.map(|text| Documentation::MarkupContent(markup(&text, can.markdown))),
        tags: (item.deprecated && can.deprecated_tag).then(|| vec![CompletionItemTag::DEPRECATED]),
        deprecated: (item.deprecated && !can.deprecated_tag).then_some(true),
        sort_text: Some(item.sort),
        filter_text: filter_text.filter(|text| *text != item.label),
        insert_text_format: is_snippet.then_some(InsertTextFormat::SNIPPET),
        // Plain text brings all of its indentation; a snippet relies on the client to add that of the cursor's line,
        // which some do whatever they are told.
        insert_text_mode: (has_lines && can.insert_text_mode).then_some(if is_snippet {
            InsertTextMode::ADJUST_INDENTATION
        } else {
            InsertTextMode::AS_IS
        }),
        text_edit: Some(CompletionTextEdit::Edit(TextEdit {
            range: range(rope, item.replace, features.encoding),
            new_text,
        })),
        additional_text_edits: item
            .also
            .map(|(place, new_text)| vec![TextEdit { range: range(rope, place, features.encoding), new_text }]),
        label: item.label,
        ..lsp::CompletionItem::default()
    }
}

fn item_kind(kind: CompletionKind) -> CompletionItemKind {
    match kind {
        CompletionKind::Key => CompletionItemKind::PROPERTY,
        CompletionKind::Value => CompletionItemKind::VALUE,
        CompletionKind::EnumMember => CompletionItemKind::ENUM_MEMBER,
        CompletionKind::Variable | CompletionKind::Parameter => CompletionItemKind::VARIABLE,
        CompletionKind::Function | CompletionKind::Annotation => CompletionItemKind::FUNCTION,
        CompletionKind::Keyword => CompletionItemKind::KEYWORD,
        CompletionKind::Type => CompletionItemKind::CLASS,
        CompletionKind::Module => CompletionItemKind::MODULE,
        CompletionKind::File => CompletionItemKind::FILE,
    }
}

#[cfg(test)]
mod tests {
    use sayl_core::text::TextRange;

    use super::*;
    use crate::lsp::capabilities::CompletionFeatures;

    fn item(replace: TextRange) -> CompletionItem {
        CompletionItem {
            label: "name".to_owned(),
            kind: CompletionKind::Key,
            detail: Some("string".to_owned()),
            documentation: Some("**What** it is called".to_owned()),
            replace,
            insert: "name: ${1:x}".to_owned(),
            is_snippet: true,
            insert_plain: "name: x".to_owned(),
            sort: "0001".to_owned(),
            deprecated: true,
            also: None,
        }
    }

    /// Completes behind `text`, replacing all of its last line.
    fn complete(text: &str, completion: CompletionFeatures) -> lsp::CompletionItem {
        let end = TextSize::of(text);
        let start = TextSize::try_from(text.rfind('\n').map_or(0, |newline| newline + 1)).unwrap();
        let features = ClientFeatures { completion, ..ClientFeatures::default() };
        let items = vec![item(TextRange::new(start, end))];
        completions(&Rope::from_str(text), end, items, &features).items.remove(0)
    }

    fn new_text(item: &lsp::CompletionItem) -> &str {
        match &item.text_edit {
            Some(CompletionTextEdit::Edit(edit)) => &edit.new_text,
            other => panic!("no edit but {other:?}"),
        }
    }

    #[test]
    fn a_client_without_snippets_gets_plain_text() {
        let plain = complete("na", CompletionFeatures::default());
        assert_eq!((new_text(&plain), plain.insert_text_format), ("name: x", None));
        let snippet = complete("na", CompletionFeatures { snippets: true, ..CompletionFeatures::default() });
        assert_eq!((new_text(&snippet), snippet.insert_text_format), ("name: ${1:x}", Some(InsertTextFormat::SNIPPET)));
    }

    #[test]
    fn deprecation_is_a_tag_where_the_client_knows_tags() {
        let old = complete("na", CompletionFeatures::default());
        assert_eq!((old.tags, old.deprecated), (None, Some(true)));
        let tagged = complete("na", CompletionFeatures { deprecated_tag: true, ..CompletionFeatures::default() });
        assert_eq!((tagged.tags, tagged.deprecated), (Some(vec![CompletionItemTag::DEPRECATED]), None));
    }

    #[test]
    fn an_opening_quote_does_not_filter_the_items_out() {
        assert_eq!(complete("\"na", CompletionFeatures::default()).filter_text.as_deref(), Some("\"name"));
        assert_eq!(complete("na", CompletionFeatures::default()).filter_text, None);
    }
}
