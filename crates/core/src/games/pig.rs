//! The dice game Pig (Neller and Presser 2004, "Optimal play of the dice game Pig").

use super::{parameter, pay_from_others};
use crate::game::{
    Chance, Game, Info, Invalid, Many, Native, Outcomes, Parameter, Parameters, Turn, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;

const MOST_PLAYERS: usize = 8;

/// Roll a die as often as you dare: a 1 loses what this turn has brought, a hold banks it.
///
/// Who holds at `target` points or more wins. There is no limit to the length of a play.
#[derive(Clone, Debug)]
pub struct Pig {
    info: Info,
    target: u16,
    sides: u16,
}

/// The points that are banked, those of this turn, and whose turn it is.
///
/// Points beyond the target are not counted: they make no difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Points {
    banked: [u16; MOST_PLAYERS],
    turn: u16,
    player: u8,
}

/// What to do with the points of this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Put them at risk for more.
    Roll,
    /// Bank them.
    Hold,
}

impl Pig {
    fn banked(&self, points: &Points) -> u16 {
        points.banked[usize::from(points.player)]
    }

    fn pass(&self, points: &mut Points) {
        points.turn = 0;
        points.player = (points.player + 1) % self.info.players as u8;
    }

    fn roll(&self, points: &mut Points, die: u16) {
        if die == 1 {
            self.pass(points);
        } else {
            points.turn = (points.turn + die).min(self.target - self.banked(points));
        }
    }

    /// Banks the turn. The winner stays the player of the final state.
    fn hold(&self, points: &mut Points, rewards: &mut [f64]) {
        let player = usize::from(points.player);
        points.banked[player] += points.turn;
        points.turn = 0;
        if points.banked[player] == self.target {
            pay_from_others(rewards, player, 1.0);
        } else {
            self.pass(points);
        }
    }

    /// Whether rolls without a 1 can sum to `points`, counted up to `most`.
    fn can_roll(&self, points: i64, most: i64) -> bool {
        let even = points % 2 == 0;
        points == 0 || points == most || (points > 1 && (even || self.sides > 2))
    }

    fn parse(&self, value: &Value) -> Option<Points> {
        let [banked, turn, player] = value.as_list()? else {
            return None;
        };
        let (points, turn, player) = (banked.as_ints()?, turn.as_int()?, player.as_int()?);
        let target = i64::from(self.target);
        let mine = *points.get(usize::try_from(player).ok()?)?;
        let others_lost = (0..).zip(&points).all(|(i, n)| i == player || *n < target);
        let fits = points.len() == self.info.players
            && others_lost
            && points
                .iter()
                .all(|n| (0..=target).contains(n) && self.can_roll(*n, target))
            && (0..=target - mine).contains(&turn)
            && self.can_roll(turn, target - mine);
        if !fits {
            return None;
        }
        let mut banked = [0; MOST_PLAYERS];
        for (to, n) in banked.iter_mut().zip(points) {
            *to = n as u16;
        }
        Some(Points {
            banked,
            turn: turn as u16,
            player: player as u8,
        })
    }
}

impl Game for Pig {
    type State = Points;
    type Action = Action;
    type Players = Many;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Points, Infallible> {
        Ok(Points {
            banked: [0; MOST_PLAYERS],
            turn: 0,
            player: 0,
        })
    }

    fn turn(&self, points: &Points) -> Result<Turn, Infallible> {
        Ok(if self.banked(points) == self.target {
            Turn::Over
        } else {
            Turn::Player(points.player)
        })
    }

    fn actions(&self, _: &Points, into: &mut Vec<Action>) -> Result<(), Infallible> {
        into.extend([Action::Roll, Action::Hold]);
        Ok(())
    }

    fn apply(
        &self,
        points: &mut Points,
        action: Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        match action {
            Action::Roll => self.roll(points, rng.below(self.sides.into()) as u16 + 1),
            Action::Hold => self.hold(points, rewards),
        }
        Ok(())
    }

    fn outcomes(
        &self,
        points: &Points,
        action: Action,
        into: &mut Outcomes<Points>,
    ) -> Result<(), Infallible> {
        if action == Action::Hold {
            let mut next = *points;
            self.hold(&mut next, into.reserve(1.0));
            into.finish(next);
            return Ok(());
        }
        for die in 1..=self.sides {
            let mut next = *points;
            self.roll(&mut next, die);
            into.reserve(1.0 / f64::from(self.sides));
            into.finish(next);
        }
        Ok(())
    }
}

impl Native for Pig {
    const NAME: &'static str = "pig";
    const SUMMARY: &'static str = "roll for more points, or hold and keep them";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("players", Value::Int(2), "2 to 8"),
            parameter("target", Value::Int(100), "points that win, 1 to 10000"),
            parameter("sides", Value::Int(6), "sides of the die, 2 to 1000"),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let players = given.int("players", 2, MOST_PLAYERS as i64)? as usize;
        let target = given.int("target", 1, 10_000)? as u16;
        let sides = given.int("sides", 2, 1000)? as u16;
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players,
                chance: Chance::Explicit,
                horizon: None,
                returns: Some((-1.0 / (players - 1) as f64, 1.0)),
                constant_sum: true,
            },
            target,
            sides,
        })
    }

    /// `((points each player has banked), points of this turn, player)`, none beyond the target.
    fn state_value(&self, points: &Points) -> Value {
        let banked = &points.banked[..self.info.players];
        Value::List(vec![
            Value::ints(banked.iter().map(|n| i64::from(*n))),
            Value::Int(points.turn.into()),
            Value::Int(points.player.into()),
        ])
    }

    fn parse_state(&self, value: &Value) -> Result<Points, Invalid> {
        self.parse(value).ok_or_else(|| {
            let start = Value::ints(vec![0; self.info.players]);
            Invalid(format!(
                "{value} is no state: give ((points banked by each player), points of this turn, \
                 player) that rolls of 2 to {} can lead to, none beyond {}, such as ({start}, 0, 0)",
                self.sides, self.target
            ))
        })
    }

    /// `'roll'` or `'hold'`.
    fn action_value(&self, action: Action) -> Value {
        let name = match action {
            Action::Roll => "roll",
            Action::Hold => "hold",
        };
        Value::Text(name.into())
    }

    fn render(&self, points: &Points) -> String {
        let line = |player: usize| {
            let turn = if player == usize::from(points.player) {
                format!(" + {}", points.turn)
            } else {
                String::new()
            };
            format!("player {player}: {}{turn}", points.banked[player])
        };
        (0..self.info.players)
            .map(line)
            .collect::<Vec<_>>()
            .join("\n")
    }
}
