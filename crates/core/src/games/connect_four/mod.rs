//! Connect four on boards that fit into 64 bits.

mod endgame;
mod evaluation;
mod text;

use super::{parameter, pay_from_others};
use crate::game::{
    Chance, Endgame, Evaluation, Game, Info, Invalid, Native, Parameter, Parameters, Turn, Two,
    Value,
};
use crate::rng::Rng;
use std::convert::Infallible;
use std::sync::Arc;

/// Players drop stones into columns until one has `connect` in a row. X is player 0 and starts.
///
/// A column has `height` bits, the lowest cell first, and one more that stays empty, so that no
/// line runs over from one column into the next.
#[derive(Clone, Debug)]
pub struct ConnectFour {
    info: Info,
    width: u8,
    height: u8,
    connect: u8,
    steps: [u8; 4],
    shifts: Vec<[u8; 4]>,
    full: u64,
}

/// The longest line that is looked for before it is there.
const LONGEST: u8 = 6;

/// The stones of each player, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stones {
    of: [u64; 2],
    /// Kept because to find a line again costs more than all the rest of a move.
    turn: Turn,
}

impl ConnectFour {
    #[inline]
    fn bottom(&self, column: u8) -> u64 {
        1 << (column * (self.height + 1))
    }

    /// Whether a set of cells holds a line.
    #[inline]
    fn wins(&self, cells: u64) -> bool {
        let mut firsts = [cells; 4];
        for shifts in &self.shifts {
            for (first, shift) in firsts.iter_mut().zip(shifts) {
                *first &= *first >> shift;
            }
        }
        firsts[0] | firsts[1] | firsts[2] | firsts[3] != 0
    }

    /// The empty cells each of which would make a line of a set of cells. Lines of more than
    /// [`LONGEST`] are not looked for.
    #[inline]
    fn threats(&self, cells: u64, empty: u64) -> u64 {
        let found = match self.connect {
            4 => self.completed::<4>(cells),
            1 => self.completed::<1>(cells),
            2 => self.completed::<2>(cells),
            3 => self.completed::<3>(cells),
            5 => self.completed::<5>(cells),
            LONGEST => self.completed::<6>(cells),
            _ => 0,
        };
        found & empty
    }

    /// The cells that would make a line of `LENGTH`.
    #[inline]
    fn completed<const LENGTH: usize>(&self, cells: u64) -> u64 {
        let mut found = 0;
        for step in self.steps {
            // The cells that follow on 0, 1, 2, ... cells of the set.
            let mut before = [u64::MAX; LENGTH];
            for length in 1..LENGTH {
                before[length] = (before[length - 1] & cells) << step;
            }
            let mut after = u64::MAX;
            for follows in before.into_iter().rev() {
                found |= follows & after;
                after = (after & cells) >> step;
            }
        }
        found
    }

    /// What [`ConnectFour::wins`] shifts a set of cells by in each direction. A cell survives each
    /// `and` if as many cells as were looked at so far follow those that survived; so the number
    /// of cells looked at doubles each time.
    fn shifts(steps: [u8; 4], connect: u8) -> Vec<[u8; 4]> {
        let mut shifts = Vec::new();
        let mut length = 1;
        while length < connect {
            let more = length.min(connect - length);
            shifts.push(steps.map(|step| step * more));
            length += more;
        }
        shifts
    }

    /// From a cell to the next, in the directions in which there is room for a line. Each of the
    /// others is replaced by one of these: to look twice does no harm.
    fn steps(width: u8, height: u8, connect: u8) -> [u8; 4] {
        let (wide, high) = (width >= connect, height >= connect);
        let straight = if high { 1 } else { height + 1 };
        let or_straight = |room, step| if room { step } else { straight };
        [
            straight,
            or_straight(wide, height + 1),
            or_straight(wide && high, height),
            or_straight(wide && high, height + 2),
        ]
    }

    /// The cells with left and right changed over.
    fn mirrored(&self, cells: u64) -> u64 {
        let (columns, step) = (0..self.width, self.height + 1);
        let turned = columns.map(|column| {
            let cells = (cells & self.cells(column)) >> (column * step);
            cells << ((self.width - 1 - column) * step)
        });
        turned.fold(0, |all, column| all | column)
    }

