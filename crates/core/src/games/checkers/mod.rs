//! Checkers (English draughts) on 8 by 8 squares.

mod board;
mod evaluation;
mod text;

use super::bits::{Counted, squares};
use super::pay_from_others;
use crate::game::{
    Chance, Evaluation, Game, Info, Invalid, Native, Parameter, Parameters, Turn, Two, Value,
};
use crate::rng::Rng;
use board::{CROWNED, DIRECTIONS, PIECES, QUIET, bit, shift};
pub use board::{Move, Position};
use std::convert::Infallible;
use std::sync::Arc;

/// Black is player 0, has the squares 1 to 12 and starts; White has 21 to 32. Men step and jump
/// forward, kings both ways, always by one square. Who can jump must, and must go on with the same
/// piece as long as it can; a man that reaches the last row is crowned, and the move ends. Who
/// cannot move loses. After 80 moves, 40 of each, without a capture or a move of a man the play is
/// a draw, unless the last of them leaves the other without a move.
#[derive(Clone, Debug)]
pub struct Checkers {
    info: Info,
}

/// The rows that all men of a player can go together: 4 each of 7, 6 and 5.
const ADVANCES: u32 = 72;
/// The most captures: somebody keeps a piece.
const CAPTURES: u32 = 23;

impl Checkers {
    /// The step in a direction that ends on the square with this bit.
    #[inline]
    fn step_to(direction: usize, to: u8) -> Move {
        let from = shift(1 << to, 3 - direction);
        Move::step(from.trailing_zeros() as u8, direction)
    }
}

impl Game for Checkers {
    type State = Position;
    type Action = Move;
    type Players = Two;
    type Error = Infallible;

    fn info(&self) -> &Info {
        &self.info
    }

    fn initial(&self) -> Result<Position, Infallible> {
        let pieces = |first| (first..first + 12).map(|n| 1 << bit(n)).sum();
        Ok(Position {
            of: [pieces(1), pieces(21)],
            kings: 0,
            quiet: 0,
            mover: 0,
            over: false,
        })
    }

    #[inline]
    fn turn(&self, position: &Position) -> Result<Turn, Infallible> {
        Ok(match position.over {
            true => Turn::Over,
            false => Turn::Player(position.mover),
        })
    }

    #[inline]
    fn actions(&self, position: &Position, into: &mut Vec<Move>) -> Result<(), Infallible> {
        let jumpers = position.jumpers();
        if jumpers != 0 {
            squares(jumpers).for_each(|from| position.list_jumps(from, into));
            return Ok(());
        }
        for (direction, ends) in DIRECTIONS.into_iter().zip(position.steps()) {
            into.extend(squares(ends).map(|to| Self::step_to(direction, to)));
        }
        Ok(())
    }

    fn count(&self, position: &Position) -> Result<u64, Infallible> {
        let jumpers = position.jumpers();
        if jumpers == 0 {
            let ends = position.steps();
            return Ok(ends.map(|to| u64::from(to.count_ones())).iter().sum());
        }
        let mut jumps = Vec::new();
        squares(jumpers).for_each(|from| position.list_jumps(from, &mut jumps));
        Ok(jumps.len() as u64)
    }

    #[inline]
    fn random_action(
        &self,
        position: &Position,
        buffer: &mut Vec<Move>,
        rng: &mut Rng,
    ) -> Result<Option<Move>, Infallible> {
        let jumpers = position.jumpers();
        if jumpers != 0 {
            buffer.clear();
            squares(jumpers).for_each(|from| position.list_jumps(from, buffer));
            return Ok(Some(buffer[rng.below(buffer.len())]));
        }
        let ends = position.steps().map(Counted::new);
        let total: usize = ends.iter().map(Counted::count).sum();
        let mut rank = rng.below(total);
        let mut direction = 0;
        while rank >= ends[direction].count() {
            rank -= ends[direction].count();
            direction += 1;
        }
        Ok(Some(Self::step_to(direction, ends[direction].place(rank))))
    }

