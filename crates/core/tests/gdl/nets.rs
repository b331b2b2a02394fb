//! A net gives the same answers as the interpreter that it was made from.

use super::{files, shipped, text};
use forethought_core::game::{Game, rollout};
use forethought_core::gdl::{
    Form, GdlGame, GroundLimits, Interpreter, Limits, Net, NetReasoner, Playouts, TermId, syntax,
};
use forethought_core::rng::Rng;
use std::fs;
use std::sync::Arc;

fn pair(text: &str) -> Option<(Interpreter, NetReasoner)> {
    let sheet = syntax::parse(text).expect("a sheet");
    let mut game = Interpreter::new(&sheet, Limits::default()).expect("a game");
    let limits = GroundLimits {
        facts: 20_000,
        ..GroundLimits::default()
    };
    let net = Net::new(&mut game, &sheet, limits).ok()?;
    Some((game, NetReasoner::new(Arc::new(net))))
}

/// One random play of both, in step.
fn play(name: &str, game: &mut Interpreter, net: &mut NetReasoner, rng: &mut Rng) {
    let mut state = game.initial().to_vec();
    for step in 0..60 {
        let place = format!("{name}, step {step}");
        let over = game.terminal(&state).expect("an answer");
        assert_eq!(net.terminal(&state), over, "{place}");
        assert_eq!(net.goals(&state), game.goals(&state).unwrap(), "{place}");
        let legal = game.legal(&state).expect("moves");
        assert_eq!(net.legal(&state), legal, "{place}");
        if over || legal.iter().any(Vec::is_empty) {
            return;
        }
        let joint = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let joint: Vec<TermId> = joint.collect();
        let next = game.next(&state, &joint).expect("a state");
        assert_eq!(net.next(&state, &joint), Ok(next.clone()), "{place}");
        state = next;
    }
}

#[test]
fn nets_answer_like_the_interpreter() {
    let mut rng = Rng::new(5, "test");
    let all = files("").into_iter().chain(files("pitfalls"));
    let mut refused = Vec::new();
    for path in all.filter(|path| path.extension().is_some_and(|e| e == "kif")) {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).expect("a text");
        match pair(&text) {
            Some((mut game, mut net)) => {
                (0..20).for_each(|_| play(&name, &mut game, &mut net, &mut rng));
            }
            None => refused.push(path.file_name().expect("a name").to_owned()),
        }
    }
    // Without their denials the rules of these have no end.
    assert_eq!(refused, ["collect.kif", "towers.kif"]);
}

#[test]
fn all_sheets_of_the_package_have_nets_that_answer_like_the_interpreter() {
    let mut rng = Rng::new(6, "test");
    for path in shipped() {
        let text = fs::read_to_string(&path).expect("a text");
        let name = path.display().to_string();
        let (mut game, mut net) = pair(&text).expect("a net");
        (0..3).for_each(|_| play(&name, &mut game, &mut net, &mut rng));
    }
}

#[test]
fn many_plays_at_once_are_random_plays() {
    let sheet = syntax::parse(&text("tic_tac_toe.kif")).expect("a sheet");
    let mut game = Interpreter::new(&sheet, Limits::default()).expect("a game");
    let net = Net::new(&mut game, &sheet, GroundLimits::default()).expect("a net");
    let tally = Playouts::<1>::new(&net, game.initial())
        .run(2000, &mut Rng::new(1, "test"))
        .clone();
    let plays = tally.plays as f64;
    // Of random plays the first player wins 737/1260 and loses 121/420; they last 7.63 steps.
    let first = 100.0 * (737.0 / 1260.0 + (1.0 - 737.0 / 1260.0 - 121.0 / 420.0) / 2.0);
    assert!(plays > 10_000.0 && tally.stuck == 0, "{tally:?}");
    // Five standard errors, at least: about one failure in a million.
    assert!((tally.sums[0] / plays - first).abs() < 2.5, "{tally:?}");
    assert!((tally.sums[0] + tally.sums[1] - 100.0 * plays).abs() < 1e-6);
}

/// All plays that one random stream makes.
fn plays(game: &GdlGame) -> Vec<(u32, Vec<f64>)> {
    let mut rng = Rng::new(7, "test");
    let play = |_| {
        let mut rewards = vec![0.0; game.info().players];
        let mut state = game.initial().expect("a state");
        let steps = rollout(game, &mut state, &mut Vec::new(), &mut rng, &mut rewards);
        (steps.expect("answers").expect("an end"), rewards)
    };
    (0..50).map(play).collect()
}

