//! What relations on demand were asked, and what they answered (tabling).
//!
//! A question is a mode, that is a relation with the columns whose values are known, and these values. Its answers are
//! the rows that its rules derive; questions that these ask on the way are asked in the same run, and each is answered
//! again whenever one it depends on has a new answer. When nothing is new all answers of the run are complete.

use super::database::Relation;
use super::goal::Clause;
use super::memory::{HASHED, LISTED, heap};
use super::terms::Id;
use super::{InterpretError, Layer};
use rustc_hash::FxHashSet;
use std::collections::{HashMap, HashSet};

/// Questions that may wait for each other across negations.
const MAX_NESTED: usize = 100;

/// A relation with known columns, and its rules in an order that starts from these.
pub(super) struct Mode {
    pub relation: Relation,
    pub columns: Vec<usize>,
    pub clauses: Vec<Clause>,
    pub layer: Layer,
}

/// All modes that rules ask.
#[derive(Default)]
pub(super) struct Modes {
    pub all: Vec<Mode>,
    by_columns: HashMap<(Relation, Vec<usize>), usize>,
    /// Relations that are evaluated on demand.
    relations: HashMap<Relation, Layer>,
}

impl Modes {
    pub(super) fn new(relations: HashMap<Relation, Layer>) -> Self {
        Self { relations, ..Self::default() }
    }

    pub(super) fn on_demand(&self, relation: Relation) -> bool {
        self.relations.contains_key(&relation)
    }

    /// The mode of these columns; its rules are to be added when it is new.
    pub(super) fn mode(&mut self, relation: Relation, columns: Vec<usize>) -> usize {
        let next = self.all.len();
        let number = *self.by_columns.entry((relation, columns.clone())).or_insert(next);
        if number == next {
            let layer = self.relations[&relation];
            self.all.push(Mode { relation, columns, clauses: Vec::new(), layer });
        }
        number
    }
}

/// A question, by the layer it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Question {
    layer: Layer,
    number: usize,
}

/// Questions in the order in which they came, each once.
#[derive(Default)]
struct Queue {
    list: Vec<Question>,
    there: FxHashSet<Question>,
}

/// Bytes of a question in a queue.
const QUEUED: usize = size_of::<Question>() * (LISTED + HASHED) + HASHED;

impl Queue {
    /// Whether the question is new.
    fn push(&mut self, question: Question) -> bool {
        let new = self.there.insert(question);
        if new {
            self.list.push(question);
        }
        new
    }

    /// The one that came last.
    fn pop(&mut self) -> Option<Question> {
        let last = self.list.pop()?;
        self.there.remove(&last);
        Some(last)
    }

    fn contains(&self, question: Question) -> bool {
        self.there.contains(&question)
    }
}

/// A question with the answers so far.
struct AnswerTable {
    mode: usize,
    key: Vec<Id>,
    rows: Vec<Vec<Id>>,
    known: HashSet<Vec<Id>>,
    complete: bool,
    /// Questions to answer again when this one has a new answer.
    askers: Queue,
    bytes: usize,
}

/// Questions that are answered together.
#[derive(Default)]
struct Run {
    agenda: Queue,
    members: Queue,
    /// The one that is being answered.
    current: Option<Question>,
}

impl Run {
    /// Takes a question in, once.
    fn take_in(&mut self, question: Question) {
        if self.members.push(question) {
            self.agenda.push(question);
        }
    }

    /// Puts a question on the agenda again, if it is one of the run.
    fn again(&mut self, question: Question) {
        if self.members.contains(question) {
            self.agenda.push(question);
        }
    }

    /// Bytes held, at most: of the agenda as if all were on it.
    fn bytes(&self) -> usize {
        2 * QUEUED * self.members.list.len()
    }
}

/// All questions of the present state and move.
#[derive(Default)]
pub(super) struct Asked {
    layers: [Vec<AnswerTable>; 3],
    numbers: [HashMap<(usize, Vec<Id>), usize>; 3],
    runs: Vec<Run>,
    bytes: usize,
}

