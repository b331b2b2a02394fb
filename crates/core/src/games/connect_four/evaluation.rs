//! What a state of connect four is worth before the play is over.
//!
//! Who fills the last column to be filled gets its cells in turn, so a threat is worth most where
//! its row is one of those that its owner comes to: zugzwang (Allis 1988, "A knowledge-based
//! approach of connect-four").

use super::{ConnectFour, LONGEST, Stones};
use crate::game::{BoxError, Evaluation, Turn};
use crate::games::judge;

/// Numbers that a state has, each from the side of player 0.
const FEATURES: usize = 10;

/// The feature of states where one can win at once, or the other cannot keep him from it. They have
/// no other.
const DECIDED: usize = 2;

/// By logistic regression of the results of 12 000 plays of the evaluation with itself to depth 5,
/// after 6 to 9 random moves, with 8 random moves in 100; without states that are decided, whose
/// weight only has to be large.
const WEIGHTS: [f64; FEATURES] = [
    -0.05,  // 1: who begins is worse off where nobody has a threat
    0.164,  // the turn
    5.0,    // decided
    -0.256, // the mover has but one column to play
    0.748,  // threats of player 0 in his rows
    0.539,  // threats of player 1 in his rows
    0.25,   // threats in rows of the other
    0.231,  // threats one above another
    0.111,  // open lines that lack two
    0.033,  // open lines that lack three
];

/// A weighted sum of threats and of lines that are still open.
pub struct Threats {
    /// The lowest cell of each column, and the bit above its highest.
    bottoms: u64,
    gaps: u64,
    /// The rows of which each player gets the cells, if all other columns are full.
    rows: [u64; 2],
}

impl Threats {
    /// The evaluation of a board.
    pub fn new(game: &ConnectFour) -> Self {
        let bottoms = game.full & !(game.full << 1);
        let others = (game.width - 1) * game.height;
        let row = |number: u8| bottoms << number;
        let rows = |from: u8| (from..game.height).step_by(2).map(row).sum();
        Self {
            bottoms,
            gaps: bottoms << game.height,
            rows: [others % 2, 1 - others % 2].map(rows),
        }
    }

    /// The lowest of these cells in each column.
    #[inline]
    fn lowest(&self, cells: u64) -> u64 {
        let marked = cells | self.gaps;
        // The gaps keep the columns from borrowing from each other.
        cells & marked & !(marked - self.bottoms)
    }

    #[inline]
    fn features(&self, game: &ConnectFour, stones: &Stones) -> [f64; FEATURES] {
        let mover = usize::from(stones.turn == Turn::Player(1));
        let sign = [1.0, -1.0][mover];
        let all = stones.of[0] | stones.of[1];
        let open = (all + self.bottoms) & game.full;
        let threats = stones.of.map(|own| game.threats(own, game.full & !all));
        let (decided, forced) = soon(threats[mover] & open, threats[1 - mover], open);
        if decided != 0.0 {
            return std::array::from_fn(|at| if at == DECIDED { sign * decided } else { 0.0 });
        }
        let later = threats.map(|cells| cells & !open);
        let lowest = self.lowest(later[0] | later[1]);
        let kinds = [0, 1].map(|player: usize| {
            let (late, rows) = (later[player] & lowest, self.rows[player]);
            let doubled = later[player] & (threats[player] << 1);
            let lines = lines(game, stones.of[player], stones.of[1 - player]);
            let kinds = [late & rows, late & !rows, doubled].map(u64::count_ones);
            [kinds[0], kinds[1], kinds[2], lines[0], lines[1]].map(f64::from)
        });
        let more = |at: usize| kinds[0][at] - kinds[1][at];
        [
            1.0,
            sign,
            0.0,
            sign * forced,
            kinds[0][0],
            -kinds[1][0],
            more(1),
            more(2),
            more(3),
            more(4),
        ]
    }
}

/// Whether the mover wins at once: 1, or the other then: -1; and, if neither, whether the mover
/// must take a cell from the other: 1. `wins` are the mover's cells that win and are open.
#[inline]
fn soon(wins: u64, dangers: u64, open: u64) -> (f64, f64) {
    let must = dangers & open;
    let two = must & must.wrapping_sub(1) != 0;
    match (wins, must) {
        (0, 0) => (0.0, 0.0),
        (0, _) if two || must << 1 & dangers != 0 => (-1.0, 0.0),
        (0, _) => (0.0, 1.0),
        _ => (1.0, 0.0),
    }
}

/// The lines that the other has no stone in and that lack two, or three. Lines of more than
/// [`LONGEST`] are not looked for.
#[inline]
fn lines(game: &ConnectFour, own: u64, other: u64) -> [u32; 2] {
    match game.connect {
        4 => open_lines::<4>(game, own, other),
        3 => open_lines::<3>(game, own, other),
        5 => open_lines::<5>(game, own, other),
        LONGEST => open_lines::<6>(game, own, other),
        _ => [0; 2],
    }
}

