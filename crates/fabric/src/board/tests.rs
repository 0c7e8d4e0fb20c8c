//! Boards in one thread, and every interleaving of small cases under loom (`RUSTFLAGS="--cfg loom"`).
use super::*;
use std::sync::atomic::Ordering;

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, fence};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, fence};

/// Rows of two places, each with a word of data.
struct Mem {
    finished: Vec<AtomicU64>,
    marks: Vec<AtomicU64>,
    data: Vec<AtomicU64>,
    accesses: Vec<AtomicU64>,
    /// False for the model that must fail.
    fenced: bool,
}

impl Mem {
    fn new(members: usize) -> Mem {
        let words = |n| (0..n).map(|_| AtomicU64::new(0)).collect();
        Mem {
            finished: words(members),
            marks: words(2 * members),
            data: words(2 * members),
            accesses: words(members),
            fenced: true,
        }
    }
}

impl BoardRows for &Mem {
    const STEPS: u64 = 2;
    fn finished(&self, member: usize) -> u64 {
        self.finished[member].load(Ordering::Acquire)
    }
    fn publish_finished(&self, member: usize, steps: u64) {
        self.finished[member].store(steps, Ordering::Release)
    }
    fn mark(&self, member: usize, place: usize) -> u64 {
        self.marks[2 * member + place].load(Ordering::Acquire)
    }
    fn publish_mark(&self, member: usize, place: usize, mark: u64) {
        self.marks[2 * member + place].store(mark, Ordering::Release)
    }
    fn access(&self, member: usize) -> u64 {
        if self.fenced {
            fence(Ordering::SeqCst);
        }
        self.accesses[member].load(Ordering::Acquire)
    }
    fn publish_access(&self, member: usize, of: u64) {
        self.accesses[member].store(of, Ordering::Release);
        if of != 0 && self.fenced {
            fence(Ordering::SeqCst);
        }
    }
}

type At<'a> = Board<&'a Mem>;

fn post(board: &mut At<'_>, step: u64, value: u64) -> bool {
    if !board.room(step) {
        return false;
    }
    board.rows.data[2 * board.me + At::place(step)].store(value, Ordering::Relaxed);
    board.publish(step);
    true
}

fn look(board: &mut At<'_>, step: u64, member: usize) -> Option<u64> {
    board.look(step, member).then(|| board.rows.data[2 * member + At::place(step)].load(Ordering::Relaxed))
}

#[cfg(not(loom))]
mod plain {
    use super::*;

    #[test]
    fn a_poster_runs_ahead_until_its_row_is_full() {
        let m = Mem::new(2);
        let (mut a, mut b) = (Board::new(&m, 0, 2, 4), Board::new(&m, 1, 2, 4));
        for step in 4..6 {
            assert_eq!((a.begin(1), b.begin(1)), (step, step));
            assert!(post(&mut a, step, step * 10));
            a.finish(step);
        }
        assert!(!post(&mut a, 6, 60), "the other member has not read yet");
        assert_eq!((look(&mut b, 4, 0), look(&mut b, 5, 0), look(&mut b, 6, 0)), (Some(40), Some(50), None));
        b.finish(4);
        assert!(post(&mut a, 6, 60) && !post(&mut a, 7, 70) && !a.drained());
        assert_eq!(look(&mut b, 4, 0), None, "overwritten");
        b.finish(5);
        b.finish(6);
        a.finish(6);
        assert!(a.drained());
    }

    #[test]
    fn steps_finished_out_of_order_count_once_the_first_is_finished() {
        let m = Mem::new(1);
        let mut a = Board::new(&m, 0, 1, 0);
        a.begin(4);
        assert!(!{ a.finish(2) } && !{ a.finish(1) });
        assert_eq!(m.finished[0].load(Ordering::Relaxed), 0);
        assert!(a.finish(0));
        assert_eq!(m.finished[0].load(Ordering::Relaxed), 3);
        assert_eq!(a.end(), 4);
    }

    #[test]
    fn if_all_members_read_all_posts_no_finished_count_is_read() {
        let m = Mem::new(2);
        let (mut a, mut b) = (Board::new(&m, 0, 2, 4), Board::new(&m, 1, 2, 4));
        for step in 4..40 {
            assert_eq!((a.begin(1), b.begin(1)), (step, step));
            assert!(post(&mut a, step, step * 10) && post(&mut b, step, step * 10 + 1), "step {step}");
            assert_eq!((look(&mut a, step, 1), look(&mut b, step, 0)), (Some(step * 10 + 1), Some(step * 10)));
            a.finish(step);
            b.finish(step);
            // Erases the counts, as if no member had stored its own.
            m.finished.iter().for_each(|f| f.store(0, Ordering::Relaxed));
        }
    }

