//! Breakthrough (Dan Troyka 2000) on boards of up to 64 squares.

mod evaluation;

use super::bits::{Counted, squares};
use super::{parameter, pay_from_others};
use crate::game::{
    Chance, Evaluation, Game, Info, Invalid, Native, Parameter, Parameters, Turn, Two, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;
use std::sync::Arc;

/// Each player has two rows of men, who move forward, and wins by reaching the last row or taking
/// all men of the other. White is player 0, stands at the bottom and starts.
///
/// Bit `row * width + column` is a square; row 0 is White's first.
#[derive(Clone, Debug)]
pub struct Breakthrough {
    info: Info,
    width: u8,
    height: u8,
    /// The squares that have one to their left, and to their right.
    inner: [u64; 2],
    board: u64,
    /// The row that each player wants to reach.
    goals: [u64; 2],
}

/// The men of each player, and who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Men {
    of: [u64; 2],
    turn: Turn,
}

/// From one square to another, where a man may be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: u8,
    to: u8,
    takes: bool,
}

const LETTERS: [char; 2] = ['W', 'B'];

/// How far a step goes to the right, in the order in which steps are listed.
const SIDES: [i8; 3] = [0, -1, 1];

impl Breakthrough {
    /// Where the men of a player can go: straight, to the left and to the right.
    #[inline]
    fn targets(&self, men: &Men, mover: usize) -> [u64; 3] {
        let (own, width) = (men.of[mover], u32::from(self.width));
        let empty = self.board & !(own | men.of[1 - mover]);
        let [lefts, rights] = self.inner.map(|inner| own & inner);
        // No man stands on its last row, so none is shifted off the board.
        let ahead = if mover == 0 {
            [own << width, lefts << (width - 1), rights << (width + 1)]
        } else {
            [own >> width, lefts >> (width + 1), rights >> (width - 1)]
        };
        [ahead[0] & empty, ahead[1] & !own, ahead[2] & !own]
    }

    #[inline]
    fn step(&self, men: &Men, mover: usize, side: usize, to: u8) -> Step {
        let start = if mover == 0 {
            to.wrapping_sub(self.width)
        } else {
            to + self.width
        };
        Step {
            from: start.wrapping_sub(SIDES[side] as u8),
            to,
            takes: men.of[1 - mover] >> to & 1 == 1,
        }
    }

    #[inline]
    fn mover(men: &Men) -> usize {
        let Turn::Player(mover) = men.turn else {
            unreachable!("there are no actions when the play is over")
        };
        usize::from(mover)
    }

    /// Rows from the mover's own first one.
    fn advance(&self, mover: usize, square: u8) -> i32 {
        let row = i32::from(square / self.width);
        if mover == 0 {
            row
        } else {
            i32::from(self.height) - 1 - row
        }
    }

    /// Who has won, if the play is over. At most one has, if the state is possible.
    fn winner(&self, of: [u64; 2]) -> Option<usize> {
        (0..2).find(|player| of[*player] & self.goals[*player] != 0 || of[1 - player] == 0)
    }

    /// The men with left and right changed over.
    fn mirrored(&self, men: u64) -> u64 {
        let mirrored = |square: u8| square + self.width - 1 - 2 * (square % self.width);
        squares(men).fold(0, |all, square| all | 1 << mirrored(square))
    }

    fn name(&self, square: u8) -> String {
        let column = char::from(b'a' + square % self.width);
        format!("{column}{}", square / self.width + 1)
    }

    fn rows(&self, men: &Men, between: &str) -> Vec<String> {
        let mark = |square: u8| {
            let owner = (0..2).find(|player| men.of[*player] >> square & 1 == 1);
            owner.map_or('.', |player| LETTERS[player]).to_string()
        };
        let row = |row| {
            let cells = (0..self.width).map(|column| mark(row * self.width + column));
            cells.collect::<Vec<_>>().join(between)
        };
        (0..self.height).rev().map(row).collect()
    }

