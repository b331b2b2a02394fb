//! Beam search: layer by layer, of each layer only as many states as fit, by what looks good. Passes
//! take turns in what looks good, and get wider.

use super::best::Best;
use super::expansion::Expansion;
use super::method::{Method, Progress};
use super::nodes::{Nodes, STEP, draw};
use super::space::{Space, TOGETHER};

/// What is kept of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taste {
    /// Near to the best end.
    Near,
    /// What would be paid if the play were over.
    Rich,
    /// Few moves.
    Narrow,
    /// Many moves.
    Wide,
    /// Many moves after which the play goes on.
    Safe,
}

impl Taste {
    /// How a state looks, the smaller the better: the steps that seem to be left, what would be paid,
    /// and its moves.
    fn looks(self, left: u32, paid: f64, moves: u32) -> u32 {
        let many = 0xffff - moves.min(0xffff);
        match self {
            Self::Near => left << 12 | many >> 4,
            Self::Rich => (1e6 - 1e3 * paid.clamp(-1e3, 1e3)) as u32,
            Self::Narrow => moves,
            Self::Wide | Self::Safe => many,
        }
    }
}

const TASTES: [Taste; 5] = [
    Taste::Near,
    Taste::Wide,
    Taste::Rich,
    Taste::Narrow,
    Taste::Safe,
];
/// States in a layer of the first pass.
const NARROWEST: usize = 16;

/// A beam search that is repeated.
#[derive(Debug)]
pub(super) struct Beam {
    nodes: Nodes,
    seed: u64,
    pass: u32,
    /// The nodes of a layer, and how many of them are followed.
    layer: Vec<u32>,
    followed: usize,
    /// The first node of the next layer, and the keys of those that were judged.
    next: u32,
    keys: Vec<(u64, u32)>,
    expansion: Expansion,
}

impl Beam {
    /// A search from the start.
    pub fn new<S: Space>(space: &S, seed: u64) -> Self {
        Self {
            nodes: Nodes::new(&space.start(), space.moves_pay()),
            seed,
            pass: 0,
            layer: vec![0],
            followed: 0,
            next: 1,
            keys: Vec::new(),
            expansion: Expansion::default(),
        }
    }

    fn taste(&self) -> Taste {
        TASTES[self.pass as usize % TASTES.len()]
    }

    fn width(&self) -> usize {
        NARROWEST << (2 * (self.pass / TASTES.len() as u32)).min(24)
    }

    /// Follows some of the layer.
    fn follow<S: Space>(&mut self, space: &mut S, best: &mut Best) -> Result<(), S::Error> {
        let end = (self.followed + TOGETHER).min(self.layer.len());
        let which = &self.layer[self.followed..end];
        self.followed = end;
        let nodes = &mut self.nodes;
        self.expansion.look(space, nodes, which, best, "beam")?;
        self.expansion.follow(space, nodes, which, best)
    }

    /// Judges some of the next layer.
    fn judge<S: Space>(
        &mut self,
        space: &mut S,
        best: &mut Best,
        start: u32,
    ) -> Result<(), S::Error> {
        let end = (start + TOGETHER as u32).min(self.nodes.len());
        let which: Vec<u32> = (start..end).collect();
        let taste = self.taste();
        self.expansion
            .look(space, &self.nodes, &which, best, "beam")?;
        let choices = match taste {
            Taste::Safe => self
                .expansion
                .safe(space, &self.nodes, &which, best, true)?,
            _ => self.expansion.choices(which.len()),
        };
        let over = self.expansion.seen.over.clone();
        let paid = self.expansion.seen.paid.clone();
        let estimates = match taste {
            Taste::Near => self.expansion.estimate(space, &self.nodes, start..end),
            _ => &[],
        };
        for (index, node) in which.into_iter().enumerate() {
            let left = estimates.get(index).copied().unwrap_or(0);
            if over[index] || left == u32::MAX {
                continue;
            }
            let paid = self.nodes.paid(node) + paid[index];
            let looks = taste.looks(left, paid, choices[index]);
            let draw = draw(self.nodes.state(node), self.seed);
            self.keys.push((u64::from(looks) << 32 | draw >> 32, node));
        }
        Ok(())
    }

    /// Goes to the best of the next layer, or to the next pass.
    fn descend<S: Space>(&mut self, space: &S) {
        let width = self.width();
        if self.keys.len() > width {
            self.keys.select_nth_unstable(width);
            self.keys.truncate(width);
        }
        self.layer.clear();
        self.layer.extend(self.keys.iter().map(|(_, node)| *node));
        self.keys.clear();
        self.followed = 0;
        self.next = self.nodes.len();
        if self.layer.is_empty() {
            let pass = self.pass + 1;
            let seed = self.seed.wrapping_add(STEP);
            *self = Self::new(space, seed);
            self.pass = pass;
        }
    }
}

impl<S: Space> Method<S> for Beam {
    fn advance(
        &mut self,
        space: &mut S,
        best: &mut Best,
        memory: usize,
    ) -> Result<Progress, S::Error> {
        if self.nodes.is_full(memory) {
            return Ok(Progress::Stuck);
        }
        let judged = self.next;
        if self.followed < self.layer.len() {
            self.follow(space, best)?;
        } else if judged < self.nodes.len() {
            self.judge(space, best, judged)?;
            self.next = (judged + TOGETHER as u32).min(self.nodes.len());
        } else {
            self.descend(space);
        }
        Ok(Progress::Working)
    }

    fn bytes(&self) -> usize {
        self.nodes.bytes()
    }
}
