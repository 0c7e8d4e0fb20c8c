//! HELD: "I hold messages back for want of credit; seek what you want". No words.
use super::{Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held;

impl Held {
    pub fn head(self) -> u64 {
        Head::bare(Kind::Held).emit()
    }
}
