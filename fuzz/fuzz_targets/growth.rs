//! Any piece of text, many times: eight times the text takes at most so many times as long. Instructions cannot be
//! counted from inside of a process on every machine, so it is the processor time of the thread, the best of several
//! runs, and only where it is long enough to mean something.
#![no_main]

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use cpu_time::ThreadTime;
use libfuzzer_sys::fuzz_target;
use sayl_core::ide::{document_symbol, folding_range, semantic_tokens};
use sayl_fuzz::{text_of, world};

const SHORT: usize = 8 << 10;
const LONG: usize = 8 * SHORT;
/// Linear would be 8; what is sorted or hashed takes somewhat more.
const MOST_TIMES: u32 = 24;
/// Below it, noise decides.
const LEAST: Duration = Duration::from_millis(60);

const SCHEMA: &str = "#@data/values-schema\n---\na: \"\"\nb:\n- c: 1\n";

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, rest)) = bytes.split_first() else { return };
    let Some(piece) = text_of(rest).filter(|piece| !piece.is_empty() && piece.len() < 64) else { return };
    let text = |length: usize| head(*kind).to_owned() + &piece.repeat(length / piece.len());
    let (short, long) = (text(SHORT), text(LONG));
    let too_long = |runs: u32| {
        let (short, long) = (best_time(*kind, &short, runs), best_time(*kind, &long, runs));
        (long > LEAST && long > short * MOST_TIMES).then_some((short, long))
    };
    // Twice, for whatever else the machine does may have got in the way of the first measurement.
    if too_long(1).is_some()
        && let Some((short, long)) = too_long(3)
    {
        panic!("{piece:?} behind {:?}: {SHORT} bytes take {short:?}, {LONG} take {long:?}", head(*kind));
    }
});

fn head(kind: u8) -> &'static str {
    ["#@data/values-schema\n---\n", "#@data/values\n---\n", "", "#@data/values\n---\nb: ["][usize::from(kind % 4)]
}

fn best_time(kind: u8, text: &str, runs: u32) -> Duration {
    (0..runs).map(|_| time(kind, text)).min().unwrap_or_default()
}

fn time(kind: u8, text: &str) -> Duration {
    let files = if kind % 4 == 0 { vec![("/a.yml", text)] } else { vec![("/schema.yml", SCHEMA), ("/a.yml", text)] };
    let start = ThreadTime::now();
    let analysis = world(&files);
    let file = analysis.file(Path::new("/a.yml")).expect("the file is part of the world");
    black_box(analysis.problems(file));
    black_box(folding_range::folding_ranges(&analysis, file));
    black_box(document_symbol::document_symbols(&analysis, file, usize::MAX));
    black_box(semantic_tokens::semantic_tokens(&analysis, file, None));
    start.elapsed()
}
