//! What the search says of itself.

use super::walk::Halt;
use super::{DEEPEST, Expectiminimax};
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Game, Outcomes};
use crate::search::{Fault, Lookahead, Row};

impl<G: Game> Deliberation for Expectiminimax<G> {
    type Error = Fault<G::Error>;

    /// Does the next iteration. One that is broken off keeps what it found of the actions that it
    /// has searched; the best of the last iteration is the first of these.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        match self.iterate(leave) {
            Ok(()) | Err(Halt::Refused) => Ok(()),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }

    fn spent(&self) -> Spent {
        Spent {
            nodes: self.store.nodes,
            depth: self.done,
            bytes: self.game.bytes(),
            ..Spent::default()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    /// Only what the rules remember of states is of any size.
    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes.unwrap_or(usize::MAX);
    }

    fn settled(&self) -> Option<StopReason> {
        let most = self.parts.depth.unwrap_or(DEEPEST).min(DEEPEST);
        if self.proven {
            Some(StopReason::Proven)
        } else if self.done >= most {
            Some(StopReason::Depth)
        } else if self.done > 0 && self.top.rows.len() == 1 && self.parts.depth.is_none() {
            Some(StopReason::SingleAction)
        } else {
            (self.game.bytes() > self.memory).then_some(StopReason::Memory)
        }
    }
}

impl<G: Game> Lookahead<G> for Expectiminimax<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn root(&self) -> &G::State {
        &self.top.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.top.rows.clone()
    }

    fn best(&self) -> usize {
        self.top.best
    }

    /// Ends where chance decides what follows.
    fn line(&self) -> Vec<(G::State, G::Action)> {
        let mut line = Vec::new();
        let mut state = self.top.state.clone();
        let mut outcomes = Outcomes::new(self.game.info().players);
        for action in &self.top.line {
            line.push((state.clone(), *action));
            outcomes.clear();
            let listed = self.game.outcomes(&state, *action, &mut outcomes);
            let possible = |i: &usize| outcomes.probabilities()[*i] > 0.0;
            let Some(next) = (0..outcomes.len())
                .find(possible)
                .filter(|_| listed.is_ok())
            else {
                break;
            };
            state = outcomes.state(next).clone();
        }
        line
    }

    fn proven(&self) -> bool {
        self.proven
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.set_root(state)
    }
}
