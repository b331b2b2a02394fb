//! States as texts, and back.

use super::GdlGame;
use super::engine::Engine;
use super::state::{Facts, Move, Position, State};
use crate::game::Invalid;
use crate::gdl::{Diagnostic, TermId};
use std::sync::Arc;

/// What stands before a move that was chosen in this step: no fluent is called so.
const CHOSEN: &str = "(does ";
/// Positions that are remembered: a state is often asked several questions in a row.
const RECENT: usize = 8;

impl GdlGame {
    /// The fluents that hold at a state, as the interpreter and the net number them, sorted.
    pub fn terms(&self, state: &State) -> Vec<TermId> {
        match &state.position.facts {
            Facts::Terms { fluents, .. } => fluents.to_vec(),
            Facts::Bits { words, of } => of.fluents(words),
        }
    }

    /// Fluents or moves as the sheet spells them, in its order.
    pub fn term_texts(&self, terms: &[TermId]) -> Vec<String> {
        let engine = self.shared.engine();
        let terms = engine.sorted(terms.to_vec()).into_iter();
        terms.map(|term| engine.interpreter.text(term)).collect()
    }

    /// The fluents that hold at a state, in the order of the sheet.
    pub fn fluents(&self, state: &State) -> Vec<String> {
        self.term_texts(&self.terms(state))
    }

    /// The moves chosen in this step, by the roles that have a choice.
    pub fn chosen(&self, state: &State) -> Vec<(String, String)> {
        let roles = (0..self.roles.len()).filter(|r| state.position.choosers >> r & 1 == 1);
        let roles = roles.map(|role| self.roles[role].clone());
        let texts = state.chosen.iter().map(|action| self.text(*action));
        roles.zip(texts).collect()
    }

    /// A state as texts: its fluents in the order of the sheet, then a `(does role move)` for each
    /// move that was chosen in this step, with a `?` for a move that is hidden.
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
        let position = self.recalled(self.held(&fluents)?);
        let position = position.map_err(|e| Invalid(format!("{}: {}", e.message, e.fix)))?;
        let mut state = State::new(position);
        for text in chosen {
            self.choose_again(&mut state, text)?;
        }
        Ok(state)
    }

    /// The fluents of a state as texts, sorted, whatever was chosen in this step; what a sheet says
    /// of a state is asked with them.
    ///
    /// # Errors
    /// A text that is no fluent.
    pub fn read(&self, texts: &[String]) -> Result<Vec<TermId>, Invalid> {
        let fluents = texts.iter().filter(|text| !text.starts_with(CHOSEN));
        self.held(&fluents.collect::<Vec<_>>())
    }

    fn held(&self, texts: &[&String]) -> Result<Vec<TermId>, Invalid> {
        let mut engine = self.shared.engine();
        let fluents = texts.iter().map(|text| engine.fluent(text));
        let mut fluents = fluents.collect::<Result<Vec<_>, _>>()?;
        fluents.sort_unstable();
        fluents.dedup();
        Ok(fluents)
    }

    /// The position in which these fluents hold.
    fn recalled(&self, fluents: Vec<TermId>) -> Result<Arc<Position>, Diagnostic> {
        let mut engine = self.shared.engine();
        let mut recent = engine.recent.iter();
        let position = match recent.position(|(known, _)| *known == fluents) {
            Some(index) => engine.recent.remove(index).1,
            None => {
                drop(engine);
                let position = Arc::new(self.position(fluents.clone())?);
                engine = self.shared.engine();
                position
            }
        };
        if engine.recent.len() >= RECENT {
            engine.recent.remove(0);
        }
        engine.recent.push((fluents, Arc::clone(&position)));
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
        let mut moves = Vec::new();
        state.position.list(role, &mut moves);
        moves.push(Move::HIDDEN);
        let name = &self.roles[role];
        let mut moves = moves.into_iter();
        let found = moves.find(|action| format!("{CHOSEN}{name} {})", self.text(*action)) == text);
        state.chosen.push(found.ok_or_else(refuse)?);
        state.chooser().map(|_| ()).ok_or_else(refuse)
    }
}

impl Engine {
    fn fluent(&mut self, text: &str) -> Result<TermId, Invalid> {
        self.term(text).ok_or_else(|| {
            Invalid(format!(
                "{text} is no fluent of the rules: give those that hold, such as (cell 1 1 x), \
                 spelled as the rules spell them"
            ))
        })
    }

    /// The number of a fluent or of a move; None if nothing is called so.
    pub fn term(&mut self, text: &str) -> Option<TermId> {
        if let Some(term) = self.read.get(text) {
            return Some(*term);
        }
        let term = self.interpreter.term(text)?;
        self.read.insert(text.to_owned(), term);
        Some(term)
    }
}
