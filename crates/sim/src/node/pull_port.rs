//! Native pulls and fetches of the protocol in the simulator.
use super::memory::Later;
use super::port::Port;
use clump_core::protocol::Source;
use clump_core::wire::Share;
use clump_core::{Rank, SendId, Sink};
use clump_fabric::RemoteMemory;
use clump_fabric::mem::Buffer;

impl Port<'_> {
    /// Offers the sender a share of a pull. An offer only: a network that is full loses it.
    pub fn offer(&mut self, to: Rank, send: SendId) {
        let share = Share { send, ticket: self.shared.moment() };
        let _ = self.frame(to, share.head(), &share.words(), Source::None);
    }

    /// Makes a native pull. False: what is there need not be the message any more; or there is no such memory, which is
    /// a failure.
    pub fn copy(&mut self, what: Later) -> bool {
        let Later { from, into, address, offset, len, .. } = what;
        let rank = self.rank;
        if self.shared.withdrawn.get(&from).is_some_and(|&count| count > 0) {
            self.shared.coverage.withdrawn += 1;
            return false;
        }
        // Looked for before room is made: a wrong length may be any number.
        let there = self.shared.network.lent(from, address, len).is_some();
        let bytes = Buffer::new(if there { len as usize } else { 0 });
        if !there || self.tx.pull(from, address, bytes.region()).is_err() {
            self.shared
                .fail(|| format!("rank {rank} pulls {len} bytes at {address:x} from rank {from}, which has them not"));
            return false;
        }
        self.write_to(into, offset, &bytes.region().to_vec());
        self.shared.coverage.native += 1;
        true
    }

    /// What was fetched goes to its receive.
    pub fn fetched(&mut self, what: Later, bytes: &Buffer) {
        self.write_to(what.into, what.offset, &bytes.region().to_vec());
        self.shared.coverage.fetched += 1;
    }
}
