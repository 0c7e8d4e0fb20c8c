//! Two ranks whose handlers' messages go from rank 0 to rank 1.
use super::Reading;
use crate::ids::{SendId, StreamId};
use crate::limits::Limits;
use crate::protocol::Path;
use crate::testing::{Job, PullAnswer, World};
use crate::wire::MessageRole;

/// Returns `len` bytes of the test message, from byte `from` on.
pub(super) fn bytes(from: usize, len: usize) -> Vec<u8> {
    (from..from + len).map(|i| (i * 7 + i / 256) as u8).collect()
}

/// The credit of each class of handlers' messages, in bytes.
pub(super) const HANDLERS: u64 = 2048;

/// Returns two ranks that can read each other's memory, if their worlds do not refuse the pulls.
pub(super) fn new_pair(pulls: PullAnswer) -> Job {
    let limits = Limits { handlers: HANDLERS, replies: HANDLERS, grant: 300, ..Limits::of_job(2, 256) };
    let world = || World::new(Path { native_pull: true, piece: 1 << 20 }, pulls);
    Job::new(vec![world(), world()], limits, 0)
}

impl Job {
    pub(super) fn begin(&mut self, len: u64) -> SendId {
        self.engines[0].handlers().begin(1, 7, MessageRole::Request, len)
    }

    pub(super) fn piece(&mut self, id: SendId, bytes: &[u8]) {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].handlers().piece(&mut self.worlds[0], id, bytes.len() as u64);
    }

    pub(super) fn call(&mut self, bytes: &[u8]) -> Option<SendId> {
        self.worlds[0].call = bytes.to_vec();
        self.engines[0].handlers().call(&mut self.worlds[0], 1, 7, MessageRole::Request, bytes.len() as u64)
    }

    pub(super) fn read(&mut self, id: StreamId, len: usize) -> Reading {
        self.worlds[1].call = vec![0; len];
        self.engines[1].handlers().read(&mut self.worlds[1], id, len as u64)
    }

    pub(super) fn finish(&mut self, id: StreamId) {
        self.engines[1].handlers().finish(&mut self.worlds[1], id);
    }

    pub(super) fn next(&mut self) -> StreamId {
        self.engines[1].handlers().next_stream().expect("a message has begun").id
    }

    /// Checks that no operation is left, no credit is lost, and no frame was malformed.
    pub(super) fn end_messages(&mut self) {
        self.settle();
        for (side, (engine, world)) in self.engines.iter_mut().zip(&self.worlds).enumerate() {
            engine.handlers().take_woken();
            assert_eq!(engine.leftovers(), Default::default(), "of side {side}");
            assert_eq!(engine.counters().malformed, 0);
            assert!(world.handlers.unread.is_empty() && world.sends.is_empty());
            for a in engine.handler_accounts(MessageRole::Request) {
                assert_eq!((a.buffered, a.allowance + a.owed, a.incoming, a.held), (0, HANDLERS, 0, 0));
            }
        }
    }
}
