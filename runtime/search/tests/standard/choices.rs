//! What the players choose.

use crate::table::{After, against_random, asked, choice, ground, make, player};
use gdl2hdl_search::Chooser;
use gdl2hdl_search::standard::{Deepening, Limits, Minimax, MonteCarlo, Persistent};

const NO_TABLE: Limits = Limits { nodes: None, memory: Some(0) };

#[test]
fn minimax_never_loses_tic_tac_toe() {
    let mut engine = ground("tic_tac_toe");
    let mut minimax = player("minimax", "");
    for seed in 0..50 {
        let role = usize::from(seed >= 25);
        let goals = against_random(&mut *minimax, &mut *engine, role, seed);
        assert!(goals[role] >= 50, "{seed}: {goals:?}");
    }
}

#[test]
fn nim_is_won_by_whoever_searches_it() {
    let mut engine = ground("nim");
    for name in ["minimax", "minimaxid", "pts", "greedy"] {
        let mut player = player(name, "");
        // At the end the whole tree is small.
        make(&mut *engine, &["(take d 4), wait", "wait, (take c 2)"]);
        let role = 0;
        while !engine.terminal().unwrap() {
            let mut joint: Vec<String> = (0..2).map(|role| engine.legal(role).unwrap()[0].clone()).collect();
            joint[role] = choice(&mut *player, &mut *engine, role);
            engine.step(&joint).unwrap();
        }
        assert_eq!(engine.goals(role).unwrap(), [100], "{name}");
        engine.reset().unwrap();
    }
}

/// Who has two in a row makes three.
#[test]
fn all_but_the_simplest_win_in_one() {
    let mut engine = ground("tic_tac_toe");
    make(&mut *engine, &["(mark 2 2), noop", "noop, (mark 1 1)", "(mark 3 1), noop", "noop, (mark 1 2)"]);
    for (name, options) in [
        ("onestep", ""),
        ("twostep", ""),
        ("minimax", ""),
        ("minimaxdepth", "depth=3"),
        ("minimaxid", "nodes=200"),
        ("mcs", "playouts=2000"),
        ("pts", "nodes=200"),
        ("greedy", "nodes=200"),
    ] {
        assert_eq!(choice(&mut *player(name, options), &mut *engine, 0), "(mark 1 3)", "{name}");
    }
}

/// Who sees two steps does not let the other one win.
#[test]
fn two_steps_see_a_threat() {
    let mut engine = ground("tic_tac_toe");
    make(&mut *engine, &["(mark 2 2), noop", "noop, (mark 1 1)", "(mark 3 2), noop"]);
    for (name, options) in [("twostep", ""), ("minimaxdepth", "depth=2"), ("pts", "nodes=100"), ("greedy", "nodes=400")]
    {
        assert_eq!(choice(&mut *player(name, options), &mut *engine, 1), "(mark 1 2)", "{name}");
    }
}

#[test]
fn a_puzzle_is_solved() {
    let mut engine = ground("buttons_and_lights");
    for name in ["minimax", "minimaxid", "pts", "greedy"] {
        assert_eq!(against_random(&mut *player(name, ""), &mut *engine, 0, 1), [100], "{name}");
    }
}

#[test]
fn three_roles_and_nature_are_played_well() {
    let mean = |(name, options): (&str, &str), game: &str, role: usize, matches: u64| {
        let mut engine = ground(game);
        let mut player = player(name, options);
        let goal = |seed| against_random(&mut *player, &mut *engine, role, seed)[role];
        (0..matches).map(goal).sum::<i64>() / matches as i64
    };
    let both = |player| [mean(player, "three_way_tic_tac_toe", 1, 6), mean(player, "dice_race", 1, 24)];
    let random = both(("random", ""));
    for player in [("minimaxdepth", "depth=3"), ("pts", "nodes=600"), ("mcs", "playouts=50")] {
        let goals = both(player);
        assert!(goals[0] >= random[0] + 20 && goals[1] >= random[1], "{player:?}: {goals:?}, {random:?}");
    }
}

#[test]
fn charges_find_what_is_far() {
    let mut engine = ground("tic_tac_toe");
    let mut mcs = MonteCarlo::new(Some(1800), 3, Limits::default());
    // At random the middle wins more often than corners do.
    assert_eq!(choice(&mut mcs, &mut *engine, 0), "(mark 2 2)");
    assert_eq!(mcs.played(), 1800);
}

