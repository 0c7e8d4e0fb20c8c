//! Calls that cannot complete, because a member has left the job (MPI_Finalize) before it has done its part. A member
//! may also have died, in a job that survives deaths or is connected to this one; the communicator may be revoked; and
//! an agreement between strangers may have an end of its time.
//!
//! A thread *searches* before it sleeps, and now and then while it polls: in that poll, each place where the call waits
//! for another rank asks whether that rank can still end the wait. What a rank sent or posted before it left is found
//! first. The wait for a message or a post that the departed rank can no longer send fails the call, and no other wait
//! does. The failing rank withdraws its posts and its messages, and sends a *notice* to every member: the job-wide rank
//! of the departed member, under a tag of its own. Its call returns once no other member accesses memory whose address
//! it has posted. A rank that waits for a failed rank finds the notice and fails as well, in the same call or in a
//! later one on the communicator.
//!
//! The communicator's context is never given to another one, because notices may arrive at any later time.
use crate::Ranks;
use crate::tags::notice_tag;
use crate::team::Beyond;
use crate::team::abandonment_state::Notice;
use crate::{Entrance, Team};
use clump::driver::{Endpoint, Leaked, Mode, Rank, Request, Select, planted};
use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::task::Poll;
use std::time::Instant;

/// A member without whose part the call cannot complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gone {
    /// Its job-wide rank.
    pub rank: Rank,
    pub how: Departure,
}

/// Why a member's part does not come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The member has left the job.
    Left,
    /// The member has died, and its job goes on.
    Died,
    /// The member, a process of a connected job, has died, and its job ends.
    JobDied,
    /// The communicator is revoked. The rank is that of a member that this rank was waiting for.
    Revoked,
    /// The call's time was up.
    Late,
}

impl Gone {
    /// Returns the value as a notice carries it.
    fn to_word(self) -> u64 {
        u64::from(self.rank) | (self.how as u64) << 32
    }

    fn from_word(word: u64) -> Gone {
        let all = [Departure::Left, Departure::Died, Departure::JobDied, Departure::Revoked];
        let how = all.into_iter().find(|&how| how as u64 == word >> 32).unwrap_or(Departure::Late);
        Gone { rank: word as Rank, how }
    }
}

/// What the thread does in the poll that it makes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    Off,
    On,
    Found(Gone),
}

/// The number of threads that search. Polls that do not search pay for a single load.
static SEARCHES: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    static SEARCH: Cell<Search> = const { Cell::new(Search::Off) };
}

/// Polls a call, and searches.
pub fn search<T>(poll: impl FnOnce() -> T) -> T {
    struct End;
    impl Drop for End {
        fn drop(&mut self) {
            SEARCH.set(Search::Off);
            SEARCHES.fetch_sub(1, Relaxed);
        }
    }
    SEARCHES.fetch_add(1, Relaxed);
    SEARCH.set(Search::On);
    let _end = End;
    poll()
}

/// Returns true if this thread searches and has found nothing yet.
#[inline(always)]
pub fn is_searching() -> bool {
    SEARCHES.load(Relaxed) != 0 && SEARCH.get() == Search::On
}

/// Takes what this thread has found in the poll that it makes.
#[inline(always)]
fn take_found() -> Option<Gone> {
    if SEARCHES.load(Relaxed) == 0 {
        return None;
    }
    match SEARCH.get() {
        Search::Found(gone) => {
            SEARCH.set(Search::On);
            Some(gone)
        }
        _ => None,
    }
}

/// Runs `call`, whose messages go through `teams`. Fails once a search finds that a member without which the call
/// cannot complete has left the job; `call` is dropped then, and no message of it uses memory any more.
pub async fn unless_departed<G: Entrance, T, F: Future<Output = T>>(
    teams: &[&Team<G>],
    mut call: Pin<&mut Option<F>>,
) -> Result<T, Gone> {
    let mut gone = None;
    poll_fn(|context| {
        if gone.is_none() {
            if let Some(running) = call.as_mut().as_pin_mut()
                && let Poll::Ready(value) = running.poll(context)
            {
                if !teams.iter().any(|team| team.takes_notice()) {
                    return Poll::Ready(Ok(value));
                }
                // A later call would look for the notice in vain, so this one fails.
                call.set(None);
            }
            gone = give_up(teams, call.is_none());
        }
        match gone {
            Some(gone) if withdrawn(teams) => {
                call.set(None);
                Poll::Ready(Err(gone))
            }
            _ => Poll::Pending,
        }
    })
    .await
}

/// Tells the members of the teams if this thread has found a departed rank, and returns the rank. With `is_over`, the
/// call waits for nothing but the notice that it takes.
#[inline(always)]
fn give_up<G: Entrance>(teams: &[&Team<G>], is_over: bool) -> Option<Gone> {
    let notice = || teams.iter().find_map(|team| team.gate.enter(|ep| team.taken_notice(ep)));
    let gone = take_found().or_else(|| if is_over { notice() } else { None })?;
    for team in teams {
        team.gate.enter(|ep| team.withdraw_posts(ep, gone));
        team.gate.retire_context(team.context);
    }
    Some(gone)
}

