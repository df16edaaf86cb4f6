//! What the rules of a game cost to ground, for people and for scripts.

use gdl2hdl_gdl::diagnostics::Lines;
use gdl2hdl_ground::RuleCost;
use serde_json::{Value, json};
use std::fmt::Write;

/// Rules listed for people: those that cost most.
const LISTED: usize = 20;
/// Characters of a rule's text that are shown.
const SHOWN: usize = 60;

/// The costs of a game's rules.
pub(crate) struct Profile<'a> {
    text: &'a str,
    lines: Lines<'a>,
    costs: &'a [RuleCost],
}

impl<'a> Profile<'a> {
    pub(crate) fn new(text: &'a str, costs: &'a [RuleCost]) -> Self {
        Self { text, lines: Lines::of(text), costs }
    }

    /// All rules, with their places: what scripts read.
    pub(crate) fn json(&self) -> Value {
        let rule = |cost: &RuleCost| {
            json!({
                "line": self.lines.position(cost.span.start as usize).line,
                "matches": cost.matches,
                "ground_rules": cost.instances,
                "ms": (cost.time.as_secs_f64() * 1e6).round() / 1e3,
                "rule": self.rule(cost),
            })
        };
        self.costs.iter().map(rule).collect()
    }

    /// A table of the rules that cost most.
    pub(crate) fn text(&self) -> String {
        let mut out = format!("{:>12}{:>14}{:>12}{:>7}  rule\n", "matches", "ground rules", "ms", "line");
        for cost in self.costs.iter().take(LISTED) {
            let line = self.lines.position(cost.span.start as usize).line;
            let ms = cost.time.as_secs_f64() * 1e3;
            // Writing to a string can't fail.
            let _ = writeln!(out, "{:>12}{:>14}{ms:>12.3}{line:>7}  {}", cost.matches, cost.instances, self.rule(cost));
        }
        if self.costs.len() > LISTED {
            let _ = writeln!(out, "and {} rules more", self.costs.len() - LISTED);
        }
        out
    }

    /// The beginning of a rule's text, on one line.
    fn rule(&self, cost: &RuleCost) -> String {
        let text = self.text.get(cost.span.start as usize..cost.span.end as usize).unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let line: String = words.join(" ");
        if line.chars().count() <= SHOWN { line } else { line.chars().take(SHOWN).chain("...".chars()).collect() }
    }
}
