//! The compiled form of a rule sheet: its rules without variables as a circuit (a propositional
//! network: Schkufza, Love and Genesereth 2008, "Propositional automata and cell automata"), which
//! is evaluated for one state or for many at once.

mod build;
mod circuit;
mod clock;
mod distance;
mod gates;
mod landmarks;
mod latches;
mod lines;
mod packed;
mod packed_single;
mod playouts;
mod possible;
mod program;
mod questions;
mod single;
mod spread;
mod states;
mod symmetry;

pub use distance::Distance;
pub use landmarks::Landmark;
pub use lines::Line;
pub use packed::{Packed, Seen, TOGETHER};
pub use packed_single::PackedSingle;
pub use playouts::{Playouts, Tally};
pub use possible::Possible;
pub use questions::NetReasoner;
pub(super) use single::Single;
pub(super) use spread::ones;
pub use symmetry::Symmetries;

use super::Diagnostic;
use super::interpreter::{Action, Ground, GroundLimits, Interpreter, Scope, TermId};
use super::syntax::Sheet;
use circuit::{Circuit, Outputs};
use program::Program;
use rustc_hash::FxHashMap;
use spread::Spread;
use states::States;
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

/// The circuit of a game.
#[derive(Clone, Debug)]
pub struct Net {
    program: Program,
    spread: Spread,
    outputs: Outputs,
    states: States,
    moves: Vec<Moves>,
    stay: Vec<TermId>,
    go: Vec<TermId>,
    sizes: Sizes,
}

/// The moves of a role, in the order of the sheet.
#[derive(Clone, Debug)]
struct Moves {
    terms: Vec<TermId>,
    /// The place of each.
    places: FxHashMap<TermId, u32>,
    /// The node of the first.
    node: u32,
}

impl Moves {
    fn new(actions: &[Action], node: u32) -> Self {
        let terms = actions.iter().map(|action| action.term);
        Self {
            places: terms.clone().zip(0..).collect(),
            terms: terms.collect(),
            node,
        }
    }

    fn bytes(&self) -> usize {
        // A table has up to twice the room that it needs.
        4 * self.terms.capacity() + 2 * self.places.capacity() * size_of::<(TermId, u32)>()
    }
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
        let scope = Scope::new(limits);
        let ground = interpreter.ground(sheet, &scope)?;
        let circuit = build::build(&ground, &scope)?.simplified(&scope)?;
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
        let states = States::new(ground, circuit, &outputs, &relevant);
        let nodes = circuit.gates.moves.iter().map(|nodes| nodes.start);
        let moves = ground.moves.iter().zip(nodes);
        let moves: Vec<_> = moves.map(|(m, node)| Moves::new(m, node)).collect();
        let (stay, go) = circuit.latches();
        let terms = |latches: Vec<usize>| -> Vec<TermId> {
            let terms = latches.into_iter().map(|index| ground.fluents[index].term);
            terms.collect()
        };
        let (stay, go) = (terms(stay), terms(go));
        Self {
            sizes: Sizes {
                fluents: ground.fluents.len(),
                bits: states.bits.len(),
                relevant: states.relevant,
                stay: stay.len(),
                go: go.len(),
                moves: moves.iter().map(|moves| moves.terms.len()).sum(),
                rules: ground.rules.len(),
                gates: program.nodes() - circuit.gates.first() as usize,
                edges: program.edges(),
            },
            spread: Spread::new(&program, &outputs, &states),
            program,
            outputs,
            states,
            moves,
            stay,
            go,
        }
    }

    /// The fluents that stay once they hold.
    pub fn stay(&self) -> &[TermId] {
        &self.stay
    }

    /// The fluents that never come back once they don't hold.
    pub fn go(&self) -> &[TermId] {
        &self.go
    }

    /// What it is made of.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    pub(super) fn roles(&self) -> usize {
        self.moves.len()
    }

    /// How many words the bits of a state take.
    pub(super) fn words(&self) -> usize {
        self.states.words()
    }

    /// The bits of a state; None where they do not say all, since no play comes there.
    pub(super) fn bits(&self, fluents: &[TermId]) -> Option<Vec<u64>> {
        let bits = self.states.words_of(fluents);
        (self.states.terms(&bits) == fluents).then_some(bits)
    }

    /// The fluents of a state, sorted.
    pub(super) fn fluents(&self, bits: &[u64]) -> Vec<TermId> {
        self.states.terms(bits)
    }

    /// What each bit adds to a sum over the fluents of a state; see [`States::sums`].
    pub(super) fn sums(&self, key: impl Fn(TermId) -> u64) -> (u64, Vec<u64>) {
        self.states.sums(key)
    }

    /// The moves of a role, in the order of the sheet.
    pub(super) fn moves_of(&self, role: usize) -> &[TermId] {
        &self.moves[role].terms
    }

    /// The place of a move of a role among them.
    pub(super) fn place(&self, role: usize, action: TermId) -> Option<u32> {
        self.moves[role].places.get(&action).copied()
    }

    /// The words of a [`Single::snapshot`] that say what is legal for a role.
    pub(super) fn legal_words(&self, role: usize) -> Range<usize> {
        self.spread.legal[role].clone()
    }

    /// Bytes that it holds.
    pub fn bytes(&self) -> usize {
        let moves = self.moves.iter().map(Moves::bytes).sum::<usize>();
        self.program.bytes() + self.spread.bytes() + self.states.bytes() + moves
    }
}
