//! The keys that lead to a place, as people write them: `service.ports[].name`. For reports that show no text around a
//! problem.

use crate::analysis::Analysis;
use crate::text::Place;
use crate::values::flow::key_text;
use crate::values::from_yaml;
use crate::yaml::path::{NodeStep, Part, locate};

/// The keys that lead to what stands at a place, with `[]` for each array around an item; `None` beside keys and values.
pub fn of(analysis: &Analysis, place: Place) -> Option<String> {
    let document = analysis.document(place.file)?;
    let location = locate(document.stream(), document.resolve(place)?.start())?;
    if matches!(location.part, Part::Between) {
        return None;
    }
    let mut path = String::new();
    for step in &location.steps {
        match step {
            NodeStep::Item(_) => path.push_str("[]"),
            NodeStep::Entry(entry) => {
                let separator = if path.is_empty() { "" } else { "." };
                path.extend([separator, &key_text(&from_yaml::key(entry.key().get()))]);
            }
        }
    }
    (!path.is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use crate::test_support::cursor;
    use crate::text::{Place, TextRange};

    #[track_caller]
    fn check(fixture: &str, expected: Option<&str>) {
        let at = cursor(fixture);
        let place = Place::absolute(at.file, TextRange::empty(at.offset));
        assert_eq!(super::of(&at.analysis, place).as_deref(), expected);
    }

    #[test]
    fn keys_lead_to_keys_and_values() {
        check("service:\n  port: $080\n", Some("service.port"));
        check("service:\n  po$0rt: 80\n", Some("service.port"));
        check("hosts:\n- names:\n  - $0a\n", Some("hosts[].names[]"));
        check("# com$0ment\na: 1\n", None);
    }
}
