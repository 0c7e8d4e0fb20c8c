//! One collective call of a simulated program: what it passes to the library, and what MPI says must come of it.
use crate::contents::{BLANK, contents};
use clump::driver::{LentBuffer, Local, POST, Region};
use clump_coll::{Entrance, FastPath, Fold, RankBlocks, ShortRound, Team};
use clump_fabric::sim::{lent, lent_copy};
use fastrand::Rng;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The bytes of an element.
pub const ELEMENT: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Gather,
    Scatter,
    Allgather,
    Alltoall,
    ReduceScatter,
    Scan,
    Exscan,
}

/// All kinds.
pub const KINDS: [Kind; 11] = [
    Kind::Barrier,
    Kind::Bcast,
    Kind::Reduce,
    Kind::Allreduce,
    Kind::Gather,
    Kind::Scatter,
    Kind::Allgather,
    Kind::Alltoall,
    Kind::ReduceScatter,
    Kind::Scan,
    Kind::Exscan,
];

/// A call, which all members make.
pub struct CollectiveCall {
    pub kind: Kind,
    members: usize,
    root: usize,
    /// The bytes of each block. A call whose blocks differ is one of the v-forms.
    lens: Vec<usize>,
    is_even: bool,
    fold: Fold,
    /// True if the result is combined where the operand is (MPI_IN_PLACE).
    in_place: bool,
    /// The number of the contents of the first member's input.
    contents: usize,
}

impl fmt::Debug for CollectiveCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CollectiveCall { kind, members, root, lens, in_place, .. } = self;
        let place = if *in_place { ", in place" } else { "" };
        write!(f, "{kind:?} of {members}, root {root}, blocks {lens:?}, commutes {}{place}", self.fold.commutative())
    }
}

/// Returns the composition of affine maps modulo 2^32, which is associative and does not commute: (a, b) op (c, d) =
/// (ac, ad + b).
pub fn affine() -> Fold {
    Fold::user(
        ELEMENT,
        false,
        Arc::new(|input: Region, inout: Region| {
            inout.combine::<[u32; 2]>(input, |[a, b], [c, d]| [a.wrapping_mul(c), a.wrapping_mul(d).wrapping_add(b)]);
        }),
    )
}

/// Returns the sum of 64-bit integers.
fn sum() -> Fold {
    Fold::predefined(1, ELEMENT, |input, inout| inout.combine::<u64>(input, u64::wrapping_add))
}

/// Returns the inputs of some members, combined one after another in rank order.
pub fn combined(fold: &Fold, members: Range<usize>, input: impl Fn(usize) -> Vec<u8>) -> Vec<u8> {
    let result = lent_copy(&input(members.start));
    for member in members.skip(1) {
        let next = lent_copy(&input(member));
        fold.apply(result.region(), next.region());
        result.region().copy_from(next.region());
    }
    result.region().to_vec()
}

impl CollectiveCall {
    /// Returns a random call of `members` members, with blocks of at most `longest` bytes or about a post of a board;
    /// `number` is its number in the run.
    pub fn random(rng: &mut Rng, longest: usize, members: usize, number: usize) -> CollectiveCall {
        let mut len = || match rng.u32(..12) {
            0 => 0,
            1 => ELEMENT,
            2..6 => ELEMENT * rng.usize(..40),
            6 | 7 => POST - 2 * ELEMENT + ELEMENT * rng.usize(..5),
            8 => ELEMENT * rng.usize(..=longest / ELEMENT),
            _ => ELEMENT * rng.usize(..300),
        };
        let each = len();
        let uneven: Vec<usize> = (0..members).map(|_| len().min(2 * each)).collect();
        let is_even = rng.u32(..3) > 0;
        let commutes = rng.bool();
        CollectiveCall {
            kind: KINDS[rng.usize(..KINDS.len())],
            members,
            root: rng.usize(..members),
            lens: if is_even { vec![each; members] } else { uneven },
            is_even,
            fold: match commutes {
                true => sum(),
                false => affine(),
            },
            in_place: rng.u32(..3) == 0,
            contents: (3 << 23) + number * 8,
        }
    }

    /// Returns a call of which all blocks, or the operand, have `len` bytes. Reductions are sums.
    pub fn even(kind: Kind, members: usize, len: usize, number: usize) -> CollectiveCall {
        let contents = (3 << 23) + number * members;
        CollectiveCall {
            kind,
            members,
            root: 0,
            lens: vec![len; members],
            is_even: true,
            fold: sum(),
            in_place: false,
            contents,
        }
    }

    /// Returns the length of the block for rank `i`, or of rank `i`'s operand.
    fn len(&self, i: usize) -> usize {
        self.lens[i]
    }

    /// Returns the length of the block that a member sends to another one.
    fn between(&self, from: usize, to: usize) -> usize {
        self.lens[(from + to) % self.members]
    }

    /// Returns the length of the longest block.
    pub fn longest(&self) -> usize {
        self.lens.iter().copied().max().unwrap_or(0)
    }

