//! The root and its moves, each with what is known of it.

use crate::game::{Evaluation, Game, Stuck, Turn};
use crate::rng::Rng;
use crate::search::alpha_beta::is_zero_sum;
use crate::search::mgss::images::first_images;
use crate::search::mgss::mover_at;
use crate::search::{Fault, Kind, Row};

/// A move of the root.
#[derive(Clone, Debug)]
pub(super) struct Move<S, A> {
    pub(super) action: A,
    pub(super) state: S,
    pub(super) turn: Turn,
    /// What the player who decides is paid for it.
    pub(super) paid: f64,
    /// The value when it was first looked at, and now.
    pub(super) first: f64,
    pub(super) value: f64,
    pub(super) kind: Kind,
    /// How many actions ahead of the state after it the value looks.
    pub(super) depth: u32,
    /// Nodes of the last search below it, and of all.
    pub(super) effort: f64,
    pub(super) nodes: u64,
    pub(super) line: Vec<A>,
    /// The move that is looked at in its place, if this is an image of it. Such a move takes no
    /// part: its value is exact, and -infinity.
    image_of: Option<usize>,
}

impl<S, A> Move<S, A> {
    /// Whether another is looked at in its place.
    pub(super) fn is_image(&self) -> bool {
        self.image_of.is_some()
    }
}

pub(super) type MoveOf<G> = Move<<G as Game>::State, <G as Game>::Action>;

/// The root of a search.
pub(super) struct Root<G: Game> {
    pub(super) state: G::State,
    pub(super) mover: u8,
    actions: Vec<G::Action>,
    /// One for each action, in the same order; none before the first look.
    pub(super) moves: Vec<MoveOf<G>>,
    /// The move that the game's own solver found.
    solved: Option<usize>,
}

impl<G: Game> Root<G> {
    /// A root at which nothing was looked at.
    pub(super) fn at(game: &G, state: G::State) -> Result<Self, Fault<G::Error>> {
        let mover = mover_at(game, &state)?;
        let mut actions = Vec::new();
        game.actions(&state, &mut actions).map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        Ok(Self {
            state,
            mover,
            actions,
            moves: Vec::new(),
            solved: None,
        })
    }

    /// Gives each move the value that the evaluation says.
    pub(super) fn look(
        &mut self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
    ) -> Result<(), Fault<G::Error>> {
        let first_look = |action: &G::Action| self.first_look(game, evaluation, *action);
        self.moves = self
            .actions
            .iter()
            .map(first_look)
            .collect::<Result<_, _>>()?;
        self.set_images_aside(game).map_err(Fault::Game)
    }

    fn set_images_aside(&mut self, game: &G) -> Result<(), G::Error> {
        let places = self.moves.iter().map(|mv| (Some(&mv.state), mv.paid));
        for (index, first) in first_images(game, places)?.into_iter().enumerate() {
            if first != index {
                let mv = &mut self.moves[index];
                (mv.value, mv.kind) = (f64::NEG_INFINITY, Kind::Exact);
                mv.image_of = Some(first);
            }
        }
        Ok(())
    }

    /// The move itself, or the one that is looked at in its place.
    fn shown(&self, index: usize) -> &MoveOf<G> {
        &self.moves[self.moves[index].image_of.unwrap_or(index)]
    }

    /// Whether there are two moves or more that are not images of one another.
    pub(super) fn is_open(&self) -> bool {
        self.moves.iter().filter(|mv| !mv.is_image()).count() > 1
    }

    fn first_look(
        &self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
        action: G::Action,
    ) -> Result<MoveOf<G>, Fault<G::Error>> {
        let mut rng = Rng::new(0, "unused");
        let (mut state, mut rewards) = (self.state.clone(), [0.0; 2]);
        game.apply(&mut state, action, &mut rng, &mut rewards)
            .map_err(Fault::Game)?;
        if !is_zero_sum(rewards) {
            return Err(Fault::NotZeroSum);
        }
        let paid = rewards[usize::from(self.mover)];
        let turn = game.turn(&state).map_err(Fault::Game)?;
        let over = turn == Turn::Over;
        let value = paid
            + match over {
                true => 0.0,
                false => self.estimate(game, evaluation, &state)?,
            };
        Ok(Move {
            action,
            state,
            turn,
            paid,
            first: value,
            value,
            kind: if over { Kind::Exact } else { Kind::Estimate },
            depth: 0,
            effort: 1.0,
            nodes: 1,
            line: Vec::new(),
            image_of: None,
        })
    }

    /// What the evaluation says to the player who decides.
    fn estimate(
        &self,
        game: &G,
        evaluation: &dyn Evaluation<G>,
        state: &G::State,
    ) -> Result<f64, Fault<G::Error>> {
        let mut values = [0.0; 2];
        evaluation
            .evaluate(game, state, &mut values)
            .map_err(Fault::Foreign)?;
        if !is_zero_sum(values) {
            return Err(Fault::UnevenEvaluation(values));
        }
        Ok(values[usize::from(self.mover)])
    }

    /// Whether the moves were looked at.
    pub(super) fn is_seen(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Whether there is only one action.
    pub(super) fn is_forced(&self) -> bool {
        self.actions.len() == 1
    }

    /// The best move, and the value of the best among the others.
    pub(super) fn top(&self) -> (usize, f64) {
        if let Some(solved) = self.solved {
            return (solved, f64::NEG_INFINITY);
        }
        let (mut best, mut second) = (0, f64::NEG_INFINITY);
        for (index, mv) in self.moves.iter().enumerate().skip(1) {
            if mv.value > self.moves[best].value {
                (second, best) = (self.moves[best].value, index);
            } else if mv.value > second {
                second = mv.value;
            }
        }
        (best, second)
    }

    /// The value that a move must pass for the decision to change.
    pub(super) fn rival(&self, index: usize) -> f64 {
        match self.top() {
            (best, second) if best == index => second,
            (best, _) => self.moves[best].value,
        }
    }

    /// The value that the game's own solver found, with the action that attains it.
    pub(super) fn settle(&mut self, value: f64, action: Option<G::Action>) {
        let named = |mv: &MoveOf<G>| Some(mv.action) == action;
        let index = self.moves.iter().position(named);
        let index = index.unwrap_or(self.top().0);
        let index = self.moves[index].image_of.unwrap_or(index);
        let mv = &mut self.moves[index];
        (mv.value, mv.kind) = (value, Kind::Exact);
        mv.line.clear();
        for (other, mv) in self.moves.iter_mut().enumerate() {
            if other != index && mv.kind != Kind::Exact {
                (mv.value, mv.kind) = (mv.value.min(value), Kind::Upper);
            }
        }
        self.solved = Some(index);
    }

    /// Whether the best move is known to be one.
    pub(super) fn is_proven(&self) -> bool {
        let exact = |mv: &MoveOf<G>| mv.kind == Kind::Exact;
        self.solved.is_some() || self.is_seen() && self.moves.iter().all(exact)
    }

    pub(super) fn rows(&self) -> Vec<Row<G::Action>> {
        if !self.is_seen() {
            return self.actions.iter().copied().map(unknown).collect();
        }
        let row = |(index, mv): (usize, &MoveOf<G>)| Row {
            action: mv.action,
            nodes: mv.nodes,
            // No negative zero.
            value: self.shown(index).value + 0.0,
            kind: self.shown(index).kind,
        };
        self.moves.iter().enumerate().map(row).collect()
    }
}

fn unknown<A>(action: A) -> Row<A> {
    Row {
        action,
        nodes: 0,
        value: f64::NAN,
        kind: Kind::Unknown,
    }
}
