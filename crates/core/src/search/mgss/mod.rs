//! MGSS* (Russell and Wefald 1989): a game tree grows by the step that is expected to improve the
//! decision most, and no more when no step is worth what it costs.
//!
//! A step is the expansion of a leaf: its successors are generated and valued. The error model says
//! how that may change the value of the leaf; what it changes at the root follows from the tree.

mod belief;
pub mod deepening;
mod expand;
mod images;
mod learned;
mod memo;
mod moved;
mod relevance;
mod report;
mod tree;
mod worth;

use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::error_model::{Centred, ErrorModel};
use crate::game::{Chance, Evaluation, Game, Outcomes, Turn};
use crate::rng::Rng;
use crate::search::lookahead::opposed;
use crate::search::{Fault, Lookahead, Row};
use belief::Belief;
use learned::Learned;
use memo::Pick;
pub use report::{Told, Way};
use std::sync::Arc;
use tree::{NONE, Tree};

/// Successors that a step makes at most without the memory being looked at again.
const MOST: usize = 1024;

/// What a step at a leaf may bring.
#[derive(Clone, Copy, Debug)]
struct Prospect {
    /// The expected change of the leaf's value, to the player who decides at the root.
    mean: f64,
    sd: f64,
    /// How many nodes it takes; 0 where nobody has asked yet.
    nodes: f64,
}

impl Prospect {
    const UNKNOWN: Self = Self {
        mean: 0.0,
        sd: 0.0,
        nodes: 0.0,
    };

    /// Where no step is made.
    const NOTHING: Self = Self {
        nodes: 1.0,
        ..Self::UNKNOWN
    };
}

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether the mean error is taken from the evaluation: see [`Centred`].
    pub centred: bool,
    /// How much has to be expected of steps in all before what lasted of it counts as much; None
    /// where each is taken at its word, as in the paper.
    pub trust: Option<f64>,
}

/// A step that was made, with what was expected of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    leaf: u32,
    /// How many actions ahead of the leaf it looked.
    pub depth: u32,
    /// What it was expected to gain.
    pub expected: f64,
    /// That, less what it was expected to cost.
    pub net: f64,
    /// What it gained: the value of the move chosen after it less that of the move chosen before,
    /// both as they are valued after it (Russell and Wefald 1989, equation 8).
    pub gained: f64,
    /// The nodes it generated.
    pub nodes: u64,
    /// The value of the leaf after it, to the player who decides at the root.
    pub value: f64,
}

/// The nodes of a tree, unless the error model failed.
pub type Nodes<G> =
    Result<Vec<Told<<G as Game>::State, <G as Game>::Action>>, Fault<<G as Game>::Error>>;

/// A search that chooses its steps by what they are expected to gain.
pub trait Stepwise<G: Game>: Lookahead<G> {
    /// The steps that were made at this root, in their order.
    fn steps(&self) -> &[Step];

    /// The step that would be made next, if one could change the decision.
    fn ahead(&self) -> Option<Step>;

    /// Where a step was made: what led there from the root.
    fn path(&self, step: &Step) -> Vec<Way<'_, G>>;

    /// The whole tree but for moves that are images of others, parents before their children.
    ///
    /// # Errors
    /// Those of the error model.
    fn told(&mut self) -> Nodes<G>;
}

impl<G: Game> Stepwise<G> for Mgss<G> {
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn ahead(&self) -> Option<Step> {
        (self.next.leaf != NONE).then(|| self.announced(self.next))
    }

    fn path(&self, step: &Step) -> Vec<Way<'_, G>> {
        self.path_to(step.leaf)
    }

    fn told(&mut self) -> Nodes<G> {
        self.tell()
    }
}

/// A search from one state.
pub struct Mgss<G: Game> {
    game: G,
    evaluation: Box<dyn Evaluation<G>>,
    error: Option<Arc<dyn ErrorModel<G>>>,
    /// Whether the evaluation has no mean error, as it was taken away.
    centred: bool,
    /// What steps have changed so far, for where there is no error model.
    learned: Learned,
    belief: Belief,
    state: G::State,
    mover: u8,
    tree: Tree<G::State>,
    /// Moves that take no part, as they are images of an earlier one, each with that one. Their
    /// value is exact, and -infinity.
    images: Vec<(u32, u32)>,
    /// By node, what a step there may bring.
    prospects: Vec<Prospect>,
    /// What went wrong while the next step was looked for.
    fault: Option<Fault<G::Error>>,
    /// The step to be made next.
    next: Pick,
    steps: Vec<Step>,
    nodes: u64,
    price: f64,
    /// How many prices there were, and which of them was the last that was lower than the one before.
    prices: u32,
    fell: u32,
    memory: Option<usize>,
    /// Working memory: bounds of the moves, actions, and chance whose outcomes are to be added.
    bounds: Vec<f64>,
    actions: Vec<G::Action>,
    pending: Vec<(u32, Outcomes<G::State>)>,
    rng: Rng,
}

