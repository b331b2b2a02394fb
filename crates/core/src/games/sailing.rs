//! Sailing across a lake under a changing wind: a stochastic shortest path.
//!
//! The problem is Vanderbei's ("Optimal sailing strategies", Princeton), which Peret and Garcia
//! (2004) and Kocsis and Szepesvári (2006, "Bandit based Monte-Carlo planning") made a test of
//! planning by sampling. Vanderbei gives the times 1, 2, 3 and 4 and leaves the wind and the delay
//! to the user; here they are those with which Tolpin and Shimony (2012, "MCTS based on simple
//! regret") experimented, as found in their public program (github.com/dtolpin/uct, July 2011): a
//! delay of 4, times per unit of length, and a wind that stays with probability 0.4.

use super::parameter;
use crate::game::{
    Chance, Game, Info, Invalid, Native, One, Outcomes, Parameter, Parameters, Turn, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;

/// The directions, each 45 degrees to the left of the one before.
const NAMES: [&str; 8] = ["E", "NE", "N", "NW", "W", "SW", "S", "SE"];
const TACKS: [&str; 3] = ["none", "port", "starboard"];
const STEPS: [(i8, i8); 8] = [
    (1, 0),
    (1, 1),
    (0, 1),
    (-1, 1),
    (-1, 0),
    (-1, -1),
    (0, -1),
    (1, -1),
];
/// How the wind turns, in eighths of a circle, and how likely it is.
const SHIFTS: [u8; 3] = [0, 1, 7];
const SHIFT_PROBABILITIES: [f64; 3] = [0.4, 0.3, 0.3];
/// The time to sail a unit of length, by the angle between the course and where the wind blows to,
/// in eighths of a circle. Nobody sails into the wind.
const TIMES: [f64; 4] = [1.0, 2.0, 3.0, 4.0];
const INTO_THE_WIND: u8 = 4;
/// The time to change from one tack to the other.
const DELAY: f64 = 4.0;

/// Points along a side: random plays on a larger lake last too long.
const MOST_SIZE: i64 = 30;

/// A boat on `size` by `size` points sails from (0, 0) to (size - 1, size - 1); x grows to the
/// east and y to the north. What an action costs is the time it takes.
#[derive(Clone, Debug)]
pub struct Sailing {
    info: Info,
    size: i8,
    wind: u8,
}

/// Where the boat is, the direction the wind blows to, and on which tack the boat sails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Boat {
    x: i8,
    y: i8,
    wind: u8,
    tack: Tack,
}

/// The side that the wind comes from. It stays what it was while the wind comes from behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Tack {
    /// From behind, so far.
    Neither,
    Port,
    Starboard,
}

/// How far the wind is to the left of a course, in eighths of a circle.
fn angle(course: u8, wind: u8) -> u8 {
    (wind + 8 - course) % 8
}

impl Sailing {
    fn on_the_lake(&self, (x, y): (i8, i8)) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    /// What the boat does on `course`, before the wind changes, and how long it takes.
    fn sail(&self, boat: Boat, course: u8) -> (Boat, f64) {
        let angle = angle(course, boat.wind);
        let (dx, dy) = STEPS[usize::from(course)];
        // A wind that blows to the left comes from the right.
        let tack = match angle {
            0 => boat.tack,
            1..=3 => Tack::Starboard,
            _ => Tack::Port,
        };
        let delay = if boat.tack != Tack::Neither && tack != boat.tack {
            DELAY
        } else {
            0.0
        };
        let length = f64::from(dx * dx + dy * dy).sqrt();
        let time = TIMES[usize::from(angle.min(8 - angle))] * length + delay;
        let (x, y) = (boat.x + dx, boat.y + dy);
        (Boat { x, y, tack, ..boat }, time)
    }

    fn parse(&self, value: &Value) -> Option<Boat> {
        let [x, y, wind, tack] = value.as_list()? else {
            return None;
        };
        let index = |names: &[&str], name: &Value| {
            let name = name.as_text()?;
            names.iter().position(|known| *known == name)
        };
        let coordinate = |value: &Value| i8::try_from(value.as_int()?).ok();
        let (x, y) = (coordinate(x)?, coordinate(y)?);
        let wind = index(&NAMES, wind)? as u8;
        let tack = [Tack::Neither, Tack::Port, Tack::Starboard][index(&TACKS, tack)?];
        self.on_the_lake((x, y))
            .then_some(Boat { x, y, wind, tack })
    }
}

