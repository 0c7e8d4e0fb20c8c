//! Extracts with a bound: which handlers may read, and how much. The senders take turns, so that no sender's message
//! delays another sender's. This file also keeps the order of each sender's messages for FM 1.x.
use super::executor::HandlerRunner;
use super::fiber::{HandlerFrame, HandlerWait};
use super::process::enter_open;
use super::senders::SenderTurn;
use crate::error::CallResult;
use clump::driver::Rank;

/// The size of a packet, in bytes. An extract that has not reached its bound may still read a packet, and so exceeds
/// its bound by less than a packet. A smaller packet makes a long message under a small bound slower; a larger packet
/// lets an extract exceed its bound further. The manual page of FM_extract names this size.
pub const PACKET: u64 = 1024;

impl HandlerRunner {
    /// Returns how many bytes the running handler may read now, or 0 if the handler has to wait.
    #[inline(always)]
    pub fn allowed(&self) -> u64 {
        self.budget.get().min(self.turn.get())
    }

    /// Polls the network once, resumes handlers that need not read, and gives the senders their turns, within the
    /// bound. Returns true if there was any work.
    #[inline(never)]
    pub fn look_by_turns(&self) -> CallResult<bool> {
        self.release_gathered();
        self.turn.set(0);
        enter_open(|inside| {
            self.advance(inside);
            Ok(())
        })?;
        let mut worked = self.go_on();
        while self.budget.get() > 0 {
            let with_work = self.senders_with_work()?;
            let senders = self.senders.borrow_mut().update(&with_work);
            for _ in 0..senders {
                let budget = self.budget.get();
                if budget == 0 {
                    break;
                }
                let Some(turn) = self.senders.borrow_mut().next() else { break };
                self.turn.set((budget / senders).max(PACKET));
                worked |= self.take_turn(turn)?;
            }
            if senders == 0 {
                break;
            }
        }
        self.turn.set(0);
        Ok(worked)
    }

    /// Returns the senders of messages that have begun, and of messages whose handlers wait for permission to read.
    fn senders_with_work(&self) -> CallResult<Vec<Rank>> {
        let mut senders = enter_open(|inside| Ok(inside.common().endpoint().handled().begun_senders()))?;
        for fiber in &*self.waiting.borrow() {
            let frame = fiber.frame();
            if matches!(frame.wait.get(), HandlerWait::Budget) && !senders.contains(&frame.source()) {
                senders.push(frame.source());
            }
        }
        Ok(senders)
    }

    /// Runs handlers of one sender's messages until they have read what the turn allows. Returns true if any handler
    /// ran.
    fn take_turn(&self, turn: SenderTurn) -> CallResult<bool> {
        let mut worked = false;
        for new in [turn.new_first, !turn.new_first] {
            while self.allowed() > 0 {
                let any = if new { self.begin_next(turn.sender)? } else { self.go_on_reading(turn.sender) };
                if !any {
                    break;
                }
                worked = true;
            }
        }
        Ok(worked)
    }

    /// Begins the handler of the sender's next message. Returns false if no message is ready.
    fn begin_next(&self, sender: Rank) -> CallResult<bool> {
        let next = enter_open(|inside| {
            let endpoint = inside.common().endpoint();
            Ok(endpoint.handled().next_message_from(sender).map(|begun| self.take(begun, endpoint)))
        })?;
        let Some((begun, fiber)) = next else { return Ok(false) };
        if let Some(id) = self.begin(begun, fiber)? {
            self.finish(id);
        }
        Ok(true)
    }

    /// Resumes the sender's handler that has waited longest for permission to read. Returns false if no handler waits
    /// so.
    fn go_on_reading(&self, sender: Rank) -> bool {
        let mut waiting = self.waiting.borrow_mut();
        let waits = |frame: &HandlerFrame| matches!(frame.wait.get(), HandlerWait::Budget) && frame.source() == sender;
        let at = waiting.iter().position(|fiber| waits(fiber.frame()));
        let Some(fiber) = at.and_then(|at| waiting.remove(at)) else { return false };
        drop(waiting);
        self.resume(fiber);
        true
    }

    /// Returns true if a message of FM 1.x from this sender began before that of `frame`, and its handler has not
    /// been called.
    pub fn has_earlier(&self, frame: &HandlerFrame) -> bool {
        let is_earlier = |other: &HandlerFrame| {
            other.staging.get() && other.source() == frame.source() && other.stream.get() < frame.stream.get()
        };
        self.waiting.borrow().iter().any(|fiber| is_earlier(fiber.frame()))
    }

    /// For a handler of FM 1.x whose message is read: waits until the handlers of earlier messages have been called.
    #[inline(always)]
    pub fn await_earlier(&self) {
        let Some(frame) = self.running() else { return };
        while !self.waiting.borrow().is_empty() && self.has_earlier(frame) {
            frame.suspend(HandlerWait::Earlier);
        }
        frame.staging.set(false);
    }
}
