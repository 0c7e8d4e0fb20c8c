//! A helper thread that sleeps on the socket for a process that does not poll it.
//!
//! *Ringing.* The process may sleep elsewhere (on shared memory's doorbell). It arms the thread before each sleep. When
//! a datagram has arrived or a time has passed, the thread rings; otherwise it stays silent.
//!
//! *Helping*, if it is switched on. While the program computes, the thread makes progress with what has arrived
//! ([`Help`]), and is armed again. If it wakes up while the program is in a call, which polls the network itself, it
//! holds back for a while, twice as long each time. If the call lasts, the thread asks the program to arm it on its way
//! out (`progress_thread/`). So a program that communicates all the time is disturbed rarely, and the thread sleeps
//! while nothing arrives.
use crate::progress_thread::Stance;
use crate::sys::yield_now;
use crate::{Help, Helped, NetworkWatcher};
use std::io;
use std::net::UdpSocket;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const SOCKET: u64 = 0;
const TIMER: u64 = 1;
const END: u64 = 2;
const GROUPS: u64 = 3;

/// How long the thread polls for more datagrams after progress before it sleeps; it yields between two polls. A long
/// message arrives in many rows of datagrams. A longer time takes more of a processor that other threads may need; with
/// a much shorter time, each row costs a sleep and a wake-up.
const LINGER: Duration = Duration::from_micros(50);
/// The length of a yield from which on other threads need this processor. The thread then sleeps without lingering for
/// [`NO_LINGER`]. A larger value takes more time from other threads; a smaller one gives up lingering needlessly.
const GAP: Duration = Duration::from_micros(20);
const NO_LINGER: Duration = Duration::from_millis(20);

/// How long the thread holds back after the first useless wake-up; [`HOLD_MOST`] is the longest hold. Work that the
/// program's call leaves behind may be late by that time; a shorter time disturbs a program in a long call more often.
const HOLD_LEAST: Duration = Duration::from_micros(100);
const HOLD_MOST: Duration = Duration::from_millis(1);

/// How the thread helps, if that is switched on.
#[derive(Default)]
struct Helping(Mutex<Option<Help>>);

impl Helping {
    fn get(&self) -> Option<Help> {
        self.0.lock().unwrap_or_else(|e| e.into_inner()).clone()
    }
}

pub struct Watcher {
    epoll: Arc<OwnedFd>,
    timer: OwnedFd,
    end: OwnedFd,
    socket: Arc<UdpSocket>,
    /// The socket for multicast frames; not set until a group was joined.
    groups: OnceLock<Arc<UdpSocket>>,
    helping: Arc<Helping>,
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

const ONCE: i32 = libc::EPOLLIN | libc::EPOLLONESHOT;

impl Watcher {
    /// Starts the thread, which calls `ring`.
    pub fn start(socket: Arc<UdpSocket>, ring: impl Fn() + Send + 'static) -> io::Result<Watcher> {
        // SAFETY: plain calls.
        let (epoll, timer, end) = unsafe {
            (
                Arc::new(own(libc::epoll_create1(libc::EPOLL_CLOEXEC))?),
                own(libc::timerfd_create(libc::CLOCK_MONOTONIC, libc::TFD_CLOEXEC | libc::TFD_NONBLOCK))?,
                own(libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK))?,
            )
        };
        watch(&epoll, libc::EPOLL_CTL_ADD, socket.as_raw_fd(), SOCKET, libc::EPOLLONESHOT)?;
        watch(&epoll, libc::EPOLL_CTL_ADD, timer.as_raw_fd(), TIMER, ONCE)?;
        watch(&epoll, libc::EPOLL_CTL_ADD, end.as_raw_fd(), END, libc::EPOLLIN)?;
        let helping = Arc::new(Helping::default());
        let inside = Inside { epoll: epoll.clone(), helping: helping.clone() };
        let thread = crate::sys::without_signals(|| {
            // The stack has room for the protocol's frames when the thread helps.
            std::thread::Builder::new().name("clump-net".into()).stack_size(512 << 10).spawn(move || inside.look(ring))
        })?;
        Ok(Watcher { epoll, timer, end, socket, groups: OnceLock::new(), helping, thread: Some(thread) })
    }

    /// Makes datagrams on the socket `groups` wake up the thread too, from the next arming on. Returns false if a
    /// socket was added before.
    pub fn add(&self, groups: &Arc<UdpSocket>) -> bool {
        if self.groups.get().is_some() {
            return false;
        }
        let added = watch(&self.epoll, libc::EPOLL_CTL_ADD, groups.as_raw_fd(), GROUPS, libc::EPOLLONESHOT);
        added.is_ok() && self.groups.set(groups.clone()).is_ok()
    }
}

