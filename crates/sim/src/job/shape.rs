//! The facts of a communicator: its members and their machines, and what they share.
use super::turn::{FabricOfPlaces, Place};
use clump_coll::{Entrance, FastPath, Hierarchy, Ranks, Team};
use clump_core::Rank;
use fastrand::Rng;
use std::ops::Range;
use std::sync::Arc;

/// The number of the first board and of the first multicast group of communicators. The other parts have smaller ones.
const FIRST_GROUP: usize = 40;
/// The context of the first communicator. Messages with tags have smaller ones.
const FIRST_CONTEXT: u16 = 100;

/// The facts of a communicator that MPI would find out when it is made.
pub struct Shape {
    pub members: Ranks,
    pub context: u16,
    /// The number of the members' board, if they are all on one machine, or of the boards of each machine's members.
    pub board: Option<usize>,
    /// The number of the multicast group of the first members of each machine.
    pub broadcasts: Option<u16>,
    pub is_here: bool,
    pub oversubscribed: bool,
    pub hosts_share_cores: bool,
    /// Whether each of several members, of the first group and of the second, is on a host of its own.
    pub is_apart: [bool; 2],
    /// Of an intercommunicator, the number of members of the first group; the others are the second.
    pub first_group: Option<usize>,
    /// The step from which the boards count.
    pub start: u64,
    /// For each member, the machines as it sees them, if several machines have members and one has several.
    pub levels: Vec<Option<Arc<Hierarchy>>>,
}

impl Shape {
    /// Returns a shape at random. `at` is the communicator's number in the run; with `is_between`, it is an
    /// intercommunicator.
    pub fn new(rng: &mut Rng, at: usize, members: &[Rank], machines: &[u32], is_between: bool) -> Shape {
        let mut machine_of = Vec::new();
        machines.iter().enumerate().for_each(|(machine, here)| machine_of.extend((0..*here).map(|_| machine as u32)));
        let machine = |rank: Rank| machine_of[rank as usize];
        let ranks = Ranks::of(members);
        let first_group = is_between.then(|| rng.usize(1..members.len()));
        let is_here = first_group.is_none() && members.iter().all(|rank| machine(*rank) == machine(members[0]));
        let levels_of = |me| Hierarchy::of(&ranks, me, machine).filter(|_| first_group.is_none()).map(Arc::new);
        let levels = (0..members.len()).map(levels_of).collect();
        // On an intercommunicator, each group is asked by itself.
        let groups = [&members[..first_group.unwrap_or(members.len())], &members[first_group.unwrap_or(0)..]];
        let is_apart = groups.map(|group| Hierarchy::is_apart(&Ranks::of(group), machine));
        Shape {
            context: FIRST_CONTEXT + at as u16,
            board: (first_group.is_none() && members.len() > 1 && rng.u32(..4) > 0).then_some(FIRST_GROUP + at),
            broadcasts: (first_group.is_none() && !is_here && rng.bool()).then_some((FIRST_GROUP + at) as u16),
            is_here,
            oversubscribed: rng.bool(),
            hosts_share_cores: rng.bool(),
            is_apart,
            first_group,
            start: 0,
            levels,
            members: ranks,
        }
    }

    /// Returns the shape with another context, with the number `group` for its boards and its multicast group, and with
    /// boards that count from `start`.
    pub fn with_numbers(mut self, context: u16, group: usize, start: u64) -> Shape {
        self.context = context;
        self.board = self.board.map(|_| group);
        self.broadcasts = self.broadcasts.map(|_| group as u16);
        self.start = start;
        self
    }

    /// Returns a member's view of the board that all members share.
    pub fn fast_path<'a>(&self, endpoint: &'a mut Place, me: usize) -> Result<FastPath<'a, FabricOfPlaces>, String> {
        let group = self.board.and_then(|board| endpoint.group(board)).ok_or("a member is not in its group")?;
        Ok(FastPath::new(group, self.members.len() as usize, me, self.oversubscribed))
    }

    /// Returns the members of the multicast group: the first of each machine, or all.
    pub fn firsts(&self) -> Vec<Rank> {
        self.levels[0].as_ref().map_or(&self.members, |levels| levels.leaders()).iter().collect()
    }

    /// Returns the team of a member for the communicator's call with this number.
    pub fn team<G: Entrance>(&self, gate: G, me: usize, number: usize) -> Team<G> {
        let (tag, oversubscribed) = (number as i32, self.oversubscribed);
        let group = |ranks: Range<usize>| Ranks::of(&ranks.map(|i| self.members.job(i as u32)).collect::<Vec<_>>());
        let (n, first) = (self.members.len() as usize, self.first_group.unwrap_or(self.members.len() as usize));
        let (near, far, rank) = if me < first { (0..first, first..n, me) } else { (first..n, 0..first, me - first) };
        let is_apart = self.is_apart[usize::from(me >= first)];
        let mut team = Team::new(gate, group(near), rank, self.context, tag, 0, oversubscribed);
        if self.first_group.is_some() {
            team.face(Arc::new(group(far)));
        }
        if let Some(levels) = &self.levels[me] {
            team.spread(levels.clone(), self.board);
        }
        let board = self.board.filter(|_| self.is_here);
        team.with_group(board).with_hosts(self.hosts_share_cores).with_apart(is_apart).with_broadcasts(self.broadcasts)
    }

    /// Joins the boards and the multicast group that the member `me` belongs to.
    pub fn join(&self, me: usize, endpoint: &mut Place) -> Result<(), String> {
        let Shape { members, board, broadcasts, is_here, levels, start, .. } = self;
        let here = match &levels[me] {
            Some(levels) => Some((levels.here(), levels.place())).filter(|(here, _)| here.len() > 1),
            None => is_here.then_some((members, me)),
        };
        if let (Some(number), Some((here, place))) = (board, here) {
            endpoint.join(*number, here.iter(), place, *start).map_err(|e| e.to_string())?;
        }
        let firsts = self.firsts();
        if let (Some(group), Some(place)) = (broadcasts, firsts.iter().position(|rank| *rank == endpoint.rank()))
            && !endpoint.broadcasts().open_group(*group, 0, &firsts, place)
        {
            return Err(format!("rank {}: the group {group} is open already", endpoint.rank()));
        }
        Ok(())
    }
}
