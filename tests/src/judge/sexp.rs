//! Nested lists of words: a reader of prefix texts of its own, which shares nothing with the compiler's.

use std::fmt;

/// A word or a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Sexp {
    /// In lower case.
    Word(String),
    /// In parentheses.
    List(Vec<Sexp>),
}

impl Sexp {
    /// The lists and words of a text; `;` begins a comment.
    ///
    /// # Errors
    /// When parentheses do not match.
    pub fn read(text: &str) -> Result<Vec<Self>, String> {
        let mut open: Vec<Vec<Self>> = vec![Vec::new()];
        for line in text.lines() {
            let line = line.split(';').next().unwrap_or_default();
            let spaced = line.replace('(', " ( ").replace(')', " ) ");
            for word in spaced.split_whitespace() {
                match word {
                    "(" => open.push(Vec::new()),
                    ")" => {
                        let list = open.pop().unwrap_or_default();
                        open.last_mut().ok_or("a parenthesis too many")?.push(Self::List(list));
                    }
                    word => open.last_mut().ok_or("a word behind the end")?.push(Self::Word(word.to_lowercase())),
                }
            }
        }
        match open.len() {
            1 => Ok(open.remove(0)),
            _ => Err("a parenthesis is open".to_owned()),
        }
    }

    /// The word or first word, and what follows it.
    #[must_use]
    pub fn parts(&self) -> (&str, &[Self]) {
        match self {
            Self::Word(name) => (name, &[]),
            Self::List(list) => match list.split_first() {
                Some((Self::Word(name), args)) => (name, args),
                _ => ("", &[]),
            },
        }
    }

    /// Whether it is a variable.
    #[must_use]
    pub fn is_variable(&self) -> bool {
        matches!(self, Self::Word(word) if word.starts_with('?'))
    }

    /// Adds the variables in it.
    pub fn variables<'s>(&'s self, into: &mut Vec<&'s str>) {
        match self {
            Self::Word(word) if self.is_variable() => into.push(word),
            Self::Word(_) => {}
            Self::List(list) => list.iter().for_each(|part| part.variables(into)),
        }
    }
}

impl fmt::Display for Sexp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::List(list) => {
                f.write_str("(")?;
                for (i, part) in list.iter().enumerate() {
                    write!(f, "{}{part}", if i == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_read_back() {
        let read = Sexp::read("(<= (next (F ?x)) ; why\n (true b))\nTerminal").unwrap();
        assert_eq!(
            read.iter().map(ToString::to_string).collect::<Vec<_>>(),
            ["(<= (next (f ?x)) (true b))", "terminal"]
        );
        assert_eq!(read[0].parts().0, "<=");
        assert!(Sexp::read("(a").is_err() && Sexp::read("a))").is_err());
    }
}
