//! A rule sheet as a game that every search can play.

mod read;
mod score;
mod state;

pub use state::{Move, State};

use super::syntax::Sheet;
use super::{Diagnostic, GroundLimits, Interpreter, Limits, Place, TermId, check};
use crate::game::{Chance, Game, Info, Many, Outcomes, Players, Turn};
use crate::gdl::Severity;
use crate::gdl::net::{Draft, Net};
use crate::gdl::reasoner::Reasoner;
use crate::rng::Rng;
use rustc_hash::{FxHashMap, FxHasher};
use score::OddGoals;
use state::Position;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game written in GDL.
///
/// Roles that move at once choose one after the other, in the order of the sheet, so that a later
/// one is taken to know what an earlier one chose. A role with a single legal move makes it
/// without being asked; a step in which nobody has a choice is one action of the first player.
/// Role `random` is chance, all others are players. Each is paid its goal value at the end, or what
/// [`GdlGame::zero_sum`] makes of it. Clones share what they learned.
#[derive(Clone, Debug)]
pub struct GdlGame {
    info: Info,
    roles: Vec<String>,
    /// The player that each role is; None of `random`.
    players: Vec<Option<u8>>,
    /// It learns terms as they come up.
    engine: Arc<Mutex<Engine>>,
    /// As it was at first.
    unused: Arc<Engine>,
    initial: State,
    odd: Arc<OddGoals>,
}

#[derive(Clone, Debug)]
struct Engine {
    reasoner: Reasoner,
    numbers: FxHashMap<TermId, u32>,
    /// Fluents that were read as texts.
    read: FxHashMap<String, TermId>,
    /// The positions that were read last, the latest at the end.
    recent: Vec<Arc<Position>>,
    zero_sum: bool,
}

impl GdlGame {
    /// The game of a sheet, called `name`.
    ///
    /// # Errors
    /// All errors of the sheet, or the limit that its first state reaches.
    pub fn new(name: &str, sheet: &Sheet, limits: Limits) -> Result<Self, Vec<Diagnostic>> {
        let mut errors = check(sheet);
        errors.retain(|finding| finding.severity == Severity::Error);
        if !errors.is_empty() {
            return Err(errors);
        }
        let single = |error| vec![error];
        let interpreter = Interpreter::new(sheet, limits).map_err(single)?;
        let roles = interpreter
            .roles()
            .iter()
            .map(|role| interpreter.text(*role));
        let roles: Vec<String> = roles.collect();
        let players = numbered(&roles).map_err(single)?;
        let mut engine = Engine {
            reasoner: Reasoner::new(interpreter),
            numbers: FxHashMap::default(),
            read: FxHashMap::default(),
            recent: Vec::new(),
            zero_sum: false,
        };
        let fluents = engine.reasoner.initial().to_vec();
        let odd = Arc::<OddGoals>::default();
        let initial = engine.position(fluents, &players, &odd).map_err(single)?;
        Ok(Self {
            info: info(name, &players),
            roles,
            players,
            engine: Arc::new(Mutex::new(engine.clone())),
            unused: Arc::new(engine),
            initial: State::new(initial),
            odd,
        })
    }

    /// Compiles the rules, `sheet` being that of the game, and answers by the net from then on.
    /// States and moves stay what they are, and must be those of plays from the start. The game can
    /// be played meanwhile. A [`GdlGame::fresh`] copy is interpreted.
    ///
    /// # Errors
    /// Why there is no net; the game is interpreted as before.
    pub fn compile(&self, sheet: &Sheet, limits: GroundLimits) -> Result<Arc<Net>, Diagnostic> {
        let interpreter = self.engine().reasoner.interpreter().clone();
        let draft = Draft::new(&interpreter, sheet, limits)?;
        Ok(self.engine().reasoner.compiled(draft))
    }

