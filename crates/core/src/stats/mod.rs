//! Statistics of sampled arms.

mod arms;
mod normal;
mod selection;

pub use arms::{Arm, Arms, Rows, argmax};
pub use normal::{cdf, pdf, unit_loss};
pub use selection::{Summary, apcs, root_bound};