/// With a budget only, equal players choose equal moves and visit equally many states.
#[test]
fn budgets_are_deterministic() {
    let budgets = [
        ("random", "seed=5"),
        ("mcs", "playouts=60 seed=5"),
        ("mcs", "nodes=900 seed=5"),
        ("minimaxid", "nodes=300"),
        ("minimax", "nodes=300"),
        ("pts", "nodes=300"),
        ("greedy", "nodes=300"),
    ];
    for (name, options) in budgets {
        let line = || {
            let (mut engine, mut player, mut line) = (ground("connect_four"), player(name, options), Vec::new());
            for turn in 0..6 {
                let mut joint: Vec<String> = (0..2).map(|role| engine.legal(role).unwrap()[0].clone()).collect();
                joint[turn % 2] = choice(&mut *player, &mut *engine, turn % 2);
                engine.step(&joint).unwrap();
                line.push((joint, player.nodes()));
            }
            line
        };
        let first = line();
        assert_eq!(first, line(), "{name}");
        let most = options.strip_prefix("nodes=").and_then(|n| n.split(' ').next()).map(|n| n.parse::<u64>().unwrap());
        assert!(most.is_none_or(|most| first.iter().all(|(_, nodes)| *nodes <= most)), "{name}");
    }
}

/// All nodes of a full search are counted, as the lecture counts them but for the root.
#[test]
fn nodes_are_counted() {
    let mut engine = ground("buttons_and_lights");
    let mut player = Minimax::depth(Some(2), NO_TABLE);
    choice(&mut player, &mut *engine, 0);
    assert_eq!(player.nodes(), 3 + 9);
    let mut engine = ground("tic_tac_toe");
    let mut player = Minimax::depth(Some(4), NO_TABLE);
    choice(&mut player, &mut *engine, 0);
    assert_eq!(player.nodes(), 9 + 72 + 504 + 3024);
    choice(&mut player, &mut *engine, 1);
    assert_eq!(player.nodes(), 0, "a single move needs no search");
    let mut kept = Minimax::depth(Some(4), Limits::default());
    choice(&mut kept, &mut *engine, 0);
    // The children of the 1, 9, 72 and 252 states that there are after so many marks.
    assert_eq!(kept.nodes(), 9 + 9 * 8 + 72 * 7 + 252 * 6);
}

#[test]
fn a_tree_is_kept_between_moves() {
    let mut engine = ground("tic_tac_toe");
    let limits = Limits { nodes: Some(2000), memory: None };
    for mut tree in [Persistent::breadth_first(limits), Persistent::greedy(None, limits)] {
        engine.reset().unwrap();
        choice(&mut tree, &mut *engine, 0);
        let before = tree.size();
        make(&mut *engine, &["(mark 1 1), noop", "noop, (mark 3 3)"]);
        // Nobody lets it think: what there is comes from the question before.
        asked(&mut tree, &mut *engine, 0, &After::asked(0));
        assert_eq!(tree.nodes(), 0);
        assert!((8..before / 8).contains(&tree.size()), "{} of {before}", tree.size());
        choice(&mut tree, &mut *engine, 0);
        assert!(tree.size() > 1000);
        tree.begin();
        assert_eq!((tree.size(), tree.value()), (0, None));
    }
}

/// What a stop leaves unfinished is no part of the tree.
#[test]
fn a_tree_has_all_children_of_a_state_or_none() {
    let mut engine = ground("tic_tac_toe");
    let limits = Limits { nodes: Some(20), memory: None };
    for mut tree in [Persistent::breadth_first(limits), Persistent::greedy(None, limits)] {
        choice(&mut tree, &mut *engine, 0);
        assert_eq!((tree.nodes(), tree.size()), (20, 1 + 9 + 8));
    }
}

#[test]
fn a_stopped_deepening_answers_with_the_last_depth_it_completed() {
    let mut engine = ground("connect_four");
    for nodes in [3, 7, 8, 60, 500] {
        let mut deepening = Deepening::new(Limits { nodes: Some(nodes), memory: Some(0) });
        let chosen = choice(&mut deepening, &mut *engine, 0);
        let depths = (1..).map(|depth: u32| (1..=depth).map(|depth| 7_u64.pow(depth)).sum::<u64>());
        let completed = depths.scan(0, |sum, nodes| Some(std::mem::replace(sum, *sum + nodes) + nodes));
        let reached = completed.take_while(|&all| all <= nodes).count();
        assert_eq!(deepening.reached() as usize, reached, "{nodes}");
        if reached > 0 {
            let mut fixed = Minimax::depth(Some(deepening.reached()), NO_TABLE);
            assert_eq!(chosen, choice(&mut fixed, &mut *engine, 0), "{nodes}");
        }
    }
}
