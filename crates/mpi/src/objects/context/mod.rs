//! Context numbers: which are free, and the tags of the messages that are no user's.
pub(crate) mod numbers;
pub(crate) mod tags;
pub use numbers::{PARENTLESS, SELF, WORLD};
