//! A bundle whose schema and values are computed by template code: functions that give YAML, rules that are lambdas,
//! loops that give keys, keys with templated text, and a loaded file.

use std::fmt::Write as _;
use std::path::Path;

use super::words::Dice;

/// A generated bundle with template code.
#[derive(Clone, Debug)]
pub struct TemplatedSample {
    /// The ytt schema.
    pub schema_yaml: String,
    /// What the schema loads.
    pub names_star: String,
    /// The ytt data values.
    pub values_yaml: String,
    /// The lines of the values file that break the schema, from 0, in order. Each breaks it once.
    pub violations: Vec<usize>,
}

/// The beginning of each schema.
const SCHEMA: &str = r#"#@ load("names.star", "host_of", "is_port", "zones")

#@ def resources(cpu, memory):
requests:
  cpu: #@ str(cpu) + "m"
  memory: #@ memory
#! A replica may take twice what it asks for.
limits:
  cpu: #@ str(cpu * 2) + "m"
  memory: #@ memory
#@ end

#@data/values-schema
---
"#;

const NAMES: &str = r#"load("@ytt:assert", "assert")

zones = ["north", "south"]

def host_of(first, second):
  parts = []
  for part in [first, second]:
    if part not in parts:
      parts.append(part)
    end
  end
  return "-".join(parts) + ".example.com"
end

def is_port(value):
  if value < 1:
    assert.fail("a port is positive")
  end
  return value < 65536
end
"#;

/// A bundle with about `lines` lines in all its files.
pub fn templated(lines: usize, seed: u64) -> TemplatedSample {
    let mut dice = Dice::new(seed);
    let mut sample = TemplatedSample {
        schema_yaml: SCHEMA.to_owned(),
        names_star: NAMES.to_owned(),
        values_yaml: "#@data/values\n---\n".to_owned(),
        violations: Vec::new(),
    };
    let mut index = 0;
    while sample.lines() < lines {
        sample.add_service(index, &mut dice);
        index += 1;
    }
    sample
}

impl TemplatedSample {
    /// How many lines the files have together.
    pub fn lines(&self) -> usize {
        [&self.schema_yaml, &self.names_star, &self.values_yaml].iter().map(|text| text.lines().count()).sum()
    }

    /// Writes `schema.yml`, `names.star` and `values.yml` into a folder that exists.
    pub fn write_to(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::write(folder.join("schema.yml"), &self.schema_yaml)?;
        std::fs::write(folder.join("names.star"), &self.names_star)?;
        std::fs::write(folder.join("values.yml"), &self.values_yaml)
    }

    fn add_service(&mut self, index: usize, dice: &mut Dice) {
        let key = format!("{}_{index}", dice.word());
        let (cpu, port) = (50 * (1 + dice.below(8)), 8_000 + index);
        let (title, first, second) = (dice.sentence(2), dice.word(), dice.word());
        let rule = if index.is_multiple_of(2) {
            r#"("a port", is_port)"#
        } else {
            r#"("even or odd", lambda v: v > 0), max=65535"#
        };
        let _ = write!(
            self.schema_yaml,
            r#"#@schema/title "{title}"
{key}:
  #@schema/validation ("a short name", lambda v: len(v) < 40)
  host: #@ host_of("{first}", "{second}")
  #@schema/validation {rule}
  port: {port}
  resources: #@ resources({cpu}, "{cpu}Mi")
  #@ for/end zone in zones:
  #@yaml/text-templated-strings
  weight_(@= zone @): 1
  #@schema/nullable
  note: ""
"#
        );
        self.add_values(&key, index, dice);
    }

    /// Every tenth service has a port that its rule refuses.
    fn add_values(&mut self, key: &str, index: usize, dice: &mut Dice) {
        let port = if index % 10 == 9 {
            self.violations.push(self.values_yaml.lines().count() + 1);
            "-1".to_owned()
        } else {
            (9_000 + index).to_string()
        };
        let name = dice.text();
        let _ = write!(
            self.values_yaml,
            "{key}:\n  port: {port}\n  host: #@ \"{name}\" + \".example.com\"\n  weight_north: {index}\n"
        );
    }
}
