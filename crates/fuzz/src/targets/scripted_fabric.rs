//! A fabric that hands over the frames that the input dictates, and keeps the frames that are sent.
use clump_fabric::mem::Region;
use clump_fabric::{Bell, Capabilities, Fabric, Frame, Full, Receiver};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::rc::Rc;
use std::time::Duration;

/// The longest body, in bytes.
pub const LARGEST: usize = 1400;

#[derive(Default)]
struct Strings {
    arriving: VecDeque<(u32, Frame)>,
    /// The frames that were sent, each with its receiver.
    sent: Vec<(u32, Frame)>,
    full: bool,
}

#[derive(Clone, Default)]
pub struct ScriptedFabric(Rc<RefCell<Strings>>);

impl ScriptedFabric {
    pub fn arrive(&self, from: u32, frame: Frame) {
        self.0.borrow_mut().arriving.push_back((from, frame));
    }

    /// Sets whether the fabric is full.
    pub fn full(&self, full: bool) {
        self.0.borrow_mut().full = full;
    }

    pub fn sent(&self) -> Vec<(u32, Frame)> {
        std::mem::take(&mut self.0.borrow_mut().sent)
    }
}

impl Fabric for ScriptedFabric {
    type Tx = Tx;
    type Rx = Rx;
    fn split(self) -> (Tx, Rx) {
        (Tx(self.clone()), Rx(self))
    }
}

pub struct Tx(ScriptedFabric);

impl clump_fabric::Tx for Tx {
    fn capabilities(&self, _: u32) -> Capabilities {
        Capabilities {
            reliable: false,
            ordered: false,
            native_pull: false,
            multicast: LARGEST,
            receive_window: 0,
            largest_frame: LARGEST,
            piece: LARGEST,
            burst: 64,
        }
    }
    fn send(&mut self, to: u32, head: u64, words: &[u64], body: Region) -> Result<(), Full> {
        let mut strings = self.0.0.borrow_mut();
        if strings.full {
            return Err(Full);
        }
        strings.sent.push((to, Frame::new(head, words, body)));
        Ok(())
    }
    fn send_delayable(&mut self, to: u32, head: u64, words: &[u64]) -> Result<(), Full> {
        self.send(to, head, words, Region::EMPTY)
    }
    fn flush(&mut self) {}

    fn cork(&mut self, _: u32, _: bool) {}
    fn join(&mut self, _: u16) -> io::Result<()> {
        Ok(())
    }
    fn leave(&mut self, _: u16) {}
    fn multicast(&mut self, _: u16, _: u64, _: &[u64], _: Region) -> Result<(), Full> {
        if self.0.0.borrow().full { Err(Full) } else { Ok(()) }
    }
    fn prepare(&mut self, _: u32, _: usize) -> io::Result<bool> {
        Ok(false)
    }
    fn left(&mut self, _: u32) -> bool {
        false
    }
    fn drained(&mut self) -> bool {
        true
    }
    fn announce_departure(&mut self) {}
}

clump_fabric::datagrams_of_one_length!(Tx);

pub struct Rx(ScriptedFabric);

/// The bell of a fabric on which no thread sleeps; ringing it does nothing.
#[derive(Clone)]
pub struct NoBell;

impl Bell for NoBell {
    type Sleeper = ();
    fn ring(&self) {}
    fn sleeper(&self) {}
    fn sleep((): (), _: Option<Duration>) {}
}

impl clump_fabric::Rx for Rx {
    type Tx = Tx;
    type Body<'a> = Frame;
    type Bell = NoBell;
    fn poll(&mut self, _: usize, mut to: impl Receiver<Rx>) -> usize {
        let mut count = 0;
        loop {
            let next = self.0.0.borrow_mut().arriving.pop_front();
            let Some((from, frame)) = next else { return count };
            to.frame(from, frame.head, &frame);
            count += 1;
        }
    }
    fn ready(&mut self, _: &mut Tx) -> bool {
        !self.0.0.borrow().arriving.is_empty()
    }
    fn bell(&self) -> NoBell {
        NoBell
    }
}
