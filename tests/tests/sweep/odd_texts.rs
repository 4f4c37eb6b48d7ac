//! Every feature at every byte of texts that are made of what trips programs: characters of several bytes, all that
//! Unicode takes for a blank or the end of a line, marks that combine, and halves of whatever sayl understands.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use sayl_tests::cases_of_property;

use crate::worlds::World;
use crate::{check, on_all_processors, positions};

/// The blanks and line ends of Unicode, what is not seen, what combines, what takes four bytes, what is no character.
const ODD: [&str; 42] = [
    "\t",
    "\u{b}",
    "\u{c}",
    "\r",
    "\r\n",
    "\u{85}",
    "\u{a0}",
    "\u{ad}",
    "\u{1680}",
    "\u{2000}",
    "\u{2002}",
    "\u{2003}",
    "\u{2007}",
    "\u{2009}",
    "\u{200a}",
    "\u{200b}",
    "\u{200d}",
    "\u{200e}",
    "\u{2028}",
    "\u{2029}",
    "\u{202e}",
    "\u{202f}",
    "\u{205f}",
    "\u{2060}",
    "\u{2066}",
    "\u{3000}",
    "\u{fe0f}",
    "\u{feff}",
    "\u{fffd}",
    "\u{fffe}",
    "\u{301}",
    "e\u{301}",
    "ß",
    "İ",
    "ﬁ",
    "名",
    "😀",
    "👩\u{200d}🚀",
    "\u{10ffff}",
    "\u{0}",
    "\u{1b}",
    "\u{9b}",
];

/// What sayl understands, whole and in parts.
const PIECES: [&str; 58] = [
    "\n",
    "\n",
    "\n",
    "\n  ",
    "\n- ",
    " ",
    " ",
    "a",
    "b1",
    "a: ",
    "a:",
    "- ",
    "? ",
    "\"",
    "'",
    "[",
    "]",
    "{",
    "}",
    ", ",
    "|\n",
    ">-\n  ",
    "&x ",
    "*x",
    "<<: ",
    "!!str ",
    "---\n",
    "...\n",
    "# ",
    "#! sayl-ignore: unknown-key",
    "# sayl: schema=./schema.yml",
    "# sayl-ignore: unknown-key, ",
    "#@ ",
    "#@",
    "#@data/values\n",
    "#@data/values-schema\n",
    "#@schema/validation one_of=[",
    "#@schema/type any=True\n",
    "#@schema/examples (",
    "#@overlay/match by=\"",
    "load(\"@ytt:data\", \"data\")\n",
    "load(\"",
    "data.values.",
    "def f(a, b=1):\n",
    "if True:\n",
    "for x in ",
    "end\n",
    "return ",
    "f(",
    ")",
    "(@ ",
    " @)",
    "${",
    "}",
    "a: string | default=",
    "integer | minimum=1 ",
    "lambda a: ",
    "\\",
];

/// The files of a world, each with how it begins.
const FILES: [(&str, &str); 6] = [
    ("/schema.yml", "#@data/values-schema\n---\na: \"\"\n"),
    ("/values.yml", "#@data/values\n---\n"),
    ("/plain.yml", ""),
    ("/lib.star", "def f(a):\n  return a\nend\n"),
    ("/notes.txt", "(@ x = 1 @)\n"),
    (
        "/type.yaml",
        "apiVersion: openchoreo.dev/v1alpha1\nkind: ComponentType\nmetadata: {name: t}\nspec:\n  schema:\n    parameters:\n      a: ",
    ),
];

/// Where an odd character stands by itself.
const FRAMES: [&str; 10] =
    ["%", "\n%\n", "# %", "#@ %", "#! sayl-ignore:%x", "# sayl: schema=%x", "%: %", "- %\n- %", "a: \"%", "a: (@ % @)"];

/// A text that hardly means anything.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![3 => select(&PIECES[..]), 2 => select(&ODD[..])];
    prop_oneof![
        9 => vec(piece, 0..24).prop_map(|pieces| pieces.concat()),
        1 => select(&ODD[..]).prop_map(str::to_owned),
    ]
}

fn world(texts: &[String], has_head: bool) -> World {
    let of_file = |((path, head), text): (&(&str, &str), &String)| {
        let head = if has_head { head } else { "" };
        (path.into(), format!("{head}{text}"))
    };
    World::new(String::new(), FILES.iter().zip(texts).map(of_file))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(cases_of_property(100)) })]
    #[test]
    fn every_feature_answers_at_every_byte_of_odd_texts(texts in vec(text(), FILES.len()), has_head in any::<bool>()) {
        let worlds = [world(&texts, has_head)];
        let faults: Vec<String> = positions::parts(&worlds).iter().flat_map(positions::Part::run).collect();
        prop_assert!(faults.is_empty(), "{}", faults.join("\n"));
    }
}

/// Every odd character by itself, and as all of a file, a comment, a key, a value.
#[test]
fn every_feature_answers_at_every_byte_of_an_odd_character() {
    on_all_processors(|| {
        check(&ODD, |odd| format!("{odd:?}"), |odd| FRAMES.iter().flat_map(|frame| faults(odd, frame)).collect());
    });
}

fn faults(odd: &str, frame: &str) -> Vec<String> {
    let texts = vec![frame.replace('%', odd); FILES.len()];
    // A file of nothing else has no head.
    let worlds = [world(&texts, frame.len() > "\n%\n".len())];
    let found = positions::parts(&worlds).iter().flat_map(positions::Part::run).collect::<Vec<_>>();
    found.into_iter().map(|fault| format!("in {frame:?}: {fault}")).collect()
}
