//! MGSS* with coarser steps: each is an alpha-beta search below one of the root's moves.
//!
//! A step of the paper adds one look at one leaf, and the larger the tree the fewer leaves there are
//! that could change the decision alone. Here a leaf is a move of the root, with the value of a
//! search of some depth, and a step is a search of it that is deeper by one action or more. What the
//! error model says of the two depths gives what the step is worth, as in equations 11 and 12; how
//! much deeper to go is chosen by what that brings for each node it takes.

use super::worth::gain;
use super::{Nodes, Prospect, Step, Stepwise, Told, Way, mover_at};
use crate::budget::{Deliberation, Leave, Spent, StopReason};
use crate::error_model::{Centred, ErrorModel, Look};
use crate::game::{Endgame, Evaluation, Game, Stuck, Turn};
use crate::rng::Rng;
use crate::search::alpha_beta::{self, DEEPEST, Doubt, Prober, is_zero_sum};
use crate::search::minimax::played;
use crate::search::{Fault, Kind, Lookahead, Row};
use std::sync::Arc;

/// How much deeper a step may be than the last search of its move.
const DEEPER: u32 = 3;

/// How many times the nodes of a search one that is deeper by an action takes: the guess before
/// anything was measured, and the searches that it counts for.
const GROWTH: f64 = 3.0;
const GUESSED: f64 = 2.0;

/// The least number of nodes that a step is held to take.
const LEAST: f64 = 10.0;

/// By how many standard deviations of the error a value may lie outside the values that could change
/// the decision before it is only said to be outside.
const ASIDE: f64 = 2.0;

/// How a search goes about it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Whether the mean error is taken from the evaluation: see [`Centred`].
    pub centred: bool,
    /// By how many standard deviations of the error a value must lie outside of what matters for
    /// the state to be set aside; None to set none aside: see [`Doubt`].
    pub doubt: Option<f64>,
    /// Bytes of the table of states already searched.
    pub table: usize,
    /// Bytes that a state keeps elsewhere, where the table is to keep states and compare them.
    pub kept: Option<usize>,
}

/// A move of the root.
#[derive(Clone, Debug)]
struct Move<S, A> {
    action: A,
    state: S,
    turn: Turn,
    /// What the player who decides is paid for it.
    paid: f64,
    /// The value when it was first looked at, and now.
    first: f64,
    value: f64,
    kind: Kind,
    /// How many actions ahead of the state after it the value looks.
    depth: u32,
    /// Nodes of the last search below it, and of all.
    effort: f64,
    nodes: u64,
    line: Vec<A>,
}

/// A step that could be made.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    index: usize,
    to: u32,
    expected: f64,
    nodes: f64,
    sd: f64,
}

type MoveOf<G> = Move<<G as Game>::State, <G as Game>::Action>;

type Moves<G> = Vec<MoveOf<G>>;

/// A search from one state.
pub struct Deepening<G: Game> {
    prober: Prober<G>,
    error: Arc<dyn ErrorModel<G>>,
    centred: bool,
    state: G::State,
    mover: u8,
    moves: Moves<G>,
    next: Option<Candidate>,
    steps: Vec<Step>,
    /// Logarithms of the growth of nodes with depth: their sum and how many.
    growth: (f64, f64),
    price: f64,
    /// The move that the game's own solver found.
    solved: Option<usize>,
}

impl<G: Game> Deepening<G> {
    /// A search of `state` that has not begun.
    ///
    /// # Errors
    /// [`Fault::NotTwoPlayers`], [`Fault::HasChance`], [`Fault::NothingToDecide`], or those of the
    /// rules.
    pub fn new(
        game: G,
        evaluation: Box<dyn Evaluation<G>>,
        error: Arc<dyn ErrorModel<G>>,
        settings: Settings,
        endgame: Option<Box<dyn Endgame<G>>>,
        state: G::State,
    ) -> Result<Self, Fault<G::Error>>
    where
        G: 'static,
    {
        let mover = mover_at(&game, &state)?;
        let evaluation = if settings.centred {
            Box::new(Centred::new(evaluation, error.clone()))
        } else {
            evaluation
        };
        let doubt = settings.doubt.map(|margin| Doubt {
            model: error.clone(),
            margin,
            centred: settings.centred,
        });
        let inner = alpha_beta::Settings {
            table: settings.table,
            kept: settings.kept,
            ..alpha_beta::Settings::default()
        };
        Ok(Self {
            prober: Prober::new(game, evaluation, inner, doubt, endgame)?,
            error,
            centred: settings.centred,
            state,
            mover,
            moves: Vec::new(),
            next: None,
            steps: Vec::new(),
            growth: (GUESSED * GROWTH.ln(), GUESSED),
            price: 0.0,
            solved: None,
        })
    }

