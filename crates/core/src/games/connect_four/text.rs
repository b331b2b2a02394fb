//! Connect four as text, and back.

use super::{ConnectFour, Stones};
use crate::game::Turn;
use crate::games::marks;

impl ConnectFour {
    fn cell(&self, stones: &Stones, column: u8, row: u8) -> char {
        let bit = self.bottom(column) << row;
        marks::mark(stones.of[0] & bit != 0, stones.of[1] & bit != 0)
    }

    pub(super) fn rows(&self, stones: &Stones, between: &str) -> Vec<String> {
        let row = |row| {
            let cell = |column| self.cell(stones, column, row).to_string();
            (0..self.width).map(cell).collect::<Vec<_>>().join(between)
        };
        (0..self.height).rev().map(row).collect()
    }

    /// The stones of both players in a text of rows.
    fn read(&self, text: &str) -> Result<[u64; 2], &'static str> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let width = usize::from(self.width);
        if rows.len() != usize::from(self.height) || rows.iter().any(|row| row.len() != width) {
            return Err("the board has another size");
        }
        let mut of = [0, 0];
        for (row, marks) in (0..self.height).rev().zip(&rows) {
            for (column, mark) in (0..self.width).zip(marks) {
                if let Some(player) = marks::owner(*mark).ok_or("a cell is 'X', 'O' or '.'")? {
                    of[player] |= self.bottom(column) << row;
                }
            }
        }
        Ok(of)
    }

    /// Whether some column has a stone above an empty cell.
    fn floats(&self, all: u64) -> bool {
        // The carry clears the stones of a column without gaps.
        let gap = |column| {
            let stones = all & self.cells(column);
            stones & (stones + self.bottom(column)) != 0
        };
        (0..self.width).any(gap)
    }

    /// The state with these stones, if it is possible.
    fn check(&self, of: [u64; 2]) -> Result<Stones, &'static str> {
        if self.floats(of[0] | of[1]) {
            return Err("a stone lies above an empty cell");
        }
        let (counts, won) = (of.map(u64::count_ones), of.map(|cells| self.wins(cells)));
        if let Some(why) = marks::impossible(counts, won) {
            return Err(why);
        }
        let turn = if won[0] || won[1] || of[0] | of[1] == self.full {
            Turn::Over
        } else {
            Turn::Player(u8::from(counts[0] > counts[1]))
        };
        Ok(Stones { of, turn })
    }

    /// The state that a text of rows stands for.
    pub(super) fn parse(&self, text: &str) -> Result<Stones, &'static str> {
        self.check(self.read(text)?)
    }
}
