//! The naive interpreter: plays by the rules as they are written, without grounding them.
//!
//! It is the oracle everything else is checked against, so it shares only the readers' rule sheets with the rest, and is
//! written to be obviously right: relations are sets of rows, a rule is run by backtracking over its body, recursive
//! rules are repeated until nothing is new, negation is looked up in strata that are complete. Relations that build
//! terms from terms of their own, and would have no end, are asked for what rules ask (`tables`).

mod database;
mod demand;
mod goal;
mod lower;
mod memory;
mod needed;
mod order;
mod solve;
mod strata;
mod tables;
mod terms;

use crate::remedy::{Remedied, Remedy};
use crate::syntax::{Rule, Sheet, Symbol, Symbols};
use database::{Database, Relation};
use goal::Clause;
use needed::needed;
use solve::{Context, Meter};
use std::collections::{BTreeSet, HashMap, HashSet};
use strata::{Name, Stratum, each_atom, strata};
use tables::{Asked, Modes};
use terms::{Id, Terms};

/// Why the interpreter stopped.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum InterpretError {
    /// A rule depends on its own negation.
    #[error("`{0}` depends on its own negation")]
    Unstratified(String),
    /// A head, negated or distinct variable got no value.
    #[error("a rule has a variable that nothing binds")]
    Unsafe,
    /// More facts than allowed.
    #[error("more than {0} facts")]
    Facts(usize),
    /// A deeper term than allowed.
    #[error("a term nests more than {0} functions")]
    Depth(usize),
    /// More memory than allowed.
    #[error("the memory bound of {} MiB was met; {}", .0 >> 20, Remedy::MoreMemory)]
    Memory(usize),
    /// A relation that is evaluated on demand depends on its own negation, or through too many.
    #[error("a relation that builds terms depends on its own negation, or through too many negations")]
    Nested,
    /// The caller said stop.
    #[error("stopped by the caller")]
    Stopped,
    /// A sentence that is no canonical prefix text.
    #[error("`{0}` is no sentence")]
    Sentence(String),
    /// A joint move with other than one move a role.
    #[error("a joint move needs {roles} moves, here are {given}")]
    JointMove {
        /// Roles of the game.
        roles: usize,
        /// Moves given.
        given: usize,
    },
}

impl Remedied for InterpretError {
    fn remedies(&self) -> Vec<Remedy> {
        if matches!(self, Self::Memory(_)) { vec![Remedy::MoreMemory] } else { Vec::new() }
    }
}

/// Bounds of the interpreter.
pub struct InterpreterLimits {
    /// Facts that may hold at once.
    pub max_facts: usize,
    /// Bytes that terms and facts may take.
    pub max_bytes: usize,
    /// Deepest term.
    pub max_depth: usize,
    /// Asked now and then whether to stop.
    pub stop: Box<dyn Fn() -> bool + Send>,
}

impl Default for InterpreterLimits {
    fn default() -> Self {
        Self { max_facts: 20_000_000, max_bytes: 4 << 30, max_depth: 100, stop: Box::new(|| false) }
    }
}

impl InterpreterLimits {
    fn room(&self, held: usize) -> Result<(), InterpretError> {
        if held > self.max_bytes { Err(InterpretError::Memory(self.max_bytes)) } else { Ok(()) }
    }

    fn go_on(&self) -> Result<(), InterpretError> {
        if (self.stop)() { Err(InterpretError::Stopped) } else { Ok(()) }
    }
}

/// Rows inserted, or sentences written, between two looks at clock and memory.
const LOOK_EVERY: usize = 1024;

/// A position: the facts that are true in it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct State {
    facts: BTreeSet<Box<str>>,
}

impl State {
    /// A position of given facts, canonical prefix text.
    pub fn from_facts<'f>(facts: impl IntoIterator<Item = &'f str>) -> Self {
        Self { facts: facts.into_iter().map(Into::into).collect() }
    }

    /// The same of texts that were made for it.
    pub fn from_texts(facts: impl IntoIterator<Item = String>) -> Self {
        Self { facts: facts.into_iter().map(String::into_boxed_str).collect() }
    }

    /// The facts, sorted bytewise.
    #[must_use]
    pub fn facts(&self) -> Vec<String> {
        self.facts.iter().map(ToString::to_string).collect()
    }
}

