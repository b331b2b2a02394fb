//! Expectiminimax: minimax with chance (Michie 1966; Russell and Norvig, section 5.5), where
//! pruning is on with alpha-beta and with Star1 or Star2 at chance (Ballard 1983).
//!
//! Player 0 is MAX, and values are what he is paid from the root to the end. Depth counts the
//! actions of players: a turn of chance is none, and neither are the outcomes of an action.

mod bounds;
mod chance;
mod report;
mod spread;
mod walk;
mod window;

use super::{Fault, Kind, Row};
use crate::budget::{Leave, Spent};
use crate::game::{Chance, Evaluation, Game, Stuck, Turn};
use crate::rng::Rng;
use bounds::{Bounds, sound_out};
use walk::{Halt, Place, Store, Walk, sign_of};
use window::Window;

/// A line of play is followed for no more than this many turns, those of chance included.
pub const LONGEST: usize = 500;

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
    /// How many actions of players to look ahead; None for as far as the budget allows.
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
    root: G::State,
    player: u8,
    rows: Vec<Row<G::Action>>,
    best: usize,
    line: Vec<G::Action>,
    bounds: Bounds,
    /// For random plays, and whether they have been made.
    rng: Rng,
    sounded: bool,
    /// The depth that is searched wholly.
    done: u32,
    proven: bool,
    store: Store<G>,
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
        let mut search = Self {
            player: 0,
            rows: Vec::new(),
            best: 0,
            line: Vec::new(),
            bounds: Bounds::none(),
            rng: Rng::new(parts.seed, "bounds"),
            sounded: false,
            done: 0,
            proven: false,
            store: Store::new(),
            root: root.clone(),
            game,
            parts,
        };
        search.set_root(root)?;
        Ok(search)
    }

    /// How many of the nodes were leaves: the play was over there, or an evaluation judged it.
    pub fn leaves(&self) -> u64 {
        self.store.leaves
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
        self.bounds = self.bounds_at(&root)?;
        let row = |action| Row {
            action,
            nodes: 0,
            value: f64::NAN,
            kind: Kind::Unknown,
        };
        self.rows = actions.into_iter().map(row).collect();
        (self.root, self.player) = (root, player);
        (self.best, self.done, self.proven, self.sounded) = (0, 0, false, false);
        (self.store.nodes, self.store.leaves) = (0, 0);
        self.line.clear();
        Ok(())
    }

    /// What bounds the plays from a root, as far as that is needed.
    fn bounds_at(&self, root: &G::State) -> Result<Bounds, Fault<G::Error>> {
        let info = self.game.info();
        if self.parts.pruning == Pruning::None || info.chance == Chance::None {
            return Ok(Bounds::none());
        }
        let returns = info.returns.ok_or(Fault::NoBounds)?;
        let whole = self.game.initial().map_err(Fault::Game)? == *root;
        Ok(Bounds::declared(info, returns, whole))
    }

    /// The depth of the next iteration.
    fn next_depth(&self) -> u32 {
        match self.parts.depth {
            Some(depth) if !self.parts.iterative => depth,
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
        sound_out(
            &self.game,
            &self.root,
            &mut self.bounds,
            &mut self.rng,
            &mut self.store.nodes,
            goes_on,
        )?;
        self.sounded = true;
        Ok(())
    }

    /// One iteration.
    fn iterate(&mut self, leave: &mut Leave<'_>) -> Result<(), Halt<G::Error>> {
        self.sound_out(leave)?;
        let depth = self.next_depth();
        let order = self.order()?;
        let Self {
            game,
            parts,
            root,
            bounds,
            store,
            ..
        } = self;
        let whole = Window {
            alpha: bounds.low,
            beta: bounds.high,
        };
        let mut walk = Walk {
            game,
            parts,
            bounds,
            store,
            leave,
            quota: 0,
            done: self.done,
            cut_off: false,
        };
        let at = Place {
            paid: 0.0,
            depth,
            turns: 0,
        };
        let sign = sign_of(self.player);
        let whole = whole.seen(sign);
        walk.enter()?;
        let (mut best, mut open, mut best_is_exact) = (f64::NEG_INFINITY, false, false);
        for index in order {
            if best >= whole.beta {
                break;
            }
            let inner = walk.raised(whole, best);
            let row = &mut self.rows[index];
            let before = walk.store.nodes;
            walk.cut_off = false;
            let found = walk.follow(root, at, row.action, inner.seen(sign));
            row.nodes += walk.store.nodes - before;
            let value = sign * found?;
            row.value = value;
            row.kind = if inner.alpha > whole.alpha && value <= inner.alpha {
                Kind::Upper
            } else if walk.cut_off {
                Kind::Estimate
            } else {
                Kind::Exact
            };
            open |= walk.cut_off;
            if value > best {
                best = value;
                best_is_exact = !walk.cut_off;
                self.best = index;
                self.line.clear();
                self.line.push(row.action);
                self.line.extend_from_slice(walk.store.line(1));
            }
        }
        self.proven = !open || best_is_exact && best >= whole.beta;
        self.done = depth;
        Ok(())
    }

    /// The order in which the actions of the root are searched: the best so far first where
    /// something can be cut off, as the textbooks have it where nothing is.
    fn order(&self) -> Result<Vec<usize>, Fault<G::Error>> {
        let mut order: Vec<usize> = (0..self.rows.len()).collect();
        if self.parts.pruning != Pruning::None {
            let mut hints = Vec::new();
            for row in &self.rows {
                hints.push(
                    self.game
                        .hint(&self.root, row.action)
                        .map_err(Fault::Game)?,
                );
            }
            let searched = self.rows[self.best].kind != Kind::Unknown;
            order.sort_by_key(|index| {
                (
                    !(searched && *index == self.best),
                    std::cmp::Reverse(hints[*index]),
                )
            });
        }
        Ok(order)
    }
}
