//! What player and manager need of rules without understanding them: roles, percepts, spellings.

use crate::tokens::{Item, Items, Token, Tokens};
use std::collections::HashMap;

/// Most roles that are told one from another.
const MAX_ROLES: usize = 1000;

/// What a quick look at rules tells. The reader of games judges them; this only counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outline {
    /// The roles in order, in lower case; `None` when a rule computes them, or there are a great many.
    pub roles: Option<Vec<String>>,
    /// Whether the rules say what roles see: the game is one of GDL-II.
    pub sees: bool,
}

impl Outline {
    /// Looks at rules in prefix syntax. **Cost:** linear.
    #[must_use]
    pub fn of(rules: &str) -> Self {
        let mut outline = Self { roles: Some(Vec::new()), sees: false };
        for item in Items::new(rules).map_while(Result::ok) {
            if let Item::List(inner, _) = item {
                outline.form(inner);
            }
        }
        outline
    }

    fn form(&mut self, form: &str) {
        let mut items = Items::new(form).map_while(Result::ok);
        match items.next() {
            Some(Item::Word("<=" | ":-" | "⇐")) => {
                let Some(Item::List(head, _)) = items.next() else { return };
                let name = Items::new(head).next().and_then(Result::ok).and_then(Item::word);
                match name {
                    Some(name) if name.eq_ignore_ascii_case("role") => self.roles = None,
                    Some(name) => self.sees |= name.eq_ignore_ascii_case("sees"),
                    None => {}
                }
            }
            Some(Item::Word(name)) if name.eq_ignore_ascii_case("role") => {
                if let Some(Item::Word(role)) = items.next() {
                    self.role(role);
                }
            }
            Some(Item::Word(name)) => self.sees |= name.eq_ignore_ascii_case("sees"),
            _ => {}
        }
    }

    fn role(&mut self, role: &str) {
        let Some(roles) = &mut self.roles else { return };
        let role = role.to_lowercase();
        if roles.len() == MAX_ROLES {
            self.roles = None;
        } else if !roles.contains(&role) {
            roles.push(role);
        }
    }
}

/// How a text spells its words, so that answers say them as they came.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spellings {
    /// Words in lower case that the text spells another way, with the first other way.
    words: HashMap<String, String>,
}

impl Spellings {
    /// The spellings of a text. **Cost:** linear; memory only for words that are not in lower case.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut words = HashMap::new();
        for placed in Tokens::new(text) {
            if let Token::Word(word) = placed.token
                && !is_folded(word)
                && !word.starts_with('?')
            {
                words.entry(word.to_lowercase()).or_insert_with(|| word.to_owned());
            }
        }
        Self { words }
    }

    /// A canonical sentence in the spelling of the text.
    #[must_use]
    pub fn spell(&self, sentence: &str) -> String {
        let mut text = String::with_capacity(sentence.len());
        for piece in sentence.split_inclusive(['(', ')', ' ']) {
            let word = piece.trim_end_matches(['(', ')', ' ']);
            text.push_str(self.words.get(word).map_or(word, String::as_str));
            text.push_str(&piece[word.len()..]);
        }
        text
    }
}

/// Whether a word is in lower case for sure. Most are, and cost nothing.
fn is_folded(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_and_percepts_are_found() {
        let outline = Outline::of("(ROLE X)(role random) (<= (SEES ?r ?m) (role ?r)) (init (role z)) terminal");
        assert_eq!(outline, Outline { roles: Some(vec!["x".into(), "random".into()]), sees: true });
        assert!(Outline::of("(role a) (sees a b)").sees);
        let computed = Outline::of("(player a) (<= (role ?p) (player ?p)) (<= (next p) (does a sees))");
        assert_eq!(computed, Outline { roles: None, sees: false });

        let many: String = (0..500_000).map(|i| format!("(role r{i})")).collect();
        assert_eq!(Outline::of(&many).roles, None);
        assert_eq!(Outline::of("(<=) () ((role a)) (role) (role (a)) <= (role b").roles, Some(vec![]));
    }

    #[test]
    fn words_keep_the_spelling_that_came() {
        let spellings = Spellings::of("(LEGAL Robot (Push BUTTON ?Z) 1) ; (COMMENT)\n (next z)");
        assert_eq!(spellings.spell("(push button z)"), "(Push BUTTON z)");
        assert_eq!(spellings.spell("robot"), "Robot");
        assert_eq!(spellings.spell("(comment (1 x))"), "(comment (1 x))");
    }
}
