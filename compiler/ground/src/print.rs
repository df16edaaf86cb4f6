//! The ground program as a game text in prefix syntax, one form a line.

use super::TermId;
use super::program::{AtomId, GroundProgram, Truth};
use gdl2hdl_gdl::id::id;
use std::convert::Infallible;

/// The sentences of all atoms, as they stand in bodies: most are written many times.
struct Sentences {
    text: String,
    /// End of each atom's sentence in `text`.
    ends: Vec<usize>,
}

impl Sentences {
    fn of(program: &GroundProgram) -> Self {
        let mut sentences = Self { text: String::new(), ends: Vec::with_capacity(program.num_atoms()) };
        for atom in 0..id(program.num_atoms()) {
            program.write_atom(AtomId(atom), &mut sentences.text);
            sentences.ends.push(sentences.text.len());
        }
        sentences
    }

    fn get(&self, atom: AtomId) -> &str {
        let start = if atom.0 == 0 { 0 } else { self.ends[atom.index() - 1] };
        &self.text[start..self.ends[atom.index()]]
    }
}

impl GroundProgram {
    /// Visits the program as lines of a game without variables, which means the same game.
    ///
    /// Facts of static relations are gone, and so is everything decided; but a game without `legal`, `goal` or `terminal`
    /// would be refused, so where nothing of one can hold, a rule says that. **Cost:** O(literals) text, and the
    /// sentences of all atoms held at once.
    ///
    /// # Errors
    /// The first one of `visit`, which then sees no more lines.
    pub fn each_line<E>(&self, mut visit: impl FnMut(&str) -> Result<(), E>) -> Result<(), E> {
        self.declarations().try_for_each(|line| visit(&line))?;
        let sentences = Sentences::of(self);
        let mut line = String::new();
        for (derived, &head) in self.derived.iter().enumerate() {
            let head = self.text(head);
            for rule in self.rules.of(derived) {
                line.clear();
                self.write_rule(&head, rule, &sentences, &mut line);
                visit(&line)?;
            }
        }
        self.outputs().try_for_each(|line| visit(&line))
    }

    /// The same as one text.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut text = String::new();
        let done = self.each_line(|line| {
            text.push_str(line);
            text.push('\n');
            Ok::<(), Infallible>(())
        });
        match done {
            Ok(()) => text,
        }
    }

    /// Roles, bases, moves, and the first state.
    fn declarations(&self) -> impl Iterator<Item = String> {
        let roles = self.roles.iter().map(|&role| format!("(role {})", self.text(role)));
        let bases = self.bases.iter().map(|base| format!("(base {})", self.text(base.fact)));
        let inputs =
            self.moves.iter().map(|m| format!("(input {} {})", self.text(self.roles[m.role]), self.text(m.action)));
        let inits = self.bases.iter().filter(|base| base.init).map(|base| format!("(init {})", self.text(base.fact)));
        roles.chain(bases).chain(inputs).chain(inits)
    }

    /// What the outside asks for.
    fn outputs(&self) -> impl Iterator<Item = String> {
        let nexts = self.bases.iter().filter_map(|base| self.implied("next", &[base.fact], base.next));
        let legals = self.moves.iter().filter_map(|m| self.implied("legal", &[self.roles[m.role], m.action], m.legal));
        let percepts = self.sees.iter();
        let percepts = percepts.filter_map(|s| self.implied("sees", &[self.roles[s.role], s.percept], s.holds));
        let goals = self.goals.iter().filter_map(|goal| {
            let head = format!("(goal {} {})", self.text(self.roles[goal.role]), goal.value);
            self.rule(head, goal.holds)
        });
        let terminal = self.rule("terminal".to_owned(), self.terminal);
        nexts.chain(legals).chain(percepts).chain(goals).chain(terminal).chain(self.never())
    }

    /// Rules that never hold, for required words of which nothing can hold.
    fn never(&self) -> impl Iterator<Item = String> {
        let role = self.roles.first().map(|&role| self.text(role));
        let rule = |missing: bool, head: &dyn Fn(&str) -> String| {
            role.as_ref().filter(|_| missing).map(|role| format!("(<= {} (not (role {role})))", head(role)))
        };
        let rules = [
            rule(self.moves.is_empty(), &|role| format!("(legal {role} noop)")),
            rule(self.goals.is_empty(), &|role| format!("(goal {role} 0)")),
            rule(self.terminal == Truth::False, &|_| "terminal".to_owned()),
        ];
        rules.into_iter().flatten()
    }

    fn write_rule(&self, head: &str, rule: usize, sentences: &Sentences, line: &mut String) {
        line.push_str("(<= ");
        line.push_str(head);
        for literal in self.rules.body(rule) {
            line.push_str(if literal.is_negative() { " (not " } else { " " });
            line.push_str(sentences.get(literal.atom()));
            if literal.is_negative() {
                line.push(')');
            }
        }
        line.push(')');
    }

    fn implied(&self, keyword: &str, args: &[TermId], truth: Truth) -> Option<String> {
        let args: Vec<String> = args.iter().map(|&arg| self.text(arg)).collect();
        self.rule(format!("({keyword} {})", args.join(" ")), truth)
    }

    /// A head that follows from one atom; nothing when the atom is the head itself.
    fn rule(&self, head: String, truth: Truth) -> Option<String> {
        match truth {
            Truth::False => None,
            Truth::True => Some(head),
            Truth::Atom(atom) => {
                let body = self.atom_text(atom);
                (body != head).then(|| format!("(<= {head} {body})"))
            }
        }
    }

    fn atom_text(&self, atom: AtomId) -> String {
        let mut text = String::new();
        self.write_atom(atom, &mut text);
        text
    }

    /// The sentence of an atom, as it stands in a body.
    fn write_atom(&self, atom: AtomId, out: &mut String) {
        let index = atom.index();
        let mut keyword = |keyword: &str, args: &[TermId]| {
            out.push_str(keyword);
            for &arg in args {
                out.push(' ');
                self.terms.write(&self.symbols, arg, out);
            }
            out.push(')');
        };
        if let Some(base) = self.bases.get(index) {
            return keyword("(true", &[base.fact]);
        }
        match self.moves.get(index - self.bases.len()) {
            Some(m) => keyword("(does", &[self.roles[m.role], m.action]),
            None => self.terms.write(&self.symbols, self.derived[index - self.num_inputs()], out),
        }
    }
}
