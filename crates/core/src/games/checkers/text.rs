//! Positions and moves of checkers as text: the notation of PDN.

use super::board::{BOARD, CROWNED, Move, PIECES, Position, QUIET, bit, number};
use crate::games::bits::squares;

/// The colours of the players.
pub const COLOURS: [char; 2] = ['B', 'W'];

/// As in `"B:W21,22,K23:B1,2,K3:H0"`: who moves, White's pieces, Black's, and the moves since the
/// last capture or move of a man.
pub fn fen(position: &Position) -> String {
    let piece = |square: u8| {
        let crown = if position.kings >> square & 1 == 1 {
            "K"
        } else {
            ""
        };
        format!("{crown}{}", number(square))
    };
    let list = |player: usize| {
        let pieces: Vec<String> = squares(position.of[player]).map(piece).collect();
        format!("{}{}", COLOURS[player], pieces.join(","))
    };
    let mover = COLOURS[usize::from(position.mover)];
    format!("{mover}:{}:{}:H{}", list(1), list(0), position.quiet)
}

/// The position that a text stands for; `H` may be left out if it is 0.
pub fn read(text: &str) -> Result<Position, &'static str> {
    let mut parts: Vec<&str> = text.split(':').collect();
    let quiet = match parts.last().and_then(|last| last.strip_prefix('H')) {
        Some(count) => {
            parts.pop();
            let count = count.parse().ok().filter(|count| *count <= QUIET);
            count.ok_or("H is followed by 0 to 80 moves")?
        }
        None => 0,
    };
    let [mover, lists @ ..] = &parts[..] else {
        return Err("it is empty");
    };
    let mover = COLOURS.iter().position(|c| *mover == c.to_string());
    let mover = mover.ok_or("who moves is 'B' or 'W'")? as u8;
    let (mut of, mut kings) = ([0; 2], 0);
    for player in 0..2 {
        let list = lists
            .iter()
            .find_map(|list| list.strip_prefix(COLOURS[player]));
        let list = list.ok_or("it lists the pieces of 'W' and of 'B'")?;
        (of[player], kings) = pieces(list, kings)?;
    }
    if lists.len() != 2 {
        return Err("it has more than two lists of pieces");
    }
    check(Position {
        of,
        kings,
        quiet,
        mover,
        over: false,
    })
}

/// Adds the kings of a list to those known, and tells all its pieces.
fn pieces(list: &str, mut kings: u64) -> Result<(u64, u64), &'static str> {
    let mut all = 0;
    for piece in list.split(',').filter(|piece| !piece.is_empty()) {
        let (crown, square) = match piece.strip_prefix('K') {
            Some(square) => (1, square),
            None => (0, piece),
        };
        let square = square.parse().ok().filter(|n| (1..=32).contains(n));
        let place = bit(square.ok_or("a square is a number from 1 to 32")?);
        all |= 1 << place;
        kings |= crown << place;
    }
    Ok((all, kings))
}

fn check(position: Position) -> Result<Position, &'static str> {
    let Position { of, kings, .. } = position;
    if of[0] & of[1] != 0 {
        return Err("two pieces stand on one square");
    }
    if of.iter().any(|pieces| pieces.count_ones() > PIECES) {
        return Err("a player has more than 12 pieces");
    }
    if (0..2).any(|player| of[player] & !kings & CROWNED[player] != 0) {
        return Err("a man stands where it would have been crowned");
    }
    if of[usize::from(1 - position.mover)] == 0 {
        return Err("who has just moved has no piece");
    }
    Ok(Position {
        over: position.stuck() || position.quiet == QUIET,
        ..position
    })
}

/// As in `"11-15"`, `"22x15"` and `"22x15x8"`.
pub fn notation(action: Move) -> String {
    let stops: Vec<String> = action
        .stops()
        .into_iter()
        .map(|n| number(n).to_string())
        .collect();
    stops.join(if action.jumps > 0 { "x" } else { "-" })
}

/// The board from square 1 down, with the numbers of the squares of each row.
pub fn draw(position: &Position) -> String {
    let mark = |square: u8| {
        let bits = 1 << bit(square);
        let owner = (0..2).find(|player| position.of[*player] & bits != 0);
        match owner.map(|player| COLOURS[player]) {
            Some(colour) if position.kings & bits != 0 => colour,
            Some(colour) => colour.to_ascii_lowercase(),
            None => '.',
        }
    };
    let row = |row: u8| {
        let cells = (0..8).map(|column| match (row + column) % 2 {
            1 => mark(4 * row + column / 2 + 1),
            _ => ' ',
        });
        let cells: Vec<String> = cells.map(String::from).collect();
        format!("{}   {:2}-{}", cells.join(" "), 4 * row + 1, 4 * row + 4)
    };
    debug_assert_eq!(position.of[0] & !BOARD, 0);
    (0..8).map(row).collect::<Vec<_>>().join("\n")
}
