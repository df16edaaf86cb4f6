//! What each part of a design takes.

use std::collections::{BTreeMap, BTreeSet};

/// The cells of a design, part by part: nothing is shared across their borders.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Areas {
    top: String,
    /// For each module its own cells and the modules it has instances of, with their numbers.
    modules: BTreeMap<String, BTreeMap<String, u64>>,
}

/// What the instances of a module take that are in instances of another one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// The module as it is called in the text, its parameters aside.
    pub module: String,
    /// How many instances there are, all those of the module above together.
    pub instances: u64,
    /// Their cells, without those of modules inside of them.
    pub own: BTreeMap<String, u64>,
    /// Their cells, with those.
    pub all: BTreeMap<String, u64>,
    /// The modules inside, sorted by name.
    pub inside: Vec<Area>,
}

impl Area {
    /// Takes up the instances of the same module with other parameters.
    fn merge(&mut self, other: Self) {
        self.instances += other.instances;
        add(&mut self.own, &other.own);
        add(&mut self.all, &other.all);
        other.inside.into_iter().for_each(|area| place(&mut self.inside, area));
    }
}

/// Puts an area among others, each module of which is there once.
fn place(areas: &mut Vec<Area>, area: Area) {
    match areas.binary_search_by(|there| there.module.cmp(&area.module)) {
        Ok(at) => areas[at].merge(area),
        Err(at) => areas.insert(at, area),
    }
}

fn add(sum: &mut BTreeMap<String, u64>, cells: &BTreeMap<String, u64>) {
    cells.iter().for_each(|(cell, count)| *sum.entry(cell.clone()).or_default() += count);
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

    /// The design as a tree of its modules.
    #[must_use]
    pub fn tree(&self) -> Area {
        self.area(&self.top, 1)
    }

    /// So many instances of a module. Modules have no instances of themselves.
    fn area(&self, module: &str, instances: u64) -> Area {
        let mut area = Area { module: plain(module).to_owned(), instances, ..Area::default() };
        for (cell, count) in self.modules.get(module).into_iter().flatten() {
            if self.modules.contains_key(cell) {
                let inner = self.area(cell, instances * count);
                add(&mut area.all, &inner.all);
                place(&mut area.inside, inner);
            } else {
                *area.own.entry(cell.clone()).or_default() += instances * count;
            }
        }
        add(&mut area.all, &area.own);
        area
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
    fn a_tree_has_all_cells_once() {
        let cells = |list: &[(&str, u64)]| list.iter().map(|(cell, n)| ((*cell).to_owned(), *n)).collect();
        let modules = [
            ("top".to_owned(), cells(&[("LUT4", 1), ("$paramod\\a\\N=2", 2), ("$paramod\\a\\N=3", 1), ("b", 1)])),
            ("$paramod\\a\\N=2".to_owned(), cells(&[("LUT4", 10), ("b", 3)])),
            ("$paramod\\a\\N=3".to_owned(), cells(&[("LUT4", 1000)])),
            ("b".to_owned(), cells(&[("LUT4", 100), ("FF", 1)])),
        ];
        let top = Areas::new("top", modules.into()).tree();
        assert_eq!((top.own["LUT4"], top.all["LUT4"], top.all["FF"]), (1, 1721, 7));
        let [a, b] = &top.inside[..] else { panic!("{top:?}") };
        assert_eq!((a.module.as_str(), a.instances, a.own["LUT4"], a.all["LUT4"]), ("a", 3, 1020, 1620));
        assert_eq!((b.module.as_str(), b.instances, b.all["FF"], a.inside[0].instances), ("b", 1, 1, 6));
    }

    #[test]
    fn parameters_are_no_part_of_the_name() {
        assert_eq!(plain("$paramod$1f2e\\name"), "name");
        assert_eq!(plain("$paramod\\name\\A=32'1\\B=2"), "name");
        assert_eq!(plain("name"), "name");
    }
}
