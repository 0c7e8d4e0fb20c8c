//! Records whether a connection is open: one word in shared memory, which a sender on the receiver's machine maps.
//!
//! **Access rule.** A buffer that Clump allocated is only marked as closed: a sender that is still storing writes
//! into memory that serves nothing else. Memory that the program lent is free for the program when `close` returns.
//! Its sender therefore changes the word from `OPEN` to `WRITING` before it writes, and back to `OPEN` afterwards. To
//! close, the receiver stores `CLOSING`. A sender that finds `CLOSING` after its write stores `CLOSED`, for which the
//! receiver waits. A sender that has died writes no more.
use clump_fabric::mem::Region;

/// Bytes of the state: one cache line.
pub(super) const BYTES: usize = 64;
/// The sender may write.
const OPEN: u64 = 1;
/// The connection is closed: the sender must not write any more.
const CLOSED: u64 = 2;
/// The sender writes into memory that the program lent.
const WRITING: u64 = 3;
/// The receiver closes the connection, and may wait for a sender that writes.
const CLOSING: u64 = 4;

#[derive(Clone, Copy)]
pub(super) struct ConnectionState(Region);

impl ConnectionState {
    /// Returns the state at the end of that memory.
    pub fn at_end(memory: Region) -> ConnectionState {
        ConnectionState(memory.from(memory.len() - BYTES))
    }

    pub fn open(&self) {
        self.0.atomic_store(0, OPEN);
    }

    #[inline(always)]
    pub fn is_closed(&self) -> bool {
        self.0.atomic_load::<u64>(0) == CLOSED
    }

    /// Takes the right to write into the program's memory. Returns false if the connection is closed.
    pub fn begin_writing(&self) -> bool {
        self.0.atomic_exchange(0, OPEN, WRITING).is_ok()
    }

    /// Releases the right to write.
    pub fn end_writing(&self) {
        if self.0.atomic_exchange(0, WRITING, OPEN).is_err() {
            self.0.atomic_store(0, CLOSED);
        }
    }

    /// Marks the connection as closed, for the receiver. A sender may still be about to store into Clump's buffer.
    pub fn mark_closed(&self) {
        self.0.atomic_store(0, CLOSED);
    }

    /// Closes the connection for the receiver, and waits until a writing sender has finished. Calls `gone` now and
    /// then, which returns true if that sender has died.
    pub fn close(&self, mut gone: impl FnMut() -> bool) {
        /// Polls between two calls of `gone`. Fewer polls cost more system calls; more find a dead sender later.
        const LOOKS: u32 = 256;
        let (was, mut looks) = (self.0.atomic_swap::<u64>(0, CLOSING), 0u32);
        while was == WRITING && self.0.atomic_load::<u64>(0) == CLOSING {
            looks += 1;
            if looks.is_multiple_of(LOOKS) && gone() {
                break;
            }
            std::thread::yield_now();
        }
        self.mark_closed();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_fabric::mem::Leaked;

    fn state() -> (Leaked, ConnectionState) {
        let memory = Leaked::new(2 * BYTES);
        let at = memory.region().as_ptr() as usize;
        let state = ConnectionState::at_end(memory.region().slice(at.next_multiple_of(64) - at, BYTES));
        state.open();
        (memory, state)
    }

    #[test]
    fn no_sender_may_write_after_the_close() {
        for round in 0..200 {
            let ((_memory, state), written) = (state(), Leaked::new(8));
            let there = written.region();
            std::thread::scope(|scope| {
                scope.spawn(move || {
                    let mut i = 0u64;
                    while state.begin_writing() {
                        i += 1;
                        there.atomic_store(0, i);
                        state.end_writing();
                    }
                });
                while there.atomic_load::<u64>(0) < round % 7 {
                    std::thread::yield_now();
                }
                state.close(|| false);
                let last = there.atomic_load::<u64>(0);
                std::thread::yield_now();
                assert!(state.is_closed() && !state.begin_writing());
                assert_eq!(there.atomic_load::<u64>(0), last);
            });
        }
    }

    #[test]
    fn close_does_not_wait_for_a_sender_that_died() {
        let (_memory, state) = state();
        assert!(state.begin_writing());
        let mut asked = 0;
        state.close(|| {
            asked += 1;
            asked == 3
        });
        assert!(state.is_closed() && asked == 3);
        state.end_writing();
        assert!(state.is_closed());
    }
}
