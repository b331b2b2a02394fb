//! Games written in the Game Description Language (Love, Hinrichs, Haley, Schkufza and Genesereth
//! 2008, "General game playing: game description language specification").

mod check;
mod deadline;
mod diagnostic;
mod game;
mod graph;
mod interpreter;
mod net;
mod outline;
pub mod syntax;

pub use check::{check, examine};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use game::{Form, GdlGame, Move, Plays, State};
pub use interpreter::{GroundLimits, Interpreter, Limits, TermId};
pub use net::{
    Distance, Landmark, Line, Net, NetReasoner, Packed, PackedSingle, Playouts, Possible, Seen,
    Sizes, Symmetries, TOGETHER, Tally,
};
pub use outline::{Outline, Relation, Shape, outline};
