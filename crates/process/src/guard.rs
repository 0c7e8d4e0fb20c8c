//! The lock around a process's endpoint. The thread that holds it also makes progress.
use super::helper_guard::{ASK, enter_to_help};
use super::process::Process;
use super::user::{User, Work};
use clump::driver::Waiting;
use clump_fabric::gate::{self, Exit, LockHold};
use std::ops::{Deref, DerefMut};

/// Most pieces of the user's work that one poll moves, unless the thread is about to sleep. Larger: messages wait
/// longer. Smaller: a piece of work that has something to do waits longer for its turn.
const BATCH: usize = 64;

/// The right to use what a process keeps behind its gate.
pub struct Guard<P: Process> {
    inside: gate::Guard<P, Leaving>,
}

/// What a thread of the program does before it releases the gate, if other threads may enter.
struct Leaving;

impl<P: Process> Exit<P> for Leaving {
    #[inline(always)]
    fn before(process: &mut P) -> bool {
        let (common, _) = process.split();
        common.wake_others();
        common.wake_in_time();
        common.attended && leave_attended(process)
    }

    /// Checks the flag of the network's thread again: the thread may have raised it after the check in `before`, and
    /// found the lock held. Then tells tools what has happened.
    #[cold]
    fn after() {
        if ASK.is_open_behind() {
            drop(enter_to_help::<P>());
        }
        P::tell_tools();
    }
}

/// Tells the endpoint that the program leaves a call, and collects what tools want to hear of. Returns true if the
/// helper thread or a tool must be told.
#[cold]
fn leave_attended<P: Process>(process: &mut P) -> bool {
    let (common, _) = process.split();
    let (helped, tools) = (common.helped, common.tools);
    if helped && let Some(endpoint) = &mut common.endpoint {
        endpoint.helper().leave_call();
    }
    helped | (tools && process.collect_for_tools(None))
}

impl<P: Process> Guard<P> {
    /// Enters the process. Waits for other threads if there may be some.
    #[inline(always)]
    pub fn enter() -> Guard<P> {
        Guard { inside: gate::Guard::enter() }
    }

    /// Allows (`true`) or ends (`false`) calls from several threads. Call it only while this is the only thread.
    pub fn set_multiple(&mut self, on: bool) {
        if on {
            self.inside.lock_from_now_on(true);
        }
        let common = self.split().0;
        common.multiple = on;
        if !on && !common.helped && !common.tools {
            self.inside.unlock_from_now_on();
        }
    }

    /// Allows (`true`) or ends (`false`) entries of the network's thread: the gate then needs a lock even if the
    /// program has one thread. That lock is not biased, because the other thread will enter.
    pub(super) fn set_helped(&mut self, on: bool) {
        if on {
            self.inside.lock_from_now_on(false);
        }
        // Change the flag while holding the lock, so that the next holder sees the change.
        let common = self.split().0;
        common.helped = on;
        common.attended = common.tools || on;
        if !on && !common.multiple && !common.tools {
            self.inside.unlock_from_now_on();
        }
    }

    /// Declares that a tool listens to events or may enter from a thread of its own (`true`), or ends that. The gate
    /// then has a lock, and the threads that leave it tell the tool what has happened. Call it only while this is the
    /// only thread.
    pub fn set_tools(&mut self, on: bool) {
        if on {
            self.inside.lock_from_now_on(true);
        }
        let common = self.split().0;
        common.tools = on;
        common.attended = common.helped || on;
        if !on && !common.multiple && !common.helped {
            self.inside.unlock_from_now_on();
        }
    }

    /// Tells tools, before this thread sleeps, what has happened. `late` is what the thread waits for, at the first
    /// sleep of a wait. Returns true if anything was told; the wait then polls again.
    pub fn tell_before_sleep(&mut self, late: Option<Waiting>) -> bool {
        let tells = self.common().tools && self.collect_for_tools(late);
        if tells {
            self.outside(P::tell_tools);
        }
        tells
    }

