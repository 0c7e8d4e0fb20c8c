//! Forked children get a private copy of the program's static variables: without it they would write into their
//! parent's, which they share since `shmem_init` has mapped them.
use super::space::SPACE;
use super::statics;
use std::ptr;
use std::sync::Once;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

/// The copy that the next child gets, or 0. A fork runs the three functions below in one thread, which holds the C
/// library's lock of such functions.
static COPY: AtomicUsize = AtomicUsize::new(0);

/// Makes children of this process get private static variables from now on.
pub fn keep_apart() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the functions stay where they are: this library is never unloaded.
        unsafe { libc::pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
    });
}

extern "C" fn before() {
    let pages = SPACE.statics();
    if pages.is_empty() {
        return;
    }
    // SAFETY: a new private mapping; the static variables are mapped as long as the process lives.
    unsafe {
        let (access, how) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let copy = libc::mmap(ptr::null_mut(), pages.len(), access, how | libc::MAP_NORESERVE, -1, 0);
        if copy != libc::MAP_FAILED {
            statics::copy(&pages, copy.cast());
            COPY.store(copy.addr(), Relaxed);
        }
    }
}

extern "C" fn in_parent() {
    let copy = COPY.swap(0, Relaxed);
    if copy != 0 {
        // SAFETY: the mapping that `before` has made.
        unsafe { libc::munmap(ptr::with_exposed_provenance_mut(copy), SPACE.statics().len()) };
    }
}

extern "C" fn in_child() {
    let (copy, pages) = (COPY.swap(0, Relaxed), SPACE.statics());
    // A child is no PE.
    SPACE.close();
    if copy != 0 {
        let [from, to] = [copy, pages.start].map(ptr::with_exposed_provenance_mut::<libc::c_void>);
        // SAFETY: moves the copy over the variables, which have the same bytes; whole pages both.
        unsafe { libc::mremap(from, pages.len(), pages.len(), libc::MREMAP_MAYMOVE | libc::MREMAP_FIXED, to) };
    }
}
