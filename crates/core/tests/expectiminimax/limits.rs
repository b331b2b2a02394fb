//! Where the search ends, what it keeps, and what it refuses.

use super::{ALL, FirstLine, actions, build, finish, following, parts, search, turn};
use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{
    BoxError, Chance, Evaluation, Game, Info, One, Outcomes, Turn, Value,
};
use forethought_core::games::{Inventory, Nim, Pig, Sailing, TicTacToe, Tree};
use forethought_core::rng::Rng;
use forethought_core::search::expectiminimax::{DEEPEST, Expectiminimax, Parts, Pruning};
use forethought_core::search::solve::solve;
use forethought_core::search::{Fault, Kind, Lookahead};
use std::convert::Infallible;

/// The same number everywhere.
struct Always(f64);

impl<G: Game> Evaluation<G> for Always {
    fn evaluate(&self, _: &G, _: &G::State, values: &mut [f64]) -> Result<(), BoxError> {
        values.fill(-self.0);
        values[0] = self.0;
        Ok(())
    }
}

fn judged<G: Game>(pruning: Pruning, depth: u32, value: f64) -> Parts<G> {
    Parts {
        depth: Some(depth),
        evaluation: Box::new(Always(value)),
        pruning,
        iterative: true,
        seed: 1,
    }
}

#[test]
fn inventory_is_solved() {
    let game: Inventory = build(&[]);
    let Ok(mut state) = game.initial();
    while turn(&game, &state) != Turn::Over {
        let solution = solve(&game, &state, 10_000, &mut |_| true).expect("a solution");
        for pruning in ALL {
            let made = Expectiminimax::new(game.clone(), parts(pruning, None), state);
            let mut made = made.expect("a game that can be searched");
            assert_eq!(finish(&mut made), StopReason::Proven);
            let best = made.best();
            let value = solution.value(&state).expect("a state")[0];
            assert!((made.rows()[best].value - value).abs() < 1e-9);
            assert!((solution.q(best)[0] - value).abs() < 1e-9);
            assert_eq!(made.rows()[best].kind, Kind::Exact);
        }
        state = *following(&game, &state, actions(&game, &state)[0]).state(0);
    }
}

#[test]
fn a_game_without_chance_is_searched_too() {
    let game: TicTacToe = build(&[]);
    let mut all = ALL.map(|pruning| search(game.clone(), parts(pruning, Some(9))));
    for search in &mut all {
        assert_eq!(finish(search), StopReason::Proven);
        assert_eq!(search.rows()[search.best()].value, 0.0);
        assert_eq!(search.line().len(), 9);
    }
    // Widely published: the positions of the whole tree, with their repetitions, and the plays.
    assert_eq!((all[0].spent().nodes, all[0].leaves()), (549_946, 255_168));
    // What other programs count with alpha-beta.
    assert_eq!(all[1].spent().nodes, 18_297);
    assert_eq!(all[2].spent().nodes, 18_297);
}

#[test]
fn pig_within_a_play_is_pruned_at_chance() {
    // Both players can still win, so that the random plays find both ends of the returns.
    let game: Pig = build(&[("target", Value::Int(20))]);
    let state = Value::List(vec![Value::ints([9, 10]), Value::Int(0), Value::Int(1)]);
    let state = forethought_core::game::Native::parse_state(&game, &state).expect("a state");
    let mut nodes = Vec::new();
    let mut values = Vec::new();
    for pruning in ALL {
        let made = Expectiminimax::new(game.clone(), judged(pruning, 5, 0.0), state);
        let mut made = made.expect("a game that can be searched");
        assert_eq!(finish(&mut made), StopReason::Depth);
        assert_eq!(made.spent().depth, 5);
        nodes.push(made.spent().nodes);
        values.push(made.rows()[made.best()].value);
    }
    assert!(nodes[1] < nodes[0] && nodes[2] < nodes[0], "{nodes:?}");
    assert!(values.iter().all(|value| (value - values[0]).abs() < 1e-12));
}

