//! Expressions as tables: what they match, or why they are none.

use expect_test::{Expect, expect};

use super::Regexp;

/// Each line is an expression and, behind ` ~ `, the text to match.
fn matches(lines: &str, expect: Expect) {
    let mut table = String::new();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (pattern, text) = line.split_once(" ~ ").unwrap_or((line, ""));
        let found = match Regexp::new(pattern) {
            Ok(regexp) => regexp.regex.find(text).map_or("no".to_owned(), |found| format!("{:?}", found.as_str())),
            Err(refusal) => format!("! {} at {:?}", refusal.message, refusal.range),
        };
        table += &(line.to_owned() + " -> " + &found + "\n");
    }
    expect.assert_eq(&table);
}

#[test]
fn classes_are_ascii() {
    matches(
        r"
        \d+ ~ a१२34
        \w+ ~ äbc_1é
        \s ~ aa b
        \S+ ~ aa
        \bb ~ äb
        [\d\s]+ ~ ab1 2c
        [^\w]+ ~ abä-c
        [\W]+ ~ abä-c
        (?i)straße ~ STRAßE
        [[:alpha:]]+ ~ 1äbc
        [[:^alpha:]]+ ~ abc12
        [[:foo:]] ~ x
        ",
        expect![[r#"
            \d+ ~ a१२34 -> "34"
            \w+ ~ äbc_1é -> "bc_1"
            \s ~ aa b -> " "
            \S+ ~ aa -> "aa"
            \bb ~ äb -> "b"
            [\d\s]+ ~ ab1 2c -> "1 2"
            [^\w]+ ~ abä-c -> "ä-"
            [\W]+ ~ abä-c -> "ä-"
            (?i)straße ~ STRAßE -> "STRAßE"
            [[:alpha:]]+ ~ 1äbc -> "bc"
            [[:^alpha:]]+ ~ abc12 -> "12"
            [[:foo:]] ~ x -> ! `[:foo:]` is no class of characters at 1..8
        "#]],
    );
}

#[test]
fn unicode_classes_have_exact_names() {
    matches(
        r"
        \pL+ ~ 1äb
        \p{Greek}+ ~ aβγ
        \p{^Greek}+ ~ βab
        \P{^Greek}+ ~ abβ
        \p{Lu} ~ aB
        [\p{Lu}\d]+ ~ aB1
        \pC ~ a
        \p{Any} ~ a
        \p{IsGreek} ~ a
        \p{greek} ~ a
        \p{Letter} ~ a
        \p{Nothing} ~ a
        \p{Greek ~ a
        ",
        expect![[r#"
            \pL+ ~ 1äb -> "äb"
            \p{Greek}+ ~ aβγ -> "βγ"
            \p{^Greek}+ ~ βab -> "ab"
            \P{^Greek}+ ~ abβ -> "β"
            \p{Lu} ~ aB -> "B"
            [\p{Lu}\d]+ ~ aB1 -> "B1"
            \pC ~ a -> no
            \p{Any} ~ a -> "a"
            \p{IsGreek} ~ a -> ! `\p{IsGreek}` names no category or script of Unicode at 0..11
            \p{greek} ~ a -> ! `\p{greek}` names no category or script of Unicode at 0..9
            \p{Letter} ~ a -> ! `\p{Letter}` names no category or script of Unicode at 0..10
            \p{Nothing} ~ a -> ! `\p{Nothing}` names no category or script of Unicode at 0..11
            \p{Greek ~ a -> ! `\p{` is not closed at 0..3
        "#]],
    );
}

#[test]
fn braces_and_brackets_may_stand_for_themselves() {
    matches(
        r"
        a{2} ~ aaa
        a{,5} ~ a{,5}
        a{ ~ a{
        {a} ~ {a}
        a{01} ~ a{01}
        a{2,}? ~ aaaa
        a] ~ a]
        a} ~ a}
        []a]+ ~ b]a
        [^]a]+ ~ ]ab
        [a-]+ ~ -a-
        [a-c-e]+ ~ b-e
        [[a]+ ~ [a
        [a&&b]+ ~ &a
        [a--b] ~ x
        \Qa.b*\E+ ~ a.b**
        \Qa.b ~ axb a.b
        ",
        expect![[r#"
            a{2} ~ aaa -> "aa"
            a{,5} ~ a{,5} -> "a{,5}"
            a{ ~ a{ -> "a{"
            {a} ~ {a} -> "{a}"
            a{01} ~ a{01} -> "a{01}"
            a{2,}? ~ aaaa -> "aa"
            a] ~ a] -> "a]"
            a} ~ a} -> "a}"
            []a]+ ~ b]a -> "]a"
            [^]a]+ ~ ]ab -> "b"
            [a-]+ ~ -a- -> "-a-"
            [a-c-e]+ ~ b-e -> "b-e"
            [[a]+ ~ [a -> "[a"
            [a&&b]+ ~ &a -> "&a"
            [a--b] ~ x -> ! `a--` is a range whose end comes before its start at 1..4
            \Qa.b*\E+ ~ a.b** -> "a.b**"
            \Qa.b ~ axb a.b -> "a.b"
        "#]],
    );
}

