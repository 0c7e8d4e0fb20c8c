//! PUSH: a whole message of at most BYTES_TO_PUSH(1) bytes. Head: context, tag. No words. Body: the message.
use super::{Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Push {
    pub context: u16,
    pub tag: i32,
}

impl Push {
    #[inline(always)]
    pub fn head(self) -> u64 {
        Head { kind: Kind::Push, context: self.context, tag: self.tag }.emit()
    }
}
