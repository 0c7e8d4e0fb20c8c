//! The few system calls that neither std nor rustix offers as safe functions, or whose refusal needs a sentence.
use rustix::io::Errno;
use rustix::process::{Pid, PidfdFlags, Rlimit, pidfd_open};
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Splits this process in two. Returns `None` in the child, and the child's pid in the parent. Call it only while the
/// process has one thread.
pub fn fork() -> io::Result<Option<Pid>> {
    // SAFETY: this program starts no threads, so the child owns every lock and may go on in ordinary Rust.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => Ok(None),
        pid => Ok(Pid::from_raw(pid)),
    }
}

/// Returns a descriptor that becomes readable when that process ends.
pub fn watch(pid: Pid) -> io::Result<OwnedFd> {
    pidfd_open(pid, PidfdFlags::empty()).map_err(|e| match e {
        Errno::PERM | Errno::NOSYS => io::Error::other(format!(
            "the system refuses pidfd_open ({e}), by which Clump learns of the end of a process; that takes Linux 5.3, \
             and in a container a seccomp profile that allows it"
        )),
        Errno::MFILE | Errno::NFILE => io::Error::other(format!("{e}: see `ulimit -n`")),
        e => e.into(),
    })
}

/// Returns the limits of open files; `None` if the system refuses to tell, on which rustix panics.
pub fn open_files() -> Option<Rlimit> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `limit` is ours.
    let known = unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &mut limit) } == 0;
    let finite = |value: libc::rlim_t| (value != libc::RLIM_INFINITY).then_some(value);
    known.then_some(Rlimit { current: finite(limit.rlim_cur), maximum: finite(limit.rlim_max) })
}

/// Makes the kernel keep the exit status of ended children until this process reads it. This process may have inherited
/// from its parent that SIGCHLD is ignored, and then the kernel would discard the exit status.
pub fn keep_dead_children() {
    // SAFETY: the default action runs no code of ours.
    unsafe { libc::signal(libc::SIGCHLD, libc::SIG_DFL) };
}

/// Makes the processes that `start` starts ignore these signals. Call it only while the process has one thread.
pub fn ignoring<T>(signals: &[i32], start: impl FnOnce() -> T) -> T {
    // SAFETY: neither action runs code of ours.
    let before: Vec<_> = signals.iter().map(|&s| (s, unsafe { libc::signal(s, libc::SIG_IGN) })).collect();
    let result = start();
    for (signal, before) in before {
        // SAFETY: restores the action that `signal` has just returned.
        unsafe { libc::signal(signal, before) };
    }
    result
}

/// Returns a child of this process that has ended and is still to be waited for.
pub fn next_ended() -> Option<Pid> {
    // SAFETY: all zeros is a value of this plain C struct, which the call fills; zeros stay if no child has ended.
    let pid = unsafe {
        let mut about = std::mem::zeroed::<libc::siginfo_t>();
        let how = libc::WEXITED | libc::WNOHANG | libc::WNOWAIT;
        (libc::waitid(libc::P_ALL, 0, &mut about, how) == 0).then(|| about.si_pid())
    };
    pid.and_then(Pid::from_raw)
}

/// Makes these signals have no effect on this process, unless it ignores them already. Processes that it starts get
/// the default action.
pub fn outlive(signals: &[i32]) {
    extern "C" fn nothing(_: i32) {}
    for &signal in signals {
        // SAFETY: all zeros is a value of a plain C struct, and the action does nothing at all.
        unsafe {
            let mut before = std::mem::zeroed::<libc::sigaction>();
            let mut action = std::mem::zeroed::<libc::sigaction>();
            action.sa_sigaction = nothing as extern "C" fn(i32) as usize;
            action.sa_flags = libc::SA_RESTART;
            if libc::sigaction(signal, std::ptr::null(), &mut before) == 0 && before.sa_sigaction != libc::SIG_IGN {
                libc::sigaction(signal, &action, std::ptr::null_mut());
            }
        }
    }
}

