//! Serves members on other machines: offers this member's part and its control block, and performs the operations of
//! those members, in calls of the program or on the network's thread.
use super::atomics;
use super::control::{Control, STRIPE, Stripe};
use super::far::{EXCLUSIVE, GIVE_BACK, LOCK_OF_DEAD, LOCK_TAKEN, SHARED, TAKE};
use super::{LockKind, Window, WindowRoute};
use crate::endpoint::{Endpoint, Local};
use clump_core::{Combination, Combine, Rank, planted};
use clump_fabric::local::{LocalPeers, Phase};
use clump_fabric::mem::Region;
use std::sync::Arc;

/// How to change elements: the bytes of an element, and `f(operand, there)`, which stores the result in `there` for
/// as many elements as it gets.
pub type ElementChange = (usize, fn(Region, Region));

/// A function that returns how to perform a combining operation; `None` if the operation is not defined.
pub type Meaning = fn(Combine) -> Option<ElementChange>;

/// This member's part, as operations of other machines use it.
struct ServedPart {
    control: Control,
    me: u32,
    /// True if processor instructions change elements where they can; otherwise every operation holds a stripe.
    mapped: bool,
    meaning: Meaning,
    ranks: Vec<Rank>,
    /// The control blocks of members on this machine.
    controls: Vec<Option<Control>>,
    peers: Arc<dyn LocalPeers>,
    /// The ranks of this job; a higher number is that of a process of another job.
    own: Rank,
}

impl ServedPart {
    fn combine(&self, what: Combination, there: Region, operand: Region, old: Option<Region>) -> bool {
        let Some((width, f)) = (self.meaning)(what.how) else { return false };
        if width == 0 || !there.len().is_multiple_of(width) {
            return false;
        }
        let swap = |both: Region, there: Region| {
            // A compare-and-swap has one element.
            let (compare, new) = (both.slice(0, there.len()), both.from(there.len()));
            if compare.to_vec() == there.to_vec() || planted("far_swap_unconditional") {
                there.copy_from(new);
            }
        };
        let change = |at: usize, len: usize, there: Region| match what.swap {
            true => swap(operand, there),
            false => f(operand.slice(at, len), there),
        };
        if what.swap && there.len() != width {
            return false;
        }
        if self.mapped && there.is_atomic(0, width) && self.begin() {
            match what.swap {
                true => there.combine_atomically(width, operand.slice(0, width), old, |_, there| swap(operand, there)),
                false => there.combine_atomically(width, operand, old, f),
            }
            atomics::end(&self.control);
            return true;
        }
        let mut at = 0;
        while at < there.len() {
            let here = what.offset.wrapping_add(at as u64);
            let len = ((STRIPE - here % STRIPE) as usize).next_multiple_of(width).min(there.len() - at);
            let stripe = Stripe::take(self.control.stripe(here), self.me, true, |member| self.has_died(member));
            let Ok(_held) = stripe else { return false };
            let part = there.slice(at, len);
            if let Some(old) = old {
                old.slice(at, len).copy_from(part);
            }
            change(at, len, part);
            at += len;
        }
        true
    }

    /// Returns true if processor instructions may change elements until [`atomics::end`]. Returns false if elements
    /// change in stripes.
    fn begin(&self) -> bool {
        let may = atomics::begin(&self.control, &self.control);
        if !may {
            let controls = self.controls.iter().enumerate().filter_map(|(member, c)| Some((member, (*c)?)));
            atomics::turn(&self.control, controls, |member| self.has_died(member));
        }
        may
    }

    fn has_died(&self, member: usize) -> bool {
        self.ranks.get(member).is_some_and(|rank| self.peers.has_died(*rank))
    }
}

