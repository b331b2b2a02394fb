//! Alpha-beta search (Knuth and Moore 1975) of games of two players without chance.
//!
//! The minimax value of a state at a depth depends on the rules and the evaluation alone: windows,
//! the table and the order of the actions only change how fast it is found.

mod doubt;
mod endgame;
mod found;
mod leaf;
mod node;
mod order;
mod probe;
mod root;
mod selective;
mod table;
mod worth;

use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::game::{Endgame, Evaluation, Game, Turn};
use crate::rng::Rng;
use crate::search::lookahead::two_without_chance;
use crate::search::minimax::played;
use crate::search::{Fault, Lookahead, Row};
pub use doubt::Doubt;
use endgame::Solver;
use found::{Found, Window};
use node::Walk;
pub(super) use node::is_zero_sum;
use order::Order;
pub(super) use probe::{Probed, Prober};
use root::Root;
use table::Table;
use worth::{Iteration, Worth};

/// Actions from the root at most; states that are deeper are judged by the evaluation.
pub const DEEPEST: u32 = 1000;

/// What a search makes use of. All of it but `singular` and `reductions` changes how fast the value
/// at a depth is found, and not the value; these two look deeper at some actions than at others.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The depth to search to, if not as deep as there is time for.
    pub depth: Option<u32>,
    /// Bytes of the table; 0 for none.
    pub table: usize,
    /// Bytes that a state keeps elsewhere, where the table is to keep states and compare them.
    pub kept: Option<usize>,
    /// Whether to search one action deep, then two, and so on.
    pub iterative: bool,
    /// Whether promising actions come first; else they come in the order of the game.
    pub ordering: bool,
    /// Whether to look for the value near the last iteration's first.
    pub aspiration: bool,
    /// Whether to ask of all actions but the first only whether they are better.
    pub null_window: bool,
    /// Whether to look on at states with noisy actions.
    pub quiescence: bool,
    /// By how much the best action must be better than all others to be looked at more deeply.
    pub singular: Option<f64>,
    /// Whether to look less deeply at actions that come late in the order.
    pub reductions: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: None,
            table: 1 << 26,
            kept: None,
            iterative: true,
            ordering: true,
            aspiration: true,
            null_window: true,
            quiescence: true,
            singular: None,
            reductions: false,
        }
    }
}

/// What does not change while a search is at work.
struct Parts<G: Game> {
    game: G,
    evaluation: Box<dyn Evaluation<G>>,
    /// Whether the evaluation is 0 everywhere.
    knows_nothing: bool,
    settings: Settings,
    doubt: Option<Doubt<G>>,
    quiescence: bool,
    /// Whether a play may come back to a state.
    repeats: bool,
    /// Whether a state where the looking ahead ends is judged by the evaluation and nothing else.
    quick_leaves: bool,
    /// The least and the greatest return, to either player.
    returns: Option<(f64, f64)>,
}

impl<G: Game> Parts<G> {
    fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        settings: Settings,
        doubt: Option<Doubt<G>>,
    ) -> Result<Self, Fault<G::Error>> {
        let info = game.info();
        two_without_chance(info)?;
        let quiescence = settings.quiescence && game.has_noisy();
        let repeats = info.horizon.is_none();
        Ok(Self {
            quiescence,
            repeats,
            quick_leaves: !quiescence && !repeats,
            returns: info.returns.map(|_| info.opposite_returns()),
            game,
            knows_nothing: evaluation.is_zero(),
            evaluation,
            settings,
            doubt,
        })
    }
}

/// What a search works with, and what it learned.
struct Work<G: Game> {
    table: Table<G::State>,
    order: Order<G::Action>,
    /// The states from the root on, where a play may come back to one, with their hashes.
    path: Vec<(u64, G::State)>,
    /// By number of actions from the root, the line expected from there on.
    lines: Vec<Vec<G::Action>>,
    /// The length that no path may exceed by looking deeper.
    longest: u32,
    nodes: u64,
    /// The depth searched wholly.
    depth: u32,
    /// Whether anything was seen to be paid before the end of a play.
    pays_on_the_way: bool,
    rng: Rng,
}

