//! The ground program as a game text in prefix syntax, one form a line.

use super::TermId;
use super::program::{AtomId, GroundProgram, Truth};
use std::rc::Rc;

/// The sentences of all atoms, as they stand in bodies: most are written many times.
struct Sentences {
    text: String,
    /// End of each atom's sentence in `text`.
    ends: Vec<usize>,
}

impl Sentences {
    fn of(program: &GroundProgram) -> Self {
        let mut sentences = Self { text: String::new(), ends: Vec::with_capacity(program.num_atoms()) };
        for atom in 0..u32::try_from(program.num_atoms()).unwrap_or(u32::MAX) {
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
    /// The program as lines of a game without variables, which means the same game.
    ///
    /// Facts of static relations are gone, and so is everything decided; but a game without `legal`, `goal` or `terminal`
    /// would be refused, so where nothing of one can hold, a rule says that. **Cost:** O(literals) text, and the
    /// sentences of all atoms held at once.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        let roles = self.roles.iter().map(|&role| format!("(role {})", self.text(role)));
        let bases = self.bases.iter().map(|base| format!("(base {})", self.text(base.fact)));
        let inputs =
            self.moves.iter().map(|m| format!("(input {} {})", self.text(self.roles[m.role]), self.text(m.action)));
        let inits = self.bases.iter().filter(|base| base.init).map(|base| format!("(init {})", self.text(base.fact)));
        let nexts = self.bases.iter().filter_map(|base| self.implied("next", &[base.fact], base.next));
        let legals = self.moves.iter().filter_map(|m| self.implied("legal", &[self.roles[m.role], m.action], m.legal));
        let percepts = self.sees.iter();
        let percepts = percepts.filter_map(|s| self.implied("sees", &[self.roles[s.role], s.percept], s.holds));
        let goals = self.goals.iter().filter_map(|goal| {
            let head = format!("(goal {} {})", self.text(self.roles[goal.role]), goal.value);
            self.rule(head, goal.holds)
        });
        let terminal = self.rule("terminal".to_owned(), self.terminal);
        let sentences = Rc::new(Sentences::of(self));
        let derived =
            (0..self.derived.len()).flat_map(move |derived| self.derived_lines(derived, Rc::clone(&sentences)));
        let outputs = nexts.chain(legals).chain(percepts).chain(goals).chain(terminal);
        roles.chain(bases).chain(inputs).chain(inits).chain(derived).chain(outputs).chain(self.never())
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

    fn derived_lines(&self, derived: usize, sentences: Rc<Sentences>) -> impl Iterator<Item = String> + '_ {
        let head = self.text(self.derived[derived]);
        self.rules.of(derived).map(move |rule| {
            let body = self.rules.body(rule);
            let long = body.iter().map(|literal| sentences.get(literal.atom()).len() + " (not )".len());
            let mut line = String::with_capacity("(<= )".len() + head.len() + long.sum::<usize>());
            line.push_str("(<= ");
            line.push_str(&head);
            for literal in body {
                line.push_str(if literal.is_negative() { " (not " } else { " " });
                line.push_str(sentences.get(literal.atom()));
                if literal.is_negative() {
                    line.push(')');
                }
            }
            line.push(')');
            line
        })
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
