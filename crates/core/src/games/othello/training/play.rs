//! Plays of the program against itself.

use super::super::patterns::Patterns;
use super::super::{Board, Position, Solver, Squares};
use super::{Part, Sample};
use crate::rng::Rng;

/// Empty squares from which on a play is played perfectly.
pub const EXACT: u32 = 12;

/// Plays by an evaluation and a search of a few moves.
pub struct Player<'a> {
    /// What positions are worth.
    pub patterns: &'a Patterns,
    /// How many moves it looks ahead, at least 1.
    pub depth: u32,
}

impl Player<'_> {
    /// The best move by this player's lights.
    ///
    /// # Panics
    /// If there is no move.
    pub fn choose(&self, board: Board) -> u8 {
        let mut best = (f64::NEG_INFINITY, None);
        for (_, square) in ordered(board, self.depth) {
            let value = -self.value(
                board.play(square),
                self.depth - 1,
                (f64::NEG_INFINITY, -best.0),
            );
            if value > best.0 {
                best = (value, Some(square));
            }
        }
        best.1.expect("a move")
    }

    /// Alpha-beta in its negamax form, in discs (Knuth and Moore 1975).
    fn value(&self, board: Board, depth: u32, (mut alpha, beta): (f64, f64)) -> f64 {
        let moves = board.moves();
        if moves == 0 {
            return match board.passed().moves() {
                0 => f64::from(board.margin()),
                _ => -self.value(board.passed(), depth, (-beta, -alpha)),
            };
        }
        if depth == 0 {
            return self.patterns.margin(board, moves);
        }
        for (_, square) in ordered(board, depth) {
            alpha = alpha.max(-self.value(board.play(square), depth - 1, (-beta, -alpha)));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}

/// The moves; where the rest of the search is worth it, those that leave the other few moves first.
fn ordered(board: Board, depth: u32) -> impl Iterator<Item = (u32, u8)> {
    let left = |square| match depth {
        1 => 0,
        _ => board.play(square).moves().count_ones(),
    };
    let (mut ordered, mut count) = ([(0, 0); 64], 0);
    for square in Squares(board.moves()) {
        ordered[count] = (left(square), square);
        count += 1;
    }
    ordered[..count].sort_unstable();
    ordered.into_iter().take(count)
}

/// Plays from random openings on, the same for the same seed and number.
pub struct Plays<'a> {
    player: Player<'a>,
    seed: u64,
    ends: Ends,
}

impl<'a> Plays<'a> {
    /// Plays in which `player` has both sides.
    pub fn new(player: Player<'a>, seed: u64) -> Self {
        let ends = Ends::new();
        Self { player, seed, ends }
    }

    /// The positions of a play after its random opening, each with the margin at its end.
    pub fn samples(&mut self, play: u64) -> Vec<Sample> {
        let mut rng = Rng::new(self.seed, &format!("othello training {play}"));
        let opening = opening(&self.player, &mut rng);
        let (boards, margin) = self.ends.played(opening, [&self.player; 2]);
        let samples = boards.iter().map(|(board, side)| Sample {
            board: *board,
            margin: (side * margin) as i8,
            part: Part::of(play),
        });
        samples.collect()
    }
}

/// Pairs of plays of two players, the same for the same seed and number.
pub struct Duel<'a> {
    players: [Player<'a>; 2],
    seed: u64,
    ends: Ends,
}

impl<'a> Duel<'a> {
    /// Plays between these players.
    pub fn new(players: [Player<'a>; 2], seed: u64) -> Self {
        let ends = Ends::new();
        Self {
            players,
            seed,
            ends,
        }
    }

    /// The margins of the first player over the second in two plays from one random opening, one
    /// with either player to move there.
    pub fn margins(&mut self, pair: u64) -> [i32; 2] {
        let [first, second] = &self.players;
        let mut rng = Rng::new(self.seed, &format!("othello duel {pair}"));
        let opening = (0..5 + rng.below(8)).fold(Board::START, |b, _| random_move(b, &mut rng));
        let margins = [[first, second], [second, first]];
        let [begun, followed] = margins.map(|sides| self.ends.played(opening, sides).1);
        [begun, -followed]
    }
}

/// The bytes of the solver's table: enough for so few squares.
const BYTES: usize = 1 << 18;

/// Plays the ends of plays perfectly.
struct Ends(Solver);

impl Ends {
    fn new() -> Self {
        Self(Solver::new(BYTES))
    }

    /// The positions of a play, each with 1 where the player to move is the one who begins it and
    /// -1 where he is not, and the final margin of the one who begins.
    fn played(&mut self, opening: Board, players: [&Player<'_>; 2]) -> (Vec<(Board, i32)>, i32) {
        let (mut board, mut side, mut boards) = (opening, 1, Vec::new());
        while let Some(next) = self.next(board, players[usize::from(side < 0)]) {
            boards.push((board, side));
            board = next;
            side = -side;
        }
        (boards, side * board.margin())
    }

    /// The board that the other player finds; None at the end of the play.
    fn next(&mut self, board: Board, player: &Player<'_>) -> Option<Board> {
        if board.moves() == 0 {
            return (board.passed().moves() != 0).then(|| board.passed());
        }
        let square = if board.empty().count_ones() > EXACT {
            player.choose(board)
        } else {
            self.best(board)
        };
        Some(board.play(square))
    }

    /// The first of the best moves: which of them the solver comes upon depends on how it searches,
    /// and a play must not.
    fn best(&mut self, board: Board) -> u8 {
        let best = self.margin(board, (-65, 65));
        let mut moves = Squares(board.moves());
        let attains = |square: &u8| self.margin(board.play(*square), (-best, 1 - best)) <= -best;
        moves.find(attains).expect("one of the moves is the best")
    }

    fn margin(&mut self, board: Board, window: (i32, i32)) -> i32 {
        let position = Position::new(board, 0);
        let solved = self.0.margin(&position, window, &mut |_| true);
        solved.expect("nobody said no").0
    }
}

/// Where a play begins: a board after some random moves that is not yet the end.
///
/// The search asks of bad positions too. So of four openings one is random for long, and two go on
/// as `player` would without looking ahead, up to one more random move.
fn opening(player: &Player<'_>, rng: &mut Rng) -> Board {
    let hasty = Player {
        patterns: player.patterns,
        depth: 1,
    };
    loop {
        let kind = rng.below(4);
        let (short, long) = (5 + rng.below(8), 12 + rng.below(30));
        let mut board = Board::START;
        for number in 0..if kind == 0 { short } else { long } {
            board = if kind < 2 || number < short || board.moves() == 0 {
                random_move(board, rng)
            } else {
                board.play(hasty.choose(board))
            };
        }
        if kind > 1 {
            board = random_move(board, rng);
        }
        if board.moves() != 0 || board.passed().moves() != 0 {
            return board;
        }
    }
}

/// A pass where there is no move.
fn random_move(board: Board, rng: &mut Rng) -> Board {
    let moves = board.moves();
    if moves == 0 {
        return board.passed();
    }
    let which = rng.below(moves.count_ones() as usize);
    board.play(Squares(moves).nth(which).expect("one of the moves"))
}