#[test]
fn compiling_changes_no_play() {
    for name in [
        "tic_tac_toe.kif",
        "coin_guess.kif",
        "eight_puzzle.kif",
        "rock_paper_scissors.kif",
    ] {
        let sheet = syntax::parse(&text(name)).expect("a sheet");
        let game = GdlGame::new(name, &sheet, Limits::default()).expect("a game");
        let before = plays(&game);
        let state = game.initial().expect("a state");
        game.compile(GroundLimits::default()).expect("a net");
        assert_eq!(game.form(), Form::Net);
        assert_eq!(plays(&game), before, "{name}");
        assert_eq!(game.initial(), Ok(state), "{name}");
    }
}

#[test]
fn a_game_without_a_net_is_interpreted() {
    let sheet = syntax::parse(&text("collect.kif")).expect("a sheet");
    let game = GdlGame::new("collect", &sheet, Limits::default()).expect("a game");
    let before = plays(&game);
    let limits = GroundLimits {
        facts: 1000,
        ..GroundLimits::default()
    };
    let reason = game.compile(limits).expect_err("no net");
    assert_eq!(reason.code, "too-large");
    assert_eq!(game.form(), Form::Refused(reason));
    assert_eq!(plays(&game), before);
}

#[test]
fn many_plays_begin_where_they_should() {
    let sheet = syntax::parse(&text("nim.kif")).expect("a sheet");
    let mut game = Interpreter::new(&sheet, Limits::default()).expect("a game");
    let net = Net::new(&mut game, &sheet, GroundLimits::default()).expect("a net");
    let (mut rng, mut state) = (Rng::new(3, "test"), game.initial().to_vec());
    while !game.terminal(&state).expect("an answer") {
        let legal = game.legal(&state).expect("moves");
        let moves = legal.iter().map(|moves| moves[rng.below(moves.len())]);
        let moves: Vec<_> = moves.collect();
        state = game.next(&state, &moves).expect("a state");
    }
    let mut playouts = Playouts::<2>::new(&net, &state);
    // From a state where the play is over there is no step.
    let over = playouts.run(3, &mut rng);
    assert_eq!((over.plays, over.steps), (3 * 128, 0));
    let goals = game.goals(&state).expect("goals");
    let sums = goals.iter().map(|goals| 3.0 * 128.0 * goals[0] as f64);
    assert_eq!(over.sums, sums.collect::<Vec<_>>());
}

#[test]
fn symmetries_are_those_of_the_board() {
    // The square has 8, and moves in corners, at edges and in the middle. The heaps of nim are of
    // different sizes.
    for (name, count, kinds) in [
        ("tic_tac_toe.kif", 8.0, vec![4, 4]),
        ("nim.kif", 1.0, vec![]),
    ] {
        let sheet = syntax::parse(&text(name)).expect("a sheet");
        let mut game = Interpreter::new(&sheet, Limits::default()).expect("a game");
        let net = Net::new(&mut game, &sheet, GroundLimits::default()).expect("a net");
        let found = net.symmetries(game.initial());
        assert!(found.complete);
        assert_eq!(found.count, count, "{name}");
        let sizes: Vec<_> = found.kinds[0].iter().map(Vec::len).collect();
        assert_eq!(sizes, kinds, "{name}");
    }
}

/// The fluents of a sheet that stay, and those that go.
fn latches(text: &str) -> [Vec<String>; 2] {
    let sheet = syntax::parse(text).expect("a sheet");
    let mut game = Interpreter::new(&sheet, Limits::default()).expect("a game");
    let net = Net::new(&mut game, &sheet, GroundLimits::default()).expect("a net");
    [net.stay(), net.go()].map(|terms| {
        let mut texts: Vec<_> = terms.iter().map(|term| game.text(*term)).collect();
        texts.sort();
        texts
    })
}

#[test]
fn latches_stay_as_they_are() {
    let lamps = "(role robot) (legal robot press) (legal robot wait) (init off) (init dark)
         (<= (next on) (does robot press)) (<= (next on) (true on))
         (<= (next off) (true off) (not (does robot press)))
         (<= (next dark) (not (true dark)) (does robot wait))
         (<= terminal (true on) (true dark)) (<= (goal robot 100) (true off))";
    assert_eq!(latches(lamps), [vec!["on"], vec!["off"]]);
    let [stay, go] = latches(&text("tic_tac_toe.kif"));
    assert_eq!((stay.len(), go.len()), (0, 9));
    assert!(go.iter().all(|cell| cell.contains("blank")));
}
