//! Operations on borrowed memory, all of which end within a scope.
use super::lend::{of_mut_slice, of_slice};
use super::{cancel, known, wait_or_cancel};
use crate::driver;
use crate::error::Error;
use clump_core::{Mode, Outcome, Rank, Select};
use std::marker::PhantomData;

/// Starts operations on memory that is borrowed for `'env`; see [`Endpoint::scope`](crate::Endpoint::scope).
pub struct Scope<'a, 'env> {
    pub(super) endpoint: &'a mut driver::Endpoint,
    /// The operations of the scope; `None` once complete.
    pub(super) pending: Vec<Option<driver::Request>>,
    /// Makes `'env` invariant, so that the compiler neither lengthens nor shortens the borrows.
    borrows: PhantomData<&'env mut &'env ()>,
}

/// An operation of a [`Scope`], by its index among the scope's operations. The program may drop this value: the scope
/// waits for the operation in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScopeRequest(pub(super) usize);

impl<'a, 'env> Scope<'a, 'env> {
    pub(super) fn new(endpoint: &'a mut driver::Endpoint) -> Scope<'a, 'env> {
        Scope { endpoint, pending: Vec::new(), borrows: PhantomData }
    }

    /// Starts sending `data` to rank `to`, in context 0.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such rank.
    pub fn send(&mut self, to: Rank, tag: i32, data: &'env [u8]) -> Result<ScopeRequest, Error> {
        known(self.endpoint, to)?;
        let request = self.endpoint.send(to, 0, tag, of_slice(data), Mode::Standard);
        Ok(self.keep(request))
    }

    /// Starts receiving one message into `into`, in context 0: from rank `from` (`None`: any rank), with this tag
    /// (`None`: any tag).
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such rank.
    pub fn recv(&mut self, from: Option<Rank>, tag: Option<i32>, into: &'env mut [u8]) -> Result<ScopeRequest, Error> {
        from.map_or(Ok(()), |from| known(self.endpoint, from))?;
        let select = Select { context: 0, source: from, tag };
        let request = self.endpoint.recv(select, of_mut_slice(into));
        Ok(self.keep(Some(request)))
    }

    fn keep(&mut self, request: Option<driver::Request>) -> ScopeRequest {
        self.pending.push(request);
        ScopeRequest(self.pending.len() - 1)
    }

    /// Blocks until this operation of the scope is complete, so that the program can start others after it. Returns the
    /// outcome; `None` for a send that completed at once, and for an operation for which the program has already
    /// waited.
    ///
    /// # Errors
    /// [`ErrorKind::Departed`](crate::ErrorKind::Departed) if the rank that the operation needs has left the job.
    pub fn wait(&mut self, request: ScopeRequest) -> Result<Option<Outcome>, Error> {
        let pending = self.pending.get(request.0).copied().flatten();
        let Some(pending) = pending else { return Ok(None) };
        let outcome = wait_or_cancel(self.endpoint, pending);
        self.pending[request.0] = None;
        outcome.map(Some)
    }

    /// Waits for all operations of the scope, even after an error. Returns the first error.
    pub(super) fn finish(mut self) -> Result<(), Error> {
        let ends: Vec<_> = (0..self.pending.len()).map(|at| self.wait(ScopeRequest(at)).map(drop)).collect();
        ends.into_iter().collect()
    }
}

impl Drop for Scope<'_, '_> {
    /// Cancels or completes the operations that are still pending because the program's function has panicked: after
    /// this call no other rank writes into the borrowed memory. If this call panics too, the process aborts.
    fn drop(&mut self) {
        for request in self.pending.drain(..).flatten() {
            cancel(self.endpoint, request);
            let _ = wait_or_cancel(self.endpoint, request);
        }
    }
}
