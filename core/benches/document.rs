//! What an edit costs, by kind, place and length of the text. Run with `cargo bench --locked --workspace --bench document`.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use sayl_core::document::TextDocument;
use sayl_core::text::{FileId, TextRange, TextSize};

/// Values of about `lines` lines: services with labels and ports.
fn values(lines: usize) -> String {
    let mut text = String::from("#@data/values\n---\n");
    for service in 0..lines / 10 {
        let _ = write!(
            text,
            "#@ note {service}\nservice{service}:\n  name: \"svc {service}\"\n  enabled: true\n  labels:\n    app: demo\n    \
             tier: backend\n  ports:\n  - name: http\n    port: {}\n",
            8000 + service
        );
    }
    text
}

/// The offset of `what` in the service that stands `percent` of the way down.
fn place(text: &str, percent: usize, what: &str) -> TextRange {
    let from = text.len() * percent / 100;
    let found = text[from..].find(what).map_or(text.len(), |at| from + at);
    TextRange::empty(TextSize::new(found as u32))
}

fn edits(criterion: &mut Criterion) {
    let kinds = [
        ("value", "demo", "x"),
        ("comment", "note", "x"),
        ("newline", "  enabled", "\n"),
        ("key", "  enabled", "  more: 1\n"),
        ("quote", "demo", "\""),
        ("bracket", "demo", "["),
        ("block", "demo", "|"),
        ("document", "#@ note", "---\n"),
    ];
    for lines in [10_000, 100_000] {
        let text = values(lines);
        let document = TextDocument::new(FileId(0), &text);
        let mut group = criterion.benchmark_group(format!("edit/{lines}"));
        group.measurement_time(Duration::from_secs(1)).warm_up_time(Duration::from_millis(200)).sample_size(20);
        for (name, what, insert) in kinds {
            for (position, percent) in [("top", 0), ("middle", 50), ("bottom", 98)] {
                let range = place(&text, percent, what);
                let id = BenchmarkId::new(name, position);
                group.bench_function(id, |bencher| bencher.iter(|| black_box(&document).edit(range, insert)));
            }
        }
        group.finish();
        let mut group = criterion.benchmark_group("new");
        group.measurement_time(Duration::from_secs(2)).sample_size(10);
        group.bench_function(lines.to_string(), |bencher| {
            bencher.iter(|| TextDocument::new(FileId(0), black_box(&text)));
        });
        group.finish();
    }
}

criterion_group!(benches, edits);
criterion_main!(benches);
