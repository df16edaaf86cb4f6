//! Instances of clauses to a ground program: facts and impossible atoms are decided and vanish, duplicates and
//! tautologies go, atoms nothing asks about go.

use super::join::Store;
use super::program::{AtomId, GroundLit, GroundProgram, Rules, Truth};
use super::sentences::{Interface, Numbering, sentence};
use super::{Grounding, LimitReached, TermId};
use crate::game::{PredId, Program};
use crate::syntax::{Span, Symbol};
use rustc_hash::FxHashMap;

/// Atom decisions while simplifying.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    Open,
    True,
    False,
}

/// A rule list with one head per rule.
#[derive(Default)]
struct Flat {
    heads: Vec<u32>,
    ends: Vec<u32>,
    literals: Vec<GroundLit>,
}

impl Flat {
    fn body(&self, rule: usize) -> &[GroundLit] {
        let start = if rule == 0 { 0 } else { self.ends[rule - 1] as usize };
        &self.literals[start..self.ends[rule] as usize]
    }
}

pub(super) fn simplify(program: Program, dynamic: &[bool], mut store: Store<'_>) -> Result<Grounding, LimitReached> {
    let profile = profile(&program, &store);
    let numbering = Numbering::of(&store.tables, &store.recorded);
    let flat = collect(&program, &mut store, &numbering);
    let status = decide(&program, &store, &numbering, &flat);
    let truth = |pred: PredId, row: u32| match numbering.atom(pred, row) {
        None => Truth::True,
        Some(atom) => match status[atom.index()] {
            Status::Open => Truth::Atom(atom),
            Status::True => Truth::True,
            Status::False => Truth::False,
        },
    };
    let mut terms = std::mem::take(&mut store.terms);
    let mut interface =
        Interface { program: &program, tables: &store.tables, terms: &mut terms, diagnostics: Vec::new() };
    let roles = interface.roles();
    let mut bases = interface.bases(&truth);
    bases.retain(|(base, _)| base.init || base.next != Truth::False);
    let mut moves = interface.moves(&roles, &truth);
    moves.retain(|(m, _)| m.legal != Truth::False);
    let mut goals = interface.goals(&roles, &truth);
    goals.retain(|goal| goal.holds != Truth::False);
    let mut sees = interface.sees(&roles, &truth);
    sees.retain(|percept| percept.holds != Truth::False);
    let terminal = super::sentences::keyword(&program, Symbol::TERMINAL)
        .first()
        .map_or(Truth::False, |&id| if store.tables[id.index()].len() > 0 { truth(id, 0) } else { Truth::False });
    let facts: Vec<TermId> = bases.iter().map(|(base, _)| base.fact).collect();
    let actions: Vec<(TermId, TermId)> = moves.iter().map(|(m, _)| (roles[m.role], m.action)).collect();
    interface.declarations(&facts, &actions);
    let diagnostics = interface.diagnostics;

    let mut remap = Remap::new(&flat, &status);
    for (_, (pred, row)) in &bases {
        remap.input(numbering.atom(*pred, *row));
    }
    for (_, (pred, row)) in &moves {
        remap.input(numbering.atom(*pred, *row));
    }
    for (base, _) in &mut bases {
        remap.root(&mut base.next);
    }
    for (m, _) in &mut moves {
        remap.root(&mut m.legal);
    }
    goals.iter_mut().for_each(|goal| remap.root(&mut goal.holds));
    sees.iter_mut().for_each(|percept| remap.root(&mut percept.holds));
    let mut terminal = terminal;
    remap.root(&mut terminal);
    remap.close();
    let (order, rules) = remap.finish();
    for truth in bases
        .iter_mut()
        .map(|(b, _)| &mut b.next)
        .chain(moves.iter_mut().map(|(m, _)| &mut m.legal))
        .chain(goals.iter_mut().map(|g| &mut g.holds))
        .chain(sees.iter_mut().map(|s| &mut s.holds))
        .chain([&mut terminal])
    {
        remap.rename(truth);
    }
    let derived = names(&program, &store, &numbering, &mut terms, &order);
    let num_facts = facts_of(&program, dynamic, &store);
    let program = GroundProgram {
        symbols: program.symbols,
        terms,
        roles,
        bases: bases.into_iter().map(|(base, _)| base).collect(),
        moves: moves.into_iter().map(|(m, _)| m).collect(),
        goals,
        terminal,
        sees,
        derived,
        rules,
        num_facts,
    };
    Ok(Grounding { program, diagnostics, profile })
}

