//! A step: a leaf gets its successors, each with its value, and what it is worth goes up the tree.

use super::tree::{Kind, NONE, Node};
use super::{Mgss, Prospect};
use crate::error_model::Look;
use crate::game::{Chance, Game, Outcomes, Stuck, Turn};
use crate::search::Fault;
use crate::search::alpha_beta::{DEEPEST, is_zero_sum};

/// A node to be made, but for its place.
struct Made {
    kind: Kind,
    state: u32,
    p: f64,
    paid: f64,
    value: f64,
    exact: bool,
}

impl<G: Game> Mgss<G> {
    /// The root, without any successor.
    pub(super) fn plant(&mut self) {
        let state = self.tree.push_state(self.state.clone());
        self.nodes += 1;
        let root = Made {
            kind: Kind::Max,
            state,
            p: 1.0,
            paid: 0.0,
            value: 0.0,
            exact: false,
        };
        self.push(root, NONE);
    }

    #[inline]
    fn push(&mut self, made: Made, parent: u32) {
        let node = Node {
            parent,
            first: NONE,
            count: 0,
            state: made.state,
            kind: made.kind,
            exact: made.exact,
            best: NONE,
            second: f64::NEG_INFINITY,
            made_with: made.value,
            p: made.p,
            paid: made.paid,
        };
        self.tree.push(node, made.value);
        self.prospects.push(Prospect::UNKNOWN);
    }

    /// Makes the successors of a leaf, and of chance below it until somebody decides.
    pub(super) fn expand(&mut self, n: u32) -> Result<(), Fault<G::Error>> {
        let first = self.tree.nodes.len() as u32;
        let count = if self.game.info().chance == Chance::None {
            self.without_chance(n)?
        } else {
            self.with_chance(n)?
        };
        let node = &mut self.tree.nodes[n as usize];
        (node.first, node.count) = (first, count);
        for c in first..first + count {
            if self.tree.nodes[c as usize].kind == Kind::Chance {
                self.chance_below(c)?;
            }
        }
        Ok(())
    }

    fn list(&mut self, n: u32) -> Result<(), Fault<G::Error>> {
        let node = &self.tree.nodes[n as usize];
        let state = &self.tree.states[node.state as usize];
        self.actions.clear();
        self.game
            .actions(state, &mut self.actions)
            .map_err(Fault::Game)?;
        if self.actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        Ok(())
    }

    fn without_chance(&mut self, n: u32) -> Result<u32, Fault<G::Error>> {
        self.list(n)?;
        let Node {
            state: at, paid, ..
        } = self.tree.nodes[n as usize];
        for index in 0..self.actions.len() {
            let mut state = self.tree.states[at as usize].clone();
            let mut rewards = [0.0; 2];
            let players = self.game.info().players;
            self.game
                .apply(
                    &mut state,
                    self.actions[index],
                    &mut self.rng,
                    &mut rewards[..players],
                )
                .map_err(Fault::Game)?;
            let paid = paid + self.own(rewards)?;
            let made = self.judged(state, 1.0, paid)?;
            self.push(made, n);
        }
        Ok(self.actions.len() as u32)
    }

    /// A child for each action: chance, where it has several outcomes.
    fn with_chance(&mut self, n: u32) -> Result<u32, Fault<G::Error>> {
        self.list(n)?;
        let Node {
            state: at, paid, ..
        } = self.tree.nodes[n as usize];
        let actions = std::mem::take(&mut self.actions);
        for action in &actions {
            let outcomes = self.outcomes_of(at, *action)?;
            let made = if outcomes.len() == 1 {
                self.outcome(&outcomes, 0, 1.0, paid)?
            } else {
                self.pending.push((self.tree.nodes.len() as u32, outcomes));
                Made {
                    kind: Kind::Chance,
                    state: NONE,
                    p: 1.0,
                    paid,
                    value: 0.0,
                    exact: false,
                }
            };
            self.push(made, n);
        }
        let count = actions.len() as u32;
        self.actions = actions;
        Ok(count)
    }

    fn outcomes_of(
        &self,
        state: u32,
        action: G::Action,
    ) -> Result<Outcomes<G::State>, Fault<G::Error>> {
        let mut outcomes = Outcomes::new(self.game.info().players);
        let state = &self.tree.states[state as usize];
        self.game
            .outcomes(state, action, &mut outcomes)
            .map_err(Fault::Game)?;
        if outcomes.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        Ok(outcomes)
    }

    fn outcome(
        &mut self,
        outcomes: &Outcomes<G::State>,
        index: usize,
        p: f64,
        paid: f64,
    ) -> Result<Made, Fault<G::Error>> {
        let given = outcomes.rewards(index);
        let mut rewards = [0.0; 2];
        rewards[..given.len()].copy_from_slice(given);
        let paid = paid + self.own(rewards)?;
        self.judged(outcomes.state(index).clone(), p, paid)
    }

    /// The outcomes of chance at a node, each with a value, and its own value from theirs.
    fn chance_below(&mut self, n: u32) -> Result<(), Fault<G::Error>> {
        let Node { state, paid, .. } = self.tree.nodes[n as usize];
        let outcomes = if state == NONE {
            let (_, outcomes) = self.pending.remove(0);
            outcomes
        } else {
            self.list(n)?;
            self.outcomes_of(state, self.actions[0])?
        };
        let first = self.tree.nodes.len() as u32;
        for index in 0..outcomes.len() {
            let p = outcomes.probabilities()[index];
            let made = self.outcome(&outcomes, index, p, paid)?;
            self.push(made, n);
        }
        let count = outcomes.len() as u32;
        let node = &mut self.tree.nodes[n as usize];
        (node.first, node.count) = (first, count);
        for c in first..first + count {
            if self.tree.nodes[c as usize].kind == Kind::Chance {
                self.chance_below(c)?;
            }
        }
        self.tree.back_up(n, true);
        Ok(())
    }

