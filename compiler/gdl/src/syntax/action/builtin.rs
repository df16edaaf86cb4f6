//! The predefined relations of action rules.
//!
//! Numbers are computed as the original interpreter does: in floating point, printed as text, compared as text.

use std::cmp::Ordering;

/// A predefined relation that is decided by its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    /// The two terms differ.
    Distinct,
    /// The two terms are the same.
    Same,
    /// The last argument is a function of the ones before.
    Compute(Function),
    /// The first argument stands before the second one, or is it.
    Compare(Order),
}

/// A function of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Function {
    Plus,
    Minus,
    Times,
    Quotient,
    Remainder,
    Min,
    Max,
}

/// An order of numbers, or of texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Order {
    AtMost,
    Less,
    TextAtMost,
    TextLess,
}

/// Predefined relations of the original interpreter that are not supported: no public game uses them.
const UNSUPPORTED: &[&str] = &[
    "mutex",
    "setofall",
    "evaluate",
    "member",
    "map",
    "choose",
    "if",
    "append",
    "revappend",
    "reverse",
    "length",
    "nil",
    "cons",
    "stringappend",
    "stringlength",
    "substring",
    "matches",
    "abs",
    "sqrt",
    "pow",
    "power",
    "exp",
    "log",
    "floor",
    "ceil",
    "ceiling",
    "round",
    "bitand",
    "bitor",
    "bitxor",
    "bitnot",
    "bitshl",
    "bitshr",
];

/// The predefined relation of this name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    Some(match name {
        "distinct" => Builtin::Distinct,
        "same" => Builtin::Same,
        "plus" => Builtin::Compute(Function::Plus),
        "minus" => Builtin::Compute(Function::Minus),
        "times" => Builtin::Compute(Function::Times),
        "quotient" => Builtin::Compute(Function::Quotient),
        "remainder" => Builtin::Compute(Function::Remainder),
        "min" => Builtin::Compute(Function::Min),
        "max" => Builtin::Compute(Function::Max),
        "leq" => Builtin::Compare(Order::AtMost),
        "less" => Builtin::Compare(Order::Less),
        "symleq" => Builtin::Compare(Order::TextAtMost),
        "symless" => Builtin::Compare(Order::TextLess),
        _ => return None,
    })
}

/// Whether the name means something to the original interpreter that is not supported here.
pub(super) fn is_unsupported(name: &str) -> bool {
    UNSUPPORTED.contains(&name)
}

impl Builtin {
    /// Whether it takes so many arguments.
    pub(super) fn takes(self, arguments: usize) -> bool {
        match self {
            Self::Distinct | Self::Same | Self::Compare(_) => arguments == 2,
            Self::Compute(Function::Minus | Function::Quotient | Function::Remainder) => arguments == 3,
            Self::Compute(_) => arguments >= 3,
        }
    }
}

/// The number a name stands for; `7` and `07` are the same number.
fn number(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain =
        digits.starts_with(|c: char| c.is_ascii_digit()) && digits.chars().all(|c| c.is_ascii_digit() || c == '.');
    if plain { text.parse().ok() } else { None }
}

/// A number as text; `None` where it would be written with an exponent, which is no name.
fn text(number: f64) -> Option<String> {
    let plain = number == 0.0 || (1e-6..1e21).contains(&number.abs());
    // Zero has one name, whatever its sign.
    plain.then(|| format!("{}", number + 0.0))
}

impl Function {
    /// The value for these arguments; `None` when one is no number, or the result has no name.
    pub(super) fn value(self, arguments: &[&str]) -> Option<String> {
        let numbers: Vec<f64> = arguments.iter().map(|text| number(text)).collect::<Option<_>>()?;
        let (&first, rest) = numbers.split_first()?;
        let fold = |join: fn(f64, f64) -> f64| rest.iter().fold(first, |so_far, &next| join(so_far, next));
        text(match self {
            Self::Plus => fold(|a, b| a + b),
            Self::Minus => fold(|a, b| a - b),
            Self::Times => fold(|a, b| a * b),
            Self::Quotient => fold(|a, b| a / b),
            Self::Remainder => fold(|a, b| a % b),
            Self::Min => fold(f64::min),
            Self::Max => fold(f64::max),
        })
    }
}

impl Order {
    /// Whether the first stands before the second, or is it where that counts.
    pub(super) fn holds(self, first: &str, second: &str) -> bool {
        let order = match self {
            Self::AtMost | Self::Less => match (number(first), number(second)) {
                (Some(first), Some(second)) => first.partial_cmp(&second),
                _ => None,
            },
            Self::TextAtMost | Self::TextLess => Some(first.cmp(second)),
        };
        match self {
            Self::AtMost | Self::TextAtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::Less | Self::TextLess => order == Some(Ordering::Less),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_computed_and_written_as_the_original_does() {
        let value = |function: Function, arguments: &[&str]| function.value(arguments);
        assert_eq!(value(Function::Plus, &["1", "02", "3"]).as_deref(), Some("6"));
        assert_eq!(value(Function::Minus, &["1", "4"]).as_deref(), Some("-3"));
        assert_eq!(value(Function::Times, &["-1", "0"]).as_deref(), Some("0"));
        assert_eq!(value(Function::Quotient, &["1", "2"]).as_deref(), Some("0.5"));
        assert_eq!(value(Function::Quotient, &["1", "0"]), None);
        assert_eq!(value(Function::Remainder, &["7", "4"]).as_deref(), Some("3"));
        assert_eq!(value(Function::Max, &["3", "10"]).as_deref(), Some("10"));
        assert_eq!(value(Function::Plus, &["1", "x"]), None);
    }

    #[test]
    fn orders_of_numbers_are_not_orders_of_texts() {
        assert!(Order::Less.holds("9", "10") && !Order::TextLess.holds("9", "10"));
        assert!(Order::AtMost.holds("07", "7") && !Order::Less.holds("07", "7"));
        assert!(!Order::AtMost.holds("a", "b") && Order::TextAtMost.holds("a", "a"));
    }
}
