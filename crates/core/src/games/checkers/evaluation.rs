//! What a state of checkers is worth before the play is over.

use super::Checkers;
use super::board::Position;
use crate::game::{BoxError, Evaluation};
use crate::games::judge;

/// The rows in which a man can stand.
const ROWS: usize = 7;

/// Numbers that a state has, each from the side of player 0.
const FEATURES: usize = ROWS + 6;

/// By logistic regression of the results of 3 000 plays of the evaluation with itself to depth 4,
/// after 6 to 9 random moves, with 8 random moves in 100;
/// without states that have been quiet for 12 moves.
const WEIGHTS: [f64; FEATURES] = [
    0.342, // men in their first row
    0.324, // second
    0.288, // third
    0.295, // fourth
    0.302, // fifth
    0.346, // sixth
    0.387, // seventh
    0.446, // kings
    1.253, // pieces, as a share of all
    0.053, // kings in the centre
    0.278, // pieces that can jump now
    0.134, // pieces of the other that could jump if it were his turn
    0.269, // the move, divided by the pieces
];

/// A weighted sum of men by row, kings, pieces that can jump, and who has the move.
pub struct Material;

/// The two middle squares of each of the four middle rows.
const CENTRE: u64 = 0x198_cc00;

/// The first, third, ... row of each player.
const ODD: [u64; 2] = [0x0_783c_1e0f, 0x7_83c1_e0f0];

/// One player's pieces.
struct Side {
    /// Men by row, his first one first.
    men: [u32; ROWS],
    pieces: u32,
    kings: u32,
    central_kings: u32,
    /// Pieces that could jump, if it were his turn.
    jumpers: u32,
}

impl Side {
    #[inline]
    fn new(position: &Position, player: usize) -> Self {
        let own = position.of[player];
        let turned = Position {
            mover: player as u8,
            ..*position
        };
        let (men, kings) = (own & !position.kings, own & position.kings);
        let row = |row: usize| {
            let row = [row, 7 - row][player];
            ((men >> (row / 2 * 9 + row % 2 * 4) & 0xf) as u8).count_ones()
        };
        Self {
            men: std::array::from_fn(row),
            pieces: own.count_ones(),
            kings: kings.count_ones(),
            central_kings: (kings & CENTRE).count_ones(),
            jumpers: turned.jumpers().count_ones(),
        }
    }
}

impl Position {
    /// Whether the mover has the move: pieces on an odd number of the squares in his odd rows.
    #[inline]
    fn has_the_move(&self) -> bool {
        let rows = ODD[usize::from(self.mover)];
        (rows & (self.of[0] | self.of[1])).count_ones() % 2 == 1
    }
}

#[inline]
fn features(position: &Position) -> [f64; FEATURES] {
    let [first, second] = [0, 1].map(|player| Side::new(position, player));
    let more = |one: u32, two: u32| f64::from(one) - f64::from(two);
    let mover = usize::from(position.mover);
    let sign = [1.0, -1.0][mover];
    let the_move = if position.has_the_move() { sign } else { -sign };
    let pieces = f64::from(first.pieces + second.pieces);
    let jumpers = [first.jumpers, second.jumpers].map(f64::from);
    let mut features = [0.0; FEATURES];
    for (row, feature) in features[..ROWS].iter_mut().enumerate() {
        *feature = more(first.men[row], second.men[row]);
    }
    let rest = [
        more(first.kings, second.kings),
        more(first.pieces, second.pieces) / pieces,
        more(first.central_kings, second.central_kings),
        sign * jumpers[mover],
        -sign * jumpers[1 - mover],
        the_move / pieces,
    ];
    features[ROWS..].copy_from_slice(&rest);
    features
}

impl Evaluation<Checkers> for Material {
    #[inline]
    fn evaluate(
        &self,
        _: &Checkers,
        position: &Position,
        values: &mut [f64],
    ) -> Result<(), BoxError> {
        judge(features(position), WEIGHTS, values);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Native, Value};
    use crate::games::checkers::board::bit;

    fn position(text: &str) -> Position {
        let game = Checkers::build(&crate::game::Parameters::new(&[], &[]).unwrap()).unwrap();
        game.parse_state(&Value::Text(text.into())).unwrap()
    }

    #[test]
    fn squares_are_where_they_should_be() {
        let bits = |squares: &[u8]| squares.iter().map(|n| 1 << bit(*n)).sum::<u64>();
        assert_eq!(CENTRE, bits(&[10, 11, 14, 15, 18, 19, 22, 23]));
        let row = |first: u8| (first..first + 4).collect::<Vec<_>>();
        assert_eq!(
            ODD,
            [[1, 9, 17, 25], [29, 21, 13, 5]].map(|rows| bits(&rows.map(row).concat()))
        );
    }

    #[test]
    fn who_makes_the_other_give_way_has_the_move() {
        // Two kings face each other, and who must go gives way; or who goes makes them do so.
        assert!(!position("B:WK23:BK15:H0").has_the_move());
        assert!(position("B:WK27:BK15:H0").has_the_move());
        assert!(!position("W:WK23:BK15:H0").has_the_move());
        assert!(position("W:WK27:BK15:H0").has_the_move());
    }

    #[test]
    fn pieces_are_told_apart() {
        let side = |player| Side::new(&position("B:W22,30,K31:B1,9,K18:H0"), player);
        let (black, white) = (side(0), side(1));
        assert_eq!(
            (black.men, white.men),
            ([1, 0, 1, 0, 0, 0, 0], [1, 0, 1, 0, 0, 0, 0])
        );
        assert_eq!((black.kings, white.kings), (1, 1));
        assert_eq!((black.central_kings, white.central_kings), (1, 0));
        assert_eq!((black.jumpers, white.jumpers), (1, 1));
    }
}