impl<G: Game> Work<G> {
    fn new() -> Self {
        Self {
            table: Table::new(0, None),
            order: Order::new(),
            path: Vec::new(),
            lines: Vec::new(),
            longest: 0,
            nodes: 0,
            depth: 0,
            pays_on_the_way: false,
            // No chance, so nothing is drawn: any stream does.
            rng: Rng::new(0, "unused"),
        }
    }

    fn bytes(&self) -> usize {
        let lines = size_of::<Vec<G::Action>>() * self.lines.capacity();
        self.table.bytes() + self.order.bytes() + lines
    }

    fn spent(&self, game: &G) -> Spent {
        Spent {
            simulations: 0,
            nodes: self.nodes,
            bytes: self.bytes() + game.bytes(),
            depth: self.depth,
        }
    }

    /// Makes the table, as large as it is to be and may be. While it grows the half of it is there
    /// twice.
    fn limit_memory(&mut self, parts: &Parts<G>, bytes: Option<usize>) {
        let Settings { table, kept, .. } = parts.settings;
        let held = self.bytes() - self.table.bytes() + parts.game.bytes();
        let allowed = bytes.map_or(usize::MAX, |bytes| bytes.saturating_sub(held) / 3 * 2);
        let most = table.min(allowed);
        if self.table.is_on() && self.table.bytes() <= most {
            self.table.allow(most);
        } else {
            self.table = Table::new(most, kept);
        }
    }

    /// Begins with another root: what was learned counts less.
    fn grow_older(&mut self) {
        (self.nodes, self.depth) = (0, 0);
        self.table.grow_older();
        self.order.fade();
    }

    /// Gets ready for a descent of `depth` actions: forgets where the last was broken off.
    fn begin(&mut self, depth: u32) {
        self.order.clear();
        self.path.clear();
        self.longest = 2 * depth;
        let plies = (self.longest.min(DEEPEST) + leaf::NOISIEST) as usize + 2;
        self.order.reach(plies);
        if self.lines.len() < plies {
            self.lines.resize(plies, Vec::new());
        }
    }
}

/// An alpha-beta search from one state.
pub struct AlphaBeta<G: Game> {
    parts: Parts<G>,
    work: Work<G>,
    root: Root<G>,
    solver: Solver<G>,
    worth: Worth,
    /// What the last iterations found, the latest first.
    found: Option<Found>,
    before: Option<f64>,
}

impl<G: Game> AlphaBeta<G> {
    /// A search of `state` that has not begun.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`], [`Fault::HasChance`], [`Fault::NothingToDecide`], or those of the
    /// rules.
    pub fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        settings: Settings,
        state: G::State,
    ) -> Result<Self, Fault<G::Error>> {
        let parts = Parts::new(game, evaluation, settings, None)?;
        let root = root_at(&parts.game, state)?;
        let range = parts.returns.map(|(least, most)| most - least);
        Ok(Self {
            parts,
            work: Work::new(),
            root,
            solver: Solver::new(None),
            worth: Worth::new(range),
            found: None,
            before: None,
        })
    }

    /// The same search, with a solver to try where it reaches.
    pub fn with_endgame(mut self, solver: Option<Box<dyn Endgame<G>>>) -> Self {
        self.solver = Solver::new(solver);
        self
    }

    /// The same search, which sets aside what is not worth a deeper look. The value at a depth is
    /// then a good guess of the minimax value.
    pub fn with_doubt(mut self, doubt: Option<Doubt<G>>) -> Self {
        self.parts.doubt = doubt;
        self
    }

    /// The window in which the value of an iteration is looked for first.
    fn window(&self, depth: u32) -> Window {
        if !self.parts.settings.aspiration {
            return Window::OPEN;
        }
        let known = self.parts.returns.filter(|_| !self.work.pays_on_the_way);
        let (least, most) = known.unwrap_or((f64::NEG_INFINITY, f64::INFINITY));
        let all = Window {
            alpha: least,
            beta: most,
        };
        match (self.found, self.before) {
            (Some(found), Some(before)) if depth > 2 => {
                let spread = if known.is_some() { most - least } else { 0.0 };
                let off = 2.0 * (found.value - before).abs();
                let off = off.max(spread / 32.0).max(found.value.abs() / 32.0);
                Window {
                    alpha: all.alpha.max(found.value - off),
                    beta: all.beta.min(found.value + off),
                }
            }
            _ => all,
        }
    }

    /// As deep as the search is to go.
    fn most(&self) -> u32 {
        self.parts.settings.depth.unwrap_or(DEEPEST).min(DEEPEST)
    }

    /// Whether another iteration is worth its nodes, or the game's own solver is.
    fn next_is_worth_it(&self) -> bool {
        let gain = self.worth.gain(self.work.depth + 1);
        !self.worth.is_dear(gain, self.worth.nodes()) || self.solver_is_due()
    }

    fn is_proven(&self) -> bool {
        self.found.is_some_and(|found| found.low && found.high)
    }
}

