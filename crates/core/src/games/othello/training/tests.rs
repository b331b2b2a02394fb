//! Plays, and fits of what is known.

use super::super::patterns::{FEATURES, PHASES, Patterns, Weights};
use super::super::{Board, Squares};
use super::fit::{Settings, concerns, fit};
use super::*;
use crate::rng::Rng;

fn plays(patterns: &Patterns, numbers: std::ops::Range<u64>) -> Vec<Sample> {
    let player = Player { patterns, depth: 2 };
    let mut plays = Plays::new(player, 1);
    numbers.flat_map(|play| plays.samples(play)).collect()
}

/// The margin with best play of both, by trying everything.
fn minimax(board: Board) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return match board.passed().moves() {
            0 => board.margin(),
            _ => -minimax(board.passed()),
        };
    }
    let values = Squares(moves).map(|square| -minimax(board.play(square)));
    values.max().expect("moves")
}

#[test]
fn the_end_of_a_play_is_perfect() {
    let patterns = Patterns::new(&guess());
    let samples = plays(&patterns, 0..16);
    let late = |sample: &&Sample| sample.board.empty().count_ones() <= 6;
    assert!(samples.iter().filter(late).count() > 50);
    for sample in samples.iter().filter(late) {
        assert_eq!(
            i32::from(sample.margin),
            minimax(sample.board),
            "{sample:?}"
        );
    }
}

#[test]
fn a_player_chooses_as_without_cuts() {
    fn value(patterns: &Patterns, board: Board, depth: u32) -> f64 {
        let moves = board.moves();
        if moves == 0 {
            return match board.passed().moves() {
                0 => f64::from(board.margin()),
                _ => -value(patterns, board.passed(), depth),
            };
        }
        if depth == 0 {
            return patterns.margin(board, moves);
        }
        let values = Squares(moves).map(|s| -value(patterns, board.play(s), depth - 1));
        values.fold(f64::NEG_INFINITY, f64::max)
    }
    let patterns = Patterns::shipped();
    let player = Player {
        patterns: &patterns,
        depth: 3,
    };
    for sample in plays(&patterns, 0..2) {
        let moves = sample.board.moves();
        if moves != 0 {
            let chosen = player.choose(sample.board);
            assert!(moves >> chosen & 1 != 0);
            let found = -value(&patterns, sample.board.play(chosen), 2);
            assert_eq!(found, value(&patterns, sample.board, 3), "{sample:?}");
        }
    }
}

#[test]
fn plays_depend_on_seed_and_number_alone() {
    let patterns = Patterns::new(&guess());
    let all = plays(&patterns, 0..20);
    assert_eq!(
        [plays(&patterns, 0..7), plays(&patterns, 7..20)].concat(),
        all
    );
    let parts = [Part::Fit, Part::Tune, Part::Test];
    for part in parts {
        assert!(all.iter().any(|sample| sample.part == part), "{part:?}");
    }
    for sample in all {
        assert_eq!(Sample::from_bytes(&sample.to_bytes()), sample);
    }
}

/// Positions of random plays, their margins the difference in moves.
fn mobile(count: u64) -> Vec<Sample> {
    let mut rng = Rng::new(1, "mobile");
    let (mut board, mut samples) = (Board::START, Vec::new());
    for play in 0..count {
        while board.moves() != 0 {
            let moves = board.moves().count_ones();
            let margin = moves as i8 - board.passed().moves().count_ones() as i8;
            let part = Part::of(play);
            samples.push(Sample {
                board,
                margin,
                part,
            });
            let chosen = rng.below(moves as usize);
            board = board.play(Squares(board.moves()).nth(chosen).expect("a move"));
        }
        board = Board::START;
    }
    samples
}

#[test]
fn a_fit_finds_what_the_margins_were_made_of() {
    let samples = mobile(500);
    for phase in [0, 5] {
        let settings = Settings {
            penalty: 1.0,
            steps: 20,
        };
        let fit = fit(&samples, phase, settings);
        let concerned =
            |sample: &&Sample| sample.part == Part::Fit && concerns(phase, sample.board);
        assert_eq!(fit.fitted, samples.iter().filter(concerned).count());
        let root = |squares: Vec<f64>| (squares.iter().sum::<f64>() / squares.len() as f64).sqrt();
        let errors = fit
            .test
            .iter()
            .map(|[sum, _, margin]| (sum - margin).powi(2));
        let margins = fit.test.iter().map(|[_, _, margin]| margin.powi(2));
        let (error, spread) = (root(errors.collect()), root(margins.collect()));
        assert!(fit.error < 0.2 * spread, "{} {spread}", fit.error);
        assert!(error < 0.5 * spread, "{error} {spread}");
        let signs = fit.test.iter().all(|[sum, chance, _]| sum * chance >= 0.0);
        assert!(signs && fit.weights.slope > 0.0);
    }
}

#[test]
fn better_weights_win() {
    let nothing = Weights {
        step: 1.0,
        slope: 0.05,
        units: vec![0; FEATURES],
    };
    let sides = [
        Patterns::shipped(),
        Patterns::new(&vec![nothing; PHASES]).into(),
    ];
    let margins = |first: usize| -> i32 {
        let players = [first, 1 - first].map(|side| Player {
            patterns: &sides[side],
            depth: 2,
        });
        let mut duel = Duel::new(players, 1);
        (0..4).flat_map(|pair| duel.margins(pair)).sum()
    };
    let (margins, back) = (margins(0), margins(1));
    assert!(margins > 80, "{margins}");
    assert_eq!(margins, -back);
}
