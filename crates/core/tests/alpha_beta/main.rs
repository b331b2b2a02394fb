//! Alpha-beta in every configuration finds the minimax value and a move that attains it.

mod limits;
mod oracle;
mod webs;

use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{Game, Native, Parameters, Turn, Value};
use forethought_core::games::{ConnectFour, Nim, TicTacToe, Tree};
use forethought_core::rng::Rng;
use forethought_core::search::Lookahead;
use forethought_core::search::alpha_beta::{AlphaBeta, Settings};
use oracle::{Scattered, applied, listed, minimax};
use webs::{Web, worth};

fn build<G: Native>(given: &[(&str, Value)]) -> G {
    let named = given.iter().map(|(name, v)| (name.to_string(), v.clone()));
    let given: Vec<_> = named.collect();
    let parameters = Parameters::new(&G::parameters(), &given).expect("known parameters");
    G::build(&parameters).expect("parameters in range")
}

/// Every combination of the features, with tables of several sizes.
fn configurations() -> Vec<Settings> {
    let mut all = Vec::new();
    for flags in 0..16 {
        for table in [0, 200, 1 << 16] {
            for kept in [None, Some(8)] {
                let is = |bit: u32| flags >> bit & 1 == 1;
                all.push(Settings {
                    table,
                    kept,
                    iterative: is(0),
                    ordering: is(1),
                    aspiration: is(2),
                    null_window: is(3),
                    ..Settings::default()
                });
            }
        }
    }
    all
}

fn run<G: Game + Clone>(game: &G, state: &G::State, depth: u32, settings: Settings) -> AlphaBeta<G>
where
    G::Error: std::fmt::Debug,
{
    let settings = Settings {
        depth: Some(depth),
        ..settings
    };
    let search = AlphaBeta::new(game.clone(), Box::new(Scattered), settings, state.clone());
    let mut search = search.expect("a game for it");
    drive(
        &mut search,
        &Limits::default(),
        &WallClock::new(),
        &mut |_| Wish::GoOn,
    )
    .expect("rules");
    search
}

/// Checks value, best move and claims of a search against the plainest recursion.
fn agrees<G: Game + Clone>(game: &G, state: &G::State, depth: u32, settings: &Settings)
where
    G::Error: std::fmt::Debug,
{
    let search = run(game, state, depth, settings.clone());
    let Ok(Turn::Player(mover)) = game.turn(state) else {
        panic!("a player decides");
    };
    let own = |value: f64| if mover == 0 { value } else { -value };
    let row = search.rows()[search.best()];
    let reached = search.spent().depth;
    let value = own(minimax(game, state, reached, &mut Vec::new()));
    assert_eq!(row.value, value, "{settings:?} {state:?} at {depth}");
    let (paid, next) = applied(game, state, row.action);
    let attained = own(paid + minimax(game, &next, reached - 1, &mut vec![state.clone()]));
    assert_eq!(attained, value, "{settings:?} {state:?} at {depth}");
    if search.proven() {
        let whole = own(minimax(game, state, 40, &mut Vec::new()));
        assert_eq!(value, whole, "proven: {settings:?} {state:?} at {depth}");
    } else {
        assert_eq!(reached, depth);
    }
}

fn branch(rng: &mut Rng, levels: u32) -> Value {
    if rng.below(8) == 0 {
        let paid = Value::Int(rng.below(5) as i64 - 2);
        return Value::List(vec![Value::Text("reward".into()), paid, node(rng, levels)]);
    }
    node(rng, levels)
}

fn node(rng: &mut Rng, levels: u32) -> Value {
    if levels == 0 || rng.below(8) == 0 {
        return Value::Int(rng.below(9) as i64 - 4);
    }
    let who = ["max", "min"][rng.below(2)];
    let mut parts = vec![Value::Text(who.into())];
    parts.extend((0..1 + rng.below(4)).map(|_| branch(rng, levels - 1)));
    Value::List(parts)
}

#[test]
fn random_trees_in_every_configuration() {
    let mut rng = Rng::new(1, "trees");
    let configurations = configurations();
    for case in 0..4000 {
        let mut parts = vec![Value::Text("max".into())];
        parts.extend((0..1 + rng.below(4)).map(|_| branch(&mut rng, 5)));
        let game: Tree = build(&[("tree", Value::List(parts))]);
        let depth = 1 + rng.below(8) as u32;
        agrees(
            &game,
            &0,
            depth,
            &configurations[case % configurations.len()],
        );
    }
}

