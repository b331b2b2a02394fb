//! Positions that are images of each other are worth the same, or the opposite.

use super::data::build;
use forethought_core::game::{Native, Turn, Value};
use forethought_core::games::{Breakthrough, Checkers, ConnectFour, Einstein};
use forethought_core::rng::Rng;
use serde_json::{Value as Json, json};

/// What the game's own evaluation says of a state to player 0.
fn worth<G: Native>(game: &G, state: &G::State) -> f64 {
    let (name, _) = G::evaluations()[0];
    let mut values = [0.0; 2];
    let evaluation = game.evaluation(name).expect("it is listed");
    evaluation
        .evaluate(game, state, &mut values)
        .expect("rules");
    values[0]
}

/// Compares the states of random plays with their images: worth `sign` times as much, and as far.
fn compare<G: Native>(parameters: &Json, sign: f64, image: impl Fn(&Value) -> Value) {
    let game: G = build(parameters);
    let mut rng = Rng::new(1, "mirrors");
    let (mut seen, mut different) = (0, 0);
    while seen < 2000 {
        let Ok(mut state) = game.initial();
        while game.turn(&state) != Ok(Turn::Over) {
            let value = image(&game.state_value(&state));
            let mirrored = game.parse_state(&value).expect("a state");
            let found = worth(&game, &state);
            assert_eq!(worth(&game, &mirrored), sign * found, "{value}");
            assert_eq!(game.stage(&mirrored), game.stage(&state), "{value}");
            if game.turn(&mirrored) == game.turn(&state) && sign > 0.0 {
                stands_for(&game, &mirrored, &state);
            }
            seen += 1;
            different += i32::from(mirrored != state && found != 0.0);
            let Ok(action) = game.random_action(&state, &mut Vec::new(), &mut rng);
            let action = action.expect("the play is not over");
            let Ok(()) = game.apply(&mut state, action, &mut rng, &mut [0.0; 2]);
        }
    }
    assert!(different > 1000, "{different} tell anything");
}

/// Checks that images have one canonical state, if the game knows of any.
fn stands_for<G: Native>(game: &G, mirrored: &G::State, state: &G::State) {
    let [Ok(one), Ok(other)] = [mirrored, state].map(|state| game.canonical(state));
    assert!(one == other || (one == *mirrored && other == *state));
}

fn text(value: &Value) -> &str {
    value.as_text().expect("a text")
}

fn swapped(text: &str, [one, two]: [char; 2]) -> String {
    let swap = |c| match c {
        c if c == one => two,
        c if c == two => one,
        c => c,
    };
    text.chars().map(swap).collect()
}

/// Left and right exchanged.
fn turned_over(rows: &str) -> String {
    let rows = rows.split('/').map(|row| row.chars().rev().collect());
    rows.collect::<Vec<String>>().join("/")
}

#[test]
fn connect_four_from_behind() {
    for parameters in [json!({}), json!({"width": 6, "height": 5, "connect": 3})] {
        compare::<ConnectFour>(&parameters, 1.0, |state| {
            Value::Text(turned_over(text(state)))
        });
    }
}

#[test]
fn breakthrough_from_behind_and_from_the_other_side() {
    for parameters in [json!({}), json!({"width": 5, "height": 6})] {
        compare::<Breakthrough>(&parameters, 1.0, |state| {
            let (board, next) = text(state).split_once(' ').expect("who moves");
            Value::Text(format!("{} {next}", turned_over(board)))
        });
        compare::<Breakthrough>(&parameters, -1.0, |state| {
            let (board, next) = text(state).split_once(' ').expect("who moves");
            let rows: Vec<&str> = board.split('/').rev().collect();
            let state = format!("{} {next}", rows.join("/"));
            Value::Text(swapped(&state, ['W', 'B']))
        });
    }
}

#[test]
fn checkers_from_the_other_side() {
    compare::<Checkers>(&json!({}), -1.0, |state| {
        let turned = |part: &str| {
            let pieces = part.split(',').filter(|piece| !piece.is_empty());
            let turn = |piece: &str| {
                let number = piece.trim_start_matches('K');
                let king = &piece[..piece.len() - number.len()];
                format!("{king}{}", 33 - number.parse::<u8>().expect("a square"))
            };
            pieces.map(turn).collect::<Vec<_>>().join(",")
        };
        let parts: Vec<&str> = text(state).split(':').collect();
        let [next, white, black, quiet] = parts[..] else {
            panic!("{state}")
        };
        let (white, black) = (turned(&white[1..]), turned(&black[1..]));
        let next = swapped(next, ['W', 'B']);
        Value::Text(format!("{next}:W{black}:B{white}:{quiet}"))
    });
}

#[test]
fn einstein_from_the_other_side_and_along_the_diagonal() {
    for parameters in [json!({}), json!({"size": 6, "rows": 2})] {
        compare::<Einstein>(&parameters, -1.0, |state| {
            let [rows, player, die] = state.as_list().expect("three parts") else {
                panic!("{state}")
            };
            let turned: String = text(rows).chars().rev().map(other_stone).collect();
            let player = player.as_int().map_or(Value::None, |n| Value::Int(1 - n));
            Value::List(vec![Value::Text(turned), player, die.clone()])
        });
        compare::<Einstein>(&parameters, 1.0, |state| {
            let mut parts = state.as_list().expect("three parts").to_vec();
            // Before the coin all stones stand where they start.
            if parts[1] == Value::None {
                return state.clone();
            }
            let rows: Vec<&str> = text(&parts[0]).split('/').collect();
            let column = |at: usize| rows.iter().map(|row| &row[at..=at]).collect();
            let columns: Vec<String> = (0..rows.len()).map(column).collect();
            parts[0] = Value::Text(columns.join("/"));
            Value::List(parts)
        });
    }
}

/// The stone of the same number of the other player.
fn other_stone(mark: char) -> char {
    match mark {
        '1'..='6' => char::from(b'a' + mark as u8 - b'1'),
        'a'..='f' => char::from(b'1' + mark as u8 - b'a'),
        _ => mark,
    }
}