    fn total(&self) -> usize {
        self.lens.iter().sum()
    }

    /// Returns where the block of rank `i` lies among all blocks.
    fn span(&self, i: usize) -> Range<usize> {
        let start: usize = self.lens[..i].iter().sum();
        start..start + self.lens[i]
    }

    /// Returns the bytes of a member's input and output.
    pub fn sizes(&self, me: usize) -> (usize, usize) {
        let at_root = |len: usize| if me == self.root { len } else { 0 };
        let blocks = |len: &dyn Fn(usize) -> usize| (0..self.members).map(len).sum();
        match self.kind {
            Kind::Barrier => (0, 0),
            Kind::Bcast => (at_root(self.len(0)), self.len(0)),
            Kind::Reduce => (self.len(0), at_root(self.len(0))),
            Kind::Allreduce | Kind::Scan | Kind::Exscan => (self.len(0), self.len(0)),
            Kind::Gather => (self.len(me), at_root(self.total())),
            Kind::Scatter => (at_root(self.total()), self.len(me)),
            Kind::Allgather => (self.len(me), self.total()),
            Kind::Alltoall => (blocks(&|to| self.between(me, to)), blocks(&|from| self.between(from, me))),
            Kind::ReduceScatter => (self.total(), self.len(me)),
        }
    }

    fn input(&self, member: usize) -> Vec<u8> {
        contents(self.contents + member, self.sizes(member).0 as u64)
    }

    /// Returns true if a member's result lies where its operand is.
    fn is_in_place(&self, me: usize) -> bool {
        let may = match self.kind {
            Kind::Allreduce | Kind::Scan | Kind::Exscan => true,
            Kind::Reduce => me == self.root,
            _ => false,
        };
        may && self.in_place
    }

    /// Returns a member's input and output. In place, the operand is in the output.
    pub fn memory(&self, me: usize) -> (LentBuffer, LentBuffer) {
        let (input, output) = (lent_copy(&self.input(me)), lent(self.sizes(me).1));
        match self.kind {
            Kind::Bcast if me == self.root => _ = output.region().write(&self.input(me)),
            _ if self.is_in_place(me) => _ = output.region().write(&self.input(me)),
            _ => _ = output.region().write(&vec![BLANK; output.region().len()]),
        }
        (input, output)
    }

    /// Returns blocks of these lengths, one after another.
    fn blocks(&self, all: Region, len: impl Fn(usize) -> usize) -> RankBlocks {
        if self.is_even {
            return RankBlocks::Even(all, self.len(0));
        }
        let mut end = 0;
        let block = |i| {
            end += len(i);
            all.slice(end - len(i), len(i))
        };
        RankBlocks::Listed((0..self.members).map(block).collect())
    }

    /// Returns all members' blocks at the root, and none elsewhere.
    fn blocks_at_root(&self, me: usize, all: Region) -> RankBlocks {
        if me == self.root { self.blocks(all, |i| self.len(i)) } else { RankBlocks::none() }
    }

    fn operand(&self, me: usize, input: Region, output: Region) -> Region {
        if self.is_in_place(me) { output } else { input }
    }

    /// Tries to end the call at once. Returns false, having done nothing, if it must be [`CollectiveCall::run`].
    pub fn at_once(&self, at: FastPath<'_, impl Local>, me: usize, input: Region, output: Region) -> bool {
        let (root, even) = (self.root, self.is_even);
        match self.kind {
            Kind::Gather => clump_coll::gather::at_once(at, input, root, even),
            Kind::Scatter => clump_coll::scatter::at_once(at, &self.blocks_at_root(me, input), output, root, even),
            _ => false,
        }
    }

    fn blocks_of_alltoall(&self, me: usize, input: Region, output: Region) -> (RankBlocks, RankBlocks) {
        let from = self.blocks(input, |to| self.between(me, to));
        (from, self.blocks(output, |from| self.between(from, me)))
    }

    /// Returns true if the call can be a short round. All members get the same answer.
    pub fn is_short(&self, at: &FastPath<'_, impl Local>, input: Region, output: Region) -> bool {
        let me = at.rank();
        match self.kind {
            Kind::Barrier => clump_coll::barrier::is_short(at),
            Kind::Bcast => clump_coll::bcast::is_short(at, output),
            Kind::Reduce => clump_coll::reduce::is_short(at, self.operand(me, input, output), &self.fold),
            Kind::Allreduce => clump_coll::allreduce::is_short(at, self.operand(me, input, output), &self.fold),
            Kind::Allgather => clump_coll::allgather::is_short(at, &self.blocks(output, |i| self.len(i))),
            Kind::Alltoall => {
                let (from, to) = self.blocks_of_alltoall(me, input, output);
                clump_coll::alltoall::is_short(at, &from, &to)
            }
            _ => false,
        }
    }

