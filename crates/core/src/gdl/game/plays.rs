//! Many random plays from the start, to see how long they are and what they pay.

use super::compiled::Compiled;
use super::rollout::Play;
use super::{GdlGame, Shared};
use crate::budget::{Clock, WallClock};
use crate::gdl::net::{Net, Playouts, Single, Tally};
use crate::gdl::{Diagnostic, Interpreter, TermId};
use crate::rng::Rng;
use std::time::Duration;

/// Steps between two looks at how many plays are over.
const STEPS: usize = 8;
/// Gates up to which four words of plays go at once; with more it is two.
const SMALL: usize = 50_000;
/// Plays that tell which form is quicker, and the most steps of each.
const TRIALS: u64 = 3;
const TRIAL: u32 = 20;

/// What makes random plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plays {
    /// The interpreter.
    Interpreted,
    /// The net, one play after the other: the same plays.
    Single,
    /// The net, many plays at once: others.
    Together,
}

impl GdlGame {
    /// At least so many random plays from the start, in which each role makes any of its legal
    /// moves; what each role is paid is its largest goal value. A net must be there for those that
    /// it makes.
    ///
    /// # Errors
    /// Those of the rules; [`Tally::stuck`] counts plays that could not go on.
    pub fn plays(&self, by: Plays, least: u64, rng: &mut Rng) -> Result<Option<Tally>, Diagnostic> {
        let compiled = self.shared.building.made();
        Ok(match (by, compiled) {
            (Plays::Interpreted, _) => Some(self.interpreted(least, rng)?),
            (Plays::Single, Some(compiled)) => Some(self.single(compiled, least, rng)),
            (Plays::Together, Some(compiled)) => {
                let start = self.terms(&self.initial);
                Some(match compiled.net.sizes().gates {
                    0..SMALL => together::<4>(&compiled.net, &start, least, rng),
                    _ => together::<2>(&compiled.net, &start, least, rng),
                })
            }
            (_, None) => None,
        })
    }

    fn tally(&self) -> Tally {
        Tally {
            sums: vec![0.0; self.roles.len()],
            ..Tally::default()
        }
    }

    fn interpreted(&self, least: u64, rng: &mut Rng) -> Result<Tally, Diagnostic> {
        let mut game = self.shared.engine().interpreter.clone();
        let mut tally = self.tally();
        while tally.plays < least {
            let end = self.shared.walk(&mut game, u32::MAX, &mut tally, rng)?;
            let goals = game.goals(&end)?;
            let largest = goals.iter().map(|values| values.last().copied());
            add(&mut tally, largest);
        }
        Ok(tally)
    }

    fn single(&self, compiled: &Compiled, least: u64, rng: &mut Rng) -> Tally {
        let (net, mut tally) = (&compiled.net, self.tally());
        let start = net.bits(&self.terms(&self.initial));
        let start = start.expect("plays begin there");
        let mut single = Single::new(net);
        while tally.plays < least {
            single.load(net, &start);
            let mut play = Play::new(compiled, &self.shared.scoring, &mut single, rng);
            let ended = play.walk(&[]).is_ok();
            tally.steps += u64::from(play.steps);
            tally.stuck += u64::from(!ended);
            single.pay(net);
            let roles = 0..self.roles.len();
            add(&mut tally, roles.map(|role| single.goal(net, role).1));
        }
        tally
    }
}

impl Shared {
    /// Whether the net makes a few steps sooner than the interpreter.
    pub(super) fn is_quicker(&self, compiled: &Compiled, mut game: Interpreter) -> bool {
        let (clock, mut best) = (WallClock::new(), [Duration::MAX; 2]);
        let start = compiled.net.bits(game.initial());
        let (start, mut single) = (
            start.expect("plays begin there"),
            Single::new(&compiled.net),
        );
        for trial in 0..TRIALS {
            let mut tally = Tally::default();
            let begun = clock.now();
            let rng = || Rng::new(trial, "trial");
            let end = self.walk(&mut game, TRIAL, &mut tally, &mut rng());
            let goals = end.and_then(|end| match game.terminal(&end)? {
                true => game.goals(&end).map(drop),
                false => Ok(()),
            });
            if goals.is_err() {
                return true;
            }
            let between = clock.now();
            single.load(&compiled.net, &start);
            let mut rng = rng();
            let mut play = Play::new(compiled, &self.scoring, &mut single, &mut rng);
            _ = play.walk_for(TRIAL, &[]);
            if single.terminal(&compiled.net) {
                single.pay(&compiled.net);
            }
            // Other programs may have come between: the shortest time counts.
            best[0] = best[0].min(between - begun);
            best[1] = best[1].min(clock.now() - between);
        }
        best[1] <= best[0]
    }

    /// One play of at most so many steps; the state at its end.
    fn walk(
        &self,
        game: &mut Interpreter,
        most: u32,
        tally: &mut Tally,
        rng: &mut Rng,
    ) -> Result<Vec<TermId>, Diagnostic> {
        let mut state = game.initial().to_vec();
        let last = tally.steps.saturating_add(most.into());
        while tally.steps < last && !game.terminal(&state)? {
            let legal = game.legal(&state)?;
            if legal.iter().any(Vec::is_empty) {
                tally.stuck += 1;
                break;
            }
            let joint = self.drawn(&legal, rng);
            state = game.next(&state, &joint)?;
            tally.steps += 1;
        }
        Ok(state)
    }

    /// A legal move of each role, drawn as [`Play`] draws them.
    fn drawn(&self, legal: &[Vec<TermId>], rng: &mut Rng) -> Vec<TermId> {
        if legal.iter().all(|moves| moves.len() == 1) {
            rng.below(1);
        }
        let roles = legal.iter().enumerate();
        let drawn = roles.map(|(role, moves)| match moves.len() {
            1 => moves[0],
            count => {
                if self.scoring.players[role].is_none() {
                    rng.below(1);
                }
                moves[rng.below(count)]
            }
        });
        drawn.collect()
    }
}

/// Counts a play, and what it paid each role.
fn add(tally: &mut Tally, goals: impl Iterator<Item = Option<i64>>) {
    tally.plays += 1;
    for (sum, goal) in tally.sums.iter_mut().zip(goals) {
        *sum += goal.unwrap_or(0) as f64;
    }
}

fn together<const N: usize>(net: &Net, start: &[TermId], least: u64, rng: &mut Rng) -> Tally {
    let mut playouts = Playouts::<N>::new(net, start);
    loop {
        let tally = playouts.run(STEPS, rng);
        if tally.plays >= least {
            return tally.clone();
        }
    }
}
