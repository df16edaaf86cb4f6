//! The clause form of a game.

use super::unpack::Packing;
use crate::{TermId, Terms};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::syntax::{Span, Symbol, Symbols};
use rustc_hash::FxHashMap;

/// A relation in a [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredId(pub u32);

impl PredId {
    /// Position in [`Program::preds`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Which sentences a relation holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// `name(columns...)`.
    Plain,
    /// A keyword whose last argument is a constant: `true(done)` is a row `done`, `does(x, noop)` a row `x noop`.
    Constant,
    /// A keyword whose last argument is `functor(...)`, taken apart into the last `usize` columns.
    Compound(Symbol, usize),
    /// Made by the compiler; the number makes it unique.
    Auxiliary(u32),
    /// Made by the compiler: the values a column may take. Holds by definition wherever it is used as a guard.
    Domain(u32),
}

/// A relation: the name, how its rows read back as sentences, and the number of columns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pred {
    /// Relation name.
    pub name: Symbol,
    /// How rows read back.
    pub form: Form,
    /// Number of columns.
    pub arity: usize,
}

/// A term with variables; variables are numbered per clause.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Pattern {
    /// Variable.
    Var(u32),
    /// Ground term.
    Term(TermId),
    /// Function term holding at least one variable.
    Compound(Symbol, Vec<Pattern>),
}

impl Pattern {
    /// Calls `visit` on each variable occurrence.
    pub fn each_var(&self, visit: &mut impl FnMut(u32)) {
        match self {
            Self::Var(var) => visit(*var),
            Self::Term(_) => {}
            Self::Compound(_, args) => args.iter().for_each(|arg| arg.each_var(visit)),
        }
    }
}

/// A relation applied to patterns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Literal {
    /// Relation.
    pub pred: PredId,
    /// One pattern a column.
    pub args: Vec<Pattern>,
}

impl Literal {
    /// Calls `visit` on each variable occurrence.
    pub fn each_var(&self, visit: &mut impl FnMut(u32)) {
        self.args.iter().for_each(|arg| arg.each_var(visit));
    }

    /// Whether the literal mentions the variable.
    #[must_use]
    pub fn mentions(&self, var: u32) -> bool {
        let mut found = false;
        self.each_var(&mut |v| found |= v == var);
        found
    }
}

/// `head :- positive, not negative, distinct`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// What holds.
    pub head: Literal,
    /// Literals that must hold.
    pub positive: Vec<Literal>,
    /// Literals that must not hold.
    pub negative: Vec<Literal>,
    /// Pairs that must differ.
    pub distinct: Vec<(Pattern, Pattern)>,
    /// Variables are `0..num_vars`.
    pub num_vars: u32,
    /// The rule it comes from.
    pub span: Span,
}

/// A game as clauses.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names.
    pub symbols: Symbols,
    /// Ground terms of the clauses.
    pub terms: Terms,
    /// Relations.
    pub preds: Vec<Pred>,
    /// Rules; facts stand in `facts`.
    pub clauses: Vec<Clause>,
    /// Ground facts, in the order of the text.
    pub facts: Vec<(PredId, Vec<TermId>)>,
    /// Relations as they are written: with fewer columns than in `preds` where functions were taken apart.
    written: Vec<Pred>,
    packings: Vec<Option<Vec<Packing>>>,
    by_pred: FxHashMap<Pred, PredId>,
}

impl Program {
    /// An empty program over a table of names.
    #[must_use]
    pub fn new(symbols: Symbols) -> Self {
        Self {
            symbols,
            terms: Terms::default(),
            preds: Vec::new(),
            clauses: Vec::new(),
            facts: Vec::new(),
            written: Vec::new(),
            packings: Vec::new(),
            by_pred: FxHashMap::default(),
        }
    }

    /// The relation's id, made on first use.
    ///
    /// # Panics
    /// Beyond 2³² relations.
    pub fn pred(&mut self, pred: Pred) -> PredId {
        if let Some(&id) = self.by_pred.get(&pred) {
            return id;
        }
        let id = PredId(u32::try_from(self.preds.len()).expect("fewer than 2^32 relations"));
        self.preds.push(pred.clone());
        self.written.push(pred.clone());
        self.packings.push(None);
        self.by_pred.insert(pred, id);
        id
    }

    /// Forgets the relations from this one on; nothing may mention them any more.
    pub(crate) fn forget(&mut self, preds: usize) {
        self.preds.drain(preds..).for_each(|pred| {
            self.by_pred.remove(&pred);
        });
        self.written.truncate(preds);
        self.packings.truncate(preds);
    }

    /// The relation's id, if it is used anywhere.
    #[must_use]
    pub fn find_pred(&self, pred: &Pred) -> Option<PredId> {
        self.by_pred.get(pred).copied()
    }

    /// The relation of the same form under another keyword: `next cell/3` for `true cell/3`.
    #[must_use]
    pub fn sibling(&self, id: PredId, name: Symbol) -> Option<PredId> {
        let pred = &self.written[id.index()];
        self.find_pred(&Pred { name, form: pred.form, arity: pred.arity })
    }

    /// How the columns of a relation read back as the arguments that were written; `None` where they are the same.
    #[must_use]
    pub fn packing(&self, id: PredId) -> Option<&[Packing]> {
        self.packings[id.index()].as_deref()
    }

    /// Takes a function of `width` arguments apart, in a column of a relation.
    pub(super) fn open(&mut self, id: PredId, open: impl FnOnce(&mut [Packing]), width: usize) {
        let arity = self.written[id.index()].arity;
        open(self.packings[id.index()].get_or_insert_with(|| vec![Packing::Column; arity]));
        let pred = &mut self.preds[id.index()];
        pred.arity = pred.arity + width - 1;
    }

    /// A fresh relation of values that hold by definition wherever they are asked for.
    pub fn domain(&mut self, arity: usize) -> PredId {
        let number = id(self.preds.len());
        let name = self.symbols.intern("domain");
        self.pred(Pred { name, form: Form::Domain(number), arity })
    }

    /// A fresh auxiliary relation.
    pub fn auxiliary(&mut self, arity: usize) -> PredId {
        let number = id(self.preds.len());
        // Named so that it reads well in listings and differs from every relation of the game.
        let mut text = format!("aux{number}");
        while self.symbols.get(&text).is_some() {
            text.push('_');
        }
        let name = self.symbols.intern(&text);
        self.pred(Pred { name, form: Form::Auxiliary(number), arity })
    }
}
