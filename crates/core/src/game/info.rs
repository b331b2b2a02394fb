//! What a game declares of itself, once.

/// How the chance in a game can be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// There is none: every action has one outcome.
    None,
    /// Every outcome can be listed with its probability.
    Explicit,
    /// Outcomes can only be drawn: the game is a simulator.
    Sampled,
}

/// What is known of a game as a whole. A search checks it at the door.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The name by which messages call the game.
    pub name: String,
    /// How many players are paid; at least 1.
    pub players: usize,
    /// How chance can be asked for.
    pub chance: Chance,
    /// The most actions that a play can take, if that is known.
    pub horizon: Option<u32>,
    /// The least and the greatest return that a player can get in a play, if known.
    pub returns: Option<(f64, f64)>,
    /// Whether the returns of all players always sum to the same number.
    pub constant_sum: bool,
}
