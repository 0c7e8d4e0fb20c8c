//! Parts of algorithms that several collectives use.
pub mod bundle;
pub mod exchange;
pub mod folding;
pub mod halving;
pub mod listed;
pub mod packed;
pub mod pair;
pub mod post_or_read;
pub mod remote_read;
pub mod turn;