    fn read(&self, text: &str) -> Result<Men, &'static str> {
        let (board, next) = text.split_once(' ').ok_or("it has no player to move")?;
        let next = LETTERS.iter().position(|letter| next == letter.to_string());
        let next = next.ok_or("the player to move is 'W' or 'B'")?;
        let rows: Vec<Vec<char>> = board.split('/').map(|row| row.chars().collect()).collect();
        let width = usize::from(self.width);
        if rows.len() != usize::from(self.height) || rows.iter().any(|row| row.len() != width) {
            return Err("the board has another size");
        }
        let mut of = [0, 0];
        for (square, mark) in rows.iter().rev().flatten().enumerate() {
            match LETTERS.iter().position(|letter| letter == mark) {
                Some(player) => of[player] |= 1 << square,
                None if *mark == '.' => {}
                None => return Err("a square is 'W', 'B' or '.'"),
            }
        }
        self.check(of, next)
    }

    /// The state with these men, if it is possible.
    fn check(&self, of: [u64; 2], next: usize) -> Result<Men, &'static str> {
        if of
            .iter()
            .any(|men| men.count_ones() > 2 * u32::from(self.width))
        {
            return Err("a player has more than two rows of men");
        }
        let reached = (0..2).filter(|player| of[*player] & self.goals[*player] != 0);
        if of == [0, 0] || reached.count() == 2 {
            return Err("one player wins, and the play ends");
        }
        let turn = match self.winner(of) {
            Some(winner) if winner == next => return Err("who moves has won before"),
            Some(_) => Turn::Over,
            None => Turn::Player(next as u8),
        };
        Ok(Men { of, turn })
    }
}

impl Game for Breakthrough {
    type State = Men;
    type Action = Step;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Men, Infallible> {
        let rows = (1 << (2 * self.width)) - 1;
        Ok(Men {
            of: [rows, rows << ((self.height - 2) * self.width)],
            turn: Turn::Player(0),
        })
    }

    #[inline]
    fn turn(&self, men: &Men) -> Result<Turn, Infallible> {
        Ok(men.turn)
    }

    #[inline]
    fn actions(&self, men: &Men, into: &mut Vec<Step>) -> Result<(), Infallible> {
        let mover = Self::mover(men);
        for (side, targets) in self.targets(men, mover).into_iter().enumerate() {
            into.extend(squares(targets).map(|to| self.step(men, mover, side, to)));
        }
        Ok(())
    }

    #[inline]
    fn count(&self, men: &Men) -> Result<u64, Infallible> {
        let targets = self.targets(men, Self::mover(men));
        Ok(targets.map(|to| u64::from(to.count_ones())).iter().sum())
    }

    #[inline]
    fn random_action(
        &self,
        men: &Men,
        _: &mut Vec<Step>,
        rng: &mut Rng,
    ) -> Result<Option<Step>, Infallible> {
        let mover = Self::mover(men);
        let targets = self.targets(men, mover).map(Counted::new);
        let ends = [targets[0].count(), targets[0].count() + targets[1].count()];
        let rank = rng.below(ends[1] + targets[2].count());
        let side = usize::from(rank >= ends[0]) + usize::from(rank >= ends[1]);
        let before = [0, ends[0], ends[1]][side];
        let to = targets[side].place(rank - before);
        Ok(Some(self.step(men, mover, side, to)))
    }

    #[inline]
    fn apply(
        &self,
        men: &mut Men,
        step: Step,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let mover = Self::mover(men);
        men.of[mover] ^= 1 << step.from | 1 << step.to;
        men.of[1 - mover] &= !(1 << step.to);
        if 1 << step.to & self.goals[mover] != 0 || men.of[1 - mover] == 0 {
            men.turn = Turn::Over;
            pay_from_others(rewards, mover, 1.0);
        } else {
            men.turn = Turn::Player(1 - mover as u8);
        }
        Ok(())
    }

    fn has_noisy(&self) -> bool {
        true
    }

    /// What takes a man or wins.
    #[inline]
    fn noisy(&self, men: &Men, step: Step) -> Result<bool, Infallible> {
        Ok(step.takes || 1 << step.to & self.goals[Self::mover(men)] != 0)
    }

