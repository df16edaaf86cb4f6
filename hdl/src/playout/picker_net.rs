//! The game as the pickers of a core see it: a net whose moves are the inputs and outputs of pickers.
//!
//! What lies between a net's moves and its picks is logic like any other: which candidates of a picker are open, whose move a
//! picked candidate is, moves without alternative. As a part of the net it is optimised with it, under all that is known of
//! the game; so most of it goes away.

use super::picks::{Member, Picker, Picks};
use gdl2hdl_gdl::id::id;
use gdl2hdl_gdl::observer::{Observer, Stopped};
use gdl2hdl_net::Group;
use gdl2hdl_net::propnet::{Goal, Input, Lit, Ports};
use gdl2hdl_net::{Builder, Net};
use gdl2hdl_opt::{self as opt, Level, Never, OptimiseError};
use std::ops::Range;

/// Larger nets are taken as they are: what there is between moves and picks is little beside them.
const MOST_GATES: usize = 100_000;

/// A net whose moves are candidates of pickers. Roles are the pickers, each with a candidate more, `none`, that is open when no
/// other one is; and at last one with the move `free`, which is legal unless some role is stuck.
pub(super) struct PickerNet {
    /// The net. Bases, goals and terminal are those of the game.
    pub(super) net: Net,
    /// For each picker its candidates among the net's moves, `none` left out.
    pub(super) of_picker: Vec<Range<usize>>,
}

impl PickerNet {
    /// The candidates of a net whose groups are known.
    ///
    /// # Errors
    /// [`OptimiseError`]: the observer stops the work, or a pass is found broken. There is no slower way around either: a
    /// plain net in their place would hide a defect, and make other gateware of the same game.
    pub(super) fn new(
        net: &Net,
        picks: &Picks,
        groups: &[Group],
        observer: &dyn Observer,
    ) -> Result<Self, OptimiseError> {
        let mut candidates = Self::plain(net, picks, observer)?;
        observer.go_on()?;
        if candidates.net.num_gates() > MOST_GATES {
            return Ok(candidates);
        }
        candidates.settle(groups, observer)?;
        let net = opt::optimise_logic(candidates.net, groups, Level::O2, observer)?;
        Ok(Self { net, of_picker: candidates.of_picker })
    }

    /// Whether some role may be without legal moves in play.
    pub(super) fn may_be_stuck(&self) -> bool {
        self.net.ports.inputs[self.free()].legal != Lit::TRUE
    }

    /// PickerNet that are always open in play, and those that never are.
    fn settle(&mut self, groups: &[Group], observer: &dyn Observer) -> Result<(), Stopped> {
        let mut never = Never::new(&self.net, groups, observer);
        let free = self.free();
        let nones: Vec<usize> = self.of_picker.iter().map(|candidates| candidates.end).collect();
        let ports = &mut self.net.ports;
        if never.in_play(&[!ports.inputs[free].legal]) {
            ports.inputs[free].legal = Lit::TRUE;
        }
        for none in nones {
            if never.in_play(&[ports.inputs[none].legal]) {
                ports.inputs[none].legal = Lit::FALSE;
            }
        }
        // A question that was cut short shows nothing: what it leaves is no settled net.
        observer.go_on()
    }

    /// Position of the move that is legal unless some role is stuck.
    pub(super) fn free(&self) -> usize {
        self.net.ports.inputs.len() - 1
    }

