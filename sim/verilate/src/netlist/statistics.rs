//! Counts of cells out of the JSON that Yosys's `stat` writes.

use std::collections::BTreeMap;

use serde_json::Value;

/// How many cells of each type the whole design has, by what `stat -json` wrote; `None` for a text of another form.
#[must_use]
pub fn cells(text: &str) -> Option<BTreeMap<String, u64>> {
    counts(&member(text, "design")?)
}

/// A member of the outermost object. Where a design has several modules, what Yosys 0.23 writes is no JSON as a whole:
/// it puts a LUT between two members.
fn member(text: &str, name: &str) -> Option<Value> {
    let (_, rest) = text.split_once(&format!("\"{name}\":"))?;
    serde_json::Deserializer::from_str(rest).into_iter::<Value>().next()?.ok()
}

fn counts(module: &Value) -> Option<BTreeMap<String, u64>> {
    let types = module.get("num_cells_by_type")?.as_object()?;
    types.iter().map(|(cell, count)| Some((cell.clone(), count.as_u64()?))).collect()
}

/// For each module how many cells of each type it has itself, instances of other modules among them; `None` for a text
/// of another form.
pub(super) fn modules(text: &str) -> Option<BTreeMap<String, BTreeMap<String, u64>>> {
    let value = member(text, "modules")?;
    let modules = value.as_object()?;
    modules.iter().map(|(name, module)| Some((name.trim_start_matches('\\').to_owned(), counts(module)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let text = r#"{ "creator": "Yosys", "modules": { "\\m": { "num_cells": 9 } },
            "design": { "num_cells": 3, "num_cells_by_type": { "LUT4": 2, "TRELLIS_FF": 1 } } }"#;
        assert_eq!(cells(text).unwrap(), [("LUT4".to_owned(), 2), ("TRELLIS_FF".to_owned(), 1)].into());
    }

    #[test]
    fn modules_have_counts_of_their_own() {
        let text = r#"{ "modules": { "\\m": { "num_cells_by_type": { "LUT4": 2, "$paramod\\p\\N=3": 1 } },
            "$paramod\\p\\N=3": { "num_cells_by_type": { "LUT4": 5 } } },
              $paramod\p\N=3  1
            "design": { "num_cells_by_type": { "LUT4": 7 } } }"#;
        assert_eq!(cells(text).unwrap()["LUT4"], 7);
        let modules = modules(text).unwrap();
        assert_eq!(modules["m"], [("LUT4".to_owned(), 2), ("$paramod\\p\\N=3".to_owned(), 1)].into());
        assert_eq!(modules["$paramod\\p\\N=3"]["LUT4"], 5);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "{}", "[1]", r#"{"design": {}}"#, r#"{"design": {"num_cells_by_type": {"A": -1}}}"#] {
            assert_eq!(cells(text), None, "{text}");
        }
    }
}
