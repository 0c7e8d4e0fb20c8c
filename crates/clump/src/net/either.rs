//! Frames of this machine and of others, handed to one receiver.
use super::dual::{Far, Rx};
use clump_fabric::mem::Region;
use clump_fabric::{Body, Fabric, Frame, RangeRequest, Receiver, View, shm};

/// A frame's contents, from either.
pub enum Either<'a> {
    Near(&'a shm::Body<'a>),
    Far(&'a View<'a>),
}

pub(super) struct FromNear<P>(pub P);
pub(super) struct FromFar<P>(pub P);

impl<P: Receiver<Rx>> Receiver<shm::Rx> for FromNear<P> {
    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &shm::Body<'_>) {
        self.0.frame(from, head, &Either::Near(body));
    }
}

impl<P: Receiver<Rx>> Receiver<<Far as Fabric>::Rx> for FromFar<P> {
    fn frame(&mut self, from: u32, head: u64, body: &View<'_>) {
        self.0.frame(from, head, &Either::Far(body));
    }

    fn fetched(&mut self, ticket: u64) {
        self.0.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.0.requested(from, request);
    }
}

/// Lends a receiver: both sides hand over to the same one.
pub(super) struct Lent<'a, P>(pub &'a mut P);

impl<P: Receiver<Rx>> Receiver<Rx> for Lent<'_, P> {
    #[inline(always)]
    fn frame(&mut self, from: u32, head: u64, body: &Either<'_>) {
        self.0.frame(from, head, body);
    }

    fn fetched(&mut self, ticket: u64) {
        self.0.fetched(ticket);
    }

    fn requested(&mut self, from: u32, request: RangeRequest) {
        self.0.requested(from, request);
    }
}

/// Each as its own kind does it.
macro_rules! either {
    ($self:ident, $body:ident => $do:expr) => {
        match $self {
            Either::Near($body) => $do,
            Either::Far($body) => $do,
        }
    };
}

impl Body for Either<'_> {
    #[inline(always)]
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        either!(self, b => b.words())
    }

    #[inline(always)]
    fn len(&self, k: usize) -> usize {
        either!(self, b => b.len(k))
    }

    #[inline(always)]
    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        either!(self, b => b.copy_to(k, offset, to))
    }

    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        match self {
            Either::Near(b) => b.read(k, len, read),
            Either::Far(b) => b.read(k, len, read),
        }
    }

    fn lain(&self) -> u64 {
        either!(self, b => b.lain())
    }

    fn to_frame(&self, head: u64) -> Frame {
        either!(self, b => b.to_frame(head))
    }
}
