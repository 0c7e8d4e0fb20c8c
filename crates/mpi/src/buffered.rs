//! Buffered sends (MPI 5.0, 3.6). Clump copies messages into its own memory. The size of the attached buffer is the
//! budget for these copies: the program may rely on all of the budget, and a send beyond the budget fails.
mod calls;
pub use calls::*;

use crate::abi;
use crate::error::{Result, fail};
use crate::objects::buffered::Pending;
use crate::objects::buffered::{Buffered, Owner};
use crate::objects::datatype::Message;
use crate::objects::request::Request;
use crate::objects::traced;
use crate::state::State;
use clump::driver::{CallKind, Departed, Mode};
use std::time::{Duration, Instant};

/// Time that a buffered send without room in its buffer waits for acknowledgements from other machines. Smaller: sends
/// fail although the message has been received. Larger: a send that must fail takes longer.
const WORD_UNDER_WAY: Duration = Duration::from_millis(50);

/// Bytes of the attached buffer that a message costs beside its own: the least MPI_BSEND_OVERHEAD of all ABIs (that of
/// MPICH), by which programs compute their buffers. The messages themselves are in the library's memory.
const OVERHEAD: i64 = 96;
const _: () = assert!(OVERHEAD <= abi::MPI_BSEND_OVERHEAD as i64);

impl State {
    /// Sends a copy of the message within the budget of the communicator's buffer; if it has none, of its session's
    /// buffer; else of the process's buffer (MPI 5.0, 3.6).
    pub(crate) fn buffered_send(&mut self, comm: abi::Comm, to: u32, context: u16, tag: i32, m: &Message) -> Result {
        self.reap_buffered();
        // A persistent request sends on a communicator that the program may have freed.
        let session = self.comm_of_operation(comm).map_or(abi::MPI_SESSION_NULL, |c| c.session);
        let owner = [Owner::Comm(comm), Owner::Session(session)];
        let owner = owner.into_iter().find(|&o| self.buffered.find(o).is_some()).unwrap_or(Owner::Process);
        let len = m.data_len() as i64;
        let cost = len + OVERHEAD;
        if self.buffered.find(owner).is_none() {
            return fail(abi::MPI_ERR_BUFFER, "no buffer is attached; call MPI_Buffer_attach first");
        }
        if let Some((used, size)) = self.buffered.full(owner, cost)
            && !self.make_room(owner, cost)
        {
            return fail(
                abi::MPI_ERR_BUFFER,
                format!("{len} bytes do not fit into the attached buffer: {used} of {size} bytes are in use"),
            );
        }
        let message = m.copied();
        self.endpoint().count_call(CallKind::Send, len as u64);
        if traced::is_on() {
            traced::sends(self.endpoint(), to, context, tag, len as u64);
        }
        if let Some(request) = self.endpoint().send(to, context, tag, message.region, Mode::Standard) {
            if let Some(b) = self.buffered.find(owner) {
                b.used += cost;
            }
            self.buffered.pending.push(Pending { owner, to, context, request, _message: message, cost });
        }
        Ok(())
    }

    /// Makes progress until `cost` bytes are free in the owner's buffer. A received message occupies its bytes until
    /// this process has seen the acknowledgement. On one machine, the acknowledgement arrives before the program can
    /// know that the message was received; on a network, the acknowledgement may still be in flight.
    #[cold]
    fn make_room(&mut self, owner: Owner, cost: i64) -> bool {
        let mut since = None;
        loop {
            let moved = self.endpoint().progress_messages();
            self.reap_buffered();
            if self.buffered.full(owner, cost).is_none() {
                return true;
            }
            if moved {
                continue;
            }
            let own = self.endpoint().rank();
            let here = self.endpoint().host_of(own);
            let far: Vec<u32> = self.buffered.pending.iter().filter(|p| p.owner == owner).map(|p| p.to).collect();
            let waits = far.into_iter().any(|to| self.endpoint().host_of(to) != here);
            if !waits || since.get_or_insert_with(Instant::now).elapsed() > WORD_UNDER_WAY {
                return false;
            }
            std::thread::yield_now();
        }
    }

    /// Forgets buffered sends that have completed.
    fn reap_buffered(&mut self) {
        self.mpi.buffered.reap(self.common.endpoint());
    }

    /// Returns true if no buffered send of this owner is in flight any more.
    pub(crate) fn flushed(&mut self, owner: Owner) -> bool {
        self.mpi.buffered.flushed(owner, self.common.endpoint())
    }

    /// Returns true if no buffered send on this context is in flight any more.
    pub(crate) fn sent_from_buffers(&mut self, context: u16) -> bool {
        self.reap_buffered();
        !self.buffered.pending.iter().any(|p| p.context == context)
    }

    /// Returns a departed rank (a rank that has left the job) to which a buffered send or freed request is addressed.
    #[cold]
    pub(crate) fn departed_of_let_go(&mut self) -> Option<Departed> {
        let State { common, mpi } = self;
        let endpoint = common.endpoint();
        let Buffered { pending, orphans, .. } = &mpi.buffered;
        let sends = pending.iter().map(|p| p.request);
        sends.chain(orphans.iter().flat_map(Request::pending)).find_map(|request| endpoint.departed(request))
    }

    /// Cancels the buffered sends and freed requests that only departed ranks could complete.
    #[cold]
    pub(crate) fn give_up_let_go(&mut self) {
        let State { common, mpi } = self;
        let endpoint = common.endpoint();
        mpi.buffered.give_up(endpoint);
        mpi.buffered.orphans.retain(|orphan| {
            let gone = orphan.pending().any(|request| endpoint.departed(request).is_some());
            for request in orphan.pending().filter(|_| gone) {
                // The endpoint refuses to cancel while another thread copies the message. `detach` makes the endpoint
                // forget the request once the request has completed.
                let _ = endpoint.cancel(request);
                endpoint.detach(request);
            }
            !gone
        });
    }

    /// Returns true if no buffered send or freed request is in flight any more.
    pub(crate) fn drained(&mut self) -> bool {
        self.reap_buffered();
        self.buffered.pending.is_empty() && self.reap_orphans() && !self.endpoint().owes_receives()
    }
}