#[test]
fn what_is_broken_off_is_kept() {
    let game: Pig = build(&[]);
    let mut made = search(game, judged(Pruning::Star2, 30, 0.0));
    let mut depth = 0;
    for nodes in [1, 2, 100, 10_000, 20_000, 50_000] {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let stopped = drive(&mut made, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
        assert!(matches!(stopped, Ok(Some(StopReason::Nodes))));
        let spent = made.spent();
        assert!(spent.nodes <= nodes && spent.depth >= depth);
        depth = spent.depth;
        assert!(nodes < 100 || made.rows()[made.best()].kind == Kind::Estimate);
        assert!(!made.proven());
    }
    assert!(depth > 2);
    let Ok(start) = made.game().initial();
    made.move_root(start).expect("a player decides");
    assert_eq!((made.spent().nodes, made.spent().depth), (0, 0));
}

#[test]
fn what_cannot_be_searched_says_why() {
    let refused = |made: Result<_, Fault<Infallible>>| made.expect_err("refused");
    let nim: Nim = build(&[("players", Value::Int(3))]);
    let Ok(root) = nim.initial();
    let made = Expectiminimax::new(nim, parts(Pruning::Star2, None), root).map(|_| ());
    assert!(matches!(refused(made), Fault::NotTwoPlayers(3)));
    let sailing: Sailing = build(&[]);
    let Ok(root) = sailing.initial();
    for pruning in [Pruning::Star1, Pruning::Star2] {
        let made = judged(pruning, 1, 0.0);
        let made = Expectiminimax::new(sailing.clone(), made, root).map(|_| ());
        assert!(matches!(refused(made), Fault::NoBounds));
    }
    let mut whole = search(sailing, judged(Pruning::None, 1, 0.0));
    assert_eq!(finish(&mut whole), StopReason::Depth);
}

/// What the first computations of a search fail with.
fn failure<G: Game<Error = Infallible>>(mut search: Expectiminimax<G>) -> Fault<Infallible> {
    let (limits, clock) = (Limits::default(), WallClock::new());
    let stopped = drive(&mut search, &limits, &clock, &mut |_| Wish::GoOn);
    stopped.expect_err("a failure")
}

#[test]
fn numbers_that_break_a_promise_say_so() {
    let both = |leaf: Value| {
        let leaf = Value::List(vec![Value::Text("leaf".into()), leaf]);
        build::<Tree>(&[("tree", Value::List(vec![leaf, Value::Int(1)]))])
    };
    let unfair = search(both(Value::ints([1, 1])), parts(Pruning::None, None));
    assert!(matches!(failure(unfair), Fault::NotZeroSum));
    let pig: Pig = build(&[]);
    let far = search(pig.clone(), judged(Pruning::Star1, 2, 1.5));
    let failed = failure(far);
    assert!(
        matches!(&failed, Fault::JudgedBeyond { state, value, low, high }
            if state.contains("banked") && (*value, *low, *high) == (1.5, -1.0, 1.0)),
        "{failed}"
    );
    // Where nothing is cut off it does not matter.
    assert_eq!(
        finish(&mut search(pig, judged(Pruning::None, 2, 1.5))),
        StopReason::Depth
    );
}

/// A walk over numbers: a step is one turn of chance, or of the only player. One of its
/// outcomes can never happen.
struct Walk {
    info: Info,
    chance: bool,
    end: u32,
}

fn walk(chance: bool, end: u32, most: f64) -> Walk {
    let info = Info {
        name: "walk".into(),
        players: 1,
        chance: Chance::Explicit,
        horizon: None,
        returns: Some((0.0, most)),
        constant_sum: false,
    };
    Walk { info, chance, end }
}

impl Game for Walk {
    type State = u32;
    type Action = usize;
    type Players = One;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn turn(&self, state: &u32) -> Result<Turn, Infallible> {
        Ok(if *state == self.end {
            Turn::Over
        } else if self.chance && *state > 0 {
            Turn::Chance
        } else {
            Turn::Player(0)
        })
    }

    fn actions(&self, state: &u32, into: &mut Vec<usize>) -> Result<(), Infallible> {
        into.push(0);
        if *state == 0 {
            into.push(1);
        }
        Ok(())
    }

    fn apply(&self, _: &mut u32, _: usize, _: &mut Rng, _: &mut [f64]) -> Result<(), Infallible> {
        unreachable!("nothing is drawn at the start of a play")
    }

    fn outcomes(
        &self,
        state: &u32,
        action: usize,
        into: &mut Outcomes<u32>,
    ) -> Result<(), Infallible> {
        into.push(0.0, 0, &[1e9]);
        into.push(1.0, state + 1, &[action as f64]);
        Ok(())
    }
}

/// Room for the deepest lines in a build without optimization, where a frame is large.
const STACK: usize = 1 << 24;

fn follow_to_the_deepest(chance: bool, pruning: Pruning) {
    let made = Parts {
        depth: None,
        ..judged(pruning, 1, 0.0)
    };
    let mut made = search(walk(chance, u32::MAX, 1.0), made);
    assert_eq!(finish(&mut made), StopReason::Depth);
    assert_eq!(made.spent().depth, DEEPEST);
    assert_eq!((made.best(), made.rows()[1].value), (1, 1.0));
    assert_eq!(made.rows()[1].kind, Kind::Estimate);
}

#[test]
fn a_play_without_end_is_looked_at_to_the_greatest_depth() {
    for (chance, pruning) in [(true, Pruning::None), (false, Pruning::Star2)] {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let deep = thread.spawn(move || follow_to_the_deepest(chance, pruning));
        deep.expect("a thread").join().expect("no failure");
    }
}

#[test]
fn what_can_never_happen_counts_for_nothing() {
    for pruning in ALL {
        let mut made = search(walk(true, 20, 1.0), judged(pruning, 20, 0.0));
        assert_eq!(finish(&mut made), StopReason::Proven);
        assert_eq!((made.best(), made.rows()[1].value), (1, 1.0));
    }
}

#[test]
fn returns_that_are_not_kept_to_are_found_out() {
    let at_once = Parts {
        iterative: false,
        ..judged(Pruning::Star1, 20, 0.0)
    };
    let lying = search(walk(true, 20, 0.5), at_once);
    let failed = failure(lying);
    assert!(
        matches!(failed, Fault::PaidBeyond { paid, low, high } if (paid, low, high) == (1.0, 0.0, 0.5)),
        "{failed}"
    );
}

#[test]
fn a_single_action_is_looked_at_once_where_no_depth_is_asked_for() {
    let game: Inventory = build(&[]);
    let full = Value::List(vec![Value::Int(20), Value::Int(0)]);
    let state = forethought_core::game::Native::parse_state(&game, &full).expect("a state");
    let made = Parts {
        evaluation: Box::new(FirstLine),
        depth: None,
        ..judged(Pruning::Star2, 3, 0.0)
    };
    let made = Expectiminimax::new(game, made, state);
    let mut made = made.expect("a game that can be searched");
    assert_eq!(finish(&mut made), StopReason::SingleAction);
    assert_eq!(made.spent().depth, 1);
}
