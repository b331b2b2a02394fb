//! Games written in the Game Description Language (Love, Hinrichs, Haley, Schkufza and Genesereth
//! 2008, "General game playing: game description language specification").

mod check;
mod diagnostic;
mod game;
mod graph;
mod interpreter;
mod net;
mod outline;
mod reasoner;
pub mod syntax;

pub use check::{check, examine};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use game::{GdlGame, Move, State};
pub use interpreter::{GroundLimits, Interpreter, Limits, TermId};
pub use net::{
    Distance, Landmark, Line, Net, NetReasoner, Packed, Playouts, Possible, Seen, Single, Sizes,
    TOGETHER, Tally,
};
pub use outline::{Outline, Relation, Shape, outline};
