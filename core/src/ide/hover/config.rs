//! Hover in a `sayl.toml`: what a section or a setting is for.

use super::Hover;
use crate::ide::config_file::{ConfigSpot, SpotKind};
use crate::template::job::YttVersion;
use crate::workspace::config::settings::{LEVELS, Setting, SettingType, SettingsSection};

/// What a place of a `sayl.toml` with this text is for.
pub(super) fn hover(text: &str, spot: &ConfigSpot) -> Option<Hover> {
    let token = &text[spot.range];
    let markdown = match &spot.kind {
        SpotKind::Header => of_section(&SettingsSection::named(token.trim_matches(['[', ']', ' ']))?),
        SpotKind::Key { section: Some(section), .. } => {
            of_setting(section.settings().iter().find(|setting| setting.name == token)?)
        }
        SpotKind::Key { section: None, .. } => of_section(&SettingsSection::named(token)?),
        SpotKind::Value { setting, .. } => of_setting(setting),
    };
    (!spot.range.is_empty()).then_some(Hover { range: spot.range, markdown })
}

fn of_section(section: &SettingsSection) -> String {
    format!("**`{}`**\n\n{}", section.name, section.documentation)
}

fn of_setting(setting: &Setting) -> String {
    let takes = match &setting.takes {
        SettingType::Text => "text".to_owned(),
        SettingType::Paths => "array of paths".to_owned(),
        SettingType::Names => "array of names such as `\"Environment/prod\"`".to_owned(),
        SettingType::YttVersion => {
            let (first, last) = YttVersion::KNOWN.into_inner();
            format!("release of ytt from `\"0.{first}\"` to `\"0.{last}\"`")
        }
        SettingType::Switch => "`true` or `false`".to_owned(),
        SettingType::Number(range) if *range.end() == i64::MAX.unsigned_abs() => "number".to_owned(),
        SettingType::Number(range) => format!("number from {} to {}", range.start(), range.end()),
        SettingType::Level => LEVELS.map(|level| format!("`\"{level}\"`")).join(", "),
    };
    let default = setting.default.as_ref().map(|default| format!(", default `{default}`")).unwrap_or_default();
    format!("**`{}`**: {takes}{default}\n\n{}", setting.name, setting.documentation)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use crate::ide::hover::hover;
    use crate::test_support::cursor;

    #[track_caller]
    fn check(config: &str, expected: &Expect) {
        let at = cursor(&format!("#- /sayl.toml\n{config}"));
        let text = at.analysis.document(at.file).unwrap().rope().to_string();
        let shown = hover(&at.analysis, at.file, at.offset);
        let shown = shown.map(|hover| format!("{}\n\n{}\n", &text[hover.range], hover.markdown));
        expected.assert_eq(&shown.unwrap_or_default());
    }

    #[test]
    fn sections_settings_and_values_say_what_they_are_for() {
        check(
            "[[bun$0dle]]\n",
            &expect![[r#"
            [[bundle]]

            **`bundle`**

            Files that belong together, in the order in which they merge. May be repeated.
        "#]],
        );
        check(
            "[evaluation]\nsteps = 5000 # x\ntimeout$0-ms = 5\n",
            &expect![[r#"
            timeout-ms

            **`timeout-ms`**: number from 10 to 600000, default `3000`

            How long the code of one file, or one call of a function, may take, in milliseconds on the clock. All files of a bundle, rendered together, may take a hundredth of it more for each file.
        "#]],
        );
        check(
            "[severity]\nno-schema = \"o$0ff\"\n",
            &expect![[r#"
            "off"

            **`no-schema`**: `"error"`, `"warning"`, `"information"`, `"hint"`, `"off"`, default `"information"`

            No schema governs this values file, so nothing is checked.
        "#]],
        );
        check(
            "check.extended$0-annotations = true\n",
            &expect![[r#"
            extended-annotations

            **`extended-annotations`**: `true` or `false`, default `false`

            Whether annotations of the older editions, such as `@schema/any-key`, take effect under `#@data/values-schema` too. ytt ignores them there, so they are a warning otherwise.
        "#]],
        );
        check(
            "che$0ck.extended-annotations = true\n",
            &expect![[r#"
            check

            **`check`**

            What is checked.
        "#]],
        );
    }

    #[test]
    fn nothing_is_said_of_what_is_unknown() {
        check("[nothing]\nx$0 = 1\n", &expect![]);
        check("# [che$0ck]\n", &expect![]);
    }
}
