//! Tic-tac-toe, against an opponent or against chance.

use super::{marks, parameter};
use crate::game::{
    Chance, Game, Info, Invalid, Native, Outcomes, Parameter, Parameters, Turn, Two, Value,
};
use crate::rng::Rng;
use std::convert::Infallible;

/// Three in a row on a board of 3 by 3. X is player 0 and starts, O is player 1.
///
/// With `opponent="random"` the turns of the player who is not the agent are chance: every legal
/// move is equally likely (the setting of experiment 3 of Li, Fu and Xu 2020).
#[derive(Clone, Debug)]
pub struct TicTacToe {
    info: Info,
    win: f64,
    draw: f64,
    loss: f64,
    /// Whose moves are random, if anybody's.
    random: Option<usize>,
}

/// The cells that each player has marked: bit 0 is the upper left cell, bit 8 the lower right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    marked: [u16; 2],
}

const ALL: u16 = 0x1ff;
/// The action of a random opponent, who does not choose.
const ANY: u8 = 9;
const LINES: [u16; 8] = [
    0b000_000_111,
    0b000_111_000,
    0b111_000_000,
    0b001_001_001,
    0b010_010_010,
    0b100_100_100,
    0b100_010_001,
    0b001_010_100,
];
/// Whether a set of cells holds a line.
const WINS: [bool; 512] = wins();

const fn wins() -> [bool; 512] {
    let mut table = [false; 512];
    let mut cells = 0;
    while cells < table.len() {
        let mut line = 0;
        while line < LINES.len() {
            table[cells] |= cells as u16 & LINES[line] == LINES[line];
            line += 1;
        }
        cells += 1;
    }
    table
}

impl Board {
    fn empty(self) -> u16 {
        ALL & !(self.marked[0] | self.marked[1])
    }

    fn mover(self) -> usize {
        self.empty().count_ones().is_multiple_of(2).into()
    }

    fn won(self, player: usize) -> bool {
        WINS[usize::from(self.marked[player])]
    }

    fn counts(self) -> [u32; 2] {
        self.marked.map(u16::count_ones)
    }
}

/// By cell, where the other rotations and reflections of the board take it.
const IMAGES: [[u8; 9]; 7] = [
    [2, 1, 0, 5, 4, 3, 8, 7, 6],
    [6, 7, 8, 3, 4, 5, 0, 1, 2],
    [8, 7, 6, 5, 4, 3, 2, 1, 0],
    [0, 3, 6, 1, 4, 7, 2, 5, 8],
    [6, 3, 0, 7, 4, 1, 8, 5, 2],
    [2, 5, 8, 1, 4, 7, 0, 3, 6],
    [8, 5, 2, 7, 4, 1, 6, 3, 0],
];

/// A set of cells, each moved to where it is taken.
fn moved(set: u16, to: [u8; 9]) -> u16 {
    cells(set).fold(0, |moved, cell| moved | 1 << to[usize::from(cell)])
}

/// The cells of a set in ascending order.
fn cells(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(cell)
    })
}

impl TicTacToe {
    /// Marks a cell for the player to move, and pays both if that ends the play.
    fn place(&self, board: &mut Board, cell: u8, rewards: &mut [f64]) {
        let mover = board.mover();
        board.marked[mover] |= 1 << cell;
        if board.won(mover) {
            rewards[mover] += self.win;
            rewards[1 - mover] += self.loss;
        } else if board.empty() == 0 {
            rewards[0] += self.draw;
            rewards[1] += self.draw;
        }
    }
}

impl Game for TicTacToe {
    type State = Board;
    type Action = u8;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Board, Infallible> {
        Ok(Board { marked: [0, 0] })
    }

    fn turn(&self, board: &Board) -> Result<Turn, Infallible> {
        let mover = board.mover();
        Ok(if board.won(1 - mover) || board.empty() == 0 {
            Turn::Over
        } else if self.random == Some(mover) {
            Turn::Chance
        } else {
            Turn::Player(mover as u8)
        })
    }

    fn actions(&self, board: &Board, into: &mut Vec<u8>) -> Result<(), Infallible> {
        if self.random == Some(board.mover()) {
            into.push(ANY);
        } else {
            into.extend(cells(board.empty()));
        }
        Ok(())
    }