/// A state some random actions from the start.
fn somewhere<G: Game>(game: &G, rng: &mut Rng, actions: usize) -> Option<G::State> {
    let mut state = game.initial().ok()?;
    for _ in 0..actions {
        let legal = listed(game, &state);
        state = applied(game, &state, legal[rng.below(legal.len())]).1;
        if game.turn(&state).ok()? == Turn::Over {
            return None;
        }
    }
    Some(state)
}

fn plays<G: Game + Clone>(game: &G, most: usize, deepest: usize)
where
    G::Error: std::fmt::Debug,
{
    let mut rng = Rng::new(2, "plays");
    for settings in configurations() {
        let actions = rng.below(most);
        if let Some(state) = somewhere(game, &mut rng, actions) {
            agrees(game, &state, 1 + rng.below(deepest) as u32, &settings);
        }
    }
}

#[test]
fn options_that_look_deeper_prove_the_same() {
    let mut rng = Rng::new(3, "selective");
    let mut deeper = 0;
    for case in 0..1000 {
        let mut parts = vec![Value::Text("max".into())];
        parts.extend((0..2 + rng.below(3)).map(|_| branch(&mut rng, 7)));
        let game: Tree = build(&[("tree", Value::List(parts))]);
        let settings = Settings {
            singular: [Some(0.0), Some(2.0), None][case % 3],
            reductions: case % 2 == 0 || case % 3 == 2,
            ..Settings::default()
        };
        let search = run(&game, &0, 60, settings);
        let usual = run(&game, &0, 60, Settings::default());
        let value = minimax(&game, &0, 60, &mut Vec::new());
        assert!(search.proven());
        assert_eq!(search.rows()[search.best()].value, value);
        deeper += u32::from(search.spent() != usual.spent());
    }
    assert!(deeper > 500, "{deeper}");
}

#[test]
fn native_games_in_every_configuration() {
    plays(&build::<TicTacToe>(&[]), 7, 4);
    plays(&build::<Nim>(&[("heaps", Value::ints([2, 3, 2]))]), 4, 6);
    let small = ["width", "height", "connect"].into_iter();
    let small: Vec<_> = small.zip([4, 3, 3].map(Value::Int)).collect();
    plays(&build::<ConnectFour>(&small), 8, 6);
}

#[test]
fn solves_tic_tac_toe() {
    let game: TicTacToe = build(&[]);
    let Ok(start) = game.initial();
    let search = run(&game, &start, 100, Settings::default());
    assert_eq!(search.settled(), Some(StopReason::Proven));
    assert_eq!(search.rows()[search.best()].value, 0.0);
}

#[test]
fn noisy_actions_are_looked_through() {
    for (seed, settings) in configurations().into_iter().enumerate() {
        let game = Web::new(seed as u64, 6, Some(9));
        agrees(&game, &0, 1 + seed as u32 % 5, &settings);
    }
}

#[test]
fn coming_back_to_a_state_is_a_draw() {
    for seed in 0..400 {
        let settings = Settings {
            table: 0,
            ..configurations()[seed % configurations().len()].clone()
        };
        let game = Web::new(seed as u64, 7, None);
        let search = run(&game, &0, 1 + seed as u32 % 6, settings.clone());
        let row = search.rows()[search.best()];
        let own = if game.mover(0) == 0 { 1.0 } else { -1.0 };
        let value = own * minimax(&game, &0, search.spent().depth, &mut Vec::new());
        assert_eq!(row.value, value + 0.0, "{seed}");
    }
}

/// Where plays can go round for ever, what is proven is right also with the table, whose entries
/// come from other paths.
#[test]
fn proofs_hold_where_plays_can_go_round() {
    let mut proven = 0;
    for seed in 0..400 {
        let game = Web::new(seed as u64, 12, None);
        let settings = configurations()[seed % configurations().len()].clone();
        let search = run(&game, &0, 14, settings);
        if search.proven() {
            let own = if game.mover(0) == 0 { 1.0 } else { -1.0 };
            let row = search.rows()[search.best()];
            assert_eq!(row.value, own * worth(&game)[0] + 0.0, "{seed}");
            let after = game.after(0, row.action);
            let attained = game.paid_at(after).unwrap_or(worth(&game)[after as usize]);
            assert_eq!(row.value, own * attained + 0.0, "{seed}");
            proven += 1;
        }
    }
    assert!(proven > 200, "{proven}");
}
