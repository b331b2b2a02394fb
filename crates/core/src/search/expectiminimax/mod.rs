//! Expectiminimax: minimax with chance (Michie 1966; Russell and Norvig, section 5.5), where
//! pruning is on with alpha-beta and with Star1 or Star2 at chance (Ballard 1983).
//!
//! Player 0 is MAX, and values are what he is paid from the root to the end. Depth counts
//! actions, those of chance included: an action and what comes of it by chance are one, a turn of
//! chance is another.

mod bounds;
mod chance;
mod report;
mod spread;
mod top;
mod walk;
mod window;

use super::lookahead::opposed;
use super::{Fault, Kind, Row};
use crate::budget::{Leave, Spent};
use crate::game::{Chance, Evaluation, Game};
use crate::rng::Rng;
use bounds::{Bounds, sound_out};
use top::Top;
use walk::{Halt, Store, Walk};

/// The most actions from the root that are looked ahead.
pub const DEEPEST: u32 = 1000;

/// What is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pruning {
    /// Nothing: the whole tree is searched, actions in the order of the game.
    None,
    /// Actions by alpha-beta, and outcomes that cannot change the decision.
    Star1,
    /// The same, after a look at one action behind each outcome.
    Star2,
}

/// What the search is made of.
pub struct Parts<G: Game> {
    /// How many actions to look ahead; None for as far as the budget allows.
    pub depth: Option<u32>,
    /// What states at that depth are worth.
    pub evaluation: Box<dyn Evaluation<G>>,
    /// What is cut off.
    pub pruning: Pruning,
    /// Whether depths from 1 on are searched one after the other; else only `depth`, which must
    /// be given.
    pub iterative: bool,
    /// The seed of the random plays that bound the returns from a root within a play.
    pub seed: u64,
}

/// Expectiminimax from one state.
pub struct Expectiminimax<G: Game> {
    game: G,
    parts: Parts<G>,
    top: Top<G>,
    bounds: Bounds,
    /// For random plays, and whether they have been made.
    rng: Rng,
    sounded: bool,
    /// The depth that is searched wholly.
    done: u32,
    proven: bool,
    store: Store<G>,
    /// The most bytes to be held.
    memory: usize,
}

impl<G: Game> Expectiminimax<G> {
    /// A search from `root`.
    ///
    /// # Errors
    /// More than two players, chance that can only be sampled, no bounds of the returns where
    /// pruning at chance needs them; a root where no player decides.
    ///
    /// # Panics
    /// If there is no depth, and it is not iterative.
    pub fn new(game: G, parts: Parts<G>, root: G::State) -> Result<Self, Fault<G::Error>> {
        assert!(parts.iterative || parts.depth.is_some(), "no depth");
        let info = game.info();
        if info.players > 2 {
            return Err(Fault::NotTwoPlayers(info.players));
        }
        if info.chance == Chance::Sampled {
            return Err(Fault::ChanceIsSampled);
        }
        Ok(Self {
            bounds: bounds_at(&game, parts.pruning, &root)?,
            top: Top::new(&game, root)?,
            rng: Rng::new(parts.seed, "bounds"),
            sounded: false,
            done: 0,
            proven: false,
            store: Store::new(),
            memory: usize::MAX,
            game,
            parts,
        })
    }

    /// How many of the nodes were leaves: the play was over there, or an evaluation judged it.
    pub fn leaves(&self) -> u64 {
        self.store.leaves
    }

    fn set_root(&mut self, root: G::State) -> Result<(), Fault<G::Error>> {
        let bounds = bounds_at(&self.game, self.parts.pruning, &root)?;
        self.top = Top::new(&self.game, root)?;
        self.bounds = bounds;
        (self.done, self.proven, self.sounded) = (0, false, false);
        (self.store.nodes, self.store.leaves) = (0, 0);
        Ok(())
    }

    /// The depth of the next iteration.
    fn next_depth(&self) -> u32 {
        match self.parts.depth {
            Some(depth) if !self.parts.iterative => depth.min(DEEPEST),
            _ => self.done + 1,
        }
    }

    /// Lets random plays narrow the bounds, once for each root.
    fn sound_out(&mut self, leave: &mut Leave<'_>) -> Result<(), Halt<G::Error>> {
        if self.sounded {
            return Ok(());
        }
        let goes_on = &mut |nodes| {
            let spent = Spent {
                nodes,
                ..Spent::default()
            };
            leave.nodes(&spent) > 0
        };
        let (root, nodes) = (&self.top.state, &mut self.store.nodes);
        let (bounds, rng) = (&mut self.bounds, &mut self.rng);
        sound_out(&self.game, root, bounds, rng, nodes, goes_on)?;
        self.sounded = true;
        Ok(())
    }

    /// One iteration.
    fn iterate(&mut self, leave: &mut Leave<'_>) -> Result<(), Halt<G::Error>> {
        self.sound_out(leave)?;
        let depth = self.next_depth();
        let order = match self.parts.pruning {
            // As the textbooks have it.
            Pruning::None => (0..self.top.rows.len()).collect(),
            Pruning::Star1 | Pruning::Star2 => self.top.order(&self.game)?,
        };
        let mut walk = Walk {
            game: &self.game,
            parts: &self.parts,
            bounds: &mut self.bounds,
            store: &mut self.store,
            leave,
            quota: 0,
            done: self.done,
            cut_off: false,
        };
        self.proven = self.top.search(&mut walk, &order, depth)?;
        self.done = depth;
        Ok(())
    }
}

/// What bounds the plays from a root, as far as pruning needs it.
fn bounds_at<G: Game>(
    game: &G,
    pruning: Pruning,
    root: &G::State,
) -> Result<Bounds, Fault<G::Error>> {
    let info = game.info();
    opposed(info)?;
    if pruning == Pruning::None || info.chance == Chance::None {
        return Ok(Bounds::none());
    }
    let returns = info.returns.ok_or(Fault::NoBounds)?;
    let whole = game.initial().map_err(Fault::Game)? == *root;
    Ok(Bounds::declared(info, returns, whole))
}
