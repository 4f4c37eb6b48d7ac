//! Modelines: `# sayl: schema=PATH` as the first comment of a file, so that a plain values file names its schema.

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
