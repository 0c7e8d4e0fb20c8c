//! Message passing on top of whole messages, like MPI on Fast Messages 1.x (section 3.2). The sender puts a header
//! before the data, which copies both. The receiver gets the whole message in a buffer that is not the program's, and
//! copies once more to the destination. This layer counts the copied bytes.
use clump::driver::handlers::Handlers;
use clump::driver::{Error, Rank};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

/// Bytes of the header: the tag.
const HEADER: usize = 4;

/// Posted receives, and unexpected messages.
#[derive(Default)]
struct Queues {
    posted: VecDeque<(i32, Vec<u8>)>,
    unexpected: VecDeque<(i32, Vec<u8>)>,
    received: VecDeque<Vec<u8>>,
}

/// One rank's message passing.
#[derive(Clone)]
pub struct Matching {
    handlers: Handlers,
    number: i32,
    queues: Rc<RefCell<Queues>>,
    /// Bytes copied by this layer so far.
    pub copied: Rc<Cell<u64>>,
}

impl Matching {
    /// Creates a message passing that receives its messages by the handler number `number`.
    pub fn new(handlers: &Handlers, number: i32) -> Matching {
        let made = Matching { handlers: handlers.clone(), number, queues: Rc::default(), copied: Rc::default() };
        let (queues, copied) = (made.queues.clone(), made.copied.clone());
        handlers.register_call(number, move |call| {
            let Some((header, data)) = call.bytes().split_first_chunk::<HEADER>() else { return };
            let (tag, mut queues) = (i32::from_le_bytes(*header), queues.borrow_mut());
            copied.set(copied.get() + data.len() as u64);
            match queues.posted.iter().position(|p| p.0 == tag) {
                Some(at) => {
                    let (_, mut into) = queues.posted.remove(at).unwrap_or_default();
                    let len = data.len().min(into.len());
                    into[..len].copy_from_slice(&data[..len]);
                    queues.received.push_back(into);
                }
                None => queues.unexpected.push_back((tag, data.to_vec())),
            }
        });
        made
    }

    pub fn send(&self, to: Rank, tag: i32, data: &[u8]) -> Result<(), Error> {
        let mut message = Vec::with_capacity(HEADER + data.len());
        message.extend(tag.to_le_bytes());
        message.extend(data);
        self.copied.set(self.copied.get() + data.len() as u64);
        self.handlers.send_copy(to, self.number, &message)
    }

    /// Posts a receive into `into`. [`wait`](Self::wait) returns this memory once the receive is complete.
    pub fn post(&self, tag: i32, mut into: Vec<u8>) {
        let mut queues = self.queues.borrow_mut();
        match queues.unexpected.iter().position(|m| m.0 == tag) {
            Some(at) => {
                let (_, data) = queues.unexpected.remove(at).unwrap_or_default();
                let len = data.len().min(into.len());
                into[..len].copy_from_slice(&data[..len]);
                self.copied.set(self.copied.get() + len as u64);
                queues.received.push_back(into);
            }
            None => queues.posted.push_back((tag, into)),
        }
    }

    /// Waits for the next receive to complete, and returns its memory.
    pub fn wait(&self) -> Result<Vec<u8>, Error> {
        self.handlers.run_until(|| !self.queues.borrow().received.is_empty())?;
        Ok(self.queues.borrow_mut().received.pop_front().unwrap_or_default())
    }
}
