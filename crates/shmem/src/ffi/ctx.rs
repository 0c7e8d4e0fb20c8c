//! What a context is: whether it has operations under way, and the team whose PE numbers its calls use.
use super::handle::TeamHandle;
use super::process::fail;
use crate::pe_set::PeSet;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{PoisonError, RwLock};

/// A context as C passes it: a pointer that leads nowhere. It is odd if the PE numbers of the context are the job's, so
/// that operations on this machine need not look the context up.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ctx(usize);

/// A context that the program has created.
struct Created {
    team: TeamHandle,
    set: PeSet,
    /// True once operations may have been under way.
    touched: AtomicBool,
}

/// The contexts that the program has created. A context's number is twice its index, plus [`FIRST`], and plus 1 if its
/// PE numbers are the job's.
static CREATED: RwLock<Vec<Option<Created>>> = RwLock::new(Vec::new());
static DEFAULT_TOUCHED: AtomicBool = AtomicBool::new(false);
const FIRST: usize = 2;

impl Ctx {
    pub const INVALID: Ctx = Ctx(0);
    pub const DEFAULT: Ctx = Ctx(1);

    #[inline(always)]
    fn is_default(self) -> bool {
        self == Ctx::DEFAULT
    }

    /// Returns true if the PE numbers of the context are the job's.
    #[inline(always)]
    pub fn is_of_world(self) -> bool {
        self.0 % 2 == 1
    }

    fn new(index: usize, team: TeamHandle) -> Ctx {
        Ctx(FIRST + 2 * index + usize::from(team == TeamHandle::WORLD))
    }

    fn index(self) -> Option<usize> {
        Some(self.0.checked_sub(FIRST)? / 2)
    }

    fn with<T>(self, call: &str, f: impl FnOnce(&Created) -> T) -> T {
        let all = CREATED.read().unwrap_or_else(PoisonError::into_inner);
        let found = self.index().and_then(|at| all.get(at)?.as_ref()).map(f);
        drop(all);
        found.unwrap_or_else(|| fail(call, format_args!("{:#x} is no context (destroyed already?)", self.0)))
    }

    /// Returns the number in the job of the context's PE `pe`.
    pub fn pe(self, call: &str, pe: i32) -> i32 {
        if self.is_of_world() {
            return pe;
        }
        let (of_job, size) = self.with(call, |created| (created.set.pe_checked(pe), created.set.size));
        of_job.unwrap_or_else(|| fail(call, format_args!("the context's team has PEs 0 to {}, not {pe}", size - 1)))
    }

    /// Records that an operation of the context may be under way.
    pub fn touch(self) {
        self.with_flag(|touched| touched.store(true, Relaxed));
    }

    fn with_flag<T>(self, f: impl FnOnce(&AtomicBool) -> T) -> Option<T> {
        if self.is_default() {
            return Some(f(&DEFAULT_TOUCHED));
        }
        let all = CREATED.read().unwrap_or_else(PoisonError::into_inner);
        let created = self.index().and_then(|at| all.get(at)?.as_ref());
        created.map(|created| f(&created.touched))
    }

    /// Ends the job unless there is such a context, or it is `SHMEM_CTX_INVALID`, which has no operations.
    #[inline(always)]
    pub fn check(self, call: &str) {
        if !self.is_default() && self != Ctx::INVALID {
            self.with(call, |_| ());
        }
    }

    /// Returns true if operations of the context may be under way. The flag is never lowered, because another thread
    /// may have raised it for an operation that it is about to start, or may be waiting, too.
    pub fn is_touched(self) -> bool {
        self.with_flag(|touched| touched.load(Relaxed)).unwrap_or(false)
    }
}

/// Creates a context for a team's PEs.
pub fn create_for(team: TeamHandle, set: PeSet) -> Ctx {
    let mut all = CREATED.write().unwrap_or_else(PoisonError::into_inner);
    let created = Some(Created { team, set, touched: AtomicBool::new(false) });
    match all.iter().position(Option::is_none) {
        Some(free) => {
            all[free] = created;
            Ctx::new(free, team)
        }
        None => {
            all.push(created);
            Ctx::new(all.len() - 1, team)
        }
    }
}

/// Returns the team of a context that the program has created.
pub fn team_of(call: &str, ctx: Ctx) -> TeamHandle {
    ctx.with(call, |created| created.team)
}

/// Forgets a context that the program has created.
pub fn forget(ctx: Ctx) {
    if let Some(index) = ctx.index() {
        CREATED.write().unwrap_or_else(PoisonError::into_inner)[index] = None;
    }
}

/// Forgets all contexts, because OpenSHMEM ends.
pub fn end() {
    CREATED.write().unwrap_or_else(PoisonError::into_inner).clear();
    DEFAULT_TOUCHED.store(false, Relaxed);
}

/// Destroys the contexts of a team that ends.
pub fn end_of_team(team: TeamHandle) {
    let mut all = CREATED.write().unwrap_or_else(PoisonError::into_inner);
    all.iter_mut().filter(|c| c.as_ref().is_some_and(|c| c.team == team)).for_each(|c| *c = None);
}