    /// The moves of the root with what the evaluation says.
    fn begin(&mut self) -> Result<(), Fault<G::Error>> {
        let game = self.prober.game();
        let mut actions = Vec::new();
        game.actions(&self.state, &mut actions)
            .map_err(Fault::Game)?;
        if actions.is_empty() {
            return Err(Fault::Stuck(Stuck::NoActions));
        }
        self.moves = actions
            .into_iter()
            .map(|action| self.first_look(action))
            .collect::<Result<_, _>>()?;
        self.prober.count(1 + self.moves.len() as u64);
        Ok(())
    }

    fn first_look(&self, action: G::Action) -> Result<MoveOf<G>, Fault<G::Error>> {
        let (game, mut rng) = (self.prober.game(), Rng::new(0, "unused"));
        let (mut state, mut rewards) = (self.state.clone(), [0.0; 2]);
        game.apply(&mut state, action, &mut rng, &mut rewards)
            .map_err(Fault::Game)?;
        if !is_zero_sum(rewards) {
            return Err(Fault::NotZeroSum);
        }
        let paid = rewards[usize::from(self.mover)];
        let turn = game.turn(&state).map_err(Fault::Game)?;
        let mut values = [0.0; 2];
        if turn != Turn::Over {
            let evaluation = self.prober.evaluation();
            evaluation
                .evaluate(game, &state, &mut values)
                .map_err(Fault::Foreign)?;
            if !is_zero_sum(values) {
                return Err(Fault::UnevenEvaluation(values));
            }
        }
        Ok(Move {
            action,
            state,
            turn,
            paid,
            first: paid + values[usize::from(self.mover)],
            value: paid + values[usize::from(self.mover)],
            kind: if turn == Turn::Over {
                Kind::Exact
            } else {
                Kind::Estimate
            },
            depth: 0,
            effort: 1.0,
            nodes: 1,
            line: Vec::new(),
        })
    }

