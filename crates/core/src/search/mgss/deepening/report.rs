//! What the search says when it is asked, and how it goes on with another root.

use super::Deepening;
use super::root::Root;
use crate::game::{Game, Turn};
use crate::search::mgss::{Nodes, Step, Stepwise, Told, Way};
use crate::search::minimax::played;
use crate::search::{Fault, Kind, Lookahead, Row};

/// Its tree is the root and its moves.
impl<G: Game> Stepwise<G> for Deepening<G> {
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn ahead(&self) -> Option<Step> {
        self.next.map(|candidate| self.announced(candidate))
    }

    fn path(&self, step: &Step) -> Vec<Way<'_, G>> {
        let mv = &self.root.moves[step.leaf as usize];
        vec![Way::Action(&self.root.state, mv.action)]
    }

    fn told(&mut self) -> Nodes<G> {
        let top = self.root.moves.get(self.best()).map_or(0.0, |mv| mv.value);
        let mut told = vec![Told {
            parent: None,
            action: None,
            state: Some(self.root.state.clone()),
            turn: Turn::Player(self.root.mover),
            p: 1.0,
            values: [top, top],
            expected: None,
        }];
        for (index, mv) in self.root.moves.iter().enumerate() {
            if mv.is_image() {
                continue;
            }
            let open = mv.kind != Kind::Exact && self.root.is_open();
            let next = open
                .then(|| self.candidate(index, mv.depth + 1))
                .transpose()?;
            told.push(Told {
                parent: Some(0),
                action: Some(mv.action),
                state: Some(mv.state.clone()),
                turn: mv.turn,
                p: 1.0,
                values: [mv.first, mv.value],
                expected: next.map(|next| next.expected),
            });
        }
        Ok(told)
    }
}

impl<G: Game> Lookahead<G> for Deepening<G> {
    fn game(&self) -> &G {
        self.prober.game()
    }

    fn root(&self) -> &G::State {
        &self.root.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.root.rows()
    }

    fn best(&self) -> usize {
        self.root.top().0
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        let Some(mv) = self.root.moves.get(self.best()) else {
            return Vec::new();
        };
        let mut line = vec![mv.action];
        line.extend_from_slice(&mv.line);
        played(self.prober.game(), &self.root.state, &line)
    }

    fn proven(&self) -> bool {
        self.root.is_proven()
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.root = Root::at(self.prober.game(), state)?;
        self.prober.begin();
        self.steps.clear();
        self.next = None;
        Ok(())
    }
}
