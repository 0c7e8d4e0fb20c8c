//! A thread that sleeps on the socket for a process that sleeps elsewhere (on shared memory's wake word): when a datagram
//! has come, or a time has passed, it rings. Armed before each sleep, silent otherwise.
use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

const SOCKET: u64 = 0;
const TIMER: u64 = 1;
const END: u64 = 2;

pub struct Watcher {
    epoll: Arc<OwnedFd>,
    timer: OwnedFd,
    end: OwnedFd,
    socket: Arc<UdpSocket>,
    thread: Option<JoinHandle<()>>,
}

fn own(fd: i32) -> io::Result<OwnedFd> {
    if fd < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: a new descriptor, ours alone.
    Ok(unsafe { OwnedFd::from_raw_fd(fd) })
}

fn watch(epoll: &OwnedFd, operation: i32, fd: i32, what: u64, flags: i32) -> io::Result<()> {
    let mut event = libc::epoll_event { events: flags as u32, u64: what };
    // SAFETY: the event lives through the call.
    match unsafe { libc::epoll_ctl(epoll.as_raw_fd(), operation, fd, &mut event) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

impl Watcher {
    /// `ring` is called by the thread.
    pub fn start(socket: Arc<UdpSocket>, ring: impl Fn() + Send + 'static) -> io::Result<Watcher> {
        // SAFETY: plain calls.
        let (epoll, timer, end) = unsafe {
            (
                Arc::new(own(libc::epoll_create1(libc::EPOLL_CLOEXEC))?),
                own(libc::timerfd_create(libc::CLOCK_MONOTONIC, libc::TFD_CLOEXEC | libc::TFD_NONBLOCK))?,
                own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK))?,
            )
        };
        let once = libc::EPOLLIN | libc::EPOLLONESHOT;
        watch(&epoll, libc::EPOLL_CTL_ADD, socket.as_raw_fd(), SOCKET, libc::EPOLLONESHOT)?;
        watch(&epoll, libc::EPOLL_CTL_ADD, timer.as_raw_fd(), TIMER, once)?;
        watch(&epoll, libc::EPOLL_CTL_ADD, end.as_raw_fd(), END, libc::EPOLLIN)?;
        let inside = epoll.clone();
        let thread = without_signals(|| {
            std::thread::Builder::new().name("clump-net".into()).stack_size(64 << 10).spawn(move || look(&inside, ring))
        })?;
        Ok(Watcher { epoll, timer, end, socket, thread: Some(thread) })
    }

    /// Rings when a datagram has come (one that is there already counts), or after `after`.
    pub fn arm(&self, after: Option<Duration>) {
        let once = libc::EPOLLIN | libc::EPOLLONESHOT;
        // Both descriptors were added: nothing can fail but for want of memory, and sleeps are bounded.
        let _ = watch(&self.epoll, libc::EPOLL_CTL_MOD, self.socket.as_raw_fd(), SOCKET, once);
        let Some(after) = after else { return };
        let after = after.max(Duration::from_micros(1));
        let time = libc::itimerspec {
            it_interval: libc::timespec { tv_sec: 0, tv_nsec: 0 },
            it_value: libc::timespec {
                tv_sec: after.as_secs() as libc::time_t,
                tv_nsec: libc::c_long::from(after.subsec_nanos()),
            },
        };
        // SAFETY: the time lives through the call.
        unsafe { libc::timerfd_settime(self.timer.as_raw_fd(), 0, &time, std::ptr::null_mut()) };
        let _ = watch(&self.epoll, libc::EPOLL_CTL_MOD, self.timer.as_raw_fd(), TIMER, once);
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let one = 1u64;
        // SAFETY: eight bytes, as an event counter takes.
        unsafe { libc::write(self.end.as_raw_fd(), (&raw const one).cast(), 8) };
        if let Some(thread) = self.thread.take() {
            // It has nothing to say.
            let _ = thread.join();
        }
    }
}

fn look(epoll: &OwnedFd, ring: impl Fn()) {
    loop {
        let mut events = [libc::epoll_event { events: 0, u64: 0 }; 3];
        // SAFETY: room for three events, told so.
        let n = unsafe { libc::epoll_wait(epoll.as_raw_fd(), events.as_mut_ptr(), 3, -1) };
        let Ok(n) = usize::try_from(n) else {
            match io::Error::last_os_error().kind() {
                io::ErrorKind::Interrupted => continue,
                _ => return,
            }
        };
        if events[..n].iter().any(|e| { e.u64 } == END) {
            return;
        }
        ring();
    }
}

/// Signals are the program's own threads' business.
fn without_signals<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: both sets are written before they are read, and live through the calls.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let result = f();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        result
    }
}
