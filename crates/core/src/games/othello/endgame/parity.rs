//! Regions of the board with an odd number of empty squares: who plays there first plays there
//! last, and the last move of a region turns discs for good.

/// The quarter of the board that each square lies in.
const QUARTER: [u64; 64] = quarters();

const fn quarters() -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = 0x0f0f_0f0f << (square & 0b100_100);
        square += 1;
    }
    table
}

/// All squares of the quarters with an odd number of empty squares.
#[derive(Clone, Copy, Debug)]
pub struct Parity(u64);

impl Parity {
    /// That of a set of empty squares.
    pub fn new(empty: u64) -> Self {
        (0..64)
            .filter(|square| empty >> square & 1 != 0)
            .fold(Self(0), |parity, square| parity.after(square))
    }

    /// When a square is no longer empty.
    #[inline]
    pub fn after(self, square: u8) -> Self {
        Self(self.0 ^ QUARTER[usize::from(square & 63)])
    }

    /// The squares where it is odd.
    #[inline]
    pub fn odd(self) -> u64 {
        self.0
    }
}
