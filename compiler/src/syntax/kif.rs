//! Reader of GDL in prefix syntax (KIF).

use super::{Atom, Formula, MAX_NESTING, Parsed, Rule, Sheet, Span, Symbol, Term};
use crate::diagnostics::Diagnostic;

/// Errors reported before the reader gives up on a text.
const MAX_ERRORS: usize = 100;

/// Reads a whole text. Never fails: what can't be understood is reported and skipped.
#[must_use]
pub fn parse(text: &str) -> Parsed {
    let mut reader = Reader { lexer: Lexer { text, at: 0 }, errors: Vec::new() };
    let forms = reader.forms();
    let mut builder = Builder { sheet: Sheet::default(), errors: reader.errors };
    for form in &forms {
        builder.statement(form);
    }
    let mut diagnostics = builder.errors;
    diagnostics.sort_by_key(|d| d.labels.first().map_or(0, |l| l.span.start));
    Parsed { sheet: builder.sheet, diagnostics }
}

/// A symbolic expression; depth is bounded by the reader.
#[derive(Debug)]
enum Form<'t> {
    Word(&'t str, Span),
    List(Vec<Form<'t>>, Span),
}

impl Form<'_> {
    fn span(&self) -> Span {
        match self {
            Self::Word(_, span) | Self::List(_, span) => *span,
        }
    }
}

enum Token<'t> {
    Open(Span),
    Close(Span),
    Word(&'t str, Span),
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

impl<'t> Lexer<'t> {
    fn skip_blank(&mut self) {
        let mut in_comment = false;
        for (i, c) in self.text[self.at..].char_indices() {
            if in_comment {
                in_comment = c != '\n' && c != '\r';
            } else if c == ';' {
                in_comment = true;
            } else if !is_space(c) {
                self.at += i;
                return;
            }
        }
        self.at = self.text.len();
    }

    fn next(&mut self) -> Option<Token<'t>> {
        self.skip_blank();
        let rest = &self.text[self.at..];
        let first = rest.chars().next()?;
        let start = self.at;
        if first == '(' || first == ')' {
            self.at += 1;
            let span = Span::new(start, self.at);
            return Some(if first == '(' { Token::Open(span) } else { Token::Close(span) });
        }
        let length = rest.find(|c| is_space(c) || matches!(c, '(' | ')' | ';')).unwrap_or(rest.len());
        self.at += length;
        Some(Token::Word(&rest[..length], Span::new(start, self.at)))
    }
}

/// Token stream to forms, without recursion.
struct Reader<'t> {
    lexer: Lexer<'t>,
    errors: Vec<Diagnostic>,
}

impl<'t> Reader<'t> {
    fn forms(&mut self) -> Vec<Form<'t>> {
        let mut done = Vec::new();
        let mut open: Vec<(Span, Vec<Form<'t>>)> = Vec::new();
        while let Some(token) = self.lexer.next() {
            if self.errors.len() >= MAX_ERRORS {
                self.give_up();
                return done;
            }
            let form = match token {
                Token::Open(span) if open.len() >= MAX_NESTING => {
                    self.too_deep(span);
                    continue;
                }
                Token::Open(span) => {
                    open.push((span, Vec::new()));
                    continue;
                }
                Token::Word(word, span) => {
                    self.check_word(word, span);
                    Form::Word(word, span)
                }
                Token::Close(span) => match open.pop() {
                    Some((start, items)) => Form::List(items, start.to(span)),
                    None => {
                        self.errors.push(Diagnostic::error(
                            "G002",
                            "closing parenthesis without an opening one",
                            span,
                            "remove it, or add the missing `(` before it",
                        ));
                        continue;
                    }
                },
            };
            open.last_mut().map_or(&mut done, |(_, items)| items).push(form);
        }
        if let Some((span, _)) = open.first() {
            let message =
                format!("{} opening parenthes{} never closed", open.len(), if open.len() == 1 { "is" } else { "es" });
            self.errors.push(Diagnostic::error("G001", message, *span, "add the missing `)` at the end of this form"));
        }
        done
    }

    fn check_word(&mut self, word: &str, span: Span) {
        if word.contains('\u{fffd}') {
            self.errors.push(Diagnostic::error(
                "G004",
                "name holds bytes that are not UTF-8",
                span,
                "save the file as UTF-8; a compressed or binary file is not a game text",
            ));
        } else if let Some(c) = word.chars().find(|c| c.is_control()) {
            let message = format!("name holds the control character U+{:04X}", u32::from(c));
            self.errors.push(Diagnostic::error("G003", message, span, "remove the character"));
        }
    }

    /// Reports once, then skips to the end of the form that is too deep, by counting.
    fn too_deep(&mut self, span: Span) {
        let message = format!("nested more than {MAX_NESTING} deep");
        self.errors.push(Diagnostic::error("G005", message, span, "write the term or the body flatter"));
        let mut depth = 1_usize;
        while depth > 0 {
            match self.lexer.next() {
                Some(Token::Open(_)) => depth += 1,
                Some(Token::Close(_)) => depth -= 1,
                Some(Token::Word(..)) => {}
                None => break,
            }
        }
    }

    fn give_up(&mut self) {
        let at = self.lexer.at;
        self.errors.push(Diagnostic::error(
            "G006",
            format!("more than {MAX_ERRORS} errors, the rest of the text was not read"),
            Span::new(at, at),
            "mend the errors above and run again; is this a game in prefix syntax?",
        ));
    }
}

/// Forms to rules.
struct Builder {
    sheet: Sheet,
    errors: Vec<Diagnostic>,
}

