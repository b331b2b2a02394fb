//! A game as a circuit, and what can be left out of it.

use super::gates::{FALSE, Gates, Literal, TRUE};
use crate::gdl::Diagnostic;
use crate::gdl::interpreter::Scope;
use rustc_hash::FxHashMap;

/// What is asked of a state.
#[derive(Clone, Debug)]
pub(super) struct Outputs {
    /// Whether each fluent holds in the next state.
    pub next: Vec<Literal>,
    /// By role and move.
    pub legal: Vec<Vec<Literal>>,
    /// By role.
    pub goals: Vec<Vec<(i64, Literal)>>,
    pub terminal: Literal,
}

impl Outputs {
    /// The same with other literals.
    pub fn map(&self, with: impl Fn(Literal) -> Literal) -> Self {
        let all = |literals: &Vec<Literal>| literals.iter().map(|l| with(*l)).collect();
        let goals =
            |goals: &Vec<(i64, Literal)>| goals.iter().map(|(v, l)| (*v, with(*l))).collect();
        Self {
            next: all(&self.next),
            legal: self.legal.iter().map(all).collect(),
            goals: self.goals.iter().map(goals).collect(),
            terminal: with(self.terminal),
        }
    }

    /// What says whether the play is over and which moves are legal.
    pub fn asked(&self) -> Vec<Literal> {
        let legal = self.legal.iter().flatten().copied();
        legal.chain([self.terminal]).collect()
    }

    /// What says what is paid.
    pub fn paid(&self) -> Vec<Literal> {
        let goals = self.goals.iter().flatten();
        goals.map(|(_, literal)| *literal).collect()
    }
}

/// A game as a circuit. The first inputs are its fluents, the others the moves by role.
#[derive(Clone, Debug)]
pub(super) struct Circuit {
    pub gates: Gates,
    pub outputs: Outputs,
    /// What each fluent is: its own input, or what it always equals.
    pub fluents: Vec<Literal>,
    pub initial: Vec<bool>,
}

