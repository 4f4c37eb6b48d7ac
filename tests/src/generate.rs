//! Inputs for benches: a ytt schema, the JSON Schema that means the same, and a values file of a wanted length in
//! which about one line of a hundred breaks the schema; also a bundle full of template code. The same seed gives the
//! same bytes.
//!
//! Nothing here is random beyond its seed, and nothing is taken from any real configuration.

use std::path::Path;

pub mod monorepo;
pub mod resources;
mod schema;
mod templated;
mod values;
mod words;

pub use templated::{TemplatedSample, templated};
use words::Dice;

/// A generated bundle.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The ytt schema.
    pub schema_yaml: String,
    /// The JSON Schema (draft 7) of the same values.
    pub schema_json: String,
    /// The ytt data values.
    pub values_yaml: String,
    /// The lines of the values file that break the schema, from 0, in order. Each breaks it once.
    pub violations: Vec<usize>,
    /// Places where an edit is typical: valid scalars, spread over the whole file.
    pub sites: Vec<Site>,
}

/// A valid `key: value` of the values file to which one more character is a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The line, from 0.
    pub line: usize,
    /// The column of the key, from 0.
    pub key: usize,
    /// The column of the value, from 0.
    pub value: usize,
    /// The column behind the value.
    pub end: usize,
}

/// A bundle whose values file has about `lines` lines, and whose schema has a fifth of that, 5,000 at most.
pub fn sample(lines: usize, seed: u64) -> Sample {
    let mut dice = Dice::new(seed);
    let sections = schema::sections((lines / 5).min(5_000), &mut dice);
    let values = values::write(&sections, lines, &mut dice);
    Sample {
        schema_yaml: schema::to_yaml(&sections),
        schema_json: schema::to_json(&sections),
        values_yaml: values.text,
        violations: values.violations,
        sites: values.sites,
    }
}

impl Sample {
    /// Writes `schema.yml`, `schema.json` and `values.yml` into a folder that exists.
    pub fn write_to(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::write(folder.join("schema.yml"), &self.schema_yaml)?;
        std::fs::write(folder.join("schema.json"), &self.schema_json)?;
        std::fs::write(folder.join("values.yml"), &self.values_yaml)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_the_length_that_was_asked_for() {
        for lines in [1_000, 10_000] {
            let written = sample(lines, 1).values_yaml.lines().count();
            assert!(written.abs_diff(lines) < lines / 20, "{written} lines instead of {lines}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_bytes() {
        assert_eq!(sample(1_000, 7).values_yaml, sample(1_000, 7).values_yaml);
        assert_ne!(sample(1_000, 7).values_yaml, sample(1_000, 8).values_yaml);
    }

    #[test]
    fn about_one_line_of_a_hundred_is_a_violation() {
        let count = sample(10_000, 1).violations.len();
        assert!((80..=120).contains(&count), "{count}");
    }

    #[test]
    fn a_templated_sample_has_the_length_that_was_asked_for() {
        let written = templated(1_000, 1).lines();
        assert!((1_000..1_020).contains(&written), "{written} lines");
        assert_eq!(templated(1_000, 1).values_yaml, templated(1_000, 1).values_yaml);
    }

    #[test]
    fn a_site_is_where_it_says() {
        let sample = sample(1_000, 1);
        let lines: Vec<&str> = sample.values_yaml.lines().collect();
        for site in &sample.sites {
            let line = lines[site.line];
            assert_eq!(&line[site.value - 2..site.value], ": ", "{line}");
            assert_eq!(site.end, line.len(), "{line}");
            assert!(line[..site.key].chars().all(|c| c == ' ' || c == '-'), "{line}");
        }
    }
}
