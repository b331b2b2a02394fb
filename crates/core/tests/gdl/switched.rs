//! Which form of the rules is asked, and since when, changes no answer.

use super::{files, shipped};
use forethought_core::budget::{Deliberation, Leave, Limits as Budget, WallClock, Wish};
use forethought_core::decision::Choice;
use forethought_core::game::{Game, Turn, rollout};
use forethought_core::gdl::{Form, GdlGame, GroundLimits, Limits, Plays, State, syntax};
use forethought_core::policy::{AnyRule, Policy, Ucb1, Weight};
use forethought_core::rng::Rng;
use forethought_core::search::mcts::{Backup, ChanceIn, Mcts, Opponents, Parts, Rave, Simulate};
use forethought_core::tree::Merge;
use std::fs;
use std::path::PathBuf;

const SIMULATIONS: u64 = 30;

/// When a game is compiled, in simulations of a search.
const MOMENTS: [Option<u64>; 4] = [None, Some(0), Some(3), Some(17)];

fn game(path: &PathBuf) -> GdlGame {
    let text = fs::read_to_string(path).expect("a text");
    let sheet = syntax::parse(&text).expect("a sheet");
    GdlGame::new("sheet", &sheet, Limits::default()).expect("a game")
}

/// All sheets that have a net, and are quick enough for many plays.
fn sheets() -> Vec<PathBuf> {
    let slow = [
        "amazons", "checkers", "collect", "reversi", "sudoku", "towers",
    ];
    let mut all: Vec<PathBuf> = files("").into_iter().chain(shipped()).collect();
    all.retain(|path| {
        let name = path.file_stem().and_then(|stem| stem.to_str());
        let name = name.expect("a name");
        path.extension().is_some_and(|e| e == "kif") && !slow.contains(&name)
    });
    all
}

fn compile(game: &GdlGame) {
    game.compile(GroundLimits::default()).expect("a net");
}

fn parts(rave: bool) -> Parts<GdlGame> {
    Parts {
        policy: Policy::new(AnyRule::Ucb1(Ucb1::new(Weight::Relative(0.7)))),
        opponents: Opponents::Same,
        merge: Merge::State,
        backup: Backup::Contenders,
        chance: ChanceIn::Sampled,
        simulate: Simulate::Uniform,
        rave: rave.then(|| Rave::new(30.0)),
        choice: Choice::Mean,
        decoupled: false,
        solver: false,
    }
}

/// The first state at which a player decides.
fn decision(game: &GdlGame) -> State {
    let mut state = game.initial().expect("a state");
    while game.turn(&state) == Ok(Turn::Chance) {
        state = game.state(&after_first(game, &state)).expect("a state");
    }
    state
}

fn after_first(game: &GdlGame, state: &State) -> Vec<String> {
    let (mut next, mut actions) = (state.clone(), Vec::new());
    game.actions(state, &mut actions).expect("actions");
    let mut paid = vec![0.0; game.info().players];
    let mut rng = Rng::new(1, "test");
    game.apply(&mut next, actions[0], &mut rng, &mut paid)
        .expect("a state");
    game.texts(&next)
}

/// All that a search came to know: its tree, node by node.
fn searched(path: &PathBuf, moment: Option<u64>, rave: bool) -> Vec<String> {
    let game = game(path);
    let state = decision(&game);
    let mut search = Mcts::new(game.clone(), parts(rave), state, 7).expect("a search");
    let (limits, clock) = (Budget::default(), WallClock::new());
    for simulation in 0..SIMULATIONS {
        if moment == Some(simulation) {
            compile(&game);
        }
        let done = search.advance(&mut Leave::new(&limits, &clock, &mut |_| Wish::GoOn));
        done.expect("an answer");
    }
    let tree = search.tree();
    let nodes = (0..tree.len() as u32).map(|id| {
        let node = tree.node(id);
        let arms = node.arms().map(|arm| {
            let action = game.text(tree.arm(arm).action);
            format!("{action} {:?}", tree.row(arm))
        });
        let arms: Vec<_> = arms.collect();
        let amafs = tree.amafs(id);
        format!(
            "{:?} {} {arms:?} {amafs:?}",
            game.texts(&node.state),
            node.visits
        )
    });
    nodes.collect()
}

#[test]
fn a_search_finds_the_same_whenever_the_net_comes() {
    for (nth, path) in sheets().into_iter().enumerate() {
        let rave = nth % 2 == 1;
        let mut all = MOMENTS.iter().map(|moment| searched(&path, *moment, rave));
        let first = all.next().expect("four of them");
        for (other, moment) in all.zip(&MOMENTS[1..]) {
            assert_eq!(other, first, "{}: {moment:?}", path.display());
        }
    }
}

/// What random plays pay and how long they are, as `play` makes them.
fn plays(
    game: &GdlGame,
    state: &State,
    play: impl Fn(&mut State, &mut Rng, &mut [f64]) -> u32,
) -> (Vec<(u32, Vec<f64>)>, Rng) {
    let mut rng = Rng::new(7, "test");
    let one = |_| {
        let mut rewards = vec![0.0; game.info().players];
        let plies = play(&mut state.clone(), &mut rng, &mut rewards);
        (plies, rewards)
    };
    ((0..5).map(one).collect(), rng)
}

