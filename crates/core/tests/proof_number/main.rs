//! Proof-number search against plain recursion, exact solving and its own promises.

mod graph;

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{Game, Native, Parameters, Stuck, Turn, Value};
use forethought_core::games::{ConnectFour, Nim, Pig, TicTacToe, Tree};
use forethought_core::rng::Rng;
use forethought_core::search::proof_number::{Goal, Parts, ProofNumber};
use forethought_core::search::solve::solve;
use forethought_core::search::{Fault, Kind, Lookahead};
use graph::{Graph, Node};
use std::collections::HashSet;
use std::convert::Infallible;
use std::fmt::Debug;
use std::sync::Arc;

const WIN: Goal = Goal {
    value: 0.0,
    more: true,
};
const DRAW: Goal = Goal {
    value: 0.0,
    more: false,
};

fn build<G: Native>(given: &[(&str, Value)]) -> Arc<G> {
    let given: Vec<_> = given
        .iter()
        .map(|(n, v)| (n.to_string(), v.clone()))
        .collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    Arc::new(G::build(&parameters).expect("parameters in range"))
}

fn run<G: Game<Error: Debug>>(search: &mut ProofNumber<G>, nodes: Option<u64>) -> StopReason {
    let limits = Limits {
        nodes,
        ..Limits::default()
    };
    let stopped = drive(search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    stopped.expect("no fault").expect("no pause")
}

fn search<G: Game<Error: Debug>>(
    game: G,
    goals: &[Goal],
    table: usize,
    root: G::State,
) -> ProofNumber<G> {
    let goals = goals.to_vec();
    ProofNumber::new(game, Parts { goals, table }, root).expect("a search")
}

/// Whether the player to move can reach the goal.
fn proven<G: Game<Error: Debug>>(game: G, goal: Goal, table: usize, root: G::State) -> bool {
    let mut search = search(game, &[goal], table, root);
    assert_eq!(run(&mut search, None), StopReason::Proven);
    search.answer().expect("an answer")
}

/// That what is said of each action is true; `worth` is what it gives the player to move.
fn check_rows<G: Game<Error: Debug>>(search: &ProofNumber<G>, worth: impl Fn(usize) -> f64) {
    for (index, row) in search.rows().iter().enumerate() {
        let (value, worth) = (row.value, worth(index));
        let holds = match row.kind {
            Kind::Exact => value == worth,
            Kind::Lower => value <= worth,
            Kind::Upper => value >= worth,
            Kind::Unknown => true,
            Kind::Estimate => false,
        };
        assert!(holds, "{index}: {row:?}, worth {worth}");
    }
}

const TABLES: [usize; 3] = [0, 1 << 10, 1 << 22];

#[test]
fn random_plays_that_pay_on_the_way() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed, "forward");
        let size = 1 + rng.below(14);
        let game = Arc::new(Graph::random(&mut rng, size, true));
        let sign = if game.nodes[0].turn == Turn::Player(0) {
            1.0
        } else {
            -1.0
        };
        let worth = sign * game.naive(0);
        let table = TABLES[seed as usize % 3];
        for value in [-1.0, 0.0, f64::from(seed as u32 % 3) * 0.5] {
            for more in [false, true] {
                let goal = Goal { value, more };
                let truth = if more { worth > value } else { worth >= value };
                let mut search = search(game.clone(), &[goal], table, 0);
                run(&mut search, None);
                assert_eq!(search.answer(), Some(truth), "seed {seed}, {goal:?}");
                let edges = &game.nodes[0].edges;
                let of = |i: usize| sign * (edges[i].1 + game.naive(edges[i].0));
                check_rows(&search, of);
                let best = of(search.best());
                let met = if more { best > value } else { best >= value };
                assert_eq!(met, truth, "seed {seed}: the action does what is proven");
            }
        }
    }
}

#[test]
fn random_plays_that_come_round() {
    for seed in 0..3000 {
        let mut rng = Rng::new(seed, "round");
        let size = 1 + rng.below(9);
        let game = Arc::new(Graph::random(&mut rng, size, false));
        let values = game.values();
        let table = TABLES[seed as usize % 3];
        for root in 0..size {
            let mover = game.nodes[root].turn;
            let sign = if mover == Turn::Player(0) { 1.0 } else { -1.0 };
            let worth = sign * values[root];
            let mut search = search(game.clone(), &[WIN, DRAW], table, root);
            run(&mut search, None);
            assert_eq!(
                search.answer(),
                Some(worth >= 0.0),
                "seed {seed}, root {root}"
            );
            check_rows(&search, |i| {
                let (to, pay) = game.nodes[root].edges[i];
                sign * (pay + values[to])
            });
            let goal = Goal {
                value: 1.0,
                more: false,
            };
            assert_eq!(proven(game.clone(), goal, table, root), worth >= 1.0);
        }
    }
}

