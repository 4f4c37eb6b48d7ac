//! `sayl.toml`: bundles, checks, severities, limits and what evaluation may use. Unknown or wrong settings become
//! problems at their token, and the rest of the file still counts.

use std::collections::HashMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::choreo::Installed;
use crate::choreo::installed::Provided;
use crate::problem::{Code, Problem, Severity, nearest};
use crate::template::job::YttVersion;
use crate::text::{FileId, Place, TextRange, TextSize};

mod evaluation;
pub mod json_schema;
pub mod settings;
pub use evaluation::EvaluationConfig;

/// What a `sayl.toml` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `[[bundle]]`
    pub bundles: Vec<BundleConfig>,
    /// `[ytt] version`: the release that templates are read as.
    pub ytt: Option<YttVersion>,
    /// `[check] extended-annotations`: draft annotations take effect under the released header too.
    pub extended_annotations: bool,
    /// `[check] all-yaml`: the syntax of YAML that is not sayl's is checked, too.
    pub all_yaml: Option<bool>,
    /// `[severity]`
    pub severities: HashMap<Code, Level>,
    /// `[limits] max-file-size` in bytes.
    pub max_file_size: Option<u64>,
    /// `[evaluation]`
    pub evaluation: EvaluationConfig,
    /// `[openchoreo]`
    pub installed: Installed,
    /// `[kubernetes]`
    pub kubernetes: KubernetesConfig,
    /// `[diff] against`: the revision whose schemas editors compare those of the project with.
    pub against: Option<(String, Place)>,
}

/// More names than this are not listed; only the codes of problems are so many.
const MOST_LISTED: usize = 12;

/// How many bytes a file may have where nothing else is said.
pub const DEFAULT_MAX_FILE_SIZE: u64 = 20 * 1024 * 1024;

/// One `[[bundle]]`. Paths are as written: relative to the folder of `sayl.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BundleConfig {
    /// `name`
    pub name: Option<String>,
    /// `files`, as for `ytt -f`.
    pub files: Vec<(String, Place)>,
    /// `data-values-files`, as for `ytt --data-values-file`.
    pub data_values_files: Vec<(String, Place)>,
}

/// `[kubernetes]`. Paths are as written: relative to the folder of `sayl.toml`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KubernetesConfig {
    /// `enabled`: whether resources are checked against definitions.
    pub is_enabled: bool,
    /// `schemas`: files and folders with further definitions.
    pub schemas: Vec<(String, Place)>,
}

impl Default for KubernetesConfig {
    fn default() -> Self {
        Self { is_enabled: true, schemas: Vec::new() }
    }
}

/// How a problem code is to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Not at all.
    Off,
    /// With this severity.
    At(Severity),
}

struct ConfigReader {
    file: FileId,
    problems: Vec<Problem>,
}

/// Reads the text of a `sayl.toml`.
pub fn parse(file: FileId, text: &str) -> (Config, Vec<Problem>) {
    let mut reader = ConfigReader { file, problems: Vec::new() };
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in errors {
        let span = error.span().unwrap_or(0..text.len());
        reader.report(span, format!("This is not TOML: {}", error.message().trim_end()), None);
    }
    let config = reader.config(table.get_ref());
    (config, reader.problems)
}

impl ConfigReader {
    fn place(&self, span: &Range<usize>) -> Place {
        let start = u32::try_from(span.start).unwrap_or(u32::MAX);
        let end = u32::try_from(span.end).unwrap_or(u32::MAX).max(start);
        Place::absolute(self.file, TextRange::new(TextSize::new(start), TextSize::new(end)))
    }

    fn report(&mut self, span: Range<usize>, message: String, hint: Option<String>) {
        let mut problem = Problem::new(Code::InvalidConfig, self.place(&span), message);
        problem.hints.extend(hint);
        self.problems.push(problem);
    }