/// Ground rules of each rule of the text, most first.
fn profile(program: &Program, store: &Store<'_>) -> Vec<(Span, u64)> {
    let mut counts: FxHashMap<Span, u64> = FxHashMap::default();
    for (clause, instances) in program.clauses.iter().zip(&store.instances) {
        let width =
            1 + clause.positive.iter().chain(&clause.negative).filter(|l| store.recorded[l.pred.index()]).count();
        *counts.entry(clause.span).or_default() += (instances.len() / width) as u64;
    }
    let mut profile: Vec<_> = counts.into_iter().filter(|entry| entry.1 > 0).collect();
    profile.sort_by_key(|&(span, count)| (std::cmp::Reverse(count), span));
    profile
}

/// Facts of static relations, and facts given for the others.
fn facts_of(program: &Program, dynamic: &[bool], store: &Store<'_>) -> usize {
    let statics = program.preds.iter().zip(dynamic).enumerate().filter(|(_, (pred, dynamic))| {
        !**dynamic && !matches!(pred.form, crate::game::Form::Auxiliary(_) | crate::game::Form::Domain(_))
    });
    statics.map(|(number, _)| store.tables[number].len() as usize).sum()
}

/// All instances with global atom numbers; literals on impossible atoms are gone already.
fn collect(program: &Program, store: &mut Store<'_>, numbering: &Numbering) -> Flat {
    let mut flat = Flat::default();
    let mut body: Vec<GroundLit> = Vec::new();
    for (number, clause) in program.clauses.iter().enumerate() {
        let instances = std::mem::take(&mut store.instances[number]);
        let positive: Vec<PredId> =
            clause.positive.iter().map(|l| l.pred).filter(|p| store.recorded[p.index()]).collect();
        let negative: Vec<PredId> =
            clause.negative.iter().map(|l| l.pred).filter(|p| store.recorded[p.index()]).collect();
        // The row of each mentioned atom among the possible ones.
        let resolved: Vec<Vec<Option<u32>>> = negative.iter().map(|&pred| resolve(store, pred)).collect();
        for instance in instances.chunks_exact(1 + positive.len() + negative.len()) {
            let Some(head) = numbering.atom(clause.head.pred, instance[0]) else { continue };
            body.clear();
            for (&pred, &row) in positive.iter().zip(&instance[1..]) {
                body.extend(numbering.atom(pred, row).map(|atom| GroundLit::new(atom, false)));
            }
            for ((&pred, rows), &mention) in negative.iter().zip(&resolved).zip(&instance[1 + positive.len()..]) {
                let atom = rows[mention as usize].and_then(|row| numbering.atom(pred, row));
                body.extend(atom.map(|atom| GroundLit::new(atom, true)));
            }
            body.sort_unstable();
            body.dedup();
            let contradiction = body.windows(2).any(|pair| pair[0].atom() == pair[1].atom());
            let tautology = body.binary_search(&GroundLit::new(head, false)).is_ok();
            if !contradiction && !tautology {
                flat.heads.push(head.0);
                flat.literals.extend_from_slice(&body);
                flat.ends.push(u32::try_from(flat.literals.len()).unwrap_or(u32::MAX));
            }
        }
    }
    flat
}

fn resolve(store: &Store<'_>, pred: PredId) -> Vec<Option<u32>> {
    let mentioned = &store.mentioned[pred.index()];
    (0..mentioned.len()).map(|row| store.tables[pred.index()].find(mentioned.row(row))).collect()
}

/// Propagates facts and impossible atoms to a fixpoint.
fn decide(program: &Program, store: &Store<'_>, numbering: &Numbering, flat: &Flat) -> Vec<Status> {
    let mut decider = Decider::new(numbering.len, flat);
    for (pred, row) in &program.facts {
        let row = store.tables[pred.index()].find(row);
        if let Some(atom) = row.and_then(|row| numbering.atom(*pred, row)) {
            decider.set(atom.0, Status::True);
        }
    }
    for rule in 0..flat.heads.len() {
        if flat.body(rule).is_empty() {
            decider.set(flat.heads[rule], Status::True);
        }
    }
    // `true` and `does` atoms have no rules: they hold as long as `init`, `next` or `legal` lets them.
    for (from, to, init) in sources(program) {
        for row in 0..store.tables[to.index()].len() {
            let Some(atom) = numbering.atom(to, row) else { continue };
            decider.input[atom.index()] = true;
            let values = store.tables[to.index()].row(row);
            let held = init.is_some_and(|init| store.tables[init.index()].find(values).is_some());
            let source = from.and_then(|from| Some((from, store.tables[from.index()].find(values)?)));
            match source.map(|(pred, row)| numbering.atom(pred, row)) {
                _ if held => {}
                None => decider.set(atom.0, Status::False),
                // A static `next` or `legal` always holds: the atom can hold.
                Some(None) => {}
                Some(Some(source)) => decider.feeds.push((source.0, atom.0)),
            }
        }
    }
    decider.feeds.sort_unstable();
    for atom in 0..numbering.len {
        if decider.live[atom] == 0 && !decider.input[atom] {
            decider.set(u32::try_from(atom).unwrap_or(u32::MAX), Status::False);
        }
    }
    decider.run();
    decider.status
}