    /// The same game with nothing learned. States hash by what was learned, and a full table of a
    /// search keeps some by their hashes: so its answer does not depend on earlier questions.
    pub fn fresh(&self) -> Self {
        let engine = Engine::clone(&self.unused);
        Self {
            engine: Arc::new(Mutex::new(engine)),
            ..self.clone()
        }
    }

    /// The roles in the order of the sheet, `random` included.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// The fluents that hold at a state, in the order of the sheet.
    pub fn fluents(&self, state: &State) -> Vec<String> {
        let engine = self.engine();
        let mut fluents = state.position.fluents.to_vec();
        fluents.sort_by(|a, b| engine.reasoner.compare(*a, *b));
        let texts = fluents.iter().map(|fluent| engine.reasoner.text(*fluent));
        texts.collect()
    }

    /// The moves chosen in this step, by the roles that have a choice.
    pub fn chosen(&self, state: &State) -> Vec<(String, String)> {
        let roles = state.position.choosers.iter();
        let roles = roles.map(|role| self.roles[usize::from(*role)].clone());
        let texts = state.chosen.iter().map(|action| self.text(*action));
        roles.zip(texts).collect()
    }

    /// A move as the sheet spells it.
    pub fn text(&self, action: Move) -> String {
        match action {
            Move::CHANCE => "random".into(),
            action => self.engine().reasoner.text(action.term),
        }
    }

    fn engine(&self) -> MutexGuard<'_, Engine> {
        // Every question starts from a state, so that a panic leaves nothing half done behind.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The moves among which the state asks for one.
    fn choice<'a>(&self, state: &'a State) -> &'a [Move] {
        match state.chooser().or(self.first()) {
            Some(role) => &state.position.moves[role],
            None => &[],
        }
    }

    /// The role that moves where nobody has a choice.
    fn first(&self) -> Option<usize> {
        self.players.iter().position(Option::is_some)
    }

    /// Takes a move of the role whose turn it is; the last of a step brings the next position.
    fn choose(
        &self,
        state: &mut State,
        action: Move,
        rewards: &mut [f64],
    ) -> Result<(), Diagnostic> {
        debug_assert!(self.choice(state).contains(&action), "an illegal move");
        if state.chooser().is_some() {
            state.chosen.push(action);
            if state.chooser().is_some() {
                return Ok(());
            }
        }
        let Position {
            fluents,
            moves,
            choosers,
            ..
        } = &*state.position;
        let mut joint: Vec<TermId> = moves.iter().map(|moves| moves[0].term).collect();
        for (role, action) in choosers.iter().zip(&state.chosen) {
            joint[usize::from(*role)] = action.term;
        }
        let mut engine = self.engine();
        let next = engine.reasoner.next(fluents, &joint)?;
        let next = engine.position(next, &self.players, &self.odd)?;
        for (reward, pay) in rewards.iter_mut().zip(next.payoff.iter().flatten()) {
            *reward += pay;
        }
        *state = State::new(next);
        Ok(())
    }
}

/// The player that each role is.
fn numbered(roles: &[String]) -> Result<Vec<Option<u8>>, Diagnostic> {
    let mut count = 0;
    let players = roles.iter().map(|role| {
        let player = !role.eq_ignore_ascii_case("random");
        count += u8::from(player);
        player.then(|| count - 1)
    });
    let players = players.collect();
    if (1..=Many::MOST).contains(&usize::from(count)) {
        return Ok(players);
    }
    Err(Diagnostic::error(
        "roles",
        Place::default(),
        format!("{count} players"),
        format!("a game has 1 to {} of them, beside 'random'", Many::MOST),
    ))
}

fn info(name: &str, players: &[Option<u8>]) -> Info {
    let chance = match players.contains(&None) {
        true => Chance::Explicit,
        false => Chance::None,
    };
    Info {
        name: name.into(),
        players: players.iter().flatten().count(),
        chance,
        horizon: None,
        returns: Some((0.0, 100.0)),
        constant_sum: false,
    }
}