    fn unknown(&mut self, key: &Spanned<impl AsRef<str>>, known: &[&str]) {
        let name = key.get_ref().as_ref();
        let owner =
            settings::SettingsSection::with(name).map(|section| format!("it belongs below `{}`", section.heading()));
        let near = || nearest(name, known).map(|near| format!("did you mean `{near}`?"));
        let is_short = known.len() <= MOST_LISTED;
        let listed = || format!("known settings here: {}", known.join(", "));
        let elsewhere = || "docs/problems.md lists the codes of problems".to_owned();
        let hint = owner.or_else(near).unwrap_or_else(|| if is_short { listed() } else { elsewhere() });
        self.report(key.span(), format!("There is no setting `{name}` here"), Some(hint));
    }

    fn wrong_type(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) {
        if value.span().is_empty() {
            // Nothing is written there yet, which the parser has said.
            return;
        }
        let message = format!("This setting must be {expected}");
        let problem = Problem::new(Code::InvalidConfig, self.place(&value.span()), message)
            .found(value.get_ref().type_str())
            .expected(expected);
        self.problems.push(problem);
    }

    fn config(&mut self, table: &DeTable<'_>) -> Config {
        let mut config = Config::default();
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "bundle" => config.bundles = self.bundles(value),
                "check" => self.section(value, &["all-yaml", "extended-annotations"], |reader, key, value| match key {
                    "all-yaml" => config.all_yaml = reader.boolean(value),
                    _ => config.extended_annotations = reader.boolean(value).unwrap_or(false),
                }),
                "ytt" => self.section(value, &["version"], |reader, _, value| config.ytt = reader.ytt_version(value)),
                "limits" => self.section(value, &["max-file-size"], |reader, _, value| {
                    config.max_file_size = reader.number(value, "a number of bytes");
                }),
                "evaluation" => config.evaluation = self.evaluation(value),
                "openchoreo" => self.section(value, &["defaults", "provided"], |reader, key, value| match key {
                    "defaults" => config.installed.has_defaults = reader.boolean(value).unwrap_or(true),
                    _ => config.installed.provided = reader.provided(value),
                }),
                "kubernetes" => self.section(value, &["enabled", "schemas"], |reader, key, value| match key {
                    "enabled" => config.kubernetes.is_enabled = reader.boolean(value).unwrap_or(true),
                    _ => config.kubernetes.schemas = reader.strings(value),
                }),
                "diff" => self.section(value, &["against"], |reader, _, value| config.against = reader.string(value)),
                "severity" => config.severities = self.severities(value),
                _ => self.unknown(key, &settings::SECTIONS.map(|section| section.name)),
            }
        }
        config
    }

    fn section(
        &mut self,
        value: &Spanned<DeValue<'_>>,
        known: &[&str],
        mut read: impl FnMut(&mut Self, &str, &Spanned<DeValue<'_>>),
    ) {
        let Some(table) = value.get_ref().as_table() else { return self.wrong_type(value, "a table") };
        for (key, value) in table {
            let name = key.get_ref().as_ref();
            if known.contains(&name) {
                read(self, name, value);
            } else {
                self.unknown(key, known);
            }
        }
    }

    fn bundles(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<BundleConfig> {
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(value, "an array of tables, written [[bundle]]");
            return Vec::new();
        };
        array.iter().map(|value| self.bundle(value)).collect()
    }

    fn bundle(&mut self, value: &Spanned<DeValue<'_>>) -> BundleConfig {
        let mut bundle = BundleConfig::default();
        self.section(value, &["name", "files", "data-values-files"], |reader, key, value| match key {
            "name" => bundle.name = reader.string(value).map(|(name, _)| name),
            "files" => bundle.files = reader.strings(value),
            _ => bundle.data_values_files = reader.strings(value),
        });
        bundle
    }

    fn evaluation(&mut self, value: &Spanned<DeValue<'_>>) -> EvaluationConfig {
        let mut config = EvaluationConfig::default();
        self.section(value, &EvaluationConfig::NAMES, |reader, name, value| {
            let Some(number) = reader.number(value, "a number") else { return };
            if let Err(range) = config.set(name, number) {
                let message = format!("The setting `{name}` is out of range");
                let expected = format!("from {} to {}", range.start(), range.end());
                let problem = Problem::new(Code::InvalidConfig, reader.place(&value.span()), message);
                reader.problems.push(problem.found(number.to_string()).expected(expected));
            }
        });
        config
    }

    fn boolean(&mut self, value: &Spanned<DeValue<'_>>) -> Option<bool> {
        let boolean = value.get_ref().as_bool();
        if boolean.is_none() {
            self.wrong_type(value, "true or false");
        }
        boolean
    }

    fn number(&mut self, value: &Spanned<DeValue<'_>>, expected: &str) -> Option<u64> {
        let number = value.get_ref().as_integer().and_then(|integer| integer.as_str().parse().ok());
        if number.is_none() {
            self.wrong_type(value, expected);
        }
        number
    }

    fn string(&mut self, value: &Spanned<DeValue<'_>>) -> Option<(String, Place)> {
        let Some(text) = value.get_ref().as_str() else {
            self.wrong_type(value, "a string");
            return None;
        };
        Some((text.to_owned(), self.place(&value.span())))
    }

    fn ytt_version(&mut self, value: &Spanned<DeValue<'_>>) -> Option<YttVersion> {
        let (text, place) = self.string(value)?;
        let version = YttVersion::parse(&text);
        if version.is_none() {
            let problem =
                Problem::new(Code::InvalidConfig, place, format!("`{text}` is no release of ytt that sayl knows"));
            let (first, last) = YttVersion::KNOWN.into_inner();
            self.problems.push(problem.expected(format!("\"0.{first}\" to \"0.{last}\"")));
        }
        version
    }

    fn strings(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<(String, Place)> {
        let Some(array) = value.get_ref().as_array() else {
            self.wrong_type(value, "an array of strings");
            return Vec::new();
        };
        array.iter().filter_map(|value| self.string(value)).collect()
    }

    fn provided(&mut self, value: &Spanned<DeValue<'_>>) -> Vec<Provided> {
        let mut provided = Vec::new();
        for (text, place) in self.strings(value) {
            match Provided::parse(&text) {
                Ok(it) => provided.push(it),
                Err(message) => {
                    let problem = Problem::new(Code::InvalidConfig, place, message);
                    self.problems.push(problem.expected("such as `Environment/prod` or `ClusterTrait/*`"));
                }
            }
        }
        provided
    }

    fn severities(&mut self, value: &Spanned<DeValue<'_>>) -> HashMap<Code, Level> {
        let mut severities = HashMap::new();
        let names: Vec<_> = Code::ALL.iter().map(|code| code.name()).collect();
        self.section(value, &names, |reader, name, value| {
            if let (Some(code), Some(severity)) = (Code::from_name(name), reader.severity(value)) {
                severities.insert(code, severity);
            }
        });
        severities
    }

    fn severity(&mut self, value: &Spanned<DeValue<'_>>) -> Option<Level> {
        let (name, _) = self.string(value)?;
        let severity = Level::from_name(&name);
        if severity.is_none() {
            let expected = "\"error\", \"warning\", \"information\", \"hint\" or \"off\"";
            let place = self.place(&value.span());
            let problem = Problem::new(Code::InvalidConfig, place, format!("`{name}` is not a severity"));
            self.problems.push(problem.found(format!("\"{name}\"")).expected(expected));
        }
        severity
    }
}

impl Level {
    /// The level of that name, as written in settings: a severity, or `off`.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "off" { Some(Self::Off) } else { Severity::from_name(name).map(Self::At) }
    }

    /// How bad it is; `None` if it is not reported.
    pub fn severity(self) -> Option<Severity> {
        match self {
            Self::Off => None,
            Self::At(severity) => Some(severity),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use expect_test::{Expect, expect};

    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let (config, problems) = parse(FileId(0), text);
        let mut shown = String::new();
        for bundle in &config.bundles {
            let paths = |paths: &[(String, Place)]| paths.iter().map(|(path, _)| path.clone()).collect::<Vec<_>>();
            let _ = writeln!(
                shown,
                "bundle {:?} files {:?} values {:?}",
                bundle.name,
                paths(&bundle.files),
                paths(&bundle.data_values_files)
            );
        }
        let mut severities: Vec<_> = config.severities.iter().collect();
        severities.sort();
        let _ = writeln!(
            shown,
            "extended {} limit {:?} severities {severities:?}",
            config.extended_annotations, config.max_file_size
        );
        for problem in problems {
            let token = &text[usize::from(problem.place.range.start())..usize::from(problem.place.range.end())];
            let _ = writeln!(shown, "at {token:?}: {}", problem.text().replace('\n', " | "));
        }
        expected.assert_eq(&shown);
    }

    #[test]
    fn every_setting_is_read() {
        check(
            "[[bundle]]\nname = \"prod\"\nfiles = [\"config/\", \"envs/prod.yml\"]\ndata-values-files = [\"p.yml\"]\n\
             [check]\nextended-annotations = true\n[limits]\nmax-file-size = 1000\n[severity]\nambiguous-scalar = \"warning\"\n\
             unknown-comment = \"off\"\n",
            expect![[r#"
                bundle Some("prod") files ["config/", "envs/prod.yml"] values ["p.yml"]
                extended true limit Some(1000) severities [(AmbiguousScalar, At(Warning)), (UnknownComment, Off)]
            "#]],
        );
    }

    #[test]
    fn wrong_settings_are_named_and_the_rest_counts() {
        check(
            "[[bundle]]\nfile = [\"a\"]\nname = 5\n[severity]\nunknown-kye = \"error\"\nunknown-key = \"loud\"\n[chekc]\n[check]\nextended-annotations = \"yes\"\n",
            expect![[r#"
                bundle None files [] values []
                extended false limit None severities []
                at "file": There is no setting `file` here | hint: did you mean `files`?
                at "5": This setting must be a string | found: integer | expected: a string
                at "\"yes\"": This setting must be true or false | found: string | expected: true or false
                at "chekc": There is no setting `chekc` here | hint: did you mean `check`?
                at "\"loud\"": `loud` is not a severity | found: "loud" | expected: "error", "warning", "information", "hint" or "off"
                at "unknown-kye": There is no setting `unknown-kye` here | hint: did you mean `unknown-key`?
            "#]],
        );
    }

    #[test]
    fn limits_of_evaluation_are_read_and_held_to_their_range() {
        let text = "[evaluation]\ntimeout-ms = 500\nmemory-mb = 1\nsteps = \"many\"\ntimeout = 1\n";
        let mut expected = EvaluationConfig::default();
        expected.set("timeout-ms", 500).unwrap();
        assert_eq!(parse(FileId(0), text).0.evaluation, expected);
        check(
            text,
            expect![[r#"
                extended false limit None severities []
                at "1": The setting `memory-mb` is out of range | found: 1 | expected: from 64 to 65536
                at "\"many\"": This setting must be a number | found: string | expected: a number
                at "timeout": There is no setting `timeout` here | hint: did you mean `timeout-ms`?
            "#]],
        );
    }

    #[test]
    fn a_setting_of_another_section_is_led_to_it() {
        check(
            "max-file-size = 1\n[limits]\ntimeout-ms = 1\n",
            expect![[r#"
                extended false limit None severities []
                at "timeout-ms": There is no setting `timeout-ms` here | hint: it belongs below `[evaluation]`
                at "max-file-size": There is no setting `max-file-size` here | hint: it belongs below `[limits]`
            "#]],
        );
    }

    #[test]
    fn text_that_is_no_toml_is_a_problem_at_its_place() {
        check(
            "[[bundle]\nname = \n",
            expect![[r#"
                extended false limit None severities []
                at "": This is not TOML: unclosed array table, expected `]`
                at "name": There is no setting `name` here | hint: it belongs below `[[bundle]]`
            "#]],
        );
    }
}
