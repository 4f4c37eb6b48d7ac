//! The section `[evaluation]`: what template code may use before it is stopped. The editor's settings are the same.

use std::ops::RangeInclusive;

use crate::template::job::Limits;

/// What is set; the rest is left as it is elsewhere.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EvaluationConfig {
    /// `timeout-ms`: milliseconds on the wall.
    timeout_ms: Option<u64>,
    /// `memory-mb`: megabytes of the process that evaluates.
    memory_mb: Option<u64>,
    /// `steps`: loop rounds and calls.
    steps: Option<u64>,
    /// `depth`: calls within calls.
    depth: Option<u64>,
}

impl EvaluationConfig {
    /// The names of all settings.
    pub const NAMES: [&'static str; 4] = ["timeout-ms", "memory-mb", "steps", "depth"];

    /// Which numbers a setting takes: enough for the process to start, and not so much that nothing is limited.
    pub fn range(name: &str) -> RangeInclusive<u64> {
        match name {
            "timeout-ms" => 10..=600_000,
            "memory-mb" => 64..=65_536,
            "steps" => 1_000..=1_000_000_000_000,
            _ => 10..=100_000,
        }
    }

    /// What holds where a setting is not set.
    pub fn default_of(name: &str) -> u64 {
        let Limits { steps, call_depth, process_bytes, milliseconds, .. } = Limits::default();
        match name {
            "timeout-ms" => milliseconds,
            "memory-mb" => process_bytes >> 20,
            "steps" => steps,
            _ => call_depth.into(),
        }
    }

    /// Sets what has this name. A number out of range is refused, with the range.
    pub fn set(&mut self, name: &str, number: u64) -> Result<(), RangeInclusive<u64>> {
        let range = Self::range(name);
        if !range.contains(&number) {
            return Err(range);
        }
        let setting = match name {
            "timeout-ms" => &mut self.timeout_ms,
            "memory-mb" => &mut self.memory_mb,
            "steps" => &mut self.steps,
            _ => &mut self.depth,
        };
        *setting = Some(number);
        Ok(())
    }

    /// The limits with what is set here. The interpreter's own values may take a quarter of the process.
    #[must_use]
    pub fn over(&self, limits: Limits) -> Limits {
        let process_bytes = self.memory_mb.map_or(limits.process_bytes, |megabytes| megabytes << 20);
        Limits {
            steps: self.steps.unwrap_or(limits.steps),
            heap_bytes: self.memory_mb.map_or(limits.heap_bytes, |_| process_bytes / 4),
            call_depth: self.depth.map_or(limits.call_depth, |depth| depth as u32),
            process_bytes,
            milliseconds: self.timeout_ms.unwrap_or(limits.milliseconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_set_replaces_and_the_rest_stays() {
        let mut config = EvaluationConfig::default();
        assert_eq!(config.over(Limits::default()), Limits::default());
        config.set("timeout-ms", 100).unwrap();
        config.set("memory-mb", 256).unwrap();
        let expected =
            Limits { milliseconds: 100, process_bytes: 256 << 20, heap_bytes: 64 << 20, ..Limits::default() };
        assert_eq!(config.over(Limits::default()), expected);
    }

    #[test]
    fn every_default_is_in_its_range() {
        for name in EvaluationConfig::NAMES {
            assert_eq!(EvaluationConfig::default().set(name, EvaluationConfig::default_of(name)), Ok(()), "{name}");
        }
    }
}
