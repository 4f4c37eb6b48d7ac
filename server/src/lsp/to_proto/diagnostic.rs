//! Problems as diagnostics, in the shape that the client can read.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write as _;

use sayl_core::analysis::Analysis;
use sayl_core::ide::settings::EditorSettings;
use sayl_core::problem::{Code, Problem, Related, Severity};
use sayl_core::text::{FileId, Place};
use tower_lsp::ls_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Range, Uri,
};

use super::file_range;
use crate::lsp::capabilities::ClientFeatures;
use crate::lsp::problem_uri;
use crate::problem_page;

/// What a conversion needs besides the problems.
pub(crate) struct DiagnosticContext<'a> {
    pub(crate) analysis: &'a Analysis,
    pub(crate) features: &'a ClientFeatures,
    pub(crate) config: &'a EditorSettings,
    /// Names a file as its editor does.
    pub(crate) uri_of: Box<dyn Fn(FileId) -> Option<Uri> + 'a>,
}

/// Places that other problems have pointed to, converted.
pub(crate) type Locations = HashMap<Place, Location>;

/// The problems of a file as the client is to see them: those that its settings turn off are left out.
pub(crate) fn diagnostics(context: &DiagnosticContext<'_>, file: FileId, problems: &[Problem]) -> Vec<Diagnostic> {
    // Many problems point to the same few lines of a schema.
    let mut locations = Locations::new();
    let (shown, hidden) = shown(context, file, problems);
    let converted = shown.into_iter().map(|(severity, problem)| {
        let range = file_range(context.analysis, file, problem.place.range, context.features.encoding);
        diagnostic(context, range, problem, severity, &mut locations)
    });
    converted.chain(hidden).collect()
}

/// The problems of a file that the client is to see, each with how bad it is for this client; and what is said of those
/// that are too many.
pub(crate) fn shown<'p>(
    context: &DiagnosticContext<'_>,
    file: FileId,
    problems: &'p [Problem],
) -> (Vec<(Severity, &'p Problem)>, Option<Diagnostic>) {
    let (shown, hidden) = context.config.shown(context.analysis, file, problems);
    (shown, (hidden > 0).then(|| more(hidden)))
}

/// What is said where problems of a file are hidden.
fn more(hidden: usize) -> Diagnostic {
    let problems = if hidden == 1 { "problem is" } else { "problems are" };
    let message = format!(
        "{hidden} more {problems} not shown: `sayl check` reports all, and the setting `limits.max-problems` says how many are shown"
    );
    Diagnostic {
        severity: Some(DiagnosticSeverity::INFORMATION),
        source: Some("sayl".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// A problem at its place. Places that what is said of it points to may be relative to their segments.
pub(crate) fn diagnostic(
    context: &DiagnosticContext<'_>,
    range: Range,
    problem: &Problem,
    severity: Severity,
    locations: &mut Locations,
) -> Diagnostic {
    let features = context.features;
    let mut message = problem.text();
    let mut related_information = None;
    if features.related_information {
        let related = problem.related.iter().filter_map(|related| related_place(context, related, locations));
        related_information = Some(related.collect::<Vec<_>>()).filter(|related| !related.is_empty());
    } else {
        fold_related(&mut message, context, &problem.related, locations);
    }
    Diagnostic {
        range,
        severity: Some(lsp_severity(severity)),
        code: Some(NumberOrString::String(problem.code.name().to_owned())),
        code_description: features.code_description.then(|| code_description(context, problem.code)).flatten(),
        source: Some("sayl".to_owned()),
        message,
        related_information,
        tags: tag(problem.code).filter(|tag| features.diagnostic_tags.contains(tag)).map(|tag| vec![tag]),
        data: None,
    }
}

fn related_place(
    context: &DiagnosticContext<'_>,
    related: &Related,
    locations: &mut Locations,
) -> Option<DiagnosticRelatedInformation> {
    let location = match locations.entry(related.place) {
        Entry::Occupied(known) => known.get().clone(),
        Entry::Vacant(new) => {
            let uri = (context.uri_of)(related.place.file)?;
            let Place { file, range, .. } = context.analysis.absolute(related.place)?;
            let range = file_range(context.analysis, file, range, context.features.encoding);
            new.insert(Location { uri, range }).clone()
        }
    };
    Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
}

/// For clients that show no other places: as lines of the message.
fn fold_related(message: &mut String, context: &DiagnosticContext<'_>, related: &[Related], locations: &mut Locations) {
    for related in related.iter().filter_map(|related| related_place(context, related, locations)) {
        let uri = related.location.uri.as_str();
        let name = uri.rsplit('/').next().unwrap_or(uri);
        let line = related.location.range.start.line + 1;
        let _ = write!(message, "\n{name}:{line}: {}", related.message);
    }
}

fn lsp_severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Information => DiagnosticSeverity::INFORMATION,
        Severity::Hint => DiagnosticSeverity::HINT,
    }
}

/// How the text itself is shown: struck through, or faded where it has no effect.
fn tag(code: Code) -> Option<DiagnosticTag> {
    let faded = code.is_of_idle_text().then_some(DiagnosticTag::UNNECESSARY);
    faded.or(code.is_of_old_text().then_some(DiagnosticTag::DEPRECATED))
}

/// The page that explains a code: on the web where there is one, else our own where the client reads such.
fn code_description(context: &DiagnosticContext<'_>, code: Code) -> Option<CodeDescription> {
    let page = context.config.problem_docs.as_deref();
    let on_web = || problem_page::address(page, code)?.parse().ok();
    let own = || problem_uri::uri(code).filter(|_| context.features.reads_contents && page != Some(""));
    Some(CodeDescription { href: on_web().or_else(own)? })
}
