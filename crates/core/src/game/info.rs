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

impl Info {
    /// The least and the greatest return to either of two players where one gets what the other
    /// pays, infinite where that is not known. They cross, or leave nothing to play for, in a game
    /// whose returns can't all be opposite.
    pub fn opposite_returns(&self) -> (f64, f64) {
        both(self.returns.unwrap_or((f64::NEG_INFINITY, f64::INFINITY)))
    }

    /// Whether what it declares lets the returns of two players be opposite.
    pub fn may_be_opposite(&self) -> bool {
        let (least, most) = self.opposite_returns();
        least < most || self.returns.is_some_and(|(least, most)| least == most)
    }
}

/// What bounds the returns of both of two players where one gets what the other pays.
pub(crate) fn both((least, most): (f64, f64)) -> (f64, f64) {
    (least.max(-most), most.min(-least))
}

#[cfg(test)]
mod tests {
    use super::{Chance, Info};

    fn returning(returns: Option<(f64, f64)>) -> Info {
        Info {
            name: "game".into(),
            players: 2,
            chance: Chance::None,
            horizon: None,
            returns,
            constant_sum: false,
        }
    }

    #[test]
    fn what_one_gets_the_other_pays() {
        assert_eq!(returning(Some((-1.0, 3.0))).opposite_returns(), (-1.0, 1.0));
        assert!(returning(None).may_be_opposite());
        assert!(returning(Some((0.0, 0.0))).may_be_opposite());
        for apart in [(0.0, 100.0), (-2.0, 0.0), (1.0, 2.0)] {
            assert!(!returning(Some(apart)).may_be_opposite());
        }
    }
}