/// For each `true` and `does` relation: its `next` or `legal`, itself, and its `init`.
fn sources(program: &Program) -> Vec<(Option<PredId>, PredId, Option<PredId>)> {
    let of = |name, from, init: Option<Symbol>| {
        let ids = super::sentences::keyword(program, name);
        let source = move |id| (program.sibling(id, from), id, init.and_then(|init| program.sibling(id, init)));
        ids.into_iter().map(source).collect::<Vec<_>>()
    };
    let mut all = of(Symbol::TRUE, Symbol::NEXT, Some(Symbol::INIT));
    all.extend(of(Symbol::DOES, Symbol::LEGAL, None));
    all
}

struct Decider<'f> {
    flat: &'f Flat,
    status: Vec<Status>,
    /// Rules of each atom that can still fire.
    live: Vec<u32>,
    /// Atoms without rules of their own.
    input: Vec<bool>,
    /// Undecided literals of each rule; `u32::MAX` when the rule can't fire.
    left: Vec<u32>,
    /// `(next or legal atom, true or does atom)`, sorted.
    feeds: Vec<(u32, u32)>,
    /// For each atom the rules it occurs in, as one list.
    starts: Vec<u32>,
    uses: Vec<u32>,
    queue: Vec<u32>,
}

impl<'f> Decider<'f> {
    fn new(num_atoms: usize, flat: &'f Flat) -> Self {
        let mut live = vec![0; num_atoms];
        flat.heads.iter().for_each(|&head| live[head as usize] += 1);
        let mut starts = vec![0_u32; num_atoms + 1];
        flat.literals.iter().for_each(|lit| starts[lit.atom().index() + 1] += 1);
        (0..num_atoms).for_each(|i| starts[i + 1] += starts[i]);
        let mut at = starts.clone();
        let mut uses = vec![0; flat.literals.len()];
        let mut left = Vec::with_capacity(flat.heads.len());
        for rule in 0..flat.heads.len() {
            let body = flat.body(rule);
            left.push(u32::try_from(body.len()).unwrap_or(u32::MAX - 1));
            for lit in body {
                let place = &mut at[lit.atom().index()];
                uses[*place as usize] = u32::try_from(rule).unwrap_or(u32::MAX) << 1 | u32::from(lit.is_negative());
                *place += 1;
            }
        }
        let status = vec![Status::Open; num_atoms];
        let input = vec![false; num_atoms];
        Self { flat, status, live, input, left, feeds: Vec::new(), starts, uses, queue: Vec::new() }
    }

    fn set(&mut self, atom: u32, status: Status) {
        let slot = &mut self.status[atom as usize];
        if *slot == Status::Open {
            *slot = status;
            self.queue.push(atom);
        }
    }

    fn run(&mut self) {
        while let Some(atom) = self.queue.pop() {
            let holds = self.status[atom as usize] == Status::True;
            for at in self.starts[atom as usize]..self.starts[atom as usize + 1] {
                let use_ = self.uses[at as usize];
                let (rule, negative) = ((use_ >> 1) as usize, use_ & 1 == 1);
                if holds == negative { self.kill(rule) } else { self.satisfy(rule) }
            }
            if !holds {
                let first = self.feeds.partition_point(|feed| feed.0 < atom);
                let fed: Vec<u32> = self.feeds[first..].iter().take_while(|f| f.0 == atom).map(|f| f.1).collect();
                fed.into_iter().for_each(|fed| self.set(fed, Status::False));
            }
        }
    }

    fn kill(&mut self, rule: usize) {
        if self.left[rule] == u32::MAX {
            return;
        }
        self.left[rule] = u32::MAX;
        let head = self.flat.heads[rule];
        self.live[head as usize] -= 1;
        if self.live[head as usize] == 0 {
            self.set(head, Status::False);
        }
    }

    fn satisfy(&mut self, rule: usize) {
        if self.left[rule] == u32::MAX {
            return;
        }
        self.left[rule] -= 1;
        if self.left[rule] == 0 {
            self.set(self.flat.heads[rule], Status::True);
        }
    }
}

/// Renumbers what is left: inputs first, then derived atoms the roots depend on.
struct Remap<'f> {
    flat: &'f Flat,
    status: &'f [Status],
    /// Rules of each atom.
    starts: Vec<u32>,
    by_head: Vec<u32>,
    new: Vec<u32>,
    num_inputs: u32,
    wanted: Vec<bool>,
    queue: Vec<u32>,
}

/// No number.
const NONE: u32 = u32::MAX;

