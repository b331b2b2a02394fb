//! Fluents that stay as they are once they hold, or once they don't, whatever is done.

use super::gates::Literal;
use super::packed::{N, Packed};
use super::possible::{ALL, Possible};
use super::program::Lanes;

/// Inputs of gates that are computed at most to find them.
const WORK: usize = 100_000_000;

/// By fluent: whether it stays once it holds, and once it doesn't.
#[derive(Clone, Debug, Default)]
pub(super) struct Latches {
    pub on: Vec<bool>,
    pub off: Vec<bool>,
    /// The moves after which a fluent that holds may fail, and those after which one that fails may
    /// hold; of the first fluents, as far as they were found.
    pub changers: Vec<[Vec<u32>; 2]>,
}

/// The latches among the bits that are kept. Of each it is asked what it may be after each move if
/// nothing but it is known.
pub(super) fn latches(packed: &Packed, possible: &mut Possible) -> Latches {
    let (net, kept) = (packed.net().clone(), packed.kept());
    let mut latches = Latches {
        on: vec![false; kept.len()],
        off: vec![false; kept.len()],
        changers: Vec::new(),
    };
    for node in 1..net.program.first() {
        possible.put(2 * node, ALL, ALL);
    }
    let mut work = 0;
    for (place, bit) in kept.iter().enumerate() {
        let bit = net.states.bits[*bit];
        let (gates, edges) = gates_below(packed, &[bit.next]);
        work += 100 + 2 * edges * packed.moves().div_ceil(64 * N);
        if work > WORK {
            break;
        }
        possible.put(2 * bit.node, ALL, [0; N]);
        let fails = after(packed, possible, &gates, bit.next ^ 1);
        possible.put(2 * bit.node, [0; N], ALL);
        let holds = after(packed, possible, &gates, bit.next);
        latches.on[place] = fails.is_empty();
        latches.off[place] = holds.is_empty();
        latches.changers.push([fails, holds]);
        possible.put(2 * bit.node, ALL, ALL);
    }
    latches
}

/// The moves after which a literal may hold.
fn after(packed: &Packed, possible: &mut Possible, gates: &[u32], literal: Literal) -> Vec<u32> {
    let first = packed.net().moves[0].node;
    let (moves, together) = (packed.moves() as u32, 64 * N as u32);
    let mut found = Vec::new();
    for start in (0..moves).step_by(together as usize) {
        for index in 0..moves {
            let mut lane: Lanes<N> = [0; N];
            if let Some(place) = index.checked_sub(start).filter(|place| *place < together) {
                lane[place as usize / 64] = 1 << (place % 64);
            }
            possible.put(2 * (first + index), lane, lane.map(|word| !word));
        }
        possible.compute(gates);
        let may = possible.may(literal);
        let lanes = 0..(moves - start).min(together);
        let lanes = lanes.filter(|lane| may[*lane as usize / 64] >> (lane % 64) & 1 == 1);
        found.extend(lanes.map(|lane| start + lane));
    }
    found
}

/// The gates below literals in order of evaluation, and how many inputs they have.
pub(super) fn gates_below(packed: &Packed, literals: &[Literal]) -> (Vec<u32>, usize) {
    let program = &packed.net().program;
    let mut open: Vec<u32> = literals.iter().map(|literal| literal / 2).collect();
    let mut gates = Vec::new();
    let mut known = rustc_hash::FxHashSet::default();
    let mut edges = 0;
    while let Some(node) = open.pop() {
        if node < program.first() || !known.insert(node) {
            continue;
        }
        let body = program.body(node - program.first());
        edges += body.len();
        open.extend(body.iter().map(|literal| literal / 2));
        gates.push(node - program.first());
    }
    gates.sort_unstable();
    (gates, edges)
}