/// What rules of a layer need to have been evaluated before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Layer {
    /// Neither state nor moves.
    Static,
    /// The state.
    State,
    /// The joint move.
    Move,
}

/// A game that is played by its rules.
pub struct Interpreter {
    symbols: Symbols,
    terms: Terms,
    database: Database,
    clauses: Vec<Clause>,
    strata: Vec<(Layer, Stratum)>,
    modes: Modes,
    asked: Asked,
    meter: Meter,
    limits: InterpreterLimits,
    roles: Vec<String>,
    role_ids: Vec<Id>,
    /// Rows of each relation that static rules give.
    bottom: Vec<usize>,
    /// Terms that there were when the game was prepared.
    prepared: usize,
    /// The initial position.
    start: State,
    /// The state evaluated last, and the rows of each relation then.
    current: Option<(State, Vec<usize>)>,
}

impl Interpreter {
    /// Prepares a game: evaluates what depends on neither state nor moves.
    ///
    /// Any sheet of a reader will do, not only checked ones: the interpreter looks for itself whether the rules have a
    /// meaning, so that it stays an oracle for the checks, too.
    ///
    /// # Errors
    /// [`InterpretError`] when the rules can't be evaluated within the limits.
    pub fn new(sheet: &Sheet, limits: InterpreterLimits) -> Result<Self, InterpretError> {
        let (mut terms, mut database) = (Terms::default(), Database::default());
        let rules = needed(&sheet.rules);
        let on_demand = demand::on_demand(&rules);
        let strata = strata(&rules, &on_demand, &sheet.symbols)?;
        let layers = layers(&rules);
        let mut modes = Modes::new(demanded(&rules, &layers, &on_demand, &mut database));
        let mut tables = order::Tables { terms: &mut terms, database: &mut database, modes: &mut modes };
        let clauses: Vec<Clause> = rules.iter().map(|rule| lower::clause(rule, &[], &mut tables)).collect();
        in_modes(&rules, &clauses, &mut tables);
        for keyword in [(Symbol::TRUE, 1), (Symbol::DOES, 2), (Symbol::INIT, 1), (Symbol::NEXT, 1), (Symbol::ROLE, 1)] {
            database.relation(keyword.0, keyword.1);
        }
        let layer = |stratum: &Stratum| stratum.rules.iter().map(|&rule| layers[rule]).max().unwrap_or(Layer::Static);
        let strata = strata.into_iter().map(|mut stratum| {
            stratum.rules.retain(|&rule| !modes.on_demand(clauses[rule].relation));
            (layer(&stratum), stratum)
        });
        let strata = strata.collect();
        let mut game = Self {
            symbols: sheet.symbols.clone(),
            terms,
            database,
            clauses,
            strata,
            modes,
            asked: Asked::default(),
            meter: Meter::default(),
            limits,
            roles: Vec::new(),
            role_ids: Vec::new(),
            bottom: Vec::new(),
            prepared: 0,
            start: State::default(),
            current: None,
        };
        game.evaluate(Layer::Static)?;
        game.bottom = game.database.mark();
        let role = game.database.relation(Symbol::ROLE, 1);
        game.role_ids = game.database.rows(role).iter().map(|row| row[0]).collect();
        game.roles = game.role_ids.iter().map(|&id| game.terms.text(&game.symbols, id)).collect();
        game.start = game.last_args(Symbol::INIT, 1, None)?;
        game.prepared = game.terms.len();
        Ok(game)
    }

    /// Role names in declaration order.
    #[must_use]
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// Bytes that terms, facts and answers take.
    pub fn bytes(&self) -> usize {
        solve::held(&self.terms, &self.database, &self.asked)
    }

    /// Sets the bound on these bytes.
    pub fn set_max_bytes(&mut self, max_bytes: usize) {
        self.limits.max_bytes = max_bytes;
    }

    /// Forgets all states that were entered, and the terms that came with them.
    pub fn restart(&mut self) {
        self.take_off();
        // Answers that are static hold terms too, and so does what was evaluated with them.
        self.asked.forget(Layer::Static);
        self.terms.truncate(self.prepared);
        self.meter = Meter::default();
    }

    /// The initial position.
    pub fn initial(&mut self) -> State {
        self.start.clone()
    }