/// Takes or releases the window's lock for a member on another machine.
fn lock(part: &ServedPart, what: Combination, operand: Region, old: Option<Region>) -> bool {
    let (control, members) = (part.control, part.ranks.len());
    if what.len != 8 || what.offset != 0 || what.swap {
        return false;
    }
    let wanted = match what.how.element {
        EXCLUSIVE => LockKind::Exclusive,
        SHARED => LockKind::Shared,
        _ => return false,
    };
    let Some(member) = u32::try_from(operand.get::<u64>(0)).ok().filter(|m| (*m as usize) < members) else {
        return false;
    };
    match what.how.operation {
        TAKE => {
            let taken = control.take_lock(member, wanted) || planted("far_lock_taken_twice");
            if let Some(old) = old {
                let dead = |member: &usize| {
                    let rank = part.ranks[*member];
                    rank < part.own && part.peers.phase(rank) == Phase::Died
                };
                let answer = match control.holders(members).find(dead) {
                    _ if taken => LOCK_TAKEN,
                    Some(dead) => LOCK_OF_DEAD + dead as u64,
                    None => LOCK_TAKEN + 1,
                };
                old.set(0, answer);
            }
            true
        }
        GIVE_BACK => {
            let given = control.give_lock_back(member, wanted);
            if control.is_waited_for() {
                control.waiting(members).for_each(|m| part.peers.ring(part.ranks[m]));
            }
            given
        }
        _ => false,
    }
}

impl Window {
    /// Returns true if this process reaches some members by frames: members on other machines, and members whose
    /// memory it cannot access.
    #[inline(always)]
    pub fn is_far(&self) -> bool {
        self.is_far
    }

    /// Returns true if this member's part is offered to members on other machines.
    #[inline(always)]
    pub fn is_offered(&self) -> bool {
        self.is_offered
    }

    /// Offers this member's part until it is [withdrawn](Self::withdraw), to members on other machines and to members
    /// of this machine that the system does not let access this process's memory. Call this before any of these
    /// members starts an operation on the part.
    pub fn offer<F: Local>(&mut self, endpoint: &mut Endpoint<F>, meaning: Meaning) {
        let Some(control) = self.parts[self.me].control else { return };
        let way = self.parts[self.me].way;
        let part = Arc::new(ServedPart {
            control,
            me: self.me as u32,
            mapped: matches!(way, WindowRoute::Mapped(_)),
            meaning,
            ranks: self.parts.iter().map(|p| p.rank).collect(),
            controls: self.parts.iter().map(|p| p.control).collect(),
            peers: endpoint.peers(),
            own: endpoint.size(),
        });
        self.is_offered = true;
        let (id, block) = self.numbers();
        let locks = part.clone();
        let combine = move |what, there, operand, old| part.combine(what, there, operand, old);
        endpoint.far_windows().offer(id, self.key, Box::new(combine));
        match way {
            WindowRoute::Mapped(memory) => endpoint.far_windows().attach(id, 0, memory),
            WindowRoute::Lent { .. } => {
                endpoint.far_windows().attach(id, 0, self.own.first().copied().unwrap_or(Region::EMPTY))
            }
            WindowRoute::Attached => {
                self.own.iter().for_each(|m| endpoint.far_windows().attach(id, m.as_ptr() as u64, *m))
            }
            WindowRoute::Far(_) => {}
        }
        let lock = move |what, _, operand, old| lock(&locks, what, operand, old);
        endpoint.far_windows().offer(block, self.key, Box::new(lock));
        // The lock's word stands for the lock: it is the target of lock operations only, and no operation puts or
        // gets it.
        endpoint.far_windows().attach(block, 0, control.lock_word());
    }

    /// Withdraws this member's part: no member on another machine operates on it from now on.
    pub fn withdraw<F: Local>(&self, endpoint: &mut Endpoint<F>) {
        if self.is_offered {
            let (id, block) = self.numbers();
            endpoint.far_windows().withdraw(id);
            endpoint.far_windows().withdraw(block);
            for part in &self.parts {
                if let WindowRoute::Far(far) = part.way {
                    endpoint.far_windows().forget(far.to, id);
                    endpoint.far_windows().forget(far.to, block);
                }
            }
        }
    }
}
