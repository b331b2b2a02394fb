//! What the players are paid at the end.

use std::sync::atomic::{AtomicU64, Ordering};

/// Who is paid, and how.
#[derive(Debug)]
pub(super) struct Scoring {
    /// The player that each role is; None of `random`.
    pub players: Vec<Option<u8>>,
    /// Whether (goal - 50) / 50 is paid.
    pub zero_sum: bool,
    none: AtomicU64,
    several: AtomicU64,
}

impl Scoring {
    pub fn new(players: Vec<Option<u8>>, zero_sum: bool) -> Self {
        Self {
            players,
            zero_sum,
            none: AtomicU64::new(0),
            several: AtomicU64::new(0),
        }
    }

    /// What each player is paid, given how many goal values each role has and the largest; or the
    /// goals, where they should sum to 100 and don't.
    pub fn payoff(
        &self,
        goals: impl Iterator<Item = (usize, Option<i64>)>,
    ) -> Result<Box<[f64]>, Box<[f64]>> {
        let goals = goals.zip(&self.players);
        let goals = goals.filter(|(_, player)| player.is_some());
        let mut goals: Box<[f64]> = goals.map(|(goal, _)| self.counted(goal)).collect();
        if self.zero_sum {
            if goals.iter().sum::<f64>() != 100.0 {
                return Err(goals);
            }
            goals
                .iter_mut()
                .for_each(|goal| *goal = (*goal - 50.0) / 50.0);
        }
        Ok(goals)
    }

    /// The goal value that counts.
    fn counted(&self, (count, largest): (usize, Option<i64>)) -> f64 {
        match count {
            0 => _ = self.none.fetch_add(1, Ordering::Relaxed),
            1 => {}
            _ => _ = self.several.fetch_add(1, Ordering::Relaxed),
        }
        largest.map_or(0.0, |value| value as f64)
    }

    /// How many goal values were missing, and how many were one of several.
    pub fn odd(&self) -> (u64, u64) {
        let [none, several] = [&self.none, &self.several];
        (
            none.load(Ordering::Relaxed),
            several.load(Ordering::Relaxed),
        )
    }
}
