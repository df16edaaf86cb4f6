//! Which moves share a picker.

use gdl2hdl_net::Net;
use gdl2hdl_net::playout::{Choices, Draw, Draws};

/// All picks of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picks {
    /// Pickers.
    pub(super) pickers: Vec<Picker>,
    /// Moves without alternative: made whenever they are legal.
    pub(super) forced: Vec<usize>,
    /// Each role without a picker and its moves: one of them must be legal.
    pub(super) without: Vec<(usize, Vec<usize>)>,
    /// The random bits.
    pub(super) draws: Draws,
}

/// One picker: the choices of one role, or of roles that never have one at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Picker {
    /// The random bits of a pick.
    pub(super) draw: Draw,
    /// The roles.
    pub(super) members: Vec<Member>,
}

/// A role of a picker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Member {
    /// The role.
    pub(super) role: usize,
    /// Moves it may have to choose from; the picker's input `i` is legal when the `i`-th of some member is.
    pub(super) open: Vec<usize>,
    /// The move that is legal only when none of these is.
    pub(super) alone: Option<usize>,
}

impl Picker {
    /// Inputs of the picker.
    pub(super) fn candidates(&self) -> usize {
        self.members.iter().map(|member| member.open.len()).max().unwrap_or(0)
    }

    /// Bits of the number of a pick.
    pub(super) fn number_bits(&self) -> u32 {
        clog2(self.candidates()).max(1)
    }
}

impl Picks {
    pub(super) fn new(net: &Net, choices: &Choices) -> Self {
        let draws = Draws::new(net, choices);
        let mut picks = Self { pickers: Vec::new(), forced: Vec::new(), without: Vec::new(), draws };
        let mut picker_of_group = vec![None; choices.roles.len()];
        for (role, choice) in choices.roles.iter().enumerate() {
            let moves = net.ports.inputs_of(role);
            let draw = picks.draws.roles[role];
            if draw.bits == 0 {
                picks.forced.extend(moves.clone());
                picks.without.push((role, moves.collect()));
                continue;
            }
            picks.forced.extend(choice.alone);
            let member = Member { role, open: choices.open(role, moves).collect(), alone: choice.alone };
            let number = picker_of_group[choice.group].unwrap_or(picks.pickers.len());
            match picks.pickers.get_mut(number) {
                Some(picker) => picker.members.push(member),
                None => picks.pickers.push(Picker { draw, members: vec![member] }),
            }
            picker_of_group[choice.group] = Some(number);
        }
        picks
    }

    /// Bits of the code of a joint move: the numbers of all picks side by side, at least one bit.
    pub(super) fn code_bits(&self) -> u32 {
        self.pickers.iter().map(Picker::number_bits).sum::<u32>().max(1)
    }
}

/// Bits that number so many things: 0 for one.
pub(super) fn clog2(count: usize) -> u32 {
    count.max(1).next_power_of_two().trailing_zeros()
}

/// Pairs of bits of a count of so many moves, each of which is a row of `hdl/rtl/playout_scale.v`: they stand for 0 to 2
/// times, so one reaches 2, two reach 10, three 42.
#[must_use]
pub fn pairs(most: usize) -> u32 {
    let (mut pairs, mut reach) = (1, 2);
    while reach < most {
        (pairs, reach) = (pairs + 1, 4 * reach + 2);
    }
    pairs
}

impl Picks {
    /// The joint move of the start state that has a code: for each role the move among all moves. `None` when the
    /// code is of none of the legal ones.
    pub(super) fn joint(&self, legal: &[bool], code: u32) -> Option<Vec<usize>> {
        let mut joint = vec![None; self.draws.roles.len()];
        let is_legal = |mv: &usize| legal.get(*mv).copied().unwrap_or(false);
        let mut rest = u64::from(code);
        for picker in &self.pickers {
            let number = rest & ((1 << picker.number_bits()) - 1);
            rest >>= picker.number_bits();
            for member in &picker.members {
                let mut open = member.open.iter().copied().filter(|mv| is_legal(mv)).peekable();
                joint[member.role] = match open.peek() {
                    Some(_) => open.nth(usize::try_from(number).ok()?),
                    None => member.alone.filter(|mv| is_legal(mv)),
                };
            }
        }
        for (role, moves) in &self.without {
            joint[*role] = moves.iter().copied().find(|mv| is_legal(mv));
        }
        if rest == 0 { joint.into_iter().collect() } else { None }
    }
}
