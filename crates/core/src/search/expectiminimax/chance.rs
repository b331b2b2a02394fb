//! The walk of one iteration: chance. Star1 and Star2 of Ballard (1983); the arithmetic is in
//! [`super::spread`].

use super::Pruning;
use super::spread::{First, Span, Spread};
use super::walk::{Halt, Place, Walk};
use super::window::Window;
use crate::game::{Game, Outcomes, Turn};
use crate::search::Fault;

/// The outcome that is the only one that can happen, if there is one.
fn certain<S>(outcomes: &Outcomes<S>) -> Option<usize> {
    let mut possible = (0..outcomes.len()).filter(|i| outcomes.probabilities()[*i] > 0.0);
    let first = possible.next()?;
    possible.next().is_none().then_some(first)
}

impl<G: Game> Walk<'_, '_, G> {
    /// The mean over outcomes, or a bound on it outside the window. `at` is where they are, but for
    /// what they pay.
    pub fn mean(
        &mut self,
        outcomes: &Outcomes<G::State>,
        at: Place,
        window: Window,
    ) -> Result<f64, Halt<G::Error>> {
        if let Some(only) = certain(outcomes) {
            let paid = at.paid + self.max_gets(outcomes.rewards(only))?;
            return self.value(
                outcomes.state(only),
                Place { paid, ..at },
                window,
                First::Unseen,
            );
        }
        let mean = if self.parts.pruning == Pruning::None || !self.bounds.are_known() {
            self.whole_mean(outcomes, at)?
        } else {
            self.pruned_mean(outcomes, at, window)?
        };
        // What follows depends on chance, so there is no line.
        self.store.line(at.turns).clear();
        Ok(mean)
    }

    fn whole_mean(
        &mut self,
        outcomes: &Outcomes<G::State>,
        at: Place,
    ) -> Result<f64, Halt<G::Error>> {
        let mut mean = 0.0;
        for (probability, state, rewards) in outcomes.iter() {
            if probability > 0.0 {
                let paid = at.paid + self.max_gets(rewards)?;
                let value = self.value(state, Place { paid, ..at }, Window::OPEN, First::Unseen)?;
                mean += probability * value;
            }
        }
        Ok(mean)
    }

    fn pruned_mean(
        &mut self,
        outcomes: &Outcomes<G::State>,
        at: Place,
        window: Window,
    ) -> Result<f64, Halt<G::Error>> {
        let mut spread = self.store.spreads.pop().unwrap_or_default();
        self.spread_out(outcomes, at.paid, &mut spread)?;
        let mut cut = None;
        if self.parts.pruning == Pruning::Star2 {
            cut = self.probe_all(outcomes, at, window, &mut spread)?;
        }
        if cut.is_none() {
            cut = self.search_all(outcomes, at, window, &mut spread)?;
        }
        let mean = cut.unwrap_or_else(|| spread.mean());
        self.store.spreads.push(spread);
        Ok(mean)
    }

    /// The outcomes that can happen, of which nothing is known yet but the bounds of the game.
    fn spread_out(
        &self,
        outcomes: &Outcomes<G::State>,
        paid: f64,
        spread: &mut Spread,
    ) -> Result<(), Halt<G::Error>> {
        spread.spans.clear();
        for (index, (probability, _, rewards)) in outcomes.iter().enumerate() {
            if probability > 0.0 {
                spread.spans.push(Span {
                    index,
                    probability,
                    paid: paid + self.max_gets(rewards)?,
                    low: self.bounds.low,
                    high: self.bounds.high,
                    settled: false,
                    first: First::Unseen,
                });
            }
        }
        spread.sum_up();
        Ok(())
    }

    /// Star1: searches one outcome after the other, until the whole is known or outside its window,
    /// and then gives a bound on it.
    fn search_all(
        &mut self,
        outcomes: &Outcomes<G::State>,
        at: Place,
        window: Window,
        spread: &mut Spread,
    ) -> Result<Option<f64>, Halt<G::Error>> {
        for nth in 0..spread.spans.len() {
            let Span {
                index,
                paid,
                settled,
                first,
                ..
            } = spread.spans[nth];
            if settled {
                continue;
            }
            let limits = spread.limits(nth, window);
            let mut cut = spread.decided(nth, limits, window);
            if cut.is_none() {
                let (state, at) = (outcomes.state(index), Place { paid, ..at });
                let value = self.value(state, at, spread.within(nth, limits), first)?;
                cut = spread.note(nth, value, limits, window);
            }
            if cut.is_some() {
                return Ok(cut);
            }
        }
        Ok(None)
    }

    /// The first part of Star2: looks at one action of each outcome, and at outcomes that are leaves.
    fn probe_all(
        &mut self,
        outcomes: &Outcomes<G::State>,
        at: Place,
        window: Window,
        spread: &mut Spread,
    ) -> Result<Option<f64>, Halt<G::Error>> {
        for nth in 0..spread.spans.len() {
            let limits = spread.limits(nth, window);
            let mut cut = spread.decided(nth, limits, window);
            if cut.is_none() {
                let span = &spread.spans[nth];
                let (state, at) = (
                    outcomes.state(span.index),
                    Place {
                        paid: span.paid,
                        ..at
                    },
                );
                cut = self.probe(state, at, window, (nth, limits), spread)?;
            }
            if cut.is_some() {
                return Ok(cut);
            }
        }
        Ok(None)
    }

    /// Looks at one outcome as far as it is cheap.
    fn probe(
        &mut self,
        state: &G::State,
        at: Place,
        window: Window,
        (nth, limits): (usize, Window),
        spread: &mut Spread,
    ) -> Result<Option<f64>, Halt<G::Error>> {
        let inner = spread.within(nth, limits);
        match self.game.turn(state).map_err(Fault::Game)? {
            Turn::Player(player) if at.depth > 0 => {
                let (value, only) = self.first_action(state, at, inner)?;
                if only {
                    return Ok(spread.note(nth, value, limits, window));
                }
                spread.probed(nth, value, player == 0, inner);
                Ok(spread.decided(nth, limits, window))
            }
            Turn::Chance if at.depth > 0 => Ok(None),
            _ => {
                let value = self.value(state, at, inner, First::Unseen)?;
                Ok(spread.note(nth, value, limits, window))
            }
        }
    }

    /// The value of the first action of a state, and whether it is the only one.
    fn first_action(
        &mut self,
        state: &G::State,
        at: Place,
        window: Window,
    ) -> Result<(f64, bool), Halt<G::Error>> {
        self.enter()?;
        let actions = self.legal(state)?;
        let (first, only) = (actions[0], actions.len() == 1);
        self.give_back(actions);
        Ok((self.follow(state, at, first, window)?, only))
    }
}