    /// The best move, and the value of the best among the others.
    fn top(&self) -> (usize, f64) {
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

    /// The step that promises most for each of its nodes.
    fn choose(&self) -> Result<Option<Candidate>, Fault<G::Error>> {
        let mut chosen: Option<Candidate> = None;
        for index in 0..self.moves.len() {
            let mv = &self.moves[index];
            if mv.kind == Kind::Exact || self.moves.len() == 1 {
                continue;
            }
            for to in mv.depth + 1..=mv.depth + DEEPER {
                let found = self.candidate(index, to)?;
                let rate = |candidate: &Candidate| candidate.expected / candidate.nodes;
                if to < DEEPEST && chosen.as_ref().is_none_or(|had| rate(&found) > rate(had)) {
                    chosen = Some(found);
                }
            }
        }
        Ok(chosen.filter(|candidate| candidate.expected > 0.0))
    }

    fn candidate(&self, index: usize, to: u32) -> Result<Candidate, Fault<G::Error>> {
        let mv = &self.moves[index];
        let prospect = self.prospect(mv, to)?;
        let (best, second) = self.top();
        let (sign, threshold) = if index == best {
            (-1.0, -second)
        } else {
            (1.0, self.moves[best].value)
        };
        let mean = sign * (mv.value + prospect.mean);
        Ok(Candidate {
            index,
            to,
            expected: gain(mean, prospect.sd, threshold, f64::INFINITY),
            nodes: prospect.nodes,
            sd: prospect.sd,
        })
    }

    fn prospect(&self, mv: &MoveOf<G>, to: u32) -> Result<Prospect, Fault<G::Error>> {
        let game = self.prober.game();
        let sign = if mv.turn == Turn::Player(self.mover) {
            1.0
        } else {
            -1.0
        };
        let look = Look {
            value: sign * (mv.value - mv.paid),
            stage: game.stage(&mv.state),
            actions: game.count(&mv.state).map_err(Fault::Game)? as f64,
            from: mv.depth,
            to,
        };
        let error = self
            .error
            .error(game, &mv.state, &look)
            .map_err(Fault::Foreign)?;
        let growth = (self.growth.0 / self.growth.1).exp();
        let deeper = f64::from(to - mv.depth);
        Ok(Prospect {
            mean: if self.centred { 0.0 } else { sign * error.mean },
            sd: error.sd,
            nodes: (mv.effort.max(LEAST) * growth.powf(deeper)).max(1.0),
        })
    }

    fn step(&mut self, candidate: Candidate, leave: &mut Leave<'_>) -> Result<(), Fault<G::Error>> {
        let (best, second) = self.top();
        let rival = if candidate.index == best {
            second
        } else {
            self.moves[best].value
        };
        let mv = &self.moves[candidate.index];
        let Turn::Player(mover) = mv.turn else {
            return Err(Fault::HasChance);
        };
        let aside = rival - ASIDE * candidate.sd - mv.paid;
        let same = mover == self.mover;
        let window = if same {
            (aside, f64::INFINITY)
        } else {
            (f64::NEG_INFINITY, -aside)
        };
        let before = self.prober.spent().nodes;
        let at = (&mv.state, mover);
        let probed = self
            .prober
            .probe(&self.state, at, candidate.to, window, leave)?;
        let nodes = self.prober.spent().nodes - before;
        let mv = &mut self.moves[candidate.index];
        mv.nodes += nodes;
        let Some(found) = probed else {
            return Ok(());
        };
        let value = if same { found.value } else { -found.value };
        mv.kind = match found.proven {
            true => Kind::Exact,
            false if value <= aside => Kind::Upper,
            false => Kind::Estimate,
        };
        mv.value = mv.paid + value;
        let effort = (nodes as f64).max(LEAST);
        let deeper = f64::from(candidate.to - mv.depth);
        self.growth.0 += (effort / mv.effort.max(LEAST)).ln().max(0.0) / deeper;
        self.growth.1 += 1.0;
        (mv.depth, mv.effort, mv.line) = (candidate.to, effort, found.line);
        let (after, _) = self.top();
        let step = Step {
            gained: self.moves[after].value - self.moves[best].value,
            nodes,
            value: self.moves[candidate.index].value,
            ..self.announced(candidate)
        };
        self.steps.push(step);
        Ok(())
    }

    /// A step as it is recorded before it is made.
    fn announced(&self, candidate: Candidate) -> Step {
        Step {
            leaf: candidate.index as u32,
            depth: candidate.to,
            expected: candidate.expected,
            net: candidate.expected - candidate.nodes * self.price,
            gained: 0.0,
            nodes: 0,
            value: self.moves[candidate.index].value,
        }
    }

    /// Tries the game's own solver; says whether it was through.
    fn solve(&mut self, leave: &mut Leave<'_>) -> bool {
        let (best, _) = self.top();
        let depth = self.moves[best].depth;
        let Some((value, action)) = self.prober.solve(&self.state, depth, leave) else {
            return false;
        };
        let named = |mv: &MoveOf<G>| Some(mv.action) == action;
        let index = self.moves.iter().position(named).unwrap_or(best);
        let mv = &mut self.moves[index];
        (mv.value, mv.kind) = (value, Kind::Exact);
        mv.line.clear();
        for (other, mv) in self.moves.iter_mut().enumerate() {
            if other != index && mv.kind != Kind::Exact {
                (mv.value, mv.kind) = (mv.value.min(value), Kind::Upper);
            }
        }
        self.solved = Some(index);
        true
    }

    fn is_proven(&self) -> bool {
        let exact = |mv: &MoveOf<G>| mv.kind == Kind::Exact;
        self.solved.is_some() || !self.moves.is_empty() && self.moves.iter().all(exact)
    }
}

impl<G: Game> Deliberation for Deepening<G> {
    type Error = Fault<G::Error>;

