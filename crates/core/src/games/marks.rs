//! Boards as text: 'X' for player 0, 'O' for player 1, '.' for an empty cell.

/// The character of a cell.
pub(super) fn mark(x: bool, o: bool) -> char {
    match (x, o) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => '.',
    }
}

/// The player whose mark a character is, or `None` within for an empty cell. `None` for any other
/// character.
pub(super) fn owner(mark: char) -> Option<Option<usize>> {
    match mark {
        'X' => Some(Some(0)),
        'O' => Some(Some(1)),
        '.' => Some(None),
        _ => None,
    }
}

/// What is impossible about a board with these numbers of marks, if X starts, the players
/// alternate and play ends when one of them has won.
pub(super) fn impossible(counts: [u32; 2], won: [bool; 2]) -> Option<&'static str> {
    let [x, o] = counts;
    if x != o && x != o + 1 {
        return Some("X starts, so there are as many X as O, or one more");
    }
    match won {
        [true, true] => Some("both players have won"),
        [true, false] if x == o => Some("O moved after X had won"),
        [false, true] if x != o => Some("X moved after O had won"),
        _ => None,
    }
}
