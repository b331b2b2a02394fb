//! The sets of squares whose contents are worth something, and the number of each content.
//!
//! They are those of Logistello (Buro 1997, "Experiments with Multi-ProbCut and a new high-quality
//! evaluation function for Othello"): rows, diagonals, corners, and the edge with its X squares.

use super::super::Board;
use std::sync::LazyLock;

/// The squares of one instance of each shape, a1 = 0 to h8 = 63.
pub const SHAPES: [&[u8]; 11] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 9, 14],   // edge and X squares
    &[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], // corner 2 by 5
    &[0, 1, 2, 8, 9, 10, 16, 17, 18],   // corner 3 by 3
    &[8, 9, 10, 11, 12, 13, 14, 15],    // row 2
    &[16, 17, 18, 19, 20, 21, 22, 23],  // row 3
    &[24, 25, 26, 27, 28, 29, 30, 31],  // row 4
    &[0, 9, 18, 27, 36, 45, 54, 63],    // diagonal of 8
    &[1, 10, 19, 28, 37, 46, 55],       // of 7
    &[2, 11, 20, 29, 38, 47],           // of 6
    &[3, 12, 21, 30, 39],               // of 5
    &[4, 13, 22, 31],                   // of 4
];

/// Which shape is the corner of 3 by 3.
pub const CORNER: usize = 2;

/// All instances: the different images of the shapes under the symmetries of the board.
pub const LANES: usize = 46;

/// The instances, and room up to a multiple of what a vector register holds.
const WIDTH: usize = 48;

/// The most squares of a shape.
const LONGEST: usize = 10;

/// Contents of all shapes together.
pub const CONTENTS: usize = offset(SHAPES.len());

/// How many contents a shape has: each square is empty, the mover's, or the other's.
pub const fn contents(shape: usize) -> usize {
    3_usize.pow(SHAPES[shape].len() as u32)
}

/// Where the contents of a shape begin among those of all.
pub const fn offset(shape: usize) -> usize {
    let (mut sum, mut before) = (0, 0);
    while before < shape {
        sum += contents(before);
        before += 1;
    }
    sum
}

/// One instance of a shape.
#[derive(Clone, Copy, Debug)]
pub struct Lane {
    /// Which shape.
    pub shape: usize,
    /// Where the numbers of its contents begin.
    pub offset: usize,
    /// Its squares, in the order of the shape's; the shape says how many.
    pub squares: [u8; LONGEST],
}

/// The instances, those of one shape side by side.
pub const INSTANCES: [Lane; LANES] = instances();

const fn instances() -> [Lane; LANES] {
    let mut lanes = [Lane {
        shape: 0,
        offset: 0,
        squares: [0; LONGEST],
    }; LANES];
    let (mut count, mut shape) = (0, 0);
    while shape < SHAPES.len() {
        let (first, mut symmetry) = (count, 0);
        while symmetry < 8 {
            let squares = image(SHAPES[shape], symmetry);
            if !among(&lanes, first, count, &squares, SHAPES[shape].len()) {
                lanes[count] = Lane {
                    shape,
                    offset: offset(shape),
                    squares,
                };
                count += 1;
            }
            symmetry += 1;
        }
        shape += 1;
    }
    assert!(count == LANES);
    lanes
}

