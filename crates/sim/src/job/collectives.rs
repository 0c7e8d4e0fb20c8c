//! A simulated program's collectives: the library's algorithms, in communicators of random ranks. All members of a
//! communicator make its calls in one order, one or several at a time; a communicator that makes one at a time also
//! broadcasts by multicast and has short calls that end at once or by one post, as blocking and persistent calls do.
//! Some communicators are intercommunicators.
use super::memory::SpentMemory;
use super::plan::{Call, Plan};
use super::shape::Shape;
use super::turn::{FabricOfPlaces, Part, Turn};
use crate::collective_call::{CollectiveCall, Kind};
use crate::inter_call::InterCall;
use crate::neighbour_call::NeighbourCall;
use crate::seat::Lent;
use clump::driver::{LentBuffer, Region};
use clump_coll::{FastPath, ShortRound, Team};
use clump_core::Rank;
use fastrand::Rng;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// The most calls that a member has under way if its communicator makes several at a time.
const MOST_OPEN: usize = 4;
/// The longest block in bytes, in most runs and where packets are small.
const LONGEST: (usize, usize) = (80 << 10, 6 << 10);

/// A call on a communicator, or on an intercommunicator.
#[derive(Clone, Debug)]
enum AnyCall {
    Within(Rc<CollectiveCall>),
    Between(Rc<InterCall>),
    Around(Rc<NeighbourCall>),
}

impl AnyCall {
    fn memory(&self, me: usize) -> (LentBuffer, LentBuffer) {
        match self {
            AnyCall::Within(call) => call.memory(me),
            AnyCall::Between(call) => call.memory(me),
            AnyCall::Around(call) => call.memory(me),
        }
    }

    fn is_barrier(&self) -> bool {
        match self {
            AnyCall::Within(call) => call.kind == Kind::Barrier,
            AnyCall::Between(call) => call.kind == Kind::Barrier,
            AnyCall::Around(_) => false,
        }
    }

    fn check(&self, me: usize, input: Region, output: Region) -> Result<(), String> {
        match self {
            AnyCall::Within(call) => call.check(me, input, output),
            AnyCall::Between(call) => call.check(me, input, output),
            AnyCall::Around(call) => call.check(me, input, output),
        }
    }

    async fn run(&self, me: usize, team: &Team<Lent<FabricOfPlaces>>, input: Region, output: Region) {
        match self {
            AnyCall::Within(call) => call.run(team, input, output).await,
            AnyCall::Between(call) => call.run(me, team, input, output).await,
            AnyCall::Around(call) => call.run(me, team, input, output).await,
        }
    }

    /// Tries to end the call at once. Returns false, having done nothing, if it must be run.
    fn at_once(&self, at: FastPath<'_, FabricOfPlaces>, me: usize, input: Region, output: Region) -> bool {
        matches!(self, AnyCall::Within(call) if call.at_once(at, me, input, output))
    }

    /// Begins the call as a short round, if it can be one: all members get the same answer.
    fn begin_short(
        &self,
        at: FastPath<'_, FabricOfPlaces>,
        me: usize,
        input: Region,
        output: Region,
    ) -> Option<ShortRound> {
        match self {
            AnyCall::Within(call) if call.is_short(&at, input, output) => call.begin_short(at, input, output),
            AnyCall::Around(call) if call.is_short() => call.begin_short(at, me, input),
            _ => None,
        }
    }

    /// Ends a short round: returns whether all data had the expected length, or the member that is awaited.
    fn end_short(
        &self,
        at: FastPath<'_, FabricOfPlaces>,
        me: usize,
        round: &mut ShortRound,
        (input, output): (Region, Region),
    ) -> Result<bool, usize> {
        match self {
            AnyCall::Within(call) => call.end_short(at, round, input, output),
            AnyCall::Around(call) => call.end_short(at, me, round, (input, output)),
            AnyCall::Between(_) => unreachable!("no call between groups is a short round"),
        }
    }
}

/// A call of the communicator, and how far its members are.
struct Planned {
    call: AnyCall,
    begun: Vec<bool>,
    ended: Vec<bool>,
}

/// A call under way at a member.
struct Open {
    number: usize,
    course: Course,
    input: LentBuffer,
    output: LentBuffer,
}

/// How a call goes on.
enum Course {
    /// The future ends with whether a rank's data had another length than expected.
    Future(Pin<Box<dyn Future<Output = bool>>>),
    /// The call is over once the other members have posted.
    Round(AnyCall, ShortRound),
}

struct Member {
    /// The number of the next call to make.
    next: usize,
    open: Vec<Open>,
}

struct Communicator {
    shape: Shape,
    /// True if members make one call at a time.
    is_blocking: bool,
    calls: Vec<Planned>,
    members: Vec<Member>,
}

/// The collectives of all programs.
pub struct Collectives {
    communicators: Vec<Communicator>,
    spent: SpentMemory,
    /// How many calls have been planned.
    planned: usize,
}

