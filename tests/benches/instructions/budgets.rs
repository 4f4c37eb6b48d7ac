//! What was measured, and how much it may be.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

/// How much more than its budget something may take: versions of compilers and of the C library differ a little.
const TOLERANCE: f64 = 1.1;

/// The same for growth, in its exponent.
const GROWTH_TOLERANCE: f64 = 0.05;

/// What one thing takes at each size.
pub(crate) struct Measured {
    sizes: [usize; 3],
    instructions: [u64; 3],
}

/// How much it may take, in millions of instructions at each size, and by which exponent it may grow.
pub(crate) type Budget = BTreeMap<String, f64>;

/// The budgets by the names of what they are for.
pub(crate) fn read(file: &Path) -> BTreeMap<String, Budget> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    toml::from_str(&text).expect("the budgets are tables of numbers")
}

/// Writes what was measured as the budgets; others stay.
pub(crate) fn write(file: &Path, mut budgets: BTreeMap<String, Budget>, measured: &BTreeMap<&str, Measured>) {
    for (name, measured) in measured {
        budgets.insert((*name).to_owned(), measured.budget());
    }
    let text = toml::to_string(&budgets).expect("tables of numbers are TOML");
    std::fs::write(file, format!("{HEAD}\n{text}")).expect("the budgets are written");
}

const HEAD: &str = "# How much things may take, in millions of instructions at so many lines, and the exponent by which \
                    they may grow\n# from the middle size to the largest (`main.rs`, beside this). Down in any change, \
                    up only with a reason in the commit.\n";

impl Measured {
    pub(crate) fn new(sizes: [usize; 3], instructions: [u64; 3]) -> Self {
        Self { sizes, instructions }
    }

    /// The exponent by which it grows: 0 where the size makes no difference, 1 where twice the size costs twice as much.
    fn growth(&self) -> f64 {
        let [_, (middle, few), (largest, many)] = self.pairs();
        (many / few.max(1.0)).ln() / (largest / middle).ln()
    }

    #[expect(clippy::cast_precision_loss, reason = "counts of instructions are far below the limit")]
    fn pairs(&self) -> [(f64, f64); 3] {
        let [a, b, c] = [0, 1, 2].map(|index| (self.sizes[index] as f64, self.instructions[index] as f64));
        [a, b, c]
    }

    fn budget(&self) -> Budget {
        let counts = self.pairs().map(|(size, count)| (format!("{size}"), rounded(count / 1e6, 100.0)));
        counts.into_iter().chain([("growth".to_owned(), rounded(self.growth().max(0.0), 100.0))]).collect()
    }

    /// Where it takes more than it may, in sentences.
    pub(crate) fn over(&self, name: &str, budget: Option<&Budget>) -> Vec<String> {
        let Some(budget) = budget else { return vec![format!("{name} has no budget: `--renew` writes one")] };
        let counts = self.pairs().map(|(size, count)| (format!("{size}"), count / 1e6, TOLERANCE, 0.0));
        let growth = ("growth".to_owned(), self.growth(), 1.0, GROWTH_TOLERANCE);
        let over = counts.into_iter().chain([growth]).filter_map(|(what, found, factor, more)| {
            let allowed = budget.get(&what).copied().unwrap_or_default();
            let is_over = found > allowed * factor + more;
            is_over.then(|| format!("{name}, {what}: {found:.2}, and the budget is {allowed}"))
        });
        over.collect()
    }
}

fn rounded(number: f64, parts: f64) -> f64 {
    (number * parts).ceil() / parts
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (size, count) in self.pairs() {
            write!(f, "{size:>7}: {:>8.2} M", count / 1e6)?;
        }
        write!(f, "   growth {:.2}", self.growth())
    }
}