    /// Returns true if other threads may enter, so that the gate needs its lock.
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        self.inside.held().is_some()
    }

    /// Returns true if no other thread may enter and no user has work under way beside the endpoint: the endpoint
    /// may then wait by itself.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        !self.is_shared() && !self.user().is_busy()
    }

    /// Lets other threads enter between two steps of a wait that does not rest because every poll finds something.
    /// Wakes threads that may wait for what has arrived. Without this call, a long message would keep all other
    /// threads out until it has arrived.
    #[inline(always)]
    pub(super) fn take_turns(&mut self) {
        // While the lock is biased, only one thread uses it.
        if self.inside.held() == Some(LockHold::Word) {
            self.split().0.wake_others();
            if self.inside.is_wanted() {
                self.inside.give_way();
            }
        }
    }

    /// Releases the process, runs `f`, and enters again. `f` may enter the process and call the program.
    pub fn outside<T>(&mut self, f: impl FnOnce() -> T) -> T {
        if self.is_shared() {
            self.split().0.wake_others();
        }
        self.inside.outside(f)
    }

    /// Makes all progress that is possible without blocking, on messages and on the user's work. Returns true if
    /// anything moved.
    #[inline(always)]
    pub fn advance(&mut self) -> bool {
        let copied = match self.inside.held() {
            None => false,
            Some(held) => self.copy_in_background(held),
        };
        let moved = self.split().0.endpoint().progress_messages() | copied;
        if self.user().is_busy() { self.advance_user(false) | moved } else { moved }
    }

    /// Does a step of a long copy with the lock released, so that other threads can enter meanwhile. Does nothing
    /// while the lock is still biased to the first thread, which then copies without this method.
    #[inline]
    fn copy_in_background(&mut self, held: LockHold) -> bool {
        if held == LockHold::Biased {
            return false;
        }
        let endpoint = self.split().0.endpoint();
        endpoint.set_threaded();
        let Some(mut copy) = endpoint.take_background_copy() else { return false };
        let step = self.outside(|| {
            let step = copy.step();
            // Threads may outnumber processors: let threads with shorter work run between two steps.
            std::thread::yield_now();
            step
        });
        self.split().0.endpoint().return_background_copy(copy, step);
        true
    }

    /// Makes progress on what the user has under way. Returns true if anything ended.
    #[cold]
    fn advance_user(&mut self, before_sleep: bool) -> bool {
        let (common, user) = self.split();
        let mut ended = user.advance(common.endpoint());
        // Take each piece of work once: work that is put back waits again, behind all others.
        let waiting = self.user().waiting();
        for _ in 0..if before_sleep { waiting } else { waiting.min(BATCH) } {
            let Some(work) = self.split().1.take() else { break };
            ended |= self.step(work, before_sleep);
        }
        ended
    }

    /// Makes progress on the user's work before this thread sleeps. If another thread holds some of that work, it wakes
    /// this thread when it puts the work back.
    #[cold]
    fn advance_user_and_sleep(&mut self) -> bool {
        let ended = self.advance_user(true);
        self.split().1.sleeps();
        ended
    }

    /// Makes progress on the user's work, and runs the handlers that the program allows during waits, while another
    /// thread moves messages. Returns true if anything moved.
    pub fn advance_others(&mut self) -> bool {
        let moved = self.user().is_busy() && self.advance();
        self.run_besides() | moved
    }

    /// Calls the function that the program wants called while a call waits ([`Common::besides`]), with the lock
    /// released. Returns true if the function did anything.
    #[inline(always)]
    pub(super) fn run_besides(&mut self) -> bool {
        match self.common().besides {
            Some(besides) => self.outside(besides),
            None => false,
        }
    }

    /// Prepares to sleep: makes progress on the user's work. Returns true if something ended and the caller must not
    /// sleep.
    pub fn advance_others_and_sleep(&mut self) -> bool {
        self.user().is_busy() && self.advance_user_and_sleep()
    }

    /// Does a step of a user's work with the lock released, and puts the work back. Returns true if the work has
    /// ended. Work whose step throws one of the program's exceptions has ended.
    pub fn carry_on(&mut self, work: <P::User as User>::Work) -> bool {
        self.step(work, false)
    }

    fn step(&mut self, work: <P::User as User>::Work, before_sleep: bool) -> bool {
        let mut hand = InHand { guard: self, work: Some(work), whole: false };
        let InHand { guard, work, .. } = &mut hand;
        guard.outside(|| work.as_mut().map(|work| work.step(before_sleep)));
        hand.whole = true;
        hand.put_back()
    }

    /// Releases the process after a poll that found nothing. If ranks outnumber cores, also yields: programs poll
    /// repeatedly, and the awaited sender may need this core.
    #[inline]
    pub fn leave_empty_handed(self) {
        let oversubscribed = self.common().endpoint.as_ref().is_some_and(|e| e.is_oversubscribed());
        drop(self);
        if oversubscribed {
            std::thread::yield_now();
        }
    }
}

/// A user's work while a step of it runs outside the lock.
struct InHand<'a, P: Process> {
    guard: &'a mut Guard<P>,
    work: Option<<P::User as User>::Work>,
    /// True once the step has returned.
    whole: bool,
}

impl<P: Process> InHand<'_, P> {
    fn put_back(&mut self) -> bool {
        let (common, user) = self.guard.split();
        self.work.take().is_some_and(|work| user.put_back(work, common.endpoint()))
    }
}

impl<P: Process> Drop for InHand<'_, P> {
    fn drop(&mut self) {
        if !self.whole
            && let Some(work) = &mut self.work
        {
            work.break_off();
            self.put_back();
        }
    }
}

impl<P: Process> Deref for Guard<P> {
    type Target = P;
    #[inline(always)]
    fn deref(&self) -> &P {
        &self.inside
    }
}

impl<P: Process> DerefMut for Guard<P> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut P {
        &mut self.inside
    }
}
