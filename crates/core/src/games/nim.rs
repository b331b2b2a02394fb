//! Nim with any number of players (Bouton 1901 for two).

use super::{parameter, pay_from_others};
use crate::game::{Chance, Game, Info, Invalid, Many, Native, Parameter, Parameters, Turn, Value};
use crate::rng::Rng;
use std::convert::Infallible;

const MOST_HEAPS: usize = 8;

/// Players take turns to take one or more objects from one heap, until there are none.
#[derive(Clone, Debug)]
pub struct Nim {
    info: Info,
    heaps: Vec<u8>,
    /// What the player who takes the last object gets: 1, or -1 in misère play.
    last: f64,
}

/// The objects left in each heap (0 beyond the last heap), and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Heaps {
    left: [u8; MOST_HEAPS],
    player: u8,
}

/// A number of objects to take from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take {
    heap: u8,
    objects: u8,
}

impl Nim {
    fn left<'a>(&self, heaps: &'a Heaps) -> &'a [u8] {
        &heaps.left[..self.heaps.len()]
    }

    /// Whether `player` can be to move when these objects are left: some number of moves, at least
    /// one for each heap that is not whole and at most one for each object taken, gets there.
    fn reaches(&self, left: &[i64], player: i64) -> bool {
        let taken = self.heaps.iter().zip(left).map(|(h, l)| i64::from(*h) - l);
        let fewest = taken.clone().filter(|n| *n > 0).count() as i64;
        let players = self.info.players as i64;
        fewest + (player - fewest).rem_euclid(players) <= taken.sum()
    }

    fn parse(&self, value: &Value) -> Option<Heaps> {
        let [left, player] = value.as_list()? else {
            return None;
        };
        let (ints, player) = (left.as_ints()?, player.as_int()?);
        let fits = ints.len() == self.heaps.len()
            && ints
                .iter()
                .zip(&self.heaps)
                .all(|(n, most)| (0..=i64::from(*most)).contains(n))
            && (0..self.info.players as i64).contains(&player);
        if !fits || !self.reaches(&ints, player) {
            return None;
        }
        let mut left = [0; MOST_HEAPS];
        for (to, n) in left.iter_mut().zip(ints) {
            *to = n as u8;
        }
        Some(Heaps {
            left,
            player: player as u8,
        })
    }
}

impl Game for Nim {
    type State = Heaps;
    type Action = Take;
    type Players = Many;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Heaps, Infallible> {
        let mut left = [0; MOST_HEAPS];
        left[..self.heaps.len()].copy_from_slice(&self.heaps);
        Ok(Heaps { left, player: 0 })
    }

    fn turn(&self, heaps: &Heaps) -> Result<Turn, Infallible> {
        Ok(if heaps.left == [0; MOST_HEAPS] {
            Turn::Over
        } else {
            Turn::Player(heaps.player)
        })
    }

    fn actions(&self, heaps: &Heaps, into: &mut Vec<Take>) -> Result<(), Infallible> {
        for (heap, left) in (0..).zip(self.left(heaps)) {
            into.extend((1..=*left).map(|objects| Take { heap, objects }));
        }
        Ok(())
    }

    fn apply(
        &self,
        heaps: &mut Heaps,
        take: Take,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        heaps.left[usize::from(take.heap)] -= take.objects;
        if heaps.left == [0; MOST_HEAPS] {
            pay_from_others(rewards, usize::from(heaps.player), self.last);
        }
        heaps.player = (heaps.player + 1) % self.info.players as u8;
        Ok(())
    }

    /// The share of objects that are taken.
    fn stage(&self, heaps: &Heaps) -> f64 {
        let sum = |heaps: &[u8]| heaps.iter().map(|n| f64::from(*n)).sum::<f64>();
        1.0 - sum(&heaps.left) / sum(&self.heaps)
    }
}

impl Native for Nim {
    const NAME: &'static str = "nim";
    const SUMMARY: &'static str = "take objects from heaps; the last one decides";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter(
                "heaps",
                Value::ints([3, 4, 5]),
                "objects in each heap: 1 to 8 heaps of 1 to 255",
            ),
            parameter("players", Value::Int(2), "2 to 255"),
            parameter(
                "play",
                Value::Text("normal".into()),
                "'normal': who takes the last object gets 1, which the others pay; 'misere': pays 1",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let heaps = given.get("heaps");
        let refuse = || {
            Invalid(format!(
                "heaps={heaps}: give 1 to {MOST_HEAPS} whole numbers from 1 to 255, such as (3, 4, 5)"
            ))
        };
        let heaps = heaps.as_ints().ok_or_else(refuse)?;
        let range = (1..=MOST_HEAPS).contains(&heaps.len());
        if !range || heaps.iter().any(|n| !(1..=255).contains(n)) {
            return Err(refuse());
        }
        let players = given.int("players", 2, 255)? as usize;
        let normal = given.choice("play", &["normal", "misere"])? == "normal";
        let (last, share) = (if normal { 1.0 } else { -1.0 }, 1.0 / (players - 1) as f64);
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players,
                chance: Chance::None,
                horizon: Some(heaps.iter().sum::<i64>() as u32),
                returns: Some(if normal { (-share, 1.0) } else { (-1.0, share) }),
                constant_sum: true,
            },
            heaps: heaps.into_iter().map(|n| n as u8).collect(),
            last,
        })
    }

    /// `((objects left in each heap), player to move)`.
    fn state_value(&self, heaps: &Heaps) -> Value {
        let left = Value::ints(self.left(heaps).iter().map(|n| i64::from(*n)));
        Value::List(vec![left, Value::Int(i64::from(heaps.player))])
    }

    fn parse_state(&self, value: &Value) -> Result<Heaps, Invalid> {
        self.parse(value).ok_or_else(|| {
            let whole = Value::ints(self.heaps.iter().map(|n| i64::from(*n)));
            Invalid(format!(
                "{value} is no state: give ((objects left in each heap), player) that moves from \
                 ({whole}, 0) can lead to"
            ))
        })
    }

    /// `(heap, objects to take)`.
    fn action_value(&self, take: Take) -> Value {
        Value::ints([take.heap, take.objects].map(i64::from))
    }

    fn render(&self, heaps: &Heaps) -> String {
        let heap = |(i, n): (usize, &u8)| format!("heap {i}: {n:3} {}", "o".repeat((*n).into()));
        let rows = self.left(heaps).iter().enumerate().map(heap);
        let mut lines: Vec<String> = rows.map(|row| row.trim_end().to_string()).collect();
        lines.push(format!("player {} moves", heaps.player));
        lines.join("\n")
    }
}
