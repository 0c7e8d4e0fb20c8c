//! Waiting outside handlers: until a piece has left, or until the program's condition holds.
use super::executor::HandlerRunner;
use super::process::enter_open;
use crate::error::CallResult;
use clump::driver::handlers::WaitsFor;
use clump::driver::{Endpoint, Patience, Rank, Waiting};
use std::time::{Duration, Instant};

/// How often a waiting sender checks whether the receiver still runs. A check takes some microseconds; a longer time
/// reports a dead receiver later.
const LIFE: Duration = Duration::from_millis(20);

impl HandlerRunner {
    /// Waits outside handlers until `done` returns true. Runs handlers meanwhile if `runs` is true. If rank `to` has
    /// died or left, ends the messages to that rank.
    pub fn wait(
        &self,
        waiting: Waiting,
        runs: bool,
        to: Rank,
        mut done: impl FnMut(&mut Endpoint) -> bool,
    ) -> CallResult {
        let (mut patience, mut asked) = (Patience::default(), None::<Instant>);
        loop {
            let over = enter_open(|inside| {
                if done(inside.common().endpoint()) {
                    inside.stop_resting(&patience);
                    return Ok(true);
                }
                if inside.advance() {
                    patience.moved();
                    return Ok(false);
                }
                // All that the rank had sent before has arrived by now.
                if asked.is_none_or(|at| at.elapsed() >= LIFE) {
                    asked = Some(Instant::now());
                    if inside.common().endpoint().lose_if_gone(to) {
                        return Ok(false);
                    }
                }
                if !runs {
                    inside.rest(&mut patience, waiting);
                }
                self.watch.borrow_mut().look(inside.common().endpoint(), true);
                Ok(false)
            })?;
            if over {
                return if runs { self.complete_active(&mut patience, waiting) } else { Ok(()) };
            }
            if runs && self.besides() {
                patience.moved();
            } else if runs {
                self.rest(&mut patience, waiting)?;
            }
        }
    }

    /// Rests after a poll that found nothing.
    pub fn rest(&self, patience: &mut Patience, waiting: Waiting) -> CallResult {
        enter_open(|inside| {
            inside.rest(patience, waiting);
            Ok(())
        })?;
        if !patience.is_fresh() && patience.looks().is_multiple_of(64) {
            self.watch.borrow_mut().has_rested();
        }
        Ok(())
    }

    /// Runs handlers until `done`, which may be the program's condition; sleeps while no message arrives.
    pub fn run_until(&self, mut done: impl FnMut() -> bool) -> CallResult {
        self.outside()?;
        let mut patience = Patience::default();
        self.allow(u64::MAX);
        let (waiting, _) = WaitsFor::Message.to_words();
        let end = loop {
            if done() {
                break Ok(());
            }
            let looked = self.look().and_then(|worked| self.heard().map(|()| worked));
            match looked {
                Ok(true) => patience.moved(),
                Ok(false) => self.rest(&mut patience, waiting)?,
                Err(e) => break Err(e),
            }
        };
        self.budget.set(0);
        enter_open(|inside| {
            inside.stop_resting(&patience);
            Ok(())
        })?;
        end
    }
}
