//! Questions about other processes, and the end of this process.
use core::sync::atomic::{AtomicU64, Ordering};

/// Ends the process with a sentence on standard error.
pub fn die(sentence: &[u8]) -> ! {
    // SAFETY: a buffer and its length; no arguments.
    unsafe {
        libc::write(2, sentence.as_ptr().cast(), sentence.len());
        libc::abort();
    }
}

/// Waits until the peer whose process id is in `word` has finished its copy and cleared the word, or has ended.
pub fn wait_for(word: &AtomicU64) {
    let mut looks = 0u64;
    loop {
        let pid = word.load(Ordering::SeqCst);
        if pid == 0 {
            return;
        }
        looks += 1;
        match looks {
            0..1000 => core::hint::spin_loop(),
            // SAFETY: no arguments.
            1000..2000 => unsafe {
                libc::sched_yield();
            },
            _ => {
                if looks.is_multiple_of(100) && !lives(pid) {
                    return;
                }
                // SAFETY: sleeps for a millisecond.
                unsafe { libc::usleep(1000) };
            }
        }
    }
}

/// Returns "/proc/PID/stat" as a C string.
fn stat_path(pid: u64) -> [u8; 40] {
    let mut digits = [0u8; 20];
    let (mut first, mut left) = (digits.len(), pid);
    while left > 0 || first == digits.len() {
        first -= 1;
        digits[first] = b'0' + (left % 10) as u8;
        left /= 10;
    }
    let mut path = [0u8; 40];
    let bytes = b"/proc/".iter().chain(&digits[first..]).chain(b"/stat");
    for (to, &from) in path.iter_mut().zip(bytes) {
        *to = from;
    }
    path
}

/// Returns the kernel's description of this process in /proc/self/stat.
pub fn own_stat(into: &mut [u8]) -> &[u8] {
    read(c"/proc/self/stat".to_bytes_with_nul(), into)
}

/// Reads the beginning of a file, whose path is a C string, into `into`. Returns the bytes; none if the file cannot be
/// read.
fn read<'a>(path: &[u8], into: &'a mut [u8]) -> &'a [u8] {
    // SAFETY: a C string, a buffer and its length, our own descriptor.
    let n = unsafe {
        let fd = libc::open(path.as_ptr().cast(), libc::O_RDONLY | libc::O_CLOEXEC);
        let n = libc::read(fd, into.as_mut_ptr().cast(), into.len());
        libc::close(fd);
        n
    };
    &into[..n.max(0) as usize]
}

/// Returns false if certainly no process with this id can still write.
fn lives(pid: u64) -> bool {
    let Ok(number) = libc::pid_t::try_from(pid) else { return false };
    // SAFETY: signal 0 is not sent; the kernel only checks whether the process exists.
    if unsafe { libc::kill(number, 0) } != 0 {
        // SAFETY: the thread's own errno.
        return unsafe { *libc::__errno_location() } != libc::ESRCH;
    }
    // A zombie exists until its parent waits for it, so its state must be read: "pid (name) S ..."
    let mut stat = [0u8; 512];
    let text = read(&stat_path(pid), &mut stat);
    let state = text.iter().rposition(|&b| b == b')').and_then(|at| text.get(at + 2));
    !matches!(state, Some(b'Z' | b'X'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ended_processes_are_recognised() {
        assert!(stat_path(4711).starts_with(b"/proc/4711/stat\0") && stat_path(0).starts_with(b"/proc/0/stat\0"));
        assert!(lives(u64::from(std::process::id())) && !lives(u64::MAX));
        // SAFETY: the child ends at once, and is waited for once.
        unsafe {
            let child = libc::fork();
            if child == 0 {
                libc::_exit(0);
            }
            while lives(child as u64) {
                libc::usleep(1000);
            }
            assert_eq!(libc::waitpid(child, std::ptr::null_mut(), 0), child);
        }
    }
}