fn is_arrow(word: &str) -> bool {
    matches!(word, "<=" | "⇐" | ":-")
}

impl Builder {
    fn error(&mut self, code: &'static str, message: &str, span: Span, help: &str) {
        if self.errors.len() <= MAX_ERRORS {
            self.errors.push(Diagnostic::error(code, message, span, help));
        }
    }

    fn statement(&mut self, form: &Form<'_>) {
        let rule = match form {
            Form::List(items, span) => match items.split_first() {
                Some((Form::Word(word, arrow), rest)) if is_arrow(word) => self.rule(rest, *arrow, *span),
                _ => self.fact(form),
            },
            Form::Word(..) => self.fact(form),
        };
        self.sheet.rules.extend(rule);
    }

    fn fact(&mut self, form: &Form<'_>) -> Option<Rule> {
        let head = self.head(form)?;
        Some(Rule { span: form.span(), head, body: Vec::new() })
    }

    fn rule(&mut self, rest: &[Form<'_>], arrow: Span, span: Span) -> Option<Rule> {
        let Some((head, body)) = rest.split_first() else {
            self.error("G010", "rule without a head", arrow.to(span), "write `(<= head body...)`");
            return None;
        };
        let head = self.head(head);
        // Every body form is read even after an error, so that all errors are found in one run.
        let body: Vec<_> = body.iter().map(|form| self.formula(form)).collect();
        Some(Rule { head: head?, body: body.into_iter().collect::<Option<_>>()?, span })
    }

    fn head(&mut self, form: &Form<'_>) -> Option<Atom> {
        let atom = self.atom(form)?;
        if matches!(atom.relation, Symbol::NOT | Symbol::AND | Symbol::OR) {
            self.error(
                "G011",
                "a head must be a single atom",
                atom.span,
                "move the connective into a body, or write one rule for each head",
            );
            return None;
        }
        Some(atom)
    }

    fn atom(&mut self, form: &Form<'_>) -> Option<Atom> {
        let (name, args, span) = self.application(form, "relation")?;
        let args: Vec<_> = args.iter().map(|arg| self.term(arg)).collect();
        Some(Atom { relation: name, args: args.into_iter().collect::<Option<_>>()?, span })
    }

    /// Splits `name` or `(name args...)`.
    fn application<'f, 't>(&mut self, form: &'f Form<'t>, what: &str) -> Option<(Symbol, &'f [Form<'t>], Span)> {
        let (word, span, args) = match form {
            Form::Word(word, span) => (word, *span, &[][..]),
            Form::List(items, span) => match items.split_first() {
                Some((Form::Word(word, _), args)) => (word, *span, args),
                Some((Form::List(_, inner), _)) => {
                    self.error(
                        "G012",
                        &format!("a list where a {what} name must stand"),
                        *inner,
                        "begin the list with a name",
                    );
                    return None;
                }
                None => {
                    self.error("G013", "empty list", *span, "remove it, or put a name into it");
                    return None;
                }
            },
        };
        if word.starts_with('?') {
            self.error(
                "G014",
                &format!("a variable where a {what} name must stand"),
                form.span(),
                "use a constant: variables stand for terms only",
            );
            return None;
        }
        if is_arrow(word) {
            self.error(
                "G015",
                "an arrow inside a rule",
                form.span(),
                "close the rule before it; an arrow begins a rule",
            );
            return None;
        }
        Some((self.sheet.symbols.intern(word), args, span))
    }

    fn term(&mut self, form: &Form<'_>) -> Option<Term> {
        if let Form::Word(word, span) = form
            && let Some(name) = word.strip_prefix('?')
        {
            if name.is_empty() {
                self.error("G016", "variable without a name", *span, "write a name directly after `?`");
                return None;
            }
            return Some(Term::Variable(self.sheet.symbols.intern(name), *span));
        }
        let (name, args, span) = self.application(form, "function")?;
        if args.is_empty() {
            return Some(Term::Constant(name, span));
        }
        let args: Vec<_> = args.iter().map(|arg| self.term(arg)).collect();
        Some(Term::Compound(name, args.into_iter().collect::<Option<_>>()?, span))
    }

    fn formula(&mut self, form: &Form<'_>) -> Option<Formula> {
        if let Form::List(items, span) = form
            && let Some((Form::Word(word, _), args)) = items.split_first()
        {
            match self.sheet.symbols.intern(word) {
                Symbol::NOT => return self.negation(args, *span),
                Symbol::AND => return Some(Formula::And(self.formulas(args)?, *span)),
                Symbol::OR => return Some(Formula::Or(self.formulas(args)?, *span)),
                Symbol::DISTINCT if args.len() == 2 => {
                    let (left, right) = (self.term(&args[0]), self.term(&args[1]));
                    return Some(Formula::Distinct(left?, right?, *span));
                }
                _ => {}
            }
        }
        self.atom(form).map(Formula::Atom)
    }

    fn formulas(&mut self, forms: &[Form<'_>]) -> Option<Vec<Formula>> {
        let all: Vec<_> = forms.iter().map(|form| self.formula(form)).collect();
        all.into_iter().collect()
    }

    fn negation(&mut self, args: &[Form<'_>], span: Span) -> Option<Formula> {
        if let [inner] = args {
            return Some(Formula::Not(Box::new(self.formula(inner)?), span));
        }
        self.error(
            "G017",
            &format!("`not` takes one argument, here are {}", args.len()),
            span,
            "write `(not x)`, one `not` for each atom",
        );
        None
    }
}
