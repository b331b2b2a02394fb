//! "EinStein würfelt nicht!" (Ingo Althöfer 2004): a race with a die, and a coin for who begins.

mod evaluation;
mod text;

use super::{parameter, pay_from_others};
use crate::game::{
    Chance, Evaluation, Game, Info, Invalid, Native, Outcomes, Parameter, Parameters, Turn, Two,
    Value,
};
use crate::rng::Rng;
use std::convert::Infallible;
use std::sync::Arc;

/// Each player has numbered stones in a corner. A die says which of them goes: if it is gone, the
/// next lower or the next higher one does. A stone goes one square towards the opposite corner,
/// straight or diagonally, and takes what stands there, of either player. Who reaches the opposite
/// corner or takes the last stone of the other wins.
///
/// Square `row * size + column` counts from the top left corner, where player 0 starts.
#[derive(Clone, Debug)]
pub struct Einstein {
    info: Info,
    size: u8,
    /// Stones of a player, and sides of the die.
    stones: u8,
    start: Stones,
}

const MOST_STONES: usize = 6;
/// The squares of each player's stones, by their numbers less 1.
type Stones = [[u8; MOST_STONES]; 2];
/// Where a stone is that was taken, or never was.
const GONE: u8 = u8::MAX;

/// Where the stones are, and what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Race {
    of: Stones,
    /// What the die shows, or 0 before it is rolled.
    die: u8,
    next: Next,
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Next {
    /// The coin says who begins.
    Coin,
    /// This player rolls, or moves if the die is rolled.
    Player(u8),
    /// Nothing.
    Over,
}

/// What may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// To toss the coin, or roll the die.
    Chance,
    /// To go from one square to another.
    Go {
        /// The square of the stone before.
        from: u8,
        /// The square of the stone after.
        to: u8,
    },
}

impl Einstein {
    fn goal(&self, player: usize) -> u8 {
        [self.size * self.size - 1, 0][player]
    }

    /// The squares of the stones that may go: at most two.
    fn movable(&self, race: &Race, mover: usize) -> impl Iterator<Item = u8> {
        let (of, die) = (race.of[mover], usize::from(race.die));
        let lower = of[..die].iter().rev().find(|at| **at != GONE);
        let higher = of[die - 1..].iter().find(|at| **at != GONE);
        let chosen = of[die - 1] != GONE;
        let second = if chosen { None } else { higher };
        [lower.copied(), second.copied()].into_iter().flatten()
    }

    /// The squares to which a stone can go: along its row, along its column, and between.
    fn ways(&self, mover: usize, from: u8) -> impl Iterator<Item = u8> {
        let (size, last) = (self.size, self.size - 1);
        // Player 1 sees the board turned round.
        let turned = move |square: u8| [square, size * size - 1 - square][mover];
        let at = turned(from);
        let (right, down) = (at % size < last, at / size < last);
        let ways = [(right, 1), (down, size), (right && down, size + 1)];
        let open = ways.into_iter().filter(|(open, _)| *open);
        open.map(move |(_, step)| turned(at + step))
    }

    fn go(&self, race: &mut Race, from: u8, to: u8, rewards: &mut [f64]) {
        let Next::Player(player) = race.next else {
            unreachable!("only players go")
        };
        let mover = usize::from(player);
        for at in race.of.as_flattened_mut() {
            if *at == to {
                *at = GONE;
            } else if *at == from {
                *at = to;
            }
        }
        race.die = 0;
        if self.winner(&race.of) == Some(mover) {
            race.next = Next::Over;
            pay_from_others(rewards, mover, 1.0);
        } else {
            race.next = Next::Player(1 - player);
        }
    }

    /// What the coin or the die may show, each with the state after it.
    fn faces(&self, race: &Race) -> impl Iterator<Item = Race> {
        let (race, coin) = (*race, race.next == Next::Coin);
        let faces = if coin { 2 } else { self.stones };
        (0..faces).map(move |face| {
            let mut after = race;
            if coin {
                after.next = Next::Player(face);
            } else {
                after.die = face + 1;
            }
            after
        })
    }

    /// Who has won, if the play is over.
    fn winner(&self, of: &Stones) -> Option<usize> {
        let gone = |player: usize| of[player].iter().all(|at| *at == GONE);
        (0..2).find(|player| of[*player].contains(&self.goal(*player)) || gone(1 - player))
    }

    fn ready(&self) -> Race {
        Race {
            of: self.start,
            die: 0,
            next: Next::Coin,
        }
    }
}

impl Game for Einstein {
    type State = Race;
    type Action = Action;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Race, Infallible> {
        Ok(self.ready())
    }

    #[inline]
    fn turn(&self, race: &Race) -> Result<Turn, Infallible> {
        Ok(match race.next {
            Next::Over => Turn::Over,
            Next::Player(player) if race.die > 0 => Turn::Player(player),
            _ => Turn::Chance,
        })
    }

    fn actions(&self, race: &Race, into: &mut Vec<Action>) -> Result<(), Infallible> {
        match race.next {
            Next::Player(player) if race.die > 0 => {
                let mover = usize::from(player);
                for from in self.movable(race, mover) {
                    into.extend(self.ways(mover, from).map(|to| Action::Go { from, to }));
                }
            }
            _ => into.push(Action::Chance),
        }
        Ok(())
    }

    fn apply(
        &self,
        race: &mut Race,
        action: Action,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        match (action, race.next) {
            (Action::Go { from, to }, _) => self.go(race, from, to, rewards),
            (Action::Chance, Next::Coin) => race.next = Next::Player(rng.below(2) as u8),
            (Action::Chance, _) => race.die = rng.below(self.stones.into()) as u8 + 1,
        }
        Ok(())
    }

