//! The contents of a frame, from this machine or from another.
use clump_fabric::mem::Region;
use clump_fabric::{Body, Frame, View, shm};

/// A frame's contents, where they lie.
pub enum NearFarBody<'a> {
    /// A frame in shared memory.
    Near(&'a shm::Body<'a>),
    /// A frame from the network.
    Far(&'a View<'a>),
}

/// Evaluates `$do` with the body of either kind.
macro_rules! each {
    ($self:ident, $body:ident => $do:expr) => {
        match $self {
            NearFarBody::Near($body) => $do,
            NearFarBody::Far($body) => $do,
        }
    };
}

impl Body for NearFarBody<'_> {
    #[inline(always)]
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        each!(self, b => b.words())
    }

    #[inline(always)]
    fn len(&self, k: usize) -> usize {
        each!(self, b => b.len(k))
    }

    #[inline(always)]
    fn copy_to(&self, k: usize, offset: usize, to: Region) -> usize {
        each!(self, b => b.copy_to(k, offset, to))
    }

    fn read(&self, k: usize, len: usize, read: impl FnOnce(Region)) {
        match self {
            NearFarBody::Near(b) => b.read(k, len, read),
            NearFarBody::Far(b) => b.read(k, len, read),
        }
    }

    fn queued(&self) -> u64 {
        each!(self, b => b.queued())
    }

    fn to_frame(&self, head: u64) -> Frame {
        each!(self, b => b.to_frame(head))
    }
}