/// The root at `state`.
fn root_at<G: Game>(game: &G, state: G::State) -> Result<Root<G>, Fault<G::Error>> {
    let Turn::Player(mover) = game.turn(&state).map_err(Fault::Game)? else {
        return Err(Fault::NothingToDecide);
    };
    let mut actions = Vec::new();
    game.actions(&state, &mut actions).map_err(Fault::Game)?;
    if actions.is_empty() {
        return Err(Fault::Stuck(crate::game::Stuck::NoActions));
    }
    Ok(Root::new(state, mover, actions))
}

impl<G: Game> Deliberation for AlphaBeta<G> {
    type Error = Fault<G::Error>;

    /// An iteration: the whole search to one depth. Or the game's own solver.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        if self.solver_is_due() {
            self.solve(leave);
            return Ok(());
        }
        let depth = if self.parts.settings.iterative {
            self.work.depth + 1
        } else {
            self.most()
        };
        let window = self.window(depth);
        let (former, before) = (self.root.best, self.work.nodes);
        let mut walk = Walk::new(&self.parts, &mut self.work, leave);
        walk.patient = depth == 1 && !self.root.is_known();
        let found = walk.iteration(&mut self.root, depth, window);
        if let Some(fault) = walk.fault.take() {
            return Err(fault);
        }
        if let Some(found) = found {
            self.before = self.found.map(|found| found.value);
            self.found = Some(found);
            self.work.depth = depth;
            self.worth.learn(Iteration {
                depth,
                value: found.value,
                former: self.root.value(former),
                changed: former != self.root.best,
                nodes: self.work.nodes - before,
            });
        }
        Ok(())
    }

    fn spent(&self) -> Spent {
        self.work.spent(&self.parts.game)
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.work.limit_memory(&self.parts, bytes);
    }

    fn settled(&self) -> Option<StopReason> {
        if self.is_proven() {
            return Some(StopReason::Proven);
        }
        if self.work.depth >= self.most() {
            return Some(StopReason::Depth);
        }
        // A depth that is asked for is searched.
        let single = self.root.len() == 1 && self.parts.settings.depth.is_none();
        if single && self.work.depth > 0 {
            return Some(StopReason::SingleAction);
        }
        let enough = self.work.depth > 0 && !self.next_is_worth_it();
        enough.then_some(StopReason::NotWorthIt)
    }

    fn price(&mut self, per_node: f64) {
        self.worth.price(per_node);
    }
}

impl<G: Game> Lookahead<G> for AlphaBeta<G> {
    fn game(&self) -> &G {
        &self.parts.game
    }

    fn root(&self) -> &G::State {
        &self.root.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        self.root.rows()
    }

    fn best(&self) -> usize {
        self.root.best
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        played(&self.parts.game, &self.root.state, &self.root.line)
    }

    fn proven(&self) -> bool {
        self.is_proven()
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.root = root_at(&self.parts.game, state)?;
        (self.found, self.before) = (None, None);
        self.work.grow_older();
        self.solver.begin();
        self.worth.begin();
        Ok(())
    }
}
