//! Messages with tags.
use super::request::{Request, other_endpoint};
use super::{Endpoint, known, start};
use crate::driver;
use crate::error::Error;
use clump_core::{Mode, Outcome, Rank, Select};
use clump_fabric::mem::Buffer;

/// The view of an [`Endpoint`] for messages with tags: all contexts and modes, and probes.
///
/// A context separates messages of different parts of a program: a receive matches messages of its context only.
pub struct Tags<'a> {
    pub(super) endpoint: &'a mut Endpoint,
}

/// A message that [`Tags::take`] has taken out of matching, so that only [`Tags::recv_taken`] receives it.
#[derive(Debug)]
#[must_use = "a message that was taken out of matching is received by `recv_taken` only"]
pub struct MatchedMessage {
    endpoint: u64,
    matched: driver::Matched,
    /// The message's sender, tag and length.
    outcome: Outcome,
}

impl MatchedMessage {
    /// Returns the message's sender, tag and length.
    pub fn outcome(&self) -> Outcome {
        self.outcome
    }
}

impl Tags<'_> {
    /// Starts sending `data` as [`Endpoint::send`] does, in this context and mode.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such rank.
    pub fn send(&mut self, to: Rank, context: u16, tag: i32, data: Buffer, mode: Mode) -> Result<Request, Error> {
        known(self.endpoint.driver(), to)?;
        let outcome = Outcome::of_message(self.endpoint.rank(), tag, data.len() as u64);
        Ok(start(self.endpoint, data, |driver, data| (driver.send(to, context, tag, data, mode), outcome)))
    }

    /// Starts receiving one message that `select` describes, as [`Endpoint::recv`] does.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if there is no such rank.
    pub fn recv(&mut self, select: Select, into: Buffer) -> Result<Request, Error> {
        select.source.map_or(Ok(()), |from| known(self.endpoint.driver(), from))?;
        let outcome = Outcome::of_message(0, 0, 0);
        Ok(start(self.endpoint, into, |driver, into| (Some(driver.recv(select, into)), outcome)))
    }

    /// Makes progress once, and returns sender, tag and length of the first message that `select` describes, without
    /// receiving it.
    pub fn probe(&mut self, select: Select) -> Option<Outcome> {
        self.endpoint.driver_mut().probe(select)
    }

    /// Makes progress once, and takes the first message that `select` describes out of matching: no other receive
    /// gets it.
    pub fn take(&mut self, select: Select) -> Option<MatchedMessage> {
        let (matched, outcome) = self.endpoint.driver_mut().mprobe(select)?;
        Some(MatchedMessage { endpoint: self.endpoint.kept.endpoint, matched, outcome })
    }

    /// Starts receiving a message that [`take`](Tags::take) has taken.
    ///
    /// # Errors
    /// [`ErrorKind::Argument`](crate::ErrorKind::Argument) if another endpoint took the message.
    pub fn recv_taken(&mut self, message: MatchedMessage, into: Buffer) -> Result<Request, Error> {
        if message.endpoint != self.endpoint.kept.endpoint {
            return Err(other_endpoint());
        }
        let outcome = message.outcome;
        Ok(start(self.endpoint, into, |driver, into| (Some(driver.mrecv(message.matched, into)), outcome)))
    }
}
