//! Collectives through a board: a rank writes its post once into shared memory, and every rank that needs the
//! post reads it there.
//!
//! A collective begins its steps before it first waits, so that all ranks count steps alike. Before a collective posts
//! step s, it finishes all steps up to s - 4 ([`clump::driver::Group`]).
use crate::team::departure::is_searching;
use crate::{Entrance, Team};
use clump::driver::{Endpoint, GroupOf, Region};
use std::cell::Cell;
use std::future::poll_fn;
use std::ops::{Range, RangeInclusive};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::task::Poll;

/// Lengths in bytes of posts that a rank prefetches as a whole before it reads them. Longer posts gain nothing. See
/// decision 2.
pub const FETCHED: RangeInclusive<usize> = 129..=(4 << 10);

/// A post on the board of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardStep {
    pub group: usize,
    pub step: u64,
}

/// True once the process has had a schedule. Only schedules ask for full boards.
static SCHEDULES: AtomicBool = AtomicBool::new(false);

thread_local! {
    static FULL: Cell<Option<BoardStep>> = const { Cell::new(None) };
}

/// Takes the post for which there is no room yet, this rank's or another one's, and for which the call waits that this
/// thread has just polled; `None` if the call waits for something else.
pub fn take_full_board() -> Option<BoardStep> {
    SCHEDULES.store(true, Relaxed);
    FULL.take()
}

impl<G: Entrance> Team<G> {
    fn on_board<R>(&self, f: impl FnOnce(&mut GroupOf<G::Fabric>) -> R) -> R {
        self.gate.enter(|ep| {
            f(ep.group(self.group.unwrap_or(usize::MAX)).expect("a team's group is open as long as its communicator"))
        })
    }

    /// Records that this call waits for rank `of`, which reports show.
    #[inline(always)]
    pub fn waits_for(&self, of: usize) {
        self.peer.store(self.job_rank(of) as i32, Relaxed);
    }

    /// Begins the steps of a plan and returns the number of the first step. The collective calls `begin` before it
    /// first waits. If `steps` is 0, the team needs no board, and the returned number means nothing.
    #[inline(always)]
    pub fn begin(&self, steps: usize) -> u64 {
        if steps == 0 {
            return 0;
        }
        let first = self.on_board(|group| group.begin(steps as u64));
        self.ledger.begin(first, steps);
        self.begun.0.store(first, Relaxed);
        self.begun.1.store(steps as u64, Relaxed);
        first
    }

    /// Waits until the board has room for this rank's post of `step`, and returns the memory for the post.
    pub async fn place(&self, step: u64, len: usize) -> Region {
        poll_fn(|_| match self.on_board(|group| group.place(step, len)) {
            Ok(Some(place)) => Poll::Ready(place),
            Ok(None) => self.awaits_room(step),
            Err(e) => self.abort(&e.to_string()),
        })
        .await
    }

    /// Makes the bytes written into the memory from [`Team::place`] visible to all ranks.
    pub fn publish(&self, step: u64) {
        self.on_board(|group| group.publish(step));
    }

    /// Posts a copy of `data` in `step`, once the board has room.
    pub async fn post(&self, step: u64, data: Region) {
        poll_fn(|_| match self.on_board(|group| group.post(step, data)) {
            Ok(true) => Poll::Ready(()),
            Ok(false) => self.awaits_room(step),
            Err(e) => self.abort(&e.to_string()),
        })
        .await
    }

    /// Calls `visit` with `count` posts of `step`, `len` bytes each, in the order of ranks that `order` gives, and
    /// waits for each post that has not arrived. If a post has another length, the team records the mismatch like
    /// [`Team::posted`] and cuts a longer post. `visit` runs while this rank holds the endpoint, so `visit` must be
    /// short and call no code of the program.
    #[inline(always)]
    pub async fn each_posted(
        &self,
        step: u64,
        len: usize,
        count: usize,
        order: impl Fn(usize) -> usize,
        mut visit: impl FnMut(usize, Region),
    ) {
        let mut next = 0;
        poll_fn(|_| {
            let all = self.on_board(|group| {
                group.visit(step, &order, &mut next, count, |of, post| {
                    if post.len() != len {
                        self.note_truncation_of(self.job_rank(of));
                    }
                    visit(of, post.slice(0, len.min(post.len())));
                })
            });
            if !all {
                self.awaits_post(step, order(next));
                return Poll::Pending;
            }
            Poll::Ready(())
        })
        .await
    }

