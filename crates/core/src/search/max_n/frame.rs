//! A state on the way from the root to where the search is.

use super::{Payoff, Rule};
use crate::game::{Game, Numbers, Outcomes, Turn};

/// A state whose actions are gone through, one outcome after the other.
pub(super) struct Frame<G: Game> {
    pub state: G::State,
    pub turn: Turn,
    /// Actions to look ahead from here.
    pub depth: u32,
    /// What each player was paid from the root to here.
    pub paid: Payoff<G>,
    pub actions: Vec<G::Action>,
    /// The index of the action at hand, and whether its outcomes are listed.
    pub action: usize,
    pub listed: bool,
    pub outcomes: Outcomes<G::State>,
    /// How many of them are valued, and the sum of their values so far.
    pub valued: usize,
    pub sum: Payoff<G>,
    /// The value of the action that is taken here, if one is valued yet, and its index.
    pub best: Option<Payoff<G>>,
    pub chosen: usize,
    /// The value for the player at the root between which this state matters, in paranoid search.
    pub window: (f64, f64),
    /// What the player to move needs to get for the rest not to matter, in max-n, and the same
    /// only because the state above is not chosen then.
    pub enough: f64,
    pub enough_above: f64,
    pub cut: bool,
    /// The line of play from here, and from the outcome valued last.
    pub line: Vec<(G::State, G::Action)>,
    pub line_below: Vec<(G::State, G::Action)>,
}

impl<G: Game> Frame<G> {
    /// One to be filled.
    pub fn new(state: G::State, players: usize) -> Self {
        Self {
            state,
            turn: Turn::Over,
            depth: 0,
            paid: Numbers::ZERO,
            actions: Vec::new(),
            action: 0,
            listed: false,
            outcomes: Outcomes::new(players),
            valued: 0,
            sum: Numbers::ZERO,
            best: None,
            chosen: 0,
            window: (f64::NEG_INFINITY, f64::INFINITY),
            enough: f64::INFINITY,
            enough_above: f64::INFINITY,
            cut: false,
            line: Vec::new(),
            line_below: Vec::new(),
        }
    }

    /// Whether the action at hand is valued.
    pub fn is_valued(&self) -> bool {
        self.valued == self.outcomes.len()
    }

    /// Adds the value of the next outcome.
    pub fn value(&mut self, value: &Payoff<G>) {
        let weight = self.outcomes.probabilities()[self.valued];
        for (sum, value) in self.sum.get_mut().iter_mut().zip(value.get()) {
            *sum += weight * value;
        }
        self.valued += 1;
        if self.outcomes.len() > 1 {
            self.line_below.clear();
        }
    }

    /// Takes the action at hand if it is better than those before. `root` is the player who
    /// moves at the root.
    pub fn judge(&mut self, rule: Rule, root: usize) {
        let (value, best) = (self.sum, self.best);
        let better =
            |player: usize| best.is_none_or(|best| value.get()[player] > best.get()[player]);
        let worse = || best.is_none_or(|best| value.get()[root] < best.get()[root]);
        let taken = match (self.turn, rule) {
            (Turn::Player(player), Rule::MaxN) => better(usize::from(player)),
            (Turn::Player(player), Rule::Paranoid) if usize::from(player) != root => worse(),
            (Turn::Player(player), Rule::Paranoid) => better(usize::from(player)),
            _ => true,
        };
        if taken {
            (self.best, self.chosen) = (Some(value), self.action);
            self.line.clear();
            self.line
                .push((self.state.clone(), self.actions[self.action]));
            self.line.append(&mut self.line_below);
            if self.turn == Turn::Chance {
                self.line.clear();
            }
        }
        self.narrow(rule, root);
        self.action += 1;
        self.listed = false;
    }

    /// Finds out whether the other actions can still matter.
    fn narrow(&mut self, rule: Rule, root: usize) {
        let (Turn::Player(player), Some(best)) = (self.turn, self.best) else {
            return;
        };
        let player = usize::from(player);
        if rule == Rule::MaxN {
            self.cut = best.get()[player] >= self.enough.min(self.enough_above);
            return;
        }
        let value = best.get()[root];
        if player == root {
            self.window.0 = self.window.0.max(value);
        } else {
            self.window.1 = self.window.1.min(value);
        }
        self.cut = self.window.0 >= self.window.1;
    }

    /// Whether actions were left out that may be worth more to the player to move.
    pub fn is_bound(&self, rule: Rule) -> bool {
        let Turn::Player(player) = self.turn else {
            return false;
        };
        let own = self.best.map(|best| best.get()[usize::from(player)]);
        let left = self.action < self.actions.len();
        left && (rule == Rule::Paranoid || own.is_some_and(|own| own < self.enough))
    }
}
