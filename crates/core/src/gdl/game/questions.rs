//! What a sheet says of a state, for every role: also where the play is over or can't go on.

use super::GdlGame;
use super::compiled::Compiled;
use crate::gdl::Diagnostic;
use crate::gdl::interpreter::{Interpreter, TermId};
use crate::gdl::net::{Single, ones};

impl GdlGame {
    /// Whether the play is over where these fluents hold, which are sorted.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn is_over(&self, fluents: &[TermId]) -> Result<bool, Diagnostic> {
        self.answer(
            fluents,
            |single, compiled| single.terminal(&compiled.net),
            |game| game.terminal(fluents),
        )
    }

    /// All goal values of each role there, from the smallest up.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn goals(&self, fluents: &[TermId]) -> Result<Vec<Vec<i64>>, Diagnostic> {
        let compute = |single: &mut Single, compiled: &Compiled| {
            single.pay(&compiled.net);
            let roles = 0..self.roles.len();
            let goals = roles.map(|role| single.goals(&compiled.net, role).collect());
            goals.collect()
        };
        self.answer(fluents, compute, |game| game.goals(fluents))
    }

    /// The legal moves of each role there, in the order of the sheet.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn moves(&self, fluents: &[TermId]) -> Result<Vec<Vec<TermId>>, Diagnostic> {
        let list = |single: &mut Single, compiled: &Compiled| {
            let roles = 0..self.roles.len();
            let legal = roles.map(|role| {
                let all = compiled.net.moves_of(role);
                let held = ones(single.legal(&compiled.net, role));
                held.map(|index| all[index]).collect()
            });
            legal.collect()
        };
        self.answer(fluents, list, |game| game.legal(fluents))
    }

    /// The fluents after one move of each role, sorted; or the first role whose move is not legal.
    ///
    /// # Errors
    /// A limit that is reached.
    pub fn after(
        &self,
        fluents: &[TermId],
        moves: &[String],
    ) -> Result<Result<Vec<TermId>, usize>, Diagnostic> {
        let legal = self.moves(fluents)?;
        let mut joint = Vec::with_capacity(moves.len());
        for (role, (text, legal)) in moves.iter().zip(&legal).enumerate() {
            let known = self.shared.engine().term(text);
            match known.filter(|term| legal.contains(term)) {
                Some(term) => joint.push(term),
                None => return Ok(Err(role)),
            }
        }
        self.next(fluents, &joint).map(Ok)
    }

    /// The fluents after one legal move of each role, sorted.
    fn next(&self, fluents: &[TermId], joint: &[TermId]) -> Result<Vec<TermId>, Diagnostic> {
        let advance = |single: &mut Single, compiled: &Compiled| {
            for (role, term) in joint.iter().enumerate() {
                let place = compiled.net.place(role, *term);
                single.make(&compiled.net, role, place.expect("it is legal"));
            }
            single.advance(&compiled.net);
            compiled.fluents(single.bits())
        };
        self.answer(fluents, advance, |game| game.next(fluents, joint))
    }

    /// The answer of the net where it can tell, else that of the interpreter.
    fn answer<T>(
        &self,
        fluents: &[TermId],
        net: impl FnOnce(&mut Single, &Compiled) -> T,
        interpreter: impl FnOnce(&mut Interpreter) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let compiled = self.compiled();
        let bits = compiled.and_then(|made| Some((made, made.net.bits(fluents)?)));
        let Some((compiled, bits)) = bits else {
            return interpreter(&mut self.shared.engine().interpreter);
        };
        Ok(self.room.ask(&compiled.net, |single| {
            single.load(&compiled.net, &bits);
            net(single, compiled)
        }))
    }
}