/// Where one of the eight symmetries of the board takes a square.
pub const fn turned(square: u8, symmetry: usize) -> u8 {
    let (mut x, mut y) = (square % 8, square / 8);
    if symmetry & 1 != 0 {
        x = 7 - x;
    }
    if symmetry & 2 != 0 {
        y = 7 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    8 * y + x
}

const fn image(squares: &[u8], symmetry: usize) -> [u8; LONGEST] {
    let (mut image, mut at) = ([0; LONGEST], 0);
    while at < squares.len() {
        image[at] = turned(squares[at], symmetry);
        at += 1;
    }
    image
}

const fn among(
    lanes: &[Lane; LANES],
    first: usize,
    end: usize,
    squares: &[u8; LONGEST],
    length: usize,
) -> bool {
    let mut lane = first;
    while lane < end {
        if set(&lanes[lane].squares, length) == set(squares, length) {
            return true;
        }
        lane += 1;
    }
    false
}

const fn set(squares: &[u8; LONGEST], length: usize) -> u64 {
    let (mut set, mut at) = (0, 0);
    while at < length {
        set |= 1 << squares[at];
        at += 1;
    }
    set
}

/// What four squares add to the number of each instance's content. The number is linear in the
/// squares, so that the numbers of all instances together are a sum of few rows of a small table.
type Nibbles = [[[u16; WIDTH]; 16]; 16];

static NIBBLES: Nibbles = nibbles();

const fn nibbles() -> Nibbles {
    let mut nibbles = [[[0; WIDTH]; 16]; 16];
    let mut lane = 0;
    while lane < LANES {
        let Lane { shape, squares, .. } = INSTANCES[lane];
        let mut at = 0;
        while at < SHAPES[shape].len() {
            let (square, digit) = (squares[at] as usize, 3_u16.pow(at as u32));
            let mut bits = 0;
            while bits < 16 {
                if bits >> (square % 4) & 1 != 0 {
                    nibbles[square / 4][bits][lane] += digit;
                }
                bits += 1;
            }
            at += 1;
        }
        lane += 1;
    }
    nibbles
}

/// The number of each instance's content: the digit of a square, to the base 3, is 1 where the
/// mover has a disc and 2 where the other has one; the shape's first square is the lowest digit.
#[inline]
pub fn numbers(board: Board) -> [u16; WIDTH] {
    let (own, other) = (sums(board.own), sums(board.other));
    std::array::from_fn(|lane| own[lane] + 2 * other[lane])
}

#[inline]
fn sums(discs: u64) -> [u16; WIDTH] {
    let mut sums = [0_u16; WIDTH];
    for (nibble, rows) in NIBBLES.iter().enumerate() {
        let row = &rows[(discs >> (4 * nibble) & 15) as usize];
        for (sum, part) in sums.iter_mut().zip(row) {
            *sum = sum.wrapping_add(*part);
        }
    }
    sums
}

/// For each content the lowest number among those that are its mirror images: they are worth the
/// same, so they share a weight.
pub static SHARED: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut shared = Vec::with_capacity(CONTENTS);
    for (shape, squares) in SHAPES.iter().enumerate() {
        let orders = orders(squares);
        shared.extend((0..contents(shape)).map(|number| {
            let images = orders.iter().map(|order| reordered(number, order));
            (offset(shape) + images.min().expect("the identity")) as u32
        }));
    }
    shared
});

/// The orders in which the symmetries that keep a set of squares take them.
fn orders(squares: &[u8]) -> Vec<Vec<usize>> {
    let order = |symmetry| {
        let places = squares.iter().map(|square| {
            let image = turned(*square, symmetry);
            squares.iter().position(|other| *other == image)
        });
        places.collect::<Option<Vec<usize>>>()
    };
    (0..8).filter_map(order).collect()
}

fn reordered(number: usize, order: &[usize]) -> usize {
    let digit = |at: usize| number / 3_usize.pow(at as u32) % 3;
    let moved = order.iter().enumerate();
    moved
        .map(|(at, to)| digit(at) * 3_usize.pow(*to as u32))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::super::super::Squares;
    use super::*;
    use crate::rng::Rng;

    fn digit(board: Board, square: u8) -> usize {
        (board.own >> square & 1) as usize + 2 * (board.other >> square & 1) as usize
    }

    fn turned_board(board: Board, symmetry: usize) -> Board {
        let set = |discs: u64| Squares(discs).fold(0, |set, s| set | 1 << turned(s, symmetry));
        Board {
            own: set(board.own),
            other: set(board.other),
        }
    }

    fn random_board(rng: &mut Rng) -> Board {
        let (own, taken) = (rng.next_u64(), rng.next_u64() | rng.next_u64());
        Board {
            own: own & taken,
            other: !own & taken,
        }
    }

    #[test]
    fn numbers_agree_with_a_walk_over_the_squares() {
        let mut rng = Rng::new(1, "boards");
        for _ in 0..1_000 {
            let board = random_board(&mut rng);
            let numbers = numbers(board);
            for (lane, instance) in INSTANCES.iter().enumerate() {
                let squares = instance.squares[..SHAPES[instance.shape].len()]
                    .iter()
                    .rev();
                let walked = squares.fold(0, |number, square| 3 * number + digit(board, *square));
                assert_eq!(usize::from(numbers[lane]), walked, "{instance:?}");
            }
        }
    }

    #[test]
    fn contents_that_are_mirror_images_share_a_number() {
        let mut rng = Rng::new(2, "boards");
        for _ in 0..200 {
            let board = random_board(&mut rng);
            let sorted = |board| {
                let numbers = numbers(board);
                let mut shared: Vec<u32> = (INSTANCES.iter().zip(numbers))
                    .map(|(lane, number)| SHARED[lane.offset + usize::from(number)])
                    .collect();
                shared.sort_unstable();
                shared
            };
            for symmetry in 1..8 {
                assert_eq!(
                    sorted(turned_board(board, symmetry)),
                    sorted(board),
                    "{board:?}"
                );
            }
        }
    }

    #[test]
    fn the_edge_is_worth_the_same_both_ways() {
        let count = |shape: usize| {
            let numbers = offset(shape)..offset(shape + 1);
            numbers.filter(|n| SHARED[*n] as usize == *n).count()
        };
        // Half of the contents that are no palindromes, and the palindromes.
        assert_eq!(count(0), (59049 + 243) / 2);
        assert_eq!(count(1), 59049);
        assert_eq!(count(2), (19683 + 729) / 2);
        assert_eq!(count(6), (6561 + 81) / 2);
    }
}
