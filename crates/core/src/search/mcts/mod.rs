//! Monte Carlo tree search: one loop of four small steps, select, expand, simulate and back up.

mod back_up;
mod learned;
mod parts;
mod prove;
mod rave;
mod report;
mod select;
mod simulate;
mod trail;
mod worth;

pub use learned::Learned;
pub use parts::{Backup, ChanceIn, Move, Opponents, Parts, Simulate};
pub use rave::Rave;
pub use report::ArmReport;

use super::Fault;
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Chance, Game, MAX_PLIES, Numbers, Players, Stuck, Turn};
use crate::rng::Rng;
use crate::stats::{Drift, Moments, Scale};
use crate::tree::{Kept, MAX_ARMS, Merge, NONE, ROOT, Shape, Tree};
use prove::Open;
use std::borrow::Cow;
use trail::Trail;
use worth::Worth;

/// The tree of a search.
pub type SearchTree<G> = Tree<<G as Game>::State, <G as Game>::Action, <G as Game>::Players>;

/// One number per player.
type Payoff<G> = <<G as Game>::Players as Players>::Payoff;

/// The numbers kept of an arm.
type Row<G> = <<G as Game>::Players as Players>::Row;

/// A search from one state. Its parts are arguments: see [`Parts`].
pub struct Mcts<G: Game> {
    game: G,
    parts: Parts<G>,
    rng: Rng,
    tree: SearchTree<G>,
    /// The player who decides at the root.
    searcher: u8,
    simulations: u64,
    generated: u64,
    /// Whether every action has one outcome.
    certain: bool,
    /// Whether outcomes are listed with their probabilities.
    listed: bool,
    /// How large what was backed up is to each player, if a policy asks for it.
    scales: Vec<Scale>,
    uses_scale: bool,
    /// What the rollouts paid each player, where their spread is asked for.
    rollouts: Vec<Moments>,
    /// The means of the root's arms on their way, where they are computed anew all the time.
    drifts: Vec<Drift>,
    path: Vec<Step>,
    /// The node that the simulation visited last.
    latest: u32,
    /// The state there, where nodes know less than that.
    state: Option<G::State>,
    /// The state at the root, which its node may know less than.
    root: G::State,
    /// What was paid on the path where that differs from time to time.
    rewards: Vec<Payoff<G>>,
    /// What the players did in the simulation, where something learns from it.
    trail: Trail,
    remembers: bool,
    players: usize,
    worth: Worth,
    scratch: Scratch<G>,
}

/// One step of a simulation: `arm` was chosen with `probability` at `node`, and `link` came of it.
#[derive(Clone, Copy, Debug)]
struct Step {
    node: u32,
    arm: u32,
    link: u32,
    /// Where in `rewards` it stands what was paid, or [`NONE`] where the link says it.
    paid: u32,
    probability: f64,
}

/// Working memory, kept to save allocations.
struct Scratch<G: Game> {
    actions: Vec<G::Action>,
    open: Open<G>,
    probabilities: Vec<f64>,
    /// What the rollout paid, then what the rest of the path pays, per player.
    returns: Payoff<G>,
    reward: Payoff<G>,
}

impl<G: Game> Scratch<G> {
    fn new() -> Self {
        Self {
            actions: Vec::new(),
            open: Open::default(),
            probabilities: Vec::new(),
            returns: Numbers::ZERO,
            reward: Numbers::ZERO,
        }
    }
}

