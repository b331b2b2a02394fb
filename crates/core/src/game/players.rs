//! How many players a game can have, as far as that is known when the program is built.
//!
//! A search keeps its numbers in arrays of that length, so that the usual games, with one or two
//! players, are searched without a loop over players.

use std::fmt::Debug;

/// An array of numbers.
pub trait Numbers: Copy + Debug + Send + Sync + 'static {
    /// All of them 0.
    const ZERO: Self;

    /// The numbers.
    fn get(&self) -> &[f64];

    /// The numbers, to change.
    fn get_mut(&mut self) -> &mut [f64];

    /// The numbers of several arrays, one array after the other.
    fn flatten(arrays: &[Self]) -> &[f64];
}

impl<const N: usize> Numbers for [f64; N] {
    const ZERO: Self = [0.0; N];

    #[inline]
    fn get(&self) -> &[f64] {
        self
    }

    #[inline]
    fn get_mut(&mut self) -> &mut [f64] {
        self
    }

    #[inline]
    fn flatten(arrays: &[Self]) -> &[f64] {
        arrays.as_flattened()
    }
}

/// A number of players: [`One`], [`Two`] or [`Many`].
pub trait Players: Debug + Send + Sync + 'static {
    /// The most players.
    const MOST: usize;
    /// One number per player.
    type Payoff: Numbers;
    /// Two numbers, and one per player.
    type Row: Numbers;
}

/// One player, who plans or plays against chance.
#[derive(Debug)]
pub enum One {}

impl Players for One {
    const MOST: usize = 1;
    type Payoff = [f64; 1];
    type Row = [f64; 3];
}

/// Two players.
#[derive(Debug)]
pub enum Two {}

impl Players for Two {
    const MOST: usize = 2;
    type Payoff = [f64; 2];
    type Row = [f64; 4];
}

/// Up to eight players; the game says how many.
#[derive(Debug)]
pub enum Many {}

impl Players for Many {
    const MOST: usize = 8;
    type Payoff = [f64; 8];
    type Row = [f64; 10];
}