/// The lines of `LENGTH`, counted for all first cells at once.
#[inline]
fn open_lines<const LENGTH: u8>(game: &ConnectFour, own: u64, other: u64) -> [u32; 2] {
    let possible = game.full & !other;
    let mut found = [0; 2];
    for (index, step) in game.steps.into_iter().enumerate() {
        // A direction without room repeats the first one.
        if index > 0 && step == game.steps[0] {
            continue;
        }
        let (mut free, mut count) = (possible, [own, 0, 0]);
        for by in (1..LENGTH).map(|cell| cell * step) {
            free &= possible >> by;
            // Adds a bit to a number of three digits.
            let mut carry = own >> by;
            for digit in &mut count {
                (*digit, carry) = (*digit ^ carry, *digit & carry);
            }
        }
        for (found, lacking) in found.iter_mut().zip([2, 3]) {
            let digit = |at: usize| match (LENGTH - lacking) >> at & 1 {
                0 => !count[at],
                _ => count[at],
            };
            *found += (free & digit(0) & digit(1) & digit(2)).count_ones();
        }
    }
    found
}

impl Evaluation<ConnectFour> for Threats {
    #[inline]
    fn evaluate(
        &self,
        game: &ConnectFour,
        stones: &Stones,
        values: &mut [f64],
    ) -> Result<(), BoxError> {
        judge(self.features(game, stones), WEIGHTS, values);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::board;
    use super::*;
    use crate::game::{Game, Native, Value};
    use crate::rng::Rng;
    use crate::search::solve::solve;

    /// The cells of all lines, one list for each.
    fn all_lines(width: i32, height: i32, connect: i32) -> Vec<u64> {
        let mut all = Vec::new();
        for (across, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for start in 0..width * height {
                let at = |n: i32| (start / height + n * across, start % height + n * up);
                let inside = |(x, y)| (0..width).contains(&x) && (0..height).contains(&y);
                if (0..connect).all(|n| inside(at(n))) {
                    let bit = |(x, y): (i32, i32)| 1_u64 << (x * (height + 1) + y);
                    all.push((0..connect).map(|n| bit(at(n))).sum());
                }
            }
        }
        all
    }

    #[test]
    fn open_lines_are_those_of_a_list_of_all() {
        let mut rng = Rng::new(1, "lines");
        for size in [
            (7, 6, 4),
            (4, 4, 3),
            (9, 5, 5),
            (6, 2, 4),
            (2, 5, 4),
            (6, 6, 6),
        ] {
            let (width, height, connect) = size;
            let game = board(width, height, connect);
            let all = all_lines(width as i32, height as i32, connect as i32);
            for _ in 0..200 {
                let own = rng.next_u64() & rng.next_u64() & game.full;
                let other = rng.next_u64() & rng.next_u64() & game.full & !own;
                let lacks = |lacking: i64| {
                    let has = (connect - lacking) as u32;
                    let open =
                        |line: &&u64| *line & other == 0 && (*line & own).count_ones() == has;
                    all.iter().filter(open).count() as u32
                };
                assert_eq!(lines(&game, own, other), [lacks(2), lacks(3)], "{size:?}");
            }
        }
    }

    #[test]
    fn the_lowest_cell_of_each_column_is_found() {
        let game = board(7, 6, 4);
        let threats = Threats::new(&game);
        let column = |cells: u64, number: u8| cells & game.cells(number);
        let mut rng = Rng::new(1, "lowest");
        for _ in 0..200 {
            let cells = rng.next_u64() & rng.next_u64() & game.full;
            let lowest = |number| column(cells, number) & column(cells, number).wrapping_neg();
            assert_eq!(threats.lowest(cells), (0..7).map(lowest).sum::<u64>());
        }
    }

    #[test]
    fn what_is_won_or_lost_at_once_is() {
        for (width, height, connect) in [(4, 4, 3), (5, 3, 3), (4, 4, 4)] {
            let game = board(width, height, connect);
            let (threats, Ok(start)) = (Threats::new(&game), game.initial());
            let solution = solve(&game, &start, usize::MAX, &mut |_| true).unwrap();
            let (mut rng, mut decided) = (Rng::new(1, "wins"), 0);
            for _ in 0..300 {
                let mut stones = start;
                while stones.turn != Turn::Over {
                    let found = threats.features(&game, &stones)[DECIDED];
                    if found != 0.0 {
                        decided += 1;
                        assert_eq!(solution.value(&stones).unwrap()[0], found);
                    }
                    let Ok(column) = game.random_action(&stones, &mut Vec::new(), &mut rng);
                    let Ok(()) = game.apply(&mut stones, column.unwrap(), &mut rng, &mut [0.0; 2]);
                }
            }
            assert!(decided > 100, "{decided}");
        }
    }

    #[test]
    fn a_threat_is_told_by_the_rows_of_its_owner() {
        let game = board(7, 6, 4);
        let kinds = |rows: &str| {
            let state = game.parse_state(&Value::Text(rows.into())).unwrap();
            let features = Threats::new(&game).features(&game, &state);
            [4, 5, 6].map(|at| features[at])
        };
        // X would win in the third row of the first column, or in the second; so would O.
        let third = "......./......./......./.XXXO../.XOOX../.OXXOOO";
        assert_eq!(kinds(third), [1.0, 0.0, 0.0]);
        let second = "......./......./......./......./.XXXO../.OOXOOX";
        assert_eq!(kinds(second), [0.0, 0.0, 1.0]);
        let third = "......./......./......./.OOOX../.OXXO../.XOOXXX";
        assert_eq!(kinds(third), [0.0, 0.0, -1.0]);
        let second = "......./......./......./......./.OOOX../.XXOXXO";
        assert_eq!(kinds(second), [0.0, -1.0, 0.0]);
    }
}
