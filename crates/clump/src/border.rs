//! The border of a job: what the frames of guests, the processes of joint jobs, may reach. A guest shares some contexts
//! with this process and nothing else: no context of this job, none of another joint job, no handler and no broadcast
//! group. Windows guard themselves by keys, which only their members know. The simulator runs this code unchanged.
use clump_core::wire::{FrameReach, Head, Kind};
use clump_core::{Rank, planted};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The contexts that communicators with guests may have. No communicator of the job alone has one of them.
pub const GUEST_CONTEXTS: Range<u16> = 0xc000..0xfffc;

/// The contexts that guests may use.
#[derive(Debug, Default)]
pub struct Border {
    contexts: Mutex<Contexts>,
    refused: AtomicU64,
}

#[derive(Debug, Default)]
struct Contexts {
    /// The contexts that are open to all guests.
    open: Vec<u16>,
    /// The joint job that owns a pair of contexts, by the first context of the pair and the job's lowest number.
    owners: HashMap<u16, Rank>,
}

impl Border {
    fn contexts(&self) -> MutexGuard<'_, Contexts> {
        self.contexts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a context to all guests.
    pub fn open(&self, context: u16) {
        let open = &mut self.contexts().open;
        if !open.contains(&context) {
            open.push(context);
        }
    }

    /// Gives a pair of [`GUEST_CONTEXTS`] to a joint job: other guests no longer reach it.
    pub fn give(&self, context: u16, first: Rank) {
        self.contexts().owners.insert(context & !1, first);
    }

    /// Takes a pair of contexts back from the joint job that has it.
    pub fn take_back(&self, context: u16) {
        self.contexts().owners.remove(&(context & !1));
    }

    /// Takes all contexts from a joint job, which ends.
    pub fn forget(&self, first: Rank) {
        self.contexts().owners.retain(|_, owner| *owner != first);
    }

    /// Returns true if a frame with this head may come from a process of a joint job. Counts the frames that may not.
    pub fn admits(&self, first: Rank, head: u64) -> bool {
        let reach = |head: Head| match head.kind {
            Kind::Seek if planted("seek_of_guest_unanswered") => FrameReach::Context(head.context),
            _ => head.reach(),
        };
        let may = match Head::parse(head).map(reach) {
            Some(FrameReach::Context(context)) => {
                let contexts = self.contexts();
                match GUEST_CONTEXTS.contains(&context) {
                    // A message may arrive before this process has learned the result of the agreement on its context.
                    true => {
                        let owner = contexts.owners.get(&(context & !1));
                        owner.is_none_or(|&owner| owner == first || planted("guest_in_another_joint_job"))
                    }
                    false => contexts.open.contains(&context) || planted("guest_in_a_context_of_the_job"),
                }
            }
            Some(FrameReach::Handler) => planted("guest_calls_handlers"),
            Some(FrameReach::Group) => planted("guest_in_a_group"),
            // The protocol counts a frame that is none.
            Some(FrameReach::Known | FrameReach::Window) | None => true,
        };
        self.refused.fetch_add(u64::from(!may), Relaxed);
        may
    }

    /// Returns how many frames of guests were refused.
    pub fn refused(&self) -> u64 {
        self.refused.load(Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_reaches_the_contexts_of_its_joint_job_and_no_others() {
        let (border, ours) = (Border::default(), 5000);
        border.open(3);
        border.give(0xc002, ours);
        border.give(0xc004, 9000);
        let head = |kind, context| Head { kind, context, tag: 1 }.emit();
        for kind in [Kind::Push, Kind::First, Kind::Offer] {
            for (context, may) in [
                (3, true),
                (0xc002, true),
                (0xc003, true),
                (0xc006, true),
                (0, false),
                (1, false),
                (2, false),
                (4, false),
                (0xbfff, false),
                (0xc004, false),
                (0xc005, false),
                (0xfffc, false),
                (0xffff, false),
            ] {
                assert_eq!(border.admits(ours, head(kind, context)), may, "{kind:?} of context {context:#x}");
            }
        }
        assert_eq!(border.refused(), 3 * 9);
        border.forget(9000);
        assert!(border.admits(ours, head(Kind::Push, 0xc004)));
    }

    #[test]
    fn no_kind_of_a_jobs_handlers_and_groups_comes_from_a_guest() {
        let border = Border::default();
        let jobs = ["Call", "Begin", "More", "Taken"];
        for &kind in Kind::ALL {
            let head = Head { kind, context: GUEST_CONTEXTS.start, tag: 0 }.emit();
            let is_jobs = jobs.contains(&kind.name()) || kind.name().starts_with("Broadcast");
            assert_eq!(border.admits(5000, head), !is_jobs, "{kind:?}");
        }
    }
}