    /// Polls for the post of rank `of` in `step`, of any length.
    #[inline(always)]
    pub(crate) fn look(&self, step: u64, of: usize) -> Poll<Region> {
        match self.on_board(|group| group.look(step, of)) {
            Some(post) => Poll::Ready(post),
            None => {
                self.awaits_post(step, of);
                Poll::Pending
            }
        }
    }

    /// Records that this call waits for the post of rank `of` in `step`, and searches if this thread does.
    #[inline(always)]
    fn awaits_post(&self, step: u64, of: usize) {
        self.waits_for(of);
        if is_searching() {
            self.search_post(step, of);
        }
        if SCHEDULES.load(Relaxed) && self.on_board(|group| group.is_beyond(step)) {
            self.is_full(step);
        }
    }

    /// Records for [`take_full_board`] that there is no room for posts of `step`.
    fn is_full(&self, step: u64) {
        FULL.set(self.group.map(|group| BoardStep { group, step }));
    }

    /// Acts as [`Team::awaits_post`] for a caller that is inside the gate.
    #[inline(always)]
    pub fn awaits_post_in(&self, ep: &mut Endpoint<G::Fabric>, step: u64, of: usize) {
        self.waits_for(of);
        if is_searching() {
            self.search_post_in(ep, step, of);
        }
    }

    /// Waits for room for this rank's post of `step`, and searches if this thread does.
    #[inline(always)]
    fn awaits_room<T>(&self, step: u64) -> Poll<T> {
        if is_searching() {
            self.search_room(step);
        }
        self.is_full(step);
        Poll::Pending
    }

    /// Waits for the post of rank `of` in `step` and returns its first `len` bytes. If the post has another length (the
    /// ranks' counts disagree), the team records the mismatch, and the returned region may be shorter.
    pub async fn posted(&self, step: u64, of: usize, len: usize) -> Region {
        let post = poll_fn(|_| self.look(step, of)).await;
        if FETCHED.contains(&post.len()) {
            post.prefetch_for_reading();
        }
        if post.len() != len {
            self.note_truncation_of(self.job_rank(of));
        }
        post.slice(0, len.min(post.len()))
    }

    /// Ends the job, because the other ranks cannot go on without this rank.
    pub fn abort(&self, why: &str) -> ! {
        self.gate.enter(|ep| ep.abort(1, why))
    }

    /// Posts `len` bytes in `step`, once the board has room. `write` fills in the bytes.
    pub async fn fill(&self, step: u64, len: usize, write: impl Fn(Region)) {
        poll_fn(|_| match self.on_board(|group| group.fill(step, len, &write)) {
            Ok(true) => Poll::Ready(()),
            Ok(false) => self.awaits_room(step),
            Err(e) => self.abort(&e.to_string()),
        })
        .await
    }

    /// Posts `N` words in `step`, once the board has room.
    pub async fn post_words<const N: usize>(&self, step: u64, words: [u64; N]) {
        poll_fn(|_| match self.on_board(|group| group.post_words(step, words)) {
            Ok(true) => Poll::Ready(()),
            Ok(false) => self.awaits_room(step),
            Err(e) => self.abort(&e.to_string()),
        })
        .await
    }

    /// Waits for the word that rank `of` posts in `step`. Returns 0 if the post is not a word.
    pub async fn posted_word(&self, step: u64, of: usize) -> u64 {
        let [word] = self.posted_words(step, of).await;
        word
    }

    /// Waits for the words that rank `of` posts in `step`. Returns zeros if the post is too short.
    pub async fn posted_words<const N: usize>(&self, step: u64, of: usize) -> [u64; N] {
        let post = self.posted(step, of, N * 8).await;
        let short = post.len() < N * 8;
        std::array::from_fn(|i| if short { 0 } else { post.get::<u64>(i) })
    }

    /// Declares that this rank reads no post of `step` any more.
    pub fn finish(&self, step: u64) {
        self.ledger.finish(step);
        self.on_board(|group| group.finish(step));
    }
}

/// Returns the bytes `span` of a post, or an empty region if the post is too short.
pub fn part(post: Region, span: &Range<usize>) -> Region {
    if span.end <= post.len() { post.slice(span.start, span.len()) } else { Region::EMPTY }
}
