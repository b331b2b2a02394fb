//! The evaluation that comes with the library.

use super::super::{Board, Othello, Score, Squares};
use super::file::{read, write};
use super::shapes::turned;
use super::*;
use crate::game::{Game, Native, Parameters, Turn, Value};
use crate::rng::Rng;

const WEIGHTS: &[u8] = include_bytes!("weights.bin");

/// Positions of random plays that are not over.
fn positions(count: usize) -> Vec<Position> {
    let game = othello("win");
    let mut rng = Rng::new(1, "positions");
    let (mut positions, mut actions) = (Vec::new(), Vec::new());
    let mut position = game.initial().unwrap();
    while positions.len() < count {
        if position.turn() == Turn::Over {
            position = game.initial().unwrap();
        }
        positions.push(position);
        actions.clear();
        game.actions(&position, &mut actions).unwrap();
        let action = actions[rng.below(actions.len())];
        game.apply(&mut position, action, &mut rng, &mut [0.0; 2])
            .unwrap();
    }
    positions
}

fn othello(score: &str) -> Othello {
    let given = [("score".to_owned(), Value::Text(score.into()))];
    Othello::build(&Parameters::new(&Othello::parameters(), &given).unwrap()).unwrap()
}

fn values(game: &Othello, position: &Position) -> [f64; 2] {
    let mut values = [f64::NAN; 2];
    let evaluation = game.evaluation("patterns").unwrap();
    (*evaluation).evaluate(game, position, &mut values).unwrap();
    values
}

/// The position with each square where a symmetry of the board takes it.
fn turned_position(position: &Position, symmetry: usize) -> Position {
    let set = |discs| Squares(discs).fold(0, |set, s| set | 1 << turned(s, symmetry));
    let Board { own, other } = position.board();
    let board = Board {
        own: set(own),
        other: set(other),
    };
    Position::new(board, u8::from(position.turn() == Turn::Player(1)))
}

#[test]
fn values_change_sides_with_the_colours_and_stay_under_symmetries() {
    for game in [othello("win"), othello("discs")] {
        for position in positions(500) {
            let [black, white] = values(&game, &position);
            assert_eq!(black, -white);
            let most = if game.score() == Score::Win {
                1.0
            } else {
                64.0
            };
            assert!(black.abs() <= most, "{position:?}");
            let mover = u8::from(position.turn() == Turn::Player(1));
            let swapped = Position::new(position.board(), 1 - mover);
            assert_eq!(values(&game, &swapped), [white, black], "{position:?}");
            for symmetry in 1..8 {
                let turned = turned_position(&position, symmetry);
                assert_eq!(values(&game, &turned), [black, white], "{position:?}");
            }
        }
    }
}

#[test]
fn a_value_is_the_sum_of_the_weights_of_the_features() {
    let weights = read(WEIGHTS).unwrap();
    let patterns = Patterns::new(&weights);
    for position in positions(2_000) {
        let (board, moves) = (position.board(), position.moves());
        let of = &weights[phase(64 - board.empty().count_ones())];
        let unit = |at: &u32| f32::from(of.units[*at as usize]);
        let sum: f32 = features(board, moves).iter().map(unit).sum();
        let found = patterns.margin(board, moves);
        // Each weight is rounded to a part of a disc.
        let rounding = TERMS as f64 / f64::from(UNITS) / 2.0;
        let expected = f64::from(sum * of.step);
        assert!((found - expected).abs() <= rounding + 1e-4, "{position:?}");
        let chance = (f64::from(of.slope) * found).tanh();
        let step = f64::from(of.slope) / 8.0;
        assert!(
            (patterns.chance(board, moves) - chance).abs() <= step,
            "{position:?}"
        );
    }
}

#[test]
fn each_number_of_discs_belongs_to_one_phase() {
    for count in 4..64 {
        let phase = phase(count);
        assert!(phase < PHASES);
        assert!(
            (discs(phase).0..=discs(phase).1).contains(&count),
            "{count}"
        );
    }
}

