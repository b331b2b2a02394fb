//! One computation: down to the state to be expanded, and one of its successors generated.

use super::numbers::{CLEAN, Known, NEVER, choice, combined, swapped};
use super::table::{Entry, hash_of};
use super::{Child, Frame, ProofNumber};
use crate::game::{Game, MAX_PLIES, Stuck, Turn};
use crate::search::Fault;
use std::mem::size_of;

/// The number of actions of a state as its first number: the more replies there are, the more is
/// to be shown.
fn mobility(actions: u64) -> u32 {
    actions.clamp(1, 1 << 16) as u32
}

impl<G: Game> Frame<G> {
    fn sides(&self) -> impl Iterator<Item = (u32, u32)> {
        let mover = self.prover_moves;
        self.children.iter().map(move |c| c.known.sides(mover))
    }

    fn is_expanded(&self) -> bool {
        self.decided || self.children.len() == self.actions.len()
    }

    /// The proof and the disproof number.
    fn numbers(&self) -> (u32, u32) {
        swapped(self.prover_moves, combined(self.sides()))
    }

    /// The bound on the prover's return that its successors show, and the depth it leans on. One
    /// of those with this answer is enough where the player who wants it moves: the one that leans
    /// the least, then the one with the best bound. Else it takes all of them.
    fn bound(&self, answer: bool) -> (f64, u32) {
        let sign = if answer { 1.0 } else { -1.0 };
        let solved = self
            .children
            .iter()
            .filter(|c| c.known.answer() == Some(answer));
        let bounds = solved.map(|child| {
            let known = &child.known;
            let bound = if answer { known.low } else { known.high };
            (known.leans, sign * (child.reward + bound))
        });
        let joined = if self.prover_moves == answer {
            bounds.reduce(|a, b| if b > a { b } else { a })
        } else {
            bounds.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1)))
        };
        let (leans, bound) = joined.expect("an answer comes from a successor");
        (sign * bound, leans)
    }

    /// What is known of it, `depth` actions from the root.
    fn known(&self, depth: usize) -> Known {
        let (proof, disproof) = self.numbers();
        let mut known = Known::open(proof, disproof);
        if let Some(answer) = known.answer() {
            let (bound, leans) = self.bound(answer);
            // What leans on this state itself, or on one below, holds wherever it is reached.
            known.leans = if leans as usize >= depth {
                CLEAN
            } else {
                leans
            };
            *(if answer {
                &mut known.low
            } else {
                &mut known.high
            }) = bound;
        }
        known
    }
}

impl<G: Game> ProofNumber<G> {
    /// Goes to where the next state is to be generated and does so, or finds the answer.
    pub(super) fn step(&mut self) -> Result<(), Fault<G::Error>> {
        while self.answer.is_none() {
            let top = &self.frames[self.height - 1];
            if !top.is_expanded() {
                return self.generate();
            }
            let (numbers, most) = (top.numbers(), top.most);
            let solved = numbers.0 == 0 || numbers.1 == 0;
            if !solved && numbers.0 < most.0 && numbers.1 < most.1 {
                self.descend()?;
            } else if self.height > 1 {
                self.ascend();
            } else {
                self.answered(numbers.0 == 0);
                return Ok(());
            }
        }
        Ok(())
    }

    fn generate(&mut self) -> Result<(), Fault<G::Error>> {
        let top = &self.frames[self.height - 1];
        let action = top.actions[top.children.len()];
        let (mut state, mut rewards) = (top.state.clone(), [0.0; 2]);
        self.game
            .apply(&mut state, action, &mut self.rng, &mut rewards)
            .map_err(Fault::Game)?;
        if rewards[0] + rewards[1] != 0.0 {
            return Err(Fault::NotZeroSum);
        }
        let (hash, reward) = (hash_of(&state), rewards[self.prover]);
        let paid = top.paid + reward;
        let known = match self.game.turn(&state).map_err(Fault::Game)? {
            Turn::Over => Known::decided(0.0, 0.0, paid, self.goal()).expect("a return decides"),
            Turn::Player(player) => self.look_up(&state, hash, player, paid)?,
            Turn::Chance => return Err(Fault::HasChance),
        };
        self.nodes += 1;
        let top = &mut self.frames[self.height - 1];
        top.decided = known.answer() == Some(top.prover_moves);
        let room = top.children.capacity();
        top.children.push(Child {
            state,
            hash,
            reward,
            known,
        });
        self.held += (top.children.capacity() - room) * size_of::<Child<G>>();
        Ok(())
    }

