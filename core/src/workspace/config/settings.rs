//! The settings of `sayl.toml` as data: what each is called, takes and is for. The reader, the JSON Schema for other
//! editors, completion and hover go by this list.

use std::ops::RangeInclusive;

use super::{DEFAULT_MAX_FILE_SIZE, EvaluationConfig};
use crate::problem::Code;

/// A table of `sayl.toml`.
#[derive(Clone, Copy, Debug)]
pub struct SettingsSection {
    /// Its name.
    pub name: &'static str,
    /// What it is for, as Markdown.
    pub documentation: &'static str,
    /// Whether it may be repeated, and so is written `[[name]]`.
    pub is_repeated: bool,
}

/// A key of a section.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its name.
    pub name: &'static str,
    /// What it is for, as Markdown.
    pub documentation: &'static str,
    /// What it takes.
    pub takes: SettingType,
    /// What holds where it is not set, as TOML.
    pub default: Option<String>,
}

/// What a setting takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingType {
    /// Text.
    Text,
    /// An array of paths, relative to the folder of `sayl.toml`.
    Paths,
    /// An array of names of resources, such as `Environment/prod`.
    Names,
    /// A release of ytt, such as `0.49`.
    YttVersion,
    /// `true` or `false`
    Switch,
    /// A number in a range.
    Number(RangeInclusive<u64>),
    /// The name of a [level](super::Level).
    Level,
}

/// Every section, in the order of `docs/configuration.md`.
pub const SECTIONS: [SettingsSection; 9] = [
    SettingsSection {
        name: "bundle",
        documentation: "Files that belong together, in the order in which they merge. May be repeated.",
        is_repeated: true,
    },
    SettingsSection { name: "check", documentation: "What is checked.", is_repeated: false },
    SettingsSection { name: "ytt", documentation: "Which ytt templates are read as.", is_repeated: false },
    SettingsSection {
        name: "severity",
        documentation: "The severity of problems by their code: \"error\", \"warning\", \"information\", \"hint\" or \"off\".",
        is_repeated: false,
    },
    SettingsSection { name: "limits", documentation: "What is too large to be read.", is_repeated: false },
    SettingsSection {
        name: "evaluation",
        documentation: "What template code may use in one evaluation. Code that uses more is stopped.",
        is_repeated: false,
    },
    SettingsSection {
        name: "openchoreo",
        documentation: "What an installation of OpenChoreo has besides the resources of the project.",
        is_repeated: false,
    },
    SettingsSection {
        name: "kubernetes",
        documentation: "Which definitions govern the resources of Kubernetes.",
        is_repeated: false,
    },
    SettingsSection { name: "diff", documentation: "What editors compare schemas with.", is_repeated: false },
];

/// The names of the levels.
pub const LEVELS: [&str; 5] = ["error", "warning", "information", "hint", "off"];

impl SettingsSection {
    /// The section of that name.
    pub fn named(name: &str) -> Option<Self> {
        SECTIONS.into_iter().find(|section| section.name == name)
    }

    /// The section that has a setting of that name.
    pub fn with(setting: &str) -> Option<Self> {
        SECTIONS.into_iter().find(|section| section.settings().iter().any(|known| known.name == setting))
    }

    /// How its heading is written.
    pub fn heading(&self) -> String {
        if self.is_repeated { format!("[[{}]]", self.name) } else { format!("[{}]", self.name) }
    }

    /// Its settings.
    pub fn settings(&self) -> Vec<Setting> {
        match self.name {
            "bundle" => bundle(),
            "check" => vec![
                Setting {
                    name: "all-yaml",
                    documentation: "Whether the syntax of YAML that is not sayl's, such as workflows and manifests, is checked \
                                    too. Templates of Helm charts never are.",
                    takes: SettingType::Switch,
                    default: Some("false".to_owned()),
                },
                Setting {
                    name: "extended-annotations",
                    documentation: "Whether annotations of the older editions, such as `@schema/any-key`, take effect \
                                    under `#@data/values-schema` too. ytt ignores them there, so they are a warning \
                                    otherwise.",
                    takes: SettingType::Switch,
                    default: Some("false".to_owned()),
                },
            ],
            "ytt" => vec![Setting {
                name: "version",
                documentation: "The release of ytt, such as \"0.49\", where releases differ: what \
                                `version.require_at_least` passes, whether `json.encode` takes `escape_html=`, and \
                                whether OpenAPI says what rules demand.",
                takes: SettingType::YttVersion,
                default: None,
            }],
            "severity" => Code::ALL.iter().copied().map(severity).collect(),
            "limits" => vec![Setting {
                name: "max-file-size",
                documentation: "Files of more bytes are refused.",
                takes: SettingType::Number(0..=i64::MAX.unsigned_abs()),
                default: Some(DEFAULT_MAX_FILE_SIZE.to_string()),
            }],
            "openchoreo" => openchoreo(),
            "kubernetes" => kubernetes(),
            "diff" => vec![Setting {
                name: "against",
                documentation: "A revision of git, such as \"origin/main\" or the tag of a release. Editors report what the \
                                schemas of the project refuse now, or make differently, and did not there.",
                takes: SettingType::Text,
                default: None,
            }],
            _ => EvaluationConfig::NAMES.map(evaluation).to_vec(),
        }
    }
}

