//! The exact end of a play.

use super::super::{Board, Squares};

/// The final margin of the player to move with best play of both, and a move that attains it.
pub fn solve(board: Board) -> (i32, Option<u8>) {
    let mut best = (-65, None);
    for (_, square) in ordered(board) {
        let value = -value(board.play(square), -64, -best.0.max(-64));
        if value > best.0 {
            best = (value, Some(square));
        }
    }
    match best {
        (-65, _) if board.passed().moves() != 0 => (-solve(board.passed()).0, None),
        (-65, _) => (board.margin(), None),
        best => best,
    }
}

fn value(board: Board, mut alpha: i32, beta: i32) -> i32 {
    let moves = board.moves();
    if moves == 0 {
        return match board.passed().moves() {
            0 => board.margin(),
            _ => -value(board.passed(), -beta, -alpha),
        };
    }
    if board.empty().count_ones() < 6 {
        for square in Squares(moves) {
            alpha = alpha.max(-value(board.play(square), -beta, -alpha));
            if alpha >= beta {
                break;
            }
        }
        return alpha;
    }
    for (_, square) in ordered(board) {
        alpha = alpha.max(-value(board.play(square), -beta, -alpha));
        if alpha >= beta {
            break;
        }
    }
    alpha
}

fn ordered(board: Board) -> Vec<(u32, u8)> {
    let moves = Squares(board.moves());
    let mut ordered: Vec<(u32, u8)> = moves
        .map(|square| (board.play(square).moves().count_ones(), square))
        .collect();
    ordered.sort_unstable();
    ordered
}
