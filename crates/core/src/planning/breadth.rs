//! Breadth first, over states without what counts the steps.
//!
//! A state that is known from an earlier step is not taken up again. Where something depends on the
//! number of steps that may lose plans: then a second search, by layers, takes states for the same
//! only if they come after as many steps, and so sees all that can happen.

use super::best::Best;
use super::deepening::Deepening;
use super::expansion::Expansion;
use super::method::{Method, Progress};
use super::nodes::Nodes;
use super::space::{Space, TOGETHER};

/// A search breadth first.
#[derive(Debug)]
pub(super) struct Breadth {
    nodes: Nodes,
    layered: bool,
    /// The next node to look at, and where its layer ends.
    cursor: u32,
    end: u32,
    expansion: Expansion,
}

impl Breadth {
    /// A search from the start. `layered` tells states apart that come after different numbers of
    /// steps.
    pub fn new<S: Space>(space: &S, layered: bool) -> Self {
        let mut nodes = Nodes::new(&space.start(), space.moves_pay());
        if layered {
            nodes.forget(0);
        }
        Self {
            nodes,
            layered,
            cursor: 0,
            end: 1,
            expansion: Expansion::default(),
        }
    }

    /// Looks at the next nodes of the layer, and adds what follows from them.
    fn expand<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let count = (self.end - self.cursor).min(TOGETHER as u32);
        let which: Vec<u32> = (self.cursor..self.cursor + count).collect();
        self.cursor += count;
        let (name, nodes) = (self.called(), &mut self.nodes);
        self.expansion.look(space, nodes, &which, best, name)?;
        if best.is_proved() {
            return Ok(());
        }
        self.expansion.follow(space, nodes, &which, best)
    }

    /// Goes to the next layer; whether there is one.
    fn descend<S: Space>(&mut self, space: &S, best: &mut Best) -> bool {
        if self.cursor == self.nodes.len() {
            return false;
        }
        if self.layered {
            self.nodes.forget(self.cursor);
            if !space.moves_pay() {
                best.limit(space.bound(self.nodes.steps(self.cursor)));
            }
        }
        self.end = self.nodes.len();
        true
    }

    fn called(&self) -> &'static str {
        match self.layered {
            true => "layers",
            false => "breadth-first",
        }
    }
}

impl<S: Space> Method<S> for Breadth {
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error> {
        if self.nodes.is_full(memory) {
            return Ok(Progress::Stuck);
        }
        if self.cursor < self.end {
            self.expand(space, best)?;
        } else if !self.descend(space, best) {
            let all = self.layered || !space.is_timed();
            return Ok(match all {
                true => Progress::Exhausted,
                false => Progress::Stuck,
            });
        }
        Ok(Progress::Working)
    }

    fn successor(&self, space: &S, memory: usize) -> Option<Box<dyn Method<S>>> {
        // Where estimates are known, a search that uses them deepens.
        let deepens = !self.layered && !space.has_estimate() && self.cursor < self.nodes.len();
        deepens.then(|| Deepening::boxed(space, memory))
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}
