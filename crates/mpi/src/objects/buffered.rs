//! The buffers that the program attached (MPI_Buffer_attach), and the buffered sends in flight from them.
use crate::abi;
use crate::objects::datatype::Message;
use crate::objects::request::Request;
use clump::driver::Endpoint;

/// The owner of an attached buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Process,
    Comm(abi::Comm),
    Session(abi::Session),
}

/// A buffer that the program attached.
#[derive(Debug)]
pub(crate) struct Attached {
    pub(crate) owner: Owner,
    /// Address and size as the program passed them; MPI_Buffer_detach returns both.
    pub(crate) address: usize,
    pub(crate) size: i64,
    pub(crate) used: i64,
}

/// A buffered send in flight.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) owner: Owner,
    pub(crate) to: u32,
    /// The communicator's context.
    pub(crate) context: u16,
    pub(crate) request: clump::driver::Request,
    /// Keeps the message's bytes alive.
    pub(crate) _message: Message,
    pub(crate) cost: i64,
}

/// The attached buffers, the buffered sends in flight, and the pending flush requests.
#[derive(Debug)]
pub struct Buffered {
    pub(crate) attached: Vec<Attached>,
    pub(crate) pending: Vec<Pending>,
    pub orphans: Vec<Request>,
    /// Requests of non-blocking flushes, each with the owner whose sends must complete first.
    flushes: Vec<(abi::Request, Owner)>,
}

impl Buffered {
    pub const fn new() -> Buffered {
        Buffered { attached: Vec::new(), pending: Vec::new(), orphans: Vec::new(), flushes: Vec::new() }
    }

    pub(crate) fn find(&mut self, owner: Owner) -> Option<&mut Attached> {
        self.attached.iter_mut().find(|a| a.owner == owner)
    }

    /// Forgets the owner's buffer, if it has one.
    pub fn forget(&mut self, owner: Owner) {
        self.attached.retain(|a| a.owner != owner);
    }

    /// Returns `None` if `more` bytes fit into the owner's buffer; otherwise the bytes in use and the
    /// buffer's size.
    pub(crate) fn full(&self, owner: Owner, more: i64) -> Option<(i64, i64)> {
        let a = self.attached.iter().find(|a| a.owner == owner)?;
        let fits = a.address == abi::MPI_BUFFER_AUTOMATIC || a.used + more <= a.size;
        (!fits).then_some((a.used, a.size))
    }

    /// Forgets buffered sends that have completed.
    pub(crate) fn reap(&mut self, endpoint: &mut Endpoint) {
        self.release(|request| endpoint.test(request).is_some());
    }

    /// Frees the space of the messages whose request is over.
    fn release(&mut self, mut is_over: impl FnMut(clump::driver::Request) -> bool) {
        for p in self.pending.extract_if(.., |p| is_over(p.request)) {
            if let Some(b) = self.attached.iter_mut().find(|a| a.owner == p.owner) {
                b.used -= p.cost;
            }
        }
    }

    /// Registers request `handle`, which completes once all of the owner's buffered sends have completed.
    pub(crate) fn flush(&mut self, handle: abi::Request, owner: Owner) {
        self.flushes.push((handle, owner));
    }

    /// Returns true if flush requests are pending.
    #[inline(always)]
    pub fn is_flushing(&self) -> bool {
        !self.flushes.is_empty()
    }

    /// Removes and returns the flush requests that have completed.
    pub fn flushes_over(&mut self, endpoint: &mut Endpoint) -> Vec<abi::Request> {
        let mut flushes = std::mem::take(&mut self.flushes);
        let over =
            flushes.extract_if(.., |(_, owner)| self.flushed(*owner, endpoint)).map(|(handle, _)| handle).collect();
        self.flushes = flushes;
        over
    }

    /// Cancels the buffered sends to ranks that have left the job.
    pub(crate) fn give_up(&mut self, endpoint: &mut Endpoint) {
        self.release(|request| {
            // The endpoint cannot cancel a send while another thread copies the message; the next call tries again.
            let given_up = endpoint.departed(request).is_some() && endpoint.cancel(request);
            if given_up {
                endpoint.detach(request);
            }
            given_up
        });
    }

    /// Returns true if no buffered send of this owner is in flight any more.
    pub(crate) fn flushed(&mut self, owner: Owner, endpoint: &mut Endpoint) -> bool {
        self.reap(endpoint);
        !self.pending.iter().any(|p| p.owner == owner)
    }
}

impl Default for Buffered {
    fn default() -> Self {
        Self::new()
    }
}
