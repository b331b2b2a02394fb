//! Proof-number search, depth first (Allis 1994; Nagai 2002: df-pn): whether the player to move
//! can be sure of a given return, in games of two players without chance whose returns sum to 0.
//!
//! What the table holds of a state are bounds on its value, which are true whatever led to it, so
//! rewards on the way are no trouble, and an answer does not depend on the size of the table.
//!
//! Where states can come again, a play that goes round for ever pays nothing more. A result that
//! leans on coming back to a state above holds below that state only, and is not put into the
//! table (the problem of graph history interaction, Kishimoto and Müller 2004).

mod numbers;
mod report;
mod step;
mod table;

use super::Fault;
use super::lookahead::two_without_chance;
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Game, Stuck, Turn};
use crate::rng::Rng;
use numbers::{CLEAN, Known, NEVER};
use std::mem::size_of;
use table::{Table, hash_of};

/// What is to be proven of a return.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Goal {
    /// The return.
    pub value: f64,
    /// Whether more than it is wanted, or it is enough.
    pub more: bool,
}

impl Goal {
    fn met(self, value: f64) -> bool {
        if self.more {
            value > self.value
        } else {
            value >= self.value
        }
    }
}

/// What the search is made of.
#[derive(Clone, Debug)]
pub struct Parts {
    /// The goals of the player to move, at least one: the next is asked for where one can't be
    /// reached, so the hardest comes first.
    pub goals: Vec<Goal>,
    /// Bytes of the table of states.
    pub table: usize,
}

/// A successor of a state on the way.
struct Child<G: Game> {
    state: G::State,
    hash: u64,
    /// What the prover is paid for going there.
    reward: f64,
    known: Known,
}

/// A state on the way from the root to where the search is.
struct Frame<G: Game> {
    state: G::State,
    hash: u64,
    prover_moves: bool,
    /// What the prover was paid from the root to here.
    paid: f64,
    /// The proof and the disproof number at which the search goes back up.
    most: (u32, u32),
    actions: Vec<G::Action>,
    /// The successors generated so far.
    children: Vec<Child<G>>,
    /// Whether one of them ends it: the others are not needed.
    decided: bool,
    /// The successor that is searched.
    chosen: usize,
    /// The nodes that there were when the search came here.
    nodes: u64,
}

/// Bounds on an action at the root, for the prover.
#[derive(Clone, Copy)]
struct Bounds {
    low: f64,
    high: f64,
    work: u64,
}

/// Proof-number search from one state.
pub struct ProofNumber<G: Game> {
    game: G,
    parts: Parts,
    prover: usize,
    /// The goal that is asked for now, and a number for this question at this root.
    goal: usize,
    question: u32,
    answer: Option<bool>,
    /// The first `height` are the way to where the search is; the others are kept for their room.
    frames: Vec<Frame<G>>,
    height: usize,
    table: Table<G::State>,
    /// What earlier questions found of the actions at the root.
    found: Vec<Bounds>,
    nodes: u64,
    memory: usize,
    /// Bytes of the frames.
    held: usize,
    /// Nothing is drawn from it: the game has no chance.
    rng: Rng,
}

impl<G: Game> ProofNumber<G> {
    /// A search from `root`.
    ///
    /// # Errors
    /// A game that does not have two players, or has chance; a root where no player decides.
    pub fn new(game: G, parts: Parts, root: G::State) -> Result<Self, Fault<G::Error>> {
        two_without_chance(game.info())?;
        let mut search = Self {
            prover: 0,
            goal: 0,
            question: 0,
            answer: None,
            frames: Vec::new(),
            height: 0,
            table: Table::new(parts.table),
            found: Vec::new(),
            nodes: 0,
            memory: usize::MAX,
            held: 0,
            rng: Rng::new(0, "unused"),
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
        let frame = Frame {
            actions: self.actions(&root)?,
            hash: hash_of(&root),
            state: root,
            prover_moves: true,
            paid: 0.0,
            most: (NEVER, NEVER),
            children: Vec::new(),
            decided: false,
            chosen: 0,
            nodes: 0,
        };
        let unknown = Bounds {
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
            work: 0,
        };
        self.found = vec![unknown; frame.actions.len()];
        self.held = size_of::<Frame<G>>();
        self.frames = vec![frame];
        (self.prover, self.height, self.nodes) = (usize::from(player), 1, 1);
        (self.goal, self.answer) = (0, None);
        self.question += 1;
        Ok(())
    }

    fn actions(&self, state: &G::State) -> Result<Vec<G::Action>, Fault<G::Error>> {
        let mut actions = Vec::new();
        self.game
            .actions(state, &mut actions)
            .map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        Ok(actions)
    }

    /// Whether the player to move can be sure of the return that was asked for last; None while
    /// that is open.
    pub fn answer(&self) -> Option<bool> {
        self.answer
    }

    fn goal(&self) -> Goal {
        self.parts.goals[self.goal]
    }

    /// The root is answered: that is all, or the next question begins.
    fn answered(&mut self, answer: bool) {
        self.keep(answer);
        if answer || self.goal + 1 == self.parts.goals.len() {
            self.answer = Some(answer);
            return;
        }
        self.goal += 1;
        self.question += 1;
        let root = &mut self.frames[0];
        root.children.clear();
        root.decided = false;
    }

    /// Keeps what this question found of the actions at the root.
    fn keep(&mut self, answer: bool) {
        let root = &self.frames[0];
        for (child, found) in root.children.iter().zip(&mut self.found) {
            *found = found.with(child, Some(answer));
        }
    }

    fn bytes(&self) -> usize {
        self.table.bytes() + self.held + self.game.bytes()
    }
}

impl Bounds {
    /// With what is known of the successor. What leans on the root itself holds for the action only
    /// if the root has the same answer.
    fn with<G: Game>(self, child: &Child<G>, root: Option<bool>) -> Self {
        let known = &child.known;
        let holds = known.leans == CLEAN || known.answer() == root;
        let (mut low, mut high) = (self.low, self.high);
        if holds || known.answer() != Some(true) {
            low = low.max(child.reward + known.low);
        }
        if holds || known.answer() != Some(false) {
            high = high.min(child.reward + known.high);
        }
        let work = self.work + known.work;
        Self { low, high, work }
    }
}

impl<G: Game> Deliberation for ProofNumber<G> {
    type Error = Fault<G::Error>;

    /// Generates the next state.
    fn advance(&mut self, _leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        self.step()
    }

    fn spent(&self) -> Spent {
        Spent {
            nodes: self.nodes,
            bytes: self.bytes(),
            ..Spent::default()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes.unwrap_or(usize::MAX);
        // The rest is for the states on the way.
        let room = self.memory - self.memory / 8;
        self.table
            .limit(self.parts.table.min(room.saturating_sub(self.game.bytes())));
    }

    fn settled(&self) -> Option<StopReason> {
        if self.answer.is_some() {
            Some(StopReason::Proven)
        } else {
            (self.bytes() > self.memory).then_some(StopReason::Memory)
        }
    }
}