impl<G: Game> Mcts<G> {
    /// A search of `state`, in which a player must be to move; chance that can only be sampled
    /// must be searched as [`ChanceIn::Sampled`].
    ///
    /// # Errors
    /// [`Fault::NothingToDecide`], [`Fault::ChanceIsSampled`], [`Fault::TooManyPlayers`], or those
    /// of the rules.
    pub fn new(
        game: G,
        parts: Parts<G>,
        state: G::State,
        seed: u64,
    ) -> Result<Self, Fault<G::Error>> {
        if parts.chance == ChanceIn::Explicit && game.info().chance == Chance::Sampled {
            return Err(Fault::ChanceIsSampled);
        }
        if parts.merge == Merge::Afterstate && game.info().chance != Chance::None {
            return Err(Fault::NoAfterstates);
        }
        let players = game.info().players;
        if players > G::Players::MOST {
            return Err(Fault::TooManyPlayers(players));
        }
        let decoupled = parts.decoupled && game.has_information();
        // What follows an action depends on what its node does not know.
        let certain = game.info().chance == Chance::None && !decoupled;
        let mut search = Self {
            tree: fresh_tree(&parts),
            rng: Rng::new(seed, "search"),
            searcher: 0,
            simulations: 0,
            generated: 0,
            certain,
            listed: !certain && !decoupled && parts.chance == ChanceIn::Explicit,
            scales: vec![Scale::default(); players],
            uses_scale: parts.uses_scale(),
            rollouts: vec![Moments::default(); players],
            drifts: Vec::new(),
            path: Vec::new(),
            latest: ROOT,
            state: decoupled.then(|| state.clone()),
            root: state.clone(),
            rewards: Vec::new(),
            trail: Trail::default(),
            remembers: parts.remembers(),
            players,
            worth: Worth::default(),
            scratch: Scratch::new(),
            game,
            parts,
        };
        search.plant(&state)?;
        Ok(search)
    }

    /// Makes `state` the root of the empty tree.
    fn plant(&mut self, state: &G::State) -> Result<(), Fault<G::Error>> {
        let game = &self.game;
        self.tree
            .node_of(state, NONE, NONE, |state| game.turn(state))
            .map_err(Fault::Game)?;
        self.begin()
    }

    /// Begins to decide at the root as it stands.
    fn begin(&mut self) -> Result<(), Fault<G::Error>> {
        let Turn::Player(searcher) = self.tree.node(ROOT).turn else {
            return Err(Fault::NothingToDecide);
        };
        self.searcher = searcher;
        self.simulations = 0;
        self.generated = 0;
        self.worth.begin();
        // At the root other first samples are asked for than inside the tree.
        self.tree.node_mut(ROOT).settled = false;
        if !self.tree.node(ROOT).is_listed() {
            self.expand(ROOT)?;
        }
        if self.parts.backup.looks_at_outcomes() {
            let mean = 2 + usize::from(self.searcher);
            let drift = |row: &Row<G>| Drift::new(row.get()[0], row.get()[mean]);
            self.drifts = self.tree.rows(ROOT).iter().map(drift).collect();
        }
        Ok(())
    }

    /// One simulation.
    fn simulation(&mut self) -> Result<(), Fault<G::Error>> {
        let leaf = self.select().and_then(|leaf| {
            self.simulate(leaf)?;
            Ok(leaf)
        });
        match leaf {
            Ok(leaf) => self.back_up(leaf),
            Err(fault) => {
                self.forget();
                return Err(fault);
            }
        }
        self.simulations += 1;
        Ok(())
    }

    /// Takes back the visits of a simulation that failed: the tree stays as good as before.
    fn forget(&mut self) {
        self.tree.node_mut(self.latest).visits -= 1;
        for step in &self.path {
            self.tree.node_mut(step.node).visits -= 1;
            self.tree.node_mut(step.node).left -= 1;
            self.tree.row_mut(step.arm)[0] -= 1.0;
            self.tree.link_mut(step.link).count -= 1;
        }
    }

    /// Lists the actions of a node, when it is first left.
    fn expand(&mut self, node: u32) -> Result<(), Fault<G::Error>> {
        let actions = &mut self.scratch.actions;
        actions.clear();
        let state = &self.tree.node(node).state;
        self.game.actions(state, actions).map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        if actions.len() > MAX_ARMS {
            return Err(Fault::TooManyActions(actions.len()));
        }
        let identities = self.identities(node).map_err(Fault::Game)?;
        self.tree.list_arms(node, &self.scratch.actions);
        let amafs = self.tree.amafs_mut(node).iter_mut();
        for (amaf, identity) in amafs.zip(identities) {
            amaf.identity = identity;
        }
        if self.tree.shares() {
            for arm in self.tree.node(node).arms() {
                self.lead(node, arm)?;
            }
        }
        Ok(())
    }