fn bundle() -> Vec<Setting> {
    let setting = |name, documentation, takes| Setting { name, documentation, takes, default: None };
    vec![
        setting("name", "What the bundle is called in problems.", SettingType::Text),
        setting("files", "Files and folders of templates, schemas and data values, as ytt's `-f`.", SettingType::Paths),
        setting("data-values-files", "Plain files of data values, as ytt's `--data-values-file`.", SettingType::Paths),
    ]
}

fn openchoreo() -> Vec<Setting> {
    vec![
        Setting {
            name: "defaults",
            documentation: "Whether the types, traits, workflows, environments and planes that come with every \
                            installation are there.",
            takes: SettingType::Switch,
            default: Some("true".to_owned()),
        },
        Setting {
            name: "provided",
            documentation: "What else is installed, as `Kind/name`: nobody need declare it here, and what it is given is \
                            not checked. `*` stands for any part of a name, as in `Environment/*`.",
            takes: SettingType::Names,
            default: None,
        },
    ]
}

fn kubernetes() -> Vec<Setting> {
    vec![
        Setting {
            name: "enabled",
            documentation: "Whether resources are checked against the definitions in the project.",
            takes: SettingType::Switch,
            default: Some("true".to_owned()),
        },
        Setting {
            name: "schemas",
            documentation: "Files and folders with further definitions: custom resource definitions, or OpenAPI \
                            documents as clusters print them, in YAML or JSON.",
            takes: SettingType::Paths,
            default: None,
        },
    ]
}

fn severity(code: Code) -> Setting {
    Setting {
        name: code.name(),
        documentation: code.explanation().meaning,
        takes: SettingType::Level,
        default: Some(format!("\"{}\"", code.severity().name())),
    }
}

fn evaluation(name: &'static str) -> Setting {
    Setting {
        name,
        documentation: match name {
            "timeout-ms" => {
                "How long the code of one file, or one call of a function, may take, in milliseconds on the clock. All \
                 files of a bundle, rendered together, may take a hundredth of it more for each file."
            }
            "memory-mb" => "How much memory its process may use, in megabytes.",
            "steps" => "How many rounds of loops and calls there may be.",
            _ => "How deep calls within calls may go.",
        },
        takes: SettingType::Number(EvaluationConfig::range(name)),
        default: Some(EvaluationConfig::default_of(name).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::text::FileId;
    use crate::workspace::config::{Config, parse};

    /// A value that a setting takes, and one that it does not.
    fn values(takes: &SettingType) -> (String, &'static str) {
        match takes {
            SettingType::Text => ("\"prod\"".to_owned(), "5"),
            SettingType::Paths => ("[\"config/\"]".to_owned(), "\"config/\""),
            SettingType::Names => ("[\"Environment/*\"]".to_owned(), "[\"Environment\"]"),
            SettingType::YttVersion => ("\"0.49\"".to_owned(), "\"0.47\""),
            SettingType::Switch => ("true".to_owned(), "\"true\""),
            SettingType::Number(range) => (range.start().to_string(), "-1"),
            SettingType::Level => ("\"off\"".to_owned(), "\"loud\""),
        }
    }

    #[test]
    fn the_reader_takes_what_the_list_says_and_refuses_the_rest() {
        for section in SECTIONS {
            let header =
                if section.is_repeated { format!("[[{}]]", section.name) } else { format!("[{}]", section.name) };
            let (mut right, mut wrong) = (header.clone() + "\n", header + "\n");
            for setting in section.settings() {
                let (good, bad) = values(&setting.takes);
                let _ = writeln!(right, "{} = {good}", setting.name);
                let _ = writeln!(wrong, "{} = {bad}", setting.name);
            }
            let (config, problems) = parse(FileId(0), &right);
            assert_eq!(problems, [], "{right}");
            assert_ne!(config, Config::default(), "{right}");
            assert_eq!(parse(FileId(0), &wrong).1.len(), section.settings().len(), "{wrong}");
        }
    }
}
