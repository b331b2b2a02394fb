//! Statistics of sampled arms.

mod arms;
mod moments;
mod normal;
mod selection;

pub use arms::{Arm, Arms, Rows, argmax};
pub use moments::{Moments, Scale};
pub use normal::{cdf, pdf, unit_loss};
pub use selection::{Summary, apcs, root_bound};
