//! What the players are paid at the end.

use super::{Engine, GdlGame};
use crate::gdl::{Diagnostic, Place, TermId};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// How often a goal value was not what a sheet should give.
#[derive(Debug, Default)]
pub(super) struct OddGoals {
    none: AtomicU64,
    several: AtomicU64,
}

impl GdlGame {
    /// The same game with (goal - 50) / 50 as the pay: numbers from -1 to 1 that sum to 0, as some
    /// searches need them. Goals at an end that do not sum to 100 are an error when they come up.
    ///
    /// # Errors
    /// A sheet with another number of players than two.
    pub fn zero_sum(mut self) -> Result<Self, Diagnostic> {
        if self.info.players != 2 {
            return Err(Diagnostic::error(
                "zero-sum",
                Place::default(),
                format!(
                    "a zero-sum score is for two players, and the sheet has {}",
                    self.info.players
                ),
                "take the goals as they are".into(),
            ));
        }
        self.info.returns = Some((-1.0, 1.0));
        self.info.constant_sum = true;
        Arc::make_mut(&mut self.unused).zero_sum = true;
        Ok(self.fresh())
    }

    /// How many goal values were missing (and taken as 0), and how many were one of several (the
    /// largest was taken), since the game was made.
    pub fn odd_goals(&self) -> (u64, u64) {
        let OddGoals { none, several } = &*self.odd;
        (
            none.load(Ordering::Relaxed),
            several.load(Ordering::Relaxed),
        )
    }
}

impl Engine {
    /// What each player is paid at a state where the play is over.
    pub(super) fn payoff(
        &mut self,
        fluents: &[TermId],
        players: &[Option<u8>],
        odd: &OddGoals,
    ) -> Result<Box<[f64]>, Diagnostic> {
        let goals = self.reasoner.goals(fluents)?;
        let goals = goals.iter().zip(players);
        let goals = goals.filter(|(_, player)| player.is_some());
        let goals: Box<[f64]> = goals.map(|(values, _)| counted(values, odd)).collect();
        match self.zero_sum {
            true => self.balanced(&goals, fluents),
            false => Ok(goals),
        }
    }

    fn balanced(&self, goals: &[f64], fluents: &[TermId]) -> Result<Box<[f64]>, Diagnostic> {
        if goals.iter().sum::<f64>() == 100.0 {
            return Ok(goals.iter().map(|goal| (goal - 50.0) / 50.0).collect());
        }
        let state = self.listed(fluents);
        Err(Diagnostic::error(
            "zero-sum",
            Place::default(),
            format!("the goals {goals:?} at the end [{state}] do not sum to 100"),
            "take the goals as they are".into(),
        ))
    }

    /// The fluents of a state in a message.
    pub(super) fn listed(&self, fluents: &[TermId]) -> String {
        let texts = fluents.iter().map(|fluent| self.reasoner.text(*fluent));
        texts.collect::<Vec<_>>().join(" ")
    }
}

/// The goal value that counts.
fn counted(values: &[i64], odd: &OddGoals) -> f64 {
    match values {
        [] => _ = odd.none.fetch_add(1, Ordering::Relaxed),
        [_] => {}
        _ => _ = odd.several.fetch_add(1, Ordering::Relaxed),
    }
    values.iter().max().map_or(0.0, |value| *value as f64)
}
