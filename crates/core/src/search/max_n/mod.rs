//! Games of several players, looked ahead by depth: max-n (Luckhardt and Irani 1986), where each
//! player takes the most for itself, and paranoid search (Sturtevant and Korf 2000), where all
//! others take the least for the player to move at the root.
//!
//! Values are totals from the root: what was paid on the way, and what a leaf says.

mod frame;
mod report;
mod walk;

use super::{Fault, Kind, Row};
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Chance, Evaluation, Game, Players, Stuck, Turn};
use frame::Frame;
use std::mem::size_of;

type Payoff<G> = <<G as Game>::Players as Players>::Payoff;

/// What the players do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Each takes the most for itself, the first of equal actions.
    MaxN,
    /// The player to move at the root does, all others take the least for that player.
    Paranoid,
}

/// What the search is made of.
pub struct Parts<G: Game> {
    /// What the players do.
    pub rule: Rule,
    /// The depth to stop at, if there is one.
    pub depth: Option<u32>,
    /// Whether max-n leaves out what can't change a value because the returns have a constant sum
    /// and bounds (Korf 1991: immediate and shallow pruning).
    pub pruning: bool,
    /// What a state is worth where the depth ends.
    pub evaluation: Box<dyn Evaluation<G>>,
}

/// What pruning knows of all returns.
struct Bounds {
    low: f64,
    high: f64,
    /// What they sum to, once a leaf was seen.
    sum: Option<f64>,
}

/// A search of several players from one state, one action deep, then two, and so on.
pub struct MaxN<G: Game> {
    game: G,
    parts: Parts<G>,
    root: G::State,
    player: usize,
    bounds: Option<Bounds>,
    /// The first `height` are the way to where the search is; the others are kept for their room.
    frames: Vec<Frame<G>>,
    height: usize,
    /// The depth that was searched wholly, and whether nothing had to be estimated there.
    depth: u32,
    ended: bool,
    /// What that found: the actions, the best of them, and the line from it.
    rows: Vec<Row<G::Action>>,
    best: usize,
    line: Vec<(G::State, G::Action)>,
    /// What the iteration at hand has found so far, of the actions that it is through with.
    found: Vec<(f64, Kind)>,
    /// Whether an evaluation was asked in this iteration, and below the action at hand.
    estimated: bool,
    estimated_here: bool,
    /// Whether something below the action at hand was left out that may be worth less.
    bounded: bool,
    nodes: u64,
    memory: usize,
}

impl<G: Game> MaxN<G> {
    /// A search from `root`.
    ///
    /// # Errors
    /// A game whose chance can only be sampled, one with too many players, or one that declares
    /// too little to prune; a root where no player decides.
    pub fn new(game: G, parts: Parts<G>, root: G::State) -> Result<Self, Fault<G::Error>> {
        let info = game.info();
        if info.chance == Chance::Sampled {
            return Err(Fault::ChanceIsSampled);
        }
        if info.players > G::Players::MOST {
            return Err(Fault::TooManyPlayers(info.players));
        }
        let bounds = match info.returns.filter(|_| info.constant_sum) {
            _ if !parts.pruning => None,
            Some((low, high)) => Some(Bounds {
                low,
                high,
                sum: None,
            }),
            None => {
                return Err(Fault::NoPruning(
                    "the game does not declare a constant sum and bounds of its returns",
                ));
            }
        };
        let mut search = Self {
            player: 0,
            bounds,
            frames: Vec::new(),
            height: 0,
            depth: 0,
            ended: false,
            rows: Vec::new(),
            best: 0,
            line: Vec::new(),
            found: Vec::new(),
            estimated: false,
            estimated_here: false,
            bounded: false,
            nodes: 0,
            memory: usize::MAX,
            root: root.clone(),
            game,
            parts,
        };
        search.set_root(root)?;
        Ok(search)
    }

    fn set_root(&mut self, root: G::State) -> Result<(), Fault<G::Error>> {
        let Turn::Player(player) = self.game.turn(&root).map_err(Fault::Game)? else {
            return Err(Fault::NothingToDecide);
        };
        let mut actions = Vec::new();
        self.game
            .actions(&root, &mut actions)
            .map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        let unknown = |action| Row {
            action,
            nodes: 0,
            value: f64::NAN,
            kind: Kind::Unknown,
        };
        self.rows = actions.into_iter().map(unknown).collect();
        (self.root, self.player) = (root, usize::from(player));
        (self.height, self.depth, self.ended) = (0, 0, false);
        (self.best, self.nodes) = (0, 0);
        self.line.clear();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.frames.len() * size_of::<Frame<G>>() + self.game.bytes()
    }
}

impl<G: Game> Deliberation for MaxN<G> {
    type Error = Fault<G::Error>;

    /// Goes on to the next state. After a fault the iteration begins again.
    fn advance(&mut self, _leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        let done = self.step();
        if done.is_err() {
            self.height = 0;
        }
        done
    }

    fn spent(&self) -> Spent {
        Spent {
            nodes: self.nodes,
            bytes: self.bytes(),
            depth: self.depth,
            ..Spent::default()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes.unwrap_or(usize::MAX);
    }

    fn settled(&self) -> Option<StopReason> {
        let deep = self.parts.depth.is_some_and(|most| self.depth >= most);
        if self.ended {
            Some(StopReason::Proven)
        } else if deep {
            Some(StopReason::Depth)
        } else if self.depth > 0 && self.rows.len() == 1 && self.parts.depth.is_none() {
            Some(StopReason::SingleAction)
        } else {
            (self.bytes() > self.memory).then_some(StopReason::Memory)
        }
    }
}