impl<G: Game> Mgss<G> {
    /// A search of `state` that has not begun. Without an error model it learns one from its own
    /// steps.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`] with more than two, [`Fault::ChanceIsSampled`],
    /// [`Fault::NothingToDecide`], or those of the rules.
    pub fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        error: Option<Arc<dyn ErrorModel<G>>>,
        settings: Settings,
        state: G::State,
    ) -> Result<Self, Fault<G::Error>>
    where
        G: 'static,
    {
        let info = game.info();
        if info.players > 2 {
            return Err(Fault::NotTwoPlayers(info.players));
        }
        if info.chance == Chance::Sampled {
            return Err(Fault::ChanceIsSampled);
        }
        opposed(info)?;
        let mover = mover_at(&game, &state)?;
        let chance = info.chance != Chance::None;
        let centred = error.clone().filter(|_| settings.centred);
        Ok(Self {
            game,
            centred: centred.is_some(),
            evaluation: match centred {
                Some(model) => Box::new(Centred::new(evaluation, model)),
                None => evaluation,
            },
            error,
            learned: Learned::default(),
            belief: Belief::new(settings.trust),
            state,
            mover,
            tree: Tree::new(chance),
            images: Vec::new(),
            prospects: Vec::new(),
            fault: None,
            next: Pick::NONE,
            steps: Vec::new(),
            nodes: 0,
            price: 0.0,
            prices: 1,
            fell: 1,
            memory: None,
            bounds: Vec::new(),
            actions: Vec::new(),
            pending: Vec::new(),
            // No chance is drawn: any stream does.
            rng: Rng::new(0, "unused"),
        })
    }

    fn begin(&mut self) -> Result<(), Fault<G::Error>> {
        if self.tree.nodes.is_empty() {
            self.plant();
        }
        self.expand(0)?;
        self.learned.begin(&self.tree, self.game.info().returns);
        self.set_images_aside()?;
        self.belief.begin(self.tree.top(0).best);
        self.next = self.pick()?;
        Ok(())
    }

    fn step(&mut self) -> Result<(), Fault<G::Error>> {
        let mut step = self.announced(self.next);
        let (before, best) = (self.nodes, self.tree.top(0).best);
        self.expand(step.leaf)?;
        self.back_up(step.leaf);
        self.learned.include(&self.tree, step.leaf);
        self.belief.include(self.whole(self.next));
        step.gained = self.tree.values[0] - self.tree.values[best as usize];
        step.nodes = self.nodes - before;
        step.value = self.tree.values[step.leaf as usize];
        self.steps.push(step);
        self.next = self.pick()?;
        Ok(())
    }

    fn is_worth_it(&self) -> bool {
        let doubted = || self.belief.is_doubtful() && self.announced(self.next).net <= 0.0;
        self.next.net > 0.0 && !doubted()
    }

    fn has_chance(&self) -> bool {
        self.game.info().chance != Chance::None
    }

    fn has_begun(&self) -> bool {
        self.tree.nodes.first().is_some_and(|root| root.count > 0)
    }

    fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.prospects.capacity() * size_of::<Prospect>()
            + self.steps.capacity() * size_of::<Step>()
            + self.game.bytes()
    }

    /// Whether the next step could take more memory than there is: arrays grow to twice their size,
    /// and the old one is there until the new one is filled.
    fn is_full(&self) -> bool {
        let most = |allowed: usize| {
            let bytes = self.bytes();
            bytes > allowed || (self.tree.is_full(MOST) && 3 * bytes > allowed)
        };
        self.memory.is_some_and(most)
    }
}

fn mover_at<G: Game>(game: &G, state: &G::State) -> Result<u8, Fault<G::Error>> {
    match game.turn(state).map_err(Fault::Game)? {
        Turn::Player(mover) => Ok(mover),
        Turn::Chance | Turn::Over => Err(Fault::NothingToDecide),
    }
}

impl<G: Game> Deliberation for Mgss<G> {
    type Error = Fault<G::Error>;

    /// A step, or first the successors of the root.
    fn advance(&mut self, _leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        if self.has_begun() {
            self.step()
        } else {
            self.begin()
        }
    }

    fn spent(&self) -> Spent {
        Spent {
            simulations: 0,
            nodes: self.nodes,
            bytes: self.bytes(),
            depth: 0,
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.memory = bytes;
    }

    /// The step to be made next stays the same, though another may be better at another price:
    /// where time is paid for the price changes all the time.
    fn price(&mut self, per_node: f64) {
        if self.next.net > f64::NEG_INFINITY {
            let nodes = self.prospects[self.next.leaf as usize].nodes;
            self.next.net += nodes * (self.price - per_node);
        }
        if per_node != self.price {
            self.prices += 1;
        }
        if per_node < self.price {
            self.fell = self.prices;
        }
        self.price = per_node;
    }

    fn settled(&self) -> Option<StopReason> {
        if !self.has_begun() {
            return None;
        }
        if self.proven() {
            Some(StopReason::Proven)
        } else if self.tree.nodes[0].count == 1 {
            Some(StopReason::SingleAction)
        } else if !self.is_worth_it() {
            Some(StopReason::NotWorthIt)
        } else {
            self.is_full().then_some(StopReason::Memory)
        }
    }
}

impl<G: Game> Lookahead<G> for Mgss<G> {
    fn game(&self) -> &G {
        &self.game
    }

    fn root(&self) -> &G::State {
        &self.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.table()
    }

    fn best(&self) -> usize {
        if !self.has_begun() {
            return 0;
        }
        (self.tree.top(0).best - self.tree.nodes[0].first) as usize
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        self.expected_line()
    }

    fn proven(&self) -> bool {
        self.has_begun() && self.tree.nodes[0].exact
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        let mover = mover_at(&self.game, &state)?;
        self.keep_below(&state, mover);
        (self.state, self.mover) = (state, mover);
        self.steps.clear();
        (self.next, self.nodes) = (Pick::NONE, 0);
        if self.has_begun() {
            self.set_images_aside()?;
            self.belief.begin(self.tree.top(0).best);
            self.next = self.pick()?;
        }
        Ok(())
    }
}
