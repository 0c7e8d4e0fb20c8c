//! One goal, held against one measured point.
use serde::Serialize;

/// One goal at one point.
#[derive(Clone, Debug, Serialize)]
pub struct Goal {
    /// "latency 8: at most 0.8 of the best peer …"
    pub text: String,
    /// Clump's figure, and the bound it is held against.
    pub ours: f64,
    pub bound: f64,
    pub holds: bool,
}
