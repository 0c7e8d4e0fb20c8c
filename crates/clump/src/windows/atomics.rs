//! How elements of a part that is mapped are changed: each by the processor in one go, or, as soon as somebody has
//! accumulated many elements at a time, all under stripes, where a loop does many at once. Both at a time would lose
//! changes, so a part turns from one to the other once, for good.
//!
//! **Access rule.** A part's word ([`Control::mode`]) says which it is: `BY_PROCESSOR`, then `TURNING`, then
//! `IN_STRIPES`; it never goes back. A member raises its own flag before it looks at the word, changes elements by the
//! processor only if that says so, and lowers the flag afterwards. Who turns the part stores `TURNING`, has every
//! processor fence, and waits until each member's flag has been down once: whoever raises it later sees the word. Then
//! nobody changes elements by the processor any more, and the word says so. Any member that finds a part turning does
//! all of this itself, so that nobody depends on the one who began. A member that has died with its flag up does
//! nothing any more.
use super::control::{BY_PROCESSOR, Control, IN_STRIPES};
use clump_fabric::sys::{light_barrier_registered, membarrier};
use std::sync::atomic::{Ordering, compiler_fence, fence};

/// So many elements at a time are worth a stripe, which costs as much as a few of them.
pub(super) const MANY: usize = 32;
/// Operations on many elements before a part is turned, which costs some microseconds.
pub(super) const OFTEN: u32 = 4;
/// Looks at another member's flag before the processor is given away, and before it is asked whether that member lives.
const SPINS: u32 = 200;
const PATIENCE: u32 = 10_000;

/// Raises this member's flag. True: elements may be changed by the processor, until [`end`]. False: the flag is down
/// again, and the part is in stripes, or [turning](turn).
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

/// Turns a part to stripes, or waits until it is. `members`: those that may change its elements, as they are numbered.
/// False: it stays as it was, since processors cannot be made to fence.
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
    // Whoever began it could; a process that cannot waits for what a store takes at the very most.
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
    use crate::Buffer;

    #[test]
    fn a_part_turns_once_and_nobody_is_let_in_afterwards() {
        let blocks: Vec<_> = (0..3).map(|_| Buffer::new(size(3) + 64)).collect();
        let controls: Vec<_> = blocks.iter().map(|b| Control(b.region().slice(0, size(3)))).collect();
        let others = || controls.iter().copied().enumerate();
        assert!(begin(&controls[1], &controls[0]) && controls[1].is_busy());
        end(&controls[1]);
        // A member that has died with its flag up holds nobody up.
        assert!(begin(&controls[2], &controls[0]));
        if !turn(&controls[0], others(), |member| member == 2) {
            return assert_eq!(controls[0].mode(), BY_PROCESSOR, "without barriers nothing turns");
        }
        assert_eq!(controls[0].mode(), IN_STRIPES);
        assert!(!begin(&controls[1], &controls[0]) && !controls[1].is_busy());
        assert!(begin(&controls[1], &controls[1]), "another part");
    }

    /// Two threads add by the processor until they are sent away, then under a lock; a third turns the part meanwhile.
    #[test]
    fn nothing_is_lost_while_a_part_turns() {
        use std::sync::Mutex;
        for round in 0..200 {
            let blocks: Vec<_> = (0..3).map(|_| Buffer::new(size(3) + 64)).collect();
            let controls: Vec<_> = blocks.iter().map(|b| Control(b.region().slice(0, size(3)))).collect();
            let (number, lock) = (Buffer::new(8), Mutex::new(()));
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
