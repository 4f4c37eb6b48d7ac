//! Settings that the editor gives: section `sayl` of its configuration, or the initialization options. They are named
//! as in `sayl.toml`, which the engine reads.

use std::collections::HashMap;

use serde_json::Value;

use super::{code_lens, inlay_hint};
use crate::analysis::Analysis;
use crate::problem::{Code, Problem, Severity};
use crate::template::job::Limits;
use crate::text::FileId;
use crate::workspace::config::{DEFAULT_MAX_FILE_SIZE, EvaluationConfig, Level};

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EditorSettings {
    /// The size in bytes from which on files are refused.
    pub max_file_size: u64,
    /// Which hints are shown beside values.
    pub inlay_hints: inlay_hint::WantedHints,
    /// Which lenses are shown above lines.
    pub code_lenses: code_lens::WantedLenses,
    /// How many symbols an outline has at most.
    pub max_symbols: usize,
    /// How many problems of a file are shown at most.
    pub max_problems: usize,
    /// Whether the syntax of YAML that is not sayl's is checked, too.
    pub all_yaml: bool,
    /// Whether what a `sayl.toml` or a modeline names may lie outside of its project.
    pub is_trusting: bool,
    /// What template code may use.
    evaluation: EvaluationConfig,
    /// The page that explains problems, each at the anchor of its code; empty for none.
    pub problem_docs: Option<String>,
    /// Which codes are told with which severity, or not at all.
    severities: HashMap<Code, Level>,
}

/// What an editor shows without a pause, and what others that outline JSON and YAML give it.
const DEFAULT_MAX_SYMBOLS: usize = 5_000;

/// Nobody reads more in an editor, and every one is sent again with each key that is typed.
const DEFAULT_MAX_PROBLEMS: usize = 1_000;

impl Default for EditorSettings {
    fn default() -> Self {
        Self {
            max_file_size: DEFAULT_MAX_FILE_SIZE,
            inlay_hints: inlay_hint::WantedHints::default(),
            code_lenses: code_lens::WantedLenses::default(),
            max_symbols: DEFAULT_MAX_SYMBOLS,
            max_problems: DEFAULT_MAX_PROBLEMS,
            all_yaml: false,
            is_trusting: false,
            evaluation: EvaluationConfig::default(),
            problem_docs: None,
            severities: HashMap::new(),
        }
    }
}

impl EditorSettings {
    /// Reads settings as an editor sends them, with what is wrong in them. What is wrong has no effect.
    pub fn read(settings: &Value) -> (Self, Vec<String>) {
        let mut config = Self::default();
        let mut complaints = Vec::new();
        // Some clients send the section, some what holds it.
        let settings = settings.get("sayl").unwrap_or(settings);
        let Some(settings) = settings.as_object() else {
            if !settings.is_null() {
                complaints.push("The settings of sayl are not an object.".to_owned());
            }
            return (config, complaints);
        };
        for (name, value) in settings {
            let result = match name.as_str() {
                "severity" => config.read_severities(value, &mut complaints),
                "limits" => config.read_limits(value, &mut complaints),
                "check" => read_switches(name, value, [("all-yaml", &mut config.all_yaml)], &mut complaints),
                "evaluation" => config.read_evaluation(value, &mut complaints),
                "trust" => config.read_trust(value),
                "problem-docs" => config.read_problem_docs(value),
                "inlayHints" => {
                    let inlay_hint::WantedHints { types, defaults, blocks } = &mut config.inlay_hints;
                    let switches = [("types", types), ("defaults", defaults), ("blocks", blocks)];
                    read_switches(name, value, switches, &mut complaints)
                }
                "codeLens" => {
                    let code_lens::WantedLenses { references, schema, changes } = &mut config.code_lenses;
                    let switches = [("references", references), ("schema", schema), ("changes", changes)];
                    read_switches(name, value, switches, &mut complaints)
                }
                "outline" => config.read_outline(value, &mut complaints),
                _ => Err(format!("sayl has no setting `{name}`.")),
            };
            complaints.extend(result.err());
        }
        (config, complaints)
    }

    fn read_severities(&mut self, value: &Value, complaints: &mut Vec<String>) -> Result<(), String> {
        let severities = value.as_object().ok_or("The setting `severity` is not an object.")?;
        for (name, severity) in severities {
            match (Code::from_name(name), severity.as_str().and_then(Level::from_name)) {
                (Some(code), Some(level)) => drop(self.severities.insert(code, level)),
                (None, _) => complaints.push(format!("No problem has the code `{name}`.")),
                (_, None) => complaints.push(format!(
                    "The severity of `{name}` is {severity}, not \"error\", \"warning\", \"information\", \"hint\" or \"off\"."
                )),
            }
        }
        Ok(())
    }

    fn read_trust(&mut self, value: &Value) -> Result<(), String> {
        self.is_trusting = value.as_bool().ok_or("The setting `trust` is not true or false.")?;
        Ok(())
    }

    fn read_problem_docs(&mut self, value: &Value) -> Result<(), String> {
        let page = value.as_str().ok_or("The setting `problem-docs` is not an address.")?;
        self.problem_docs = Some(page.to_owned());
        Ok(())
    }

