//! The compiled form of a rule sheet: its rules without variables as a circuit (a propositional
//! network: Schkufza, Love and Genesereth 2008, "Propositional automata and cell automata"), which
//! is evaluated for one state or for many at once.

mod build;
mod circuit;
mod gates;
mod playouts;
mod program;
mod questions;

pub use playouts::{Playouts, Tally};
pub use questions::NetReasoner;

use super::Diagnostic;
use super::interpreter::{Ground, GroundLimits, Interpreter, TermId};
use super::syntax::Sheet;
use circuit::{Circuit, Outputs};
use gates::Literal;
use program::Program;
use rustc_hash::FxHashMap;
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
    outputs: Outputs,
    /// The fluents and when they hold.
    fluents: Vec<(TermId, Literal)>,
    /// The bits of a state, those that can matter first.
    bits: Vec<Bit>,
    /// The bit of each fluent that has one.
    places: FxHashMap<TermId, u32>,
    moves: Vec<Vec<TermId>>,
    /// The nodes of the moves of each role.
    nodes: Vec<Range<u32>>,
    sizes: Sizes,
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
        let ground = interpreter.ground(sheet, limits)?;
        let circuit = build::build(&ground)?.simplified();
        Ok(Self::assemble(&ground, &circuit))
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
        let (first, rest): (Vec<_>, Vec<_>) = kept.partition(|index| relevant[*index]);
        let (mut bits, mut places) = (Vec::new(), FxHashMap::default());
        for index in first.iter().chain(&rest) {
            places.insert(fluents[*index].0, bits.len() as u32);
            bits.push(Bit {
                node: *index as u32 + 1,
                next: outputs.next[*index],
                initial: circuit.initial[*index],
            });
        }
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
            program,
            outputs,
            fluents,
            bits,
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
        let moves = self.moves.iter().map(Vec::capacity).sum::<usize>();
        self.program.bytes()
            + self.fluents.capacity() * size_of::<(TermId, Literal)>()
            + self.bits.capacity() * size_of::<Bit>()
            + self.places.capacity() * size_of::<(TermId, u32)>()
            + moves * size_of::<TermId>()
    }
}
