//! Discs that can never turn again, and what they say about the margin.

use super::super::board::Board;

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;
const ROW_1: u64 = 0xff;
const ROW_8: u64 = ROW_1 << 56;
const INSIDE: u64 = !(FILE_A | FILE_H | ROW_1 | ROW_8);
/// Moves the squares of file a to the highest row.
const FILE_TO_ROW: u64 = 0x0102_0408_1020_4080;

/// The four directions of lines: step in the number of the square, columns and rows of it.
const LINES: [(u32, i32, i32); 4] = [(1, 1, 0), (8, 0, 1), (7, -1, 1), (9, 1, 1)];

/// Squares from which 1, 2 and 4 steps leave the board, forwards and backwards.
const OUTSIDE: [[[u64; 2]; 3]; 4] = outside();

const fn outside() -> [[[u64; 2]; 3]; 4] {
    let mut table = [[[0; 2]; 3]; 4];
    let mut index = 0;
    while index < 4 * 3 * 2 * 64 {
        let (line, doubling, side, square) =
            (index / 384, index / 128 % 3, index / 64 % 2, index % 64);
        let steps = (1 << doubling) * if side == 0 { 1 } else { -1 };
        let (_, dx, dy) = LINES[line];
        let (x, y) = (
            square as i32 % 8 + steps * dx,
            square as i32 / 8 + steps * dy,
        );
        if x < 0 || x > 7 || y < 0 || y > 7 {
            table[line][doubling][side] |= 1 << square;
        }
        index += 1;
    }
    table
}

/// The squares whose whole line in a direction is taken.
#[inline]
fn full(taken: u64, line: usize) -> u64 {
    let (mut forwards, mut backwards) = (taken, taken);
    for (doubling, [ahead, behind]) in OUTSIDE[line].iter().enumerate() {
        let shift = LINES[line].0 << doubling;
        forwards &= ahead | forwards >> shift;
        backwards &= behind | backwards << shift;
    }
    forwards & backwards
}

/// Own discs on an edge that no sequence of moves on the edge can turn: by own and other discs.
type Edges = Vec<[u8; 256]>;

/// What turns on an edge when the owner of `own` takes an empty square.
fn turned(own: usize, other: usize, square: usize) -> usize {
    let mut flips = 0;
    let up = (square + 1..8).take_while(|s| other >> s & 1 != 0);
    let (end, run) = up.fold((square + 1, 0), |(_, run), s| (s + 1, run | 1 << s));
    if end < 8 && own >> end & 1 != 0 {
        flips |= run;
    }
    let down = (0..square).rev().take_while(|s| other >> s & 1 != 0);
    let (end, run) = down.fold((square, 0), |(_, run), s| (s, run | 1 << s));
    if end > 0 && own >> (end - 1) & 1 != 0 {
        flips |= run;
    }
    flips
}

/// Fuller edges first, since what may happen to an edge leads to those.
fn edges() -> Edges {
    let mut table = vec![[0; 256]; 256];
    let mut order: Vec<(usize, usize)> = (0..256 * 256)
        .map(|index| (index / 256, index % 256))
        .filter(|(own, other)| own & other == 0)
        .collect();
    order.sort_by_key(|(own, other)| (own | other).count_zeros());
    for (own, other) in order {
        let mut stable = own as u8;
        for square in (0..8).filter(|square| (own | other) >> square & 1 == 0) {
            let bit = 1 << square;
            let flips = turned(own, other, square);
            stable &= table[own | bit | flips][other & !flips];
            let flips = turned(other, own, square);
            stable &= table[own & !flips][other | bit | flips];
        }
        table[own][other] = stable;
    }
    table
}

/// Finds stable discs.
#[derive(Debug)]
pub struct Stability {
    edges: Edges,
    /// A row of eight as squares of file a.
    as_file: [u64; 256],
}

impl Stability {
    /// With its tables, which take a moment.
    pub fn new() -> Self {
        let spread = |row: usize| (0..8).map(|bit| (row as u64 >> bit & 1) << (8 * bit)).sum();
        Self {
            edges: edges(),
            as_file: std::array::from_fn(spread),
        }
    }

    #[inline]
    fn edge(&self, own: u64, other: u64) -> u64 {
        u64::from(self.edges[own as usize & 255][other as usize & 255])
    }

    #[inline]
    fn file(&self, own: u64, other: u64) -> u64 {
        let row = |set: u64| (set & FILE_A).wrapping_mul(FILE_TO_ROW) >> 56;
        self.as_file[self.edge(row(own), row(other)) as usize & 255]
    }

    /// Discs of `board.own` that can never turn: those safe on an edge, those all of whose lines
    /// are full, and those that in each line have a stable neighbour or a full line. Not all that
    /// are stable are found.
    pub fn stable(&self, board: Board) -> u64 {
        let Board { own, other } = board;
        let mut stable = self.edge(own, other)
            | self.edge(own >> 56, other >> 56) << 56
            | self.file(own, other)
            | self.file(own >> 7, other >> 7) << 7;
        let full: [u64; 4] = std::array::from_fn(|line| full(own | other, line));
        let inside = own & INSIDE;
        stable |= full[0] & full[1] & full[2] & full[3] & inside;
        loop {
            let safe =
                |(full, (step, ..)): (u64, (u32, i32, i32))| full | stable << step | stable >> step;
            let more = full
                .into_iter()
                .zip(LINES)
                .map(safe)
                .fold(inside, |all, set| all & set);
            if more & !stable == 0 {
                return stable;
            }
            stable |= more;
        }
    }

    /// The most that the player to move can still reach.
    #[inline]
    pub fn most(&self, board: Board) -> i32 {
        64 - 2 * self.stable(board.passed()).count_ones() as i32
    }
}
