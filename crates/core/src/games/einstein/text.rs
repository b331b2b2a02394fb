//! Races as text, and back.

use super::{Einstein, GONE, MOST_STONES, Next, Race, Stones};
use crate::game::Value;

impl Einstein {
    pub(super) fn name(&self, square: u8) -> String {
        let column = char::from(b'a' + square % self.size);
        format!("{column}{}", self.size - square / self.size)
    }

    /// Digits for the stones of player 0, letters for those of player 1.
    pub(super) fn rows(&self, race: &Race, between: &str) -> Vec<String> {
        let mark = |square: u8| {
            let stone = |player: usize| race.of[player].iter().position(|at| *at == square);
            match (stone(0), stone(1)) {
                (Some(number), _) => char::from(b'1' + number as u8).to_string(),
                (_, Some(number)) => char::from(b'a' + number as u8).to_string(),
                _ => ".".to_string(),
            }
        };
        let row = |row| {
            let marks = (0..self.size).map(|column| mark(row * self.size + column));
            marks.collect::<Vec<_>>().join(between)
        };
        (0..self.size).map(row).collect()
    }

    fn read(&self, text: &str) -> Result<Stones, &'static str> {
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let size = usize::from(self.size);
        if rows.len() != size || rows.iter().any(|row| row.len() != size) {
            return Err("the board has another size");
        }
        let mut of = [[GONE; MOST_STONES]; 2];
        for (square, mark) in rows.iter().flatten().enumerate() {
            let (player, first) = match mark {
                '.' => continue,
                '1'..='9' => (0, '1'),
                _ => (1, 'a'),
            };
            let number = u32::from(*mark).wrapping_sub(first.into());
            if number >= self.stones.into() || of[player][number as usize] != GONE {
                return Err("each stone is there once, or not at all");
            }
            of[player][number as usize] = square as u8;
        }
        Ok(of)
    }

    pub(super) fn parse(&self, value: &Value) -> Result<Race, &'static str> {
        let [board, player, die] = value.as_list().unwrap_or_default() else {
            return Err("it has three parts");
        };
        let of = self.read(board.as_text().unwrap_or_default())?;
        let die = match die {
            Value::None => Some(0),
            die => die
                .as_int()
                .filter(|n| (1..=self.stones.into()).contains(n)),
        };
        let die = die.ok_or("the die does not show that")? as u8;
        let player = match (player, die) {
            (Value::None, 0) if of == self.start => return Ok(self.ready()),
            (player, _) => player.as_int().filter(|n| (0..2).contains(n)),
        };
        let player = player.ok_or("the player is 0 or 1, or None before the first move")? as usize;
        match self.winner(&of) {
            None => {}
            Some(winner) if winner == player || self.winner_is_not_alone(&of) || die > 0 => {
                return Err("the play was over before");
            }
            Some(_) => {
                return Ok(Race {
                    of,
                    die,
                    next: Next::Over,
                });
            }
        }
        Ok(Race {
            of,
            die,
            next: Next::Player(player as u8),
        })
    }

    fn winner_is_not_alone(&self, of: &Stones) -> bool {
        let reached = |player: usize| of[player].contains(&self.goal(player));
        let empty = of.as_flattened().iter().all(|at| *at == GONE);
        empty || (reached(0) && reached(1))
    }
}