impl Circuit {
    /// Replaces fluents that never change by constants, and those that always equal another, or
    /// its denial, by that; until there are no more. It holds for states that a play can reach.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn simplified(mut self, scope: &Scope) -> Result<Self, Diagnostic> {
        while let Some(inputs) = self.equal() {
            scope.in_time()?;
            self = self.replaced(&inputs);
        }
        Ok(self.merged())
    }

    /// The circuit without the gates that go into one gate only, and that not denied: their inputs
    /// go into it directly.
    fn merged(&self) -> Self {
        let wanted = self.wanted();
        let mut uses = vec![0u32; self.gates.nodes() as usize];
        // What is asked for has to stay.
        wanted
            .iter()
            .for_each(|literal| uses[(literal / 2) as usize] += 2);
        let reached = self.reached(&wanted);
        let nodes = (self.gates.first()..self.gates.nodes()).filter(|node| reached[*node as usize]);
        for literal in nodes.clone().flat_map(|node| self.gates.body(node)) {
            uses[(literal / 2) as usize] += 1 + (literal & 1);
        }
        let mut gates = Gates::new(self.gates.inputs, self.gates.moves.clone());
        let mut map: Vec<Literal> = (0..self.gates.nodes()).map(|node| 2 * node).collect();
        let mut bodies = vec![Vec::new(); uses.len()];
        for node in nodes {
            let mut body = Vec::new();
            for literal in self.gates.body(node) {
                let input = (literal / 2) as usize;
                match bodies[input].is_empty() {
                    true => body.push(map[input] ^ (literal & 1)),
                    false => body.append(&mut bodies[input]),
                }
            }
            match uses[node as usize] {
                1 => bodies[node as usize] = body,
                _ => map[node as usize] = gates.and(body),
            }
        }
        Self {
            outputs: self.outputs.map(|l| map[(l / 2) as usize] ^ (l & 1)),
            fluents: self.fluents.clone(),
            initial: self.initial.clone(),
            gates,
        }
    }

    /// All that is asked for.
    fn wanted(&self) -> Vec<Literal> {
        let Outputs { next, .. } = &self.outputs;
        [next.clone(), self.outputs.asked(), self.outputs.paid()].concat()
    }

    /// What each fluent equals, if some fluent that is an input equals something else. Fluents
    /// are equal if they are so at the start and have the same rule for what is next.
    fn equal(&self) -> Option<Vec<Literal>> {
        let mut inputs = self.fluents.clone();
        let (mut first, mut changed) = (FxHashMap::default(), false);
        for (index, next) in self.outputs.next.iter().enumerate() {
            let own = 2 * (index as Literal + 1);
            if self.fluents[index] != own {
                continue;
            }
            let sign = Literal::from(!self.initial[index]);
            let equal = match next ^ sign {
                TRUE => TRUE ^ sign,
                _ if *next == own => TRUE ^ sign,
                key => *first.entry(key).or_insert(own ^ sign) ^ sign,
            };
            changed |= equal != own;
            inputs[index] = equal;
        }
        changed.then_some(inputs)
    }

    /// The circuit with each fluent replaced by a literal that is a constant or an input.
    fn replaced(&self, inputs: &[Literal]) -> Self {
        let with = |literal: Literal| match (literal / 2).checked_sub(1) {
            Some(index) if (index as usize) < inputs.len() => {
                inputs[index as usize] ^ (literal & 1)
            }
            _ => literal,
        };
        let parts = self.reached(&self.wanted());
        let mut gates = Gates::new(self.gates.inputs, self.gates.moves.clone());
        let mut map: Vec<Literal> = (0..self.gates.nodes()).map(|node| with(2 * node)).collect();
        for node in self.gates.first()..self.gates.nodes() {
            if parts[node as usize] {
                let body = self.gates.body(node).iter();
                let body = body.map(|l| map[(l / 2) as usize] ^ (l & 1));
                map[node as usize] = gates.and(body.collect());
            }
        }
        Self {
            outputs: self.outputs.map(|l| map[(l / 2) as usize] ^ (l & 1)),
            fluents: self.fluents.iter().map(|literal| with(*literal)).collect(),
            initial: self.initial.clone(),
            gates,
        }
    }

    /// The nodes that some literals depend on.
    pub fn reached(&self, from: &[Literal]) -> Vec<bool> {
        let mut reached = vec![false; self.gates.nodes() as usize];
        from.iter()
            .for_each(|literal| reached[(literal / 2) as usize] = true);
        for node in (self.gates.first()..self.gates.nodes()).rev() {
            if reached[node as usize] {
                let body = self.gates.body(node).iter();
                body.for_each(|literal| reached[(literal / 2) as usize] = true);
            }
        }
        reached
    }

    /// Whether each fluent can matter to what is legal, over or paid, now or later.
    pub fn relevant(&self) -> Vec<bool> {
        let mut reached = vec![false; self.gates.nodes() as usize];
        let mut open: Vec<u32> = Vec::new();
        let from = [self.outputs.asked(), self.outputs.paid()].concat();
        open.extend(from.iter().map(|literal| literal / 2));
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut reached[node as usize], true) {
                continue;
            }
            open.extend(self.gates.body(node).iter().map(|literal| literal / 2));
            let fluent = node.checked_sub(1).map(|index| index as usize);
            let next = fluent.and_then(|index| self.outputs.next.get(index));
            open.extend(next.map(|literal| literal / 2));
        }
        reached[1..=self.fluents.len()].to_vec()
    }

    /// The fluents that stay as they are once they hold, and those that do once they don't.
    pub fn latches(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut on, mut off) = (Vec::new(), Vec::new());
        for (index, next) in self.outputs.next.iter().enumerate() {
            let own = 2 * (index as Literal + 1);
            let body = self.gates.body(next / 2);
            if self.fluents[index] != own || body.is_empty() || [TRUE, FALSE].contains(next) {
                continue;
            }
            // What is next is all of these, or one of what they deny.
            match next & 1 {
                0 if body.contains(&own) => off.push(index),
                1 if body.contains(&(own ^ 1)) => on.push(index),
                _ => {}
            }
        }
        (on, off)
    }
}