#[test]
fn escapes_are_those_of_go() {
    matches(
        r"
        \x41\x{42} ~ AB
        \101\07 ~ A
        \x{110000} ~ a
        \x4 ~ a
        \1 ~ a
        \8 ~ a
        \. ~ a.b
        \_\- ~ _-
        \ä ~ ä
        \u0041 ~ A
        \Z ~ a
        \C ~ a
        \E ~ a
        \z ~ ab
        \<a ~ <a
        \
        ",
        expect![[r#"
            \x41\x{42} ~ AB -> "AB"
            \101\07 ~ A -> no
            \x{110000} ~ a -> ! `\x{110000}` is no escape at 0..10
            \x4 ~ a -> ! `\x4` is no escape at 0..3
            \1 ~ a -> ! `\1` is no escape at 0..2
            \8 ~ a -> ! `\8` is no escape at 0..2
            \. ~ a.b -> "."
            \_\- ~ _- -> "_-"
            \ä ~ ä -> ! `\ä` is no escape at 0..3
            \u0041 ~ A -> ! `\u` is no escape at 0..2
            \Z ~ a -> ! `\Z` is no escape at 0..2
            \C ~ a -> ! `\C` is no escape at 0..2
            \E ~ a -> ! `\E` is no escape at 0..2
            \z ~ ab -> ""
            \<a ~ <a -> "<a"
            \ -> ! `\` escapes nothing at 0..1
        "#]],
    );
}

#[test]
fn groups_and_flags_are_those_of_go() {
    matches(
        r"
        (?P<year>\d+)-(?<1a>\d) ~ 2020-1
        (?P<a>x)(?P<a>y) ~ xy
        (?P<a b>x) ~ x
        (?i)AB(?-i)c ~ abc
        (?i:A)b ~ ab
        (?U)a+ ~ aaa
        (?s).+ ~ ab
        (?)a ~ a
        (?x)a b ~ ab
        (?=a) ~ a
        (?!a) ~ a
        (?i-)a ~ a
        (a ~ a
        a) ~ a
        () ~ a
        a||b ~ b
        ",
        expect![[r#"
            (?P<year>\d+)-(?<1a>\d) ~ 2020-1 -> "2020-1"
            (?P<a>x)(?P<a>y) ~ xy -> ! `(?P<a>` gives a name for the second time at 8..14
            (?P<a b>x) ~ x -> ! `(?P<a` starts no named group at 0..5
            (?i)AB(?-i)c ~ abc -> "abc"
            (?i:A)b ~ ab -> "ab"
            (?U)a+ ~ aaa -> "a"
            (?s).+ ~ ab -> "ab"
            (?)a ~ a -> "a"
            (?x)a b ~ ab -> ! `(?x` starts no group at 0..3
            (?=a) ~ a -> ! `(?=` starts no group at 0..3
            (?!a) ~ a -> ! `(?!` starts no group at 0..3
            (?i-)a ~ a -> ! `(?i-)` starts no group at 0..5
            (a ~ a -> ! `(` is not closed at 0..1
            a) ~ a -> ! `)` closes no group at 1..2
            () ~ a -> ""
            a||b ~ b -> ""
        "#]],
    );
}

#[test]
fn repetition_has_its_limits() {
    matches(
        r"
        a** ~ a
        a++ ~ a
        a*? ~ a
        a*?? ~ a
        x{2}{3} ~ x
        * ~ a
        (*a) ~ a
        a|* ~ a
        ^* ~ a
        (?:a*)* ~ aa
        a{1000} ~ a
        a{1001} ~ a
        a{99999999999} ~ a
        a{3,2} ~ a
        (a{100}){100} ~ a
        ((a{10}){10}){10} ~ a
        [ab ~ a
        [b-a] ~ a
        [a ~ a
        ",
        expect![[r#"
            a** ~ a -> ! `*` repeats a repetition at 2..3
            a++ ~ a -> ! `+` repeats a repetition at 2..3
            a*? ~ a -> ""
            a*?? ~ a -> ! `?` repeats a repetition at 3..4
            x{2}{3} ~ x -> ! `{3}` repeats a repetition at 4..7
            * ~ a -> ! `*` repeats nothing at 0..1
            (*a) ~ a -> ! `*` repeats nothing at 1..2
            a|* ~ a -> ! `*` repeats nothing at 2..3
            ^* ~ a -> ""
            (?:a*)* ~ aa -> "aa"
            a{1000} ~ a -> no
            a{1001} ~ a -> ! `{1001}` is no number of repetitions: at most 1000, in order at 1..7
            a{99999999999} ~ a -> ! `{99999999999}` is no number of repetitions: at most 1000, in order at 1..14
            a{3,2} ~ a -> ! `{3,2}` is no number of repetitions: at most 1000, in order at 1..6
            (a{100}){100} ~ a -> ! nested repetitions come to more than 1000 at 0..13
            ((a{10}){10}){10} ~ a -> no
            [ab ~ a -> ! `[ab` is not closed at 0..3
            [b-a] ~ a -> ! `b-a` is a range whose end comes before its start at 1..4
            [a ~ a -> ! `[a` is not closed at 0..2
        "#]],
    );
}

#[test]
fn deep_nesting_and_large_expressions_are_refused() {
    let deep = "(".repeat(5000) + &")".repeat(5000);
    let large = r"(\pL{100}\pN{100}){10}".repeat(50);
    let outcome = |pattern: &str| Regexp::new(pattern).err().map(|refusal| refusal.message);
    expect![[r#"Some("the groups nest too deeply") Some("the expression is too large")"#]].assert_eq(&format!(
        "{:?} {:?}",
        outcome(&deep),
        outcome(&large)
    ));
}

#[test]
fn replacements_are_written_as_in_go() {
    let replace = |pattern: &str, text: &str, replacement: &str| match Regexp::new(pattern) {
        Ok(regexp) => format!("{replacement} -> {}\n", regexp.replace_all(text, replacement)),
        Err(refusal) => refusal.message,
    };
    let all = ["$1", "${1}x", "$1x", "$2-$1", "$name", "${name}1", "$$1", "$", "${1", "$-", "$9", "$0", "$01"];
    let table: String = all.map(|replacement| replace(r"(?P<name>\w)(\w+)", "hello world", replacement)).concat();
    expect![[r#"
        $1 -> h w
        ${1}x -> hx wx
        $1x ->  
        $2-$1 -> ello-h orld-w
        $name -> h w
        ${name}1 -> h1 w1
        $$1 -> $1 $1
        $ -> $ $
        ${1 -> ${1 ${1
        $- -> $- $-
        $9 ->  
        $0 -> hello world
        $01 ->  
    "#]]
    .assert_eq(&table);
}

#[test]
fn empty_matches_do_not_follow_a_match() {
    let regexp = Regexp::new("a*").unwrap();
    assert_eq!(regexp.replace_all("baac", "-"), "-b-c-");
    assert_eq!(regexp.try_replace_all::<()>("baac", |_| Ok("-".to_owned())), Ok("-b-c-".to_owned()));
}
