//! Sets of squares as the bits of a number.

const ONES: u64 = 0x0101_0101_0101_0101;
const HIGHS: u64 = 0x8080_8080_8080_8080;

/// The place of each set bit of each byte.
const PLACES: [[u8; 8]; 256] = places();

const fn places() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut rank, mut bit) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The places of the set bits, the lowest first.
#[inline]
pub(super) fn squares(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let place = bits.trailing_zeros();
        let left = bits != 0;
        bits &= bits.wrapping_sub(1);
        left.then_some(place as u8)
    })
}

/// Set bits, counted byte by byte.
#[derive(Clone, Copy)]
pub(super) struct Counted {
    bits: u64,
    /// In each byte the number of set bits up to its end.
    sums: u64,
}

impl Counted {
    /// Counts in a few steps for all bytes at once, which needs no instruction that an old
    /// processor lacks.
    #[inline]
    pub(super) fn new(bits: u64) -> Self {
        let pairs = bits - ((bits >> 1) & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        Self {
            bits,
            sums: bytes.wrapping_mul(ONES),
        }
    }

    /// How many bits are set.
    #[inline]
    pub(super) fn count(&self) -> usize {
        (self.sums >> 56) as usize
    }

    /// The place of the set bit that has `rank` set bits below it; there must be one.
    #[inline]
    pub(super) fn place(&self, rank: usize) -> u8 {
        debug_assert!(rank < self.count());
        // A byte lies below if the bits up to its end are no more than `rank`.
        let below = ((rank as u64 * ONES) | HIGHS).wrapping_sub(self.sums) & HIGHS;
        let shift = ((below >> 7).wrapping_mul(ONES) >> 53) & 0x38;
        let before = ((self.sums << 8) >> shift) as usize & 0xff;
        let byte = (self.bits >> shift) as usize & 0xff;
        shift as u8 + PLACES[byte][(rank - before) & 7]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn the_nth_bit_is_that_of_a_loop() {
        let mut rng = Rng::new(1, "bits");
        let sparse: Vec<u64> = (0..1000).map(|_| rng.next_u64() & rng.next_u64()).collect();
        for bits in sparse.into_iter().chain([1, 1 << 63, u64::MAX, 0]) {
            let counted = Counted::new(bits);
            let found: Vec<u8> = (0..counted.count()).map(|n| counted.place(n)).collect();
            let expected: Vec<u8> = (0..64).filter(|n| bits >> n & 1 == 1).collect();
            assert_eq!(found, expected);
            assert_eq!(squares(bits).collect::<Vec<_>>(), expected);
        }
    }
}
