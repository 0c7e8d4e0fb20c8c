//! CALL: a whole short message for a handler. Head: the handler as tag, the message's role as context. No words. Body:
//! the message.
use super::{Head, Kind};

/// The purpose of a message to a handler. Each role has its own credit and its own queue, so that a reply never
/// waits behind a request. The numbers are those on the wire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MessageRole {
    /// A message that answers no other message.
    #[default]
    Request = 0,
    /// A message that a handler sends to answer the message that it handles.
    Reply = 1,
}

impl MessageRole {
    /// Returns the role in a frame's context, or `None` if there is no such role.
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
