//! What each part of a design takes.

use std::collections::{BTreeMap, BTreeSet};

/// The cells of a design, part by part: nothing is shared across their borders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Areas {
    top: String,
    /// For each module its own cells and the modules it has instances of, with their numbers.
    modules: BTreeMap<String, BTreeMap<String, u64>>,
}

impl Areas {
    pub(super) fn new(top: &str, modules: BTreeMap<String, BTreeMap<String, u64>>) -> Self {
        Self { top: top.to_owned(), modules }
    }

    /// For each module as it is called in the text, its parameters aside, the cells of all its instances, those of
    /// modules inside of them left out.
    #[must_use]
    pub fn own(&self) -> BTreeMap<String, BTreeMap<String, u64>> {
        let mut areas: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for (module, instances) in self.instances() {
            let area = areas.entry(plain(&module).to_owned()).or_default();
            let cells = self.modules[&module].iter().filter(|(cell, _)| !self.modules.contains_key(*cell));
            cells.for_each(|(cell, count)| *area.entry(cell.clone()).or_default() += instances * count);
        }
        areas
    }

    /// How many instances of each module there are in the whole design.
    fn instances(&self) -> BTreeMap<String, u64> {
        let mut count = BTreeMap::from([(self.top.clone(), 1)]);
        let mut done = BTreeSet::new();
        // A module is looked at when all modules that have instances of it have been.
        while let Some(module) = self.ready(&count, &done) {
            done.insert(module.clone());
            let instances = count[&module];
            for (inner, number) in self.modules[&module].iter().filter(|(cell, _)| self.modules.contains_key(*cell)) {
                *count.entry(inner.clone()).or_default() += instances * number;
            }
        }
        count
    }

    fn ready(&self, count: &BTreeMap<String, u64>, done: &BTreeSet<String>) -> Option<String> {
        let open = |module: &&String| !done.contains(*module) && self.modules.contains_key(*module);
        let waits = |module: &String| {
            self.modules.iter().any(|(outer, cells)| {
                cells.contains_key(module) && outer != module && !done.contains(outer) && count.contains_key(outer)
            })
        };
        count.keys().filter(open).find(|module| !waits(module)).cloned()
    }
}

/// `$paramod\name\PARAMETER=...` and `$paramod$hash\name` are instances of `name`.
fn plain(module: &str) -> &str {
    match module.strip_prefix("$paramod") {
        Some(rest) => rest.split('\\').nth(1).unwrap_or(module),
        None => module,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_all_instances_are_counted() {
        let cells = |list: &[(&str, u64)]| list.iter().map(|(cell, n)| ((*cell).to_owned(), *n)).collect();
        let modules = [
            ("top".to_owned(), cells(&[("LUT4", 1), ("$paramod\\a\\N=2", 2), ("b", 1)])),
            ("$paramod\\a\\N=2".to_owned(), cells(&[("LUT4", 10), ("b", 3)])),
            ("b".to_owned(), cells(&[("LUT4", 100), ("FF", 1)])),
            ("unused".to_owned(), cells(&[("b", 9)])),
        ];
        let areas = Areas::new("top", modules.into()).own();
        assert_eq!(areas["top"], [("LUT4".to_owned(), 1)].into());
        assert_eq!(areas["a"], [("LUT4".to_owned(), 20)].into());
        assert_eq!(areas["b"], [("LUT4".to_owned(), 700), ("FF".to_owned(), 7)].into());
        assert_eq!(areas.len(), 3);
    }

    #[test]
    fn parameters_are_no_part_of_the_name() {
        assert_eq!(plain("$paramod$1f2e\\name"), "name");
        assert_eq!(plain("$paramod\\name\\A=32'1\\B=2"), "name");
        assert_eq!(plain("name"), "name");
    }
}
