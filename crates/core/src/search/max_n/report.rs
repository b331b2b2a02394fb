//! What the search found.

use super::MaxN;
use crate::game::Game;
use crate::search::{Fault, Lookahead, Row};

impl<G: Game> Lookahead<G> for MaxN<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn root(&self) -> &G::State {
        &self.root
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.rows.clone()
    }

    fn best(&self) -> usize {
        self.best
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        if self.line.is_empty() {
            return vec![(self.root.clone(), self.rows[self.best].action)];
        }
        self.line.clone()
    }

    fn proven(&self) -> bool {
        self.ended || self.rows.len() == 1
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.set_root(state)
    }
}
