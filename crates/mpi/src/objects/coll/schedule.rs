//! The schedule engine: non-blocking collectives, and the rounds of persistent ones, make progress in any MPI call that
//! makes progress.
//!
//! A schedule is the state machine that a blocking call would drive. While a thread polls a schedule, the process-wide
//! state is released, because the schedule enters the state for each of its messages and may call the program's
//! operations in between. A thread takes out only the schedule that it polls; other threads can poll the remaining
//! schedules.
use super::parking::Parking;
use crate::abi;
use crate::error::{Call, Result};
use crate::objects::status::Finished;
use clump::driver::Endpoint;
use clump_coll::{BoardStep, search, take_full_board};
use clump_process::Work;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// Tests in vain for each one that searches for ranks that have left the job, in programs that test instead of waiting.
/// Larger: such a program learns later of a departure. Smaller: polls take longer.
pub const SEARCHED: u32 = 1 << 7;

/// The state machine of a collective call in progress.
pub type Course = Pin<Box<dyn Future<Output = Result> + Send>>;
/// The state machine of an access to a file in progress.
pub type FileCourse = Pin<Box<dyn Future<Output = Finished> + Send>>;

/// The result of starting a round on the fast path.
pub enum Started<T = ()> {
    /// This rank's part of the round has ended.
    Ended,
    /// A quick round has begun. No rank waits for this rank, which only has to take what other ranks post or send.
    Posted(T),
    /// Nothing has been done. The round must be begun with [`Rounds::begin`].
    Refused,
}

/// The operation of a persistent collective, which runs in rounds.
pub trait Rounds: Send {
    /// Tries to start a round on the fast path.
    fn start(&mut self, endpoint: &mut Endpoint) -> Started;

    /// Tries to end the quick round that [`Rounds::start`] has begun, and returns the round's result.
    fn end_quick(&mut self, endpoint: &mut Endpoint) -> Poll<Result>;

    /// Begins the next round, after the former round has ended.
    fn begin(&mut self);

    /// Makes progress. Returns the round's result once, at the end of the round.
    fn poll(&mut self) -> Poll<Result>;

    /// Blocks in `call` until the round, quick or not, has ended, and returns its result. Waits as a blocking
    /// collective does.
    fn block(&mut self, call: Call) -> Result;

    /// Returns true if the program's operation has thrown in a round, after which the state machine cannot go on.
    fn is_broken(&self) -> bool;
}

impl fmt::Debug for dyn Rounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Rounds")
    }
}

/// The work of a schedule.
enum Task {
    Once(Course),
    File(FileCourse),
    Rounds(Box<dyn Rounds>),
    /// An operation of the program has thrown an exception, after which the state machine cannot go on.
    Broken,
}

/// A collective in progress: a non-blocking call, or a round of a persistent request.
pub struct Schedule {
    handle: abi::Request,
    task: Task,
    /// The number of polls so far.
    polls: u32,
    /// The post for whose room the schedule waits; its step is among those that are polled ([`Parking`]).
    room: Option<BoardStep>,
    /// What `room` will be, by the last poll.
    full: Option<BoardStep>,
    /// The outcome of the call; `None` until the last step is done.
    ended: Option<Finished>,
}

/// An ended schedule.
pub struct Ended {
    pub handle: abi::Request,
    pub finished: Finished,
    /// The operation, for the next round; `None` for a non-blocking call, and after an exception.
    pub rounds: Option<Box<dyn Rounds>>,
}

impl Task {
    fn poll(&mut self) -> Poll<Finished> {
        let mut context = Context::from_waker(Waker::noop());
        match self {
            Task::Once(course) => course.as_mut().poll(&mut context).map(outcome),
            Task::File(course) => course.as_mut().poll(&mut context),
            Task::Rounds(rounds) => rounds.poll().map(outcome),
            Task::Broken => Poll::Pending,
        }
    }
}

impl Work for Schedule {
    fn step(&mut self, before_sleep: bool) {
        self.polls = self.polls.wrapping_add(1);
        take_full_board();
        let searches = before_sleep || self.polls.is_multiple_of(SEARCHED);
        let poll = if searches { search(|| self.task.poll()) } else { self.task.poll() };
        match poll {
            Poll::Ready(finished) => self.ended = Some(finished),
            Poll::Pending => self.full = take_full_board(),
        }
    }

    fn break_off(&mut self) {
        self.task = Task::Broken;
        self.ended = Some(Finished { code: abi::MPI_ERR_OTHER, ..Finished::EMPTY });
    }
}

/// Returns the outcome of a collective.
pub fn outcome(result: Result) -> Finished {
    match result {
        Ok(()) => Finished::EMPTY,
        Err(e) => match e.departed {
            Some(rank) => Finished::departed(e.code, rank as i32, abi::MPI_ANY_TAG),
            None => Finished { code: e.code, ..Finished::EMPTY },
        },
    }
}