/// A call whose messages go through one team, polled inside the gate, that may have found a departed rank.
#[derive(Default)]
pub struct Failing(Option<Gone>);

impl Failing {
    /// Returns the rank that has failed the call, once no message of the call uses memory any more.
    #[inline(always)]
    pub fn end<G: Entrance>(&mut self, team: &Team<G>, ep: &mut Endpoint<G::Fabric>) -> Option<Gone> {
        if self.0.is_none() {
            self.0 = Some(take_found()?);
            team.withdraw_posts(ep, self.0?);
        }
        if team.withdrawn(ep) { self.0.take() } else { None }
    }

    /// Returns true if the call has found a departed rank and has not ended.
    #[inline(always)]
    pub fn is_failing(&self) -> bool {
        self.0.is_some()
    }
}

/// Returns true once no message of the teams' call uses the call's memory, and no other member accesses it.
#[cold]
fn withdrawn<G: Entrance>(teams: &[&Team<G>]) -> bool {
    teams.iter().fold(true, |over, team| over & team.gate.enter(|ep| team.withdrawn(ep)))
}

impl<G: Entrance> Team<G> {
    /// Returns which message is a notice from `rank`.
    fn notice_of(&self, rank: Rank) -> Select {
        Select { context: self.context, source: Some(rank), tag: Some(notice_tag(self.tag())) }
    }

    /// Returns the groups on whose boards the call posts, and their members.
    fn boards(&self) -> impl Iterator<Item = (usize, &Ranks)> {
        let here = self.several().filter(|several| several.levels.here().len() > 1);
        let inside = here.and_then(|several| Some((several.board?, several.levels.here())));
        self.group.map(|group| (group, &self.members)).into_iter().chain(inside)
    }

    /// Withdraws what this rank has posted, and tells the members that its call fails.
    #[cold]
    fn withdraw_posts(&self, ep: &mut Endpoint<G::Fabric>, gone: Gone) {
        for (group, _) in self.boards().filter(|_| !planted("failed_call_leaves_addresses")) {
            if let Some(board) = ep.group(group) {
                board.withdraw();
            }
        }
        self.send_notices(ep, gone);
    }

    /// Returns true once no message of the call uses memory, and no living member accesses memory whose address this
    /// rank has posted.
    #[cold]
    fn withdrawn(&self, ep: &mut Endpoint<G::Fabric>) -> bool {
        let accessed = self.boards().any(|(group, members)| {
            members.iter().enumerate().any(|(member, rank)| {
                ep.group(group).is_some_and(|board| board.is_accessed_by(member)) && !ep.has_departed(rank)
            })
        });
        ep.withdraw_all(self.context, self.tag()) && !accessed
    }

    /// Sends a notice to every member but this process and those that have left.
    #[cold]
    fn send_notices(&self, ep: &mut Endpoint<G::Fabric>, gone: Gone) {
        let word = Leaked::new(size_of::<u64>()).region();
        word.set(0, gone.to_word());
        let own = ep.rank();
        for to in self.all_ranks() {
            // In a joint job, this process has another number.
            let here = to == own || self.members.rank_of(to) == Some(self.rank() as u32);
            if !here
                && !ep.has_departed(to)
                && let Some(request) = ep.send(to, self.context, notice_tag(self.tag()), word, Mode::Standard)
            {
                ep.detach(request);
            }
        }
    }

    /// Returns who has failed the call of `peer`, if `peer` has sent a notice.
    fn notice(&self, ep: &mut Endpoint<G::Fabric>, peer: Rank) -> Option<Gone> {
        let select = self.notice_of(peer);
        let pending = &self.abandonment.notice;
        if pending.get().is_none() && !ep.has_arrived(select) {
            return None;
        }
        pending.get_or_init(|| {
            let memory = Leaked::new(size_of::<u64>()).region();
            Box::leak(Box::new(Notice { peer, request: ep.recv(select, memory), memory, word: OnceLock::new() }))
        });
        self.taken_notice(ep)
    }

    /// Returns true if the call has begun to receive a notice.
    #[inline(always)]
    fn takes_notice(&self) -> bool {
        self.abandonment.notice.get().is_some()
    }

    /// Returns what the notice says that the call has begun to receive, once all of it is here; or that its sender has
    /// gone before.
    fn taken_notice(&self, ep: &mut Endpoint<G::Fabric>) -> Option<Gone> {
        let Notice { peer, request, memory, word } = *self.abandonment.notice.get()?;
        if word.get().is_none() {
            // Only the thread that has ended the request comes here.
            match ep.test(*request) {
                Some(_) => _ = word.set(memory.get(0)),
                None => return ep.is_in_vain(*request).then(|| self.departure_of(ep, *peer)),
            }
        }
        word.get().map(|word| Gone::from_word(*word))
    }

