//! A rule sheet as a game that every search can play.

mod building;
mod compiled;
mod engine;
mod plays;
mod questions;
mod read;
mod rollout;
mod score;
mod state;

pub use building::Form;
pub use plays::Plays;
pub use state::{Move, State};

use super::syntax::Sheet;
use super::{Diagnostic, Interpreter, Limits, Place, TermId, check};
use crate::game::{Chance, Game, Info, Many, Outcomes, Players, Stuck, Turn, rollout};
use crate::gdl::Severity;
use crate::gdl::net::Single;
use crate::rng::Rng;
use building::Building;
use compiled::{Compiled, Fault, Room};
use engine::Engine;
use rollout::{Play, Stop};
use score::Scoring;
use state::{Facts, Meter, Position};
use std::borrow::Cow;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most roles, `random` in all its spellings included: a bit for each is kept in a word.
const MOST_ROLES: usize = 32;

/// A game written in GDL.
///
/// Roles that move at once choose one after the other, in the order of the sheet, so that a later
/// one is taken to know what an earlier one chose. A role with a single legal move makes it
/// without being asked; a step in which nobody has a choice is one action of the first player.
/// Role `random` is chance, all others are players. Each is paid its goal value at the end, or what
/// [`GdlGame::zero_sum`] makes of it.
///
/// It is interpreted until it is compiled ([`GdlGame::compile`]), and answers alike either way.
/// Clones share the rules in both forms.
#[derive(Debug)]
pub struct GdlGame {
    info: Info,
    roles: Vec<String>,
    shared: Arc<Shared>,
    initial: State,
    /// Bytes of the positions of this clone.
    meter: Meter,
    room: Room,
}

/// The rules.
#[derive(Debug)]
struct Shared {
    sheet: Sheet,
    /// It learns terms as they come up.
    engine: Mutex<Engine>,
    building: Building,
    scoring: Scoring,
}

impl Shared {
    fn engine(&self) -> MutexGuard<'_, Engine> {
        // Every question starts from a state, so that a panic leaves nothing half done behind.
        self.engine.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Clone for GdlGame {
    fn clone(&self) -> Self {
        Self {
            info: self.info.clone(),
            roles: self.roles.clone(),
            shared: Arc::clone(&self.shared),
            initial: self.initial.clone(),
            meter: Meter::default(),
            room: Room::default(),
        }
    }
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
        let scoring = Scoring::new(numbered(&roles).map_err(single)?, false);
        let info = info(name, &scoring.players);
        let engine = Engine::new(interpreter);
        Self::assembled(info, roles, sheet.clone(), engine, scoring).map_err(single)
    }

    fn assembled(
        info: Info,
        roles: Vec<String>,
        sheet: Sheet,
        mut engine: Engine,
        scoring: Scoring,
    ) -> Result<Self, Diagnostic> {
        let meter = Meter::default();
        let fluents = engine.interpreter.initial().to_vec();
        let initial = engine.position(fluents, &scoring, &meter)?;
        Ok(Self {
            info,
            roles,
            initial: State::new(Arc::new(initial)),
            meter,
            room: Room::default(),
            shared: Arc::new(Shared {
                sheet,
                engine: Mutex::new(engine),
                building: Building::new(),
                scoring,
            }),
        })
    }

    /// The same game with (goal - 50) / 50 as the pay: numbers from -1 to 1 that sum to 0, as some
    /// searches need them. Goals at an end that do not sum to 100 are an error when they come up.
    ///
    /// # Errors
    /// A sheet with another number of players than two, or a play that is over at the start.
    pub fn zero_sum(self) -> Result<Self, Diagnostic> {
        if self.info.players != 2 {
            return Err(Diagnostic::error(
                "zero-sum",
                Place::default(),
                format!(
                    "a zero-sum score is for two players, and the sheet has {}",
                    self.info.players
                ),
                "take the goals as they are".into(),
            ));
        }
        let info = Info {
            returns: Some((-1.0, 1.0)),
            constant_sum: true,
            ..self.info
        };
        let scoring = Scoring::new(self.shared.scoring.players.clone(), true);
        let engine = self.shared.engine().clone();
        Self::assembled(info, self.roles, self.shared.sheet.clone(), engine, scoring)
    }

