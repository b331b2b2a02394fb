//! A circuit as flat arrays in the order of evaluation, for many states at once: each node has a
//! bit for each state, and so has its denial.

use super::circuit::{Circuit, Outputs};
use super::gates::Literal;
use std::ops::Range;

/// A bit for each of 64 N states.
pub(super) type Lanes<const N: usize> = [u64; N];

/// Gates one after the other that have as many inputs.
#[derive(Clone, Copy, Debug)]
struct Run {
    width: u32,
    gates: u32,
}

/// Gates that are computed together.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    pub gates: Range<u32>,
    /// Where their inputs begin.
    start: u32,
    runs: Vec<Run>,
}

/// The gates of a circuit, in an order in which they can be computed.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Where the inputs of each gate end.
    ends: Vec<u32>,
    literals: Vec<Literal>,
    /// The node of the first gate.
    first: u32,
    /// Gates that say whether the play is over and what is legal, and those that what is paid and
    /// what is next have in common.
    pub state: Part,
    /// The other gates that say what is paid.
    pub paid: Part,
    /// The other gates that say what is next, where it matters.
    pub next: Part,
    /// Those of fluents that matter to nothing.
    pub idle: Part,
}

impl Program {
    /// The program of a circuit, with the outputs in its nodes.
    pub fn new(circuit: &Circuit, relevant: &[bool]) -> (Self, Outputs) {
        let mut program = Self {
            ends: Vec::new(),
            literals: Vec::new(),
            first: circuit.gates.first(),
            state: Part::default(),
            paid: Part::default(),
            next: Part::default(),
            idle: Part::default(),
        };
        let mut map: Vec<u32> = (0..circuit.gates.nodes()).collect();
        let [state, paid, next, idle] = parts(circuit, relevant);
        program.state = program.part(state, circuit, &mut map);
        program.paid = program.part(paid, circuit, &mut map);
        program.next = program.part(next, circuit, &mut map);
        program.idle = program.part(idle, circuit, &mut map);
        let outputs = circuit.outputs.map(|l| 2 * map[(l / 2) as usize] + (l & 1));
        (program, outputs)
    }

    /// Adds gates, in an order in which those with as many inputs come together.
    fn part(&mut self, mut nodes: Vec<u32>, circuit: &Circuit, map: &mut [u32]) -> Part {
        let depths = depths(circuit);
        nodes.sort_by_key(|node| (depths[*node as usize], circuit.gates.body(*node).len()));
        let (first, start) = (self.ends.len() as u32, self.literals.len() as u32);
        let mut runs: Vec<Run> = Vec::new();
        for node in nodes {
            map[node as usize] = self.first + self.ends.len() as u32;
            let body = circuit.gates.body(node).iter();
            let width = body.len() as u32;
            let body = body.map(|l| 2 * map[(l / 2) as usize] + (l & 1));
            self.literals.extend(body);
            self.ends.push(self.literals.len() as u32);
            match runs.last_mut() {
                Some(run) if run.width == width => run.gates += 1,
                _ => runs.push(Run { width, gates: 1 }),
            }
        }
        Part {
            gates: first..self.ends.len() as u32,
            start,
            runs,
        }
    }

    /// The node of the first gate.
    pub fn first(&self) -> u32 {
        self.first
    }

    /// The inputs of a gate.
    pub fn body(&self, gate: u32) -> &[Literal] {
        let start = gate
            .checked_sub(1)
            .map_or(0, |before| self.ends[before as usize]);
        &self.literals[start as usize..self.ends[gate as usize] as usize]
    }

    /// How many nodes there are.
    pub fn nodes(&self) -> usize {
        self.first as usize + self.ends.len()
    }

    /// How many inputs the gates have together.
    pub fn edges(&self) -> usize {
        self.literals.len()
    }

    /// Computes a part; what its gates need of others is computed.
    pub fn run<const N: usize>(&self, part: &Part, values: &mut [Lanes<N>]) {
        let (mut at, mut gate) = (
            part.start as usize,
            (self.first + part.gates.start) as usize,
        );
        for run in &part.runs {
            let count = run.gates as usize;
            let end = at + count * run.width as usize;
            let literals = &self.literals[at..end];
            match run.width {
                2 => narrow::<2, N>(literals, gate, values),
                3 => narrow::<3, N>(literals, gate, values),
                4 => narrow::<4, N>(literals, gate, values),
                width => wide(literals, width as usize, gate, values),
            }
            (at, gate) = (end, gate + count);
        }
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        4 * (self.ends.capacity() + self.literals.capacity())
    }
}

/// The gates of the four parts of a program.
fn parts(circuit: &Circuit, relevant: &[bool]) -> [Vec<u32>; 4] {
    let pick = |want: bool| -> Vec<Literal> {
        let next = circuit.outputs.next.iter().zip(relevant);
        next.filter(|(_, r)| **r == want).map(|(l, _)| *l).collect()
    };
    let asked = circuit.reached(&circuit.outputs.asked());
    let paid = circuit.reached(&circuit.outputs.paid());
    let next = circuit.reached(&pick(true));
    let idle = circuit.reached(&pick(false));
    let mut parts = [const { Vec::new() }; 4];
    for node in circuit.gates.first()..circuit.gates.nodes() {
        let of = |reached: &[bool]| reached[node as usize];
        let shared = of(&paid) && (of(&next) || of(&idle));
        let memberships = [of(&asked) || shared, of(&paid), of(&next), of(&idle)];
        if let Some(part) = memberships.iter().position(|member| *member) {
            parts[part].push(node);
        }
    }
    parts
}

/// How many gates each node has below it, one on top of the other.
fn depths(circuit: &Circuit) -> Vec<u32> {
    let gates = &circuit.gates;
    let mut depths = vec![0; gates.nodes() as usize];
    for node in gates.first()..gates.nodes() {
        let below = gates.body(node).iter();
        let below = below.map(|literal| depths[(literal / 2) as usize] + 1);
        depths[node as usize] = below.max().unwrap_or(0);
    }
    depths
}

/// Computes gates with `W` inputs each.
fn narrow<const W: usize, const N: usize>(
    literals: &[Literal],
    first: usize,
    values: &mut [Lanes<N>],
) {
    for (gate, body) in literals.as_chunks::<W>().0.iter().enumerate() {
        set(first + gate, all(body, values), values);
    }
}

/// Computes gates with `width` inputs each.
fn wide<const N: usize>(literals: &[Literal], width: usize, first: usize, values: &mut [Lanes<N>]) {
    for (gate, body) in literals.chunks_exact(width).enumerate() {
        set(first + gate, all(body, values), values);
    }
}

#[inline]
fn all<const N: usize>(body: &[Literal], values: &[Lanes<N>]) -> Lanes<N> {
    let mut all = [u64::MAX; N];
    for literal in body {
        let value = &values[*literal as usize];
        for (all, value) in all.iter_mut().zip(value) {
            *all &= value;
        }
    }
    all
}

/// Gives a node and its denial their values.
#[inline]
pub(super) fn set<const N: usize>(node: usize, value: Lanes<N>, values: &mut [Lanes<N>]) {
    values[2 * node] = value;
    values[2 * node + 1] = value.map(|value| !value);
}

/// The values of `nodes` nodes of which only the constant holds.
pub(super) fn nothing<const N: usize>(nodes: usize) -> Vec<Lanes<N>> {
    let mut values = vec![[0; N]; 2 * nodes];
    (0..nodes).for_each(|node| set(node, [0; N], &mut values));
    set(0, [u64::MAX; N], &mut values);
    values
}
