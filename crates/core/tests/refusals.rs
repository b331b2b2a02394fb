//! What games refuse, and how they say so.

use forethought_core::game::{Invalid, Native, Parameters, Value};
use forethought_core::games::{ConnectFour, Nim, Pig, Sailing, TicTacToe, Tree};

fn build<G: Native>(given: &[(&str, Value)]) -> Result<G, Invalid> {
    let given: Vec<_> = given
        .iter()
        .map(|(name, v)| (name.to_string(), v.clone()))
        .collect();
    G::build(&Parameters::new(&G::parameters(), &given)?)
}

fn text(text: &str) -> Value {
    Value::Text(text.into())
}

fn list<const N: usize>(values: [Value; N]) -> Value {
    Value::List(values.into())
}

fn int(n: i64) -> Value {
    Value::Int(n)
}

/// Asserts that the message holds each of the parts.
fn says<T: std::fmt::Debug>(result: Result<T, Invalid>, parts: &[&str]) {
    let Invalid(message) = result.expect_err("refused");
    for part in parts {
        assert!(message.contains(part), "{message:?} does not say {part:?}");
    }
}

#[test]
fn tic_tac_toe_states() {
    let game: TicTacToe = build(&[]).expect("defaults");
    for (board, why) in [
        ("X..", "nine cells"),
        ("X...x....", "'X', 'O' or '.'"),
        ("XX.......", "X starts"),
        ("O........", "X starts"),
        ("XXXOOO...", "both players have won"),
        ("XXX.OO..O", "O moved after X had won"),
        ("OOOXX.XX.", "X moved after O had won"),
    ] {
        says(game.parse_state(&text(board)), &[board, why]);
    }
    assert!(game.parse_state(&text("XXXOO....")).is_ok());
}

#[test]
fn connect_four_states() {
    let given = [("width", int(4)), ("height", int(2)), ("connect", int(3))];
    let game: ConnectFour = build(&given).expect("a small board");
    for (board, why) in [
        ("....", "another size"),
        ("...../.....", "another size"),
        ("X.../....", "above an empty cell"),
        ("..../XX..", "X starts"),
        ("OOO./XXX.", "both players have won"),
        ("OO.O/XXX.", "above an empty cell"),
        ("OO../XXXO", "O moved after X had won"),
    ] {
        says(game.parse_state(&text(board)), &[board, why]);
    }
    let wrapped = game
        .parse_state(&text("..../XX.X"))
        .expect_err("two stones too many");
    assert!(wrapped.0.contains("X starts"));
}

#[test]
fn connect_four_sizes() {
    let size =
        |width, height| build::<ConnectFour>(&[("width", int(width)), ("height", int(height))]);
    assert!(size(8, 7).is_ok() && size(1, 62).is_ok() && size(32, 1).is_ok());
    says(size(8, 8), &["height=8", "from 1 to 7"]);
    says(size(33, 1), &["width=33", "from 1 to 32"]);
    says(size(3, 3), &["connect=4", "from 1 to 3"]);
}

#[test]
fn nim_states() {
    let game: Nim = build(&[]).expect("defaults");
    let state = |heaps: [i64; 3], player| list([Value::ints(heaps), int(player)]);
    // The first player moves first; a single object taken is a single move.
    for (heaps, player) in [
        ([3, 4, 5], 1),
        ([2, 4, 5], 0),
        ([4, 4, 5], 1),
        ([3, 4, 5], 2),
    ] {
        says(game.parse_state(&state(heaps, player)), &["is no state"]);
    }
    assert!(game.parse_state(&state([1, 4, 5], 0)).is_ok());
    says(
        build::<Nim>(&[("heaps", Value::ints([]))]),
        &["heaps=()", "1 to 8"],
    );
    says(
        build::<Nim>(&[("play", text("odd"))]),
        &["'normal', 'misere'"],
    );
}