impl Game for Sailing {
    type State = Boat;
    type Action = u8;
    type Players = One;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Boat, Infallible> {
        Ok(Boat {
            x: 0,
            y: 0,
            wind: self.wind,
            tack: Tack::Neither,
        })
    }

    fn turn(&self, boat: &Boat) -> Result<Turn, Infallible> {
        let goal = self.size - 1;
        Ok(if (boat.x, boat.y) == (goal, goal) {
            Turn::Over
        } else {
            Turn::Player(0)
        })
    }

    fn actions(&self, boat: &Boat, into: &mut Vec<u8>) -> Result<(), Infallible> {
        into.extend((0..8).filter(|course| {
            let (dx, dy) = STEPS[usize::from(*course)];
            angle(*course, boat.wind) != INTO_THE_WIND
                && self.on_the_lake((boat.x + dx, boat.y + dy))
        }));
        Ok(())
    }

    fn apply(
        &self,
        boat: &mut Boat,
        course: u8,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let (next, time) = self.sail(*boat, course);
        *boat = next;
        boat.wind = (boat.wind + SHIFTS[rng.index(&SHIFT_PROBABILITIES)]) % 8;
        rewards[0] -= time;
        Ok(())
    }

    fn outcomes(
        &self,
        boat: &Boat,
        course: u8,
        into: &mut Outcomes<Boat>,
    ) -> Result<(), Infallible> {
        let (next, time) = self.sail(*boat, course);
        for (shift, probability) in SHIFTS.into_iter().zip(SHIFT_PROBABILITIES) {
            let wind = (boat.wind + shift) % 8;
            into.push(probability, Boat { wind, ..next }, &[-time]);
        }
        Ok(())
    }
}

impl Native for Sailing {
    const NAME: &'static str = "sailing";
    const SUMMARY: &'static str = "cross a lake in the least time while the wind turns";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("size", Value::Int(6), "points along a side, 2 to 30"),
            parameter(
                "wind",
                Value::Text("N".into()),
                "where the wind blows to at the start: E, NE, N, NW, W, SW, S or SE",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let size = given.int("size", 2, MOST_SIZE)? as i8;
        let wind = given.choice("wind", &NAMES)?;
        let wind = NAMES.iter().position(|name| *name == wind);
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 1,
                chance: Chance::Explicit,
                horizon: None,
                returns: None,
                constant_sum: false,
            },
            size,
            wind: wind.expect("one of the names") as u8,
        })
    }

    /// `(x, y, where the wind blows to, tack)`, such as `(0, 0, 'N', 'none')`.
    fn state_value(&self, boat: &Boat) -> Value {
        let text = |text: &str| Value::Text(text.into());
        Value::List(vec![
            Value::Int(boat.x.into()),
            Value::Int(boat.y.into()),
            text(NAMES[usize::from(boat.wind)]),
            text(TACKS[boat.tack as usize]),
        ])
    }

    fn parse_state(&self, value: &Value) -> Result<Boat, Invalid> {
        self.parse(value).ok_or_else(|| {
            Invalid(format!(
                "{value} is no state: give (x, y, wind, tack) with x and y from 0 to {}, wind one \
                 of {} and tack one of {}, such as (0, 0, 'N', 'none')",
                self.size - 1,
                NAMES.join(", "),
                TACKS.join(", ")
            ))
        })
    }

    /// The course: `'E'`, `'NE'`, `'N'`, `'NW'`, `'W'`, `'SW'`, `'S'` or `'SE'`.
    fn action_value(&self, course: u8) -> Value {
        Value::Text(NAMES[usize::from(course)].into())
    }

    fn render(&self, boat: &Boat) -> String {
        let goal = self.size - 1;
        let point = |x, y| match (x, y) {
            at if at == (boat.x, boat.y) => "B",
            at if at == (goal, goal) => "G",
            _ => ".",
        };
        let row = |y| {
            (0..self.size)
                .map(|x| point(x, y))
                .collect::<Vec<_>>()
                .join(" ")
        };
        let mut lines: Vec<String> = (0..self.size).rev().map(row).collect();
        lines.push(format!(
            "wind blows {}, tack: {}",
            NAMES[usize::from(boat.wind)],
            TACKS[boat.tack as usize]
        ));
        lines.join("\n")
    }
}