    /// How many goal values were missing (and taken as 0), and how many were one of several (the
    /// largest was taken), since the game was made.
    pub fn odd_goals(&self) -> (u64, u64) {
        self.shared.scoring.odd()
    }

    /// The rules.
    pub fn sheet(&self) -> &Sheet {
        &self.shared.sheet
    }

    /// The roles in the order of the sheet, `random` included.
    pub fn roles(&self) -> &[String] {
        &self.roles
    }

    /// A move as the sheet spells it.
    pub fn text(&self, action: Move) -> String {
        match action {
            Move::CHANCE => "random".into(),
            Move::HIDDEN => "?".into(),
            action => self.shared.engine().interpreter.text(action.term),
        }
    }

    /// The net, if single states are asked of it.
    #[inline]
    fn compiled(&self) -> Option<&Arc<Compiled>> {
        self.shared.building.made().filter(|made| made.quicker)
    }

    /// The player that a role is; None of `random`.
    fn player(&self, role: usize) -> Option<u8> {
        self.shared.scoring.players[role]
    }

    /// The role whose move is asked for: the first player where nobody has a choice.
    fn asked(&self, state: &State) -> usize {
        let first = || self.shared.scoring.players.iter().position(Option::is_some);
        let role = state.chooser().or_else(first);
        role.expect("there is a player")
    }