impl Engine {
    fn position(
        &mut self,
        fluents: Vec<TermId>,
        players: &[Option<u8>],
        odd: &OddGoals,
    ) -> Result<Arc<Position>, Diagnostic> {
        let mut hasher = FxHasher::default();
        fluents.hash(&mut hasher);
        let mut position = Position {
            hash: hasher.finish(),
            moves: Box::new([]),
            choosers: Box::new([]),
            payoff: None,
            fluents: fluents.into(),
        };
        if self.reasoner.terminal(&position.fluents)? {
            position.payoff = Some(self.payoff(&position.fluents, players, odd)?);
        } else {
            position.moves = self.moves(&position.fluents)?;
            let choosers = position
                .moves
                .iter()
                .enumerate()
                .filter(|(_, m)| m.len() > 1);
            position.choosers = choosers.map(|(role, _)| role as u8).collect();
        }
        Ok(Arc::new(position))
    }

    fn moves(&mut self, fluents: &[TermId]) -> Result<Box<[Box<[Move]>]>, Diagnostic> {
        let legal = self.reasoner.legal(fluents)?;
        if let Some(role) = legal.iter().position(Vec::is_empty) {
            let role = self.reasoner.text(self.reasoner.roles()[role]);
            let state = self.listed(fluents);
            return Err(Diagnostic::error(
                "no-move",
                Place::default(),
                format!(
                    "role '{role}' has no legal move in the state [{state}], which is not terminal"
                ),
                "give it one, if only noop, or make the state terminal".into(),
            ));
        }
        let numbers = &mut self.numbers;
        let mut number = |term: TermId| {
            let next = numbers.len() as u32;
            let number = *numbers.entry(term).or_insert(next);
            Move { term, number }
        };
        let moves = legal.into_iter();
        Ok(moves
            .map(|moves| moves.into_iter().map(&mut number).collect())
            .collect())
    }
}

impl Game for GdlGame {
    type State = State;
    type Action = Move;
    type Players = Many;
    type Error = Diagnostic;

    fn info(&self) -> &Info {
        &self.info
    }

    fn bytes(&self) -> usize {
        self.engine().reasoner.bytes()
    }

    fn initial(&self) -> Result<State, Diagnostic> {
        Ok(self.initial.clone())
    }

    fn turn(&self, state: &State) -> Result<Turn, Diagnostic> {
        if state.position.payoff.is_some() {
            return Ok(Turn::Over);
        }
        let role = state.chooser().or(self.first());
        let player = role.and_then(|role| self.players[role]);
        Ok(player.map_or(Turn::Chance, Turn::Player))
    }

    fn actions(&self, state: &State, into: &mut Vec<Move>) -> Result<(), Diagnostic> {
        match self.turn(state)? {
            Turn::Chance => into.push(Move::CHANCE),
            Turn::Player(_) => into.extend(self.choice(state)),
            Turn::Over => {}
        }
        Ok(())
    }

    fn apply(
        &self,
        state: &mut State,
        action: Move,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Diagnostic> {
        let action = match action {
            Move::CHANCE => {
                let choice = self.choice(state);
                choice[rng.below(choice.len())]
            }
            action => action,
        };
        self.choose(state, action, rewards)
    }

    fn outcomes(
        &self,
        state: &State,
        action: Move,
        into: &mut Outcomes<State>,
    ) -> Result<(), Diagnostic> {
        let choice = self.choice(state);
        let all = match action {
            Move::CHANCE => choice,
            _ => std::slice::from_ref(&action),
        };
        for action in all {
            let mut next = state.clone();
            let rewards = into.reserve(1.0 / all.len() as f64);
            self.choose(&mut next, *action, rewards)?;
            into.finish(next);
        }
        Ok(())
    }

    fn slot(&self, _: &State, action: Move) -> usize {
        action.number as usize
    }

    fn count(&self, state: &State) -> Result<u64, Diagnostic> {
        Ok(match self.turn(state)? {
            Turn::Chance => 1,
            Turn::Player(_) => self.choice(state).len() as u64,
            Turn::Over => 0,
        })
    }
}
