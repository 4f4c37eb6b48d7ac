//! Comments that speak to sayl, with what they are for: modelines and `sayl-ignore`.

/// The comments, each with its meaning for people.
pub(super) const DIRECTIVES: [(&str, &str); 2] = [
    ("sayl: schema=", "As the first comment of a plain values file: the schema that governs it, relative to the file."),
    (
        "sayl-ignore: ",
        "Silences problems with these codes on this line, or on the next one where the comment stands alone.",
    ),
];
