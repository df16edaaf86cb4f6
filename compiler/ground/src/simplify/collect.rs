//! Instances of clauses to rules over global atom numbers.

use super::ASK_EVERY;
use crate::Stop;
use crate::game::{PredId, Program};
use crate::join::Store;
use crate::program::GroundLit;
use crate::sentences::Numbering;
use gdl2hdl_gdl::id::id;

/// A rule list with one head per rule.
pub(super) struct Flat {
    pub heads: Vec<u32>,
    ends: Vec<u32>,
    pub literals: Vec<GroundLit>,
}

impl Flat {
    pub(super) fn body(&self, rule: usize) -> &[GroundLit] {
        let start = if rule == 0 { 0 } else { self.ends[rule - 1] as usize };
        &self.literals[start..self.ends[rule] as usize]
    }
}

/// All instances with global atom numbers; literals on impossible atoms are gone already.
///
/// # Errors
/// [`Stop::Asked`].
pub(super) fn collect(program: &Program, store: &mut Store<'_>, numbering: &Numbering) -> Result<Flat, Stop> {
    let instances = store.num_instances(program);
    let (heads, ends) = (Vec::with_capacity(instances), Vec::with_capacity(instances));
    let mut flat = Flat { heads, ends, literals: Vec::with_capacity(store.size() - instances) };
    let mut body: Vec<GroundLit> = Vec::new();
    for (number, clause) in program.clauses.iter().enumerate() {
        let instances = std::mem::take(&mut store.instances[number]);
        let positive: Vec<PredId> =
            clause.positive.iter().map(|l| l.pred).filter(|p| store.recorded[p.index()]).collect();
        let negative: Vec<PredId> =
            clause.negative.iter().map(|l| l.pred).filter(|p| store.recorded[p.index()]).collect();
        // The row of each mentioned atom among the possible ones.
        let resolved: Vec<Vec<Option<u32>>> = negative.iter().map(|&pred| resolve(store, pred)).collect();
        for (at, instance) in instances.chunks_exact(1 + positive.len() + negative.len()).enumerate() {
            if at.is_multiple_of(ASK_EVERY) {
                store.observer.go_on()?;
            }
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
                flat.ends.push(id(flat.literals.len()));
            }
        }
    }
    Ok(flat)
}

fn resolve(store: &Store<'_>, pred: PredId) -> Vec<Option<u32>> {
    let mentioned = &store.mentioned[pred.index()];
    (0..mentioned.len()).map(|row| store.tables[pred.index()].find(mentioned.row(row))).collect()
}
