//! What the tree says when it is asked.

use super::memo::{Frame, Pick};
use super::tree::{Kind, NONE};
use super::{Mgss, Nodes};
use crate::game::{Game, Turn};
use crate::search::{Fault, Kind as Known, Row};

/// A node of the tree, told to others.
#[derive(Clone, Debug)]
pub struct Told<S, A> {
    /// The index of its parent; None for the root.
    pub parent: Option<usize>,
    /// What led here from the parent; None from chance, and for the root.
    pub action: Option<A>,
    /// Its state; None for chance between an action and its outcomes.
    pub state: Option<S>,
    /// Who decides.
    pub turn: Turn,
    /// The probability of coming here from the parent.
    pub p: f64,
    /// What it was thought to be worth when it was made, and what it is now: to the player who
    /// decides at the root, with what was paid since.
    pub values: [f64; 2],
    /// What a step here is expected to gain, if it could change the decision and is one.
    pub expected: Option<f64>,
}

/// What led to a node from the one above it.
#[derive(Debug)]
pub enum Way<'a, G: Game> {
    /// An action of a player, at this state.
    Action(&'a G::State, G::Action),
    /// The outcome with this number.
    Outcome(usize),
}

impl<G: Game> Mgss<G> {
    /// One row for each action.
    pub(super) fn table(&self) -> Vec<Row<G::Action>> {
        let actions = self.actions_at(0);
        let sizes = self.sizes();
        let row = |(index, action): (usize, G::Action)| {
            if !self.has_begun() {
                return Row {
                    action,
                    nodes: 0,
                    value: f64::NAN,
                    kind: Known::Unknown,
                };
            }
            let c = self.tree.nodes[0].first as usize + index;
            let shown = self.shown(c);
            Row {
                action,
                nodes: sizes[c],
                // No negative zero.
                value: self.tree.values[shown] + 0.0,
                kind: if self.tree.nodes[shown].exact {
                    Known::Exact
                } else {
                    Known::Estimate
                },
            }
        };
        actions.into_iter().enumerate().map(row).collect()
    }

    /// By node, how many states there are at it and below.
    fn sizes(&self) -> Vec<u64> {
        let own = |n: &super::tree::Node| u64::from(n.state != NONE);
        let mut sizes: Vec<u64> = self.tree.nodes.iter().map(own).collect();
        // Children come after their parents.
        for n in (1..sizes.len()).rev() {
            sizes[self.tree.nodes[n].parent as usize] += sizes[n];
        }
        sizes
    }

    fn actions_at(&self, n: u32) -> Vec<G::Action> {
        let mut actions = Vec::new();
        let state = match self.tree.nodes.get(n as usize) {
            None => &self.state,
            Some(node) if node.state == NONE => return actions,
            Some(node) => &self.tree.states[node.state as usize],
        };
        // They were listed before without an error.
        let _ = self.game.actions(state, &mut actions);
        actions
    }

    /// The action that led to a node, or None from chance.
    fn action_to(&self, n: u32) -> Option<G::Action> {
        let parent = self.tree.nodes[n as usize].parent;
        let above = self.tree.nodes.get(parent as usize)?;
        (above.kind != Kind::Chance).then(|| self.actions_at(parent)[(n - above.first) as usize])
    }

    /// The actions of the line that is expected.
    pub(super) fn expected_line(&self) -> Vec<(G::State, G::Action)> {
        let (mut n, mut line) = (0, Vec::new());
        while let Some(node) = self.tree.nodes.get(n as usize)
            && node.count > 0
            && node.kind != Kind::Chance
        {
            let best = self.tree.top(n).best;
            let action = self.actions_at(n)[(best - node.first) as usize];
            line.push((self.tree.states[node.state as usize].clone(), action));
            n = best;
        }
        line
    }