#[test]
fn a_corner_is_worth_more_than_the_square_beside_it() {
    let patterns = Patterns::shipped();
    let mut sums = [0.0; 2];
    for position in positions(3_000) {
        let Board { own, other } = position.board();
        let (free, discs) = ((own | other) & 0x303 == 0, (own | other).count_ones());
        if free && (16..50).contains(&discs) {
            for (sum, square) in sums.iter_mut().zip([1, 1 << 9]) {
                let board = Board {
                    own: own | square,
                    other,
                };
                *sum += patterns.margin(board, board.moves());
            }
        }
    }
    assert!(sums[0] > sums[1] + 1_000.0, "{sums:?}");
}

#[test]
fn the_weights_fit_in_little_and_are_written_as_they_were_read() {
    assert!(WEIGHTS.len() < 700_000);
    let phases: Vec<Vec<u8>> = read(WEIGHTS)
        .unwrap()
        .iter()
        .map(Weights::to_bytes)
        .collect();
    assert_eq!(write(&phases), WEIGHTS);
}

#[test]
fn what_is_no_file_of_weights_is_refused() {
    let refusal = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = WEIGHTS.to_vec();
        change(&mut bytes);
        read(&bytes).unwrap_err().0
    };
    assert!(refusal(&|bytes| bytes.clear()).contains("too short"));
    assert!(refusal(&|bytes| bytes[0] = 0).contains("begins otherwise"));
    for number in [8, 12, 16] {
        assert!(refusal(&|bytes| bytes[number] ^= 1).contains("another version"));
    }
    assert!(refusal(&|bytes| bytes[30] ^= 1).contains("damaged"));
    assert!(refusal(&|bytes| bytes.truncate(1_000)).contains("damaged"));
    let longer = |length: usize| {
        let phases: Vec<Vec<u8>> = read(WEIGHTS)
            .unwrap()
            .iter()
            .map(Weights::to_bytes)
            .collect();
        let mut bytes = phases.concat();
        bytes.resize(bytes.len() + length, 0);
        let mut parts = vec![Vec::new(); PHASES];
        parts[0] = bytes;
        read(&write(&parts))
    };
    assert!(longer(1).unwrap_err().0.contains("another length"));
    assert!(longer(0).is_ok());
}

#[test]
fn only_its_own_evaluation_has_a_name() {
    let game = othello("win");
    let names: Vec<&str> = Othello::evaluations().iter().map(|each| each.0).collect();
    assert_eq!(names, ["patterns"]);
    assert!(game.evaluation("guesses").is_none());
}

/// Positions with the final margin of the player to move, held out from the training.
fn held_out() -> Vec<(Board, f64)> {
    let text = include_str!("../../../../../../testdata/othello-plays.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let parsed = lines.map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let discs = |word| u64::from_str_radix(word, 16).unwrap();
        let board = Board {
            own: discs(words[0]),
            other: discs(words[1]),
        };
        (board, words[2].parse().unwrap())
    });
    parsed.collect()
}

#[test]
fn chances_are_what_they_say_on_plays_held_out() {
    let patterns = Patterns::shipped();
    let mut bins = [(0.0, 0.0, 0.0); 5];
    let mut losses = 0.0;
    let held_out = held_out();
    for (board, margin) in &held_out {
        let chance = patterns.chance(*board, board.moves());
        let result = if *margin == 0.0 { 0.0 } else { margin.signum() };
        losses -= ((1.0 + result * chance) / 2.0).ln();
        let bin = &mut bins[((chance + 1.0) * 2.5).min(4.0) as usize];
        *bin = (bin.0 + 1.0, bin.1 + chance, bin.2 + result);
    }
    for (count, chances, results) in bins {
        // A result has a variance of at most 1, and the positions of one play share theirs: four
        // standard errors of a fifth of the positions.
        let error = 4.0 * (5.0 / f64::from(count as u32)).sqrt();
        assert!(
            count > 100.0 && (chances - results).abs() / count < error,
            "{bins:?}"
        );
    }
    // A coin loses ln 2 = 0.693 a position.
    assert!(losses / (held_out.len() as f64) < 0.5, "{losses}");
}