    /// All cells of a column.
    fn cells(&self, column: u8) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }
}

impl Game for ConnectFour {
    type State = Stones;
    type Action = u8;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Stones, Infallible> {
        Ok(Stones {
            of: [0, 0],
            turn: Turn::Player(0),
        })
    }

    #[inline]
    fn turn(&self, stones: &Stones) -> Result<Turn, Infallible> {
        Ok(stones.turn)
    }

    #[inline]
    fn actions(&self, stones: &Stones, into: &mut Vec<u8>) -> Result<(), Infallible> {
        let all = stones.of[0] | stones.of[1];
        let mut open = !all >> (self.height - 1);
        for column in 0..self.width {
            if open & 1 == 1 {
                into.push(column);
            }
            open >>= self.height + 1;
        }
        Ok(())
    }

    #[inline]
    fn count(&self, stones: &Stones) -> Result<u64, Infallible> {
        let tops = self.full & !(self.full >> 1);
        Ok((tops & !(stones.of[0] | stones.of[1])).count_ones().into())
    }

    /// A win, then what keeps the other from one, then what makes most cells that would win, and
    /// the middle before the sides; last what opens a cell to the other that wins.
    #[inline]
    fn hint(&self, stones: &Stones, column: u8) -> Result<i32, Infallible> {
        let Turn::Player(mover) = stones.turn else {
            unreachable!("there are no actions when the play is over")
        };
        let [own, other] = [mover, 1 - mover].map(|player| stones.of[usize::from(player)]);
        let all = own | other;
        let cell = (all + self.bottom(column)) & !all & self.cells(column);
        if self.wins(own | cell) {
            return Ok(1000);
        }
        let empty = self.full & !all;
        let dangers = self.threats(other, empty);
        if dangers & cell != 0 {
            return Ok(500);
        }
        let threats = self.threats(own | cell, empty & !cell).count_ones() as i32;
        let middle = column.min(self.width - 1 - column);
        let opens = i32::from(dangers & (cell << 1) != 0);
        Ok(40 * threats.min(10) + i32::from(middle) - 500 * opens)
    }

    #[inline]
    fn apply(
        &self,
        stones: &mut Stones,
        column: u8,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let Turn::Player(mover) = stones.turn else {
            unreachable!("there are no actions when the play is over")
        };
        let mover = usize::from(mover);
        let all = stones.of[0] | stones.of[1];
        // The carry runs through the stones of the column and stops at its first empty cell.
        let cell = (all + self.bottom(column)) & !all;
        stones.of[mover] |= cell;
        if self.wins(stones.of[mover]) {
            stones.turn = Turn::Over;
            pay_from_others(rewards, mover, 1.0);
        } else if all | cell == self.full {
            stones.turn = Turn::Over;
        } else {
            stones.turn = Turn::Player(1 - mover as u8);
        }
        Ok(())
    }

    /// The share of cells that are taken.
    fn stage(&self, stones: &Stones) -> f64 {
        let cells = (stones.of[0] | stones.of[1]).count_ones();
        f64::from(cells) / f64::from(self.full.count_ones())
    }

    /// Of the board and its mirror image that with the smaller numbers.
    fn canonical(&self, stones: &Stones) -> Result<Stones, Infallible> {
        let of = stones.of.map(|cells| self.mirrored(cells));
        Ok(Stones {
            of: of.min(stones.of),
            turn: stones.turn,
        })
    }
}

