//! Searches that are broken off, and what they say then.

use super::{agrees, build, configurations, oracle::Scattered, run};
use forethought_core::budget::{Deliberation, Limits, StopReason, WallClock, Wish, drive};
use forethought_core::game::{Game, Native, Value};
use forethought_core::games::{ConnectFour, Nim, TicTacToe};
use forethought_core::gdl::syntax::parse;
use forethought_core::gdl::{GdlGame, Limits as Reasoning};
use forethought_core::search::alpha_beta::{AlphaBeta, Settings};
use forethought_core::search::{Fault, Kind, Lookahead};

fn started<G: Native + Clone>(game: &G, settings: Settings) -> AlphaBeta<G> {
    let Ok(start) = game.initial();
    let search = AlphaBeta::new(game.clone(), Box::new(Scattered), settings, start);
    search.unwrap_or_else(|_| panic!("a game for it"))
}

fn nodes(most: u64) -> Limits {
    Limits {
        nodes: Some(most),
        ..Limits::default()
    }
}

#[test]
fn node_limits_are_exact() {
    let game: ConnectFour = build(&[]);
    for settings in configurations().into_iter().step_by(7) {
        for most in [1, 2, 3, 10, 100, 2345] {
            let settings = Settings {
                depth: Some(9),
                ..settings.clone()
            };
            let mut search = started(&game, settings);
            let stop = drive(&mut search, &nodes(most), &WallClock::new(), &mut |_| {
                Wish::GoOn
            });
            assert_eq!(stop.unwrap(), Some(StopReason::Nodes));
            assert_eq!(search.spent().nodes, most);
            assert!(search.best() < search.rows().len());
        }
    }
}

#[test]
fn what_is_claimed_when_broken_off_holds() {
    let game: TicTacToe = build(&[]);
    for most in (1..4000).step_by(37) {
        let mut search = started(&game, Settings::default());
        let mut depth = 0;
        // Run on twice: what was found before is not lost.
        for part in 1..=3 {
            drive(
                &mut search,
                &nodes(most * part),
                &WallClock::new(),
                &mut |_| Wish::GoOn,
            )
            .unwrap();
            assert!(search.spent().depth >= depth);
            depth = search.spent().depth;
            for row in search.rows() {
                // The value of every first move is a draw.
                match row.kind {
                    Kind::Exact => assert_eq!(row.value, 0.0),
                    Kind::Unknown => assert!(row.value.is_nan()),
                    _ => {}
                }
            }
            if depth > 0 {
                assert_ne!(search.rows()[search.best()].kind, Kind::Unknown);
                assert_eq!(search.line()[0].1, search.rows()[search.best()].action);
            }
        }
    }
}

#[test]
fn an_interrupted_search_has_a_decision() {
    let game: ConnectFour = build(&[]);
    for looks in 1..6 {
        let mut search = started(&game, Settings::default());
        let mut count = 0;
        let mut watch = |_: &_| {
            count += 1;
            if count < looks {
                Wish::GoOn
            } else {
                Wish::Stop
            }
        };
        let stop = drive(
            &mut search,
            &Limits::default(),
            &WallClock::new(),
            &mut watch,
        );
        assert_eq!(stop.unwrap(), Some(StopReason::Interrupted));
        assert!(search.best() < 7);
    }
}

#[test]
fn time_that_is_up_at_once_leaves_one_action_looked_at() {
    let game: ConnectFour = build(&[]);
    let limits = Limits {
        time: Some(std::time::Duration::ZERO),
        ..Limits::default()
    };
    let mut search = started(&game, Settings::default());
    let stop = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    assert_eq!(stop.unwrap(), Some(StopReason::Seconds));
    assert_eq!(search.rows()[search.best()].kind, Kind::Estimate);
}

#[test]
fn time_ends_a_search_without_iterations() {
    let game: ConnectFour = build(&[]);
    let limits = Limits {
        time: Some(std::time::Duration::from_millis(5)),
        ..Limits::default()
    };
    let settings = Settings {
        depth: Some(40),
        iterative: false,
        ..Settings::default()
    };
    let mut search = started(&game, settings);
    let stop = drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn);
    assert_eq!(stop.unwrap(), Some(StopReason::Seconds));
    assert_eq!(search.rows()[search.best()].kind, Kind::Unknown);
}

#[test]
fn a_moved_search_is_right_with_its_old_table() {
    let game: ConnectFour = build(&[("width", Value::Int(5)), ("height", Value::Int(4))]);
    let Ok(start) = game.initial();
    let mut search = run(&game, &start, 7, Settings::default());
    let mut state = start;
    for _ in 0..4 {
        let action = search.rows()[search.best()].action;
        state = super::applied(&game, &state, action).1;
        assert!(search.move_root(state).is_ok());
        assert_eq!(search.spent().nodes, 0);
        drive(
            &mut search,
            &Limits::default(),
            &WallClock::new(),
            &mut |_| Wish::GoOn,
        )
        .unwrap();
        let fresh = run(&game, &state, 7, Settings::default());
        let value = |search: &AlphaBeta<ConnectFour>| search.rows()[search.best()].value;
        assert_eq!(value(&search), value(&fresh));
        agrees(&game, &state, 5, &Settings::default());
    }
}

#[test]
fn memory_bounds_the_table() {
    let game: ConnectFour = build(&[]);
    for bytes in [0, 100_000, 1_000_000] {
        let limits = Limits {
            memory: Some(bytes),
            ..nodes(200_000)
        };
        let mut search = started(&game, Settings::default());
        drive(&mut search, &limits, &WallClock::new(), &mut |_| Wish::GoOn).unwrap();
        assert!(bytes == 0 || search.spent().bytes <= bytes);
    }
}

#[test]
fn more_players_are_refused() {
    let game: Nim = build(&[("players", Value::Int(3))]);
    let Ok(start) = game.initial();
    let refused = AlphaBeta::new(game, Box::new(Scattered), Settings::default(), start).err();
    assert!(matches!(refused, Some(Fault::NotTwoPlayers(3))));
}

#[test]
fn goals_from_0_to_100_are_refused() {
    let text =
        "(role a) (role b) (init start) (legal a go) (legal b go) (<= (next end) (does a go))
                (<= terminal (true end)) (<= (goal a 100) (true end)) (<= (goal b 0) (true end))";
    let sheet = parse(text).expect("a sheet");
    let game = GdlGame::new("one step", &sheet, Reasoning::default()).expect("a game");
    let start = game.initial().expect("a state");
    let refused = AlphaBeta::new(
        game.clone(),
        Box::new(Scattered),
        Settings::default(),
        start.clone(),
    );
    assert!(matches!(refused.err(), Some(Fault::NotZeroSum)));
    let game = game.zero_sum().expect("a game of two");
    assert!(AlphaBeta::new(game, Box::new(Scattered), Settings::default(), start).is_ok());
}
