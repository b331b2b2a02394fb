//! The interpreter, or the net once there is one.

use super::net::{Draft, Net, NetReasoner};
use super::{Diagnostic, Interpreter, TermId};
use std::cmp::Ordering;
use std::sync::Arc;

/// Answers all questions about any state that a play can reach; the same whichever way.
#[derive(Clone, Debug)]
pub(super) struct Reasoner {
    interpreter: Interpreter,
    net: Option<NetReasoner>,
}

impl Reasoner {
    pub fn new(interpreter: Interpreter) -> Self {
        Self {
            interpreter,
            net: None,
        }
    }

    /// What nets are made from.
    pub fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Asks this net from now on.
    pub fn compiled(&mut self, draft: Draft) -> Arc<Net> {
        let net = Arc::new(draft.finish(&mut self.interpreter));
        self.net = Some(NetReasoner::new(Arc::clone(&net)));
        net
    }

    pub fn roles(&self) -> &[TermId] {
        self.interpreter.roles()
    }

    pub fn initial(&self) -> &[TermId] {
        self.interpreter.initial()
    }

    pub fn terminal(&mut self, state: &[TermId]) -> Result<bool, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.terminal(state)),
            None => self.interpreter.terminal(state),
        }
    }

    pub fn goals(&mut self, state: &[TermId]) -> Result<Vec<Vec<i64>>, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.goals(state)),
            None => self.interpreter.goals(state),
        }
    }

    pub fn legal(&mut self, state: &[TermId]) -> Result<Vec<Vec<TermId>>, Diagnostic> {
        match &mut self.net {
            Some(net) => Ok(net.legal(state)),
            None => self.interpreter.legal(state),
        }
    }

    pub fn next(&mut self, state: &[TermId], moves: &[TermId]) -> Result<Vec<TermId>, Diagnostic> {
        match &mut self.net {
            Some(net) => net.next(state, moves),
            None => self.interpreter.next(state, moves),
        }
    }

    pub fn text(&self, term: TermId) -> String {
        self.interpreter.text(term)
    }

    pub fn term(&mut self, text: &str) -> Option<TermId> {
        self.interpreter.term(text)
    }

    pub fn compare(&self, a: TermId, b: TermId) -> Ordering {
        self.interpreter.compare(a, b)
    }

    pub fn bytes(&self) -> usize {
        self.interpreter.bytes() + self.net.as_ref().map_or(0, NetReasoner::bytes)
    }
}