    /// Searches at the wait for a message to or from `peer`.
    #[cold]
    pub(crate) fn search_message(&self, ep: &mut Endpoint<G::Fabric>, request: Request, peer: Rank) {
        // A process whose sessions have all ended may open another and take part.
        let may_return = self.may_return && !ep.has_ended(peer);
        if !may_return && ep.is_in_vain(request) {
            // A message that is lost with its sender has lost its context, by which `withdraw_all` would find it.
            if ep.waits_for(request).is_some_and(|select| select.context != self.context) && ep.cancel(request) {
                ep.test(request);
            }
            self.found(ep, peer);
        } else if let Some(gone) = self.notice(ep, peer) {
            SEARCH.set(Search::Found(gone));
        } else if self.until.is_some_and(|until| Instant::now() >= until) {
            SEARCH.set(Search::Found(Gone { rank: peer, how: Departure::Late }));
        }
    }

    /// Searches at the wait for the post of rank `of` in `step`.
    #[cold]
    pub(crate) fn search_post(&self, step: u64, of: usize) {
        self.gate.enter(|ep| self.search_post_in(ep, step, of));
    }

    /// Searches as [`Team::search_post`] does, for a caller that is inside the gate.
    #[cold]
    pub(crate) fn search_post_in(&self, ep: &mut Endpoint<G::Fabric>, step: u64, of: usize) {
        let peer = self.job_rank(of);
        ep.hear_faults();
        let departed = ep.has_departed(peer) || ep.is_revoked(self.context);
        if departed && self.group.and_then(|group| ep.group(group)?.look(step, of)).is_none() {
            self.found(ep, peer);
        } else if let Some(gone) = self.notice(ep, peer) {
            SEARCH.set(Search::Found(gone));
        }
    }

    /// Searches at the wait for room for this rank's post of `step`.
    #[cold]
    pub(crate) fn search_room(&self, step: u64) {
        let lagging = |ep: &mut Endpoint<G::Fabric>| Some(ep.group(self.group?)?.lagging(step));
        self.gate.enter(|ep| {
            let mut gone = lagging(ep).unwrap_or_default();
            ep.hear_faults();
            gone.retain(|&of| ep.has_departed(self.job_rank(of)) || ep.is_revoked(self.context));
            let of = lagging(ep).unwrap_or_default().into_iter().find(|of| gone.contains(of));
            if let Some(of) = of {
                self.found(ep, self.job_rank(of));
            }
        });
    }

    /// Searches at the wait for a broadcast of the process with the job-wide rank `root`. `lost` is true if the
    /// broadcast is known never to arrive. The group goes on without a member that has left: the others may need it no
    /// more.
    #[cold]
    pub(crate) fn search_broadcast(&self, root: Rank, lost: bool) {
        let members = self.several().map_or(&self.members, |several| several.levels.leaders());
        self.gate.enter(|ep| {
            ep.hear_faults();
            let gone =
                |ep: &mut Endpoint<_>, rank| if self.may_return { ep.has_ended(rank) } else { ep.has_departed(rank) };
            for rank in members.iter() {
                if gone(ep, rank) && !planted("departed_member_holds_up_broadcast") {
                    ep.lose_if_gone(rank);
                }
            }
            if lost || ep.is_revoked(self.context) {
                self.found(ep, root);
            }
        });
    }

    /// Ends the search: `rank` has left the job or has died, or the communicator is revoked.
    fn found(&self, ep: &mut Endpoint<G::Fabric>, rank: Rank) {
        SEARCH.set(Search::Found(self.departure_of(ep, rank)));
    }

    /// Returns how `rank` has gone.
    fn departure_of(&self, ep: &mut Endpoint<G::Fabric>, rank: Rank) -> Gone {
        let how = match ep.has_crashed(rank) {
            _ if ep.is_revoked(self.context) => Departure::Revoked,
            true if !ep.orders_deaths(rank) => Departure::JobDied,
            true => Departure::Died,
            false => Departure::Left,
        };
        Gone { rank, how }
    }

    /// Returns a member's rank in its group. `rank` is its job-wide rank, which is returned of a process of no group.
    pub fn rank_of(&self, rank: Rank) -> u32 {
        self.members.rank_of(rank).or_else(|| self.remote()?.rank_of(rank)).unwrap_or(rank)
    }

    /// Names a member in a sentence, by its rank in its group.
    pub fn name_of(&self, rank: Rank) -> String {
        let far = self.remote().is_some_and(|remote| remote.rank_of(rank).is_some());
        format!("rank {}{}", self.rank_of(rank), if far { " of the remote group" } else { "" })
    }

    fn remote(&self) -> Option<&Ranks> {
        match self.beyond.as_deref() {
            Some(Beyond::Remote(remote)) => Some(remote),
            _ => None,
        }
    }
}
