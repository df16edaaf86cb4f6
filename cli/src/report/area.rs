//! What the modules of an engine take, for people and for scripts.

use gdl2hdl_verilate::Area;
use gdl2hdl_verilate::netlist::CellCounts;
use serde::Serialize;
use std::collections::BTreeMap;

/// The instances of a module in those of another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Module {
    module: String,
    instances: u64,
    /// With the modules inside.
    all: CellCounts,
    /// Without them.
    own: CellCounts,
    inside: Vec<Module>,
}

impl Module {
    fn of(area: &Area) -> Self {
        Self {
            module: area.module.clone(),
            instances: area.instances,
            all: CellCounts::of(&area.all),
            own: CellCounts::of(&area.own),
            inside: area.inside.iter().map(Self::of).collect(),
        }
    }

    /// Lines of a table: this module, then those inside, each a blank further in.
    fn rows(&self, depth: usize, rows: &mut Vec<[String; 9]>) {
        let [lut4, carry, ff, ram, dsp] = self.all.numbers().map(|number| number.to_string());
        let name = format!("{}{}", " ".repeat(2 * depth), self.module);
        let [own_lut4, own_ff] = [self.own.lut4, self.own.ff].map(|number| number.to_string());
        rows.push([name, self.instances.to_string(), lut4, carry, ff, ram, dsp, own_lut4, own_ff]);
        self.inside.iter().for_each(|module| module.rows(depth + 1, rows));
    }
}

/// The areas of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct AreaView {
    game: String,
    family: &'static str,
    /// Each module mapped by itself.
    engine: Module,
    /// The engine as it is mapped for a device: without borders between modules.
    flattened: CellCounts,
}

pub(crate) fn area(game: &str, family: &'static str, tree: &Area, whole: &BTreeMap<String, u64>) -> AreaView {
    AreaView { game: game.to_owned(), family, engine: Module::of(tree), flattened: CellCounts::of(whole) }
}

impl AreaView {
    /// A table, with the whole on its last line.
    pub(crate) fn text(&self) -> String {
        let header = ["module", "instances", "LUT4", "carry", "FF", "RAM", "DSP", "own LUT4", "own FF"];
        let mut rows = vec![header.map(str::to_owned)];
        self.engine.rows(0, &mut rows);
        let [lut4, carry, ff, ram, dsp] = self.flattened.numbers().map(|number| number.to_string());
        let none = String::new;
        rows.push(["flattened".to_owned(), none(), lut4, carry, ff, ram, dsp, none(), none()]);
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..header.len()).map(width).collect();
        let mut text = format!("{} on {}, each module mapped by itself\n", self.game, self.family);
        for row in &rows {
            let numbers: String = (1..row.len()).map(|i| format!("  {:>1$}", row[i], widths[i])).collect();
            text += format!("{:1$}{numbers}", row[0], widths[0]).trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_indented_and_the_whole_comes_last() {
        let cells = |luts: u64, pairs: u64| BTreeMap::from([("LUT4".to_owned(), luts), ("CCU2C".to_owned(), pairs)]);
        let inner =
            Area { module: "core".to_owned(), instances: 2, own: cells(4, 1), all: cells(4, 1), inside: Vec::new() };
        let tree =
            Area { module: "e".to_owned(), instances: 1, own: cells(3, 0), all: cells(7, 1), inside: vec![inner] };
        let text = area("g", "ecp5", &tree, &cells(5, 1)).text();
        let expected = "g on ecp5, each module mapped by itself
module     instances  LUT4  carry  FF  RAM  DSP  own LUT4  own FF
e                  1     9      2   0    0    0         3       0
  core             2     6      2   0    0    0         6       0
flattened                7      2   0    0    0\n";
        assert_eq!(text, expected);
    }
}
