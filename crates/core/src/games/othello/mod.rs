//! Othello (Reversi with the fixed start) on bitboards.

mod board;
mod endgame;
pub mod patterns;
mod text;
pub mod training;

pub use board::{Board, CORNERS, Squares};
pub use endgame::Solver;

use super::{parameter, pay_from_others};
use crate::game::{
    Chance, Endgame, Evaluation, Game, Info, Invalid, Native, Parameter, Parameters, Turn, Two,
    Value,
};
use crate::rng::Rng;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Players place discs that enclose and turn those of the other; who has more at the end wins.
/// Black (X) is player 0 and starts.
#[derive(Clone, Debug)]
pub struct Othello {
    info: Info,
    score: Score,
}

/// What a play pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// 1 to the winner from the loser.
    Win,
    /// The difference in discs; empty squares count for the winner.
    Discs,
}

/// What the player to move does: place a disc, or pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u8);

impl Move {
    /// Possible exactly where there is no square to place a disc on.
    pub const PASS: Self = Self(64);

    /// A disc on a square, 0 (a1) to 63 (h8).
    ///
    /// # Panics
    /// If there is no such square.
    #[inline]
    pub fn place(square: u8) -> Self {
        assert!(square < 64, "no square {square}");
        Self(square)
    }

    /// The square of the disc, unless it is a pass.
    #[inline]
    pub fn square(self) -> Option<u8> {
        (self != Self::PASS).then_some(self.0)
    }
}

/// The discs of both players, and who moves.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    board: Board,
    /// Follows from the board. Kept because who moves next depends on it and costs as much as all
    /// the rest of a move.
    moves: u64,
    turn: Turn,
}

impl PartialEq for Position {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.turn == other.turn
    }
}

impl Eq for Position {}

impl Hash for Position {
    #[inline]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.board.hash(hasher);
        // The number tells the turns apart that a board can have.
        hasher.write_u8(if self.turn == Turn::Player(1) { 1 } else { 0 });
    }
}

impl Position {
    /// The position in which `player` has the move, unless neither player can move.
    #[inline]
    pub fn new(board: Board, player: u8) -> Self {
        let moves = board.moves();
        if moves != 0 || board.passed().moves() != 0 {
            return Self {
                board,
                moves,
                turn: Turn::Player(player),
            };
        }
        // Equal ends are equal, whoever moved last.
        Self {
            board: if player == 0 { board } else { board.passed() },
            moves,
            turn: Turn::Over,
        }
    }

    /// The discs of the player to move and of the other; black's and white's when it is over.
    #[inline]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The squares where the player to move may place a disc: none when he must pass.
    #[inline]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// Who moves.
    #[inline]
    pub fn turn(&self) -> Turn {
        self.turn
    }

    /// The discs of black and of white.
    #[inline]
    pub fn discs(&self) -> [u64; 2] {
        let Board { own, other } = self.board;
        if self.turn == Turn::Player(1) {
            [other, own]
        } else {
            [own, other]
        }
    }
}

impl Othello {
    /// What a play pays.
    pub fn score(&self) -> Score {
        self.score
    }

    /// What a final margin in discs is worth to whose it is.
    #[inline]
    pub fn worth(&self, margin: i32) -> f64 {
        match self.score {
            Score::Win => f64::from(margin.signum()),
            Score::Discs => f64::from(margin),
        }
    }
}

impl Game for Othello {
    type State = Position;
    type Action = Move;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Position, Infallible> {
        Ok(Position::new(Board::START, 0))
    }

    #[inline]
    fn turn(&self, position: &Position) -> Result<Turn, Infallible> {
        Ok(position.turn)
    }

    #[inline]
    fn actions(&self, position: &Position, into: &mut Vec<Move>) -> Result<(), Infallible> {
        if position.moves == 0 {
            into.push(Move::PASS);
        }
        into.extend(Squares(position.moves).map(Move));
        Ok(())
    }

