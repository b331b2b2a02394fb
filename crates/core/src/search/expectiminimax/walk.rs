//! The walk of one iteration: states where a player decides, and the ends.

use super::bounds::Bounds;
use super::spread::{First, Spread};
use super::window::Window;
use super::{Parts, Pruning};
use crate::budget::{Leave, Spent};
use crate::game::{Game, Outcomes, Stuck, Turn};
use crate::search::Fault;
use std::cmp::Reverse;

/// Rewards of two players sum to 0 but for this share of them.
const ROUNDING: f64 = 1e-9;

/// Why a walk did not come to its end.
pub(super) enum Halt<E> {
    /// Leave was refused.
    Refused,
    Fault(Fault<E>),
}

impl<E> From<Fault<E>> for Halt<E> {
    fn from(fault: Fault<E>) -> Self {
        Self::Fault(fault)
    }
}

/// 1 for player 0, who is MAX, and -1 for the other.
pub(super) fn sign_of(player: u8) -> f64 {
    if player == 0 { 1.0 } else { -1.0 }
}

/// Whether two numbers sum to 0, but for rounding.
fn opposite(first: f64, second: f64) -> bool {
    (first + second).abs() <= ROUNDING * first.abs().max(second.abs())
}

/// Where a walk is, beside the state.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// What player 0 was paid from the root to here.
    pub paid: f64,
    /// How many turns to look ahead from here.
    pub depth: u32,
    /// How many the root is away.
    pub turns: usize,
}

impl Place {
    /// After a turn, whose payment is still to come.
    fn next(self) -> Self {
        Self {
            depth: self.depth - 1,
            turns: self.turns + 1,
            ..self
        }
    }
}

/// Working memory that is used again and again, and the counts.
pub(super) struct Store<G: Game> {
    pub nodes: u64,
    pub leaves: u64,
    actions: Vec<Vec<G::Action>>,
    outcomes: Vec<Outcomes<G::State>>,
    pub spreads: Vec<Spread>,
    hinted: Vec<(i32, G::Action)>,
    /// By distance from the root: the line of play expected from the state looked at last.
    lines: Vec<Vec<G::Action>>,
}

impl<G: Game> Store<G> {
    pub fn new() -> Self {
        Self {
            nodes: 0,
            leaves: 0,
            actions: Vec::new(),
            outcomes: Vec::new(),
            spreads: Vec::new(),
            hinted: Vec::new(),
            lines: Vec::new(),
        }
    }

    pub fn line(&mut self, turns: usize) -> &mut Vec<G::Action> {
        if self.lines.len() <= turns {
            self.lines.resize_with(turns + 1, Vec::new);
        }
        &mut self.lines[turns]
    }

    /// The line from a state is this action, and what follows it.
    fn extend_line(&mut self, turns: usize, action: G::Action) {
        self.line(turns + 1);
        let (before, after) = self.lines.split_at_mut(turns + 1);
        let line = &mut before[turns];
        line.clear();
        line.push(action);
        line.extend_from_slice(&after[0]);
    }
}

/// A walk, with all it needs.
pub(super) struct Walk<'a, 'l, G: Game> {
    pub game: &'a G,
    pub parts: &'a Parts<G>,
    pub bounds: &'a mut Bounds,
    pub store: &'a mut Store<G>,
    pub leave: &'a mut Leave<'l>,
    /// How many nodes may be generated before leave must be asked for.
    pub quota: u64,
    /// The depth searched wholly before.
    pub done: u32,
    /// Whether an evaluation stood for what lies deeper.
    pub cut_off: bool,
}

impl<G: Game> Walk<'_, '_, G> {
    /// Counts a node, with leave.
    pub fn enter(&mut self) -> Result<(), Halt<G::Error>> {
        if self.quota == 0 {
            self.quota = self.leave.nodes(&Spent {
                nodes: self.store.nodes,
                depth: self.done,
                bytes: self.game.bytes(),
                ..Spent::default()
            });
        }
        if self.quota == 0 {
            return Err(Halt::Refused);
        }
        self.quota -= 1;
        self.store.nodes += 1;
        Ok(())
    }

    /// What a play pays player 0, from the root to its end, if it goes on at `state`. Outside the
    /// window it is a bound on that, on the same side. `first` is what is known of its first action
    /// from a search in a window that held this one.
    pub fn value(
        &mut self,
        state: &G::State,
        at: Place,
        window: Window,
        first: First,
    ) -> Result<f64, Halt<G::Error>> {
        self.enter()?;
        self.store.line(at.turns).clear();
        match self.game.turn(state).map_err(Fault::Game)? {
            Turn::Over => self.end(at),
            _ if at.depth == 0 => self.estimate(state, at),
            Turn::Player(player) => self.decide(state, at, window, sign_of(player), first),
            Turn::Chance => self.by_chance(state, at, window),
        }
    }

    fn end(&mut self, at: Place) -> Result<f64, Halt<G::Error>> {
        self.store.leaves += 1;
        self.bounds.see(at.paid)?;
        Ok(at.paid)
    }

