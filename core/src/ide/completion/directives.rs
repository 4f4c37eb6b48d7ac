//! Completions in comments that speak to sayl: modelines (`# sayl: schema=PATH`) and `# sayl-ignore: CODE`.

use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::ide::cursor::CommentAt;
use crate::ide::directives::DIRECTIVES;
use crate::ide::line::{LineAt, line_at};
use crate::ide::paths::{folder, relative};
use crate::problem::Code;
use crate::text::{FileId, TextRange};

/// Completions in a comment; `None` if it is another one.
pub(super) fn completions(analysis: &Analysis, file: FileId, comment: &CommentAt) -> Option<Vec<CompletionItem>> {
    let CommentAt { line, cursor, .. } = comment;
    let cursor = *cursor;
    let before = comment.typed().strip_prefix('#')?;
    let typed = before.strip_prefix('!').unwrap_or(before).trim_start();
    if let Some(list) = typed.strip_prefix("sayl-ignore:") {
        return Some(codes(analysis, file, list, line, cursor));
    }
    if let Some(settings) = typed.strip_prefix("sayl:") {
        let path = settings.rsplit(' ').next()?.strip_prefix("schema=")?;
        return Some(schemas(analysis, file, path, line, cursor));
    }
    let offered = DIRECTIVES.iter().filter(|(name, _)| !typed.is_empty() && name.starts_with(typed));
    let replace = line.range(cursor - typed.len(), cursor);
    let items: Vec<CompletionItem> = offered
        .map(|(name, meaning)| CompletionItem {
            documentation: Some((*meaning).to_owned()),
            ..CompletionItem::plain((*name).to_owned(), CompletionKind::Keyword, replace, (*name).to_owned())
        })
        .collect();
    (!items.is_empty()).then_some(items)
}

/// The files with schemas, the nearest first.
fn schemas(analysis: &Analysis, file: FileId, typed: &str, line: &LineAt, cursor: usize) -> Vec<CompletionItem> {
    let folder = folder(analysis, file);
    let files = analysis.layout().bundles.iter().flat_map(|bundle| &bundle.schemas).filter(|schema| **schema != file);
    let mut paths: Vec<String> = files.map(|file| relative(analysis.path(*file), folder)).collect();
    paths.sort_by_key(|path| (path.matches('/').count(), path.clone()));
    paths.dedup();
    let replace = token(line, cursor, typed.len());
    let by_distance = |(index, path): (usize, String)| CompletionItem {
        sort: format!("{index:05}"),
        ..CompletionItem::plain(path.clone(), CompletionKind::Value, replace, path)
    };
    paths.into_iter().enumerate().map(by_distance).collect()
}

/// The codes of problems, those at hand first.
fn codes(analysis: &Analysis, file: FileId, list: &str, line: &LineAt, cursor: usize) -> Vec<CompletionItem> {
    if list.contains("--") {
        return Vec::new();
    }
    let typed = list.rsplit([',', ' ']).next().unwrap_or_default();
    let given: Vec<&str> = list[..list.len() - typed.len()].split([',', ' ']).collect();
    let at_hand = codes_near(analysis, file, line);
    let blank = if list.is_empty() { " " } else { "" };
    let replace = token(line, cursor, typed.len());
    let free = Code::ALL.iter().filter(|code| code.can_be_silenced() && !given.contains(&code.name()));
    let completion = |code: &Code| CompletionItem {
        documentation: Some(code.explanation().meaning.to_owned()),
        sort: format!("{}{}", if at_hand.contains(code) { 'a' } else { 'b' }, code.name()),
        ..CompletionItem::plain(
            code.name().to_owned(),
            CompletionKind::EnumMember,
            replace,
            format!("{blank}{}", code.name()),
        )
    };
    free.map(completion).collect()
}

/// The codes of the problems on the line and on the one below it.
fn codes_near(analysis: &Analysis, file: FileId, line: &LineAt) -> Vec<Code> {
    let below = line.next.and_then(|next| Some(line_at(analysis.document(file)?.rope(), next)));
    let end = below.map_or(line.end(), |below| below.end());
    let near = TextRange::new(line.start, end);
    let problems = analysis.problems(file);
    problems.iter().filter(|it| near.contains(it.place.range.start())).map(|problem| problem.code).collect()
}

/// What is typed of a word before the cursor, and the rest of it.
fn token(line: &LineAt, cursor: usize, typed: usize) -> TextRange {
    let rest = &line.text[cursor..];
    let end = rest.find([' ', ',']).unwrap_or(rest.len());
    line.range(cursor - typed, cursor + end)
}
