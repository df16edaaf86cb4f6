//! Names of matches and roles.

use gdl2hdl_gdl::syntax::{MAX_NAME_BYTES, is_name};
use std::fmt;

/// A word of the protocol: as it came, equal to others without case.
#[derive(Clone, Debug)]
pub struct Name {
    text: String,
    folded: String,
}

impl Name {
    /// A name; `None` for a text that can't be one word of a message.
    #[must_use]
    pub fn new(text: &str) -> Option<Self> {
        let fits = is_name(text) && text.len() <= MAX_NAME_BYTES;
        fits.then(|| Self { text: text.to_owned(), folded: text.to_lowercase() })
    }

    /// The name as it came.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The name in lower case, as canonical sentences have it.
    #[must_use]
    pub fn folded(&self) -> &str {
        &self.folded
    }
}

impl PartialEq for Name {
    fn eq(&self, other: &Self) -> bool {
        self.folded == other.folded
    }
}

impl Eq for Name {}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