    /// A node for a state, with what it is thought to be worth.
    #[inline]
    fn judged(&mut self, state: G::State, p: f64, paid: f64) -> Result<Made, Fault<G::Error>> {
        self.nodes += 1;
        let turn = self.game.turn(&state).map_err(Fault::Game)?;
        let (kind, value) = match turn {
            Turn::Over => (Kind::Over, paid),
            Turn::Chance => (Kind::Chance, 0.0),
            Turn::Player(player) => {
                let kind = if player == self.mover {
                    Kind::Max
                } else {
                    Kind::Min
                };
                (kind, paid + self.estimate(&state)?)
            }
        };
        Ok(Made {
            kind,
            state: self.tree.push_state(state),
            p,
            paid,
            value,
            exact: turn == Turn::Over,
        })
    }

    /// What the evaluation says to the player who decides at the root.
    #[inline]
    fn estimate(&self, state: &G::State) -> Result<f64, Fault<G::Error>> {
        let mut values = [0.0; 2];
        let players = self.game.info().players;
        self.evaluation
            .evaluate(&self.game, state, &mut values[..players])
            .map_err(Fault::Foreign)?;
        if players == 2 && !is_zero_sum(values) {
            return Err(Fault::UnevenEvaluation(values));
        }
        Ok(values[usize::from(self.mover)])
    }

    /// What of some rewards is the root player's.
    #[inline]
    fn own(&self, rewards: [f64; 2]) -> Result<f64, Fault<G::Error>> {
        if rewards == [0.0; 2] {
            return Ok(0.0);
        }
        if self.game.info().players == 2 && !is_zero_sum(rewards) {
            return Err(Fault::NotZeroSum);
        }
        Ok(rewards[usize::from(self.mover)])
    }

    /// Lets the value of a node that has just got successors go up.
    pub(super) fn back_up(&mut self, leaf: u32) {
        let mut before = self.tree.values[leaf as usize];
        let mut changed = self.tree.back_up(leaf, true);
        let mut n = leaf;
        while changed && n != 0 {
            let Node { parent, exact, .. } = self.tree.nodes[n as usize];
            let above = self.tree.values[parent as usize];
            changed = self.tree.back_up_from(parent, n, before, exact);
            (n, before) = (parent, above);
        }
        if self.forget_above(leaf) >= DEEPEST {
            // The tree is walked by recursion, which takes room on the stack.
            for c in self.tree.children(leaf) {
                self.prospects[c as usize] = Prospect::NOTHING;
            }
        }
    }

    /// What a step at a leaf may bring, asked for when it first matters.
    #[inline]
    pub(super) fn prospect(&mut self, n: u32) -> Result<Prospect, Fault<G::Error>> {
        let known = self.prospects[n as usize];
        if known.nodes > 0.0 {
            return Ok(known);
        }
        self.ask(n)
    }

    #[inline(never)]
    fn ask(&mut self, n: u32) -> Result<Prospect, Fault<G::Error>> {
        let Node {
            state, paid, kind, ..
        } = self.tree.nodes[n as usize];
        let state = &self.tree.states[state as usize];
        let actions = self.game.count(state).map_err(Fault::Game)? as f64;
        let nodes = if self.has_chance() {
            self.successors(state)?
        } else {
            actions
        };
        let sign = kind.sign();
        let look = Look {
            value: sign * (self.tree.values[n as usize] - paid),
            stage: self.game.stage(state),
            actions,
            from: 0,
            to: 1,
        };
        let error = match &self.error {
            Some(model) => model
                .error(&self.game, state, &look)
                .map_err(Fault::Foreign)?,
            None => self.learned.error(),
        };
        let prospect = Prospect {
            mean: if self.centred { 0.0 } else { sign * error.mean },
            sd: error.sd,
            nodes,
        };
        self.prospects[n as usize] = prospect;
        Ok(prospect)
    }

    /// How many nodes follow an action, with what chance makes of them until somebody decides.
    fn nodes_after(&self, state: &G::State, action: G::Action) -> Result<f64, Fault<G::Error>> {
        let mut outcomes = Outcomes::new(self.game.info().players);
        self.game
            .outcomes(state, action, &mut outcomes)
            .map_err(Fault::Game)?;
        let mut nodes = outcomes.len() as f64;
        for (_, state, _) in outcomes.iter() {
            if self.game.turn(state).map_err(Fault::Game)? == Turn::Chance {
                let mut actions = Vec::new();
                self.game
                    .actions(state, &mut actions)
                    .map_err(Fault::Game)?;
                let action = *actions.first().ok_or(Fault::Stuck(Stuck::NoActions))?;
                nodes += self.nodes_after(state, action)?;
            }
        }
        Ok(nodes)
    }

    /// How many nodes the successors of a state are, with chance.
    fn successors(&self, state: &G::State) -> Result<f64, Fault<G::Error>> {
        let mut actions = Vec::new();
        self.game
            .actions(state, &mut actions)
            .map_err(Fault::Game)?;
        let mut nodes = 0.0;
        for action in actions {
            nodes += self.nodes_after(state, action)?;
        }
        Ok(nodes)
    }
}
