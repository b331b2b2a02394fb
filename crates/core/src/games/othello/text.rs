//! Othello as text: squares, boards, and a drawing.

use super::board::Board;
use super::{Move, Position};
use crate::game::Turn;

/// The name of a move: "a1" to "h8", or "pass".
pub fn name(action: Move) -> String {
    let Some(square) = action.square() else {
        return "pass".into();
    };
    let file = char::from(b'a' + square % 8);
    format!("{file}{}", square / 8 + 1)
}

/// 64 squares row by row from a1 on, a space, and who is to move (X when the play is over).
pub fn write(position: &Position) -> String {
    let [black, white] = position.discs();
    let square = |index: u8| mark(has(black, index), has(white, index), '-');
    let side = if position.turn() == Turn::Player(1) {
        'O'
    } else {
        'X'
    };
    (0..64).map(square).chain([' ', side]).collect()
}

/// The inverse of [`write`]. Also reads '*', 'B' and '#' for black, 'W' for white, '.' for an
/// empty square, and small letters; spaces between the squares do not count.
///
/// # Errors
/// What is wrong with the text.
pub fn read(text: &str) -> Result<Position, &'static str> {
    let mut squares = Vec::with_capacity(65);
    for character in text.chars().filter(|character| !character.is_whitespace()) {
        squares.push(owner(character).ok_or("a square is 'X', 'O' or '-'")?);
    }
    let Some((side, squares)) = squares.split_last().filter(|(_, rest)| rest.len() == 64) else {
        return Err("it needs 64 squares and then the player to move");
    };
    let side = side.ok_or("the player to move is 'X' or 'O'")?;
    let of = |player| {
        let set = squares.iter().rev();
        set.fold(0, |bits, owner| {
            bits << 1 | u64::from(*owner == Some(player))
        })
    };
    let (own, other) = (of(side), of(1 - side));
    if (own | other) & CENTRE != CENTRE {
        return Err("d4, e4, d5 and e5 are never empty");
    }
    Ok(Position::new(Board { own, other }, side as u8))
}

/// The squares taken at the start.
const CENTRE: u64 = 1 << 27 | 1 << 28 | 1 << 35 | 1 << 36;

fn owner(character: char) -> Option<Option<usize>> {
    match character.to_ascii_uppercase() {
        'X' | '*' | 'B' | '#' => Some(Some(0)),
        'O' | 'W' => Some(Some(1)),
        '-' | '.' => Some(None),
        _ => None,
    }
}

fn has(set: u64, square: u8) -> bool {
    set >> square & 1 != 0
}

fn mark(black: bool, white: bool, empty: char) -> char {
    match (black, white) {
        (true, _) => 'X',
        (_, true) => 'O',
        _ => empty,
    }
}

/// Rows and files with their names, '*' where the player to move may place a disc.
pub fn draw(position: &Position) -> String {
    let files = "  a b c d e f g h";
    let [black, white] = position.discs();
    let moves = position.moves();
    let square = |index: u8| {
        let empty = if has(moves, index) { '*' } else { '.' };
        mark(has(black, index), has(white, index), empty)
    };
    let row = |row: u8| {
        let squares: String = (0..8).flat_map(|x| [' ', square(8 * row + x)]).collect();
        format!("{}{squares} {}", row + 1, row + 1)
    };
    let mut lines = vec![files.to_string()];
    lines.extend((0..8).map(row));
    lines.push(files.to_string());
    lines.push(caption(position, black.count_ones(), white.count_ones()));
    lines.join("\n")
}

fn caption(position: &Position, black: u32, white: u32) -> String {
    let whose = match position.turn() {
        Turn::Player(0) => "X to move",
        Turn::Player(_) => "O to move",
        _ => "the play is over",
    };
    let pass = if position.turn() != Turn::Over && position.moves() == 0 {
        " (must pass)"
    } else {
        ""
    };
    format!("X {black}, O {white}; {whose}{pass}")
}
