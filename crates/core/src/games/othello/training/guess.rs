//! What the first generation plays by: weights set by hand.

use super::super::patterns::shapes::{CORNER, SHARED, contents, offset};
use super::super::patterns::{FEATURES, OTHER, OWN, PHASES, Weights};

/// Few words of every manual of the game: corners are good, the squares beside an empty corner are
/// bad, and so is having fewer moves than the other.
pub fn guess() -> Vec<Weights> {
    let mut units = vec![0; FEATURES];
    for number in 0..contents(CORNER) {
        units[SHARED[offset(CORNER) + number] as usize] = corner(number);
    }
    for moves in 0..OTHER - OWN {
        units[OWN + moves] = moves as i8;
        units[OTHER + moves] = -(moves as i8);
    }
    let weights = Weights {
        step: 1.0,
        slope: 0.05,
        units,
    };
    vec![weights; PHASES]
}

/// The worth of a content of the corner of 3 by 3, in discs.
fn corner(number: usize) -> i8 {
    // In the order of the shape: the corner, two squares beside it and the one diagonal to it.
    let [corner, right, below, diagonal] = [0, 1, 3, 4].map(|at| owner(number, at));
    let near = -2 * (right + below) - 5 * diagonal;
    10 * corner + if corner == 0 { near } else { 0 }
}

/// 1 where the mover has a disc on a square of a content, -1 where the other has one.
fn owner(number: usize, at: u32) -> i8 {
    [0, 1, -1][number / 3_usize.pow(at) % 3]
}