    /// A step, or first the moves of the root. Or the game's own solver.
    fn advance(&mut self, leave: &mut Leave<'_>) -> Result<(), Self::Error> {
        if self.moves.is_empty() {
            self.begin()?;
        } else if !self.solve(leave)
            && let Some(candidate) = self.next
        {
            self.step(candidate, leave)?;
        }
        self.next = self.choose()?;
        Ok(())
    }

    fn spent(&self) -> Spent {
        let deepest = self.moves.get(self.best()).map_or(0, |mv| mv.depth + 1);
        Spent {
            depth: deepest,
            ..self.prober.spent()
        }
    }

    fn confidence(&self) -> Option<f64> {
        None
    }

    fn limit_memory(&mut self, bytes: Option<usize>) {
        self.prober.limit_memory(bytes);
    }

    fn price(&mut self, per_node: f64) {
        self.price = per_node;
    }

    fn settled(&self) -> Option<StopReason> {
        if self.moves.is_empty() {
            return None;
        }
        if self.is_proven() {
            return Some(StopReason::Proven);
        }
        if self.moves.len() == 1 {
            return Some(StopReason::SingleAction);
        }
        let worth_it = |next: Candidate| next.expected > next.nodes * self.price;
        (!self.next.is_some_and(worth_it)).then_some(StopReason::NotWorthIt)
    }
}

/// Its tree is the root and its moves.
impl<G: Game> Stepwise<G> for Deepening<G> {
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn ahead(&self) -> Option<Step> {
        self.next.map(|candidate| self.announced(candidate))
    }

    fn path(&self, step: &Step) -> Vec<Way<'_, G>> {
        let mv = &self.moves[step.leaf as usize];
        vec![Way::Action(&self.state, mv.action)]
    }

    fn told(&mut self) -> Nodes<G> {
        let top = self.moves.get(self.best()).map_or(0.0, |mv| mv.value);
        let mut told = vec![Told {
            parent: None,
            action: None,
            state: Some(self.state.clone()),
            turn: Turn::Player(self.mover),
            p: 1.0,
            values: [top, top],
            expected: None,
        }];
        for (index, mv) in self.moves.iter().enumerate() {
            let open = mv.kind != Kind::Exact && self.moves.len() > 1;
            let next = open
                .then(|| self.candidate(index, mv.depth + 1))
                .transpose()?;
            told.push(Told {
                parent: Some(0),
                action: Some(mv.action),
                state: Some(mv.state.clone()),
                turn: mv.turn,
                p: 1.0,
                values: [mv.first, mv.value],
                expected: next.map(|next| next.expected),
            });
        }
        Ok(told)
    }
}

impl<G: Game> Lookahead<G> for Deepening<G> {
    fn game(&self) -> &G {
        self.prober.game()
    }

    fn root(&self) -> &G::State {
        &self.state
    }

    fn rows(&self) -> Vec<Row<G::Action>> {
        let row = |mv: &MoveOf<G>| Row {
            action: mv.action,
            nodes: mv.nodes,
            // No negative zero.
            value: mv.value + 0.0,
            kind: mv.kind,
        };
        self.moves.iter().map(row).collect()
    }

    fn best(&self) -> usize {
        self.top().0
    }

    fn line(&self) -> Vec<(G::State, G::Action)> {
        let Some(mv) = self.moves.get(self.best()) else {
            return Vec::new();
        };
        let mut line = vec![mv.action];
        line.extend_from_slice(&mv.line);
        played(self.prober.game(), &self.state, &line)
    }

    fn proven(&self) -> bool {
        self.is_proven()
    }

    fn move_root(&mut self, state: G::State) -> Result<(), Fault<G::Error>> {
        self.mover = mover_at(self.prober.game(), &state)?;
        self.state = state;
        self.prober.begin();
        self.moves.clear();
        self.steps.clear();
        (self.next, self.solved) = (None, None);
        Ok(())
    }
}
