//! What this owner knows of a send, beside what its transfer knows.
use super::chain::{Link, Linked};
use super::mode::Mode;
use crate::ids::SendId;

#[derive(Debug)]
pub struct Tagged {
    pub context: u16,
    pub tag: i32,
    pub mode: Mode,
    /// Its number among all messages to that receiver.
    pub sequence: u64,
    /// Nothing has been pushed of it: it is in the queue of its receiver.
    pub waits: bool,
    /// It was offered in answer to a seek, and neither pulled, accepted nor declined yet.
    pub offered: bool,
    /// Its neighbours among those that wait.
    held: Link<SendId>,
}

impl Tagged {
    pub fn new(context: u16, tag: i32, mode: Mode, sequence: u64) -> Tagged {
        Tagged { context, tag, mode, sequence, waits: false, offered: false, held: Link::default() }
    }
}

impl Linked<SendId, 0> for Tagged {
    fn link(&mut self) -> &mut Link<SendId> {
        &mut self.held
    }
    /// The send that waits behind it; null if there is none.
    fn next(&self) -> SendId {
        self.held.next()
    }
}