    #[test]
    fn a_mark_tells_which_steps_its_member_has_not_finished() {
        let m = Mem::new(2);
        let (mut a, mut b) = (Board::new(&m, 0, 2, 0), Board::new(&m, 1, 2, 0));
        for step in 0..2 {
            assert!(post(&mut a, step, step) && post(&mut b, step, step) && look(&mut a, step, 1).is_some());
            a.finish(step);
        }
        assert!(!post(&mut a, 2, 2), "the other has looked at nothing");
        b.finish(0);
        assert!(post(&mut a, 2, 2) && !post(&mut a, 3, 3));
    }

    #[test]
    fn withdrawn_posts_are_found_no_more_and_others_stay() {
        let m = Mem::new(2);
        let (mut a, mut b) = (Board::new(&m, 0, 2, 4), Board::new(&m, 1, 2, 4));
        for step in 4..6 {
            a.begin(1);
            assert!(post(&mut a, step, step) && look(&mut b, step, 0).is_some());
        }
        a.finish(4);
        assert!(b.begin_access(5, 0) && a.is_accessed_by(1) && !b.is_accessed_by(0));
        a.withdraw();
        assert!(a.is_accessed_by(1), "an access that has begun goes on");
        b.end_access();
        assert!(!a.is_accessed_by(1) && !b.begin_access(5, 0) && !a.is_accessed_by(1));
        assert_eq!((look(&mut b, 4, 0), look(&mut b, 5, 0)), (Some(4), None));
    }

    #[test]
    fn an_impossible_count_gives_no_more_room_than_this_member_has_finished() {
        let m = Mem::new(2);
        let mut a = Board::new(&m, 0, 2, 0);
        a.begin(9);
        m.finished[1].store(u64::MAX, Ordering::Relaxed);
        assert!(a.room(1) && !a.room(2));
    }
}

/// Runs every interleaving of two members. Each member posts in each step and reads the other's post, which must belong
/// to that step. The test fails if `finished` or the marks are stored in relaxed order.
#[cfg(loom)]
fn model(steps: u64, only: Option<usize>) {
    use loom::sync::Arc;
    fn member(m: &Mem, me: usize, steps: u64, only: Option<usize>) {
        let mut board = Board::new(m, me, 2, 0);
        for step in 0..steps {
            board.begin(1);
            if only.is_none_or(|p| p == me) {
                while !post(&mut board, step, 10 * step + me as u64) {
                    loom::thread::yield_now();
                }
            }
            let other = 1 - me;
            if only.is_none_or(|p| p == other) {
                let got = loop {
                    match look(&mut board, step, other) {
                        Some(got) => break got,
                        None => loom::thread::yield_now(),
                    }
                };
                assert_eq!(got, 10 * step + other as u64);
            }
            board.finish(step);
        }
    }
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(3);
    b.check(move || {
        let m = Arc::new(Mem::new(2));
        let m2 = m.clone();
        let t = loom::thread::spawn(move || member(&m2, 1, steps, only));
        member(&m, 0, steps, only);
        t.join().unwrap();
    });
}

#[cfg(loom)]
#[test]
fn loom_all_members_post_and_read() {
    model(3, None);
}

#[cfg(loom)]
#[test]
fn loom_one_member_posts_and_runs_ahead() {
    model(4, Some(0));
}

/// Runs every interleaving of a member that accesses another one's memory and of the other, which withdraws its post
/// and gives the memory back.
#[cfg(loom)]
fn withdrawal(fenced: bool) {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    struct Shared(Mem, UnsafeCell<u64>);
    // SAFETY: the cell is the memory whose accesses the model checks.
    unsafe impl Sync for Shared {}
    loom::model(move || {
        let shared = Arc::new(Shared(Mem { fenced, ..Mem::new(2) }, UnsafeCell::new(7)));
        let mut owner = Board::new(&shared.0, 0, 2, 0);
        assert!(post(&mut owner, 0, 1));
        let theirs = shared.clone();
        let reader = loom::thread::spawn(move || {
            let mut board = Board::new(&theirs.0, 1, 2, 0);
            if look(&mut board, 0, 0).is_some() && board.begin_access(0, 0) {
                theirs.1.with(|memory| {
                    // SAFETY: loom checks that no other thread writes.
                    assert_eq!(unsafe { *memory }, 7);
                });
                board.end_access();
            }
        });
        owner.withdraw();
        while owner.is_accessed_by(1) {
            loom::thread::yield_now();
        }
        shared.1.with_mut(|memory| {
            // SAFETY: loom checks that no other thread reads.
            unsafe { *memory = 0 };
        });
        reader.join().unwrap();
    });
}

#[cfg(loom)]
#[test]
fn loom_memory_is_given_back_after_the_last_access() {
    withdrawal(true);
}

#[cfg(loom)]
#[test]
#[should_panic]
fn loom_without_the_fences_memory_is_given_back_too_early() {
    withdrawal(false);
}
