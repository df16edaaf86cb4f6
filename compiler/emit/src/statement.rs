//! Statements: expressions as text, in lines of bounded length.

use super::body::Body;
use super::expression::Expression;
use gdl2hdl_net::propnet::Lit;
use std::fmt::{Result, Write};

/// Columns after which an expression goes on in the next line.
const LINE: usize = 100;

impl Body<'_> {
    /// Writes an assignment of an edge, folding in its gate when that has no wire.
    pub(super) fn assign(&mut self, start: String, edge: Lit) -> Result {
        let expression = self.folded(edge);
        self.assignment(start, &expression)
    }

    /// Writes a line with an edge as an operand between other text.
    pub(super) fn operand(&mut self, start: String, edge: Lit, end: &str) -> Result {
        let mut line = start;
        self.write(&self.folded(edge), false, &mut line)?;
        writeln!(self.out, "{line}{end}")
    }

    /// Writes a line that begins a block with an edge as its condition.
    pub(super) fn condition(&mut self, indent: &str, edge: Lit) -> Result {
        let mut line = format!("{indent}if (");
        self.write(&self.folded(edge), true, &mut line)?;
        writeln!(self.out, "{line}) begin")
    }

    /// An edge with its gate folded in when that has no wire.
    fn folded(&self, edge: Lit) -> Expression {
        let net = self.selection.net;
        let gate = net.fanin(edge.node()).is_some() && !self.wires.own[edge.node().index()];
        if gate { self.wires.expression(net, edge.node(), edge.is_complement()) } else { Expression::Edge(edge) }
    }

    /// Writes an assignment. `start` is all that stands before the expression.
    pub(super) fn assignment(&mut self, start: String, expression: &Expression) -> Result {
        let mut line = start;
        self.write(expression, true, &mut line)?;
        write!(self.out, "{line};")
    }

    fn write(&mut self, expression: &Expression, top: bool, line: &mut String) -> Result {
        let (operands, sign) = match expression {
            Expression::Edge(edge) => {
                line.push_str(&self.edge(*edge));
                return Ok(());
            }
            Expression::And(operands) => (operands, " &"),
            Expression::Or(operands) => (operands, " |"),
        };
        if !top {
            line.push('(');
        }
        for (i, operand) in operands.iter().enumerate() {
            if i > 0 {
                line.push_str(sign);
                if line.len() > LINE {
                    writeln!(self.out, "{line}")?;
                    *line = "       ".to_owned();
                }
                line.push(' ');
            }
            self.write(operand, false, line)?;
        }
        if !top {
            line.push(')');
        }
        Ok(())
    }

    fn edge(&self, edge: Lit) -> String {
        if edge.is_constant() {
            return if edge == Lit::TRUE { "1'b1" } else { "1'b0" }.to_owned();
        }
        let node = edge.node();
        let inverted = self.selection.net.fanin(node).is_some() && self.wires.inverted[node.index()];
        let mark = if edge.is_complement() != inverted { "~" } else { "" };
        format!("{mark}{}", self.names[node.index()])
    }
}
