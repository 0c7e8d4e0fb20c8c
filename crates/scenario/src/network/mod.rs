//! One network interface over several personalities, bound by type (the CLIP thesis, figures 4.3 and 4.4).
//!
//! `EposNetwork<P, A, W, D>` is bound to a personality `P` ([`Am`], [`Bip`], [`Pm`], [`Clip`]), to the access and
//! waiting of a scenario, and to [`Guaranteed`] or [`Unguaranteed`] delivery. Each personality is an adapter to
//! ordered messages of its own tag; code of other personalities is absent from the program.
mod active;

use super::Endpoint;
use super::needs::{Access, ByCaller, Ordered, Shared, Waits};
use clump::driver::{Endpoint as General, Error, Mode, Outcome, Rank, Region};
use std::fmt;
use std::marker::PhantomData;

pub use active::{ActiveHandler, Am, ReplyToken};

/// BIP: messages of words (`i32`).
#[derive(Clone, Debug, Default)]
pub struct Bip;
/// PM: messages of up to 8192 bytes.
#[derive(Clone, Debug, Default)]
pub struct Pm;
/// CLIP: messages of bytes.
#[derive(Clone, Debug, Default)]
pub struct Clip;

/// A way to send messages to a rank and to receive the next one of any rank.
pub trait Personality: Default {
    /// The tag of the personality's messages.
    const TAG: i32;
    /// Bytes of a unit: lengths are multiples of it.
    const UNIT: usize;
    /// The longest message, in bytes.
    const MOST: usize;
}

impl Personality for Bip {
    const TAG: i32 = 1;
    const UNIT: usize = size_of::<i32>();
    const MOST: usize = usize::MAX;
}
impl Personality for Pm {
    const TAG: i32 = 2;
    const UNIT: usize = 1;
    const MOST: usize = 8192;
}
impl Personality for Clip {
    const TAG: i32 = 3;
    const UNIT: usize = 1;
    const MOST: usize = usize::MAX;
}

/// Every message arrives; a send waits for room.
#[derive(Debug)]
pub struct Guaranteed;
/// A message of one frame that finds no room at its receiver is dropped, and the send does not wait. Longer messages,
/// and the first message to a rank, wait.
#[derive(Debug)]
pub struct Unguaranteed;

/// How messages are delivered.
pub trait Delivery {
    /// True if a message without room is dropped.
    const DROPS: bool;
}
impl Delivery for Guaranteed {
    const DROPS: bool = false;
}
impl Delivery for Unguaranteed {
    const DROPS: bool = true;
}

/// The longest message, in bytes, that is dropped if there is no room.
const MOST_DROPPED: usize = 4096;

/// Why a message was not sent or received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkError {
    /// The personality has no messages of that length.
    Length(usize),
    /// The job has no such rank.
    Rank(Rank),
    /// The message was longer than the memory, which has its first bytes.
    Truncated(u64),
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NetworkError::Length(len) => write!(f, "the personality has no messages of {len} bytes"),
            NetworkError::Rank(rank) => write!(f, "the job has no rank {rank}"),
            NetworkError::Truncated(len) => write!(f, "the message has {len} bytes, more than the memory"),
        }
    }
}

impl std::error::Error for NetworkError {}

/// A process's network, bound to one personality. A process opens only one.
pub struct EposNetwork<P, A, W, D = Guaranteed>
where
    A: Access,
    W: Waits,
{
    endpoint: Endpoint<A, W, Ordered, ByCaller>,
    personality: P,
    dropped: u64,
    delivery: PhantomData<D>,
}

impl<P: Personality, A: Access, W: Waits, D: Delivery> EposNetwork<P, A, W, D> {
    /// Joins this process's job. Fails if the job cannot be joined.
    pub fn open() -> Result<Self, Error> {
        let endpoint = Endpoint::open()?;
        Ok(EposNetwork { endpoint, personality: P::default(), dropped: 0, delivery: PhantomData })
    }

    /// Returns this rank's number.
    pub fn rank(&self) -> Rank {
        self.endpoint.rank()
    }

    /// Returns the number of ranks.
    pub fn size(&self) -> u32 {
        self.endpoint.size()
    }

    /// Returns how many messages this handle has dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Sends `data` to a rank; blocks until the memory may be reused. Fails if the personality has no such messages.
    #[inline(always)]
    pub fn send(&mut self, to: Rank, data: Region) -> Result<(), NetworkError> {
        if !data.len().is_multiple_of(P::UNIT) || data.len() > P::MOST {
            return Err(NetworkError::Length(data.len()));
        }
        self.deliver(to, data)
    }

    fn deliver(&mut self, to: Rank, data: Region) -> Result<(), NetworkError> {
        if !self.dropped_or_left(to, data)? {
            self.endpoint.send(to, P::TAG, data);
        }
        Ok(())
    }

    /// Sends a message that is dropped if it finds no room. Returns false if the message may not be dropped.
    fn dropped_or_left(&mut self, to: Rank, data: Region) -> Result<bool, NetworkError> {
        if to >= self.size() {
            return Err(NetworkError::Rank(to));
        }
        if D::DROPS && data.len() <= MOST_DROPPED {
            let left = A::with(&mut self.endpoint.place, |inner: &mut General| {
                inner.knows_rank(to).then(|| inner.send_if_room(to, 0, P::TAG, data))
            });
            if let Some(left) = left {
                self.dropped += u64::from(!left);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Receives the next message of any rank; blocks until it has arrived. Returns its sender and length.
    #[inline(always)]
    pub fn receive(&mut self, into: Region) -> Result<(Rank, u64), NetworkError> {
        whole(self.endpoint.receive(None, Some(P::TAG), into))
    }

    /// Makes all progress that is possible without blocking. Returns true if anything moved.
    pub fn progress(&mut self) -> bool {
        self.endpoint.progress()
    }

    /// Leaves the job once all messages have left.
    pub fn close(self) -> Result<(), Error> {
        self.endpoint.close()
    }
}

/// A clone is a handle for another thread. [`Am`] has none: it keeps the handlers of the program, which belong to one
/// thread.
impl<P: Personality + Clone, W: Waits, D: Delivery> Clone for EposNetwork<P, Shared, W, D> {
    fn clone(&self) -> Self {
        let (endpoint, personality) = (self.endpoint.clone(), self.personality.clone());
        EposNetwork { endpoint, personality, dropped: 0, delivery: PhantomData }
    }
}

fn whole(outcome: Outcome) -> Result<(Rank, u64), NetworkError> {
    match outcome.truncated {
        Some(len) => Err(NetworkError::Truncated(len)),
        None => Ok((outcome.source, outcome.len)),
    }
}
