use super::*;
use crate::common;
use gdl2hdl_gdl::observer::Unobserved;
use gdl2hdl_net::playout::Choices;
use gdl2hdl_net::{Net, verify};
use gdl2hdl_play::playout::{Cpu, CpuOptions, scalar};
use rustc_hash::FxHashMap;

const ENOUGH: u64 = 1 << 26;

fn net(game: &str) -> Net {
    let path = format!("{}/../../games/{game}.kif", env!("CARGO_MANIFEST_DIR"));
    common::net(&std::fs::read_to_string(path).unwrap())
}

fn cpu(net: &Net, threads: usize) -> Cpu {
    let verified = verify(net).unwrap();
    let choices = Choices::new(net, &Unobserved).unwrap();
    Cpu::new(verified, &choices, CpuOptions { threads, ..CpuOptions::default() })
}

fn tree(net: &Net, options: TreeOptions) -> Tree<Cpu> {
    Tree::new(verify(net).unwrap(), cpu(net, 1), options, &Unobserved).unwrap()
}

/// The value of every state for both roles, by a search of its own that knows no tree.
fn minimax(tree: &mut Tree<Cpu>, state: &[u64], known: &mut FxHashMap<Vec<u64>, Vec<f64>>) -> Vec<f64> {
    if let Some(values) = known.get(state) {
        return values.clone();
    }
    let outlook = tree.world.look(state, true).unwrap();
    let roles = tree.world.roles();
    let values = if outlook.terminal[0] {
        outlook.values.clone()
    } else {
        let mover = (0..roles).find(|&role| outlook.legal(0, role, roles).len() > 1).unwrap_or(0);
        let of = |tree: &mut Tree<Cpu>, action: u32, known: &mut FxHashMap<_, _>| {
            let joint: Vec<u32> =
                (0..roles).map(|role| if role == mover { action } else { outlook.legal(0, role, roles)[0] }).collect();
            let next = tree.world.step(state, &joint).unwrap();
            minimax(tree, &next, known)
        };
        let all: Vec<Vec<f64>> = outlook.legal(0, mover, roles).iter().map(|&action| of(tree, action, known)).collect();
        all.into_iter().max_by(|a, b| a[mover].total_cmp(&b[mover])).unwrap()
    };
    known.insert(state.to_vec(), values.clone());
    values
}

/// Plays on with the best moves of all roles, to the end; the goal values there.
fn played_out(tree: &mut Tree<Cpu>, playouts: u64) -> (Vec<f64>, usize) {
    let (mut state, mut steps) = (tree.world.initial().to_vec(), 0);
    loop {
        tree.go_to(&unpacked(&state, tree.world.bases())).unwrap();
        let outlook = tree.world.look(&state, true).unwrap();
        if outlook.terminal[0] {
            return (outlook.values, steps);
        }
        tree.search(playouts, &Unobserved).unwrap();
        let joint: Vec<u32> = (0..tree.world.roles()).map(|role| tree.best(role).unwrap()).collect();
        for (role, action) in joint.iter().enumerate() {
            assert!(outlook.legal(0, role, tree.world.roles()).contains(action));
        }
        state = tree.world.step(&state, &joint).unwrap();
        steps += 1;
    }
}

#[test]
fn small_games_are_proven_as_minimax_says() {
    for game in ["tic_tac_toe", "nim"] {
        let net = net(game);
        let mut tree = tree(&net, TreeOptions::default());
        tree.search(ENOUGH, &Unobserved).unwrap();
        let root = tree.world.initial().to_vec();
        let mut known = FxHashMap::default();
        let values = minimax(&mut tree, &root, &mut known);
        assert_eq!(tree.proven(), Some(values.as_slice()), "{game}");
        let proven = (0..tree.nodes.len()).filter(|&node| {
            let node = u32::try_from(node).unwrap();
            let state = tree.nodes.state(node);
            tree.nodes.proof(node).is_some_and(|proof| known.get(state).is_some_and(|values| values == proof))
        });
        let proven = proven.count();
        let all =
            (0..tree.nodes.len()).filter(|&node| tree.nodes.proof(u32::try_from(node).unwrap()).is_some()).count();
        assert_eq!((proven, proven > 100), (all, true), "{game}");
    }
}

#[test]
fn puzzles_are_solved_and_played_to_the_end() {
    for game in ["lights_out", "buttons_and_lights", "two_button_lights"] {
        let net = net(game);
        let mut tree = tree(&net, TreeOptions::default());
        assert_eq!(played_out(&mut tree, ENOUGH).0, [1.0], "{game}");
    }
}

#[test]
fn a_budget_makes_the_same_tree_on_any_engine() {
    let net = net("connect_four");
    let options = TreeOptions { leaves: 8, playouts: 64, ..TreeOptions::default() };
    let found = |engine: Box<dyn PlayoutEngine>| {
        let mut tree = Tree::new(verify(&net).unwrap(), engine, options.clone(), &Unobserved).unwrap();
        tree.search(2000, &Unobserved).unwrap();
        (tree.estimates(0), tree.nodes(), tree.playouts())
    };
    let choices = Choices::new(&net, &Unobserved).unwrap();
    let slow = scalar(verify(&net).unwrap(), &choices);
    let first = found(Box::new(cpu(&net, 1)));
    assert_eq!(first, found(Box::new(cpu(&net, 2))));
    assert_eq!(first, found(Box::new(slow)));
    assert!(first.0.iter().all(|estimate| estimate.playouts > 0));
}

#[test]
fn moves_that_decide_are_found_at_once() {
    let net = net("connect_four");
    let mut tree = tree(&net, TreeOptions::default());
    // Both roles drop into columns of their own: after three moves each the first to move completes its column.
    let mut state = tree.world.initial().to_vec();
    for step in 0..6 {
        let outlook = tree.world.look(&state, true).unwrap();
        let joint: Vec<u32> = (0..2)
            .map(|role| {
                let legal = outlook.legal(0, role, 2);
                if legal.len() > 1 { legal[step % 2] } else { legal[0] }
            })
            .collect();
        state = tree.world.step(&state, &joint).unwrap();
    }
    tree.go_to(&unpacked(&state, tree.world.bases())).unwrap();
    assert_eq!(tree.search(ENOUGH, &Unobserved).unwrap(), 0);
    assert_eq!(tree.proven(), Some(&[1.0, 0.0][..]));
    assert_eq!(tree.line().len(), 1);
}

#[test]
fn simultaneous_moves_and_chance_are_searched() {
    for game in ["rock_paper_scissors", "dice_race", "three_way_tic_tac_toe"] {
        let net = net(game);
        let mut tree = tree(&net, TreeOptions { playouts: 256, leaves: 16, ..TreeOptions::default() });
        let (values, steps) = played_out(&mut tree, 1000);
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)) && steps > 0, "{game}");
    }
}

#[test]
fn little_memory_is_enough() {
    let net = net("connect_four");
    let options = TreeOptions { max_bytes: 50_000, playouts: 256, leaves: 16, ..TreeOptions::default() };
    let mut tree = tree(&net, options);
    tree.search(20_000, &Unobserved).unwrap();
    assert!(tree.nodes.bytes() < 200_000);
    let best = tree.best(0);
    tree.go_to(&net.ports.bases.iter().map(|base| base.init).collect()).unwrap();
    assert_eq!((tree.best(0), tree.root), (best, 0));
    assert!(tree.search(1000, &Unobserved).unwrap() >= 1000);
}
