//! Selection: from the root to a leaf.

use super::back_up::approach;
use super::{DEEPEST, Fault, Mcts, Opponents, Step};
use crate::game::{Game, MAX_PLIES, Numbers, Outcomes, Players, Stuck, Turn};
use crate::policy::{Policy, Rule};
use crate::rng::Rng;
use crate::stats::Arms;
use crate::tree::{NONE, Proven, ROOT};

/// An arm, and whether it was taken because it lacks first samples.
struct Chosen {
    arm: u32,
    first: bool,
    probability: f64,
}

impl<G: Game> Mcts<G> {
    /// Walks to a leaf: a state that is over or proven, or the outcome of an arm that lacks first samples.
    #[inline]
    pub(super) fn select(&mut self) -> Result<u32, Fault<G::Error>> {
        self.path.clear();
        self.rewards.clear();
        if let Some(state) = &mut self.state {
            state.clone_from(&self.root);
        }
        let mut node = ROOT;
        loop {
            self.visit(node);
            let here = self.tree.node(node);
            if here.turn == Turn::Over || here.proven == Proven::Worth {
                return Ok(node);
            }
            if self.path.len() == DEEPEST {
                return Err(Fault::Stuck(Stuck::Endless(MAX_PLIES)));
            }
            if !self.tree.node(node).is_listed() {
                self.expand(node)?;
            }
            let chosen = self.choose(node)?;
            let child = self.follow(node, &chosen)?;
            if chosen.first {
                self.visit(child);
                return Ok(child);
            }
            node = child;
        }
    }

    #[inline]
    fn visit(&mut self, node: u32) {
        self.tree.node_mut(node).visits += 1;
        self.latest = node;
    }

    /// The arm to take at a node.
    #[inline]
    fn choose(&mut self, node: u32) -> Result<Chosen, Fault<G::Error>> {
        let arms = self.tree.node(node).arms();
        let player = match self.tree.node(node).turn {
            Turn::Player(player) => player,
            Turn::Chance | Turn::Over => return Ok(certain(arms.start)),
        };
        if player == self.searcher {
            return self.choose_by_policy(node, player, true);
        }
        match &mut self.parts.opponents {
            Opponents::Same => self.choose_by_policy(node, player, true),
            Opponents::Policy(_) => self.choose_by_policy(node, player, false),
            Opponents::Random => Ok(certain(arms.start + self.rng.below(arms.len()) as u32)),
            Opponents::Fixed(choose) => {
                let actions = &mut self.scratch.actions;
                actions.clear();
                actions.extend(arms.clone().map(|arm| self.tree.arm(arm).action));
                let state = &self.tree.node(node).state;
                let chosen = choose(state, actions, &mut self.rng).map_err(Fault::Foreign)?;
                Ok(certain(arms.start + checked(chosen, arms.len())?))
            }
        }
    }

    /// The arm to take where a policy decides: any that lacks first samples, or the policy's.
    #[inline]
    fn choose_by_policy(
        &mut self,
        node: u32,
        player: u8,
        own: bool,
    ) -> Result<Chosen, Fault<G::Error>> {
        let shares = self.tree.shares();
        if shares {
            self.tree.refresh(node);
        }
        let narrowed = self.narrow(node);
        let blends = self.parts.rave.is_some();
        let borrowed = self.blend(node, player, narrowed);
        let first = self.tree.node(node).arms().start;
        let open = &self.scratch.open;
        if narrowed && open.arms.is_empty() {
            return Ok(certain(first));
        }
        let (mut rows, mut scores) = (self.tree.rows(node), self.tree.scores(node));
        if narrowed || blends {
            rows = &open.rows;
        }
        if narrowed {
            scores = &open.scores;
        }
        let arm_at = |nth: u32| {
            if narrowed {
                open.arms[nth as usize]
            } else {
                first + nth
            }
        };
        let policy = match &mut self.parts.opponents {
            Opponents::Policy(policy) if !own => policy,
            _ => &mut self.parts.policy,
        };
        let n0 = match node {
            ROOT => f64::from(policy.root_n0),
            _ => f64::from(policy.n0),
        };
        if !self.tree.node(node).settled {
            // What is known of an arm by later moves takes the place of first samples.
            let least = if blends { 1.0 } else { n0 };
            if let Some(nth) = lacking(rows, least, &mut self.rng) {
                return Ok(Chosen {
                    first: true,
                    ..certain(arm_at(nth))
                });
            }
        }
        let view = Arms {
            rows: Numbers::flatten(rows),
            stride: 2 + G::Players::MOST,
            mover: usize::from(player),
            scores,
            total: if shares {
                rows.iter().map(|row| row.get()[0]).sum()
            } else {
                f64::from(self.tree.node(node).left + borrowed)
            },
            prior_variance: policy.prior_variance,
            scale: self.scales[usize::from(player)],
        };
        let rule = Policy::rule_at(policy, node == ROOT);
        let chosen = rule.choose(&view, &mut self.rng).map_err(Fault::Foreign)?;
        let probability = if view.scores.is_empty() {
            1.0
        } else {
            rule.probability()
        };
        let arm = arm_at(checked(chosen, rows.len())?);
        self.tree.node_mut(node).settled = true;
        Ok(Chosen {
            arm,
            first: blends && self.tree.row(arm)[0] < n0,
            probability,
        })
    }