    /// The legal moves of a role, sorted bytewise.
    ///
    /// # Errors
    /// [`InterpretError`].
    pub fn legal(&mut self, state: &State, role: usize) -> Result<Vec<String>, InterpretError> {
        self.enter(state)?;
        Ok(self.last_args(Symbol::LEGAL, 2, Some(role))?.facts())
    }

    /// The goal values of a role; a good game has exactly one.
    ///
    /// # Errors
    /// [`InterpretError`].
    pub fn goals(&mut self, state: &State, role: usize) -> Result<Vec<String>, InterpretError> {
        self.enter(state)?;
        let mut values = self.last_args(Symbol::GOAL, 2, Some(role))?.facts();
        values.sort_by_key(|value| (value.parse::<i64>().unwrap_or(i64::MAX), value.clone()));
        Ok(values)
    }

    /// Whether the game is over.
    ///
    /// # Errors
    /// [`InterpretError`].
    pub fn terminal(&mut self, state: &State) -> Result<bool, InterpretError> {
        self.enter(state)?;
        let terminal = self.database.relation(Symbol::TERMINAL, 0);
        Ok(!self.database.rows(terminal).is_empty())
    }

    /// The next position under a joint move, one move a role.
    ///
    /// # Errors
    /// [`InterpretError`].
    pub fn next(&mut self, state: &State, joint: &[String]) -> Result<State, InterpretError> {
        let mark = self.moved(state, joint)?;
        let next = self.last_args(Symbol::NEXT, 1, None);
        self.reset(&mark, Layer::Move);
        next
    }

    /// What a role perceives after a joint move (GDL-II), sorted bytewise.
    ///
    /// # Errors
    /// [`InterpretError`].
    pub fn sees(&mut self, state: &State, joint: &[String], role: usize) -> Result<Vec<String>, InterpretError> {
        let mark = self.moved(state, joint)?;
        let percepts = self.last_args(Symbol::SEES, 2, Some(role));
        self.reset(&mark, Layer::Move);
        Ok(percepts?.facts())
    }

    /// Puts a state on top of what is static, unless it is there already.
    fn enter(&mut self, state: &State) -> Result<(), InterpretError> {
        if let Some((current, mark)) = &self.current
            && current == state
        {
            let mark = mark.clone();
            self.reset(&mark, Layer::Move);
            return Ok(());
        }
        self.take_off();
        let relation = self.database.relation(Symbol::TRUE, 1);
        for fact in &state.facts {
            let id = self.read(fact)?;
            self.database.insert(relation, vec![id]);
        }
        if let Err(error) = self.evaluate(Layer::State) {
            self.give_up(&error, &self.bottom.clone(), Layer::State);
            return Err(error);
        }
        self.current = Some((state.clone(), self.database.mark()));
        Ok(())
    }

    /// Puts a joint move on top of a state; the answer is the mark to go back to.
    fn moved(&mut self, state: &State, joint: &[String]) -> Result<Vec<usize>, InterpretError> {
        if joint.len() != self.roles.len() {
            return Err(InterpretError::JointMove { roles: self.roles.len(), given: joint.len() });
        }
        self.enter(state)?;
        let mark = self.database.mark();
        let relation = self.database.relation(Symbol::DOES, 2);
        for (role, action) in joint.iter().enumerate() {
            let action = self.read(action)?;
            self.database.insert(relation, vec![self.role_ids[role], action]);
        }
        if let Err(error) = self.evaluate(Layer::Move) {
            self.give_up(&error, &mark, Layer::Move);
            return Err(error);
        }
        Ok(mark)
    }

    /// Takes off what an evaluation that failed has left. Who was stopped does not wait for that: before the next state is
    /// entered all goes off that is not static.
    fn give_up(&mut self, error: &InterpretError, mark: &[usize], layer: Layer) {
        match error {
            InterpretError::Stopped => self.current = None,
            _ => self.reset(mark, layer),
        }
    }

    fn take_off(&mut self) {
        self.current = None;
        self.reset(&self.bottom.clone(), Layer::State);
    }

    /// Takes off everything since a mark, and the answers of this layer.
    fn reset(&mut self, mark: &[usize], layer: Layer) {
        self.database.reset(mark);
        self.asked.forget(layer);
    }

    fn read(&mut self, text: &str) -> Result<Id, InterpretError> {
        let id = self.terms.read(&mut self.symbols, text).ok_or_else(|| InterpretError::Sentence(text.to_owned()))?;
        let limit = self.limits.max_depth;
        if self.terms.depth(id) > limit { Err(InterpretError::Depth(limit)) } else { Ok(id) }
    }

