//! Messages whose memory is named before they come: what is not pushed with their head is asked for at once.
use super::Transfers;
use super::arriving::{Arriving, Filling, Target};
use crate::ids::{ArrivalId, SendId};
use crate::protocol::sink::{Destination, Sink};

impl Transfers {
    /// The head of such a message has come, and `here` of its bytes are in their place by its owner's hand.
    pub fn arrive_into(&mut self, p: usize, send: SendId, len: u64, here: u64, into: Destination) -> ArrivalId {
        let mut a = Arriving::new(p, send, 0, len, here, here);
        a.target = Target::Into(Filling { into, base: 0, end: len, have: here });
        self.arrivals.insert(a)
    }

    /// Asks for the rest of it. True: it is complete.
    pub fn ask_for_all<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) -> bool {
        self.go_on(sink, id);
        self.settle(id).is_some()
    }

    /// Its memory is its owner's again. A native copy has been stopped, and frames that are on their way land nowhere.
    pub fn abandon<S: Sink>(&mut self, sink: &mut S, id: ArrivalId) {
        if let Some(a) = self.arrivals.get_mut(id) {
            a.native = None;
        }
        self.close(sink, id);
    }

    /// Nothing of a message is wanted whose head has come: its sender need not keep it.
    pub fn refuse<S: Sink>(&mut self, sink: &mut S, p: usize, send: SendId) {
        self.done(sink, p, send);
    }
}
