//! HELD: the sender holds back messages for want of credit, and the receiver may seek them. No words.
use super::{Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held;

impl Held {
    pub fn head(self) -> u64 {
        Head::bare(Kind::Held).emit()
    }
}
