//! The way through the tree: one state at a time, so that the search can stop at any.

use super::frame::Frame;
use super::{MaxN, Payoff, Rule};
use crate::game::{Game, Numbers, Stuck, Turn};
use crate::search::{Fault, Kind};

/// Sums of returns that differ by less, relatively, are equal.
const ROUNDING: f64 = 1e-9;

impl<G: Game> MaxN<G> {
    /// Generates the next state, or ends the iteration.
    pub(super) fn step(&mut self) -> Result<(), Fault<G::Error>> {
        if self.height == 0 {
            return self.begin();
        }
        loop {
            let top = &self.frames[self.height - 1];
            if !top.listed {
                if top.cut || top.action == top.actions.len() {
                    self.ascend();
                    if self.height == 0 {
                        return Ok(());
                    }
                    continue;
                }
                self.list()?;
            } else if top.is_valued() {
                self.judge();
            } else {
                return self.visit();
            }
        }
    }

    /// Begins the next iteration, at the root.
    fn begin(&mut self) -> Result<(), Fault<G::Error>> {
        self.found.clear();
        self.estimated = false;
        let root = self.root.clone();
        let turn = Turn::Player(self.player as u8);
        self.nodes += 1;
        self.push(root, turn, self.depth + 1, Numbers::ZERO)
    }

    /// Lists the outcomes of the action at hand.
    fn list(&mut self) -> Result<(), Fault<G::Error>> {
        if self.height == 1 {
            (self.estimated_here, self.bounded) = (false, false);
        }
        let top = &mut self.frames[self.height - 1];
        top.outcomes.clear();
        self.game
            .outcomes(&top.state, top.actions[top.action], &mut top.outcomes)
            .map_err(Fault::Game)?;
        (top.valued, top.listed) = (0, true);
        top.sum = Numbers::ZERO;
        Ok(())
    }

    /// Goes to the next outcome of the action at hand: it is a leaf, or gone through itself.
    fn visit(&mut self) -> Result<(), Fault<G::Error>> {
        let top = &self.frames[self.height - 1];
        let state = top.outcomes.state(top.valued).clone();
        let rewards = top.outcomes.rewards(top.valued);
        let (mut paid, depth) = (top.paid, top.depth - 1);
        for (paid, reward) in paid.get_mut().iter_mut().zip(rewards) {
            *paid += reward;
        }
        let turn = self.game.turn(&state).map_err(Fault::Game)?;
        if self.bounds.is_some() && turn != Turn::Over && rewards.iter().any(|r| *r != 0.0) {
            return Err(Fault::NoPruning("an action pays before the play is over"));
        }
        self.nodes += 1;
        self.rows[self.frames[0].action].nodes += 1;
        if turn != Turn::Over && depth > 0 {
            return self.push(state, turn, depth, paid);
        }
        if turn != Turn::Over {
            self.evaluate(&state, &mut paid)?;
        }
        self.check(&paid)?;
        let top = &mut self.frames[self.height - 1];
        top.line_below.clear();
        top.value(&paid);
        Ok(())
    }

    /// Adds what an evaluation expects from a state on.
    fn evaluate(&mut self, state: &G::State, paid: &mut Payoff<G>) -> Result<(), Fault<G::Error>> {
        (self.estimated, self.estimated_here) = (true, true);
        let mut expected = <Payoff<G> as Numbers>::ZERO;
        let values = &mut expected.get_mut()[..self.game.info().players];
        self.parts
            .evaluation
            .evaluate(&self.game, state, values)
            .map_err(Fault::Foreign)?;
        for (paid, value) in paid.get_mut().iter_mut().zip(expected.get()) {
            *paid += value;
        }
        Ok(())
    }

    /// Where there is pruning: that a leaf is as it was taken to be.
    fn check(&mut self, value: &Payoff<G>) -> Result<(), Fault<G::Error>> {
        let Some(bounds) = &mut self.bounds else {
            return Ok(());
        };
        let values = &value.get()[..self.game.info().players];
        let sum: f64 = values.iter().sum();
        let expected = *bounds.sum.get_or_insert(sum);
        let room = ROUNDING * bounds.low.abs().max(bounds.high.abs());
        if (sum - expected).abs() > room * values.len() as f64 {
            return Err(Fault::NoPruning(
                "the values of a state do not sum to what those of others do",
            ));
        }
        let within = |x: &f64| (bounds.low - room..=bounds.high + room).contains(x);
        if !values.iter().all(within) {
            return Err(Fault::NoPruning(
                "a value of a state lies beyond the returns of the game",
            ));
        }
        Ok(())
    }

