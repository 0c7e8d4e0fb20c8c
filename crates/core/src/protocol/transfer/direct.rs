//! Messages whose destination is known before they arrive. The receiver asks at once for what is not pushed with the
//! head.
use super::Transfers;
use super::arriving::{Arriving, Filling, Target};
use crate::ids::{ArrivalId, SendId};
use crate::protocol::sink::{Destination, Sink};

impl Transfers {
    /// Records a message whose head has arrived. The owner has put the first `here` bytes in their place.
    pub fn arrive_into(&mut self, p: usize, send: SendId, len: u64, here: u64, into: Destination) -> ArrivalId {
        let mut a = Arriving::new(p, send, 0, len, here, here);
        a.target = Target::Into(Filling { into, base: 0, end: len, have: here });
        self.arrivals.insert(a)
    }

    /// Asks for the rest of the message. Returns true if the message is complete.
    pub fn ask_for_all<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) -> bool {
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Returns the message's memory to its owner. The owner has stopped a native copy; this rank drops frames under
    /// way.
    pub fn abandon<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.native = None;
        }
        self.close(sink, id);
    }

    /// Refuses a message whose head has arrived: tells its sender that this rank wants no bytes.
    pub fn refuse<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        self.done(sink, p, send);
    }
}