impl Planned {
    /// Returns true if a barrier may end at member `me`: the members whose entry it needs have begun. On an
    /// intercommunicator these are the other group's (MPI 5.0, 6.3).
    fn may_end(&self, first_group: Option<usize>, me: usize) -> bool {
        let needed = match first_group {
            Some(first) if me < first => &self.begun[first..],
            Some(first) => &self.begun[..first],
            None => &self.begun[..],
        };
        !needed.contains(&false)
    }
}

/// The course of a call that has ended.
fn ended() -> Course {
    Course::Future(Box::pin(std::future::ready(false)))
}

impl Communicator {
    fn place(&self, rank: Rank) -> Option<usize> {
        self.shape.members.rank_of(rank).map(|me| me as usize)
    }

    fn most_open(&self) -> usize {
        if self.is_blocking { 1 } else { MOST_OPEN }
    }

    /// Makes a member's next call, which is planned. Returns the memory of a call that has ended at once.
    fn begin(&mut self, me: usize, turn: &mut Turn<'_>) -> Result<Option<Open>, String> {
        let number = self.members[me].next;
        self.members[me].next += 1;
        let planned = &mut self.calls[number];
        planned.begun[me] = true;
        let call = planned.call.clone();
        let (rank, context) = (turn.rank, self.shape.context);
        turn.run.note(|| format!("rank {rank} makes call {number} of communicator {context}: {call:?}"));
        let (input, output) = call.memory(me);
        let (team, from, into) = (self.shape.team(Lent::new(), me, number), input.region(), output.region());
        let shape = &self.shape;
        // A blocking call first tries to end at once. No other call of the member is under way then.
        let on_board = shape.board.is_some() && shape.is_here && self.is_blocking;
        let how = turn.run.rng.u32(..4);
        let mut rest = None;
        if on_board {
            let mut path = self.shape.fast_path(turn.endpoint, me)?;
            if how < 3 && call.at_once(path.again(), me, from, into) {
                turn.run.coverage.collectives_at_once += 1;
                return Ok(Some(Open { number, course: ended(), input, output }));
            }
            let begun = if matches!(how, 1 | 2) { call.begin_short(path, me, from, into) } else { None };
            match begun {
                Some(round) if how == 1 => {
                    let course = Course::Round(call.clone(), round);
                    self.members[me].open.push(Open { number, course, input, output });
                    return Ok(None);
                }
                begun => rest = begun,
            }
        }
        let future = Box::pin(async move {
            let Some(round) = rest else {
                call.run(me, &team, from, into).await;
                return team.truncated();
            };
            !round.rest(&team, |at, round| call.end_short(at, me, round, (from, into))).await
        });
        self.members[me].open.push(Open { number, course: Course::Future(future), input, output });
        Ok(None)
    }

    /// Checks what a call has done that has ended at a member.
    fn check(&mut self, me: usize, open: &Open, truncated: bool) -> Result<(), String> {
        let planned = &mut self.calls[open.number];
        planned.ended[me] = true;
        let (context, call) = (self.shape.context, &planned.call);
        let which = format!("member {me} in call {} of communicator {context} ({call:?})", open.number);
        if truncated {
            return Err(format!("{which}: ranks disagree about lengths"));
        }
        if call.is_barrier() && !planned.may_end(self.shape.first_group, me) {
            return Err(format!("{which}: a barrier ended that some members have not begun"));
        }
        call.check(me, open.input.region(), open.output.region()).map_err(|why| format!("{which}: {why}"))
    }
}

impl Collectives {
    /// Returns the communicators of a plan, on machines with these numbers of ranks.
    pub fn new(rng: &mut Rng, plan: &Plan, machines: &[u32]) -> Collectives {
        let mut communicators = Vec::new();
        for at in 0..plan.communicators {
            let mut ranks: Vec<Rank> = (0..plan.ranks).collect();
            if rng.bool() {
                rng.shuffle(&mut ranks);
            }
            if rng.bool() {
                ranks.truncate(rng.usize(1..=ranks.len()));
            }
            let is_between = ranks.len() > 1 && rng.u32(..5) == 0;
            let mut shape = Shape::new(rng, at, &ranks, machines, is_between);
            let is_blocking = rng.bool();
            if !is_blocking {
                // A multicast group numbers broadcasts in the order of calls, which some non-blocking calls leave.
                shape.broadcasts = None;
            }
            let members = ranks.iter().map(|_| Member { next: 0, open: Vec::new() }).collect();
            communicators.push(Communicator { shape, is_blocking, calls: Vec::new(), members });
        }
        Collectives { communicators, spent: SpentMemory::default(), planned: 0 }
    }

