//! Counts of cells out of the JSON that Yosys's `stat` writes.

use std::collections::BTreeMap;

use serde_json::Value;

/// How many cells of each type the whole design has; `None` for a text of another form.
pub(super) fn cells(text: &str) -> Option<BTreeMap<String, u64>> {
    let value: Value = serde_json::from_str(text).ok()?;
    let types = value.get("design")?.get("num_cells_by_type")?.as_object()?;
    types.iter().map(|(cell, count)| Some((cell.clone(), count.as_u64()?))).collect()
}

/// For each module how many cells of each type it has itself, instances of other modules among them; `None` for a text
/// of another form.
pub(super) fn modules(text: &str) -> Option<BTreeMap<String, BTreeMap<String, u64>>> {
    // Of designs with several modules Yosys 0.23 puts a table between this object and the next.
    let (_, rest) = text.split_once("\"modules\":")?;
    let value = serde_json::Deserializer::from_str(rest).into_iter::<Value>().next()?.ok()?;
    let modules = value.as_object()?;
    let counts = |module: &Value| -> Option<BTreeMap<String, u64>> {
        let types = module.get("num_cells_by_type")?.as_object()?;
        types.iter().map(|(cell, count)| Some((cell.clone(), count.as_u64()?))).collect()
    };
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
            "design": {} }"#;
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
