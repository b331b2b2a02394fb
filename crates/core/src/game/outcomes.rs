//! The outcomes of an action, in flat arrays that are filled again and again.

/// Outcomes with their probabilities and the rewards they pay.
#[derive(Clone, Debug)]
pub struct Outcomes<S> {
    players: usize,
    probabilities: Vec<f64>,
    states: Vec<S>,
    rewards: Vec<f64>,
}

impl<S> Outcomes<S> {
    /// No outcomes yet, of a game with `players` players.
    pub fn new(players: usize) -> Self {
        Self {
            players,
            probabilities: Vec::new(),
            states: Vec::new(),
            rewards: Vec::new(),
        }
    }

    /// Forgets all outcomes and keeps the memory.
    pub fn clear(&mut self) {
        self.probabilities.clear();
        self.states.clear();
        self.rewards.clear();
    }

    /// Adds an outcome that pays `rewards`, one number per player.
    pub fn push(&mut self, probability: f64, state: S, rewards: &[f64]) {
        self.reserve(probability).copy_from_slice(rewards);
        self.finish(state);
    }

    /// Opens an outcome and lends its rewards, all 0; [`Outcomes::finish`] must follow.
    pub fn reserve(&mut self, probability: f64) -> &mut [f64] {
        debug_assert_eq!(self.probabilities.len(), self.states.len());
        let start = self.rewards.len();
        self.probabilities.push(probability);
        self.rewards.resize(start + self.players, 0.0);
        &mut self.rewards[start..]
    }

    /// Closes the outcome that [`Outcomes::reserve`] opened with the state it leads to.
    pub fn finish(&mut self, state: S) {
        self.states.push(state);
        debug_assert_eq!(self.probabilities.len(), self.states.len());
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The probabilities, in order.
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The state that outcome `index` leads to.
    pub fn state(&self, index: usize) -> &S {
        &self.states[index]
    }

    /// What outcome `index` pays, one number per player.
    pub fn rewards(&self, index: usize) -> &[f64] {
        &self.rewards[index * self.players..][..self.players]
    }

    /// Probability, state and rewards of each outcome in order.
    pub fn iter(&self) -> impl Iterator<Item = (f64, &S, &[f64])> {
        (0..self.len()).map(|i| (self.probabilities[i], self.state(i), self.rewards(i)))
    }
}