    /// Makes the next call of some communicator on a rank. If `catch_up` is true, makes only a call that another
    /// member has made. Returns false if there is none.
    fn call_next(&mut self, turn: &mut Turn<'_>, catch_up: bool) -> Result<bool, String> {
        let may = |c: &Communicator| {
            let me = c.place(turn.rank)?;
            let member = &c.members[me];
            (member.open.len() < c.most_open() && (!catch_up || member.next < c.calls.len())).then_some(me)
        };
        let able: Vec<(usize, usize)> =
            self.communicators.iter().enumerate().filter_map(|(at, c)| Some((at, may(c)?))).collect();
        let Some(&(at, me)) = turn.run.rng.choice(&able) else { return Ok(false) };
        let communicator = &mut self.communicators[at];
        if communicator.members[me].next == communicator.calls.len() {
            let n = communicator.members.len();
            let longest = if turn.plan.chunk > 0 { LONGEST.1 } else { LONGEST.0 };
            let rng = &mut turn.run.rng;
            let call = match communicator.shape.first_group {
                Some(first) => {
                    AnyCall::Between(Rc::new(InterCall::random(rng, longest, [first, n - first], self.planned)))
                }
                None if rng.u32(..12) == 0 => {
                    AnyCall::Around(Rc::new(NeighbourCall::random(rng, longest, n, self.planned)))
                }
                None => AnyCall::Within(Rc::new(CollectiveCall::random(rng, longest, n, self.planned))),
            };
            self.planned += 1;
            communicator.calls.push(Planned { call, begun: vec![false; n], ended: vec![false; n] });
        }
        if let Some(ended) = communicator.begin(me, turn)? {
            communicator.check(me, &ended, false)?;
            self.spend(ended);
            turn.run.coverage.collectives += 1;
        }
        // The first poll belongs to the call: all members begin the steps of their board in the order of calls.
        self.poll(turn)?;
        Ok(true)
    }

    /// Polls the calls of a rank. Returns true if one has ended.
    fn poll(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let mut any = false;
        let mut context = Context::from_waker(Waker::noop());
        for at in 0..self.communicators.len() {
            let Some(me) = self.communicators[at].place(turn.rank) else { continue };
            let mut open = std::mem::take(&mut self.communicators[at].members[me].open);
            let mut left = Vec::new();
            for mut call in open.drain(..) {
                let poll = match &mut call.course {
                    Course::Future(future) => turn.endpoint.lend(|| future.as_mut().poll(&mut context)),
                    Course::Round(of, round) => {
                        let path = self.communicators[at].shape.fast_path(turn.endpoint, me)?;
                        let memory = (call.input.region(), call.output.region());
                        let fits = of.end_short(path, me, round, memory);
                        fits.map_or(Poll::Pending, |fits| Poll::Ready(!fits))
                    }
                };
                let Poll::Ready(truncated) = poll else {
                    left.push(call);
                    continue;
                };
                self.communicators[at].check(me, &call, truncated)?;
                self.spend(call);
                turn.run.coverage.collectives += 1;
                any = true;
            }
            self.communicators[at].members[me].open = left;
        }
        Ok(any)
    }

    /// Overwrites the memory of a call that has ended.
    fn spend(&mut self, Open { input, output, .. }: Open) {
        self.spent.add(input);
        self.spent.add(output);
    }
}

impl Part for Collectives {
    fn weight(&self, plan: &Plan) -> u32 {
        if self.communicators.is_empty() { 0 } else { plan.weights.of(Call::Collective) }
    }

    fn begin(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        for communicator in &self.communicators {
            if let Some(me) = communicator.place(turn.rank) {
                communicator.shape.join(me, turn.endpoint)?;
            }
        }
        Ok(())
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        self.call_next(turn, false).map(|_| ())
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        self.poll(turn)
    }

    /// A member that finds a post on a board moves on, though no frame has come.
    fn waits(&self) -> bool {
        let is_open = |p: &Planned| !p.begun.contains(&false) && p.ended.contains(&false);
        self.communicators.iter().any(|c| c.calls.iter().any(is_open))
    }

    fn check(&mut self) -> Result<(), String> {
        for communicator in &self.communicators {
            let begun = |p: &&Planned| !p.begun.contains(&false);
            for (number, planned) in communicator.calls.iter().enumerate().take_while(|(_, p)| begun(p)) {
                if planned.ended.contains(&false) {
                    return Err(format!(
                        "stuck: call {number} of communicator {} ({:?}); ended: {:?}",
                        communicator.shape.context, planned.call, planned.ended
                    ));
                }
            }
        }
        self.spent.free()
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let mut any = false;
        while self.call_next(turn, true)? {
            any = true;
        }
        Ok(any)
    }

    fn end(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        for communicator in &self.communicators {
            if let Some(group) = communicator.shape.broadcasts
                && communicator.shape.firsts().contains(&turn.rank)
            {
                turn.endpoint.broadcasts().close_group(group);
            }
        }
        Ok(())
    }
}