impl<'f> Remap<'f> {
    fn new(flat: &'f Flat, status: &'f [Status]) -> Self {
        let mut starts = vec![0_u32; status.len() + 1];
        flat.heads.iter().for_each(|&head| starts[head as usize + 1] += 1);
        (0..status.len()).for_each(|i| starts[i + 1] += starts[i]);
        let mut at = starts.clone();
        let mut by_head = vec![0; flat.heads.len()];
        for (rule, &head) in flat.heads.iter().enumerate() {
            by_head[at[head as usize] as usize] = u32::try_from(rule).unwrap_or(NONE);
            at[head as usize] += 1;
        }
        let num = status.len();
        Self {
            flat,
            status,
            starts,
            by_head,
            new: vec![NONE; num],
            num_inputs: 0,
            wanted: vec![false; num],
            queue: Vec::new(),
        }
    }

    fn input(&mut self, atom: Option<AtomId>) {
        if let Some(atom) = atom {
            self.new[atom.index()] = self.num_inputs;
        }
        self.num_inputs += 1;
    }

    fn root(&mut self, truth: &mut Truth) {
        if let Truth::Atom(atom) = *truth {
            self.want(atom);
        }
    }

    fn want(&mut self, atom: AtomId) {
        if self.new[atom.index()] == NONE && !self.wanted[atom.index()] {
            self.wanted[atom.index()] = true;
            self.queue.push(atom.0);
        }
    }

    /// The rules of an atom that can fire.
    fn rules(&self, atom: u32) -> impl Iterator<Item = usize> + use<'_, 'f> {
        let range = self.starts[atom as usize] as usize..self.starts[atom as usize + 1] as usize;
        let dead = |lit: &GroundLit| {
            self.status[lit.atom().index()] == if lit.is_negative() { Status::True } else { Status::False }
        };
        self.by_head[range]
            .iter()
            .map(|&rule| rule as usize)
            .filter(move |&rule| !self.flat.body(rule).iter().any(dead))
    }

    /// The literals of a rule that are not decided.
    fn open(&self, rule: usize) -> impl Iterator<Item = GroundLit> + use<'_, 'f> {
        self.flat.body(rule).iter().copied().filter(|lit| self.status[lit.atom().index()] == Status::Open)
    }

    fn close(&mut self) {
        while let Some(atom) = self.queue.pop() {
            let rules: Vec<usize> = self.rules(atom).collect();
            for rule in rules {
                let atoms: Vec<AtomId> = self.open(rule).map(GroundLit::atom).collect();
                atoms.into_iter().for_each(|atom| self.want(atom));
            }
        }
    }

    /// Numbers the wanted atoms and renames their rules; returns the old atoms in their new order, and the rules.
    fn finish(&mut self) -> (Vec<AtomId>, Rules) {
        let wanted = (0..self.wanted.len()).filter(|&atom| self.wanted[atom]);
        let order: Vec<AtomId> = wanted.map(|atom| AtomId(u32::try_from(atom).unwrap_or(NONE))).collect();
        for (number, atom) in order.iter().enumerate() {
            self.new[atom.index()] = self.num_inputs + u32::try_from(number).unwrap_or(NONE);
        }
        let mut rules = Rules::default();
        rules.starts.push(0);
        for atom in &order {
            let mut bodies: Vec<Vec<GroundLit>> = self
                .rules(atom.0)
                .map(|rule| {
                    let rename =
                        |lit: GroundLit| GroundLit::new(AtomId(self.new[lit.atom().index()]), lit.is_negative());
                    let mut body: Vec<_> = self.open(rule).map(rename).collect();
                    body.sort_unstable();
                    body
                })
                .collect();
            bodies.sort_unstable();
            bodies.dedup();
            for body in bodies {
                rules.literals.extend(body);
                rules.ends.push(u32::try_from(rules.literals.len()).unwrap_or(NONE));
            }
            rules.starts.push(u32::try_from(rules.ends.len()).unwrap_or(NONE));
        }
        (order, rules)
    }

    fn rename(&self, truth: &mut Truth) {
        if let Truth::Atom(atom) = truth {
            *atom = AtomId(self.new[atom.index()]);
        }
    }
}

fn names(
    program: &Program,
    store: &Store<'_>,
    numbering: &Numbering,
    terms: &mut super::Terms,
    order: &[AtomId],
) -> Vec<TermId> {
    let mut names = Vec::with_capacity(order.len());
    let mut wanted = order.iter().peekable();
    for (number, table) in store.tables.iter().enumerate() {
        let pred = PredId(u32::try_from(number).unwrap_or(NONE));
        let Some(first) = numbering.atom(pred, 0) else { continue };
        while let Some(atom) = wanted.next_if(|atom| atom.0 < first.0 + table.len()) {
            names.push(sentence(terms, &program.preds[number], table.row(atom.0 - first.0)));
        }
    }
    names
}
