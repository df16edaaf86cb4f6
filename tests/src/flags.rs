//! Flags of a command line in the texts of a crate, read from its sources: for the test that libraries name none.
//!
//! What stands under `#[cfg(test)]` and in comments is left out. Of macros and attributes the words are looked at as they
//! are written: formats stand there.

use crate::imports::{of_tests, walk};
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use syn::visit::{self, Visit};

/// The flags that texts of a crate name, with the files. `src` is the folder of its `lib.rs`.
///
/// # Errors
/// A file that can't be read, or is no Rust.
pub fn flags(src: &Path) -> Result<BTreeSet<(PathBuf, String)>, Box<dyn Error>> {
    let mut files = Vec::new();
    walk(src, &mut Vec::new(), &mut files)?;
    let mut all = BTreeSet::new();
    // Other modules of tests than `tests` are named after them.
    let is_test = |path: &Path| path.file_stem().is_some_and(|stem| stem.to_string_lossy().starts_with("tests_"));
    for (_, path) in files.into_iter().filter(|(_, path)| !is_test(path)) {
        let named = in_source(&fs::read_to_string(&path)?).map_err(|error| format!("{}: {error}", path.display()))?;
        all.extend(named.into_iter().map(|flag| (path.clone(), flag)));
    }
    Ok(all)
}

/// The flags that texts of a source name.
///
/// # Errors
/// It is no Rust.
pub fn in_source(text: &str) -> Result<BTreeSet<String>, syn::Error> {
    let mut reader = Reader::default();
    reader.visit_file(&syn::parse_file(text)?);
    Ok(reader.flags)
}

#[derive(Default)]
struct Reader {
    flags: BTreeSet<String>,
}

impl Reader {
    fn text(&mut self, text: &str) {
        self.flags.extend(named(text));
    }
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            _ => &Vec::new(),
        };
        if !of_tests(attributes) {
            visit::visit_item(self, item);
        }
    }

    fn visit_attribute(&mut self, attribute: &'a syn::Attribute) {
        if let syn::Meta::List(list) = &attribute.meta {
            self.text(&list.tokens.to_string());
        }
    }

    fn visit_macro(&mut self, called: &'a syn::Macro) {
        self.text(&called.tokens.to_string());
    }

    fn visit_lit_str(&mut self, literal: &'a syn::LitStr) {
        self.text(&literal.value());
    }
}

/// `--deadline` and `-O2` out of a text, where they begin a word.
fn named(text: &str) -> impl Iterator<Item = String> + '_ {
    let begins =
        |at: usize| text[..at].chars().next_back().is_none_or(|before| !before.is_alphanumeric() && before != '-');
    text.match_indices('-').filter(move |(at, _)| begins(*at)).filter_map(|(at, _)| {
        let is_inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let word = text[at..].split(|c| !is_inside(c)).next().unwrap_or_default();
        let is_long = word.strip_prefix("--").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
        let is_level = matches!(word.as_bytes(), [b'-', b'O', b'0'..=b'3']);
        (is_long || is_level).then(|| word.to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flags_of(text: &str) -> Vec<String> {
        in_source(text).unwrap().into_iter().collect()
    }

    #[test]
    fn flags_are_found_wherever_texts_stand() {
        let source = "fn a() { b(\"give --port\", format!(\"more with `--max-memory`, {c}\")); }\n\
                      #[error(\"a lower --clock\")] struct D;\nconst E: &str = \"or (-O1)\";\n";
        assert_eq!(flags_of(source), ["--clock", "--max-memory", "--port", "-O1"]);
    }

    #[test]
    fn what_is_no_text_or_no_flag_is_left_out() {
        let source = "/// See `--deadline`.\nfn a() { x - -y; b(\"---\", \"a--b\", \"-- c\", \"-Os\", \"- -d\"); } // --e\n\
                      #[cfg(test)] mod tests { const F: &str = \"--f\"; }\n";
        assert_eq!(flags_of(source), [""; 0]);
    }
}