    fn apply(
        &self,
        board: &mut Board,
        action: u8,
        rng: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let cell = if action == ANY {
            let empty = board.empty();
            let drawn = rng.below(empty.count_ones() as usize);
            cells(empty).nth(drawn).expect("below the number of cells")
        } else {
            action
        };
        self.place(board, cell, rewards);
        Ok(())
    }

    fn outcomes(
        &self,
        board: &Board,
        action: u8,
        into: &mut Outcomes<Board>,
    ) -> Result<(), Infallible> {
        let possible = if action == ANY {
            board.empty()
        } else {
            1 << action
        };
        let probability = 1.0 / f64::from(possible.count_ones());
        for cell in cells(possible) {
            let mut next = *board;
            self.place(&mut next, cell, into.reserve(probability));
            into.finish(next);
        }
        Ok(())
    }

    /// The share of cells that are marked.
    fn stage(&self, board: &Board) -> f64 {
        f64::from(9 - board.empty().count_ones()) / 9.0
    }

    /// Of the board's images that with the smallest numbers.
    fn canonical(&self, board: &Board) -> Result<Board, Infallible> {
        let images = IMAGES.map(|image| board.marked.map(|marked| moved(marked, image)));
        Ok(Board {
            marked: images.into_iter().fold(board.marked, Ord::min),
        })
    }
}

impl Native for TicTacToe {
    const NAME: &'static str = "tic_tac_toe";
    const SUMMARY: &'static str = "three in a row, against an opponent or a random one";

    fn parameters() -> Vec<Parameter> {
        vec![
            parameter("win", Value::Float(1.0), "what the winner is paid"),
            parameter("draw", Value::Float(0.0), "what both are paid for a draw"),
            parameter("loss", Value::Float(-1.0), "what the loser is paid"),
            parameter(
                "opponent",
                Value::Text("adversarial".into()),
                "'adversarial': both players choose; 'random': only the agent does",
            ),
            parameter(
                "agent",
                Value::Text("X".into()),
                "'X' or 'O': who chooses where the opponent is random",
            ),
        ]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let pay = |name| given.float(name, -1e9, 1e9);
        let (win, draw, loss) = (pay("win")?, pay("draw")?, pay("loss")?);
        let agent = given.choice("agent", &["X", "O"])?;
        let random = given.choice("opponent", &["adversarial", "random"])? == "random";
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: if random {
                    Chance::Explicit
                } else {
                    Chance::None
                },
                horizon: Some(9),
                returns: Some((win.min(draw).min(loss), win.max(draw).max(loss))),
                constant_sum: 2.0 * draw == win + loss,
            },
            win,
            draw,
            loss,
            random: random.then_some(usize::from(agent == "X")),
        })
    }

    /// The nine cells, row by row: 'X', 'O' or '.'.
    fn state_value(&self, board: &Board) -> Value {
        let [x, o] = board.marked;
        let cell = |i: u32| marks::mark(x >> i & 1 == 1, o >> i & 1 == 1);
        Value::Text((0..9).map(cell).collect())
    }

    fn parse_state(&self, value: &Value) -> Result<Board, Invalid> {
        let refuse = |why: &str| {
            Err(Invalid(format!(
                "{value} is no state: {why}; give the nine cells row by row, such as 'X...O....'"
            )))
        };
        let text = value.as_text().unwrap_or_default();
        if text.chars().count() != 9 {
            return refuse("it has not nine cells");
        }
        let mut marked = [0, 0];
        for (cell, mark) in text.chars().enumerate() {
            match marks::owner(mark) {
                Some(Some(player)) => marked[player] |= 1 << cell,
                Some(None) => {}
                None => return refuse("a cell is 'X', 'O' or '.'"),
            }
        }
        let board = Board { marked };
        match marks::impossible(board.counts(), [board.won(0), board.won(1)]) {
            Some(why) => refuse(why),
            None => Ok(board),
        }
    }

    /// The cell, 0 to 8 row by row; nothing where the opponent moves at random.
    fn action_value(&self, cell: u8) -> Value {
        if cell == ANY {
            Value::None
        } else {
            Value::Int(i64::from(cell))
        }
    }

    fn render(&self, board: &Board) -> String {
        let [x, o] = board.marked;
        let cell = |i: u32| marks::mark(x >> i & 1 == 1, o >> i & 1 == 1).to_string();
        let row = |y: u32| (3 * y..3 * y + 3).map(cell).collect::<Vec<_>>().join(" ");
        (0..3).map(row).collect::<Vec<_>>().join("\n")
    }
}