/// Every state that can be reached, or a sample of them, against the exact values.
fn check_states<G: Native>(game: &Arc<G>, most: usize, every: u64) {
    let Ok(root) = game.initial();
    let exact = solve(game, &root, 10_000_000, &mut |_| true).expect("small");
    let (mut pending, mut seen) = (vec![root.clone()], HashSet::from([root]));
    let (mut rng, mut checked) = (Rng::new(1, "sample"), 0);
    while let Some(state) = pending.pop() {
        let Ok(Turn::Player(player)) = game.turn(&state) else {
            continue;
        };
        let worth = exact.value(&state).expect("reached")[usize::from(player)];
        if checked < most && rng.below(every as usize) == 0 {
            checked += 1;
            let mut search = search(game.clone(), &[WIN, DRAW], 1 << 20, state.clone());
            run(&mut search, None);
            assert_eq!(search.answer(), Some(worth >= 0.0), "{state:?}");
            let best = search.rows()[search.best()];
            assert_eq!(
                best.value.partial_cmp(&0.0),
                worth.partial_cmp(&0.0),
                "{state:?}"
            );
        }
        let mut actions = Vec::new();
        let Ok(()) = game.actions(&state, &mut actions);
        for action in actions {
            let mut next = state.clone();
            let Ok(()) = game.apply(&mut next, action, &mut Rng::new(0, "none"), &mut [0.0; 2]);
            if seen.insert(next.clone()) {
                pending.push(next);
            }
        }
    }
    assert!(checked >= 100, "{checked}");
}

fn ints<const N: usize>(numbers: [i64; N]) -> Value {
    Value::ints(numbers)
}

fn connect_four(width: i64, height: i64, connect: i64) -> Arc<ConnectFour> {
    build(&[
        ("width", Value::Int(width)),
        ("height", Value::Int(height)),
        ("connect", Value::Int(connect)),
    ])
}

#[test]
fn all_of_tic_tac_toe() {
    check_states(&build::<TicTacToe>(&[]), 5000, 1);
}

#[test]
fn small_boards_of_connect_four() {
    check_states(&connect_four(4, 4, 4), 600, 100);
    check_states(&connect_four(4, 4, 3), 600, 5);
    check_states(&connect_four(5, 3, 3), 600, 5);
}

#[test]
fn nim_and_its_opposite() {
    for play in ["normal", "misere"] {
        let play = ("play", Value::Text(play.into()));
        check_states(&build::<Nim>(&[("heaps", ints([3, 4, 5])), play]), 300, 1);
    }
}

#[test]
fn the_size_of_the_table_changes_no_answer() {
    for (game, wins, tables) in [
        (connect_four(4, 4, 4), false, [1 << 14, 1 << 17, 1 << 24]),
        (connect_four(4, 4, 3), true, [0, 1 << 10, 1 << 24]),
        (connect_four(5, 3, 3), true, [0, 1 << 10, 1 << 24]),
    ] {
        let Ok(root) = game.initial();
        for table in tables {
            assert_eq!(proven(game.clone(), WIN, table, root), wins, "{table}");
            assert!(proven(game.clone(), DRAW, table, root), "{table}");
        }
    }
}

#[test]
fn nodes_are_kept_to_exactly_and_a_search_runs_on() {
    let game = connect_four(4, 4, 4);
    let Ok(root) = game.initial();
    let mut once = search(game.clone(), &[WIN, DRAW], 1 << 16, root);
    assert_eq!(run(&mut once, None), StopReason::Proven);
    let mut twice = search(game, &[WIN, DRAW], 1 << 16, root);
    for nodes in [2, 3, 500, 501, 7777] {
        assert_eq!(run(&mut twice, Some(nodes)), StopReason::Nodes);
        assert_eq!(twice.spent().nodes, nodes);
        assert!(!twice.proven());
        assert!(twice.best() < twice.rows().len());
    }
    assert_eq!(run(&mut twice, None), StopReason::Proven);
    assert_eq!(once.spent(), twice.spent());
    assert_eq!(format!("{:?}", once.rows()), format!("{:?}", twice.rows()));
    assert_eq!(once.line(), twice.line());
}

