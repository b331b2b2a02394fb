//! The compiled form of a rule sheet: its rules without variables as a circuit (a propositional
//! network: Schkufza, Love and Genesereth 2008, "Propositional automata and cell automata"), which
//! is evaluated for one state or for many at once.

mod build;
mod circuit;
mod gates;
mod playouts;
mod program;
mod questions;
mod spread;

pub use playouts::{Playouts, Tally};
pub use questions::NetReasoner;

use super::Diagnostic;
use super::interpreter::{Ground, GroundLimits, Interpreter, TermId};
use super::syntax::Sheet;
use circuit::{Circuit, Outputs};
use gates::{Literal, TRUE};
use program::Program;
use rustc_hash::FxHashMap;
use spread::{Spread, ones};
use std::ops::Range;

/// What a net is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// Fluents that can hold.
    pub fluents: usize,
    /// Those that are kept: the others never change, or always equal one that is kept.
    pub bits: usize,
    /// Those that can matter.
    pub relevant: usize,
    /// Fluents that stay once they hold.
    pub stay: usize,
    /// Fluents that never come back once they don't hold.
    pub go: usize,
    /// Moves of all roles.
    pub moves: usize,
    /// Rules without variables.
    pub rules: usize,
    /// Gates.
    pub gates: usize,
    /// Inputs of all gates.
    pub edges: usize,
}

/// A fluent whose value makes a state.
#[derive(Clone, Copy, Debug)]
struct Bit {
    node: u32,
    next: Literal,
    initial: bool,
}

/// The circuit of a game.
#[derive(Clone, Debug)]
pub struct Net {
    program: Program,
    spread: Spread,
    outputs: Outputs,
    /// The bits of a state, those that can matter first.
    bits: Vec<Bit>,
    /// The fluents of the bits, those that hold always, and the others with the bit that each
    /// equals, or whose denial it equals.
    terms: Vec<TermId>,
    always: Vec<TermId>,
    equal: Vec<(TermId, u32, bool)>,
    /// The bit of each fluent that has one.
    places: FxHashMap<TermId, u32>,
    moves: Vec<Vec<TermId>>,
    /// The place of each move among those of its role.
    actions: Vec<FxHashMap<TermId, u32>>,
    /// The nodes of the moves of each role.
    nodes: Vec<Range<u32>>,
    sizes: Sizes,
}

/// A net whose terms have no numbers of an interpreter yet.
#[derive(Debug)]
pub(super) struct Draft {
    ground: Ground,
    circuit: Circuit,
}

impl Draft {
    /// The net of a sheet and of an interpreter of it; takes long.
    pub fn new(
        interpreter: &Interpreter,
        sheet: &Sheet,
        limits: GroundLimits,
    ) -> Result<Self, Diagnostic> {
        let ground = interpreter.ground(sheet, limits)?;
        let circuit = build::build(&ground)?.simplified();
        Ok(Self { ground, circuit })
    }

    /// The net with the terms of the interpreter, or of a clone that learned more since.
    pub fn finish(mut self, interpreter: &mut Interpreter) -> Net {
        interpreter.adopt(&mut self.ground);
        Net::assemble(&self.ground, &self.circuit)
    }
}

impl Net {
    /// The net of a sheet. Terms have the numbers that they have in the interpreter, which is of
    /// the same sheet.
    ///
    /// # Errors
    /// Why the sheet has to be interpreted: a limit that is reached, or facts that may depend on
    /// their own denial.
    pub fn new(
        interpreter: &mut Interpreter,
        sheet: &Sheet,
        limits: GroundLimits,
    ) -> Result<Self, Diagnostic> {
        Ok(Draft::new(interpreter, sheet, limits)?.finish(interpreter))
    }

    fn assemble(ground: &Ground, circuit: &Circuit) -> Self {
        let relevant = circuit.relevant();
        let (program, outputs) = Program::new(circuit, &relevant);
        let fluents = ground.fluents.iter().zip(&circuit.fluents);
        let fluents: Vec<_> = fluents
            .map(|(fluent, literal)| (fluent.term, *literal))
            .collect();
        let own = |index: usize| 2 * (index as Literal + 1);
        let kept = (0..fluents.len()).filter(|index| fluents[*index].1 == own(*index));
        let (mut first, mut rest): (Vec<_>, Vec<_>) = kept.partition(|index| relevant[*index]);
        // In the order of a sorted state.
        first.sort_unstable_by_key(|index| fluents[*index].0);
        rest.sort_unstable_by_key(|index| fluents[*index].0);
        let order = [first.clone(), rest].concat();
        let bits = order.iter().map(|index| Bit {
            node: *index as u32 + 1,
            next: outputs.next[*index],
            initial: circuit.initial[*index],
        });
        let bits: Vec<_> = bits.collect();
        let terms: Vec<_> = order.iter().map(|index| fluents[*index].0).collect();
        let places: FxHashMap<_, _> = terms.iter().copied().zip(0..).collect();
        let always = fluents.iter().filter(|(_, literal)| *literal == TRUE);
        let always = always.map(|(term, _)| *term).collect();
        let others = fluents
            .iter()
            .filter(|(term, _)| !places.contains_key(term));
        let equal = others.filter_map(|(term, literal)| {
            let index = (literal / 2).checked_sub(1)? as usize;
            Some((*term, places[&fluents[index].0], literal & 1 == 0))
        });
        let equal = equal.collect();
        let moves = ground.moves.iter();
        let moves: Vec<Vec<_>> = moves.map(|m| m.iter().map(|a| a.term).collect()).collect();
        let (stay, go) = circuit.latches();
        Self {
            sizes: Sizes {
                fluents: fluents.len(),
                bits: bits.len(),
                relevant: first.len(),
                stay,
                go,
                moves: moves.iter().map(Vec::len).sum(),
                rules: ground.rules.len(),
                gates: program.nodes() - circuit.gates.first() as usize,
                edges: program.edges(),
            },
            nodes: circuit.gates.moves.clone(),
            actions: moves
                .iter()
                .map(|moves| moves.iter().copied().zip(0..).collect())
                .collect(),
            spread: Spread::new(&program, &outputs, &bits),
            program,
            outputs,
            bits,
            terms,
            always,
            equal,
            places,
            moves,
        }
    }

    /// What it is made of.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        let terms = self.terms.len() + self.moves.iter().map(Vec::len).sum::<usize>();
        // A table has up to twice the room that it needs.
        let tables = 2 * terms * size_of::<(TermId, u32)>();
        self.program.bytes()
            + self.spread.bytes()
            + self.bits.capacity() * size_of::<Bit>()
            + terms * size_of::<TermId>()
            + tables
    }

    /// The fluents of a state, sorted.
    fn terms(&self, state: &[u64]) -> Vec<TermId> {
        let mut terms: Vec<_> = ones(state).map(|bit| self.terms[bit]).collect();
        terms.extend(&self.always);
        let holds = |bit: u32| state[bit as usize / 64] >> (bit % 64) & 1 == 1;
        let equal = self
            .equal
            .iter()
            .filter(|(_, bit, same)| holds(*bit) == *same);
        terms.extend(equal.map(|(term, _, _)| *term));
        terms.sort_unstable();
        terms
    }
}