#[test]
fn pig_states() {
    let game: Pig = build(&[("target", int(20))]).expect("a target");
    let state =
        |banked: [i64; 2], turn, player| list([Value::ints(banked), int(turn), int(player)]);
    for (banked, turn, player) in [
        ([1, 0], 0, 0),
        ([0, 0], 1, 0),
        ([20, 0], 0, 1),
        ([10, 0], 11, 0),
        ([20, 20], 0, 0),
        ([0, 0], 0, 2),
    ] {
        says(
            game.parse_state(&state(banked, turn, player)),
            &["is no state", "2 to 6"],
        );
    }
    assert!(game.parse_state(&state([20, 3], 0, 0)).is_ok());
    assert!(game.parse_state(&state([19, 3], 1, 0)).is_ok());
}

#[test]
fn sailing_states() {
    let game: Sailing = build(&[]).expect("defaults");
    let state = |x, wind, tack| list([int(x), int(0), text(wind), text(tack)]);
    assert!(game.parse_state(&state(5, "SW", "port")).is_ok());
    says(game.parse_state(&state(6, "SW", "port")), &["from 0 to 5"]);
    says(game.parse_state(&state(0, "up", "port")), &["NE"]);
    says(game.parse_state(&state(0, "N", "left")), &["starboard"]);
    says(build::<Sailing>(&[("wind", text("up"))]), &["wind='up'"]);
    says(build::<Sailing>(&[("size", int(31))]), &["from 2 to 30"]);
    assert!(build::<Sailing>(&[("size", int(30))]).is_ok());
}

#[test]
fn trees() {
    let refused = |tree: Value, players, parts: &[&str]| {
        says(
            build::<Tree>(&[("tree", tree), ("players", int(players))]),
            parts,
        );
    };
    let under = |child: Value| list([int(1), list([child, int(2)])]);
    let chance = |p: Value| under(list([text("chance"), list([p, int(1)])]));
    refused(int(3), 2, &["at tree:", "the root"]);
    refused(text("x"), 2, &["at tree:"]);
    refused(under(text("x")), 2, &["at tree[1]:", "'x' is no kind"]);
    refused(
        list([int(1), text("x")]),
        2,
        &["at tree[1]:", "'x' is no number"],
    );
    refused(under(Value::ints([])), 2, &["at tree[1][0]:", "a child"]);
    refused(
        under(list([text("mix"), int(1)])),
        2,
        &["at tree[1][0]:", "'mix'", "chance"],
    );
    refused(under(Value::Float(f64::NAN)), 2, &["at tree[1][0]:", "NaN"]);
    refused(
        under(Value::Float(-1e101)),
        2,
        &["at tree[1][0]:", "too large: scale the rewards"],
    );
    refused(
        under(list([text("leaf"), list([int(0), Value::Float(1e200)])])),
        2,
        &["at tree[1][0][1]:", "too large"],
    );
    refused(chance(Value::Float(0.5)), 2, &["at tree[1][0]:", "0.5"]);
    refused(chance(Value::Float(1.5)), 2, &["at tree[1][0][1]:", "1.5"]);
    refused(
        under(list([text("chance"), int(1)])),
        2,
        &["at tree[1][0][1]:", "(probability"],
    );
    refused(under(list([text("min"), int(1)])), 3, &["at tree[0]:"]);
    let leaf = || list([text("leaf"), Value::ints([1, 2, 3])]);
    refused(
        list([leaf(), list([text("min"), leaf()])]),
        3,
        &["at tree[1]:", "3 players"],
    );
    refused(
        list([text("player"), int(3), leaf()]),
        3,
        &["at tree:", "from 0 to 2"],
    );
    refused(
        list([text("leaf"), int(1), int(2)]),
        2,
        &["at tree:", "(\"leaf\""],
    );
    refused(
        under(list([text("reward"), int(1)])),
        2,
        &["at tree[1][0]:", "(\"reward\""],
    );
    refused(
        list([text("reward"), int(1), int(2)]),
        2,
        &["at tree:", "the root"],
    );
}

#[test]
fn tree_states() {
    let game: Tree = build(&[]).expect("defaults");
    for path in [vec![3], vec![-1], vec![0, 0, 0]] {
        says(
            game.parse_state(&Value::ints(path)),
            &["is no state", "(0,)"],
        );
    }
}
