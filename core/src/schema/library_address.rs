//! Addresses of libraries, as `@library/ref` and flags give them: `@name`, `@name~alias`, `@~alias`, and `@outer@inner`
//! for a library inside another.

use smol_str::SmolStr;

/// Which instances of a library are meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LibraryAddress {
    name: SmolStr,
    alias: SmolStr,
}

impl LibraryAddress {
    /// Whether it means this instance.
    pub fn matches(&self, name: &str, alias: &str) -> bool {
        let has_alias = self.alias == alias;
        match (self.name.as_str(), self.alias.as_str()) {
            (own, "") => own == name,
            ("", _) => has_alias,
            (own, _) => own == name && has_alias,
        }
    }
}

/// The libraries on the way, outermost first; an error says what is wrong with the address.
pub fn read(address: &str) -> Result<Vec<LibraryAddress>, &'static str> {
    let Some(references) = address.strip_prefix('@') else {
        return Err(if address.is_empty() { "is empty" } else { "does not start with `@`" });
    };
    references.split('@').map(reference).collect()
}

fn reference(text: &str) -> Result<LibraryAddress, &'static str> {
    match text.split_once('~') {
        None => Ok(LibraryAddress { name: text.into(), alias: SmolStr::default() }),
        Some((_, "")) => Err("has an empty alias behind `~`"),
        Some((_, alias)) if alias.contains('~') => Err("gives one library two aliases"),
        Some((name, alias)) => Ok(LibraryAddress { name: name.into(), alias: alias.into() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(address: &str, name: &str, alias: &str, expected: bool) {
        let references = read(address).expect("it is an address");
        assert_eq!(references[0].matches(name, alias), expected, "{address} for {name}~{alias}");
    }

    #[test]
    fn a_name_means_every_instance_and_an_alias_every_library() {
        check("@db", "db", "", true);
        check("@db", "db", "one", true);
        check("@db", "web", "", false);
        check("@db~one", "db", "one", true);
        check("@db~one", "db", "", false);
        check("@~one", "web", "one", true);
        check("@~one", "web", "two", false);
        check("@", "db", "", false);
        check("@web@db", "web", "", true);
    }

    #[test]
    fn what_is_no_address_says_why() {
        assert_eq!(read(""), Err("is empty"));
        assert_eq!(read("db"), Err("does not start with `@`"));
        assert_eq!(read("@db~"), Err("has an empty alias behind `~`"));
        assert_eq!(read("@db~a~b"), Err("gives one library two aliases"));
    }
}