impl Asked {
    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.runs.iter().map(Run::bytes).sum::<usize>()
    }

    /// Forgets what depends on this layer.
    pub(super) fn forget(&mut self, from: Layer) {
        self.runs.clear();
        for layer in from as usize..self.layers.len() {
            self.bytes -= self.layers[layer].iter().map(|table| table.bytes).sum::<usize>();
            self.layers[layer].clear();
            self.numbers[layer].clear();
        }
    }

    /// The question of a mode, new or asked before.
    pub(super) fn question(&mut self, layer: Layer, mode: usize, key: Vec<Id>) -> Question {
        let tables = &mut self.layers[layer as usize];
        let number = *self.numbers[layer as usize].entry((mode, key)).or_insert_with_key(|(_, key)| {
            let bytes = size_of::<AnswerTable>() * LISTED + 40 * HASHED + 2 * heap(4 * key.len());
            let (rows, known, askers) = (Vec::new(), HashSet::new(), Queue::default());
            tables.push(AnswerTable { mode, key: key.clone(), rows, known, complete: false, askers, bytes });
            self.bytes += bytes;
            tables.len() - 1
        });
        Question { layer, number }
    }

    fn table(&mut self, question: Question) -> &mut AnswerTable {
        &mut self.layers[question.layer as usize][question.number]
    }

    /// What is asked: the mode, and the values of its columns.
    pub(super) fn what(&mut self, question: Question) -> (usize, Vec<Id>) {
        let table = self.table(question);
        (table.mode, table.key.clone())
    }

    pub(super) fn is_complete(&mut self, question: Question) -> bool {
        self.table(question).complete
    }

    /// Number of answers so far.
    pub(super) fn len(&mut self, question: Question) -> usize {
        self.table(question).rows.len()
    }

    /// An answer.
    pub(super) fn row(&mut self, question: Question, number: usize) -> Vec<Id> {
        self.table(question).rows[number].clone()
    }

    /// Takes a question into the present run; who asks is told of new answers.
    ///
    /// # Errors
    /// As [`Self::begin`].
    pub(super) fn ask(&mut self, asker: Question, question: Question) -> Result<(), InterpretError> {
        if self.table(question).complete {
            return Ok(());
        }
        let waiting = self.runs.len().saturating_sub(1);
        self.waits(waiting, question)?;
        let table = self.table(question);
        if table.askers.push(asker) {
            table.bytes += QUEUED;
            self.bytes += QUEUED;
        }
        if let Some(run) = self.runs.last_mut() {
            run.take_in(question);
        }
        Ok(())
    }

    /// That none of so many runs waits for an answer to what it asks itself.
    fn waits(&self, runs: usize, question: Question) -> Result<(), InterpretError> {
        let cycle = self.runs[..runs].iter().any(|run| run.current == Some(question));
        if cycle { Err(InterpretError::Nested) } else { Ok(()) }
    }

    /// Begins a run that answers a question.
    ///
    /// # Errors
    /// When a run that waits for this one answers the same question, which then depends on its own negation, or when
    /// too many wait.
    pub(super) fn begin(&mut self, question: Question) -> Result<(), InterpretError> {
        if self.runs.len() >= MAX_NESTED {
            return Err(InterpretError::Nested);
        }
        self.waits(self.runs.len(), question)?;
        let mut run = Run::default();
        run.take_in(question);
        self.runs.push(run);
        Ok(())
    }

    /// The question to answer next; the last one asked comes first, since the others wait for it.
    pub(super) fn next(&mut self) -> Option<Question> {
        let run = self.runs.last_mut()?;
        run.current = run.agenda.pop();
        run.current
    }

    /// Adds answers; those who asked are to be answered again when one is new.
    pub(super) fn answer(&mut self, question: Question, rows: Vec<Vec<Id>>) {
        let Self { layers, runs, bytes, .. } = self;
        let table = &mut layers[question.layer as usize][question.number];
        let before = table.rows.len();
        for row in rows {
            if table.known.insert(row.clone()) {
                let more = 24 * (LISTED + HASHED) + 2 * heap(4 * row.len());
                table.bytes += more;
                *bytes += more;
                table.rows.push(row);
            }
        }
        if table.rows.len() > before
            && let Some(run) = runs.last_mut()
        {
            table.askers.list.iter().for_each(|&asker| run.again(asker));
        }
    }

    /// Ends a run: nothing is new, so its answers are complete. Runs that wait for it may have seen some of them only.
    pub(super) fn end(&mut self) {
        let members = self.runs.pop().map(|run| run.members).unwrap_or_default();
        for question in members.list {
            let table = self.table(question);
            table.complete = true;
            let askers = std::mem::take(&mut table.askers).list;
            let fewer = QUEUED * askers.len();
            table.bytes -= fewer;
            self.bytes -= fewer;
            for run in &mut self.runs {
                askers.iter().for_each(|&asker| run.again(asker));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asks_is_answered_again_in_order_and_what_is_forgotten_is_not_counted() {
        let mut asked = Asked::default();
        let whole = asked.question(Layer::State, 0, vec![1]);
        let parts = [2, 3, 4].map(|value| asked.question(Layer::State, 0, vec![value]));
        asked.begin(whole).unwrap();
        assert_eq!(asked.next(), Some(whole));
        for part in parts {
            asked.ask(whole, part).unwrap();
            asked.ask(parts[0], part).unwrap();
        }
        let held = asked.bytes();
        asked.ask(whole, parts[1]).unwrap();
        assert_eq!(asked.bytes(), held, "who asked before is known");
        // The last one that was asked comes first; those who asked come again once, though there are two answers.
        assert_eq!(asked.next(), Some(parts[2]));
        asked.answer(parts[2], vec![vec![7], vec![8], vec![7]]);
        let rest: Vec<Question> = std::iter::from_fn(|| asked.next()).collect();
        assert_eq!(rest, [whole, parts[1], parts[0]]);
        assert!(asked.bytes() > held);
        asked.end();
        assert!(asked.is_complete(whole) && asked.is_complete(parts[0]) && asked.len(parts[2]) == 2);
        asked.forget(Layer::Static);
        assert_eq!(asked.bytes(), 0);
    }
}
