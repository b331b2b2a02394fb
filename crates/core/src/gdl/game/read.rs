//! States as texts, and back.

use super::state::{Position, State};
use super::{Engine, GdlGame};
use crate::game::Invalid;
use crate::gdl::TermId;
use std::sync::Arc;

/// What stands before a move that was chosen in this step: no fluent is called so.
const CHOSEN: &str = "(does ";
/// Positions that are remembered: a state is often asked several questions in a row.
const RECENT: usize = 8;

impl GdlGame {
    /// A state as texts: its fluents in the order of the sheet, then a `(does role move)` for each
    /// move that was chosen in this step.
    pub fn texts(&self, state: &State) -> Vec<String> {
        let mut texts = self.fluents(state);
        let chosen = self.chosen(state).into_iter();
        texts.extend(chosen.map(|(role, action)| format!("{CHOSEN}{role} {action})")));
        texts
    }

    /// The state of such texts; the fluents may come in any order.
    ///
    /// # Errors
    /// What is no state, and why.
    pub fn state(&self, texts: &[String]) -> Result<State, Invalid> {
        let (chosen, fluents): (Vec<_>, Vec<_>) =
            texts.iter().partition(|text| text.starts_with(CHOSEN));
        let mut engine = self.engine();
        let fluents = fluents.into_iter().map(|text| engine.fluent(text));
        let mut fluents = fluents.collect::<Result<Vec<_>, _>>()?;
        fluents.sort_unstable();
        fluents.dedup();
        let mut state = State::new(self.recalled(&mut engine, fluents)?);
        drop(engine);
        for text in chosen {
            self.choose_again(&mut state, text)?;
        }
        Ok(state)
    }

    fn recalled(
        &self,
        engine: &mut Engine,
        fluents: Vec<TermId>,
    ) -> Result<Arc<Position>, Invalid> {
        let mut recent = engine.recent.iter();
        let position = match recent.position(|known| *known.fluents == fluents) {
            Some(index) => engine.recent.remove(index),
            None => {
                let position = engine.position(fluents, &self.players, &self.odd);
                position.map_err(|error| Invalid(format!("{}: {}", error.message, error.fix)))?
            }
        };
        if engine.recent.len() == RECENT {
            engine.recent.remove(0);
        }
        engine.recent.push(position.clone());
        Ok(position)
    }

    /// Takes the move of a `(does role move)`; one more must be to choose after it.
    fn choose_again(&self, state: &mut State, text: &str) -> Result<(), Invalid> {
        let refuse = || {
            Invalid(format!(
                "{text} is no choice that is open here: give those of the first roles with \
                 several legal moves, one each, and not those of all"
            ))
        };
        let role = state.chooser().ok_or_else(refuse)?;
        let mut moves = state.position.moves[role].iter();
        let name = &self.roles[role];
        let found = moves.find(|action| format!("{CHOSEN}{name} {})", self.text(**action)) == text);
        state.chosen.push(*found.ok_or_else(refuse)?);
        state.chooser().map(|_| ()).ok_or_else(refuse)
    }
}

impl Engine {
    fn fluent(&mut self, text: &str) -> Result<TermId, Invalid> {
        if let Some(term) = self.read.get(text) {
            return Ok(*term);
        }
        let term = self.reasoner.term(text).ok_or_else(|| {
            Invalid(format!(
                "{text} is no fluent of the rules: give those that hold, such as (cell 1 1 x), \
                 spelled as the rules spell them"
            ))
        })?;
        self.read.insert(text.to_owned(), term);
        Ok(term)
    }
}