    fn plain(net: &Net, picks: &Picks, observer: &dyn Observer) -> Result<Self, Stopped> {
        let mut ports = Ports { bases: net.ports.bases.clone(), ..Ports::default() };
        let mut of_picker = Vec::new();
        for picker in &picks.pickers {
            let first = ports.inputs.len();
            of_picker.push(first..first + picker.candidates());
            // In the order of their text, `none` at last.
            role(
                &mut ports,
                (0..picker.candidates()).map(|candidate| format!("{candidate:06}")).chain(["none".to_owned()]),
            );
        }
        role(&mut ports, ["free".to_owned()].into_iter());
        let mut builder = Builder::new(ports);
        // First what depends on the state alone; then all the rest, once picks are moves.
        let mut leaves: Vec<Lit> = [Lit::FALSE].into();
        leaves.extend((0..net.ports.bases.len()).map(|base| builder.net().ports.base(base)));
        leaves.resize(net.ports.first_gate(), Lit::FALSE);
        let state = builder.add_gates_observed(net, leaves.clone(), observer)?;
        let legal: Vec<Lit> = net.ports.inputs.iter().map(|input| input.legal.moved(&state)).collect();
        let mut wiring = Wiring { legal, builder };
        let does = wiring.does(picks, &of_picker);
        wiring.free(net);
        let mut builder = wiring.builder;
        leaves[1 + net.ports.bases.len()..].copy_from_slice(&does);
        let after = builder.add_gates_observed(net, leaves, observer)?;
        let ports = builder.ports();
        for (base, old) in ports.bases.iter_mut().zip(&net.ports.bases) {
            base.next = old.next.moved(&after);
        }
        ports.terminal = net.ports.terminal.moved(&state);
        // Whose they are does not matter here.
        let goals = net.ports.goals.iter().zip(0..);
        ports.goals = goals.map(|(goal, value)| Goal { role: 0, value, holds: goal.holds.moved(&state) }).collect();
        Ok(Self { net: builder.finish(), of_picker })
    }
}

/// Adds a role with moves of these names, none of them legal yet.
fn role(ports: &mut Ports, moves: impl Iterator<Item = String>) {
    let role = id(ports.roles.len());
    ports.roles.push(format!("{role:06}").into());
    ports.inputs.extend(moves.map(|action| Input { role, action: action.into(), legal: Lit::FALSE }));
}

/// What lies between moves and picks.
struct Wiring {
    /// Which moves of the game are legal.
    legal: Vec<Lit>,
    builder: Builder,
}

impl Wiring {
    fn or(&mut self, edges: impl IntoIterator<Item = Lit>) -> Lit {
        !self.builder.and_all(edges.into_iter().map(|edge| !edge))
    }

    /// Opens candidates, and says which moves are made when some are picked.
    fn does(&mut self, picks: &Picks, of_picker: &[Range<usize>]) -> Vec<Lit> {
        let mut does = vec![Lit::FALSE; self.legal.len()];
        for (picker, candidates) in picks.pickers.iter().zip(of_picker) {
            self.open(picker, candidates);
            for member in &picker.members {
                let chooses = if picker.members.len() > 1 { self.chooses(member) } else { Lit::TRUE };
                for (&mv, candidate) in member.open.iter().zip(candidates.clone()) {
                    let pick = self.builder.net().ports.input(candidate);
                    does[mv] = self.builder.and(pick, chooses);
                }
            }
        }
        for &mv in &picks.forced {
            does[mv] = self.legal[mv];
        }
        does
    }

    /// A candidate is open when the move of some member is legal; of these one has a choice at most.
    fn open(&mut self, picker: &Picker, candidates: &Range<usize>) {
        let mut all = Vec::new();
        for (candidate, input) in candidates.clone().enumerate() {
            let moves = picker.members.iter().filter_map(|member| member.open.get(candidate));
            let moves: Vec<Lit> = moves.map(|&mv| self.legal[mv]).collect();
            let open = self.or(moves);
            self.builder.ports().inputs[input].legal = open;
            all.push(open);
        }
        let any = self.or(all);
        self.builder.ports().inputs[candidates.end].legal = !any;
    }

    /// Whether it is this role that chooses, of several that share a picker: who has the move without alternative has
    /// no choice.
    fn chooses(&mut self, member: &Member) -> Lit {
        match member.alone {
            Some(alone) => !self.legal[alone],
            None => {
                let open: Vec<Lit> = member.open.iter().map(|&mv| self.legal[mv]).collect();
                self.or(open)
            }
        }
    }

    /// Each role has a legal move.
    fn free(&mut self, net: &Net) {
        let roles = 0..net.ports.roles.len();
        let can_move: Vec<Lit> =
            roles.map(|role| self.or(net.ports.inputs_of(role).map(|mv| self.legal[mv]).collect::<Vec<_>>())).collect();
        let free = self.builder.and_all(can_move);
        if let Some(last) = self.builder.ports().inputs.last_mut() {
            last.legal = free;
        }
    }
}
