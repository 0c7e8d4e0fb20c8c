//! The progress loop: what has arrived goes to the protocol, what found the fabric full is tried again.
use crate::endpoint::Endpoint;
use crate::port::{Arrived, Port};
use clump_fabric::mem::Region;
use clump_fabric::shm::CAPABILITIES;

impl Endpoint {
    /// Moves everything forward that can be moved without waiting. True if anything happened.
    #[inline(always)]
    pub fn progress(&mut self) -> bool {
        let Endpoint { engine, tx, rx, memory, native, trouble, .. } = self;
        let arrived = rx.poll(CAPABILITIES.burst, |from, head, body| {
            let mut port = Port { tx, memory, native, call: Region::EMPTY, body: Some(body), trouble };
            engine.on_frame(&mut port, from, head, &Arrived(body));
        });
        arrived > 0 || (self.engine.wants_flush() && self.flush())
    }

    #[cold]
    fn flush(&mut self) -> bool {
        let moved = self.with(Region::EMPTY, |engine, port| engine.flush(port));
        if let Some(e) = self.trouble.take() {
            self.abort(1, &e.to_string());
        }
        moved
    }
}
