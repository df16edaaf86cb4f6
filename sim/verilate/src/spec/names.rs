//! The only names that may reach a command line, a C++ text or the file system.

use crate::SimError;

/// Longest identifier. Verilator and file systems would take more; nobody needs it.
const MAX_NAME: usize = 128;
const IDENTIFIER: &str = "a lower-case letter, then lower-case letters, digits and underscores, at most 128 characters";
const FILE: &str = "an identifier in lower case, then `.v`, `.sv` or `.vh`";

/// Accepts `[a-z][a-z0-9_]*` of bounded length.
pub(crate) fn check_identifier(what: &'static str, name: &str) -> Result<(), SimError> {
    if is_identifier(name) {
        return Ok(());
    }
    Err(SimError::BadName { what, name: quote(name), rule: IDENTIFIER })
}

/// Accepts an identifier with one of the usual suffixes; a path can therefore not be built.
pub(super) fn check_file_name(name: &str) -> Result<(), SimError> {
    let stem = [".v", ".sv", ".vh"].iter().find_map(|suffix| name.strip_suffix(suffix));
    if stem.is_some_and(is_identifier) {
        return Ok(());
    }
    Err(SimError::BadName { what: "source file", name: quote(name), rule: FILE })
}

fn is_identifier(name: &str) -> bool {
    let mut bytes = name.bytes();
    name.len() <= MAX_NAME
        && bytes.next().is_some_and(|b| b.is_ascii_lowercase())
        && bytes.all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_')
}

/// The name as it may be shown: escaped, and cut when it is long.
fn quote(name: &str) -> String {
    let mut short: String = name.chars().take(40).flat_map(char::escape_default).collect();
    if name.chars().nth(40).is_some() {
        short.push_str("...");
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_names_pass() {
        for name in ["a", "clk_i", "x__y", "n0", "top_"] {
            check_identifier("port", name).unwrap();
            check_file_name(&format!("{name}.v")).unwrap();
        }
    }

    #[test]
    fn hostile_names_are_refused() {
        for name in ["", "_a", "0a", "A", "a b", "a;b", "$(x)", "../a", "a/b", "a\0", "é", "a\n", "-o", "a\"", "\\a "]
        {
            assert!(check_identifier("port", name).is_err(), "{name:?}");
            assert!(check_file_name(&format!("{name}.v")).is_err(), "{name:?}");
        }
        for name in ["a", "a.cpp", ".v", "a.v.v", "a.so", "/a.v"] {
            assert!(check_file_name(name).is_err(), "{name:?}");
        }
        assert!(check_identifier("port", &"a".repeat(129)).is_err());
        assert!(quote(&"\n".repeat(100_000)).len() < 100);
    }
}
