//! Games whose states are numbers and whose rules are hashes of them.

use forethought_core::game::{Chance, Game, Info, Turn, Two};
use forethought_core::rng::Rng;
use std::convert::Infallible;

/// States lead to a few others. With levels every action leads to the next one, and some are noisy;
/// without, a play can come back to a state.
#[derive(Clone)]
pub struct Web {
    info: Info,
    seed: u64,
    /// States of a level, or of all.
    pub width: u32,
    levels: Option<u32>,
}

impl Web {
    pub fn new(seed: u64, width: u32, levels: Option<u32>) -> Self {
        let info = Info {
            name: "web".into(),
            players: 2,
            chance: Chance::None,
            horizon: levels,
            returns: None,
            constant_sum: true,
        };
        Self {
            info,
            seed,
            width,
            levels,
        }
    }

    fn draw(&self, of: u32, what: u32, below: u64) -> u64 {
        let seed = self.seed << 32 | u64::from(of);
        Rng::new(seed, &what.to_string()).next_u64() % below
    }

    /// What player 0 gets where the play ends.
    pub fn paid_at(&self, state: u32) -> Option<f64> {
        let ends = match self.levels {
            Some(levels) => state / self.width >= levels || self.draw(state, 0, 8) == 0,
            None => self.draw(state, 0, 4) == 0,
        };
        (ends && state > 0).then(|| self.draw(state, 1, 5) as f64 - 2.0)
    }

    pub fn after(&self, state: u32, action: u8) -> u32 {
        let next = self.draw(state, 10 + u32::from(action), u64::from(self.width)) as u32;
        match self.levels {
            Some(_) => (state / self.width + 1) * self.width + next,
            None => next,
        }
    }

    pub fn mover(&self, state: u32) -> u8 {
        self.draw(state, 2, 2) as u8
    }

    pub fn count(&self, state: u32) -> u8 {
        1 + self.draw(state, 3, 3) as u8
    }
}

impl Game for Web {
    type State = u32;
    type Action = u8;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<u32, Infallible> {
        Ok(0)
    }

    fn turn(&self, state: &u32) -> Result<Turn, Infallible> {
        Ok(match self.paid_at(*state) {
            Some(_) => Turn::Over,
            None => Turn::Player(self.mover(*state)),
        })
    }

    fn actions(&self, state: &u32, into: &mut Vec<u8>) -> Result<(), Infallible> {
        into.extend(0..Web::count(self, *state));
        Ok(())
    }

    fn apply(
        &self,
        state: &mut u32,
        action: u8,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        *state = self.after(*state, action);
        let paid = self.paid_at(*state).unwrap_or(0.0);
        rewards[0] += paid;
        rewards[1] -= paid;
        Ok(())
    }

    fn has_noisy(&self) -> bool {
        self.levels.is_some()
    }

    fn noisy(&self, state: &u32, action: u8) -> Result<bool, Infallible> {
        Ok(self.levels.is_some() && self.draw(*state, 20 + u32::from(action), 3) == 0)
    }

    fn hint(&self, state: &u32, action: u8) -> Result<i32, Infallible> {
        Ok(self.draw(*state, 30 + u32::from(action), 3) as i32)
    }
}

/// What each state of a web without levels is worth to player 0, where a play without end is worth
/// 0: the states from which a player can force an end that pays so much, level by level.
pub fn worth(web: &Web) -> Vec<f64> {
    let mut values = vec![0.0; web.width as usize];
    for pays in [1.0, 2.0] {
        for (player, sign) in [(0, 1.0), (1, -1.0)] {
            for (state, forced) in forces(web, player, sign, pays).into_iter().enumerate() {
                if forced {
                    values[state] = sign * pays;
                }
            }
        }
    }
    values
}

fn forces(web: &Web, player: u8, sign: f64, pays: f64) -> Vec<bool> {
    let mut forced: Vec<bool> = (0..web.width)
        .map(|state| web.paid_at(state).is_some_and(|paid| sign * paid >= pays))
        .collect();
    loop {
        let before = forced.clone();
        for state in (0..web.width).filter(|state| web.paid_at(*state).is_none()) {
            let mut after =
                (0..Web::count(web, state)).map(|a| before[web.after(state, a) as usize]);
            forced[state as usize] |= if web.mover(state) == player {
                after.any(|is| is)
            } else {
                after.all(|is| is)
            };
        }
        if forced == before {
            return forced;
        }
    }
}