    /// What is known of a state that is not over, before it is searched here.
    fn look_up(
        &self,
        state: &G::State,
        hash: u64,
        player: u8,
        paid: f64,
    ) -> Result<Known, Fault<G::Error>> {
        let entry = self.table.get(hash, state);
        let (low, high) = entry.map_or((f64::NEG_INFINITY, f64::INFINITY), |e| self.view(e));
        if let Some(known) = Known::decided(low, high, paid, self.goal()) {
            return Ok(known);
        }
        if let Some(depth) = self.depth_of(state, hash) {
            if self.frames[depth..self.height]
                .iter()
                .any(|f| f.paid != paid)
            {
                return Err(Fault::PaidRound);
            }
            return Ok(Known::again(depth as u32, paid, self.goal()));
        }
        let (proof, disproof) = match entry {
            Some(entry) if entry.question == self.question => (entry.proof, entry.disproof),
            _ => {
                let actions = self.game.count(state).map_err(Fault::Game)?;
                swapped(usize::from(player) == self.prover, (1, mobility(actions)))
            }
        };
        Ok(Known {
            low,
            high,
            ..Known::open(proof, disproof)
        })
    }

    /// The depth of an equal state on the way. Where plays are known to end there is none.
    fn depth_of(&self, state: &G::State, hash: u64) -> Option<usize> {
        if self.game.info().horizon.is_some() {
            return None;
        }
        self.frames[..self.height]
            .iter()
            .position(|frame| frame.hash == hash && frame.state == *state)
    }

    /// The bounds of an entry as the prover sees them, or the bounds of the prover as an entry has
    /// them.
    pub(super) fn view(&self, entry: &Entry) -> (f64, f64) {
        if self.prover == 0 {
            (entry.low, entry.high)
        } else {
            (-entry.high, -entry.low)
        }
    }

    fn descend(&mut self) -> Result<(), Fault<G::Error>> {
        let horizon = self.game.info().horizon.unwrap_or(MAX_PLIES).min(MAX_PLIES);
        if self.height >= horizon as usize {
            return Err(Fault::Stuck(Stuck::Endless(horizon)));
        }
        let top = &self.frames[self.height - 1];
        let mover = top.prover_moves;
        let chosen = choice(top.sides(), swapped(mover, top.most));
        let child = &top.children[chosen.index];
        let (state, hash, paid) = (child.state.clone(), child.hash, top.paid + child.reward);
        let player = self.game.turn(&state).map_err(Fault::Game)?;
        let actions = self.actions(&state)?;
        self.frames[self.height - 1].chosen = chosen.index;
        self.push(Frame {
            state,
            hash,
            prover_moves: player == Turn::Player(self.prover as u8),
            paid,
            most: swapped(mover, chosen.most),
            actions,
            children: Vec::new(),
            decided: false,
            chosen: 0,
            nodes: self.nodes,
        });
        Ok(())
    }

    fn push(&mut self, mut frame: Frame<G>) {
        if let Some(kept) = self.frames.get_mut(self.height) {
            frame.children = std::mem::take(&mut kept.children);
            frame.children.clear();
            *kept = frame;
        } else {
            self.frames.push(frame);
            self.held += size_of::<Frame<G>>();
        }
        self.height += 1;
    }

    /// Goes back up, and tells the state above and the table what was found.
    fn ascend(&mut self) {
        self.height -= 1;
        let below = &self.frames[self.height];
        let known = below.known(self.height);
        let spent = self.nodes - below.nodes;
        if known.answer().is_none() || known.leans == CLEAN {
            let (state, hash) = (below.state.clone(), below.hash);
            self.remember(&state, hash, &known, spent);
        }
        let above = &mut self.frames[self.height - 1];
        let child = &mut above.children[above.chosen].known;
        (child.proof, child.disproof) = (known.proof, known.disproof);
        child.low = child.low.max(known.low);
        child.high = child.high.min(known.high);
        child.leans = known.leans;
        child.work += spent;
    }

    fn remember(&mut self, state: &G::State, hash: u64, known: &Known, spent: u64) {
        let before = self.table.get(hash, state);
        let (low, high) = before.map_or((f64::NEG_INFINITY, f64::INFINITY), |e| (e.low, e.high));
        let work = before.map_or(0, |entry| entry.work);
        let mut entry = Entry {
            low: known.low,
            high: known.high,
            proof: known.proof.min(NEVER - 1),
            disproof: known.disproof.min(NEVER - 1),
            question: self.question,
            work: work.saturating_add(u32::try_from(spent).unwrap_or(u32::MAX)),
        };
        (entry.low, entry.high) = self.view(&entry);
        entry.low = entry.low.max(low);
        entry.high = entry.high.min(high);
        if known.answer().is_some() {
            // Should the bounds not decide with another sum on the way, it is open again.
            (entry.proof, entry.disproof) = (1, 1);
        }
        self.table.set(hash, state, entry);
    }
}