    fn estimate(&mut self, state: &G::State, at: Place) -> Result<f64, Halt<G::Error>> {
        self.store.leaves += 1;
        self.cut_off = true;
        let mut values = vec![0.0; self.game.info().players];
        let judged = self
            .parts
            .evaluation
            .evaluate(self.game, state, &mut values);
        judged.map_err(Fault::Foreign)?;
        if let [first, second] = values[..]
            && !opposite(first, second)
        {
            return Err(Halt::Fault(Fault::UnevenEvaluation([first, second])));
        }
        let total = at.paid + values[0];
        if self.bounds.hold(total) {
            return Ok(total);
        }
        Err(Halt::Fault(Fault::JudgedBeyond {
            state: format!("{state:?}"),
            value: values[0],
            low: self.bounds.low - at.paid,
            high: self.bounds.high - at.paid,
        }))
    }

    /// The most for the player whose sign this is, with alpha-beta where pruning is on.
    fn decide(
        &mut self,
        state: &G::State,
        at: Place,
        window: Window,
        sign: f64,
        first: First,
    ) -> Result<f64, Halt<G::Error>> {
        let actions = self.legal(state)?;
        let own = window.seen(sign);
        let mut best = match first {
            First::Unseen => f64::NEG_INFINITY,
            First::Worth(value) => sign * value,
            First::Useless => own.alpha,
        };
        for action in actions.iter().skip(usize::from(first != First::Unseen)) {
            if best >= own.beta {
                break;
            }
            let inner = self.raised(own, best).seen(sign);
            let value = sign * self.follow(state, at, *action, inner)?;
            if value > best {
                best = value;
                self.store.extend_line(at.turns, *action);
            }
        }
        self.store.actions.push(actions);
        Ok(sign * best)
    }

    /// The window of another action, when one is worth `best`.
    pub fn raised(&self, window: Window, best: f64) -> Window {
        match self.parts.pruning {
            Pruning::None => window,
            Pruning::Star1 | Pruning::Star2 => Window {
                alpha: window.alpha.max(best),
                ..window
            },
        }
    }

    /// The value of an action.
    pub fn follow(
        &mut self,
        state: &G::State,
        at: Place,
        action: G::Action,
        window: Window,
    ) -> Result<f64, Halt<G::Error>> {
        self.expect(state, at.next(), action, window)
    }

    /// The value of a turn of chance.
    fn by_chance(
        &mut self,
        state: &G::State,
        at: Place,
        window: Window,
    ) -> Result<f64, Halt<G::Error>> {
        let actions = self.legal(state)?;
        let only = actions[0];
        self.store.actions.push(actions);
        let value = self.expect(state, at.next(), only, window)?;
        self.store.line(at.turns).clear();
        Ok(value)
    }

    /// The mean over what may follow, which is at `at`.
    fn expect(
        &mut self,
        state: &G::State,
        at: Place,
        action: G::Action,
        window: Window,
    ) -> Result<f64, Halt<G::Error>> {
        let spare = self.store.outcomes.pop();
        let mut outcomes = spare.unwrap_or_else(|| Outcomes::new(self.game.info().players));
        outcomes.clear();
        self.game
            .outcomes(state, action, &mut outcomes)
            .map_err(Fault::Game)?;
        let value = self.mean(&outcomes, at, window)?;
        self.store.outcomes.push(outcomes);
        Ok(value)
    }

    /// The actions of a state; with pruning the most promising first.
    pub fn legal(&mut self, state: &G::State) -> Result<Vec<G::Action>, Halt<G::Error>> {
        let mut actions = self.store.actions.pop().unwrap_or_default();
        actions.clear();
        self.game
            .actions(state, &mut actions)
            .map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Halt::Fault(Fault::Stuck(Stuck::NoActions)));
        }
        if self.parts.pruning != Pruning::None && actions.len() > 1 {
            self.order(state, &mut actions)?;
        }
        Ok(actions)
    }

    fn order(&mut self, state: &G::State, actions: &mut [G::Action]) -> Result<(), Halt<G::Error>> {
        let hinted = &mut self.store.hinted;
        hinted.clear();
        for action in actions.iter() {
            let hint = self.game.hint(state, *action).map_err(Fault::Game)?;
            hinted.push((hint, *action));
        }
        hinted.sort_by_key(|(hint, _)| Reverse(*hint));
        for (action, (_, hinted)) in actions.iter_mut().zip(hinted) {
            *action = *hinted;
        }
        Ok(())
    }

    /// Gives a list of actions back, to be used again.
    pub fn give_back(&mut self, actions: Vec<G::Action>) {
        self.store.actions.push(actions);
    }

    /// What player 0 is paid.
    pub fn max_gets(&self, rewards: &[f64]) -> Result<f64, Halt<G::Error>> {
        if let [first, second] = *rewards
            && !opposite(first, second)
        {
            return Err(Halt::Fault(Fault::NotZeroSum));
        }
        Ok(rewards[0])
    }
}
