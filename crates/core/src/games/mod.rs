//! The games written here, each in a file of its own.

mod bits;
mod breakthrough;
mod checkers;
mod connect_four;
mod einstein;
mod inventory;
mod marks;
mod nim;
pub mod othello;
mod pig;
mod sailing;
mod tic_tac_toe;
mod tree;

pub use breakthrough::Breakthrough;
pub use checkers::Checkers;
pub use connect_four::ConnectFour;
pub use einstein::Einstein;
pub use inventory::Inventory;
pub use nim::Nim;
pub use othello::Othello;
pub use pig::Pig;
pub use sailing::Sailing;
pub use tic_tac_toe::TicTacToe;
pub use tree::Tree;

use crate::game::{Parameter, Value};

/// Calls a macro with the type of every game: the one list of them.
#[macro_export]
macro_rules! with_games {
    ($callback:ident) => {
        $callback! {
            $crate::games::Inventory,
            $crate::games::TicTacToe,
            $crate::games::ConnectFour,
            $crate::games::Othello,
            $crate::games::Breakthrough,
            $crate::games::Checkers,
            $crate::games::Nim,
            $crate::games::Pig,
            $crate::games::Einstein,
            $crate::games::Sailing,
            $crate::games::Tree,
        }
    };
}

fn parameter(name: &'static str, default: Value, meaning: &'static str) -> Parameter {
    Parameter {
        name,
        default,
        meaning,
    }
}

/// Writes P(win) - P(loss) of both players, with odds of player 0 of e to the power of twice the
/// weighted sum of the features.
#[inline]
fn judge<const N: usize>(features: [f64; N], weights: [f64; N], values: &mut [f64]) {
    let terms = features.iter().zip(weights).map(|(f, w)| f * w);
    let sum = terms.sum::<f64>();
    // The hyperbolic tangent, by one exponential.
    let lost = libm::exp(-2.0 * sum.abs().min(SUREST));
    values[0] = ((1.0 - lost) / (1.0 + lost)).copysign(sum);
    values[1] = -values[0];
}

/// The greatest weighted sum of features that is told apart: from about 19 on the value would be
/// rounded to 1, which only an end is worth.
const SUREST: f64 = 12.0;

/// Pays `amount` to one player, and lets the others share in paying it.
fn pay_from_others(rewards: &mut [f64], player: usize, amount: f64) {
    let share = amount / (rewards.len() - 1) as f64;
    for (other, reward) in rewards.iter_mut().enumerate() {
        *reward += if other == player { amount } else { -share };
    }
}