/// The collectives in progress.
pub struct Schedules {
    /// The schedules that no thread is polling at the moment.
    list: VecDeque<Schedule>,
    /// The schedules that need no poll until another one has moved.
    parking: Parking<Schedule>,
    /// The communicators' contexts of all schedules that have not ended, including those being polled, by request.
    contexts: BTreeMap<usize, u16>,
    /// True if a thread that is about to sleep could not poll some schedule, because another thread was polling it.
    missed: bool,
    /// See [`Schedules::take_unparked`].
    unparked: bool,
}

impl Schedules {
    pub const fn new() -> Schedules {
        Schedules {
            list: VecDeque::new(),
            parking: Parking::new(),
            contexts: BTreeMap::new(),
            missed: false,
            unparked: false,
        }
    }

    /// Returns true if no collective is in progress.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.contexts.is_empty()
    }

    /// Returns true if a collective is in progress on the communicator with this context.
    pub fn uses(&self, context: u16) -> bool {
        self.contexts.values().any(|c| *c == context)
    }

    /// Registers a call on the communicator with this context, whose request is `handle`, and returns its schedule. The
    /// caller must poll the schedule's first step.
    pub fn begin(&mut self, handle: abi::Request, context: u16, course: Course) -> Schedule {
        self.add(handle, context, Task::Once(course))
    }

    /// Registers an access to a file, as [`Schedules::begin`] registers a call. `context` is that of the file's
    /// communicator.
    pub fn begin_file(&mut self, handle: abi::Request, context: u16, course: FileCourse) -> Schedule {
        self.add(handle, context, Task::File(course))
    }

    /// Registers a round of the persistent request `handle`, as [`Schedules::begin`] registers a call.
    pub fn begin_round(&mut self, handle: abi::Request, context: u16, mut rounds: Box<dyn Rounds>) -> Schedule {
        rounds.begin();
        self.add(handle, context, Task::Rounds(rounds))
    }

    fn add(&mut self, handle: abi::Request, context: u16, task: Task) -> Schedule {
        self.contexts.insert(handle.0, context);
        Schedule { handle, task, polls: 0, room: None, full: None, ended: None }
    }

    /// Removes the schedule of a round, which the caller will run to its end, and returns the round's operation.
    /// Returns `None` if another thread is polling the schedule.
    pub fn take_round(&mut self, handle: abi::Request) -> Option<Box<dyn Rounds>> {
        let wanted = |s: &Schedule| s.handle == handle && matches!(s.task, Task::Rounds(_));
        let at = self.list.iter().position(wanted);
        let schedule = at.and_then(|at| self.list.remove(at)).or_else(|| self.parking.take(wanted))?;
        self.leave_room(schedule.room);
        let Task::Rounds(rounds) = schedule.task else { return None };
        self.contexts.remove(&handle.0);
        Some(rounds)
    }

    /// Registers a round that [`Schedules::take_round`] has removed and that has not ended.
    pub fn resume_round(&mut self, handle: abi::Request, context: u16, rounds: Box<dyn Rounds>) {
        let schedule = self.add(handle, context, Task::Rounds(rounds));
        self.list.push_back(schedule);
    }

    /// Returns the number of schedules that no thread is polling.
    pub fn waiting(&self) -> usize {
        self.list.len()
    }

    /// Takes one schedule out for polling.
    pub fn take(&mut self) -> Option<Schedule> {
        self.list.pop_front()
    }

    /// Returns a schedule to the list. If the schedule has ended, returns its outcome instead.
    pub fn put_back(&mut self, mut schedule: Schedule, endpoint: &mut Endpoint) -> Option<Ended> {
        let (room, full) = (schedule.room.take(), schedule.full.take());
        if room != full || schedule.ended.is_some() {
            self.leave_room(room);
        }
        let Some(finished) = schedule.ended.take() else {
            schedule.room = full;
            match full.filter(|_| room != full) {
                Some(at) => self.list.extend(self.parking.park(at, schedule)),
                None => self.list.push_back(schedule),
            }
            if std::mem::take(&mut self.missed) {
                endpoint.stir();
            }
            return None;
        };
        self.contexts.remove(&schedule.handle.0);
        // Wake up the threads that sleep, because one of them may be waiting for the end of this schedule.
        endpoint.stir();
        let rounds = if let Task::Rounds(rounds) = schedule.task { Some(rounds) } else { None };
        Some(Ended { handle: schedule.handle, finished, rounds })
    }

    /// Records that a schedule no longer waits for this room, and polls the next one that does.
    fn leave_room(&mut self, room: Option<BoardStep>) {
        if let Some(next) = room.and_then(|at| self.parking.leave(at)) {
            self.unparked = true;
            self.list.push_back(next);
        }
    }

    /// Returns true if a schedule has been unparked since the last call: it must be polled before the thread sleeps.
    pub fn take_unparked(&mut self) -> bool {
        std::mem::take(&mut self.unparked)
    }

    /// Records that a thread which has polled every schedule in the list is about to sleep.
    pub fn sleeps(&mut self) {
        self.missed |= self.list.len() + self.parking.len() < self.contexts.len();
    }
}
