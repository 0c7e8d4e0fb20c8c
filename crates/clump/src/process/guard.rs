//! The way into a process, and progress by whoever is inside.
use super::{Common, Process, User, Work};
use clump_fabric::Ask;
use clump_fabric::gate::{self, Exit, Held};
use std::ops::{Deref, DerefMut};

/// The right to use what a process keeps.
pub struct Guard<P: Process> {
    inside: gate::Guard<P, Leaving>,
}

/// Where the network's thread asks to be armed when the program leaves a call. A process has one such thread at most.
pub(super) static ASK: Ask = Ask::new();

/// What a thread does on its way out, where others may come.
struct Leaving;

impl<P: Process> Exit<P> for Leaving {
    #[inline(always)]
    fn before(process: &mut P) -> bool {
        let (common, _) = process.split();
        common.wake_others();
        let helped = common.helped;
        if helped {
            leave_call(common);
        }
        helped
    }

    /// The network's thread may have asked after this one looked, and have found the lock held.
    #[cold]
    fn after() {
        if ASK.is_open_behind() {
            drop(Guard::<P>::enter_to_help());
        }
    }
}

/// The program leaves a call.
#[cold]
fn leave_call(common: &mut Common) {
    if let Some(endpoint) = &mut common.endpoint {
        endpoint.leave_call();
    }
}

impl<P: Process> Guard<P> {
    /// Enters. Waits for other threads where there may be some.
    #[inline(always)]
    pub fn enter() -> Guard<P> {
        Guard { inside: gate::Guard::enter() }
    }

    /// Enters for the network's thread, if it helps and nobody is inside or about to be.
    pub(super) fn enter_to_help() -> Option<Guard<P>> {
        let guard: Guard<P> = Guard { inside: gate::Guard::try_enter()? };
        guard.common().helped.then_some(guard)
    }

    /// From now on threads of the program may come at any time (or no longer). Only while this is the only thread.
    pub fn set_multiple(&mut self, on: bool) {
        if on {
            self.inside.lock_from_now_on(true);
        }
        let common = self.split().0;
        common.multiple = on;
        if !on && !common.helped {
            self.inside.unlock_from_now_on();
        }
    }

    /// From now on the network's thread may come, or no longer: then there has to be a lock for one thread of the
    /// program too. That one is biased to nobody: the other thread will come.
    pub(super) fn set_helped(&mut self, on: bool) {
        if on {
            self.inside.lock_from_now_on(false);
        }
        // With the lock held: who has it sees this.
        let common = self.split().0;
        common.helped = on;
        if !on && !common.multiple {
            self.inside.unlock_from_now_on();
        }
    }

    /// True if other threads may come in.
    #[inline(always)]
    pub(super) fn is_shared(&self) -> bool {
        self.inside.held().is_some()
    }

    /// True if no other thread may come in, and no user has anything under way beside the endpoint: then the endpoint
    /// may wait by itself.
    #[inline(always)]
    pub fn is_alone(&self) -> bool {
        !self.is_shared() && !self.users().is_busy()
    }

    /// Between two steps of a wait that need not rest, because all keeps moving: another thread that wants in gets in,
    /// and one that sleeps for what has moved is woken. Otherwise a long message would keep all others out until it is
    /// there.
    #[inline(always)]
    pub(super) fn take_turns(&mut self) {
        // While the lock is biased there is no other thread.
        if self.inside.held() == Some(Held::Word) {
            self.split().0.wake_others();
            if self.inside.is_wanted() {
                self.inside.give_way();
            }
        }
    }

    /// Runs `f` with the process let go of. `f` may enter it, and may call the program.
    pub fn outside<T>(&mut self, f: impl FnOnce() -> T) -> T {
        if self.is_shared() {
            self.split().0.wake_others();
        }
        self.inside.outside(f)
    }

    /// Moves everything forward that can move without waiting: messages, and what users have under way. True if any
    /// moved.
    #[inline(always)]
    pub fn advance(&mut self) -> bool {
        let copied = match self.inside.held() {
            None => false,
            Some(held) => self.copy_in_background(held),
        };
        let moved = self.split().0.endpoint().progress_messages() | copied;
        if self.users().is_busy() { self.advance_users() | moved } else { moved }
    }

    /// Carries on with a long copy, with the lock let go: others get in meanwhile. They have come once the lock is no
    /// longer biased to the first thread; until then whoever pulls copies at once.
    #[inline]
    fn copy_in_background(&mut self, held: Held) -> bool {
        if held == Held::Biased {
            return false;
        }
        let endpoint = self.split().0.endpoint();
        endpoint.set_threaded();
        let Some(mut copy) = endpoint.take_background_copy() else { return false };
        let step = self.outside(|| {
            let step = copy.step();
            // Threads may outnumber processors: those that wait for less get theirs between two parts.
            std::thread::yield_now();
            step
        });
        self.split().0.endpoint().return_background_copy(copy, step);
        true
    }

    /// Moves on what users have under way. True if anything ended.
    #[cold]
    fn advance_users(&mut self) -> bool {
        let (common, users) = self.split();
        let mut ended = users.advance(common.endpoint());
        // Each once: what is brought back waits again.
        for _ in 0..self.users().waiting() {
            let Some(work) = self.split().1.take() else { break };
            ended |= self.carry_on(work);
        }
        ended
    }

    /// The same as a thread's last look before it sleeps: it is woken when it could not look at all of it, because
    /// others had some in hand.
    #[cold]
    fn advance_users_and_sleep(&mut self) -> bool {
        let ended = self.advance_users();
        self.split().1.sleeps();
        ended
    }

    /// Moves on what users have under way, and handlers that the program lets run meanwhile, where somebody else looks
    /// after messages. True if anything moved.
    pub fn advance_others(&mut self) -> bool {
        let moved = self.users().is_busy() && self.advance();
        self.run_besides() | moved
    }

    /// Calls what the program wants called while a call waits ([`Common::besides`]), outside. True if it did anything.
    #[inline(always)]
    pub(super) fn run_besides(&mut self) -> bool {
        match self.common().besides {
            Some(besides) => self.outside(besides),
            None => false,
        }
    }

    /// The same before a sleep: `true` means that there is no time for it.
    pub fn advance_others_and_sleep(&mut self) -> bool {
        self.users().is_busy() && self.advance_users_and_sleep()
    }

    /// Does a step of a user's work outside, and brings it back. True if it has ended. Work whose step throws an
    /// exception of the program's has ended.
    pub fn carry_on(&mut self, work: <P::Users as User>::Work) -> bool {
        let mut hand = InHand { guard: self, work: Some(work), whole: false };
        let InHand { guard, work, .. } = &mut hand;
        guard.outside(|| work.as_mut().map(Work::step));
        hand.whole = true;
        hand.put_back()
    }

    /// Leaves after a look that found nothing. Programs look again and again: where ranks outnumber cores, another rank
    /// gets the core meanwhile, because what is looked for may be its to send.
    #[inline]
    pub fn leave_empty_handed(self) {
        let crowded = self.common().endpoint.as_ref().is_some_and(|e| e.is_crowded());
        drop(self);
        if crowded {
            std::thread::yield_now();
        }
    }
}

/// A user's work while a step of it runs outside.
struct InHand<'a, P: Process> {
    guard: &'a mut Guard<P>,
    work: Option<<P::Users as User>::Work>,
    /// The step has returned.
    whole: bool,
}

impl<P: Process> InHand<'_, P> {
    fn put_back(&mut self) -> bool {
        let (common, users) = self.guard.split();
        self.work.take().is_some_and(|work| users.put_back(work, common.endpoint()))
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
