//! What the search found, read off its tree.

use super::{Mcts, Row};
use crate::game::{Game, Numbers, Turn};
use crate::stats::{Summary, apcs, root_bound};
use crate::tree::ROOT;

/// What is known of one action at the root.
#[derive(Clone, Copy, Debug)]
pub struct ArmReport<A> {
    /// The action.
    pub action: A,
    /// Its samples, seen by the player to move.
    pub summary: Summary,
}

impl<G: Game> Mcts<G> {
    /// The actions at the root in the order of the game.
    pub fn arms(&self) -> Vec<ArmReport<G::Action>> {
        let arms = self.tree.node(ROOT).arms();
        let summaries = self.summaries();
        arms.zip(summaries)
            .map(|(arm, summary)| ArmReport {
                action: self.tree.arm(arm).action,
                summary,
            })
            .collect()
    }

    /// The samples of the actions at the root. Where their means are computed anew all the time, the
    /// square of their [`Drift`](crate::stats::Drift) counts as well.
    pub fn summaries(&self) -> Vec<Summary> {
        let mean = 2 + usize::from(self.searcher);
        let summary = |(nth, row): (usize, &Row<G>)| {
            let row = row.get();
            let known = |least: f64, value: f64| if row[0] >= least { value } else { f64::NAN };
            let drift = self.drifts.get(nth).map_or(0.0, |d| d.of(row[mean]));
            Summary {
                count: row[0] as u32,
                mean: known(1.0, row[mean]),
                variance: known(2.0, row[1] / (row[0] - 1.0) + drift * drift * row[0]),
            }
        };
        let rows = self.tree.rows(ROOT).iter();
        rows.enumerate().map(summary).collect()
    }

    /// The index of the action to take: the first that is worth what is proven of the root, or what
    /// the rule of choice picks.
    pub fn best(&self) -> usize {
        let proven = self.proven_best();
        proven.unwrap_or_else(|| self.parts.choice.pick(&self.summaries()))
    }

    /// The approximate probability that [`Mcts::best`] is the best action, and the bound on it.
    pub fn trust(&self) -> (Option<f64>, Option<f64>) {
        if self.is_proven() {
            return (Some(1.0), Some(1.0));
        }
        let arms = self.summaries();
        let best = self.parts.choice.pick(&arms);
        (apcs(&arms, best), root_bound(&arms, best))
    }

    /// The actions that players and chance would most likely take from the root on: the chosen
    /// one, then the best visited for its mover, through the most frequent outcomes, as far as
    /// the tree was visited at least twice.
    pub fn line(&self) -> Vec<(G::State, G::Action)> {
        let mut line = Vec::new();
        let mut node = ROOT;
        let mut arm = self.tree.node(ROOT).arms().start + self.best() as u32;
        while line.len() < 64 && self.tree.visits(arm) > 0 {
            line.push((
                self.tree.node(node).state.clone(),
                self.tree.arm(arm).action,
            ));
            let latest = self.tree.links_of(arm).map(|(_, link)| *link);
            // The first of the most frequent.
            let Some(link) =
                latest.reduce(|best, link| if link.count > best.count { link } else { best })
            else {
                break;
            };
            node = link.child;
            let entry = self.tree.node(node);
            if entry.visits < 2 || !entry.is_listed() {
                break;
            }
            arm = match entry.turn {
                Turn::Player(player) => self.best_visited(node, usize::from(player)),
                Turn::Chance | Turn::Over => entry.arms().start,
            };
        }
        line
    }

    fn best_visited(&self, node: u32, player: usize) -> u32 {
        super::back_up::best_arm::<G>(&self.tree, node, player)
    }
}
