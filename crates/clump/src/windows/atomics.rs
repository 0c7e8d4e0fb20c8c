//! Decides how elements of a mapped part change atomically. At first a processor instruction changes each element.
//! Once a member has often accumulated many elements at a time, all changes happen under stripes: a loop changes many
//! elements under one lock. Mixing the two ways would lose changes, so that a part turns from the first way to the
//! second only once, for good.
//!
//! **Access rule.** A part's word ([`Control::mode`]) goes from `BY_PROCESSOR` to `TURNING` to `IN_STRIPES`, and
//! never back. A member raises its own flag before it reads the word, changes elements by processor instructions
//! only if the word allows it, and lowers the flag afterwards. A member that turns the part stores `TURNING`, makes
//! every processor execute a fence, and waits until each member's flag has been down once: a member that raises its
//! flag later sees the word. Then no member changes elements by processor instructions any more, and the word
//! becomes `IN_STRIPES`. Any member that finds a part turning does all of this itself, so that no member depends on
//! the one that began. A member that has died with its flag up changes nothing any more.
use super::control::{BY_PROCESSOR, Control, IN_STRIPES};
use clump_fabric::sys::{light_barrier_registered, membarrier};
use std::sync::atomic::{Ordering, compiler_fence, fence};

/// The fewest elements in one operation for which a stripe pays: taking a stripe costs as much as a few elements.
pub(super) const MANY: usize = 32;
/// Operations on many elements before a part is turned; turning costs some microseconds.
pub(super) const OFTEN: u32 = 4;
/// Polls of another member's flag before this thread yields.
const SPINS: u32 = 200;
/// Polls of another member's flag between two checks whether that member lives. More polls find a dead member later.
const PATIENCE: u32 = 10_000;

/// Raises this member's flag. Returns true if processor instructions may change elements until [`end`]. Returns
/// false, with the flag down again, if the part is in stripes or [turning](turn).
#[inline(always)]
pub(super) fn begin(own: &Control, part: &Control) -> bool {
    own.set_busy(true);
    if light_barrier_registered() {
        compiler_fence(Ordering::SeqCst);
    } else {
        fence(Ordering::SeqCst);
    }
    let may = part.mode() == BY_PROCESSOR;
    if !may {
        own.set_busy(false);
    }
    may
}

#[inline(always)]
pub(super) fn end(own: &Control) {
    own.set_busy(false);
}

/// Turns a part to stripes, or waits until another member has turned it. `members` are the members that may change
/// the part's elements, with their numbers. Returns false, and changes nothing, if this process cannot make other
/// processors execute a fence.
#[cold]
pub(super) fn turn(
    part: &Control,
    members: impl Iterator<Item = (usize, Control)>,
    mut is_dead: impl FnMut(usize) -> bool,
) -> bool {
    if part.mode() == IN_STRIPES {
        return true;
    }
    if part.mode() == BY_PROCESSOR && !(light_barrier_registered() && membarrier()) {
        return false;
    }
    part.begin_to_turn();
    // If this process cannot make processors execute a fence, it sleeps for longer than any store takes.
    if !membarrier() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fence(Ordering::SeqCst);
    for (member, control) in members {
        let mut looks = 0u32;
        while control.is_busy() {
            looks += 1;
            match looks {
                ..=SPINS => std::hint::spin_loop(),
                _ => std::thread::yield_now(),
            }
            if looks.is_multiple_of(PATIENCE) && is_dead(member) {
                break;
            }
        }
    }
    part.end_to_turn();
    true
}

#[cfg(test)]
mod tests {
    use super::super::control::size;
    use super::*;
    use clump_fabric::mem::Leaked;

    #[test]
    fn a_turned_part_admits_no_change_by_processor_instructions() {
        let blocks: Vec<_> = (0..3).map(|_| Leaked::new(size(3) + 64)).collect();
        let controls: Vec<_> = blocks.iter().map(|b| Control(b.region().slice(0, size(3)))).collect();
        let others = || controls.iter().copied().enumerate();
        assert!(begin(&controls[1], &controls[0]) && controls[1].is_busy());
        end(&controls[1]);
        // A member that has died with its flag up does not block the turn.
        assert!(begin(&controls[2], &controls[0]));
        if !turn(&controls[0], others(), |member| member == 2) {
            return assert_eq!(controls[0].mode(), BY_PROCESSOR, "without barriers nothing turns");
        }
        assert_eq!(controls[0].mode(), IN_STRIPES);
        assert!(!begin(&controls[1], &controls[0]) && !controls[1].is_busy());
        assert!(begin(&controls[1], &controls[1]), "another part");
    }

    /// Two threads add by processor instructions until the part turns, then under a lock; a third thread turns the
    /// part.
    #[test]
    fn no_change_is_lost_while_a_part_turns() {
        use std::sync::Mutex;
        for round in 0..200 {
            let blocks: Vec<_> = (0..3).map(|_| Leaked::new(size(3) + 64)).collect();
            let controls: Vec<_> = blocks.iter().map(|b| Control(b.region().slice(0, size(3)))).collect();
            let (number, lock) = (Leaked::new(8), Mutex::new(()));
            std::thread::scope(|scope| {
                for me in 0..2 {
                    let (controls, number, lock) = (&controls, number.region(), &lock);
                    scope.spawn(move || {
                        for _ in 0..500 {
                            if begin(&controls[me], &controls[2]) {
                                number.atomic_add::<u64>(0, 1);
                                end(&controls[me]);
                                continue;
                            }
                            turn(&controls[2], controls.iter().copied().enumerate(), |_| false);
                            let _held = lock.lock().expect("no panic");
                            number.set::<u64>(0, number.get::<u64>(0) + 1);
                        }
                    });
                }
                if round % 2 == 0 {
                    std::thread::yield_now();
                }
                turn(&controls[2], controls.iter().copied().enumerate(), |_| false);
            });
            assert_eq!(number.region().get::<u64>(0), 1000);
        }
    }
}
