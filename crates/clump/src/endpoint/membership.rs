//! Lets a rank join and leave groups of ranks on one machine.
use super::group::{Group, GroupOf};
use super::{Endpoint, Local};
use crate::error::{Error, ErrorKind};
use clump_core::{Rank, planted};
use clump_fabric::board::Board;
use clump_fabric::local::{LocalJob, PostRows};

impl<F: Local> Endpoint<F> {
    /// Joins group `number`, whose members are `ranks`; this rank is member `me`. All members count steps from an
    /// equal `start`: at least the largest [`Endpoint::next_start`] of all members. Fails if there is no memory or
    /// the number is in use.
    pub fn join(
        &mut self,
        number: usize,
        ranks: impl Iterator<Item = Rank>,
        me: usize,
        start: u64,
    ) -> Result<(), Error> {
        let groups = &mut self.groups;
        if groups.open.len() <= number {
            groups.open.resize_with(number + 1, || None);
        }
        if groups.open[number].is_some() {
            return Err(Error::new(ErrorKind::Argument, format!("this rank is in group {number} already")));
        }
        let memory = self.job.rows(number, ranks, me)?;
        let members = memory.members();
        let board = Board::new(memory, me, members, start);
        // An earlier member may be waiting for this member to join.
        board.rows.ring();
        groups.open[number] = Some(Group { board, wanted: Vec::new() });
        Ok(())
    }

    /// Returns the first step from which a new group of this rank may count.
    pub fn next_start(&self) -> u64 {
        let open = self.groups.open.iter().flatten().map(|g| g.board.end());
        let first = if planted("counted_from_the_start") { 0 } else { self.groups.end };
        open.fold(first, u64::max).max(self.broadcast_start)
    }

    /// Leaves a group. Its number may be used again once [`Endpoint::has_left`] returns true.
    pub fn leave(&mut self, number: usize) {
        if let Some(group) = self.groups.open.get_mut(number).and_then(Option::take) {
            self.groups.end = self.groups.end.max(group.board.end());
            self.groups.left.push((number, group));
        }
    }

    /// Returns true if this rank has left all groups of that number, and no other rank will read anything that this
    /// rank posted in them.
    pub fn has_left(&mut self, number: usize) -> bool {
        self.groups.left.retain(|(_, group)| !group.board.drained());
        self.groups.left.iter().all(|(n, _)| *n != number)
    }

    /// Returns a group that this rank has joined.
    #[inline(always)]
    pub fn group(&mut self, number: usize) -> Option<&mut GroupOf<F>> {
        self.groups.open.get_mut(number)?.as_mut()
    }
}