    fn push(
        &mut self,
        state: G::State,
        turn: Turn,
        depth: u32,
        paid: Payoff<G>,
    ) -> Result<(), Fault<G::Error>> {
        if self.frames.len() == self.height {
            let players = self.game.info().players;
            self.frames.push(Frame::new(state.clone(), players));
        }
        let (window, above) = self.interest(turn);
        let most = self.bounds.as_ref().map_or(f64::INFINITY, |b| b.high);
        let frame = &mut self.frames[self.height];
        frame.actions.clear();
        self.game
            .actions(&state, &mut frame.actions)
            .map_err(Fault::Game)?;
        if frame.actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        if self.parts.rule == Rule::Paranoid && self.height > 0 {
            promising_first(&self.game, &state, &mut frame.actions)?;
        }
        (frame.state, frame.turn, frame.depth, frame.paid) = (state, turn, depth, paid);
        (frame.action, frame.listed, frame.best, frame.cut) = (0, false, None, false);
        (frame.window, frame.enough, frame.enough_above) = (window, most, above);
        frame.line.clear();
        frame.line_below.clear();
        self.height += 1;
        Ok(())
    }

    /// What matters of a state below the one at hand: the window of paranoid search, and what its
    /// player needs to get for the player above not to choose it. Behind chance all matters.
    fn interest(&self, turn: Turn) -> ((f64, f64), f64) {
        let all = ((f64::NEG_INFINITY, f64::INFINITY), f64::INFINITY);
        let Some(above) = self.height.checked_sub(1).map(|i| &self.frames[i]) else {
            return all;
        };
        if above.outcomes.len() > 1 {
            return all;
        }
        let (Turn::Player(player), Some(best), Some(bounds)) =
            (above.turn, above.best, &self.bounds)
        else {
            return (above.window, f64::INFINITY);
        };
        if turn == above.turn || turn == Turn::Chance {
            return (above.window, f64::INFINITY);
        }
        // Korf 1991: what the player here gets, and the least for the others, is lost to the one
        // above.
        let sum = bounds.sum.expect("a leaf was valued");
        let others = (self.game.info().players - 2) as f64 * bounds.low;
        let enough = sum - others - best.get()[usize::from(player)];
        (above.window, enough)
    }

    /// Values the action at hand of the state at hand.
    fn judge(&mut self) {
        if self.height == 1 {
            self.found.push(self.judged());
        }
        self.frames[self.height - 1].judge(self.parts.rule, self.player);
    }

    /// What is known of the action at hand of the root.
    fn judged(&self) -> (f64, Kind) {
        let root = &self.frames[0];
        let value = root.sum.get()[self.player];
        let best = root.best.map(|best| best.get()[self.player]);
        match best.filter(|best| self.bounded && value <= *best) {
            Some(_) => (value, Kind::Upper),
            None if self.estimated_here => (value, Kind::Estimate),
            None => (value, Kind::Exact),
        }
    }

    /// Goes back up with the value of the state at hand, or ends the iteration at the root.
    fn ascend(&mut self) {
        self.height -= 1;
        if self.height == 0 {
            self.finish();
            return;
        }
        let (above, below) = self.frames.split_at_mut(self.height);
        let (above, below) = (&mut above[self.height - 1], &mut below[0]);
        let mut value = below.best.expect("a state has an action");
        if below.is_bound(self.parts.rule) {
            self.bounded |= self.parts.rule == Rule::Paranoid || self.height == 1;
            if self.parts.rule == Rule::MaxN {
                // It is worth no more than this to the player above, who so does not choose it.
                value = above.best.expect("the state is compared with it");
            }
        }
        std::mem::swap(&mut above.line_below, &mut below.line);
        above.value(&value);
    }

    fn finish(&mut self) {
        let root = &mut self.frames[0];
        std::mem::swap(&mut self.line, &mut root.line);
        // An action that pays the most there is leaves those after it out.
        let left_out = (self.found[root.chosen].0, Kind::Upper);
        for (index, row) in self.rows.iter_mut().enumerate() {
            (row.value, row.kind) = *self.found.get(index).unwrap_or(&left_out);
        }
        self.best = root.chosen;
        self.depth += 1;
        self.ended = !self.estimated;
    }
}

/// The actions in the order of the game's hints, the most promising first.
fn promising_first<G: Game>(
    game: &G,
    state: &G::State,
    actions: &mut [G::Action],
) -> Result<(), Fault<G::Error>> {
    let hints: Result<Vec<_>, _> = actions.iter().map(|a| game.hint(state, *a)).collect();
    let hints = hints.map_err(Fault::Game)?;
    if hints.iter().any(|hint| *hint != hints[0]) {
        let mut pairs: Vec<_> = hints.into_iter().zip(actions.iter().copied()).collect();
        pairs.sort_by_key(|(hint, _)| std::cmp::Reverse(*hint));
        for (action, (_, sorted)) in actions.iter_mut().zip(pairs) {
            *action = sorted;
        }
    }
    Ok(())
}