    /// Takes an arm: counts it, draws what comes of it, and puts the step on the path.
    #[inline]
    fn follow(&mut self, node: u32, chosen: &Chosen) -> Result<u32, Fault<G::Error>> {
        let arm = chosen.arm;
        let mut paid = NONE;
        let certain = self.tree.arm(arm).child;
        let (link, child) = if certain != NONE {
            (self.tree.arm(arm).link, certain)
        } else {
            if !(self.certain || self.listed) {
                paid = self.rewards.len() as u32;
            }
            let link = if self.listed {
                self.draw_listed(node, arm)?
            } else if self.certain {
                self.lead(node, arm)?
            } else {
                self.draw(node, arm)?
            };
            (link, self.tree.link(link).child)
        };
        self.tree.row_mut(arm)[0] += 1.0;
        self.tree.node_mut(node).left += 1;
        self.tree.link_mut(link).count += 1;
        self.path.push(Step {
            node,
            arm,
            link,
            paid,
            probability: chosen.probability,
        });
        Ok(child)
    }

    /// Finds out where an arm without chance leads; gives its link.
    pub(super) fn lead(&mut self, node: u32, arm: u32) -> Result<u32, Fault<G::Error>> {
        let link = self.draw(node, arm)?;
        self.tree.arm_mut(arm).child = self.tree.link(link).child;
        Ok(link)
    }

    /// Lets the game draw the outcome; gives its link.
    fn draw(&mut self, node: u32, arm: u32) -> Result<u32, Fault<G::Error>> {
        let before = self.state.as_ref().unwrap_or(&self.tree.node(node).state);
        let mut state = before.clone();
        let action = self.tree.arm(arm).action;
        self.scratch.reward = Numbers::ZERO;
        let reward = &mut self.scratch.reward.get_mut()[..self.players];
        self.game
            .apply(&mut state, action, &mut self.rng, reward)
            .map_err(Fault::Game)?;
        self.generated += 1;
        if !self.certain {
            self.rewards.push(self.scratch.reward);
        }
        let (child, new) = self.child(node, arm, &state)?;
        if let Some(place) = &mut self.state {
            *place = state;
        }
        let link = if new {
            NONE
        } else {
            self.tree.link_to(arm, child)
        };
        if link == NONE {
            return Ok(self
                .tree
                .add_link(arm, child, 0.0, self.scratch.reward.get()));
        }
        // The same state can pay differently each time: the link keeps the mean.
        let reward = self.scratch.reward.get();
        if reward.iter().any(|reward| *reward != 0.0) || self.tree.reward(link).is_some() {
            let count = f64::from(self.tree.link(link).count) + 1.0;
            approach(self.tree.reward_mut(link), reward, count);
        }
        Ok(link)
    }

    /// Draws the outcome from the list of all; gives its link.
    fn draw_listed(&mut self, node: u32, arm: u32) -> Result<u32, Fault<G::Error>> {
        if self.tree.arm(arm).link == NONE {
            self.list_outcomes(node, arm)?;
        }
        let probabilities = &mut self.scratch.probabilities;
        probabilities.clear();
        probabilities.extend(
            self.tree
                .links_of(arm)
                .map(|(link, _)| self.tree.probability(link)),
        );
        let nth = self.rng.index(probabilities);
        let (link, _) = self.tree.links_of(arm).nth(nth).expect("one of them");
        Ok(link)
    }

    /// Gives `arm` a link for each state that may follow; outcomes with equal states are one link
    /// that pays their mean.
    fn list_outcomes(&mut self, node: u32, arm: u32) -> Result<(), Fault<G::Error>> {
        let mut outcomes = Outcomes::new(self.players);
        let state = &self.tree.node(node).state;
        let action = self.tree.arm(arm).action;
        self.game
            .outcomes(state, action, &mut outcomes)
            .map_err(Fault::Game)?;
        self.generated += outcomes.len() as u64;
        // All nodes before the first link: an arm has all its links or none.
        let children = (0..outcomes.len())
            .map(|i| Ok(self.child(node, arm, outcomes.state(i))?.0))
            .collect::<Result<Vec<u32>, _>>()?;
        for ((probability, _, rewards), child) in outcomes.iter().zip(children) {
            let link = self.tree.link_to(arm, child);
            if link == NONE {
                self.tree.add_link(arm, child, probability, rewards);
                continue;
            }
            let whole = self.tree.probability_mut(link);
            *whole += probability;
            let share = probability / *whole;
            approach(self.tree.reward_mut(link), rewards, 1.0 / share);
        }
        Ok(())
    }

    /// The node of a state that `arm` of `node` led to, and whether it is new.
    fn child(
        &mut self,
        node: u32,
        arm: u32,
        state: &G::State,
    ) -> Result<(u32, bool), Fault<G::Error>> {
        let (seen, game) = (self.seen(state)?, &self.game);
        self.tree
            .node_of(&seen, node, arm, |state| game.turn(state))
            .map_err(Fault::Game)
    }
}

fn certain(arm: u32) -> Chosen {
    Chosen {
        arm,
        first: false,
        probability: 1.0,
    }
}

/// One of the arms that have fewer samples than that.
#[inline]
fn lacking<R: Numbers>(rows: &[R], least: f64, rng: &mut Rng) -> Option<u32> {
    let lacking = || (0u32..).zip(rows).filter(|(_, row)| row.get()[0] < least);
    let lack = lacking().count();
    let nth = (lack > 0).then(|| lacking().nth(rng.below(lack)))?;
    nth.map(|(nth, _)| nth)
}

fn checked<E>(chosen: usize, arms: usize) -> Result<u32, Fault<E>> {
    if chosen < arms {
        Ok(chosen as u32)
    } else {
        Err(Fault::NoSuchArm { chosen, arms })
    }
}
