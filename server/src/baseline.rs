//! Baselines: lists of problems that are known, so that a project may take sayl up before all of them are mended. Only
//! what is new is reported.
//!
//! A problem is known by its file, its code, the text that it marks and the line around that; how often it occurs is
//! counted. So it stays known while lines above it come and go, and becomes new when its own line changes. What could
//! not be read is never on the list: nobody knows what it would hold.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::UsageError;
use crate::arguments::BaselineArguments;
use crate::disk::read_given_text;
use crate::given::describe;
use crate::output::write_whole;
use crate::report::{Finding, Report, fingerprint, is_about_reading};
use crate::session::Session;

/// The format that is written, and the only one that is read.
const VERSION: u32 = 1;

/// Of so many problems that no longer occur it is said where they were.
const MAX_NAMED: usize = 10;

/// Known problems, with how often each occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Baseline(BTreeMap<BaselineKey, usize>);

/// What a problem is known by.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct BaselineKey {
    file: String,
    code: String,
    /// Names the marked text and its line.
    mark: String,
}

/// The first line of a list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineHeader {
    baseline: u32,
}

/// Every other line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BaselineEntry {
    file: String,
    code: String,
    mark: String,
    count: usize,
}

/// The list that `--baseline` names.
pub(crate) fn read(arguments: &BaselineArguments) -> Result<Option<Baseline>, UsageError> {
    arguments.baseline.as_deref().map(Baseline::read).transpose()
}

/// Takes what is known out of the report, says what no longer occurs, and writes the list that `--write-baseline` asks
/// for.
pub(crate) fn apply(
    arguments: &BaselineArguments,
    known: Option<Baseline>,
    session: &Session,
    report: &mut Report,
) -> Result<(), UsageError> {
    if known.is_none() && arguments.write_baseline.is_none() {
        return Ok(());
    }
    let found = Baseline::of(&report.findings);
    if let (Some(path), Some(known)) = (&arguments.baseline, &known) {
        let gone = known.within(session).without(&found);
        if arguments.write_baseline.is_none() && !gone.0.is_empty() {
            eprintln!("{}", gone.farewell(path));
        }
        known.take_from(report);
    }
    if let Some(path) = &arguments.write_baseline {
        let elsewhere = match &known {
            Some(known) => known.clone(),
            None if path.exists() => Baseline::read(path)?,
            None => Baseline::default(),
        };
        let mut written = elsewhere.without(&elsewhere.within(session));
        written.0.extend(known.map_or(found.clone(), |known| found.limited_to(&known)).0);
        written.write(path)?;
        written.take_from(report);
    }
    Ok(())
}

impl Baseline {
    fn of(findings: &[Finding]) -> Self {
        let mut known = Self::default();
        for finding in findings.iter().filter(|finding| !is_about_reading(finding.problem.code)) {
            *known.0.entry(BaselineKey::of(finding)).or_default() += 1;
        }
        known
    }

    fn read(path: &Path) -> Result<Self, UsageError> {
        let failed = |reason: String| UsageError(format!("the baseline {}: {reason}", path.display()));
        let text = read_given_text(path).map_err(|error| failed(describe(&error)))?;
        Self::parse(&text).map_err(failed)
    }

    fn parse(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        let header = lines.next().and_then(|line| serde_json::from_str::<BaselineHeader>(line).ok());
        let version = header.ok_or("the first line is not that of a baseline")?.baseline;
        if version != VERSION {
            return Err(format!("it has version {version}; this sayl reads version {VERSION}"));
        }
        let mut known = Self::default();
        for (index, line) in lines.enumerate() {
            let BaselineEntry { file, code, mark, count } = serde_json::from_str(line)
                .map_err(|_| format!("line {} is damaged; --write-baseline writes the list anew", index + 2))?;
            // Of lists that were joined: a file that both have seen is the same in both.
            let known = known.0.entry(BaselineKey { file, code, mark }).or_default();
            *known = count.max(*known);
        }
        Ok(known)
    }

    fn write(&self, path: &Path) -> Result<(), UsageError> {
        let failed = |error: std::io::Error| UsageError(format!("the baseline {}: {error}", path.display()));
        let text = self.text().map_err(|error| failed(error.into()))?;
        write_whole(path, text.as_bytes()).map_err(failed)
    }

    /// One line for each entry, in the order of their bytes, so that lists are joined by sorting their lines.
    fn text(&self) -> Result<String, serde_json::Error> {
        let line = |(BaselineKey { file, code, mark }, count): (&BaselineKey, &usize)| {
            let [file, code, mark] = [file, code, mark].map(String::clone);
            serde_json::to_string(&BaselineEntry { file, code, mark, count: *count })
        };
        let mut lines = self.0.iter().map(line).collect::<Result<Vec<String>, _>>()?;
        lines.sort_unstable();
        lines.insert(0, serde_json::to_string(&BaselineHeader { baseline: VERSION })?);
        Ok(lines.join("\n") + "\n")
    }

