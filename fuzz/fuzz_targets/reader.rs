//! Any text for sayl's reader and for libyaml, whose family ytt's reader belongs to: where both load it, they find the same nodes.
#![no_main]

use std::mem::MaybeUninit;

use libfuzzer_sys::fuzz_target;
use sayl_core::document::TextDocument;
use sayl_core::problem::Severity;
use sayl_core::text::FileId;
use sayl_core::yaml::{Node, NodeKind, Placed};
use sayl_fuzz::text_of;
use unsafe_libyaml as libyaml;

#[derive(Debug, PartialEq)]
enum Event {
    Document,
    Mapping,
    Sequence,
    End,
    Scalar(String),
    Alias(String),
}

fuzz_target!(|bytes: &[u8]| {
    let Some(text) = text_of(bytes) else { return };
    if is_read_otherwise(&text) {
        return;
    }
    if let (Some(expected), Some(found)) = (events_of_libyaml(&text), events(&text)) {
        assert_eq!(found, expected, "{text:?}");
    }
});

/// What ytt's reader reads otherwise than libyaml does.
fn is_read_otherwise(text: &str) -> bool {
    // A mark in the midst, and line ends that YAML 1.1 knew besides.
    // An annotation that attaches to nothing gets an empty document, as ytt gives it one.
    text.contains("#@") || ['\u{feff}', '\u{85}', '\u{2028}', '\u{2029}', '\0', '%'].iter().any(|odd| text.contains(*odd))
}

fn events(text: &str) -> Option<Vec<Event>> {
    let document = TextDocument::new(FileId(0), text);
    let stream = document.stream();
    if stream.problems.iter().any(|problem| problem.severity == Severity::Error) {
        return None;
    }
    let mut events = Vec::new();
    for document in &stream.documents {
        events.push(Event::Document);
        push(document.root(), &mut events);
    }
    Some(events)
}

fn push(node: Placed<'_, Node>, events: &mut Vec<Event>) {
    match &node.get().kind {
        NodeKind::Empty | NodeKind::Broken => events.push(Event::Scalar(String::new())),
        NodeKind::Alias(name) => events.push(Event::Alias(name.to_string())),
        NodeKind::Scalar(scalar) => events.push(Event::Scalar(scalar.text.to_string())),
        NodeKind::Mapping(_) => {
            events.push(Event::Mapping);
            for entry in node.mapping().into_iter().flat_map(|mapping| mapping.entries()) {
                push(entry.key(), events);
                push(entry.value(), events);
            }
            events.push(Event::End);
        }
        NodeKind::Sequence(_) => {
            events.push(Event::Sequence);
            for item in node.sequence().into_iter().flat_map(|sequence| sequence.items()) {
                push(item.value(), events);
            }
            events.push(Event::End);
        }
    }
}

/// `None` where libyaml refuses the text.
fn events_of_libyaml(text: &str) -> Option<Vec<Event>> {
    let mut events = Vec::new();
    // SAFETY: a parser is initialised before use and deleted afterwards; the text outlives it; each event is deleted
    // before the next one is read into its place.
    unsafe {
        let mut parser = MaybeUninit::<libyaml::yaml_parser_t>::uninit();
        let parser = parser.as_mut_ptr();
        if libyaml::yaml_parser_initialize(parser).fail {
            return None;
        }
        libyaml::yaml_parser_set_input_string(parser, text.as_ptr(), text.len() as u64);
        let mut is_loaded = false;
        loop {
            let mut event = MaybeUninit::<libyaml::yaml_event_t>::uninit();
            let event = event.as_mut_ptr();
            if libyaml::yaml_parser_parse(parser, event).fail {
                break;
            }
            let kind = (*event).type_;
            match kind {
                libyaml::YAML_DOCUMENT_START_EVENT => events.push(Event::Document),
                libyaml::YAML_MAPPING_START_EVENT => events.push(Event::Mapping),
                libyaml::YAML_SEQUENCE_START_EVENT => events.push(Event::Sequence),
                libyaml::YAML_MAPPING_END_EVENT | libyaml::YAML_SEQUENCE_END_EVENT => events.push(Event::End),
                libyaml::YAML_SCALAR_EVENT => {
                    let scalar = &(*event).data.scalar;
                    let bytes = std::slice::from_raw_parts(scalar.value, scalar.length as usize);
                    events.push(Event::Scalar(String::from_utf8_lossy(bytes).into_owned()));
                }
                libyaml::YAML_ALIAS_EVENT => {
                    let anchor = std::ffi::CStr::from_ptr((*event).data.alias.anchor.cast());
                    events.push(Event::Alias(anchor.to_string_lossy().into_owned()));
                }
                _ => {}
            }
            libyaml::yaml_event_delete(event);
            if kind == libyaml::YAML_STREAM_END_EVENT {
                is_loaded = true;
                break;
            }
        }
        libyaml::yaml_parser_delete(parser);
        is_loaded.then_some(events)
    }
}