/// Restores the default action of these signals, whatever the parent has set.
pub fn restore(signals: &[i32]) {
    for &signal in signals {
        // SAFETY: the default action runs no code of ours.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

/// Lets all signals reach this process, also those that its parent has blocked.
pub fn unblock() {
    // SAFETY: sigset_t is plain data; sigemptyset initialises it before any other use. Runs no code of ours.
    unsafe {
        let mut none = std::mem::zeroed::<libc::sigset_t>();
        libc::sigemptyset(&mut none);
        libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
    }
}

/// A signal that was read from a [`SignalFd`].
pub struct Received {
    pub number: i32,
    /// True if a key at the terminal sent the signal to the whole foreground process group.
    pub from_terminal: bool,
}

/// A descriptor from which a process reads signals, which then do not interrupt the program.
pub struct SignalFd(OwnedFd);

impl SignalFd {
    /// Blocks these signals in this thread and opens a descriptor to read them from.
    pub fn take(signals: &[i32]) -> io::Result<SignalFd> {
        // SAFETY: sigset_t is plain data; sigemptyset initialises it before any other use.
        unsafe {
            let mut set = std::mem::zeroed::<libc::sigset_t>();
            libc::sigemptyset(&mut set);
            for &signal in signals {
                libc::sigaddset(&mut set, signal);
            }
            if libc::sigprocmask(libc::SIG_BLOCK, &set, std::ptr::null_mut()) != 0 {
                return Err(io::Error::last_os_error());
            }
            let fd = libc::signalfd(-1, &set, libc::SFD_CLOEXEC | libc::SFD_NONBLOCK);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(SignalFd(OwnedFd::from_raw_fd(fd)))
        }
    }

    /// Returns the descriptor to poll.
    pub fn fd(&self) -> &OwnedFd {
        &self.0
    }

    /// Returns the next signal, or `None` if none is pending.
    pub fn read(&self) -> Option<Received> {
        // SAFETY: signalfd_siginfo is plain data for which all-zero bytes are valid.
        let mut info = unsafe { std::mem::zeroed::<libc::signalfd_siginfo>() };
        let size = std::mem::size_of_val(&info);
        // SAFETY: the kernel writes at most `size` bytes into `info`, which lives until the call returns.
        let n = unsafe { libc::read(self.0.as_raw_fd(), (&raw mut info).cast(), size) };
        (n == size as isize)
            .then_some(Received { number: info.ssi_signo as i32, from_terminal: info.ssi_code == libc::SI_KERNEL })
    }
}

/// Checks whether this machine lets a process read another's memory: a child tries to read a word of this process.
pub fn can_read_other_process() -> io::Result<()> {
    let word = 0x636c_756d_7075_u64;
    let parent = rustix::process::getpid();
    // SAFETY: as in `fork`; the child only makes the system call and exits.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            let mut copy = 0_u64;
            let local = libc::iovec { iov_base: (&raw mut copy).cast(), iov_len: 8 };
            let remote = libc::iovec { iov_base: (&raw const word).cast_mut().cast(), iov_len: 8 };
            // SAFETY: `local` names 8 bytes of this function's own frame; `remote` is only an address to the kernel,
            // the same in the parent, which waits in waitpid while the word lives.
            let n = unsafe { libc::process_vm_readv(parent.as_raw_nonzero().get(), &local, 1, &remote, 1, 0) };
            let code = match n {
                8 if copy == word => 0,
                -1 => io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO),
                _ => libc::EIO,
            };
            // SAFETY: ends the child without running the parent's exit handlers.
            unsafe { libc::_exit(code) }
        }
        pid => {
            let mut status = 0;
            // SAFETY: `status` is ours; `pid` is the child that was just made.
            while unsafe { libc::waitpid(pid, &mut status, 0) } < 0 {
                let e = io::Error::last_os_error();
                if e.kind() != io::ErrorKind::Interrupted {
                    return Err(e);
                }
            }
            match libc::WIFEXITED(status) {
                true if libc::WEXITSTATUS(status) == 0 => Ok(()),
                true => Err(io::Error::from_raw_os_error(libc::WEXITSTATUS(status))),
                false => Err(io::Error::other("the call ended the process that made it (a seccomp filter?)")),
            }
        }
    }
}
