//! The protocol's native pulls and fetches in the simulator.
use super::memory::Later;
use super::port::Port;
use clump_core::protocol::Source;
use clump_core::wire::Share;
use clump_core::{Rank, SendId, TransferSink};
use clump_fabric::RemoteMemory;
use clump_fabric::mem::Buffer;

impl Port<'_> {
    /// Offers the sender a share of a pull. A full network loses the offer.
    pub fn offer(&mut self, to: Rank, send: SendId) {
        let share = Share { send, ticket: self.shared.moment() };
        let _ = self.frame(to, share.head(), &share.words(), Source::None);
    }

    /// Makes a native pull. Returns false if the memory may not hold the message any more. Missing memory is a
    /// failure of the run.
    pub fn copy(&mut self, what: Later) -> bool {
        let Later { from, into, address, offset, len, .. } = what;
        let rank = self.rank;
        if self.shared.withdrawn.get(&from).is_some_and(|&count| count > 0) {
            self.shared.coverage.withdrawn += 1;
            return false;
        }
        // Checked before the buffer is allocated, because a wrong length may be any number.
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

    /// Writes fetched bytes to their receive.
    pub fn fetched(&mut self, what: Later, bytes: &Buffer) {
        self.write_to(what.into, what.offset, &bytes.region().to_vec());
        self.shared.coverage.fetched += 1;
    }
}