    /// A win, then what takes the man nearest to its goal, then what is nearest to its own.
    #[inline]
    fn hint(&self, men: &Men, step: Step) -> Result<i32, Infallible> {
        let mover = Self::mover(men);
        let ahead = self.advance(mover, step.to);
        Ok(if ahead == i32::from(self.height) - 1 {
            1000
        } else if step.takes {
            500 + 10 * self.advance(1 - mover, step.to)
        } else {
            ahead
        })
    }

    /// The share of rows ahead of all men at the start that were gone, or were ahead of men who are
    /// taken.
    fn stage(&self, men: &Men) -> f64 {
        let rows = |player: usize| {
            let counts = (1..).zip(self.by_row(men.of[player], player));
            counts.map(|(ahead, men)| ahead * men).sum::<u32>()
        };
        let (width, height) = (u32::from(self.width), u32::from(self.height));
        1.0 - f64::from(rows(0) + rows(1)) / f64::from(2 * width * (2 * height - 3))
    }

    /// Of the board and its mirror image that with the smaller numbers.
    fn canonical(&self, men: &Men) -> Result<Men, Infallible> {
        let of = men.of.map(|men| self.mirrored(men));
        Ok(Men {
            of: of.min(men.of),
            turn: men.turn,
        })
    }
}

impl Native for Breakthrough {
    const NAME: &'static str = "breakthrough";
    const SUMMARY: &'static str = "bring a man to the last row";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("width", Value::Int(8), "columns, 2 to 8"),
            parameter("height", Value::Int(8), "rows, 4 to 8"),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let width = given.int("width", 2, 8)? as u8;
        let height = given.int("height", 4, 8)? as u8;
        let row = (1 << width) - 1;
        let board = u64::MAX >> (64 - width * height);
        let first_column = (0..height).map(|row| 1 << (row * width)).sum::<u64>();
        let men = 2 * u32::from(width);
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: Chance::None,
                // Each man can go so far without winning, and then one wins.
                horizon: Some(men * (2 * u32::from(height) - 5) + 1),
                returns: Some((-1.0, 1.0)),
                constant_sum: true,
            },
            width,
            height,
            inner: [
                board & !first_column,
                board & !(first_column << (width - 1)),
            ],
            board,
            goals: [row << ((height - 1) * width), row],
        })
    }

    /// The rows from top to bottom, joined by '/', each square 'W', 'B' or '.', then who moves
    /// next, or would if the play were not over.
    fn state_value(&self, men: &Men) -> Value {
        let next = match men.turn {
            Turn::Player(mover) => usize::from(mover),
            _ => 1 - self.winner(men.of).expect("the play is over"),
        };
        Value::Text(format!(
            "{} {}",
            self.rows(men, "").join("/"),
            LETTERS[next]
        ))
    }

    /// Refuses too many men, and two winners; a position that passes may still have no order of
    /// moves that leads to it.
    fn parse_state(&self, value: &Value) -> Result<Men, Invalid> {
        let read = self.read(value.as_text().unwrap_or_default());
        read.map_err(|why| {
            let Ok(start) = self.initial();
            Invalid(format!(
                "{value} is no state: {why}; give the rows from top to bottom and the player to \
                 move, such as {}",
                self.state_value(&start)
            ))
        })
    }

    /// As in `'a2a3'`, and in `'a2xb3'` where a man is taken.
    fn action_value(&self, step: Step) -> Value {
        let takes = if step.takes { "x" } else { "" };
        Value::Text(format!(
            "{}{takes}{}",
            self.name(step.from),
            self.name(step.to)
        ))
    }

    fn render(&self, men: &Men) -> String {
        let numbers = (1..=self.height).rev();
        let rows = numbers.zip(self.rows(men, " "));
        let mut lines: Vec<String> = rows.map(|(n, row)| format!("{n} {row}")).collect();
        let letters = (0..self.width).map(|column| char::from(b'a' + column).to_string());
        lines.push(format!("  {}", letters.collect::<Vec<_>>().join(" ")));
        lines.join("\n")
    }

    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[(
            "advance",
            "men by the rows they have ahead, hanging men and decided races",
        )]
    }

    fn evaluation(&self, name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        (name == "advance").then(|| Arc::new(evaluation::Advance) as Arc<dyn Evaluation<Self>>)
    }
}
