//! Rule sheets to text, in either syntax. The output reads back to the same rules ([`super::same()`]),
//! is the same for the same sheet, and keeps spellings where the syntax allows them.
//!
//! Names must be ones a reader accepts ([`super::is_name`]); passes that make up names have to see to that.

mod hrf;
mod kif;
mod names;

use super::{Atom, Formula, Language, Rule, Sheet, Symbol, Symbols, Term};
use names::VariableNames;

/// Longest line that is not broken, where a break is possible.
const LINE_WIDTH: usize = 80;
/// Most literals of a body that may stand on the line of the head.
const BODY_ON_ONE_LINE: usize = 2;
/// Deepest indentation; nesting beyond it is not shown by indentation.
const MAX_INDENT: usize = 40;

/// The whole game in prefix syntax.
#[must_use]
pub fn kif(sheet: &Sheet) -> String {
    whole::<kif::Kif>(sheet)
}

/// The whole game in infix syntax.
#[must_use]
pub fn hrf(sheet: &Sheet) -> String {
    whole::<hrf::Hrf>(sheet)
}

/// The whole game in the given syntax.
#[must_use]
pub fn sheet(sheet: &Sheet, language: Language) -> String {
    match language {
        Language::Kif => kif(sheet),
        Language::Hrf | Language::Action | Language::Sdl => hrf(sheet),
    }
}

/// A rule on one line, for messages.
#[must_use]
pub fn rule(symbols: &Symbols, rule: &Rule, language: Language) -> String {
    let mut printer = Printer::new(symbols);
    printer.variables.assign(symbols, language, |visit| rule.each_variable(visit));
    match language {
        Language::Kif => kif::Kif::rule(&mut printer, rule, false),
        Language::Hrf | Language::Action | Language::Sdl => hrf::Hrf::rule(&mut printer, rule, false),
    }
    printer.text
}

/// An atom on one line, for messages.
#[must_use]
pub fn atom(symbols: &Symbols, atom: &Atom, language: Language) -> String {
    let mut printer = Printer::new(symbols);
    printer.variables.assign(symbols, language, |visit| atom.each_variable(visit));
    match language {
        Language::Kif => kif::Kif::atom(&mut printer, atom),
        Language::Hrf | Language::Action | Language::Sdl => hrf::Hrf::atom(&mut printer, atom),
    }
    printer.text
}

/// A term on one line, for messages.
#[must_use]
pub fn term(symbols: &Symbols, term: &Term, language: Language) -> String {
    let mut printer = Printer::new(symbols);
    printer.variables.assign(symbols, language, |visit| term.each_variable(visit));
    match language {
        Language::Kif => kif::Kif::term(&mut printer, term),
        Language::Hrf | Language::Action | Language::Sdl => hrf::Hrf::term(&mut printer, term),
    }
    printer.text
}

/// How one language writes things. `flat` never breaks a line, `broken` always does where it can.
trait Syntax {
    const LANGUAGE: Language;
    fn term(printer: &mut Printer<'_>, term: &Term);
    fn atom(printer: &mut Printer<'_>, atom: &Atom);
    fn flat(printer: &mut Printer<'_>, formula: &Formula);
    /// Writes a formula over several lines; its first line begins at column `indent`.
    fn broken(printer: &mut Printer<'_>, formula: &Formula, indent: usize);
    /// Writes a rule, over several lines where that reads better and `may_break`.
    fn rule(printer: &mut Printer<'_>, rule: &Rule, may_break: bool);
}

/// The text so far, and how to write the names of the current rule.
struct Printer<'s> {
    symbols: &'s Symbols,
    variables: VariableNames,
    text: String,
    line_start: usize,
    /// A trial stops being written once the text is longer than this.
    stop_at: usize,
}

impl<'s> Printer<'s> {
    fn new(symbols: &'s Symbols) -> Self {
        Self { symbols, variables: VariableNames::default(), text: String::new(), line_start: 0, stop_at: usize::MAX }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn push_variable(&mut self, variable: Symbol) {
        self.text.push_str(self.variables.get(variable));
    }

    /// Starts a new line with blanks in front.
    fn new_line(&mut self, indent: usize) {
        self.text.push('\n');
        self.line_start = self.text.len();
        self.text.extend(std::iter::repeat_n(' ', indent.min(MAX_INDENT)));
    }

    /// Whether the current trial is already too long, so that the rest need not be written.
    fn is_full(&self) -> bool {
        self.text.len() > self.stop_at
    }

    /// Writes a list; `write` must not break lines.
    fn list<T>(&mut self, items: &[T], separator: &str, write: impl Fn(&mut Self, &T)) {
        for (i, item) in items.iter().enumerate() {
            if self.is_full() {
                return;
            }
            if i > 0 {
                self.push(separator);
            }
            write(self, item);
        }
    }

    /// Tries to write something on the current line, leaving `reserve` columns; takes it back if it does not fit.
    /// **Cost:** proportional to the width of a line, not to what is written.
    fn fits(&mut self, reserve: usize, write: impl FnOnce(&mut Self)) -> bool {
        let mark = self.text.len();
        let outer = self.stop_at;
        self.stop_at = outer.min((self.line_start + LINE_WIDTH).saturating_sub(reserve));
        write(self);
        let fits = !self.is_full();
        self.stop_at = outer;
        if !fits {
            self.text.truncate(mark);
        }
        fits
    }
}

/// Writes a formula on the current line if it fits, else over several lines.
fn formula_at<S: Syntax>(printer: &mut Printer<'_>, formula: &Formula, indent: usize, reserve: usize) {
    if !printer.fits(reserve, |p| S::flat(p, formula)) {
        S::broken(printer, formula, indent);
    }
}

fn whole<S: Syntax>(sheet: &Sheet) -> String {
    let mut printer = Printer::new(&sheet.symbols);
    let mut previous: Option<(Symbol, bool)> = None;
    for rule in &sheet.rules {
        let begin = printer.text.len();
        printer.line_start = begin;
        printer.variables.assign(&sheet.symbols, S::LANGUAGE, |visit| rule.each_variable(visit));
        S::rule(&mut printer, rule, true);
        let is_tall = printer.text[begin..].contains('\n');
        // A blank line around rules of several lines and between relations.
        if previous.is_some_and(|(head, was_tall)| is_tall || was_tall || head != rule.head.relation) {
            printer.text.insert(begin, '\n');
        }
        previous = Some((rule.head.relation, is_tall));
        printer.push("\n");
    }
    printer.text
}
