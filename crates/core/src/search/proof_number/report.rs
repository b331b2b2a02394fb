//! What the search found.

use super::numbers::Known;
use super::table::hash_of;
use super::{Bounds, Child, ProofNumber};
use crate::game::{Game, Turn};
use crate::search::{Fault, Kind, Lookahead, Row};

/// Actions that a line has at most.
const LONGEST: usize = 1000;

impl<G: Game> ProofNumber<G> {
    /// Bounds on an action at the root.
    fn bounds(&self, index: usize) -> Bounds {
        let found = self.found[index];
        // Once the root is answered its successors are counted in already.
        match self.frames[0].children.get(index) {
            Some(child) if self.answer.is_none() => found.with(child, None),
            _ => found,
        }
    }

    /// The action to take at a state with these successors, and the line to be expected: the way
    /// to the goal, or where the proof took longest, or the most promising.
    fn main(&self, children: &[Child<G>], answer: Option<bool>, prover: bool) -> Option<usize> {
        let indexes = 0..children.len();
        let known = |index: usize| &children[index].known;
        let Some(answer) = answer else {
            let key = |i: &usize| {
                let (mine, theirs) = known(*i).sides(prover);
                (mine, u32::MAX - theirs)
            };
            return indexes.min_by_key(key);
        };
        let mut solved = indexes.filter(|i| known(*i).answer() == Some(answer));
        if prover == answer {
            return solved.next();
        }
        let longest = |a: usize, b: usize| if known(b).work > known(a).work { b } else { a };
        solved.reduce(longest)
    }

    /// The successors of a state as the table knows them; None where there is nothing to tell.
    fn successors(&self, state: &G::State, paid: f64) -> Option<Vec<(G::Action, Child<G>)>> {
        let follow = |action: G::Action| {
            let (mut state, mut rewards) = (state.clone(), [0.0; 2]);
            let mut rng = self.rng.clone();
            let applied = self.game.apply(&mut state, action, &mut rng, &mut rewards);
            applied.ok()?;
            let (hash, reward) = (hash_of(&state), rewards[self.prover]);
            let known = self.remembered(&state, hash, paid + reward)?;
            Some((
                action,
                Child {
                    state,
                    hash,
                    reward,
                    known,
                },
            ))
        };
        let actions = self.actions(state).ok()?;
        Some(actions.into_iter().filter_map(follow).collect())
    }

    fn remembered(&self, state: &G::State, hash: u64, paid: f64) -> Option<Known> {
        if self.game.turn(state).ok()? == Turn::Over {
            return Known::decided(0.0, 0.0, paid, self.goal());
        }
        let entry = self.table.get(hash, state)?;
        let (low, high) = self.view(entry);
        let open = Known::open(entry.proof, entry.disproof);
        let known = Known::decided(low, high, paid, self.goal()).unwrap_or(open);
        let work = u64::from(entry.work);
        Some(Known { work, ..known })
    }
}

impl<G: Game> Lookahead<G> for ProofNumber<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn root(&self) -> &G::State {
        &self.frames[0].state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        let actions = self.frames[0].actions.iter().enumerate();
        let row = |(index, action): (usize, &G::Action)| {
            let Bounds { low, high, work } = self.bounds(index);
            let (value, kind) = if low == high {
                (low, Kind::Exact)
            } else if low.is_finite() {
                (low, Kind::Lower)
            } else if high.is_finite() {
                (high, Kind::Upper)
            } else {
                (f64::NAN, Kind::Unknown)
            };
            Row {
                action: *action,
                nodes: work,
                value,
                kind,
            }
        };
        actions.map(row).collect()
    }

    fn best(&self) -> usize {
        let root = &self.frames[0];
        if self.answer == Some(false) {
            // All fail: the one that may be worth the most, and took longest to refute.
            let worth = |i: usize| (self.bounds(i).high, self.bounds(i).work);
            let better = |a: usize, b: usize| if worth(b) > worth(a) { b } else { a };
            return (0..root.actions.len()).reduce(better).unwrap_or(0);
        }
        self.main(&root.children, self.answer, true).unwrap_or(0)
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        let root = &self.frames[0];
        let index = self.best();
        let mut line = vec![(root.state.clone(), root.actions[index])];
        let Some(child) = root.children.get(index) else {
            return line;
        };
        let (mut state, mut paid) = (child.state.clone(), child.reward);
        while line.len() < LONGEST && line.iter().all(|(before, _)| *before != state) {
            let Ok(Turn::Player(player)) = self.game.turn(&state) else {
                break;
            };
            let Some(next) = self.successors(&state, paid) else {
                break;
            };
            let (actions, children): (Vec<_>, Vec<_>) = next.into_iter().unzip();
            let prover = usize::from(player) == self.prover;
            let Some(index) = self.main(&children, self.answer, prover) else {
                break;
            };
            line.push((state, actions[index]));
            paid += children[index].reward;
            state = children[index].state.clone();
        }
        line
    }

    fn proven(&self) -> bool {
        self.answer.is_some()
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.set_root(state)
    }
}
