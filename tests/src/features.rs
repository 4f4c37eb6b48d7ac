//! Every feature of the editor, each as a function that asks it: what must answer whatever stands in a text.

use sayl_core::analysis::Analysis;
use sayl_core::document::TextDocument;
use sayl_core::ide::{
    code_action, code_lens, completion, definition, document_highlight, document_link, document_symbol, folding_range,
    hover, inlay_hint, linked_editing_range, references, rename, selection_range, semantic_tokens, signature_help,
    status, type_definition,
};
use sayl_core::text::{FileId, TextRange, TextSize};

/// Asks one feature at one position, in bytes. What it answers is checked where it is easy to say what is right; the
/// error says what is not.
pub type Ask = fn(&Analysis, FileId, TextSize) -> Result<(), String>;

/// The features, each under its name.
pub const FEATURES: [(&str, Ask); 11] = [
    ("hover", |analysis, file, offset| match hover::hover(analysis, file, offset) {
        Some(hover) => is_around(hover.range, offset),
        None => Ok(()),
    }),
    ("completion", |analysis, file, offset| {
        completion::completion(analysis, file, offset).iter().try_for_each(|item| is_around(item.replace, offset))
    }),
    ("definition", |analysis, file, offset| {
        definition::definition(analysis, file, offset).iter().try_for_each(|it| is_around(it.origin, offset))
    }),
    ("document highlight", |analysis, file, offset| {
        let length = analysis.document(file).map_or(0, TextDocument::len);
        let found = document_highlight::document_highlights(analysis, file, offset);
        let outside = found.iter().find(|it| usize::from(it.range.end()) > length);
        outside.map_or(Ok(()), |it| Err(format!("answers about {:?}", it.range)))
    }),
    ("selection range", |analysis, file, offset| {
        let found = selection_range::selection_ranges(analysis, file, &[offset]);
        let Some(ranges) = found.first() else { return Err("no answer".to_owned()) };
        let grows = ranges.windows(2).all(|pair| pair[1].contains_range(pair[0]) && pair[0] != pair[1]);
        if grows { Ok(()) } else { Err(format!("does not grow: {ranges:?}")) }
    }),
    ("references", |analysis, file, offset| {
        // Over all files it costs too much to be asked everywhere.
        if usize::from(offset) % 16 == 0 {
            references::references(analysis, file, offset, true);
        }
        Ok(())
    }),
    ("signature help", |analysis, file, offset| {
        signature_help::signature_help(analysis, file, offset);
        Ok(())
    }),
    ("type definition", |analysis, file, offset| {
        type_definition::type_definition(analysis, file, offset).iter().try_for_each(|it| is_around(it.origin, offset))
    }),
    ("linked editing", |analysis, file, offset| {
        linked_editing_range::linked_editing_ranges(analysis, file, offset);
        Ok(())
    }),
    ("rename", |analysis, file, offset| {
        rename::prepare_rename(analysis, file, offset);
        Ok(())
    }),
    ("code action", |analysis, file, offset| {
        if usize::from(offset) % 16 == 0 {
            code_action::rewritings(analysis, file, TextRange::empty(offset));
        }
        Ok(())
    }),
];

/// Asks the features that are about a file as a whole.
pub fn ask_of_file(analysis: &Analysis, file: FileId) {
    document_symbol::document_symbols(analysis, file, usize::MAX);
    folding_range::folding_ranges(analysis, file);
    semantic_tokens::semantic_tokens(analysis, file, None);
    document_link::document_links(analysis, file);
    status::status(analysis, file);
    let whole =
        TextRange::up_to(TextSize::of(&*analysis.document(file).map_or_else(String::new, |it| it.rope().to_string())));
    let hints = inlay_hint::WantedHints { types: true, defaults: true, blocks: true };
    for hint in inlay_hint::inlay_hints(analysis, file, whole, hints) {
        inlay_hint::tooltip(analysis, file, hint.about);
    }
    for lens in code_lens::code_lenses(
        analysis,
        file,
        code_lens::WantedLenses { references: true, schema: true, changes: true },
    ) {
        code_lens::resolve(analysis, file, lens.range.start(), lens.kind);
    }
    let problems = analysis.problems(file);
    problems.iter().for_each(|problem| drop(code_action::fixes(analysis, file, problem)));
    code_action::fix_all(analysis, file, &problems);
}

fn is_around(range: TextRange, offset: TextSize) -> Result<(), String> {
    if range.contains_inclusive(offset) { Ok(()) } else { Err(format!("answers about {range:?}")) }
}
