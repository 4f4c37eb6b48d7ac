//! Modelines: `# sayl: schema=PATH` as the first comment of a file, so that a plain values file names its schema.

use ropey::Rope;

/// Only so many lines can hold a modeline, and of each only so many characters.
const FIRST_LINES: usize = 16;
const LONGEST_LINE: usize = 4096;

/// The beginning of a text, as far as a modeline can stand in it.
pub fn head(text: &Rope) -> String {
    let mut head = String::new();
    for line in text.lines().take(FIRST_LINES) {
        let start = head.len();
        head.extend(line.chars().take(LONGEST_LINE));
        let is_blank = matches!(head.get(start..).unwrap_or_default().trim(), "" | "---");
        if !is_blank || line.len_chars() > LONGEST_LINE {
            break;
        }
    }
    head
}

/// The path that the text's modeline names, as written.
///
/// Only the first comment of the text counts; blank lines and `---` may stand before it.
pub fn schema_of(text: &str) -> Option<&str> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && *line != "---")?;
    let comment = line.trim_start_matches('\u{feff}').strip_prefix('#')?;
    let settings = comment.strip_prefix('!').unwrap_or(comment).trim_start().strip_prefix("sayl:")?;
    settings.split_whitespace().find_map(|setting| setting.strip_prefix("schema=")).filter(|path| !path.is_empty())
}

#[cfg(test)]
mod tests {
    use super::schema_of;

    #[test]
    fn the_first_comment_names_the_schema() {
        assert_eq!(schema_of("# sayl: schema=../schema.yml\na: 1\n"), Some("../schema.yml"));
        assert_eq!(schema_of("\n---\n#! sayl: schema=s.yml\n"), Some("s.yml"));
        assert_eq!(schema_of("#sayl: schema=s.yml"), Some("s.yml"));
    }

    #[test]
    fn anything_else_is_no_modeline() {
        assert_eq!(schema_of("# a note\n# sayl: schema=s.yml\n"), None);
        assert_eq!(schema_of("a: 1 # sayl: schema=s.yml\n"), None);
        assert_eq!(schema_of("# sayl: schema=\n"), None);
        assert_eq!(schema_of(""), None);
    }
}
