//! One collective call of a simulated program on an intercommunicator: what it passes to the library, and what MPI says
//! must come of it. Members are numbered through both groups.
use crate::collective_call::{ELEMENT, KINDS, Kind, affine, combined};
use crate::contents::{BLANK, contents};
use clump::driver::{LentBuffer, Region};
use clump_coll::inter::{self, Groups, Root};
use clump_coll::{Entrance, Fold, RankBlocks, Team};
use clump_fabric::sim::{lent, lent_copy};
use fastrand::Rng;
use std::fmt;
use std::ops::Range;

/// A call, which all members of both groups make.
pub struct InterCall {
    pub kind: Kind,
    /// The number of members of each group.
    groups: [usize; 2],
    /// The member from which, or to which, a call with a root moves data.
    root: usize,
    /// The bytes of a block.
    each: usize,
    fold: Fold,
    /// The number of the contents of the first member's input.
    contents: usize,
}

impl fmt::Debug for InterCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let InterCall { kind, groups, root, each, .. } = self;
        write!(f, "{kind:?} between groups of {groups:?}, root {root}, blocks of {each}")
    }
}

impl InterCall {
    /// Returns a random call; `number` is its number in the run.
    pub fn random(rng: &mut Rng, longest: usize, groups: [usize; 2], number: usize) -> InterCall {
        // MPI has no scans on intercommunicators.
        let kinds: Vec<Kind> = KINDS.into_iter().filter(|kind| !matches!(kind, Kind::Scan | Kind::Exscan)).collect();
        let most = [0, 4, 40, 300, longest / ELEMENT][rng.usize(..5)];
        InterCall {
            kind: kinds[rng.usize(..kinds.len())],
            groups,
            root: rng.usize(..groups[0] + groups[1]),
            each: ELEMENT * rng.usize(..=most),
            fold: affine(),
            contents: (3 << 23) + number * 8,
        }
    }

    /// Returns the number of a member's group.
    fn group(&self, member: usize) -> usize {
        usize::from(member >= self.groups[0])
    }

    /// Returns the members of the group that is not `member`'s.
    fn far(&self, member: usize) -> Range<usize> {
        match self.group(member) {
            0 => self.groups[0]..self.groups[0] + self.groups[1],
            _ => 0..self.groups[0],
        }
    }

    /// Returns a member's rank in its group.
    fn rank(&self, member: usize) -> usize {
        member - self.group(member) * self.groups[0]
    }

    fn role(&self, me: usize) -> Root {
        match () {
            _ if me == self.root => Root::Here,
            _ if self.group(me) == self.group(self.root) => Root::Beside,
            _ => Root::Far(self.rank(self.root)),
        }
    }

    /// Returns the bytes of a member's input and output.
    fn sizes(&self, me: usize) -> (usize, usize) {
        let (each, all) = (self.each, self.each * self.far(me).len());
        let (at_root, at_far) = match self.role(me) {
            Root::Here => (1, 0),
            Root::Beside => (0, 0),
            Root::Far(_) => (0, 1),
        };
        match self.kind {
            Kind::Bcast => (at_root * each, at_far * each),
            Kind::Reduce => (at_far * each, at_root * each),
            Kind::Gather => (at_far * each, at_root * all),
            Kind::Scatter => (at_root * all, at_far * each),
            Kind::Allreduce => (each, each),
            Kind::Allgather => (each, all),
            Kind::Alltoall => (all, all),
            // Both groups get as many bytes.
            Kind::ReduceScatter => (each * self.groups[0] * self.groups[1], all),
            _ => (0, 0),
        }
    }

    fn input(&self, member: usize) -> Vec<u8> {
        contents(self.contents + member, self.sizes(member).0 as u64)
    }

    /// Returns a member's input and output.
    pub fn memory(&self, me: usize) -> (LentBuffer, LentBuffer) {
        let (input, output) = (lent_copy(&self.input(me)), lent(self.sizes(me).1));
        output.region().write(&vec![BLANK; output.region().len()]);
        (input, output)
    }

    pub async fn run(&self, me: usize, team: &Team<impl Entrance>, input: Region, output: Region) {
        let groups = Groups::of(team).expect("an intercommunicator");
        let (root, fold) = (self.role(me), &self.fold);
        let blocks = |all: Region| RankBlocks::Even(all, self.each);
        match self.kind {
            Kind::Bcast => inter::bcast(&groups, if me == self.root { input } else { output }, root).await,
            Kind::Reduce => inter::reduce(&groups, input, output, fold, root).await,
            Kind::Allreduce => inter::allreduce(&groups, input, output, fold).await,
            Kind::Gather => inter::gather(&groups, input, &blocks(output), root).await,
            Kind::Scatter => inter::scatter(&groups, &blocks(input), output, root).await,
            Kind::Allgather => inter::allgather(&groups, input, &blocks(output)).await,
            Kind::Alltoall => inter::alltoallv(&groups, &blocks(input), &blocks(output)).await,
            Kind::ReduceScatter => {
                let lens = vec![output.len(); team.size()];
                inter::reduce_scatter(&groups, input, &lens, output, fold).await;
            }
            _ => inter::barrier(&groups).await,
        }
        groups.end();
    }

    /// Returns what a member's output must be.
    fn expected(&self, me: usize) -> Vec<u8> {
        let size = self.sizes(me).1;
        if size == 0 {
            return Vec::new();
        }
        let (far, rank) = (self.far(me), self.rank(me));
        let block = |of: Vec<u8>, i: usize| of[i * self.each..(i + 1) * self.each].to_vec();
        match self.kind {
            Kind::Bcast => self.input(self.root),
            Kind::Scatter => block(self.input(self.root), rank),
            Kind::Gather | Kind::Allgather => far.flat_map(|member| self.input(member)).collect(),
            Kind::Alltoall => far.flat_map(|member| block(self.input(member), rank)).collect(),
            Kind::ReduceScatter => {
                combined(&self.fold, far, |member| self.input(member))[rank * size..(rank + 1) * size].to_vec()
            }
            _ => combined(&self.fold, far, |member| self.input(member)),
        }
    }

    /// Checks a member's output, and that its input is as it was.
    pub fn check(&self, me: usize, input: Region, output: Region) -> Result<(), String> {
        match output.to_vec() == self.expected(me) && input.to_vec() == self.input(me) {
            true => Ok(()),
            false => Err("the result is wrong, or the input has changed".to_owned()),
        }
    }
}