    /// The last arguments of a relation's rows, of one role's where given.
    fn last_args(&mut self, name: Symbol, arity: usize, role: Option<usize>) -> Result<State, InterpretError> {
        let relation = self.database.relation(name, arity);
        let role = role.map(|role| self.role_ids[role]);
        let rows = self.database.rows(relation).iter().filter(|row| role.is_none_or(|role| row[0] == role));
        let mut facts = BTreeSet::new();
        let mut held = self.bytes();
        for (number, &id) in rows.filter_map(|row| row.last()).enumerate() {
            if number.is_multiple_of(LOOK_EVERY) {
                self.limits.go_on()?;
            }
            let left = self.limits.max_bytes.saturating_sub(held);
            held += memory::heap(self.terms.text_len(&self.symbols, id, left)) + memory::IN_TREE;
            self.limits.room(held)?;
            facts.insert(self.terms.text(&self.symbols, id).into_boxed_str());
        }
        Ok(State { facts })
    }

    fn evaluate(&mut self, layer: Layer) -> Result<(), InterpretError> {
        let evaluated = self.all_strata(layer);
        if evaluated.is_err() {
            // Questions in the middle of their answers.
            self.asked.forget(Layer::Static);
        }
        evaluated
    }

    fn all_strata(&mut self, layer: Layer) -> Result<(), InterpretError> {
        for (_, stratum) in self.strata.iter().filter(|(of, _)| *of == layer) {
            loop {
                let mut grew = false;
                for &rule in &stratum.rules {
                    let clause = &self.clauses[rule];
                    let mut context = Context {
                        terms: &mut self.terms,
                        database: &self.database,
                        modes: &self.modes.all,
                        asked: &mut self.asked,
                        limits: &self.limits,
                        meter: &mut self.meter,
                    };
                    let rows = solve::derive(clause, &mut context)?;
                    for (number, row) in rows.into_iter().enumerate() {
                        grew |= self.database.insert(clause.relation, row);
                        if number.is_multiple_of(LOOK_EVERY) {
                            self.limits.room(self.bytes())?;
                            self.limits.go_on()?;
                        }
                    }
                }
                if !grew || !stratum.recursive {
                    break;
                }
            }
        }
        Ok(())
    }
}

/// The relations on demand, each with its layer.
fn demanded(
    rules: &[&Rule],
    layers: &[Layer],
    on_demand: &HashSet<Name>,
    database: &mut Database,
) -> HashMap<Relation, Layer> {
    let heads = rules.iter().zip(layers).map(|(rule, &layer)| (rule.head.key(), layer));
    let demanded = heads.filter(|(name, _)| on_demand.contains(name));
    demanded.map(|((name, arity), layer)| (database.relation(name, arity), layer)).collect()
}

/// The rules of every mode that is asked, and of those that these ask.
fn in_modes(rules: &[&Rule], clauses: &[Clause], tables: &mut order::Tables<'_>) {
    let mut done = 0;
    while let Some(mode) = tables.modes.all.get(done) {
        let (relation, columns) = (mode.relation, mode.columns.clone());
        let own = rules.iter().zip(clauses).filter(|(_, clause)| clause.relation == relation);
        let own = own.map(|(rule, _)| lower::clause(rule, &columns, tables)).collect();
        tables.modes.all[done].clauses = own;
        done += 1;
    }
}

/// The layer of each rule: by relation, so that all rules of a relation are evaluated in the same one or earlier.
fn layers(rules: &[&Rule]) -> Vec<Layer> {
    let mut of: HashMap<Name, Layer> =
        HashMap::from([((Symbol::TRUE, 1), Layer::State), ((Symbol::DOES, 2), Layer::Move)]);
    loop {
        let mut grew = false;
        for rule in rules {
            let mut layer = Layer::Static;
            for formula in &rule.body {
                each_atom(formula, false, &mut |atom, _| {
                    let needed = of.get(&atom.key()).copied().unwrap_or(Layer::Static);
                    layer = layer.max(needed);
                });
            }
            let head = of.entry(rule.head.key()).or_insert(Layer::Static);
            if layer > *head {
                *head = layer;
                grew = true;
            }
        }
        if !grew {
            return rules.iter().map(|rule| of[&rule.head.key()]).collect();
        }
    }
}
