//! What is wrong with an AIGER file, and where.

use std::fmt;

/// Where in a file: in lines as long as it is text, in bytes among binary gates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilePlace {
    /// A line, from 1.
    Line(usize),
    /// A byte, from 0.
    Byte(usize),
}

impl fmt::Display for FilePlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "line {line}"),
            Self::Byte(byte) => write!(f, "byte {byte}"),
        }
    }
}

/// A file that can't be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{place}: {problem}")]
pub struct AigerError {
    /// Where.
    pub place: FilePlace,
    /// What.
    pub problem: Problem,
}

/// What can be wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// No AIGER file.
    #[error("this is no AIGER file: it must begin with `aag` or `aig` and five numbers")]
    Header,
    /// A binary file whose line ends were changed.
    #[error(
        "the lines of this binary file end in CR: it was changed as if it were text, and its gates with it; copy it \
         again as a binary file, or take the text form (`aag`)"
    )]
    Carried,
    /// Properties of model checkers other than outputs.
    #[error(
        "constraints, justice and fairness (numbers seven to nine of the first line) can't be taken; only outputs can"
    )]
    Properties,
    /// Numbers of the first line that contradict each other.
    #[error("the highest variable is {max}, but there are {sum} inputs, latches and gates")]
    Sum {
        /// The highest variable, as the first line says.
        max: u64,
        /// Inputs, latches and gates.
        sum: u64,
    },
    /// Too large.
    #[error("more than {0} variables are not supported")]
    Large(u64),
    /// The file ends too early.
    #[error("the file ends where {0} should be")]
    End(&'static str),
    /// A line that is something else.
    #[error("{0} should be here")]
    Expected(&'static str),
    /// A literal above the highest.
    #[error("literal {0} is above the highest variable")]
    Beyond(u32),
    /// A variable that is nowhere defined.
    #[error("variable {0} is neither input nor latch nor gate")]
    Undefined(u32),
    /// A variable that is defined twice.
    #[error("variable {0} is defined twice")]
    Twice(u32),
    /// A gate that depends on itself.
    #[error("gate {0} depends on itself")]
    Loop(u32),
    /// A first value of a latch that is none.
    #[error("the first value of a latch is 0, 1 or the latch itself, not {0}")]
    Reset(u32),
    /// Differences of binary gates that lead nowhere.
    #[error("the fan-ins of gate {0} are not below it")]
    Fanin(u32),
    /// A name for something that is not there.
    #[error("there is no {kind}{position} to be named")]
    Symbol {
        /// `i`, `l` or `o`.
        kind: char,
        /// Position, from 0.
        position: u32,
    },
}
