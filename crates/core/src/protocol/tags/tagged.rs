//! The matching state of a send, beside the state that its transfer keeps.
use super::chain::{ChainLink, Linked};
use super::mode::Mode;
use crate::ids::SendId;

#[derive(Debug)]
pub struct Tagged {
    pub context: u16,
    pub tag: i32,
    pub mode: Mode,
    /// The send's number among all messages to that receiver.
    pub sequence: u64,
    /// True if no byte of the send has been pushed, and the send waits in the queue for its receiver.
    pub waits: bool,
    /// True if this rank has offered the send in answer to a seek, and the receiver has not pulled, accepted or
    /// declined it.
    pub offered: bool,
    /// The send's neighbours in the queue.
    held: ChainLink<SendId>,
}

impl Tagged {
    pub fn new(context: u16, tag: i32, mode: Mode, sequence: u64) -> Tagged {
        Tagged { context, tag, mode, sequence, waits: false, offered: false, held: ChainLink::default() }
    }
}

impl Linked<SendId, 0> for Tagged {
    fn link(&mut self) -> &mut ChainLink<SendId> {
        &mut self.held
    }
    /// Returns the send that waits behind this one; null if there is none.
    fn next(&self) -> SendId {
        self.held.next()
    }
}