    /// The bits of a position, where the net can tell what follows.
    fn bits<'a>(&self, position: &'a Position) -> Option<(&Arc<Compiled>, Cow<'a, [u64]>)> {
        let compiled = self.compiled()?;
        Some((
            compiled,
            match &position.facts {
                Facts::Bits { words, .. } => Cow::Borrowed(&words[..compiled.net.words()]),
                Facts::Terms { fluents, .. } => Cow::Owned(compiled.net.bits(fluents)?),
            },
        ))
    }

    /// The position in which these fluents hold, which are sorted.
    fn position(&self, fluents: Vec<TermId>) -> Result<Position, Diagnostic> {
        let (scoring, meter) = (&self.shared.scoring, &self.meter);
        if let Some(compiled) = self.compiled()
            && let Some(bits) = compiled.net.bits(&fluents)
        {
            let made = self.room.ask(&compiled.net, |single| {
                single.load(&compiled.net, &bits);
                compiled.position(single, scoring, meter)
            });
            return made.map_err(|fault| self.shared.engine().error(fault, &fluents));
        }
        self.shared.engine().position(fluents, scoring, meter)
    }

    /// Takes a move of the role whose turn it is; the last of a step brings the next position.
    fn choose(
        &self,
        state: &mut State,
        action: Move,
        rewards: &mut [f64],
    ) -> Result<(), Diagnostic> {
        if state.chooser().is_some() {
            state.chosen.push(action);
            if state.chooser().is_some() {
                return Ok(());
            }
        }
        if state.chosen.contains(&Move::HIDDEN) {
            return Err(Diagnostic::error(
                "hidden",
                Place::default(),
                "a move of this step is hidden".into(),
                "ask what follows at the state itself".into(),
            ));
        }
        let next = Arc::new(self.successor(state)?);
        for (reward, pay) in rewards.iter_mut().zip(next.payoff.iter().flatten()) {
            *reward += pay;
        }
        *state = State::new(next);
        Ok(())
    }

    /// The position after the moves chosen, and the single ones of the other roles.
    fn successor(&self, state: &State) -> Result<Position, Diagnostic> {
        let mut chosen = state.chosen.iter();
        let joint = (0..self.roles.len()).map(|role| {
            let choice = state.position.choosers >> role & 1 == 1;
            let chosen = choice.then(|| chosen.next()).flatten();
            chosen.map_or_else(|| state.position.legal(role, 0), |action| *action)
        });
        let Some((compiled, bits)) = self.bits(&state.position) else {
            let joint: Vec<TermId> = joint.map(|action| action.term).collect();
            let fluents = self.terms(state);
            let next = self.shared.engine().interpreter.next(&fluents, &joint)?;
            return self.position(next);
        };
        let net = &compiled.net;
        self.room.ask(net, |single| {
            single.load(net, &bits);
            for (role, action) in joint.enumerate() {
                let place = compiled.place(role, action);
                single.make(net, role, place.expect("it is legal"));
            }
            single.advance(net);
            let made = compiled.position(single, &self.shared.scoring, &self.meter);
            made.map_err(|fault| self.fault(fault, single, compiled))
        })
    }

    fn fault(&self, fault: Fault, single: &Single, compiled: &Compiled) -> Diagnostic {
        let fluents = compiled.net.fluents(single.bits());
        self.shared.engine().error(fault, &fluents)
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
    if (1..=Many::MOST).contains(&usize::from(count)) && roles.len() <= MOST_ROLES {
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

impl Game for GdlGame {
    type State = State;
    type Action = Move;
    type Players = Many;
    type Error = Diagnostic;

    fn info(&self) -> &Info {
        &self.info
    }

    fn bytes(&self) -> usize {
        let engine = self.shared.engine().interpreter.bytes();
        let made = self.shared.building.made();
        let net = made.map_or(0, |compiled| compiled.bytes());
        engine + net + self.meter.load(Ordering::Relaxed)
    }

    fn initial(&self) -> Result<State, Diagnostic> {
        Ok(self.initial.clone())
    }

    fn turn(&self, state: &State) -> Result<Turn, Diagnostic> {
        if state.position.payoff.is_some() {
            return Ok(Turn::Over);
        }
        let player = self.player(self.asked(state));
        Ok(player.map_or(Turn::Chance, Turn::Player))
    }

    fn actions(&self, state: &State, into: &mut Vec<Move>) -> Result<(), Diagnostic> {
        match self.turn(state)? {
            Turn::Chance => into.push(Move::CHANCE),
            Turn::Player(_) => state.position.list(self.asked(state), into),
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
                let role = self.asked(state);
                let index = rng.below(state.position.count(role));
                state.position.legal(role, index)
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
        let mut all = Vec::new();
        match action {
            Move::CHANCE => state.position.list(self.asked(state), &mut all),
            action => all.push(action),
        }
        for action in &all {
            let mut next = state.clone();
            let rewards = into.reserve(1.0 / all.len() as f64);
            self.choose(&mut next, *action, rewards)?;
            into.finish(next);
        }
        Ok(())
    }

    fn random_action(
        &self,
        state: &State,
        _: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Result<Option<Move>, Diagnostic> {
        let (turn, role) = (self.turn(state)?, self.asked(state));
        Ok(match turn {
            Turn::Over => None,
            Turn::Chance => {
                rng.below(1);
                Some(Move::CHANCE)
            }
            Turn::Player(_) => {
                let index = rng.below(state.position.count(role));
                Some(state.position.legal(role, index))
            }
        })
    }

    fn play_out(
        &self,
        state: &State,
        buffer: &mut Vec<Move>,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<Result<u32, Stuck>, Diagnostic> {
        let Some((compiled, bits)) = self.bits(&state.position) else {
            return rollout(self, &mut state.clone(), buffer, rng, rewards);
        };
        self.room.ask(&compiled.net, |single| {
            single.load(&compiled.net, &bits);
            let play = Play::new(compiled, &self.shared.scoring, single, rng);
            match play.run(&state.chosen, rewards) {
                Ok(plies) => Ok(Ok(plies)),
                Err(Stop::Stuck(stuck)) => Ok(Err(stuck)),
                Err(Stop::Rules(fault)) => Err(self.fault(fault, single, compiled)),
            }
        })
    }

    fn identity(&self, _: &State, action: Move) -> Result<u64, Diagnostic> {
        Ok(u64::from(action.key))
    }

    fn information(&self, state: &State) -> Result<State, Diagnostic> {
        Ok(State {
            position: Arc::clone(&state.position),
            chosen: vec![Move::HIDDEN; state.chosen.len()],
        })
    }

    fn has_information(&self) -> bool {
        true
    }

    fn slot(&self, _: &State, action: Move) -> usize {
        action.key as usize
    }

    fn count(&self, state: &State) -> Result<u64, Diagnostic> {
        Ok(match self.turn(state)? {
            Turn::Chance => 1,
            Turn::Player(_) => state.position.count(self.asked(state)) as u64,
            Turn::Over => 0,
        })
    }
}
