//! The progress loop: what has arrived goes to the protocol, what found the fabric full is tried again.
use crate::endpoint::{Endpoint, Local};
use crate::memory::Memory;
use crate::native::Native;
use crate::port::{Arrived, Port};
use clump_core::Engine;
use clump_fabric::mem::Region;
use clump_fabric::{Fabric, Receiver, Rx, Tx};

/// What an arrived frame may change: everything but the receiving side it lies in.
struct Inbox<'a, F: Fabric> {
    engine: &'a mut Engine,
    tx: &'a mut F::Tx,
    memory: &'a mut Memory,
    native: &'a mut Native,
    trouble: &'a mut Option<std::io::Error>,
}

impl<F: Fabric> Receiver<F::Rx> for Inbox<'_, F> {
    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &<F::Rx as Rx>::Body<'_>) {
        let Inbox { engine, tx, memory, native, trouble } = self;
        let mut port = Port { tx: &mut **tx, memory, native, call: Region::EMPTY, body: Some(body), trouble };
        engine.on_frame(&mut port, from, head, &Arrived(body));
    }
}

impl<F: Local> Endpoint<F> {
    /// Moves everything forward that can be moved without waiting. True if anything happened.
    #[inline]
    pub fn progress(&mut self) -> bool {
        self.progress_by(self.tx.capabilities().burst)
    }

    /// The same, taking at most `burst` frames from each sender.
    #[inline(always)]
    pub(crate) fn progress_by(&mut self, burst: usize) -> bool {
        let Endpoint { engine, tx, rx, memory, native, trouble, .. } = self;
        let arrived = rx.poll(burst, Inbox::<F> { engine, tx, memory, native, trouble });
        let moved = arrived > 0 || (self.engine.wants_flush() && self.flush());
        self.stirred |= moved;
        moved
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
