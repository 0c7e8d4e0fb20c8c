//! CALL: a whole short message for a handler. Head: the handler as tag, the message's role as context. No words. Body:
//! the message.
use super::{Head, Kind};

/// What a message to a handler is for. Each role has its own credit and its own queue, so that a reply never waits
/// behind a request. The numbers are the wire's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageRole {
    /// A message of its own accord.
    #[default]
    Request = 0,
    /// A message with which a handler answers another.
    Reply = 1,
}

impl MessageRole {
    /// The role that a frame's context says. `None`: there is no such role.
    #[inline(always)]
    pub const fn of_context(context: u16) -> Option<MessageRole> {
        match context {
            0 => Some(MessageRole::Request),
            1 => Some(MessageRole::Reply),
            _ => None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandlerCall {
    pub handler: i32,
    pub role: MessageRole,
}

impl HandlerCall {
    #[inline(always)]
    pub fn head(self) -> u64 {
        Head { kind: Kind::Call, context: self.role as u16, tag: self.handler }.emit()
    }
}