    fn outcomes(
        &self,
        race: &Race,
        action: Action,
        into: &mut Outcomes<Race>,
    ) -> Result<(), Infallible> {
        if let Action::Go { from, to } = action {
            let mut after = *race;
            self.go(&mut after, from, to, into.reserve(1.0));
            into.finish(after);
            return Ok(());
        }
        let probability = 1.0 / self.faces(race).count() as f64;
        for after in self.faces(race) {
            into.reserve(probability);
            into.finish(after);
        }
        Ok(())
    }

    fn has_noisy(&self) -> bool {
        true
    }

    /// What takes a stone of the other, or wins.
    fn noisy(&self, race: &Race, action: Action) -> Result<bool, Infallible> {
        Ok(self.hint(race, action)? >= 10)
    }

    /// A win, then what takes a stone of the other, then what goes farthest; last what takes a
    /// stone of one's own.
    fn hint(&self, race: &Race, action: Action) -> Result<i32, Infallible> {
        let (Action::Go { from, to }, Next::Player(player)) = (action, race.next) else {
            return Ok(0);
        };
        let mover = usize::from(player);
        let diagonal = i32::from(from.abs_diff(to) == self.size + 1);
        let taken = |player: usize| i32::from(race.of[player].contains(&to));
        let wins = i32::from(to == self.goal(mover));
        Ok(100 * wins + 10 * taken(1 - mover) + diagonal - 2 * taken(mover))
    }

    /// How near the first stone is to its goal, of the moves it takes the first at the start.
    fn stage(&self, race: &Race) -> f64 {
        let nearest = |of: &Stones| {
            let distances = [0, 1].map(|player| self.distances(of, player));
            f64::from(*distances.as_flattened().iter().min().unwrap_or(&0))
        };
        (1.0 - nearest(&race.of) / nearest(&self.start)).max(0.0)
    }
}

impl Native for Einstein {
    const NAME: &'static str = "einstein";
    const SUMMARY: &'static str = "race to the other corner: a die says with which stone";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("size", Value::Int(5), "squares along a side, 2 to 8"),
            parameter(
                "rows",
                Value::Int(3),
                "rows of stones in a corner, 1 to 3 and less than size: 1, 3 or 6 stones",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let size = given.int("size", 2, 8)? as u8;
        let rows = given.int("rows", 1, (i64::from(size) - 1).min(3))? as u8;
        let corner = (0..rows).flat_map(|row| (0..rows - row).map(move |column| (row, column)));
        let corner: Vec<u8> = corner.map(|(row, column)| row * size + column).collect();
        let mut start = [[GONE; MOST_STONES]; 2];
        for (number, square) in corner.iter().enumerate() {
            start[0][number] = *square;
            start[1][number] = size * size - 1 - square;
        }
        // Each stone can stop next to its goal, and then one goes on.
        let steps = |square: &u8| u32::from(2 * (size - 1) - square / size - square % size - 1);
        let moves = 2 * corner.iter().map(steps).sum::<u32>() + 1;
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: Chance::Explicit,
                horizon: Some(1 + 2 * moves),
                returns: Some((-1.0, 1.0)),
                constant_sum: true,
            },
            size,
            stones: corner.len() as u8,
            start,
        })
    }

    /// `(rows, player, die)`: the rows from top to bottom, joined by '/'; who rolls or moves next,
    /// or would if the play were not over; what the die shows. None: not known yet.
    fn state_value(&self, race: &Race) -> Value {
        let player = match race.next {
            Next::Coin => Value::None,
            Next::Player(player) => Value::Int(player.into()),
            Next::Over => {
                let winner = self.winner(&race.of).expect("the play is over");
                Value::Int(1 - winner as i64)
            }
        };
        let die = match race.die {
            0 => Value::None,
            die => Value::Int(die.into()),
        };
        Value::List(vec![
            Value::Text(self.rows(race, "").join("/")),
            player,
            die,
        ])
    }

    /// Refuses what is impossible about the stones and the die; a position that passes may still
    /// have no order of moves that leads to it.
    fn parse_state(&self, value: &Value) -> Result<Race, Invalid> {
        self.parse(value).map_err(|why| {
            let rows = self.rows(&self.ready(), "").join("/");
            Invalid(format!(
                "{value} is no state: {why}; give (rows from top to bottom, player, die), such as \
                 ('{rows}', 0, {}), with None for what is not known yet",
                self.stones
            ))
        })
    }

    /// As in `'a5b4'`; chance has none.
    fn action_value(&self, action: Action) -> Value {
        match action {
            Action::Chance => Value::None,
            Action::Go { from, to } => Value::Text(self.name(from) + &self.name(to)),
        }
    }

    fn render(&self, race: &Race) -> String {
        let numbers = (1..=self.size).rev();
        let rows = numbers.zip(self.rows(race, " "));
        let mut lines: Vec<String> = rows.map(|(n, row)| format!("{n} {row}")).collect();
        let letters = (0..self.size).map(|column| char::from(b'a' + column).to_string());
        lines.push(format!("  {}", letters.collect::<Vec<_>>().join(" ")));
        lines.extend(match race.next {
            Next::Coin => Some("a coin says who begins".into()),
            Next::Player(player) if race.die == 0 => Some(format!("player {player} rolls")),
            Next::Player(player) => Some(format!("player {player} has rolled {}", race.die)),
            Next::Over => None,
        });
        lines.join("\n")
    }

    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[(
            "distance",
            "moves to the goal, expected over the die, and stones left",
        )]
    }

    fn evaluation(&self, name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        (name == "distance").then(|| Arc::new(evaluation::Distance) as Arc<dyn Evaluation<Self>>)
    }
}