    pub(super) fn path_to(&self, mut n: u32) -> Vec<Way<'_, G>> {
        let mut path = Vec::new();
        while n != 0 {
            let parent = self.tree.nodes[n as usize].parent;
            let above = &self.tree.nodes[parent as usize];
            path.push(match self.action_to(n) {
                Some(action) => Way::Action(&self.tree.states[above.state as usize], action),
                None => Way::Outcome((n - above.first) as usize),
            });
            n = parent;
        }
        path.reverse();
        path
    }

    pub(super) fn tell(&mut self) -> Nodes<G> {
        let expected = self.all_expected()?;
        let factor = self.belief.factor(&self.tree);
        let turn = |kind| match kind {
            Kind::Max => Turn::Player(self.mover),
            Kind::Min => Turn::Player(1 - self.mover),
            Kind::Chance => Turn::Chance,
            Kind::Over => Turn::Over,
        };
        let (places, kept) = self.without_images();
        let told = |n: &usize| {
            let node = &self.tree.nodes[*n];
            Told {
                parent: (node.parent != NONE).then(|| places[node.parent as usize]),
                action: self.action_to(*n as u32),
                state: (node.state != NONE).then(|| self.tree.states[node.state as usize].clone()),
                turn: turn(node.kind),
                p: node.p,
                values: [node.made_with, self.tree.values[*n]],
                expected: expected[*n].map(|gain| factor * gain),
            }
        };
        Ok(kept.iter().map(told).collect())
    }

    /// By node, its place among those that are neither images nor below one; and these nodes.
    fn without_images(&self) -> (Vec<usize>, Vec<usize>) {
        const NOWHERE: usize = usize::MAX;
        let mut places = Vec::with_capacity(self.tree.nodes.len());
        let mut kept = Vec::new();
        for (n, node) in self.tree.nodes.iter().enumerate() {
            let above = places.get(node.parent as usize).copied();
            if self.shown(n) != n || above == Some(NOWHERE) {
                places.push(NOWHERE);
            } else {
                places.push(kept.len());
                kept.push(n);
            }
        }
        (places, kept)
    }

    /// By node, what a step there is expected to gain: all of it, without what is remembered.
    fn all_expected(&mut self) -> Result<Vec<Option<f64>>, Fault<G::Error>> {
        let mut expected = vec![None; self.tree.nodes.len()];
        if self.has_begun() && self.tree.nodes[0].count > 1 {
            let top = self.tree.top(0);
            for r in self.tree.children(0) {
                self.expected_below(r, &self.at_move(r, top), f64::INFINITY, &mut expected)?;
            }
        }
        Ok(expected)
    }

    fn expected_below(
        &mut self,
        n: u32,
        frame: &Frame,
        delta: f64,
        into: &mut [Option<f64>],
    ) -> Result<(), Fault<G::Error>> {
        let node = &self.tree.nodes[n as usize];
        if node.exact {
            return Ok(());
        }
        if node.count == 0 {
            into[n as usize] = Some(self.expected(n, frame, delta)?).filter(|gain| *gain > 0.0);
            return Ok(());
        }
        for (c, frame, delta) in self.frames_below(n, frame, delta) {
            self.expected_below(c, &frame, delta, into)?;
        }
        Ok(())
    }

    /// The next step as a full look at the tree finds it, to compare with what is remembered.
    ///
    /// # Errors
    /// Those of the error model.
    pub fn recomputed(&mut self) -> Result<Option<(usize, f64)>, Fault<G::Error>> {
        let expected = self.all_expected()?;
        let mut best: Option<(usize, f64)> = None;
        for (n, net) in self.in_order(&expected) {
            if best.is_none_or(|(_, most)| net > most) {
                best = Some((n, net));
            }
        }
        Ok(best)
    }

    /// The leaves that could change the decision in depth-first order, with what a step there is
    /// worth.
    fn in_order(&self, expected: &[Option<f64>]) -> Vec<(usize, f64)> {
        let (mut open, mut found) = (vec![0], Vec::new());
        while let Some(n) = open.pop() {
            if let Some(gain) = expected[n as usize] {
                let cost = self.prospects[n as usize].nodes * self.price;
                found.push((n as usize, gain - cost));
            }
            if self.tree.nodes[n as usize].count > 0 {
                open.extend(self.tree.children(n).rev());
            }
        }
        found
    }

    /// The next step, as it is remembered.
    pub fn upcoming(&self) -> Option<(usize, f64)> {
        let Pick { leaf, net } = self.next;
        (leaf != NONE).then_some((leaf as usize, net))
    }
}
