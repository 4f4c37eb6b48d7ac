//! Text cut at separators, as Go cuts it.

/// The parts between separators; the last one goes to the end if there would be more.
pub(super) fn from_start(text: &str, separator: &str, most: Option<usize>) -> Vec<String> {
    match most {
        Some(most) => text.splitn(most.saturating_add(1), separator).map(str::to_owned).collect(),
        None => text.split(separator).map(str::to_owned).collect(),
    }
}

/// The same, where the first one begins at the start if there would be more. Separators are looked for from the start.
pub(super) fn from_end(text: &str, separator: &str, most: Option<usize>) -> Vec<String> {
    let mut parts: Vec<_> = text.split(separator).map(str::to_owned).collect();
    let excess = most.and_then(|most| parts.len().checked_sub(most)).filter(|excess| *excess > 0);
    if let Some(excess) = excess {
        let first = parts.drain(..excess).collect::<Vec<_>>().join(separator);
        parts.insert(0, first);
    }
    parts
}

/// What is between blanks; the last part goes to the end if there would be more.
pub(super) fn blanks_from_start(text: &str, most: Option<usize>) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let cut = rest.split_once(char::is_whitespace).filter(|_| most != Some(parts.len()));
        let (part, behind) = cut.unwrap_or((rest, ""));
        parts.push(part.to_owned());
        rest = behind.trim_start();
    }
    parts
}

/// The same, where the first part begins at the start.
pub(super) fn blanks_from_end(text: &str, most: Option<usize>) -> Vec<String> {
    let mut parts = Vec::new();
    let mut rest = text.trim_end();
    while !rest.is_empty() {
        let cut = rest.rsplit_once(char::is_whitespace).filter(|_| most != Some(parts.len()));
        let (before, part) = cut.unwrap_or(("", rest));
        parts.push(part.to_owned());
        rest = before.trim_end();
    }
    parts.reverse();
    parts
}