impl Native for ConnectFour {
    const NAME: &'static str = "connect_four";
    const SUMMARY: &'static str = "drop stones into columns to get four in a row";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("width", Value::Int(7), "columns, 1 to 32"),
            parameter(
                "height",
                Value::Int(6),
                "cells in a column, 1 to 62; width x (height + 1) at most 64",
            ),
            parameter(
                "connect",
                Value::Int(4),
                "stones in a row that win, 1 to the greater of width and height",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let width = given.int("width", 1, 32)?;
        let height = given.int("height", 1, (64 / width - 1).min(62))?;
        let connect = given.int("connect", 1, width.max(height))?;
        let [width, height, connect] = [width, height, connect].map(|n| n as u8);
        let steps = Self::steps(width, height, connect);
        let mut game = Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: Chance::None,
                horizon: Some(u32::from(width) * u32::from(height)),
                returns: Some((-1.0, 1.0)),
                constant_sum: true,
            },
            width,
            height,
            connect,
            steps,
            shifts: Self::shifts(steps, connect),
            full: 0,
        };
        game.full = (0..width).map(|column| game.cells(column)).sum();
        Ok(game)
    }

    /// The rows from top to bottom, joined by '/', each cell 'X', 'O' or '.'.
    fn state_value(&self, stones: &Stones) -> Value {
        Value::Text(self.rows(stones, "").join("/"))
    }

    /// Refuses what is impossible about the numbers of stones, gaps and lines; a position that
    /// passes may still have no order of moves that leads to it.
    fn parse_state(&self, value: &Value) -> Result<Stones, Invalid> {
        let read = self.parse(value.as_text().unwrap_or_default());
        read.map_err(|why| {
            Invalid(format!(
                "{value} is no state: {why}; give the {} rows of {} cells from top to bottom, such \
                 as '...X.../..OXO..' on a board of 7 by 2",
                self.height, self.width
            ))
        })
    }

    fn action_value(&self, column: u8) -> Value {
        Value::Int(i64::from(column))
    }

    fn endgame(&self) -> Option<Box<dyn Endgame<Self>>> {
        Some(Box::new(endgame::Solver::new(self)?))
    }

    fn render(&self, stones: &Stones) -> String {
        let mut lines = self.rows(stones, " ");
        let numbers = (0..self.width).map(|column| (column % 10).to_string());
        lines.push(numbers.collect::<Vec<_>>().join(" "));
        lines.join("\n")
    }

    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[(
            "threats",
            "threats by the parity of their rows, and open lines",
        )]
    }

    fn evaluation(&self, name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        (name == "threats")
            .then(|| Arc::new(evaluation::Threats::new(self)) as Arc<dyn Evaluation<Self>>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn board(width: i64, height: i64, connect: i64) -> ConnectFour {
        let given = [("width", width), ("height", height), ("connect", connect)];
        let given = given.map(|(name, n)| (name.to_string(), Value::Int(n)));
        let parameters = Parameters::new(&ConnectFour::parameters(), &given).unwrap();
        ConnectFour::build(&parameters).unwrap()
    }

    #[test]
    fn a_threat_is_a_cell_that_would_make_a_line() {
        let mut rng = Rng::new(1, "threats");
        for (width, height, connect) in [(7, 6, 4), (4, 4, 3), (9, 5, 5), (5, 2, 2), (6, 6, 1)] {
            let game = board(width, height, connect);
            for _ in 0..500 {
                let cells = rng.next_u64() & rng.next_u64() & game.full;
                let empty = game.full & !cells & rng.next_u64();
                let wins = |cell: &u64| cell & empty != 0 && game.wins(cells | cell);
                let expected: u64 = (0..64).map(|bit| 1 << bit).filter(wins).sum();
                if !game.wins(cells) {
                    assert_eq!(game.threats(cells, empty), expected);
                }
            }
        }
    }

    #[test]
    fn wins_come_first_and_gifts_last() {
        let game = board(7, 6, 4);
        let order = |text: &str| {
            let state = game.parse_state(&Value::Text(text.into())).unwrap();
            let mut actions = Vec::new();
            let Ok(()) = game.actions(&state, &mut actions);
            actions.sort_by_key(|column| std::cmp::Reverse(game.hint(&state, *column).unwrap()));
            actions
        };
        let empty = "......./......./......./......./......./.......";
        assert_eq!(order(empty), [3, 2, 4, 1, 5, 0, 6]);
        let both = "......./......./......./O....../O..X.../O..XX..";
        assert_eq!(order(both)[0], 0);
        let win = "......./......./......./X..O.../X..O.../X..O...";
        assert_eq!(order(win)[..2], [0, 3]);
        let gift = "......./......./......./......./OOO..../XXO.XX.";
        assert_eq!(*order(gift).last().unwrap(), 3);
    }
}