#[test]
fn the_memory_is_kept_to() {
    let game = connect_four(7, 6, 4);
    let Ok(root) = game.initial();
    let mut search = search(game, &[WIN], 1 << 30, root);
    let memory = 1 << 20;
    let limits = Limits {
        memory: Some(memory),
        nodes: Some(200_000),
        ..Limits::default()
    };
    let stopped = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    assert_eq!(stopped.expect("no fault"), Some(StopReason::Nodes));
    assert!(search.spent().bytes <= memory);
    assert!(search.spent().bytes > memory / 2);
    let limits = Limits {
        memory: Some(100),
        ..Limits::default()
    };
    let stopped = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    assert_eq!(stopped.expect("no fault"), Some(StopReason::Memory));
}

#[test]
fn the_line_is_that_of_the_proof() {
    let game = connect_four(4, 4, 3);
    let Ok(root) = game.initial();
    let mut search = search(game.clone(), &[WIN], 1 << 22, root);
    run(&mut search, None);
    let mut state = root;
    let mut paid = [0.0; 2];
    for (before, action) in search.line() {
        assert_eq!(before, state);
        let Ok(()) = game.apply(&mut state, action, &mut Rng::new(0, "none"), &mut paid);
    }
    assert_eq!((game.turn(&state), paid[0]), (Ok(Turn::Over), 1.0));
}

#[test]
fn a_proof_is_used_again_when_the_play_goes_on() {
    let game = connect_four(4, 4, 3);
    let Ok(root) = game.initial();
    let mut search = search(game.clone(), &[WIN], 1 << 22, root);
    run(&mut search, None);
    let first = search.spent().nodes;
    for (wins, most) in [(false, first / 4), (true, first / 4)] {
        let mut next = *search.root();
        let action = search.rows()[search.best()].action;
        let Ok(()) = game.apply(&mut next, action, &mut Rng::new(0, "none"), &mut [0.0; 2]);
        search.move_root(next).expect("a state to decide at");
        assert_eq!(search.spent().nodes, 1);
        run(&mut search, None);
        assert_eq!(search.answer(), Some(wins));
        assert!(
            search.spent().nodes < most,
            "{first}, {}",
            search.spent().nodes
        );
    }
}

fn fault<G: Game<Error: Debug>>(game: G, root: G::State) -> Fault<G::Error> {
    let parts = Parts {
        goals: vec![WIN],
        table: 1 << 16,
    };
    let mut search = match ProofNumber::new(game, parts, root) {
        Ok(search) => search,
        Err(fault) => return fault,
    };
    let limits = Limits::default();
    for _ in 0..2 {
        let stopped = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
        if let Err(fault) = stopped {
            return fault;
        }
    }
    panic!("no fault")
}

fn written(tree: &[Value], players: i64) -> Arc<Tree> {
    build(&[
        ("tree", Value::List(tree.into())),
        ("players", Value::Int(players)),
    ])
}

#[test]
fn what_can_not_be_searched_is_refused() {
    let Ok(heaps) = build::<Nim>(&[("players", Value::Int(3))]).initial();
    let nim = build::<Nim>(&[("players", Value::Int(3))]);
    assert!(matches!(fault(nim, heaps), Fault::NotTwoPlayers(3)));
    let pig = build::<Pig>(&[]);
    let Ok(start) = pig.initial();
    assert!(matches!(fault(pig, start), Fault::HasChance));
    let leaf = Value::List(vec![Value::Text("leaf".into()), ints([1, 1])]);
    assert!(matches!(fault(written(&[leaf], 2), 0), Fault::NotZeroSum));
    let over = Node {
        turn: Turn::Over,
        edges: vec![],
    };
    let graph = |edges: Vec<(usize, f64)>, horizon| {
        let turn = Turn::Player(0);
        Graph::new(vec![Node { turn, edges }, over.clone()], horizon)
    };
    let stuck: Fault<Infallible> = fault(graph(vec![], None), 0);
    assert!(matches!(stuck, Fault::Stuck(Stuck::NoActions)));
    assert!(matches!(
        fault(graph(vec![(1, 0.0)], None), 1),
        Fault::NothingToDecide
    ));
    assert!(matches!(
        fault(graph(vec![(0, 1.0), (1, 0.0)], None), 0),
        Fault::PaidRound
    ));
    let endless = fault(graph(vec![(0, 0.0), (1, 0.0)], Some(5)), 0);
    assert!(matches!(endless, Fault::Stuck(Stuck::Endless(5))));
}
