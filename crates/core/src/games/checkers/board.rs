//! The board of checkers as bits, and what a piece can do on it.
//!
//! Two rows of four squares share nine bits, the last of which is no square. So a step to a
//! neighbour is a shift by 4 or 5 from every square, and one over the edge ends on no square.

/// The squares.
pub const BOARD: u64 = 0x7_fbfd_feff;

/// The row in which the men of each player are crowned.
pub const CROWNED: [u64; 2] = [0x7_8000_0000, 0xf];

/// Directions 0 and 1 lead down, where the men of player 0 go; 2 and 3 lead up.
pub const DIRECTIONS: [usize; 4] = [0, 1, 2, 3];

/// The most pieces of a player.
pub const PIECES: u32 = 12;

/// Moves from one side after another without a capture or a move of a man, after which the play
/// is a draw.
pub const QUIET: u8 = 80;

/// The bit of a square, given by its number from 1 to 32.
pub fn bit(square: u8) -> u8 {
    square - 1 + (square - 1) / 8
}

/// The number of a square, given by its bit.
pub fn number(bit: u8) -> u8 {
    bit + 1 - bit / 9
}

/// The squares next to these in a direction.
#[inline]
pub fn shift(squares: u64, direction: usize) -> u64 {
    match direction {
        0 => squares << 4,
        1 => squares << 5,
        2 => squares >> 5,
        _ => squares >> 4,
    }
}

/// A step, or one or more jumps with one piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The directions, two bits each, the first one lowest.
    path: u32,
    from: u8,
    /// 0: a step.
    pub jumps: u8,
}

impl Move {
    #[inline]
    pub fn step(from: u8, direction: usize) -> Self {
        Self {
            path: direction as u32,
            from,
            jumps: 0,
        }
    }

    fn start(from: u8) -> Self {
        Self::step(from, 0)
    }

    fn and(self, direction: usize) -> Self {
        Self {
            path: self.path | (direction as u32) << (2 * self.jumps),
            jumps: self.jumps + 1,
            ..self
        }
    }

    #[inline]
    fn direction(self, step: u8) -> usize {
        (self.path >> (2 * step)) as usize & 3
    }

    /// The square of the piece before.
    #[inline]
    pub fn from(self) -> u64 {
        1 << self.from
    }

    /// The square of the piece after, and those of the pieces that it takes.
    #[inline]
    pub fn trace(self) -> (u64, u64) {
        let (mut at, mut taken) = (self.from(), 0);
        if self.jumps == 0 {
            return (shift(at, self.direction(0)), 0);
        }
        for step in 0..self.jumps {
            let over = shift(at, self.direction(step));
            taken |= over;
            at = shift(over, self.direction(step));
        }
        (at, taken)
    }

    /// The bits of all squares on which the piece stands, in order.
    pub fn stops(self) -> Vec<u8> {
        let part = |steps| Self {
            jumps: steps,
            ..self
        };
        let ends = (1..=self.jumps.max(1)).map(|steps| match self.jumps {
            0 => self.trace().0,
            _ => part(steps).trace().0,
        });
        let squares = std::iter::once(self.from()).chain(ends);
        squares.map(|at| at.trailing_zeros() as u8).collect()
    }
}

/// The pieces, who moves, and how long nothing has changed for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The pieces of each player.
    pub of: [u64; 2],
    /// Which of them are kings.
    pub kings: u64,
    /// Moves since the last capture or move of a man.
    pub quiet: u8,
    /// Who moves, or would if the play were not over.
    pub mover: u8,
    /// Whether the play is over.
    pub over: bool,
}

impl Position {
    #[inline]
    fn empty(&self) -> u64 {
        BOARD & !(self.of[0] | self.of[1])
    }

    /// The mover's pieces that may go in a direction.
    #[inline]
    fn goers(&self, direction: usize) -> u64 {
        let own = self.of[usize::from(self.mover)];
        let forward = direction / 2 == usize::from(self.mover);
        if forward { own } else { own & self.kings }
    }

    /// Where steps in each direction can end.
    #[inline]
    pub fn steps(&self) -> [u64; 4] {
        let empty = self.empty();
        DIRECTIONS.map(|direction| shift(self.goers(direction), direction) & empty)
    }

    /// The pieces that can jump.
    #[inline]
    pub fn jumpers(&self) -> u64 {
        let (empty, others) = (self.empty(), self.of[1 - usize::from(self.mover)]);
        let jump = |direction: usize| {
            let back = 3 - direction;
            self.goers(direction) & shift(others & shift(empty, back), back)
        };
        jump(0) | jump(1) | jump(2) | jump(3)
    }

    /// Whether the mover can do nothing.
    #[inline]
    pub fn stuck(&self) -> bool {
        self.steps() == [0; 4] && self.jumpers() == 0
    }

    /// Lists the jumps of the piece with this bit. Each goes on as long as it can.
    pub fn list_jumps(&self, from: u8, into: &mut Vec<Move>) {
        let piece = 1 << from;
        let jumps = Jumps {
            empty: self.empty() | piece,
            directions: match self.kings & piece == 0 {
                true => &DIRECTIONS[2 * usize::from(self.mover)..][..2],
                false => &DIRECTIONS,
            },
        };
        let others = self.of[1 - usize::from(self.mover)];
        jumps.list(piece, others, Move::start(from), into);
    }
}

/// The jumps of one piece.
struct Jumps {
    /// Where it may land: its own square is empty when it comes back.
    empty: u64,
    directions: &'static [usize],
}

impl Jumps {
    /// Lists what goes on from `at`. Pieces are taken off as they are jumped over: none is jumped
    /// over twice, and none stands where a piece could land.
    fn list(&self, at: u64, others: u64, so_far: Move, into: &mut Vec<Move>) {
        let mut ends = so_far.jumps > 0;
        for direction in self.directions {
            let over = shift(at, *direction) & others;
            let lands = shift(over, *direction) & self.empty;
            if lands != 0 {
                ends = false;
                self.list(lands, others & !over, so_far.and(*direction), into);
            }
        }
        if ends {
            into.push(so_far);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_has_a_bit_of_its_own() {
        let bits: Vec<u8> = (1..=32).map(bit).collect();
        assert_eq!(bits.iter().map(|bit| 1 << bit).sum::<u64>(), BOARD);
        assert!((1..=32).all(|square| number(bit(square)) == square));
        let row = |first| (first..first + 4).map(|n| 1 << bit(n)).sum::<u64>();
        assert_eq!(CROWNED, [row(29), row(1)]);
    }
}
