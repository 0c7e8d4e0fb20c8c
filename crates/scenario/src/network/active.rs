//! Active Messages as a personality: requests whose handlers may reply once, and replies.
use super::super::inner::{Inner, Progressed};
use super::super::shown;
use super::{Access, Delivery, EposNetwork, General, Mode, NetworkError, Outcome, Personality, Rank, Region, Waits};
use clump::driver::{Leaked, Matched, Request, Select};
use std::collections::HashMap;

/// Active Messages. Words and bytes travel behind a head of two words: the handler's number, and whether it is a reply.
#[derive(Default)]
pub struct Am {
    handlers: HashMap<u32, ActiveHandler>,
    /// Memory that is never freed: free blocks, each of the longest message, and those of replies that have not left.
    free: Vec<Leaked>,
    away: Vec<(Request, Leaked)>,
}

impl Am {
    fn block(&mut self) -> Leaked {
        self.free.pop().unwrap_or_else(|| Leaked::new(Am::MOST + HEAD))
    }
}

/// The number, the words and the bytes of an arrived message, for the program's handler.
pub type ActiveHandler = Box<dyn FnMut(&mut ReplyToken, &[u8])>;

impl Personality for Am {
    const TAG: i32 = 4;
    const UNIT: usize = 1;
    const MOST: usize = 64 << 10;
}

/// Selects all messages of this personality.
const ANY: Select = Select { context: 0, source: None, tag: Some(Am::TAG) };
/// Bytes of the head before a message's bytes.
const HEAD: usize = 8;

/// The right of a request's handler to reply once, to the request's sender.
pub struct ReplyToken {
    from: Rank,
    /// True if the handler may reply.
    open: bool,
    reply: Option<(u32, Vec<u8>)>,
}

impl ReplyToken {
    /// Returns the sender of the message.
    pub fn sender(&self) -> Rank {
        self.from
    }

    /// Replies to the request's sender, when the handler has returned. Returns false if the message is itself a reply,
    /// if the handler has replied already, or if the bytes are more than a medium message has.
    pub fn reply(&mut self, handler: u32, bytes: &[u8]) -> bool {
        let may = bytes.len() <= Am::MOST && std::mem::take(&mut self.open);
        if may {
            self.reply = Some((handler, bytes.to_vec()));
        }
        may
    }
}

impl<A: Access, W: Waits, D: Delivery> EposNetwork<Am, A, W, D> {
    /// Registers a handler for requests and replies of this number.
    pub fn set_handler(&mut self, number: u32, handler: impl FnMut(&mut ReplyToken, &[u8]) + 'static) {
        self.personality.handlers.insert(number, Box::new(handler));
    }

    /// Sends a request: `bytes` for a handler of a rank. Runs the handlers of arriving messages until the request has
    /// left, so that ranks that send to each other all advance. Fails if the bytes are more than a medium message has.
    pub fn request(&mut self, to: Rank, handler: u32, bytes: &[u8]) -> Result<(), NetworkError> {
        let block = self.personality.block();
        let sent = framed(block, handler, false, bytes).and_then(|message| self.request_in(to, message));
        self.personality.free.push(block);
        sent
    }

    /// Sends a request from this memory, and runs handlers until the memory may be used again.
    fn request_in(&mut self, to: Rank, message: Region) -> Result<(), NetworkError> {
        if self.dropped_or_left(to, message)? {
            return Ok(());
        }
        let sent = A::with(&mut self.endpoint.place, |inner: &mut General| {
            inner.send(to, 0, Am::TAG, message, Mode::Standard)
        });
        let Some(request) = sent else { return Ok(()) };
        let into = self.personality.block();
        loop {
            let next = self.endpoint.until(shown(Some(to), Some(Am::TAG)), |inner| {
                if inner.test(request).is_some() {
                    return Progressed::Done(None);
                }
                match inner.mprobe(ANY) {
                    Some(arrived) => Progressed::Done(Some(arrived)),
                    None if inner.look() => Progressed::Moved,
                    None => Progressed::Nothing,
                }
            });
            let Some((message, outcome)) = next else { break };
            self.run(message, outcome, into);
        }
        self.personality.free.push(into);
        Ok(())
    }

    /// Runs the handlers of all messages that have arrived. Returns how many there were. A message without a handler is
    /// dropped.
    pub fn poll(&mut self) -> usize {
        let into = self.personality.block();
        let ran = self.poll_into(into);
        self.personality.free.push(into);
        ran
    }

    fn poll_into(&mut self, into: Leaked) -> usize {
        let Am { away, free, .. } = &mut self.personality;
        A::with(&mut self.endpoint.place, |inner: &mut General| {
            away.retain(|(request, block)| {
                let left = inner.test(*request).is_some();
                free.extend(left.then_some(*block));
                !left
            });
        });
        let mut ran = 0;
        loop {
            let next = A::with(&mut self.endpoint.place, |inner: &mut General| inner.mprobe(ANY));
            let Some((message, outcome)) = next else { return ran };
            self.run(message, outcome, into);
            ran += 1;
        }
    }

    /// Receives an arrived message into this memory, runs its handler, and sends the handler's reply.
    fn run(&mut self, message: Matched, outcome: Outcome, into: Leaked) {
        let request = A::with(&mut self.endpoint.place, |inner: &mut General| inner.mrecv(message, into.region()));
        let len = self.endpoint.wait(request).len as usize;
        let message = into.region().slice(0, len).to_vec();
        let Some((head, bytes)) = message.split_first_chunk::<HEAD>() else { return };
        let [number, reply] = [0, 4].map(|at| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]));
        let mut token = ReplyToken { from: outcome.source, open: reply == 0, reply: None };
        if let Some(handler) = self.personality.handlers.get_mut(&number) {
            handler(&mut token, bytes);
        }
        let Some((handler, bytes)) = token.reply else { return };
        let block = self.personality.block();
        // A reply is never dropped, and its handler's caller does not wait until it has left.
        let sent = framed(block, handler, true, &bytes).ok().and_then(|message| {
            A::with(&mut self.endpoint.place, |inner: &mut General| {
                inner.send(outcome.source, 0, Am::TAG, message, Mode::Standard)
            })
        });
        match sent {
            Some(request) => self.personality.away.push((request, block)),
            None => self.personality.free.push(block),
        }
    }
}

/// Writes a message, head and bytes, into a block. Fails if the bytes are too many.
fn framed(block: Leaked, handler: u32, reply: bool, bytes: &[u8]) -> Result<Region, NetworkError> {
    if bytes.len() > Am::MOST {
        return Err(NetworkError::Length(bytes.len()));
    }
    let message = block.region().slice(0, HEAD + bytes.len());
    message.write(&[handler, u32::from(reply)].map(u32::to_le_bytes).concat());
    message.from(HEAD).write(bytes);
    Ok(message)
}