    #[inline]
    fn apply(
        &self,
        position: &mut Position,
        action: Move,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let Turn::Player(mover) = position.turn else {
            unreachable!("there are no actions when the play is over")
        };
        let board = match action.square() {
            Some(square) => position.board.play(square),
            None => position.board.passed(),
        };
        *position = Position::new(board, 1 - mover);
        if position.turn == Turn::Over {
            pay_from_others(rewards, 0, self.worth(position.board.margin()));
        }
        Ok(())
    }

    /// Corners first, then what leaves the other player few moves.
    #[inline]
    fn hint(&self, position: &Position, action: Move) -> Result<i32, Infallible> {
        let Some(square) = action.square() else {
            return Ok(0);
        };
        let replies = position.board.play(square).moves().count_ones() as i32;
        let corner = if CORNERS >> square & 1 != 0 { 64 } else { 0 };
        Ok(corner - replies)
    }

    /// Squares taken since the start, of those to be taken.
    #[inline]
    fn stage(&self, position: &Position) -> f64 {
        f64::from(60 - position.board.empty().count_ones().min(60)) / 60.0
    }

    /// Of the board's images that with the smallest numbers.
    fn canonical(&self, position: &Position) -> Result<Position, Infallible> {
        let images = position.board.images();
        let board = images
            .into_iter()
            .min_by_key(|board| (board.own, board.other));
        let board = board.unwrap_or(position.board);
        Ok(Position {
            board,
            moves: board.moves(),
            turn: position.turn,
        })
    }

    #[inline]
    fn count(&self, position: &Position) -> Result<u64, Infallible> {
        // A pass is an action.
        Ok(u64::from(position.moves.count_ones().max(1)))
    }

    #[inline]
    fn slot(&self, _: &Position, action: Move) -> usize {
        usize::from(action.0)
    }
}

/// A play has 60 moves at most, and a pass always lies between two of them.
const HORIZON: u32 = 60 + 59;

impl Native for Othello {
    const NAME: &'static str = "othello";
    const SUMMARY: &'static str = "enclose and turn the other's discs on a board of 8 by 8";

    fn parameters() -> Vec<Parameter> {
        vec![parameter(
            "score",
            Value::Text("win".into()),
            "'win': the winner gets 1 from the loser; 'discs': the difference in discs, empty \
             squares to the winner",
        )]
    }

    fn build(given: &Parameters) -> Result<Self, Invalid> {
        let (score, most) = match given.choice("score", &["win", "discs"])? {
            "win" => (Score::Win, 1.0),
            _ => (Score::Discs, 64.0),
        };
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: Chance::None,
                horizon: Some(HORIZON),
                returns: Some((-most, most)),
                constant_sum: true,
            },
            score,
        })
    }

    /// 64 squares row by row from a1 on, 'X', 'O' or '-', a space, and who is to move.
    fn state_value(&self, position: &Position) -> Value {
        Value::Text(text::write(position))
    }

    /// Refuses what is impossible about the middle; a position that passes may still have no
    /// order of moves that leads to it.
    fn parse_state(&self, value: &Value) -> Result<Position, Invalid> {
        text::read(value.as_text().unwrap_or_default()).map_err(|why| {
            Invalid(format!(
                "{value} is no state: {why}; give the squares row by row from a1 on, then a space \
                 and the player to move, such as '{}'",
                text::write(&Position::new(Board::START, 0))
            ))
        })
    }

    fn action_value(&self, action: Move) -> Value {
        Value::Text(text::name(action))
    }

    fn render(&self, position: &Position) -> String {
        text::draw(position)
    }

    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[(
            "patterns",
            "learned weights of patterns and mobility by phase of the game",
        )]
    }

    fn evaluation(&self, name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        (name == "patterns").then(|| patterns::Patterns::shipped() as Arc<dyn Evaluation<Self>>)
    }

    fn endgame(&self) -> Option<Box<dyn Endgame<Self>>> {
        Some(Box::new(Solver::default()))
    }
}
