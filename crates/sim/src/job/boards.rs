//! A simulated program's boards: the ranks of a machine post rows that all of them read, step by step. All members
//! begin the steps of their board in one order, several at a time; who posts what in a step is planned. Now and then
//! they all leave the board, and join it anew.
use super::plan::Plan;
use super::turn::{Part, Place, Turn};
use crate::contents::{contents, difference};
use clump::driver::POST;
use clump_core::Rank;
use clump_fabric::sim::lent_copy;
use fastrand::Rng;

/// The chance that the ranks of a machine have a board, in per mille.
const BOARDS: u32 = 600;
/// The chance that a member posts in a step, in per mille.
const POSTS: u32 = 600;
/// The most steps that a member has begun and not finished.
const MOST_OPEN: usize = 6;
/// How many steps a board has at least and at most between two times that its members join it.
const EPOCH: std::ops::Range<usize> = 1..40;

/// One step of a board.
struct Step {
    /// For each member, the length of its post, and the number of its contents; `None`: it posts nothing.
    posts: Vec<Option<(u64, usize)>>,
    /// For each member, whether it has begun the step, and whether it has finished it.
    begun: Vec<bool>,
    finished: Vec<bool>,
}

/// A step that a member has begun: its number among the board's, and what is left to do.
struct Open {
    at: usize,
    step: u64,
    posts: bool,
    /// The members whose posts this member has not seen.
    wanted: Vec<usize>,
}

/// A member's own state.
struct Member {
    /// The steps of the board that the member has begun, in all.
    next: usize,
    open: Vec<Open>,
    /// Whether the member is in the group, and from which step it may count when it joins again.
    joined: bool,
    start: Option<u64>,
    /// How often the member has joined.
    epoch: usize,
}

struct Board {
    number: usize,
    ranks: Vec<Rank>,
    steps: Vec<Step>,
    /// The steps at which the members leave the board and join it again.
    ends: Vec<usize>,
    members: Vec<Member>,
}

/// The boards of all machines.
pub struct Boards {
    boards: Vec<Board>,
    posts: usize,
}

impl Boards {
    /// Returns the boards of machines with these numbers of ranks.
    pub fn new(rng: &mut Rng, machines: &[u32]) -> Boards {
        let (mut boards, mut first) = (Vec::new(), 0);
        for here in machines {
            let mut ranks: Vec<Rank> = (first..first + here).collect();
            first += here;
            if ranks.len() > 1 && rng.u32(..1000) < BOARDS {
                rng.shuffle(&mut ranks);
                ranks.truncate(rng.usize(2..=ranks.len()));
                let member = |_| Member { next: 0, open: Vec::new(), joined: false, start: Some(0), epoch: 0 };
                let members = ranks.iter().map(member).collect();
                let number = rng.usize(..4);
                boards.push(Board { number, ranks, steps: Vec::new(), ends: vec![rng.usize(EPOCH)], members });
            }
        }
        Boards { boards, posts: 0 }
    }

    /// Returns the board of a rank, and the rank's place on it.
    fn of(&mut self, rank: Rank) -> Option<(&mut Board, usize)> {
        self.boards.iter_mut().find_map(|board| {
            let me = board.ranks.iter().position(|r| *r == rank)?;
            Some((board, me))
        })
    }
}

impl Board {
    fn plan_step(&mut self, rng: &mut Rng, posts: &mut usize) {
        let n = self.ranks.len();
        let mut post = |_| {
            let len = [0, 8, 48, 49, 300, POST][rng.usize(..6)];
            *posts += 1;
            (rng.u32(..1000) < POSTS).then_some((len as u64, 1 << 23 | *posts))
        };
        let posts = (0..n).map(&mut post).collect();
        self.steps.push(Step { posts, begun: vec![false; n], finished: vec![false; n] });
    }

    /// Begins a member's next step. The member has joined.
    fn begin(&mut self, me: usize, endpoint: &mut Place, rng: &mut Rng) -> Result<(), String> {
        let at = self.members[me].next;
        let group = endpoint.group(self.number).ok_or("a member is not in its group")?;
        let planned = &mut self.steps[at];
        let mut posts = planned.posts[me];
        // A step and its post, in one call.
        let step = match posts {
            Some((len, number)) if rng.bool() => {
                let bytes = contents(number, len);
                match group.post_next(len as usize, |place| _ = place.write(&bytes)) {
                    Some(step) => {
                        posts = None;
                        step
                    }
                    None => group.begin(1),
                }
            }
            _ => group.begin(1),
        };
        planned.begun[me] = true;
        let wanted = (0..self.ranks.len()).filter(|m| planned.posts[*m].is_some()).collect();
        let member = &mut self.members[me];
        member.open.push(Open { at, step, posts: posts.is_some(), wanted });
        member.next += 1;
        Ok(())
    }

