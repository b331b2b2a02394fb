//! The root: what is known of each of its actions from one iteration to the next.

use super::found::{Bound, Found, Window};
use super::node::{Child, Place, Walk};
use crate::game::Game;
use crate::search::{Kind, Row};

/// An action of the root.
#[derive(Clone, Copy, Debug)]
struct Move<A> {
    action: A,
    nodes: u64,
    known: Option<(Found, Bound)>,
}

/// The root of a search.
pub(super) struct Root<G: Game> {
    pub(super) state: G::State,
    pub(super) mover: u8,
    moves: Vec<Move<G::Action>>,
    /// The indexes of the moves in the order in which they are looked at.
    order: Vec<usize>,
    /// The index of the best.
    pub(super) best: usize,
    /// The line that is expected, the best first.
    pub(super) line: Vec<G::Action>,
}

impl<G: Game> Root<G> {
    pub(super) fn new(state: G::State, mover: u8, actions: Vec<G::Action>) -> Self {
        let unknown = |action| Move {
            action,
            nodes: 0,
            known: None,
        };
        Self {
            state,
            mover,
            order: (0..actions.len()).collect(),
            moves: actions.into_iter().map(unknown).collect(),
            best: 0,
            line: Vec::new(),
        }
    }

    /// How many actions there are.
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether anything is known of the best action.
    pub(super) fn is_known(&self) -> bool {
        self.moves[self.best].known.is_some()
    }

    /// What the action with this index is worth; NaN where nothing is known.
    pub(super) fn value(&self, index: usize) -> f64 {
        let known = self.moves[index].known;
        known.map_or(f64::NAN, |(found, _)| found.value)
    }

    pub(super) fn rows(&self) -> Vec<Row<G::Action>> {
        self.moves.iter().map(row).collect()
    }

    /// Settles that the action with this index is the best, with its value.
    pub(super) fn settle(&mut self, index: usize, found: Found) {
        self.best = index;
        self.moves[index].known = Some((found, Bound::Exact));
        self.line = vec![self.moves[index].action];
    }

    /// Finds an action.
    pub(super) fn index_of(&self, action: G::Action) -> Option<usize> {
        self.moves.iter().position(|mv| mv.action == action)
    }

    /// The best action in front, then as they looked in the last iteration.
    fn sort(&mut self) {
        let (moves, best) = (&self.moves, self.best);
        let value = |index: usize| {
            moves[index]
                .known
                .map_or(f64::NEG_INFINITY, |(f, _)| f.value)
        };
        self.order.sort_by(|a, b| {
            let best_first = (*b == best).cmp(&(*a == best));
            best_first.then(value(*b).total_cmp(&value(*a)))
        });
    }
}

fn row<A: Copy>(mv: &Move<A>) -> Row<A> {
    let kind = match mv.known {
        None => Kind::Unknown,
        Some((found, _)) if found.low && found.high => Kind::Exact,
        Some((_, Bound::Exact)) => Kind::Estimate,
        Some((_, Bound::Lower)) => Kind::Lower,
        Some((_, Bound::Upper)) => Kind::Upper,
    };
    Row {
        action: mv.action,
        nodes: mv.nodes,
        // No negative zero.
        value: mv.known.map_or(f64::NAN, |(found, _)| found.value + 0.0),
        kind,
    }
}

impl<G: Game> Walk<'_, '_, G> {
    /// One iteration: the value of the root `depth` actions ahead. `window` is where it is
    /// expected; it is searched again where it is elsewhere.
    pub(super) fn iteration(
        &mut self,
        root: &mut Root<G>,
        depth: u32,
        mut window: Window,
    ) -> Option<Found> {
        loop {
            let found = self.root(root, depth, window)?;
            match window.bound(found.value) {
                Bound::Lower if !(found.low && self.is_most(found.value)) => {
                    window.beta = f64::INFINITY;
                }
                Bound::Upper if !(found.high && self.is_least(found.value)) => {
                    window.alpha = f64::NEG_INFINITY;
                }
                _ => return Some(self.bounded(found)),
            }
        }
    }

    /// Whether nobody can get more, as far as the game says.
    fn is_most(&self, value: f64) -> bool {
        let known = self.parts.returns.filter(|_| !self.work.pays_on_the_way);
        known.is_some_and(|(_, most)| value >= most)
    }

    fn is_least(&self, value: f64) -> bool {
        let known = self.parts.returns.filter(|_| !self.work.pays_on_the_way);
        known.is_some_and(|(least, _)| value <= least)
    }

    /// What is found, with what the bounds of the game's returns add.
    fn bounded(&self, found: Found) -> Found {
        Found {
            low: found.low || self.is_least(found.value),
            high: found.high || self.is_most(found.value),
            ..found
        }
    }

    fn root(&mut self, root: &mut Root<G>, depth: u32, window: Window) -> Option<Found> {
        self.work.begin(depth);
        self.count()?;
        let place = Place {
            mover: root.mover,
            ply: 0,
            depth,
            calm: 0,
            paid: 0.0,
        };
        if self.parts.repeats {
            self.enter(&root.state);
        }
        if self.parts.settings.ordering {
            self.sort(root, place)?;
        }
        let (mut best, mut inner) = (Found::NOTHING, window);
        for done in 0..root.len() {
            let index = root.order[done];
            let found = self.root_action(root, place, inner, done)?;
            best.take(found);
            if best.value > inner.alpha {
                inner.alpha = best.value;
                root.best = index;
                self.lead(0, root.moves[index].action);
                root.line.clone_from(&self.work.lines[0]);
            }
            if best.value >= window.beta {
                best.high = false;
                break;
            }
        }
        Some(best)
    }

    fn root_action(
        &mut self,
        root: &mut Root<G>,
        place: Place,
        window: Window,
        done: usize,
    ) -> Option<Found> {
        let index = root.order[done];
        let mut child = Child::at(&root.state, place);
        self.step(&mut child, root.moves[index].action)?;
        let before = self.work.nodes;
        let found = self.action(&child, place, window, (done, 0));
        let mv = &mut root.moves[index];
        mv.nodes += self.work.nodes - before;
        let found = match (found, self.better.take()) {
            (Some(found), _) => found,
            (None, better) => {
                // Broken off, but it is known that this one is better than those before.
                if let Some(better) = better {
                    (mv.known, root.best) = (Some((better, Bound::Lower)), index);
                    root.line = vec![mv.action];
                }
                return None;
            }
        };
        mv.known = Some((self.bounded(found), window.bound(found.value)));
        self.patient = false;
        Some(found)
    }

    /// Puts the actions into the order of the last iteration, or of their hints before the first.
    fn sort(&mut self, root: &mut Root<G>, place: Place) -> Option<()> {
        if root.is_known() {
            root.sort();
            return Some(());
        }
        let list = self.list(&root.state, None)?;
        for done in 0..list.count {
            root.order[done] = self.choose(&root.state, place, list, done)?;
        }
        root.best = root.order[0];
        self.work.order.drop_to(list.base);
        Some(())
    }
}
