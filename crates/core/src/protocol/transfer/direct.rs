//! Messages whose destination is known before they arrive. The receiver asks at once for the bytes that are not pushed
//! with the head.
use super::Transfers;
use super::arriving::{Arriving, Filling, Target};
use super::sink::{Destination, TransferSink};
use crate::ids::{ArrivalId, SendId};

impl Transfers {
    /// Records a message whose head has arrived. The owner has put the first `here` bytes at their destination.
    pub fn arrive_into(&mut self, p: usize, send: SendId, len: u64, here: u64, into: Destination) -> ArrivalId {
        let mut a = Arriving::new(p, send, 0, len, here, here);
        a.target = Target::Into(Filling { into, base: 0, end: len, have: here });
        self.arrivals.insert(a)
    }

    /// Asks for the rest of the message. Returns true if the message is complete.
    pub fn ask_for_all<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) -> bool {
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Returns the message's memory to its owner. The owner must have stopped a native copy. This rank drops the
    /// message's frames that are still in flight.
    pub fn abandon<S: TransferSink>(&mut self, sink: &mut S, id: ArrivalId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.native = None;
        }
        self.close(sink, id);
    }

    /// Refuses a message whose head has arrived: tells its sender that this rank wants no bytes.
    pub fn refuse<S: TransferSink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        self.done(sink, p, send);
    }
}