impl NetworkWatcher for Watcher {
    fn arm(&self, after: Option<Duration>) {
        // The two descriptors were added before, so this can fail only for want of memory. Sleeps are bounded in any
        // case.
        let _ = watch(&self.epoll, libc::EPOLL_CTL_MOD, self.socket.as_raw_fd(), SOCKET, ONCE);
        if let Some(groups) = self.groups.get() {
            let _ = watch(&self.epoll, libc::EPOLL_CTL_MOD, groups.as_raw_fd(), GROUPS, ONCE);
        }
        if let Some(after) = after {
            self.arm_timer(after);
        }
    }

    fn arm_timer(&self, after: Duration) {
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
        let _ = watch(&self.epoll, libc::EPOLL_CTL_MOD, self.timer.as_raw_fd(), TIMER, ONCE);
    }

    /// Also stops helping in the middle of it. Switching help on requests the arming at once.
    fn set_help(&self, help: Option<Help>) {
        if let Some(help) = &help {
            help.ask.ask();
        }
        *self.helping.0.lock().unwrap_or_else(|e| e.into_inner()) = help;
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let one = 1u64;
        // SAFETY: eight bytes, as an event counter takes.
        unsafe { libc::write(self.end.as_raw_fd(), (&raw const one).cast(), 8) };
        if let Some(thread) = self.thread.take() {
            // The thread has no result, and a panic in it was already reported.
            let _ = thread.join();
        }
    }
}

/// The event that woke up the thread.
enum Woken {
    End,
    Event,
    Timeout,
}

/// The facts that the thread has learnt about the program and the processors.
struct Pacing {
    hold: Duration,
    /// The time until which the thread does not linger.
    no_linger_until: Option<Instant>,
}

impl Pacing {
    fn lingers(&mut self) -> bool {
        if self.no_linger_until.is_some_and(|until| Instant::now() >= until) {
            self.no_linger_until = None;
        }
        self.no_linger_until.is_none()
    }
}

/// The state that only the helper thread uses.
struct Inside {
    epoll: Arc<OwnedFd>,
    helping: Arc<Helping>,
}

impl Inside {
    fn look(&self, ring: impl Fn()) {
        let mut stance: Stance<Instant> = Stance::Ready;
        let mut pacing = Pacing { hold: HOLD_LEAST, no_linger_until: None };
        loop {
            let most = match stance {
                Stance::Holding { until, .. } => Some(until.saturating_duration_since(Instant::now())),
                Stance::Ready | Stance::Asking => None,
            };
            match self.sleep(most) {
                Woken::End => return,
                Woken::Event => ring(),
                Woken::Timeout => {}
            }
            let Some(help) = self.helping.get() else {
                stance = Stance::Ready;
                continue;
            };
            if stance.acts(Instant::now(), help.ask) {
                stance = self.help(&help, stance, &mut pacing);
            }
        }
    }

    /// Makes progress in the program's place while there is work. Returns the thread's next stance.
    fn help(&self, help: &Help, stance: Stance<Instant>, pacing: &mut Pacing) -> Stance<Instant> {
        let mut moved: Option<Instant> = None;
        loop {
            let lingers = moved.is_some_and(|at| at.elapsed() < LINGER) && pacing.lingers();
            match (help.look)(!lingers) {
                Helped::Moved => {
                    pacing.hold = HOLD_LEAST;
                    moved = Some(Instant::now());
                }
                Helped::Nothing => {
                    let before = Instant::now();
                    yield_now();
                    if before.elapsed() > GAP {
                        pacing.no_linger_until = Some(before + NO_LINGER);
                    }
                }
                Helped::Enough => return Stance::Holding { until: Instant::now() + HOLD_MOST, asked: false },
                Helped::Watching => return stance.watching(help.ask),
                Helped::Busy => {
                    let until = Instant::now() + pacing.hold;
                    pacing.hold = HOLD_MOST.min(pacing.hold * 2);
                    return stance.busy(until, help.ask);
                }
            }
        }
    }

    /// Sleeps until an event or until `most` has passed.
    fn sleep(&self, most: Option<Duration>) -> Woken {
        loop {
            let mut wait = -1;
            if let Some(most) = most {
                let time =
                    libc::timespec { tv_sec: 0, tv_nsec: libc::c_long::from(most.min(HOLD_MOST).subsec_nanos()) };
                let mut one = libc::pollfd { fd: self.epoll.as_raw_fd(), events: libc::POLLIN, revents: 0 };
                // SAFETY: one descriptor and a time, which live through the call.
                unsafe { libc::ppoll(&mut one, 1, &time, std::ptr::null()) };
                wait = 0;
            }
            let mut events = [libc::epoll_event { events: 0, u64: 0 }; 4];
            // SAFETY: the array has room for four events, the number that the call gets.
            let n = unsafe { libc::epoll_wait(self.epoll.as_raw_fd(), events.as_mut_ptr(), 4, wait) };
            return match usize::try_from(n) {
                Ok(0) => Woken::Timeout,
                Ok(n) if events[..n].iter().any(|e| { e.u64 } == END) => Woken::End,
                Ok(_) => Woken::Event,
                Err(_) if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => continue,
                Err(_) => Woken::End,
            };
        }
    }
}