    /// Begins the call as a short round. Returns `None`, having done nothing, if the board has no room.
    pub fn begin_short(&self, at: FastPath<'_, impl Local>, input: Region, output: Region) -> Option<ShortRound> {
        let me = at.rank();
        match self.kind {
            Kind::Barrier => clump_coll::barrier::begin_short(at),
            Kind::Bcast => clump_coll::bcast::begin_short(at, output, self.root),
            Kind::Reduce => clump_coll::reduce::begin_short(at, self.operand(me, input, output), self.root),
            Kind::Allreduce => clump_coll::allreduce::begin_short(at, self.operand(me, input, output)),
            Kind::Allgather => clump_coll::allgather::begin_short(at, input),
            _ => clump_coll::alltoall::begin_short(at, &self.blocks_of_alltoall(me, input, output).0),
        }
    }

    /// Ends a short round. Returns whether all posts had the right length, or the member whose post is missing.
    pub fn end_short(
        &self,
        at: FastPath<'_, impl Local>,
        round: &mut ShortRound,
        input: Region,
        output: Region,
    ) -> Result<bool, usize> {
        let me = at.rank();
        match self.kind {
            Kind::Barrier => clump_coll::barrier::end_short(at, round),
            Kind::Bcast => clump_coll::bcast::end_short(at, round, output, self.root),
            Kind::Reduce => {
                let operands = (self.operand(me, input, output), output);
                clump_coll::reduce::end_short(at, round, operands, &self.fold, self.root)
            }
            Kind::Allreduce => {
                clump_coll::allreduce::end_short(at, round, self.operand(me, input, output), output, &self.fold)
            }
            Kind::Allgather => {
                clump_coll::allgather::end_short(at, round, input, &self.blocks(output, |i| self.len(i)))
            }
            _ => {
                let (from, to) = self.blocks_of_alltoall(me, input, output);
                clump_coll::alltoall::end_short(at, round, &from, &to)
            }
        }
    }

    pub async fn run(&self, team: &Team<impl Entrance>, input: Region, output: Region) {
        let (me, root, fold, even) = (team.rank(), self.root, &self.fold, self.is_even);
        let from = self.operand(me, input, output);
        let all = |region| self.blocks(region, |i| self.len(i));
        match self.kind {
            Kind::Barrier => clump_coll::barrier(team).await,
            Kind::Bcast => clump_coll::bcast(team, output, root).await,
            Kind::Reduce => clump_coll::reduce(team, from, output, fold, root).await,
            Kind::Allreduce => clump_coll::allreduce(team, from, output, fold).await,
            Kind::Scan => clump_coll::scan(team, from, output, fold).await,
            Kind::Exscan => clump_coll::exscan(team, from, output, fold).await,
            Kind::Gather => clump_coll::gather(team, input, &self.blocks_at_root(me, output), root, even).await,
            Kind::Scatter => clump_coll::scatter(team, &self.blocks_at_root(me, input), output, root, even).await,
            Kind::Allgather => clump_coll::allgather(team, input, &all(output)).await,
            Kind::Alltoall => {
                let (from, to) = self.blocks_of_alltoall(me, input, output);
                clump_coll::alltoall(team, &from, &to).await;
            }
            Kind::ReduceScatter => clump_coll::reduce_scatter(team, input, &all(input), output, fold).await,
        }
    }

    fn combined(&self, members: Range<usize>) -> Vec<u8> {
        combined(&self.fold, members, |member| self.input(member))
    }

    /// Returns what a member's output must be.
    fn expected(&self, me: usize) -> Vec<u8> {
        let all = || (0..self.members).flat_map(|member| self.input(member)).collect();
        match self.kind {
            Kind::Barrier => Vec::new(),
            Kind::Bcast => self.input(self.root),
            Kind::Reduce | Kind::Gather if me != self.root => Vec::new(),
            Kind::Reduce | Kind::Allreduce => self.combined(0..self.members),
            Kind::Gather | Kind::Allgather => all(),
            Kind::Scatter => self.input(self.root)[self.span(me)].to_vec(),
            Kind::Alltoall => {
                let block = |from: usize| {
                    let start: usize = (0..me).map(|to| self.between(from, to)).sum();
                    self.input(from)[start..start + self.between(from, me)].to_vec()
                };
                (0..self.members).flat_map(block).collect()
            }
            Kind::ReduceScatter => self.combined(0..self.members)[self.span(me)].to_vec(),
            Kind::Scan => self.combined(0..me + 1),
            // The output of the first member is as it was.
            Kind::Exscan if me == 0 && self.is_in_place(0) => self.input(0),
            Kind::Exscan if me == 0 => vec![BLANK; self.len(0)],
            Kind::Exscan => self.combined(0..me),
        }
    }

    /// Checks a member's output, and that its input is as it was.
    pub fn check(&self, me: usize, input: Region, output: Region) -> Result<(), String> {
        let (got, want) = (output.to_vec(), self.expected(me));
        if got != want {
            let at = got.iter().zip(&want).position(|(a, b)| a != b);
            return Err(format!("the result is wrong at byte {at:?} of {}", want.len()));
        }
        match input.to_vec() == self.input(me) {
            true => Ok(()),
            false => Err("the input has changed".to_owned()),
        }
    }
}
