//! Learning the evaluation: plays of the program against itself, and the fit of the weights.

mod fit;
mod guess;
mod play;

pub use fit::{Fit, Settings, concerns, fit};
pub use guess::guess;
pub use play::{Duel, EXACT, Player, Plays};

use super::Board;

/// A position of a play, and how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The board, seen by the player to move.
    pub board: Board,
    /// The final margin of that player, in discs.
    pub margin: i8,
    /// What the sample is for.
    pub part: Part,
}

/// What the positions of a play are used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The weights are fitted to it.
    Fit,
    /// The slope, which turns discs into chances, is fitted to it.
    Tune,
    /// The errors that are reported are of it.
    Test,
}

impl Part {
    /// The part of a play: of sixteen, fourteen are for the fit.
    pub fn of(play: u64) -> Self {
        match play % 16 {
            14 => Self::Tune,
            15 => Self::Test,
            _ => Self::Fit,
        }
    }
}

impl Sample {
    /// The length of a sample as bytes.
    pub const BYTES: usize = 18;

    /// The sample as bytes: both sets of discs, the margin, the part.
    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let mut bytes = [0; Self::BYTES];
        bytes[..8].copy_from_slice(&self.board.own.to_le_bytes());
        bytes[8..16].copy_from_slice(&self.board.other.to_le_bytes());
        bytes[16] = self.margin as u8;
        bytes[17] = self.part as u8;
        bytes
    }

    /// The inverse of [`Sample::to_bytes`].
    pub fn from_bytes(bytes: &[u8; Self::BYTES]) -> Self {
        let set = |from: usize| {
            let part = bytes[from..].first_chunk().expect("8 bytes");
            u64::from_le_bytes(*part)
        };
        Self {
            board: Board {
                own: set(0),
                other: set(8),
            },
            margin: bytes[16] as i8,
            part: match bytes[17] {
                0 => Part::Fit,
                1 => Part::Tune,
                _ => Part::Test,
            },
        }
    }
}

#[cfg(test)]
mod tests;