    /// Continues the steps that a member has begun. Returns true if anything moved.
    fn go_on(&mut self, me: usize, endpoint: &mut Place) -> Result<bool, String> {
        let Board { number, ranks, steps, members, .. } = self;
        let (mut moved, rank) = (false, ranks[me]);
        for at in (0..members[me].open.len()).rev() {
            let group = endpoint.group(*number).ok_or("a member is not in its group")?;
            let open = &mut members[me].open[at];
            let planned = &mut steps[open.at];
            if open.posts
                && let Some((len, number)) = planned.posts[me]
            {
                let bytes = lent_copy(&contents(number, len));
                if group.post(open.step, bytes.region()).map_err(|e| e.to_string())? {
                    (open.posts, moved) = (false, true);
                }
            }
            let mut wrong = None;
            open.wanted.retain(|&member| {
                let Some(post) = group.look(open.step, member) else { return true };
                let (len, number) = planned.posts[member].unwrap_or_default();
                let got = post.to_vec();
                if got.len() as u64 != len || difference(number, &got).is_some() {
                    wrong = Some((member, got.len(), len));
                }
                moved = true;
                false
            });
            if let Some((member, got, len)) = wrong {
                let step = open.at;
                return Err(format!(
                    "rank {rank} sees {got} wrong bytes of member {member} in step {step}, which posted {len}"
                ));
            }
            if open.wanted.is_empty() && !open.posts {
                group.finish(open.step);
                planned.finished[me] = true;
                members[me].open.swap_remove(at);
                moved = true;
            }
        }
        Ok(moved)
    }

    /// Leaves the board at the end of an epoch, and joins it for the next one. Returns true if anything moved.
    fn change(&mut self, me: usize, endpoint: &mut Place, rng: &mut Rng) -> Result<bool, String> {
        if self.members[me].joined {
            let member = &self.members[me];
            let over = member.next == self.ends[member.epoch - 1] && member.open.is_empty();
            if !over || member.start.is_some() {
                return Ok(false);
            }
            endpoint.leave(self.number);
            self.members[me].joined = false;
            return Ok(true);
        }
        let member = &mut self.members[me];
        if member.start.is_none() {
            if !endpoint.has_left(self.number) {
                return Ok(false);
            }
            member.start = Some(endpoint.next_start());
        }
        // All members have left, and count from the largest of their steps.
        let starts: Option<Vec<u64>> = self.members.iter().map(|m| m.start).collect();
        let Some(start) = starts.and_then(|starts| starts.into_iter().max()) else { return Ok(false) };
        let first = self.ends.last().copied().unwrap_or_default();
        if self.members[me].next == first {
            self.ends.push(first + rng.usize(EPOCH));
        }
        endpoint.join(self.number, self.ranks.iter().copied(), me, start).map_err(|e| e.to_string())?;
        self.members[me].joined = true;
        self.members[me].epoch += 1;
        if self.members.iter().all(|m| m.joined) {
            self.members.iter_mut().for_each(|m| m.start = None);
        }
        Ok(true)
    }

    /// Returns true if a member may begin another step now.
    fn may_begin(&self, me: usize) -> bool {
        let member = &self.members[me];
        member.joined && member.next < self.ends[member.epoch - 1] && member.open.len() < MOST_OPEN
    }
}

impl Part for Boards {
    fn weight(&self, plan: &Plan) -> u32 {
        if self.boards.is_empty() { 0 } else { plan.calls % 50 + 5 }
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let mut posts = self.posts;
        if let Some((board, me)) = self.of(turn.rank)
            && board.may_begin(me)
        {
            if board.members[me].next == board.steps.len() {
                board.plan_step(&mut turn.run.rng, &mut posts);
            }
            board.begin(me, turn.endpoint, &mut turn.run.rng)?;
        }
        self.posts = posts;
        Ok(())
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let Some((board, me)) = self.of(turn.rank) else { return Ok(false) };
        let moved = board.members[me].joined && board.go_on(me, turn.endpoint)?;
        Ok(board.change(me, turn.endpoint, &mut turn.run.rng)? | moved)
    }

    fn check(&mut self) -> Result<(), String> {
        for board in &self.boards {
            let begun = |step: &&Step| step.begun.iter().all(|begun| *begun);
            for (at, step) in board.steps.iter().take_while(begun).enumerate() {
                if !step.finished.iter().all(|finished| *finished) {
                    let ranks = &board.ranks;
                    return Err(format!("stuck: step {at} of the board of {ranks:?}; finished: {:?}", step.finished));
                }
            }
        }
        Ok(())
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let Some((board, me)) = self.of(turn.rank) else { return Ok(false) };
        let mut any = false;
        while board.members[me].next < board.steps.len() {
            any = true;
            if !board.may_begin(me) {
                break;
            }
            board.begin(me, turn.endpoint, &mut turn.run.rng)?;
        }
        Ok(any)
    }
}
