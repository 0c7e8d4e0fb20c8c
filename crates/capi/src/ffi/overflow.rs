//! Detects a handler that overflows its stack and hits the guard page: prints a sentence before the program dies.
//! Passes other faults to the handler that was installed before.
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::mem::{MaybeUninit, zeroed};
use std::ptr;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The largest number of guard pages in the table. An overflow of a stack whose page found no entry is a plain fault.
const MOST: usize = 4096;
/// The addresses of the known guard pages; 0 marks a free entry.
static GUARDS: [AtomicUsize; MOST] = [const { AtomicUsize::new(0) }; MOST];
/// The end of the entries in use: every entry from this index on has never been used.
static END: AtomicUsize = AtomicUsize::new(0);

/// The size of the signal handler's stack, in bytes.
const ALTERNATE: usize = 32 << 10;

/// The actions for `SIGNALS` that were installed before ours.
static mut BEFORE: [MaybeUninit<libc::sigaction>; 2] = [const { MaybeUninit::uninit() }; 2];
/// The signals by which the system reports a fault.
const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

thread_local! {
    /// True if this file made this thread's alternate stack.
    static OWN: Cell<bool> = const { Cell::new(false) };
}

fn page() -> usize {
    static PAGE: AtomicUsize = AtomicUsize::new(0);
    match PAGE.load(Relaxed) {
        0 => {
            // SAFETY: the call only asks for a property of the system.
            let size = unsafe { libc::sysconf(libc::_SC_PAGESIZE) }.max(4096) as usize;
            PAGE.store(size, Relaxed);
            size
        }
        size => size,
    }
}

/// Adds the guard page at this address.
pub fn add(bottom: usize) {
    page();
    for (at, guard) in GUARDS.iter().enumerate() {
        if guard.compare_exchange(0, bottom, Relaxed, Relaxed).is_ok() {
            END.fetch_max(at + 1, Relaxed);
            return;
        }
    }
}

/// Removes the guard page at this address.
pub fn remove(bottom: usize) {
    let end = END.load(Relaxed);
    if let Some(guard) = GUARDS[..end].iter().find(|g| g.load(Relaxed) == bottom) {
        guard.store(0, Relaxed);
    }
}

/// Makes this thread handle its faults on an alternate stack from now on.
pub fn watch_thread() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(install);
    if OWN.replace(true) {
        return;
    }
    // SAFETY: these calls only read and set this thread's signal stack; the stack's memory is newly mapped, and stays
    // mapped for the thread's life.
    unsafe {
        let mut now: libc::stack_t = zeroed();
        if libc::sigaltstack(ptr::null(), &mut now) != 0 || now.ss_flags & libc::SS_DISABLE == 0 {
            return;
        }
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        let memory = libc::mmap(ptr::null_mut(), ALTERNATE, protection, flags, -1, 0);
        if memory != libc::MAP_FAILED {
            let stack = libc::stack_t { ss_sp: memory, ss_flags: 0, ss_size: ALTERNATE };
            libc::sigaltstack(&stack, ptr::null_mut());
        }
    }
}

fn install() {
    for (at, signal) in SIGNALS.into_iter().enumerate() {
        // SAFETY: the action is whole; `BEFORE` is written here alone, once, before the handler can run.
        unsafe {
            let mut action: libc::sigaction = zeroed();
            action.sa_sigaction = on_fault as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            let before = (&raw mut BEFORE[at]).cast::<libc::sigaction>();
            libc::sigaction(signal, &action, before);
        }
    }
}

/// Handles a fault, on the alternate stack. Calls only what is allowed in a signal handler.
extern "C" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    // SAFETY: the system passes a valid `info`.
    let address = unsafe { (*info).si_addr() } as usize;
    let end = END.load(Relaxed);
    let of_stack = |g: &AtomicUsize| {
        let bottom = g.load(Relaxed);
        bottom != 0 && (bottom..bottom + page()).contains(&address)
    };
    let at = usize::from(signal != SIGNALS[0]);
    if GUARDS[..end].iter().any(of_stack) {
        let text = b"clump: a message handler has overflowed its stack (256 KiB unless clump_handler_stack says \
                     otherwise): let it keep less there, or call clump_handler_stack first\n";
        // SAFETY: bytes of a constant.
        unsafe { libc::write(2, text.as_ptr().cast(), text.len()) };
    }
    // SAFETY: `BEFORE` was written before this handler could run. The earlier handler gets the arguments that the
    // system would have passed.
    unsafe {
        let before = (&raw const BEFORE[at]).cast::<libc::sigaction>().read();
        match before.sa_sigaction {
            libc::SIG_DFL | libc::SIG_IGN => {
                // With the default action, the fault happens again and ends the program.
                let mut default: libc::sigaction = zeroed();
                default.sa_sigaction = libc::SIG_DFL;
                libc::sigaction(signal, &default, ptr::null_mut());
            }
            handler if before.sa_flags & libc::SA_SIGINFO != 0 => {
                let handler: extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void) =
                    std::mem::transmute::<usize, _>(handler);
                handler(signal, info, context);
            }
            handler => std::mem::transmute::<usize, extern "C" fn(c_int)>(handler)(signal),
        }
    }
}