    fn read_limits(&mut self, value: &Value, complaints: &mut Vec<String>) -> Result<(), String> {
        let limits = value.as_object().ok_or("The setting `limits` is not an object.")?;
        for (name, limit) in limits {
            match (name.as_str(), limit.as_u64()) {
                ("max-file-size", Some(bytes)) => self.max_file_size = bytes,
                ("max-file-size", None) => {
                    complaints.push(format!("The setting `limits.max-file-size` is {limit}, not a number of bytes."));
                }
                ("max-problems", Some(problems)) => {
                    self.max_problems = usize::try_from(problems).unwrap_or(usize::MAX);
                }
                ("max-problems", None) => {
                    complaints.push(format!("The setting `limits.max-problems` is {limit}, not a number of problems."));
                }
                _ => complaints.push(format!("sayl has no setting `limits.{name}`.")),
            }
        }
        Ok(())
    }

    fn read_outline(&mut self, value: &Value, complaints: &mut Vec<String>) -> Result<(), String> {
        let settings = value.as_object().ok_or("The setting `outline` is not an object.")?;
        for (name, value) in settings {
            match (name.as_str(), value.as_u64()) {
                ("max-symbols", Some(symbols)) => self.max_symbols = usize::try_from(symbols).unwrap_or(usize::MAX),
                ("max-symbols", None) => {
                    complaints.push(format!("The setting `outline.max-symbols` is {value}, not a number of symbols."));
                }
                _ => complaints.push(format!("sayl has no setting `outline.{name}`.")),
            }
        }
        Ok(())
    }

    fn read_evaluation(&mut self, value: &Value, complaints: &mut Vec<String>) -> Result<(), String> {
        let settings = value.as_object().ok_or("The setting `evaluation` is not an object.")?;
        for (name, number) in settings {
            if !EvaluationConfig::NAMES.contains(&name.as_str()) {
                complaints.push(format!("sayl has no setting `evaluation.{name}`."));
                continue;
            }
            let set = number.as_u64().map(|number| self.evaluation.set(name, number));
            if set != Some(Ok(())) {
                let range = EvaluationConfig::range(name);
                complaints.push(format!(
                    "The setting `evaluation.{name}` is {number}, not a number from {} to {}.",
                    range.start(),
                    range.end()
                ));
            }
        }
        Ok(())
    }

    /// Whether any hint is shown.
    pub fn wants_hints(&self) -> bool {
        self.inlay_hints != inlay_hint::WantedHints::default()
    }

    /// Whether any lens is shown.
    pub fn wants_lenses(&self) -> bool {
        self.code_lenses != code_lens::WantedLenses::default()
    }

    /// What template code may use where no `sayl.toml` says otherwise.
    pub fn evaluation_limits(&self) -> Limits {
        self.evaluation.over(Limits::default())
    }

    /// How bad a problem is for this editor; `None` if it is not to be shown. What `sayl.toml` has decided stays: the
    /// project knows better than the editor.
    pub fn severity(&self, problem: &Problem, is_decided: impl FnOnce(Code) -> bool) -> Option<Severity> {
        match self.severities.get(&problem.code) {
            Some(level) if !is_decided(problem.code) => level.severity(),
            _ => Some(problem.severity),
        }
    }

    /// The problems of a file that are to be shown, each with how bad it is for this editor, and how many more there are.
    pub fn shown<'p>(
        &self,
        analysis: &Analysis,
        file: FileId,
        problems: &'p [Problem],
    ) -> (Vec<(Severity, &'p Problem)>, usize) {
        let is_decided = |code| analysis.has_severity(file, code);
        let with_severity = |problem| self.severity(problem, is_decided).map(|severity| (severity, problem));
        let mut shown: Vec<(Severity, &Problem)> = problems.iter().filter_map(with_severity).collect();
        let hidden = hide_mildest(&mut shown, self.max_problems);
        (shown, hidden)
    }
}

/// Leaves so many problems, the gravest, in their order. Gives the number of the others.
fn hide_mildest(problems: &mut Vec<(Severity, &Problem)>, limit: usize) -> usize {
    let hidden = problems.len().saturating_sub(limit);
    if hidden == 0 {
        return 0;
    }
    let mut severities: Vec<Severity> = problems.iter().map(|(severity, _)| *severity).collect();
    let (worse, at_limit, _) = severities.select_nth_unstable(limit);
    let at_limit = *at_limit;
    let mut left = limit - worse.iter().filter(|severity| **severity < at_limit).count();
    problems.retain(|(severity, _)| {
        let is_last = *severity == at_limit && left > 0;
        left -= usize::from(is_last);
        is_last || *severity < at_limit
    });
    hidden
}

