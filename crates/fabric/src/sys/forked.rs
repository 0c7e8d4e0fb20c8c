//! Recognises a child that this process has forked, without a system call.
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The number of this process's line of forks: 1 in the first process, and one more in each child that asks for it.
static LINE: AtomicU64 = AtomicU64::new(0);

/// A value that belongs to the process that made it, and not to the children that the process forks.
///
/// **Access rule.** All values of one process hold the number that the process's word holds. The kernel clears the word
/// in a child of `fork` (`MADV_WIPEONFORK`; before Linux 4.14 a function that `fork` calls clears it), so the values
/// that the child has copied no longer match. The first value that the child makes itself gives the word a new number.
#[derive(Clone, Copy, Debug)]
pub struct OwnProcess {
    word: &'static AtomicU64,
    number: u64,
}

impl OwnProcess {
    /// Returns a value that belongs to the calling process.
    pub fn here() -> OwnProcess {
        let word = word();
        let number = match word.load(Relaxed) {
            0 => {
                let next = LINE.fetch_add(1, Relaxed) + 1;
                // Another thread may have been quicker; its number then counts.
                word.compare_exchange(0, next, Relaxed, Relaxed).map_or_else(|other| other, |_| next)
            }
            number => number,
        };
        OwnProcess { word, number }
    }

    /// Returns true in the process that made the value, and false in the children that this process has forked since.
    #[inline(always)]
    pub fn is_here(self) -> bool {
        self.word.load(Relaxed) == self.number
    }
}

/// Returns the word that a fork clears. It has a page of its own.
fn word() -> &'static AtomicU64 {
    static WORD: OnceLock<&'static AtomicU64> = OnceLock::new();
    WORD.get_or_init(|| {
        let page = 4096;
        // SAFETY: a new private mapping, which is never unmapped and holds zeros: an atomic number may lie there.
        unsafe {
            let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
            let place = libc::mmap(std::ptr::null_mut(), page, access, how, -1, 0);
            if place != libc::MAP_FAILED && libc::madvise(place, page, libc::MADV_WIPEONFORK) == 0 {
                return &*place.cast::<AtomicU64>();
            }
        }
        // SAFETY: the function stays where it is, because this library is never unloaded.
        unsafe { libc::pthread_atfork(None, None, Some(clear)) };
        &CLEARED
    })
}

/// The word where the kernel cannot clear one.
static CLEARED: AtomicU64 = AtomicU64::new(0);

extern "C" fn clear() {
    CLEARED.store(0, Relaxed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forks, and returns the exit code of the child, which ends with what `f` returns.
    fn forked(f: impl FnOnce() -> i32) -> i32 {
        // SAFETY: the child calls nothing that another thread's locks could block, and ends at once.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                libc::_exit(f());
            }
            let mut status = 0;
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            libc::WEXITSTATUS(status)
        }
    }

    #[test]
    fn a_value_belongs_to_its_process_and_not_to_forked_children() {
        let ours = OwnProcess::here();
        assert!(ours.is_here() && OwnProcess::here().is_here());
        let code = forked(|| {
            if ours.is_here() {
                return 1;
            }
            let childs = OwnProcess::here();
            if !childs.is_here() || ours.is_here() {
                return 2;
            }
            // Neither the child's nor this process's value belongs to a grandchild.
            forked(|| 4 * i32::from(childs.is_here() || ours.is_here()))
        });
        assert_eq!(code, 0);
        assert!(ours.is_here());
    }
}