    /// Moves the root along the arm with this index and keeps what is still reachable. `state` says
    /// what came of it; it may be left out where that is certain.
    ///
    /// # Errors
    /// [`Fault::NothingToDecide`] if nobody decides there, [`Fault::WhichOutcome`], or those of
    /// the rules.
    pub fn advance_root(
        &mut self,
        arm: usize,
        state: Option<G::State>,
    ) -> Result<Kept, Fault<G::Error>> {
        let arm = self.tree.node(ROOT).arms().start + arm as u32;
        let state = match state {
            Some(state) => state,
            None if self.certain => self.successor(arm)?,
            None => return Err(Fault::WhichOutcome),
        };
        let seen = self.seen(&state)?;
        let known = self
            .tree
            .links_of(arm)
            .map(|(_, link)| link.child)
            .find(|child| self.tree.node(*child).state == *seen);
        // Asked before anything changes: a move that is refused leaves the search where it was.
        let turn = self.game.turn(&state).map_err(Fault::Game)?;
        if !matches!(turn, Turn::Player(_)) {
            return Err(Fault::NothingToDecide);
        }
        let limit = self.tree.limit_bytes();
        let (tree, kept) = match known {
            Some(child) => self.tree.rerooted(child),
            None => (fresh_tree(&self.parts), Kept::default()),
        };
        self.tree = tree;
        self.tree.limit(limit);
        if known.is_some() {
            self.begin()?;
        } else {
            self.plant(&state)?;
        }
        self.root = state;
        Ok(kept)
    }

    fn successor(&mut self, arm: u32) -> Result<G::State, Fault<G::Error>> {
        let mut state = self.root.clone();
        let action = self.tree.arm(arm).action;
        let mut unused = Payoff::<G>::ZERO;
        let reward = &mut unused.get_mut()[..self.players];
        self.game
            .apply(&mut state, action, &mut self.rng, reward)
            .map_err(Fault::Game)?;
        Ok(state)
    }

    /// What a node knows of a state.
    fn seen<'a>(&self, state: &'a G::State) -> Result<Cow<'a, G::State>, Fault<G::Error>> {
        Ok(match self.state {
            Some(_) => Cow::Owned(self.game.information(state).map_err(Fault::Game)?),
            None => Cow::Borrowed(state),
        })
    }

    /// The state that is searched.
    pub fn root(&self) -> &G::State {
        &self.root
    }

    /// The game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The tree as it stands.
    pub fn tree(&self) -> &SearchTree<G> {
        &self.tree
    }
}

fn fresh_tree<G: Game>(parts: &Parts<G>) -> SearchTree<G> {
    Tree::new(Shape {
        merge: parts.merge,
        values: parts.backup != Backup::Average,
        averages: parts.backup.keeps_averages(),
        doubts: parts.backup == Backup::Contenders,
        scores: parts.has_scores(),
        amafs: parts.rave.is_some(),
        probabilities: parts.chance == ChanceIn::Explicit,
        proofs: parts.solver,
    })
}

impl<G: Game> Deliberation for Mcts<G> {
    type Error = Fault<G::Error>;

    fn advance(&mut self, _leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        self.simulation()?;
        if self.worth.is_due(self.simulations) {
            self.weigh();
        }
        Ok(())
    }

    #[inline]
    fn spent(&self) -> Spent {
        Spent {
            simulations: self.simulations,
            nodes: self.generated,
            bytes: self.tree.bytes() + self.game.bytes() + self.parts.simulate.bytes(),
            depth: 0,
        }
    }

    fn confidence(&self) -> Option<f64> {
        let arms = self.summaries();
        crate::stats::apcs(&arms, self.parts.choice.pick(&arms))
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.tree.limit(bytes.unwrap_or(usize::MAX));
    }

    fn price(&mut self, per_node: f64) {
        self.worth.price(per_node);
    }

    #[inline]
    fn settled(&self) -> Option<StopReason> {
        // Visits are counted in 32 bits.
        if self
            .tree
            .is_full(self.game.bytes() + self.parts.simulate.bytes())
            || self.tree.node(ROOT).visits == u32::MAX
        {
            return Some(StopReason::Memory);
        }
        if self.is_proven() {
            return Some(StopReason::Proven);
        }
        let single = self.simulations > 0 && self.tree.node(ROOT).arms().len() == 1;
        if single {
            return Some(StopReason::SingleAction);
        }
        self.worth.is_used_up().then_some(StopReason::NotWorthIt)
    }
}

/// Plies in the tree after which a play is taken to have no end.
const DEEPEST: usize = MAX_PLIES as usize;