/// Reads what is switched on: each by its name, or all at once.
fn read_switches<const N: usize>(
    section: &str,
    value: &Value,
    mut switches: [(&str, &mut bool); N],
    complaints: &mut Vec<String>,
) -> Result<(), String> {
    if let Some(all) = value.as_bool() {
        for (_, switch) in &mut switches {
            **switch = all;
        }
        return Ok(());
    }
    let settings =
        value.as_object().ok_or(format!("The setting `{section}` is neither an object nor true or false."))?;
    for (name, value) in settings {
        match (switches.iter_mut().find(|(known, _)| known == name), value.as_bool()) {
            (Some((_, switch)), Some(is_on)) => **switch = is_on,
            (Some(_), None) => {
                complaints.push(format!("The setting `{section}.{name}` is {value}, not true or false."));
            }
            (None, _) => complaints.push(format!("sayl has no setting `{section}.{name}`.")),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::text::Place;

    #[track_caller]
    fn check(settings: &Value, complaints: &[&str]) -> EditorSettings {
        let (config, found) = EditorSettings::read(settings);
        assert_eq!(found, complaints);
        config
    }

    fn problem(code: Code) -> Problem {
        Problem::new(code, Place::NOWHERE, "x")
    }

    #[test]
    fn severities_replace_those_of_the_codes() {
        let config = check(&json!({"severity": {"unknown-key": "hint", "no-schema": "off"}}), &[]);
        let severity = |problem: &Problem| config.severity(problem, |_| false);
        assert_eq!(severity(&problem(Code::UnknownKey)), Some(Severity::Hint));
        // Some problems of a code are milder than others.
        assert_eq!(
            severity(&Problem { severity: Severity::Warning, ..problem(Code::UnknownKey) }),
            Some(Severity::Hint)
        );
        assert_eq!(severity(&problem(Code::NoSchema)), None);
        assert_eq!(severity(&problem(Code::SyntaxError)), Some(Severity::Error));
    }

    #[test]
    fn what_the_project_decided_stays() {
        let config = check(&json!({"severity": {"unknown-key": "off"}}), &[]);
        let decided = Problem { severity: Severity::Warning, ..problem(Code::UnknownKey) };
        assert_eq!(config.severity(&decided, |code| code == Code::UnknownKey), Some(Severity::Warning));
    }

    #[test]
    fn a_section_may_be_sent_with_its_name() {
        assert_eq!(check(&json!({"sayl": {"limits": {"max-file-size": 5}}}), &[]).max_file_size, 5);
        assert_eq!(check(&Value::Null, &[]), EditorSettings::default());
    }

    #[test]
    fn limits_of_evaluation_replace_the_default_ones() {
        let config = check(&json!({"evaluation": {"timeout-ms": 500}}), &[]);
        assert_eq!(config.evaluation_limits(), Limits { milliseconds: 500, ..Limits::default() });
        let complaints = [
            "The setting `evaluation.memory-mb` is 1, not a number from 64 to 65536.",
            "sayl has no setting `evaluation.speed`.",
            "The setting `evaluation.steps` is \"7\", not a number from 1000 to 1000000000000.",
        ];
        check(&json!({"evaluation": {"memory-mb": 1, "speed": 1, "steps": "7"}}), &complaints);
    }

    #[test]
    fn hints_and_lenses_are_off_until_they_are_switched_on() {
        let config = check(&json!({}), &[]);
        assert!(!config.wants_hints() && !config.wants_lenses());
        let settings = json!({"inlayHints": {"types": true, "size": true, "blocks": 1}, "codeLens": true});
        let complaints =
            ["sayl has no setting `inlayHints.size`.", "The setting `inlayHints.blocks` is 1, not true or false."];
        let config = check(&settings, &complaints);
        assert_eq!(config.inlay_hints, inlay_hint::WantedHints { types: true, ..inlay_hint::WantedHints::default() });
        assert_eq!(config.code_lenses, code_lens::WantedLenses { references: true, schema: true, changes: true });
        check(&json!({"codeLens": 1}), &["The setting `codeLens` is neither an object nor true or false."]);
    }

    #[test]
    fn an_outline_has_as_many_symbols_as_the_settings_say() {
        assert_eq!(check(&json!({}), &[]).max_symbols, 5_000);
        assert_eq!(check(&json!({"outline": {"max-symbols": 20}}), &[]).max_symbols, 20);
        let complaints = [
            "The setting `outline.max-symbols` is true, not a number of symbols.",
            "sayl has no setting `outline.depth`.",
        ];
        check(&json!({"outline": {"max-symbols": true, "depth": 1}}), &complaints);
        check(&json!({"outline": 5}), &["The setting `outline` is not an object."]);
    }

    #[test]
    fn mistakes_are_named_and_the_rest_counts() {
        let settings = json!({"severity": {"nope": "off", "unknown-key": "bad"}, "speed": 3, "limits": {"max-file-size": "7", "time": 1}});
        let config = check(
            &settings,
            &[
                "No problem has the code `nope`.",
                "The severity of `unknown-key` is \"bad\", not \"error\", \"warning\", \"information\", \"hint\" or \"off\".",
                "sayl has no setting `speed`.",
                "The setting `limits.max-file-size` is \"7\", not a number of bytes.",
                "sayl has no setting `limits.time`.",
            ],
        );
        assert_eq!(config, EditorSettings::default());
        check(&json!({"problem-docs": 1}), &["The setting `problem-docs` is not an address."]);
        check(&json!([1]), &["The settings of sayl are not an object."]);
    }
}
