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

/// Pays `amount` to one player, and lets the others share in paying it.
fn pay_from_others(rewards: &mut [f64], player: usize, amount: f64) {
    let share = amount / (rewards.len() - 1) as f64;
    for (other, reward) in rewards.iter_mut().enumerate() {
        *reward += if other == player { amount } else { -share };
    }
}
