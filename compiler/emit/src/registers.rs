//! The registers of a module: `always` blocks of bounded size.

use super::body::Body;
use super::clocking::RegisterClocking;
use gdl2hdl_net::propnet::Lit;
use std::collections::BTreeMap;
use std::fmt::{Result, Write};
use std::ops::Range;

/// Registers in one `always` block.
const BLOCK: usize = 64;

/// Writes all registers. **Shape:** `clocks` has one entry for each base, or none, when all have one enable.
pub(super) fn registers(body: &mut Body<'_>, clocks: &[RegisterClocking]) -> Result {
    let bases = body.selection.net.ports.bases.len();
    let clock = |base: usize| clocks.get(base).copied().unwrap_or_default();
    let mut first = BTreeMap::new();
    (0..bases).for_each(|base| {
        first.entry(clock(base)).or_insert(base);
    });
    let mut order: Vec<(RegisterClocking, usize)> = (0..bases).map(|base| (clock(base), base)).collect();
    let group = |clock: &RegisterClocking| (clock.hold != Lit::FALSE, first[clock]);
    let kind = |clock: &RegisterClocking| (clock.free, clock.reset != Lit::FALSE);
    order.sort_by_key(|(clock, base)| (kind(clock), group(clock), *base));
    for same in order.chunk_by(|(a, _), (b, _)| kind(a) == kind(b)) {
        match kind(&same[0].0) {
            (true, _) => same.chunks(BLOCK).try_for_each(|block| free(body, block))?,
            (_, false) => blocks(same).try_for_each(|block| enabled(body, &same[block]))?,
            (_, true) => {
                let groups = same.chunk_by(|(a, _), (b, _)| (a.hold, a.reset) == (b.hold, b.reset));
                groups.flat_map(|group| group.chunks(BLOCK)).try_for_each(|block| reset(body, block))?;
            }
        }
    }
    Ok(())
}

/// Blocks of registers that are not too large, and end with an enable's last register where that can be.
fn blocks(order: &[(RegisterClocking, usize)]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut start = 0;
    std::iter::from_fn(move || {
        let end = order.len().min(start + BLOCK);
        let splits = |end: &usize| order.get(*end).is_some_and(|(clock, _)| clock.hold == order[end - 1].0.hold);
        let end = (start + 1..=end).rev().find(|end| !splits(end)).unwrap_or(end);
        let block = start..end;
        start = end;
        (!block.is_empty()).then_some(block)
    })
}

/// Registers that the module's reset, a load, or a step changes, in this order.
fn enabled(body: &mut Body<'_>, block: &[(RegisterClocking, usize)]) -> Result {
    writeln!(body.out, "\n  always @(posedge clk_i) begin\n    if (rst_i) begin")?;
    initial(body, block)?;
    writeln!(body.out, "    end else if (load_i) begin")?;
    for (_, i) in block {
        writeln!(body.out, "      {} <= state_i[{i}];", body.names[1 + i])?;
    }
    if block.iter().any(|(clock, _)| clock.hold != Lit::TRUE) {
        writeln!(body.out, "    end else if (step_i) begin")?;
    }
    for group in block.chunk_by(|(a, _), (b, _)| a.hold == b.hold) {
        let hold = group[0].0.hold;
        if hold == Lit::FALSE {
            step(body, "      ", group)?;
        } else if hold != Lit::TRUE {
            body.condition("      ", !hold)?;
            step(body, "        ", group)?;
            writeln!(body.out, "      end")?;
        }
    }
    writeln!(body.out, "    end\n  end")
}

/// The initial values.
fn initial(body: &mut Body<'_>, block: &[(RegisterClocking, usize)]) -> Result {
    for (_, i) in block {
        let init = body.selection.net.ports.bases[*i].init;
        writeln!(body.out, "      {} <= 1'b{};", body.names[1 + i], u8::from(init))?;
    }
    Ok(())
}

/// The next states.
fn step(body: &mut Body<'_>, indent: &str, group: &[(RegisterClocking, usize)]) -> Result {
    for (_, i) in group {
        body.line()?;
        let next = body.selection.net.ports.bases[*i].next;
        body.assign(format!("{indent}{} <= ", body.names[1 + i]), next)?;
        writeln!(body.out)?;
    }
    Ok(())
}

/// Registers that take their initial value in some steps: this costs less as a reset than in their next states.
fn reset(body: &mut Body<'_>, block: &[(RegisterClocking, usize)]) -> Result {
    let RegisterClocking { hold, reset, .. } = block[0].0;
    writeln!(
        body.out,
        "\n  // These take their initial values in some steps, too. What resets them needs their enable."
    )?;
    writeln!(body.out, "  always @(posedge clk_i) begin")?;
    match hold {
        Lit::FALSE => writeln!(body.out, "    if (rst_i | load_i | step_i) begin")?,
        Lit::TRUE => writeln!(body.out, "    if (rst_i | load_i) begin")?,
        _ => body.operand("    if (rst_i | load_i | (step_i & ".to_owned(), !hold, ")) begin")?,
    }
    match reset {
        Lit::TRUE => writeln!(body.out, "    if (rst_i | ~load_i) begin")?,
        _ => body.operand("    if (rst_i | (~load_i & ".to_owned(), reset, ")) begin")?,
    }
    initial(body, block)?;
    writeln!(body.out, "    end else begin")?;
    for (clock, i) in block {
        body.line()?;
        let (name, next) = (&body.names[1 + i], body.selection.net.ports.bases[*i].next);
        if clock.idle {
            writeln!(body.out, "      {name} <= state_i[{i}];")?;
        } else {
            body.operand(format!("      {name} <= load_i ? state_i[{i}] : "), next, ";")?;
        }
    }
    writeln!(body.out, "    end\n    end\n  end")
}

/// Registers without an enable.
fn free(body: &mut Body<'_>, block: &[(RegisterClocking, usize)]) -> Result {
    let why =
        "Not as conditions: synthesis would make an enable of them, and these fit in a table with what they keep.";
    writeln!(body.out, "\n  // {why}\n  always @(posedge clk_i) begin\n    if (rst_i) begin")?;
    initial(body, block)?;
    writeln!(body.out, "    end else begin")?;
    for (_, i) in block {
        body.line()?;
        let (name, next) = (&body.names[1 + i], body.selection.net.ports.bases[*i].next);
        let stepped = match next {
            Lit::FALSE => format!("(~load_i & ~step_i & {name})"),
            Lit::TRUE => format!("(~load_i & (step_i | {name}))"),
            _ if next.is_complement() => format!("(~load_i & step_i & ~{name}) | (~load_i & ~step_i & {name})"),
            _ => format!("(~load_i & {name})"),
        };
        writeln!(body.out, "      {name} <= (load_i & state_i[{i}]) | {stepped};")?;
    }
    writeln!(body.out, "    end\n  end")
}