    #[inline]
    fn apply(
        &self,
        position: &mut Position,
        action: Move,
        _: &mut Rng,
        rewards: &mut [f64],
    ) -> Result<(), Infallible> {
        let mover = usize::from(position.mover);
        let (from, (to, taken)) = (action.from(), action.trace());
        let king = position.kings & from != 0;
        position.of[mover] ^= from;
        position.of[mover] |= to;
        position.of[1 - mover] &= !taken;
        position.kings &= !(from | taken);
        if king || to & CROWNED[mover] != 0 {
            position.kings |= to;
        }
        let lasting = !king || taken != 0;
        position.quiet = if lasting { 0 } else { position.quiet + 1 };
        position.mover = 1 - position.mover;
        if position.stuck() {
            position.over = true;
            pay_from_others(rewards, mover, 1.0);
        } else {
            position.over = position.quiet == QUIET;
        }
        Ok(())
    }

    fn has_noisy(&self) -> bool {
        true
    }

    /// What takes a piece.
    #[inline]
    fn noisy(&self, _: &Position, action: Move) -> Result<bool, Infallible> {
        Ok(action.jumps > 0)
    }

    /// What takes most, then what crowns a man, then moves of men before those of kings.
    #[inline]
    fn hint(&self, position: &Position, action: Move) -> Result<i32, Infallible> {
        let man = position.kings & action.from() == 0;
        let crowns = man && action.trace().0 & CROWNED[usize::from(position.mover)] != 0;
        Ok(100 * i32::from(action.jumps) + 10 * i32::from(crowns) + i32::from(man))
    }

    /// The share of pieces that are taken.
    fn stage(&self, position: &Position) -> f64 {
        let pieces = (position.of[0] | position.of[1]).count_ones();
        1.0 - f64::from(pieces) / f64::from(2 * PIECES)
    }
}

impl Native for Checkers {
    const NAME: &'static str = "checkers";
    const SUMMARY: &'static str = "English draughts: jump over all pieces of the other";

    fn parameters() -> Vec<Parameter> {
        Vec::new()
    }

    fn build(_: &Parameters) -> Result<Self, Invalid> {
        Ok(Self {
            info: Info {
                name: Self::NAME.into(),
                players: 2,
                chance: Chance::None,
                // Each move that lasts ends a run of quiet ones, and the last run ends the play.
                horizon: Some((2 * ADVANCES + CAPTURES + 1) * u32::from(QUIET)),
                returns: Some((-1.0, 1.0)),
                constant_sum: true,
            },
        })
    }

    /// The FEN of PDN, and the moves since the last capture or move of a man:
    /// `"B:W21,22,K23:B1,2,K3:H0"`.
    fn state_value(&self, position: &Position) -> Value {
        Value::Text(text::fen(position))
    }

    /// Refuses what is impossible about the pieces; a position that passes may still have no order
    /// of moves that leads to it.
    fn parse_state(&self, value: &Value) -> Result<Position, Invalid> {
        text::read(value.as_text().unwrap_or_default()).map_err(|why| {
            Invalid(format!(
                "{value} is no state: {why}; give who moves, the pieces of White and of Black and \
                 the moves without a capture or a move of a man, such as 'B:W30,K31:B1,K2:H0'"
            ))
        })
    }

    /// As in `'11-15'`, `'22x15'` and `'22x15x8'`.
    fn action_value(&self, action: Move) -> Value {
        Value::Text(text::notation(action))
    }

    fn render(&self, position: &Position) -> String {
        text::draw(position)
    }

    fn evaluations() -> &'static [(&'static str, &'static str)] {
        &[(
            "material",
            "men by row, kings, pieces that can jump, and the move",
        )]
    }

    fn evaluation(&self, name: &str) -> Option<Arc<dyn Evaluation<Self>>> {
        (name == "material").then(|| Arc::new(evaluation::Material) as Arc<dyn Evaluation<Self>>)
    }
}
