//! Random numbers: one seed, named streams.
//!
//! The generator is xoshiro256++ (Blackman and Vigna 2019), seeded through SplitMix64. It is small
//! enough to be written again in any language, so that two programs can share one stream.

/// The generator of one stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    words: [u64; 4],
}

impl Rng {
    /// The stream called `name` of a seed. Different names give independent streams.
    ///
    /// ```
    /// use forethought_core::rng::Rng;
    /// assert_ne!(Rng::new(1, "search").next_u64(), Rng::new(1, "game").next_u64());
    /// ```
    pub fn new(seed: u64, name: &str) -> Self {
        let mut mixer = seed ^ fnv1a(name.as_bytes());
        Self {
            words: std::array::from_fn(|_| split_mix(&mut mixer)),
        }
    }

    /// The generator in a given state, as told by [`Rng::state`]. All zeros is no state: the
    /// generator would never leave it.
    pub fn from_state(words: [u64; 4]) -> Option<Self> {
        (words != [0; 4]).then_some(Self { words })
    }

    /// The state: everything that the numbers to come depend on.
    pub fn state(&self) -> [u64; 4] {
        self.words
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [a, b, c, d] = self.words;
        let result = a.wrapping_add(d).rotate_left(23).wrapping_add(a);
        let (c, d) = (c ^ a, d ^ b);
        self.words = [a ^ d, b ^ c, c ^ (b << 17), d.rotate_left(45)];
        result
    }

    /// A whole number in `0..n`, always from a single draw (the bias, below n / 2^64, is accepted
    /// so that the number of draws never depends on the values drawn). `n` must not be 0.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        debug_assert!(n > 0);
        ((u128::from(self.next_u64()) * n as u128) >> 64) as usize
    }

    /// A real number in [0, 1) with 53 random bits.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// An index drawn with the given probabilities, which must sum to about 1: the last index
    /// takes what rounding leaves over.
    pub fn index(&mut self, probabilities: &[f64]) -> usize {
        debug_assert!(!probabilities.is_empty());
        let mut rest = self.unit();
        for (index, p) in probabilities.iter().enumerate() {
            if rest < *p {
                return index;
            }
            rest -= p;
        }
        probabilities.len() - 1
    }
}

fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// SplitMix64: the next number of a state.
pub(crate) fn split_mix(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_published_reference() {
        // First outputs of xoshiro256++ 1.0 for the state 1, 2, 3, 4.
        let mut rng = Rng::from_state([1, 2, 3, 4]).unwrap();
        let first: Vec<u64> = (0..4).map(|_| rng.next_u64()).collect();
        assert_eq!(
            first,
            [41943041, 58720359, 3588806011781223, 3591011842654386]
        );
    }

    #[test]
    fn below_stays_below_and_reaches_everything() {
        let mut rng = Rng::new(7, "test");
        let mut seen = [0; 10];
        for _ in 0..10_000 {
            seen[rng.below(10)] += 1;
        }
        // Standard deviation 30: a miss by 6 of them has probability below 1e-7.
        assert!(seen.iter().all(|n| (820..1180).contains(n)), "{seen:?}");
    }

    #[test]
    fn an_index_follows_its_probability() {
        let mut rng = Rng::new(7, "test");
        let ones = (0..10_000)
            .filter(|_| rng.index(&[0.25, 0.75]) == 1)
            .count();
        assert!((7240..7760).contains(&ones), "{ones}");
    }
}