    /// The part that is about files which this run has looked at.
    fn within(&self, session: &Session) -> Self {
        let seen: HashSet<String> = session.looked_at().collect();
        let is_seen = |known: &BaselineKey| seen.contains(&known.file) || session.would_look_at(&known.file);
        Self(self.0.iter().filter(|(known, _)| is_seen(known)).map(|(known, count)| (known.clone(), *count)).collect())
    }

    /// What is here and not there, or here more often.
    fn without(&self, other: &Self) -> Self {
        let rest = |(known, count): (&BaselineKey, &usize)| {
            let rest = count.saturating_sub(other.0.get(known).copied().unwrap_or(0));
            (rest > 0).then(|| (known.clone(), rest))
        };
        Self(self.0.iter().filter_map(rest).collect())
    }

    /// What is both here and there.
    fn limited_to(&self, other: &Self) -> Self {
        let both = |(known, count): (&BaselineKey, &usize)| Some((known.clone(), *count.min(other.0.get(known)?)));
        Self(self.0.iter().filter_map(both).collect())
    }

    /// Takes what is known out of a report and counts it there.
    fn take_from(&self, report: &mut Report) {
        let mut left = self.0.clone();
        let before = report.findings.len();
        report.findings.retain(|finding| match left.get_mut(&BaselineKey::of(finding)) {
            Some(count) if *count > 0 && !is_about_reading(finding.problem.code) => {
                *count -= 1;
                false
            }
            _ => true,
        });
        *report.known.get_or_insert(0) += before - report.findings.len();
    }

    /// Says that these no longer occur.
    fn farewell(&self, path: &Path) -> String {
        let (path, number): (_, usize) = (path.display(), self.0.values().sum());
        let (problems, occur) = if number == 1 { ("problem", "occurs") } else { ("problems", "occur") };
        let mut text = format!(
            "sayl: {number} {problems} of the baseline {path} no longer {occur}; to drop what is gone: --baseline {path} --write-baseline {path}"
        );
        for known in self.0.keys().take(MAX_NAMED) {
            text.extend(["\n  ", known.file.as_str(), ": ", known.code.as_str()]);
        }
        if self.0.len() > MAX_NAMED { text + "\n  …" } else { text }
    }
}

impl BaselineKey {
    fn of(finding: &Finding) -> Self {
        let (file, code) = (finding.location.source.path.clone(), finding.problem.code.name().to_owned());
        Self { file, code, mark: fingerprint::of_text(finding) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline(entries: &[(&str, usize)]) -> Baseline {
        let known =
            |file: &str| BaselineKey { file: file.to_owned(), code: "unknown-key".to_owned(), mark: "m".to_owned() };
        Baseline(entries.iter().map(|(file, count)| (known(file), *count)).collect())
    }

    #[test]
    fn what_is_written_is_read_again() {
        let known = baseline(&[("a b.yml", 1), ("a.yml", 2), ("\n\"ü.yml", 3)]);
        let text = known.text().unwrap();
        assert_eq!(Baseline::parse(&text), Ok(known));
        assert!(text.lines().is_sorted(), "{text}");
    }

    #[test]
    fn what_is_no_baseline_is_refused() {
        let refused = |text: &str| Baseline::parse(text).unwrap_err();
        assert_eq!(refused(""), "the first line is not that of a baseline");
        assert_eq!(refused("{\"baseline\":2}\n"), "it has version 2; this sayl reads version 1");
        let damaged = "line 3 is damaged; --write-baseline writes the list anew";
        let good = "{\"file\":\"a\",\"code\":\"c\",\"mark\":\"m\",\"count\":1}";
        assert_eq!(refused(&format!("{{\"baseline\":1}}\n{good}\n<<<<<<< HEAD\n")), damaged);
    }

    #[test]
    fn of_joined_lists_the_same_entry_counts_once() {
        let one = baseline(&[("a.yml", 2)]).text().unwrap();
        let joined = format!("{one}{}\n", one.lines().last().unwrap());
        assert_eq!(Baseline::parse(&joined), Ok(baseline(&[("a.yml", 2)])));
    }

    #[test]
    fn what_is_gone_is_the_difference() {
        let (known, found) = (baseline(&[("a", 3), ("b", 1)]), baseline(&[("a", 1), ("c", 1)]));
        assert_eq!(known.without(&found), baseline(&[("a", 2), ("b", 1)]));
        assert_eq!(found.limited_to(&known), baseline(&[("a", 1)]));
    }
}
