//! The reserved words a game needs rules for: the last rule of each stays, even when it can never hold.

use gdl2hdl_gdl::syntax::{Rule, Sheet, Symbol};

const REQUIRED: [Symbol; 3] = [Symbol::LEGAL, Symbol::GOAL, Symbol::TERMINAL];

/// How many rules of each required word are left.
pub(super) struct Required {
    left: [usize; REQUIRED.len()],
}

impl Required {
    pub(super) fn of(sheet: &Sheet) -> Self {
        let count = |name| sheet.rules.iter().filter(|rule| rule.head.relation == name).count();
        Self { left: REQUIRED.map(count) }
    }

    /// Whether a rule may go; it is taken for gone then.
    pub(super) fn let_go(&mut self, rule: &Rule) -> bool {
        let Some(place) = REQUIRED.iter().position(|&name| name == rule.head.relation) else { return true };
        let others = self.left[place] > 1;
        self.left[place] -= usize::from(others);
        others
    }
}
