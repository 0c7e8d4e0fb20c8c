//! CALL: a whole short message for a handler. Head: the handler as tag. No words. Body: the message.
use super::{Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerCall {
    pub handler: i32,
}

impl HandlerCall {
    #[inline(always)]
    pub fn head(self) -> u64 {
        Head { kind: Kind::Call, context: 0, tag: self.handler }.emit()
    }
}
