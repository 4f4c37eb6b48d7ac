//! The figures as a table, beside another server's and the ratio that is wanted.

use crate::measure::{Figures, Times, Truth};

/// One line of the table: what, ours, theirs, and the ratio that is promised, if one is.
struct Row {
    name: &'static str,
    own: f64,
    theirs: Option<f64>,
    promised: Option<f64>,
}

/// Prints the figures of one size.
pub(crate) fn print(lines: usize, own: &Figures, theirs: Option<&Figures>) {
    println!("\n{lines} lines (milliseconds, medians)");
    println!("  {:<34}{:>12}{:>12}{:>10}{:>12}", "", "sayl", "peer", "ratio", "promised");
    for row in rows(lines, own, theirs) {
        print_row(&row);
    }
    print_truth("sayl", &own.truth, own.burst_publications);
    if let Some(theirs) = theirs {
        print_truth("peer", &theirs.truth, theirs.burst_publications);
    }
}

fn rows(lines: usize, own: &Figures, theirs: Option<&Figures>) -> Vec<Row> {
    let row = |name, figure: fn(&Figures) -> f64, promised| {
        let theirs = theirs.map(figure);
        Row { name, own: figure(own), theirs, promised }
    };
    let keystroke = match lines {
        0..10_000 => None,
        10_000..100_000 => Some(100.0),
        _ => Some(200.0),
    };
    let answer = Some(if lines < 10_000 { 3.0 } else { 10.0 });
    vec![
        row("start to initialize", |it| it.startup.median(), Some(40.0)),
        row("open to first problems", |it| it.open.median(), None),
        row("keystroke to problems", |it| it.keystroke.median(), keystroke),
        row("  95 of 100 at most", |it| it.keystroke.percentile(95), None),
        row("  at the top", |it| at(it, 0).median(), None),
        row("  in the middle", |it| at(it, 1).median(), None),
        row("  at the bottom", |it| at(it, 2).median(), None),
        row("line inserted at the top", |it| it.newline_top.median(), None),
        row("line inserted at the bottom", |it| it.newline_bottom.median(), None),
        row("hover", |it| it.hover.median(), answer),
        row("completion", |it| it.completion.median(), answer),
        row("burst of 500 edits, after the last", |it| it.burst.median(), None),
        row("peak memory, MB", megabytes, Some(8.0)),
    ]
}

fn at(figures: &Figures, part: usize) -> &Times {
    &figures.keystroke_at[part]
}

fn megabytes(figures: &Figures) -> f64 {
    f64::from(figures.peak_memory) / 1024.0
}

fn print_row(row: &Row) {
    let Row { name, own, theirs, promised } = row;
    print!("  {name:<34}{own:>12.2}");
    if let Some(theirs) = theirs {
        print!("{theirs:>12.2}{:>10}", format!("1/{:.0}", theirs / own));
        if let Some(promised) = promised {
            let verdict = if theirs / own >= *promised { "met" } else { "MISSED" };
            print!("{:>12}", format!("1/{promised:.0} {verdict}"));
        }
    }
    println!();
}

fn print_truth(name: &str, truth: &Truth, publications: usize) {
    let Truth { expected, found, extra, edits, answers } = truth;
    println!(
        "  {name}: {found} of {expected} violations found, {extra} lines too many; {} of {} edits judged rightly; \
         {} of {} questions answered; {publications} publications in the burst",
        edits.0, edits.1, answers.0, answers.1
    );
}
