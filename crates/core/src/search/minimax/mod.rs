//! Minimax search: every line of play to a depth, and nothing else.
//!
//! The simplest search by depth, to learn from and to compare the others with. Every state that it
//! comes to counts as a node, the root included.

mod walk;

use super::alpha_beta::DEEPEST;
use super::lookahead::two_without_chance;
use super::{Fault, Kind, Lookahead, Row};
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Evaluation, Game, Stuck, Turn};
use crate::rng::Rng;
use walk::Walk;

/// What is known of an action of the root.
#[derive(Clone, Copy, Debug)]
struct Known {
    /// What player 0 gets.
    value: f64,
    /// Whether the evaluation was not asked.
    exact: bool,
}

/// An action of the root.
#[derive(Clone, Copy, Debug)]
struct Move<A> {
    action: A,
    nodes: u64,
    known: Option<Known>,
}

/// A minimax search from one state.
pub struct Minimax<G: Game> {
    game: G,
    evaluation: Box<dyn Evaluation<G>>,
    /// How many actions to look ahead.
    depth: u32,
    state: G::State,
    mover: u8,
    moves: Vec<Move<G::Action>>,
    /// The index of the best of those that are known.
    best: usize,
    line: Vec<G::Action>,
    nodes: u64,
    /// The depth that was reached, once all is known.
    done: Option<u32>,
}

impl<G: Game> Minimax<G> {
    /// A search of `state` that has not begun: `depth` actions ahead, or to the end of every play.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`], [`Fault::HasChance`], [`Fault::NothingToDecide`], or those of the
    /// rules.
    pub fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        depth: Option<u32>,
        state: G::State,
    ) -> Result<Self, Fault<G::Error>> {
        two_without_chance(game.info())?;
        let (mover, moves) = root_at(&game, &state)?;
        Ok(Self {
            game,
            evaluation,
            depth: depth.unwrap_or(DEEPEST).min(DEEPEST),
            state,
            mover,
            moves,
            best: 0,
            line: Vec::new(),
            nodes: 0,
            done: None,
        })
    }

    /// Takes in what is known of an action.
    fn learn(&mut self, index: usize, known: Known, rest: &[G::Action]) {
        let own = |value: f64| if self.mover == 0 { value } else { -value };
        let best = self.moves[self.best].known;
        if best.is_none_or(|best| own(known.value) > own(best.value)) {
            self.best = index;
            self.line = vec![self.moves[index].action];
            self.line.extend_from_slice(rest);
        }
        self.moves[index].known = Some(known);
    }

    fn is_exact(&self) -> bool {
        let exact = |mv: &Move<G::Action>| mv.known.is_some_and(|known| known.exact);
        self.moves.iter().all(exact)
    }

    fn row(&self, mv: &Move<G::Action>) -> Row<G::Action> {
        let (value, kind) = match mv.known {
            None => (f64::NAN, Kind::Unknown),
            Some(known) if known.exact => (known.value, Kind::Exact),
            Some(known) => (known.value, Kind::Estimate),
        };
        Row {
            action: mv.action,
            nodes: mv.nodes,
            // No negative zero.
            value: if self.mover == 0 { value } else { -value } + 0.0,
            kind,
        }
    }
}

type Moves<G> = Vec<Move<<G as Game>::Action>>;

/// Who is to move at `state`, and the actions.
fn root_at<G: Game>(game: &G, state: &G::State) -> Result<(u8, Moves<G>), Fault<G::Error>> {
    let Turn::Player(mover) = game.turn(state).map_err(Fault::Game)? else {
        return Err(Fault::NothingToDecide);
    };
    let mut actions = Vec::new();
    game.actions(state, &mut actions).map_err(Fault::Game)?;
    if actions.is_empty() {
        return Err(Fault::Stuck(Stuck::NoActions));
    }
    let unknown = |action| Move {
        action,
        nodes: 0,
        known: None,
    };
    Ok((mover, actions.into_iter().map(unknown).collect()))
}

impl<G: Game> Deliberation for Minimax<G> {
    type Error = Fault<G::Error>;

    /// All of it: the actions of the root that are not known yet.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        let mut reached = self.done.unwrap_or(0);
        for index in 0..self.moves.len() {
            if self.moves[index].known.is_some() {
                continue;
            }
            let (mut walk, action) = (Walk::new(self, leave), self.moves[index].action);
            let found = walk.root(action);
            let (nodes, deepest, fault) = (walk.nodes, walk.deepest, walk.fault.take());
            let line = walk.lines.swap_remove(1);
            if let Some(fault) = fault {
                return Err(fault);
            }
            self.moves[index].nodes += nodes - self.nodes;
            self.nodes = nodes;
            reached = reached.max(deepest);
            let Some(known) = found else {
                return Ok(());
            };
            self.learn(index, known, &line);
        }
        self.done = Some(reached);
        Ok(())
    }

    fn spent(&self) -> Spent {
        Spent {
            simulations: 0,
            nodes: self.nodes,
            bytes: self.game.bytes(),
            depth: self.done.unwrap_or(0),
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    /// It remembers nothing.
    fn limit_memory(&mut self, _bytes: Option<usize>) {}

    fn settled(&self) -> Option<StopReason> {
        self.done?;
        Some(if self.is_exact() {
            StopReason::Proven
        } else {
            StopReason::Depth
        })
    }
}

impl<G: Game> Lookahead<G> for Minimax<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn root(&self) -> &G::State {
        &self.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.moves.iter().map(|mv| self.row(mv)).collect()
    }

    fn best(&self) -> usize {
        self.best
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        played(&self.game, &self.state, &self.line)
    }

    fn proven(&self) -> bool {
        self.done.is_some() && self.is_exact()
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        (self.mover, self.moves) = root_at(&self.game, &state)?;
        self.state = state;
        (self.best, self.nodes, self.done) = (0, 0, None);
        self.line.clear();
        Ok(())
    }
}

/// The states of a line of play with the action at each.
pub(super) fn played<G: Game>(
    game: &G,
    from: &G::State,
    actions: &[G::Action],
) -> Vec<(G::State, G::Action)> {
    let (mut state, mut line) = (from.clone(), Vec::new());
    let mut rng = Rng::new(0, "unused");
    for action in actions {
        line.push((state.clone(), *action));
        let played = game.apply(&mut state, *action, &mut rng, &mut [0.0; 2]);
        if played.is_err() {
            break;
        }
    }
    line
}
