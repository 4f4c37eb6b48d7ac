//! Completions in a `sayl.toml`: sections, settings and what they take.

use super::{CompletionItem, CompletionKind};
use crate::analysis::Analysis;
use crate::choreo::ResourceKind;
use crate::ide::config_file::{ConfigSpot, SpotKind, headers, keys_around};
use crate::ide::paths::{continuations, folder};
use crate::template::job::YttVersion;
use crate::text::{FileId, TextRange, TextSize};
use crate::workspace::config::settings::{LEVELS, SECTIONS, Setting, SettingType, SettingsSection};

/// Completions at a place of a `sayl.toml` with this text.
pub(super) fn completions(
    analysis: &Analysis,
    file: FileId,
    text: &str,
    spot: &ConfigSpot,
    offset: TextSize,
) -> Vec<CompletionItem> {
    match &spot.kind {
        SpotKind::Header => sections(text, spot).collect(),
        SpotKind::Key { section, has_value } => {
            let given = keys_around(text, offset);
            let settings = section.as_ref().map(SettingsSection::settings).unwrap_or_default().into_iter();
            let free = settings.filter(|setting| !given.contains(&setting.name)).enumerate();
            let keys = free.map(|(index, setting)| key(&setting, spot, *has_value, index));
            keys.chain(sections(text, spot).filter(|_| !has_value)).collect()
        }
        SpotKind::Value { setting, quote } => values(analysis, file, setting, *quote, spot, text),
    }
}

/// The sections that may still be begun.
fn sections<'a>(text: &'a str, spot: &'a ConfigSpot) -> impl Iterator<Item = CompletionItem> + 'a {
    let is_free = |section: &SettingsSection| section.is_repeated || !headers(text).any(|name| name == section.name);
    SECTIONS.into_iter().filter(is_free).enumerate().map(|(index, section)| {
        let header = if section.is_repeated { format!("[[{}]]", section.name) } else { format!("[{}]", section.name) };
        let documentation = Some(section.documentation.to_owned());
        let item = CompletionItem::plain(header.clone(), CompletionKind::Keyword, spot.range, header);
        CompletionItem { documentation, sort: format!("b{index}"), ..item }
    })
}

fn key(setting: &Setting, spot: &ConfigSpot, has_value: bool, index: usize) -> CompletionItem {
    let name = setting.name;
    let (open, close) = match setting.takes {
        SettingType::Text | SettingType::Level | SettingType::YttVersion => ("\"", "\""),
        SettingType::Paths | SettingType::Names => ("[\"", "\"]"),
        SettingType::Switch | SettingType::Number(_) => ("", ""),
    };
    let insert = if has_value { name.to_owned() } else { format!("{name} = {open}${{1}}{close}") };
    CompletionItem {
        detail: setting.default.as_ref().map(|default| format!("default {default}")),
        documentation: Some(setting.documentation.to_owned()),
        is_snippet: !has_value,
        insert_plain: if has_value { name.to_owned() } else { format!("{name} = ") },
        sort: format!("a{index:03}"),
        ..CompletionItem::plain(name.to_owned(), CompletionKind::Key, spot.range, insert)
    }
}

/// What a setting takes; between quotes only text.
fn values(
    analysis: &Analysis,
    file: FileId,
    setting: &Setting,
    quote: Option<char>,
    spot: &ConfigSpot,
    text: &str,
) -> Vec<CompletionItem> {
    let (texts, kind): (Vec<String>, _) = match &setting.takes {
        SettingType::Level => (LEVELS.map(str::to_owned).to_vec(), CompletionKind::EnumMember),
        SettingType::YttVersion => {
            (YttVersion::KNOWN.map(|minor| format!("0.{minor}")).collect(), CompletionKind::EnumMember)
        }
        SettingType::Paths => {
            (continuations(analysis, folder(analysis, file), &spot.typed).into_iter().collect(), CompletionKind::Value)
        }
        SettingType::Names => {
            (ResourceKind::ALL.iter().map(|kind| format!("{}/", kind.name())).collect(), CompletionKind::Value)
        }
        SettingType::Switch if quote.is_none() => (vec!["true".to_owned(), "false".to_owned()], CompletionKind::Value),
        SettingType::Number(_) if quote.is_none() => (setting.default.iter().cloned().collect(), CompletionKind::Value),
        _ => return Vec::new(),
    };
    let is_text =
        matches!(setting.takes, SettingType::Level | SettingType::Paths | SettingType::Names | SettingType::YttVersion);
    let (range, behind) = inside(spot, quote, text);
    let completion = |(index, value): (usize, String)| {
        let is_default = setting.default.as_deref().is_some_and(|default| default.trim_matches('"') == value);
        let insert = match quote {
            None if is_text => format!("\"{value}\""),
            _ => format!("{value}{behind}"),
        };
        CompletionItem {
            detail: is_default.then(|| "default".to_owned()),
            sort: format!("{index:03}"),
            ..CompletionItem::plain(value, kind, range, insert)
        }
    };
    texts.into_iter().enumerate().map(completion).collect()
}

/// The range between the quotes of a token, and the quote that is to be inserted because it is missing.
fn inside(spot: &ConfigSpot, quote: Option<char>, text: &str) -> (TextRange, String) {
    let Some(quote) = quote else { return (spot.range, String::new()) };
    let (width, range) = (TextSize::of(quote), spot.range);
    let start = range.start() + width;
    let is_closed = range.len() > width && text[..usize::from(range.end())].ends_with(quote);
    if is_closed {
        (TextRange::new(start, (range.end() - width).max(start)), String::new())
    } else {
        (TextRange::new(start, range.end()), quote.to_string())
    }
}
