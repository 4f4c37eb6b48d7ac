//! Words and dice: names that look like a configuration's, from a seed.

/// A small generator of numbers (SplitMix64): enough for test inputs, and the same on every machine.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

const WORDS: [&str; 48] = [
    "account", "address", "agent", "archive", "backend", "balance", "batch", "border", "bridge", "buffer", "catalog",
    "channel", "client", "cluster", "counter", "courier", "deposit", "device", "driver", "engine", "factor", "filter",
    "folder", "gateway", "handle", "index", "invoice", "journal", "ledger", "mailbox", "margin", "member", "module",
    "monitor", "notice", "packet", "parcel", "payment", "planner", "quota", "record", "report", "router", "signal",
    "socket", "stream", "tariff", "voucher",
];

impl Dice {
    /// Dice that fall as the seed says.
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % end.max(1) as u64).unwrap_or(0)
    }

    /// Whether something happens that happens `percent` times of a hundred.
    pub(super) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// A word.
    pub(super) fn word(&mut self) -> &'static str {
        WORDS[self.below(WORDS.len())]
    }

    /// A sentence of `count` words.
    pub(super) fn sentence(&mut self, count: usize) -> String {
        let words: Vec<&str> = (0..count).map(|_| self.word()).collect();
        format!("The {}.", words.join(" "))
    }

    /// A text of two words and a number, such as `ledger-margin-17`.
    pub(super) fn text(&mut self) -> String {
        format!("{}-{}-{}", self.word(), self.word(), self.below(1_000))
    }
}