#[test]
fn whole_plays_are_those_made_step_by_step() {
    for path in sheets() {
        let game = game(&path);
        let steps = |state: &mut State, rng: &mut Rng, rewards: &mut [f64]| {
            let plies = rollout(&game, state, &mut Vec::new(), rng, rewards);
            plies.expect("answers").expect("an end")
        };
        let whole = |state: &mut State, rng: &mut Rng, rewards: &mut [f64]| {
            let plies = game.play_out(state, &mut Vec::new(), rng, rewards);
            plies.expect("answers").expect("an end")
        };
        // Also from between two moves that are made at once.
        let start = game.initial().expect("a state");
        let next = game.state(&after_first(&game, &start)).expect("a state");
        let all = || {
            [&start, &next].map(|state| [plays(&game, state, steps), plays(&game, state, whole)])
        };
        let before = all();
        compile(&game);
        assert_eq!(all(), before, "{}", path.display());
        for [steps, whole] in before {
            assert_eq!(steps, whole, "{}", path.display());
        }
    }
}

#[test]
fn the_net_makes_the_plays_of_the_interpreter_one_after_the_other() {
    for path in sheets() {
        let game = game(&path);
        let played = |by| game.plays(by, 10, &mut Rng::new(2, "test")).expect("plays");
        assert_eq!(played(Plays::Single), None);
        compile(&game);
        let [own, single, together] =
            [Plays::Interpreted, Plays::Single, Plays::Together].map(played);
        assert_eq!(single, own, "{}", path.display());
        assert!(together.expect("a net").plays >= 10);
    }
}

#[test]
fn states_of_both_forms_are_the_same_states() {
    for path in sheets() {
        let game = game(&path);
        let mut before = vec![game.initial().expect("a state")];
        let mut rng = Rng::new(3, "test");
        while let Some(state) = before.last().filter(|s| game.turn(s) != Ok(Turn::Over)) {
            let mut next = state.clone();
            let action = game.random_action(state, &mut Vec::new(), &mut rng);
            let mut paid = vec![0.0; game.info().players];
            let action = action.expect("an answer").expect("an action");
            game.apply(&mut next, action, &mut rng, &mut paid)
                .expect("a state");
            before.push(next);
        }
        compile(&game);
        let builder = std::hash::BuildHasherDefault::<std::hash::DefaultHasher>::default();
        let hash = |state: &State| std::hash::BuildHasher::hash_one(&builder, state);
        for state in &before {
            let again = game.state(&game.texts(state)).expect("a state");
            assert_eq!(&again, state, "{}", path.display());
            assert_eq!(hash(&again), hash(state), "{}", path.display());
            assert_eq!(game.turn(&again), game.turn(state));
        }
    }
}

#[test]
fn a_state_that_no_play_comes_to_is_interpreted() {
    let path = files("")
        .into_iter()
        .find(|p| p.ends_with("tic_tac_toe.kif"));
    let game = game(&path.expect("the sheet"));
    // No one is to move, and a cell has two marks.
    let odd = ["(cell 1 1 x)", "(cell 1 1 o)", "(cell 2 2 blank)"].map(String::from);
    let moves = |game: &GdlGame| {
        let (state, mut actions) = (game.state(&odd).expect("a state"), Vec::new());
        game.actions(&state, &mut actions).expect("actions");
        (game.texts(&state), actions.len())
    };
    let before = moves(&game);
    compile(&game);
    assert_eq!(moves(&game), before);
}

#[test]
fn a_net_comes_by_itself_in_the_background() {
    let path = shipped().into_iter().find(|p| p.ends_with("hanoi.kif"));
    let game = game(&path.expect("the sheet"));
    assert_eq!(game.form(), Form::Interpreted);
    game.compile_in_background(GroundLimits::default(), false);
    assert!(matches!(game.form(), Form::Building | Form::Net));
    // Waits for the one under way, and takes that.
    let net = game.compile(GroundLimits::default()).expect("a net");
    assert_eq!(game.form(), Form::Net);
    let copy = game.clone();
    assert!(std::sync::Arc::ptr_eq(&copy.net().expect("the same"), &net));
}

#[test]
fn what_takes_too_long_is_given_up_and_can_be_tried_again() {
    let path = shipped().into_iter().find(|p| p.ends_with("reversi.kif"));
    let game = game(&path.expect("the sheet"));
    for (limits, code) in [
        (GroundLimits::within(0.0, 1 << 30), "too-long"),
        (GroundLimits::within(60.0, 1 << 18), "too-large"),
    ] {
        game.compile_in_background(limits, true);
        let reason = game.compile(limits).expect_err("no net");
        assert_eq!(reason.code, code);
        assert_eq!(game.form(), Form::Refused(reason));
    }
    assert!(game.net().is_none());
    compile(&game);
}

#[test]
fn bytes_are_given_back_with_the_states() {
    let path = shipped().into_iter().find(|p| p.ends_with("nim.kif"));
    let game = game(&path.expect("the sheet"));
    compile(&game);
    let (before, start) = (game.bytes(), game.initial().expect("a state"));
    let (mut next, mut actions) = (start.clone(), Vec::new());
    game.actions(&start, &mut actions).expect("actions");
    game.apply(
        &mut next,
        actions[0],
        &mut Rng::new(1, "test"),
        &mut [0.0; 2],
    )
    .expect("a state");
    assert!(game.bytes() > before);
    drop(next);
    assert_eq!(game.bytes(), before);
}
