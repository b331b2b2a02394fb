//! What a state of breakthrough is worth before the play is over.

use super::{Breakthrough, Men};
use crate::game::{BoxError, Evaluation};
use crate::games::judge;

/// The most rows that a man can have ahead of him.
const ROWS: usize = 7;

/// Numbers that a state has, each from the side of player 0.
const FEATURES: usize = ROWS + 2;

/// By logistic regression of the results of 3 000 plays of the evaluation with itself to depth 4,
/// after 6 to 9 random moves, with 8 random moves in 100; without states that are decided, whose
/// weight only has to be large.
const WEIGHTS: [f64; FEATURES] = [
    0.449, // men with one row ahead of them
    0.432, // two
    0.317, // three
    0.241, // four
    0.217, // five
    0.196, // six
    0.198, // seven
    0.304, // the mover can take a man for nothing
    5.0,   // the race is decided
];

/// A weighted sum of men by the rows they have ahead of them, of men who can be taken for nothing,
/// and of races that are decided.
pub struct Advance;

/// The rows ahead of a player's first man, and of the first one whom the other cannot catch.
struct Race {
    nearest: u8,
    runner: u8,
}

/// More rows than there are: there is no such man.
const NOBODY: u8 = u8::MAX;

impl Breakthrough {
    /// The squares on which these men of a player could take a man.
    #[inline]
    fn attacked(&self, men: u64, player: usize) -> u64 {
        let width = u32::from(self.width);
        let [lefts, rights] = self.inner.map(|inner| men & inner);
        if player == 0 {
            lefts << (width - 1) | rights << (width + 1)
        } else {
            lefts >> (width + 1) | rights >> (width - 1)
        }
    }

    /// The squares that these men of a player could come to, if the other did nothing.
    #[inline]
    fn reached(&self, men: u64, player: usize) -> u64 {
        let (mut all, mut front) = (0, men);
        for _ in 1..self.height {
            let straight = [front << self.width & self.board, front >> self.width][player];
            front = (straight | self.attacked(front, player)) & self.board;
            all |= front;
        }
        all
    }

    /// How many of these men have 1, 2, ... rows ahead.
    #[inline]
    pub(super) fn by_row(&self, men: u64, player: usize) -> [u32; ROWS] {
        let mut counts = [0; ROWS];
        for (ahead, count) in (1..self.height).zip(&mut counts) {
            let row = [self.height - 1 - ahead, ahead][player];
            *count = ((men >> (row * self.width) & self.goals[1]) as u8).count_ones();
        }
        counts
    }

    /// The rows ahead of the first of these men.
    #[inline]
    fn first(&self, men: u64, player: usize) -> u8 {
        match (men, player) {
            (0, _) => NOBODY,
            (_, 0) => self.height - 1 - (63 - men.leading_zeros() as u8) / self.width,
            _ => men.trailing_zeros() as u8 / self.width,
        }
    }

    /// Nobody catches a man who meets none of the other's, nor one before the last row whom none
    /// can take at once.
    #[inline]
    fn race(&self, men: &Men, player: usize) -> Race {
        let (own, other) = (men.of[player], men.of[1 - player]);
        let goal = self.goals[player];
        let last = own & [goal >> self.width, goal << self.width][player];
        let free = own & !self.reached(other, 1 - player);
        let free = free | last & !self.attacked(other, 1 - player);
        Race {
            nearest: self.first(own, player),
            runner: self.first(free, player),
        }
    }

    /// Whether the race is won by the mover: 1, by the other: -1, or open: 0.
    #[inline]
    fn decided(&self, men: &Men, mover: usize) -> f64 {
        let [own, other] = [mover, 1 - mover].map(|player| self.race(men, player));
        if own.nearest == 1 || own.runner != NOBODY && own.runner <= other.nearest {
            1.0
        } else if other.runner < own.nearest {
            -1.0
        } else {
            0.0
        }
    }

    #[inline]
    fn features(&self, men: &Men) -> [f64; FEATURES] {
        let mover = Self::mover(men);
        let sign = [1.0, -1.0][mover];
        let other = men.of[1 - mover];
        let guarded = self.attacked(other, 1 - mover);
        let hangs = other & self.attacked(men.of[mover], mover) & !guarded != 0;
        let [first, second] = [0, 1].map(|player| self.by_row(men.of[player], player));
        let mut features = [0.0; FEATURES];
        for (row, feature) in features[..ROWS].iter_mut().enumerate() {
            *feature = f64::from(first[row]) - f64::from(second[row]);
        }
        features[ROWS] = if hangs { sign } else { 0.0 };
        features[ROWS + 1] = sign * self.decided(men, mover);
        features
    }
}

impl Evaluation<Breakthrough> for Advance {
    #[inline]
    fn evaluate(&self, game: &Breakthrough, men: &Men, values: &mut [f64]) -> Result<(), BoxError> {
        judge(game.features(men), WEIGHTS, values);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Native, Parameters, Turn, Value};
    use crate::rng::Rng;
    use crate::search::solve::solve;

    fn board(width: i64, height: i64) -> Breakthrough {
        let given = [("width", width), ("height", height)];
        let given = given.map(|(name, n)| (name.to_string(), Value::Int(n)));
        let parameters = Parameters::new(&Breakthrough::parameters(), &given).unwrap();
        Breakthrough::build(&parameters).unwrap()
    }

    #[test]
    fn a_decided_race_is_won() {
        for (width, height) in [(3, 4), (2, 6)] {
            let game = board(width, height);
            let Ok(start) = game.initial();
            let solution = solve(&game, &start, usize::MAX, &mut |_| true).unwrap();
            let (mut rng, mut decided) = (Rng::new(1, "races"), 0);
            for _ in 0..500 {
                let mut men = start;
                while men.turn != Turn::Over {
                    let mover = Breakthrough::mover(&men);
                    let found = game.decided(&men, mover);
                    if found != 0.0 {
                        decided += 1;
                        let value = solution.value(&men).unwrap()[mover];
                        assert_eq!(value, found, "{}", game.render(&men));
                    }
                    let Ok(step) = game.random_action(&men, &mut Vec::new(), &mut rng);
                    let Ok(()) = game.apply(&mut men, step.unwrap(), &mut rng, &mut [0.0; 2]);
                }
            }
            assert!(decided > 100, "{decided}");
        }
    }

    #[test]
    fn men_are_counted_by_the_rows_ahead() {
        let game = board(3, 5);
        let men = game
            .parse_state(&Value::Text("BB./..W/.W./W../W.W W".into()))
            .unwrap();
        assert_eq!(game.by_row(men.of[0], 0)[..4], [1, 1, 1, 2]);
        assert_eq!(game.by_row(men.of[1], 1)[..4], [0, 0, 0, 2]);
        assert_eq!((game.first(men.of[0], 0), game.first(men.of[1], 1)), (1, 4));
    }
}
