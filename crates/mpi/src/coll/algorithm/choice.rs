//! Which algorithm, from size, number of ranks, and whether ranks outnumber cores: pure, and the same on all ranks.
//!
//! When ranks outnumber cores, every hop that waits costs a context switch, and a *star* (all send to rank 0, which
//! answers all) needs the fewest: each rank is switched to twice. With a core for each rank, the logarithmic patterns
//! have the shortest critical path. Large data is cut so that every rank copies and combines its share.
//!
//! Before all that: ranks of one machine use a board ([`super::board`]) where [`way`] says so.

/// What the choice is made from. All ranks of the call see the same.
#[derive(Clone, Copy, Debug)]
pub struct Situation {
    /// Ranks in the communicator.
    pub ranks: usize,
    /// Bytes: of the whole message for broadcast and reductions, of all ranks' blocks together for the others.
    pub bytes: usize,
    /// Do ranks outnumber cores?
    pub crowded: bool,
    /// Do all share a board?
    pub board: bool,
}

/// Above this many ranks, all looking at all would cost more than a tree.
const BOARD_RANKS: usize = 64;

/// A kind of collective, for the choice of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Barrier,
    Bcast,
    Reduce,
    Allreduce,
    Allgather,
    Alltoall,
    /// Gather and scatter.
    Rooted,
    Scan,
    ReduceScatter,
}

/// How a collective goes that uses the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Data is posted: copied twice, without a system call.
    Posts,
    /// Each rank posts its data, or their address if the others can read them by loads ([`super::either`]).
    Either,
    /// Addresses are posted, and each rank reads the others' memory ([`super::native`]).
    Reads,
    /// Two ranks read each other's memory, and write it ([`super::pair`]).
    Halves,
    /// Not through the board: messages.
    Messages,
}

/// Bytes of one read from which it beats two copies, where each rank has a core. (Two copies of 8 KiB through a post take
/// 2.1 us. A read that lies in the other core's cache takes 1.7 to 2.5, most of it the system call.)
const READ: usize = 16 << 10;
/// The same where ranks outnumber cores: for blocks that one rank reads, for operands, for what all read alike.
const READ_BLOCK: usize = 16 << 10;
const READ_OPERAND: usize = 256 << 10;
const READ_ALIKE: usize = 256 << 10;

/// Bytes from which reading by loads beats posts although it takes a second step: of what all read alike (4 ranks, 32 KiB: 27
/// us against 43; 16 ranks, 16 KiB: 990 against 650); of a block that one rank reads, and of all blocks that a rank shows (8
/// ranks, 4 KiB: 52 against 61; 4 ranks: 16 against 12), with a core for each rank too.
const EITHER_ALIKE: usize = 32 << 10;
const EITHER_BLOCK: usize = 4 << 10;
const EITHER_BLOCKS: usize = 32 << 10;
const EITHER_BLOCKS_APART: usize = 16 << 10;

/// Of a collective that would post: does each rank choose?
fn either(kind: Kind, read: usize, s: Situation) -> bool {
    let blocks = if s.crowded { EITHER_BLOCKS } else { EITHER_BLOCKS_APART };
    match kind {
        Kind::Allgather => read >= EITHER_ALIKE,
        Kind::Alltoall => read >= EITHER_BLOCK && s.ranks * read >= blocks,
        _ => false,
    }
}

/// Bytes of a reduction between two ranks from which each does half of the work: the outcome for both, or for a root only.
const HALVES_ALL: usize = 16 << 10;
const HALVES_ROOT: usize = 64 << 10;

/// Of a collective that reads: do two ranks share the work half and half?
fn halves(kind: Kind, s: Situation) -> bool {
    s.ranks == 2
        && match kind {
            Kind::Bcast => !s.crowded,
            Kind::Reduce => s.bytes >= HALVES_ROOT,
            Kind::Allreduce => true,
            _ => false,
        }
}

/// Which way a collective of this kind goes.
pub fn way(kind: Kind, s: Situation) -> Way {
    if !s.board || s.ranks > BOARD_RANKS {
        return Way::Messages;
    }
    // What one rank reads of another in one go, and from where that pays.
    let (read, pays) = match kind {
        Kind::Barrier => (0, READ),
        Kind::Bcast => (s.bytes, READ_ALIKE),
        Kind::Reduce if fold_at_root(s) => (s.bytes, READ_OPERAND),
        Kind::Allreduce if s.ranks == 2 => (s.bytes, READ_OPERAND),
        Kind::Reduce | Kind::Allreduce => (s.bytes / s.ranks, READ_OPERAND),
        Kind::Allgather => (s.bytes / s.ranks, READ_ALIKE),
        Kind::Alltoall => (s.bytes / (s.ranks * s.ranks), READ_BLOCK),
        Kind::Rooted | Kind::ReduceScatter if s.bytes <= 64 << 10 => (0, READ),
        Kind::Scan if s.bytes <= (64 << 10) / s.ranks => (0, READ),
        Kind::Rooted | Kind::ReduceScatter | Kind::Scan => return Way::Messages,
    };
    let pays = match kind {
        _ if s.crowded => pays,
        Kind::Allreduce if s.ranks == 2 => HALVES_ALL,
        _ => READ,
    };
    match read < pays {
        true if either(kind, read, s) => Way::Either,
        true => Way::Posts,
        false if halves(kind, s) => Way::Halves,
        false => Way::Reads,
    }
}

/// Bytes of a reduction from which its root leaves shares of the work to others.
const SHARED_FOLD: usize = 512 << 10;

/// Does the root of a reduction by reading combine everything itself?
pub fn fold_at_root(s: Situation) -> bool {
    s.ranks == 2 || s.bytes < SHARED_FOLD
}

/// Bytes of other ranks that a rank may fold for an allreduce in which each does all the folding itself.
const ALL_FOLD: usize = 32 << 10;

/// Of an allreduce on a board: does each rank fold everything, which takes one step, or a share, which takes two?
pub fn fold_alone(s: Situation) -> bool {
    (s.ranks - 1) * s.bytes <= ALL_FOLD
}

/// Above this many ranks, rank 0 would be busy for longer than a tree takes, context switches and all.
const STAR_RANKS: usize = 64;
/// Up to this many bytes through rank 0, its copying costs less than the switches it saves.
const STAR_BYTES: usize = 64 << 10;
/// Bytes of others' operands that rank 0 may combine alone although sharing out the work would pay with a core for each rank:
/// 6 messages in place of 24 between 4 ranks (64 KiB between 4 hosts on two cores: 1,022 to 908 us, sealed 1,376 to 1,178), and 3
/// in place of 15 for a reduction (354 to 661 us down to 320 to 434).
const STAR_OPERANDS: usize = 256 << 10;
/// Bytes of a reduction from which sharing out the work pays for the second round of messages.
const SHARED_REDUCTION: usize = 16 << 10;
/// Bytes of a broadcast from which the scatter pays.
const SHARED_BCAST: usize = 512 << 10;
/// Ranks from which a root with a core to itself is slower than a tree for small blocks.
const TREE_RANKS: usize = 16;
/// Bytes of all blocks up to which a tree may copy them at every level.
const TREE_BYTES: usize = 32 << 10;
/// Bytes of all blocks up to which forwarding in a logarithmic number of rounds beats direct messages.
const FORWARD_BYTES: usize = 8 << 10;

impl Situation {
    /// Is the star the pattern with the fewest context switches, with `bytes` through rank 0?
    fn star(self, bytes: usize) -> bool {
        self.crowded && self.ranks <= STAR_RANKS && bytes <= STAR_BYTES
    }

    /// Does rank 0 combine what a few ranks send it, although there is enough to share out?
    fn star_combines(self) -> bool {
        self.ranks > 2 && self.star(self.bytes) && (self.ranks - 1) * self.bytes <= STAR_OPERANDS
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Barrier {
    Star,
    Dissemination,
}
pub fn barrier(s: Situation) -> Barrier {
    // Two ranks exchange one message each way, and none waits for an answer to its own.
    if s.ranks > 2 && s.star(0) { Barrier::Star } else { Barrier::Dissemination }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bcast {
    /// The root sends to all; large messages are pulled by all at once.
    Flat,
    Binomial,
    ScatterAllgather,
}
pub fn bcast(s: Situation) -> Bcast {
    match s {
        _ if s.ranks <= 3 || s.crowded && s.ranks <= STAR_RANKS => Bcast::Flat,
        _ if s.bytes >= SHARED_BCAST && s.bytes >= s.ranks => Bcast::ScatterAllgather,
        _ => Bcast::Binomial,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduce {
    Flat,
    Binomial,
    /// Each rank reduces a share, and the root gathers them.
    Shared,
}
pub fn reduce(s: Situation) -> Reduce {
    match s {
        _ if s.star_combines() => Reduce::Flat,
        _ if s.bytes >= SHARED_REDUCTION && s.ranks > 1 => Reduce::Shared,
        _ if s.ranks <= 3 || s.star(s.bytes) => Reduce::Flat,
        _ => Reduce::Binomial,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allreduce {
    Star,
    RecursiveDoubling,
    /// Each rank reduces a share, and all exchange them.
    Shared,
}
pub fn allreduce(s: Situation) -> Allreduce {
    match s {
        _ if s.star_combines() => Allreduce::Star,
        _ if s.bytes >= SHARED_REDUCTION && s.ranks > 1 => Allreduce::Shared,
        _ if s.ranks > 2 && s.star(s.bytes) => Allreduce::Star,
        _ => Allreduce::RecursiveDoubling,
    }
}

/// For gather and scatter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rooted {
    Flat,
    Binomial,
}
pub fn rooted(s: Situation) -> Rooted {
    let flat = s.ranks < TREE_RANKS || s.bytes > TREE_BYTES || s.crowded && s.ranks <= STAR_RANKS;
    if flat { Rooted::Flat } else { Rooted::Binomial }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Allgather {
    /// Gather to rank 0, and broadcast.
    Star,
    /// Blocks double each round.
    Bruck,
    /// Each rank passes on what it got last.
    Ring,
    /// All send to all: nobody waits for a block to be passed on.
    Direct,
}
pub fn allgather(s: Situation) -> Allgather {
    match s {
        _ if s.ranks > 2 && s.star(s.bytes) => Allgather::Star,
        _ if s.ranks <= 3 || s.crowded => Allgather::Direct,
        _ if s.bytes <= FORWARD_BYTES => Allgather::Bruck,
        _ => Allgather::Ring,
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alltoall {
    /// Rank 0 gets all blocks and deals them out.
    Star,
    /// A logarithmic number of rounds, each passing on half of the blocks.
    Bruck,
    /// All send to all, some messages at a time.
    Direct,
}
pub fn alltoall(s: Situation) -> Alltoall {
    match s {
        _ if s.ranks > 4 && s.star(s.bytes) => Alltoall::Star,
        _ if s.ranks >= TREE_RANKS && s.bytes / s.ranks <= FORWARD_BYTES => Alltoall::Bruck,
        _ => Alltoall::Direct,
    }
}

/// For scan and exscan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    Star,
    RecursiveDoubling,
}
pub fn scan(s: Situation) -> Scan {
    if s.ranks > 2 && s.star(s.bytes.saturating_mul(s.ranks)) { Scan::Star } else { Scan::RecursiveDoubling }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReduceScatter {
    /// Reduce to rank 0, and scatter.
    Star,
    /// Each rank gets its share from all.
    Direct,
}
pub fn reduce_scatter(s: Situation) -> ReduceScatter {
    if s.ranks > 2 && s.bytes < SHARED_REDUCTION && s.star(s.bytes) {
        ReduceScatter::Star
    } else {
        ReduceScatter::Direct
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ranks: usize, bytes: usize, crowded: bool) -> Situation {
        Situation { ranks, bytes, crowded, board: false }
    }

    #[test]
    fn ranks_that_would_post_much_choose_each() {
        let on_board = |ranks, bytes, crowded| Situation { board: true, ..at(ranks, bytes, crowded) };
        let allgather = |each: usize, crowded| way(Kind::Allgather, on_board(4, 4 * each, crowded));
        let crowded = [16 << 10, 32 << 10, 256 << 10].map(|each| allgather(each, true));
        assert_eq!(crowded, [Way::Posts, Way::Either, Way::Reads]);
        assert_eq!([8 << 10, 16 << 10].map(|each| allgather(each, false)), [Way::Posts, Way::Reads]);
        let alltoall = |n: usize, each: usize| way(Kind::Alltoall, on_board(n, n * n * each, n > 2));
        assert_eq!([4 << 10, 8 << 10, 16 << 10].map(|each| alltoall(4, each)), [Way::Posts, Way::Either, Way::Reads]);
        assert_eq!([2 << 10, 4 << 10].map(|each| alltoall(16, each)), [Way::Posts, Way::Either]);
        assert_eq!([4 << 10, 8 << 10].map(|each| alltoall(2, each)), [Way::Posts, Way::Either]);
    }

    #[test]
    fn two_ranks_never_go_through_a_third_step() {
        for crowded in [false, true] {
            assert_eq!(barrier(at(2, 0, crowded)), Barrier::Dissemination);
            assert_eq!(allreduce(at(2, 8, crowded)), Allreduce::RecursiveDoubling);
            assert_eq!(bcast(at(2, 8, crowded)), Bcast::Flat);
            assert_eq!(allgather(at(2, 8, crowded)), Allgather::Direct);
            assert_eq!(alltoall(at(2, 8, crowded)), Alltoall::Direct);
        }
    }

    #[test]
    fn small_and_crowded_is_a_star() {
        for ranks in [4, 8, 16, 64] {
            let s = at(ranks, 8, true);
            assert_eq!(barrier(s), Barrier::Star);
            assert_eq!(allreduce(s), Allreduce::Star);
            assert_eq!(reduce(s), Reduce::Flat);
            assert_eq!(bcast(s), Bcast::Flat);
            assert_eq!(rooted(s), Rooted::Flat);
            assert_eq!(allgather(s), Allgather::Star);
            assert_eq!(scan(s), Scan::Star);
            assert_eq!(reduce_scatter(s), ReduceScatter::Star);
        }
        assert_eq!(barrier(at(65, 0, true)), Barrier::Dissemination);
        assert_eq!(alltoall(at(16, 16 * 16 * 8, true)), Alltoall::Star);
    }

    #[test]
    fn a_few_speakers_that_share_cores_combine_more_through_one() {
        assert_eq!(
            [4, 5, 6].map(|n| allreduce(at(n, 64 << 10, true))),
            [Allreduce::Star, Allreduce::Star, Allreduce::Shared]
        );
        assert_eq!([5, 6].map(|n| reduce(at(n, 64 << 10, true))), [Reduce::Flat, Reduce::Shared]);
        assert_eq!(allreduce(at(4, 64 << 10, false)), Allreduce::Shared);
        assert_eq!(allreduce(at(3, 65 << 10, true)), Allreduce::Shared);
    }

    #[test]
    fn small_with_a_core_each_is_logarithmic() {
        let s = at(32, 8, false);
        assert_eq!(barrier(s), Barrier::Dissemination);
        assert_eq!(allreduce(s), Allreduce::RecursiveDoubling);
        assert_eq!(reduce(s), Reduce::Binomial);
        assert_eq!(bcast(s), Bcast::Binomial);
        assert_eq!(rooted(s), Rooted::Binomial);
        assert_eq!(allgather(s), Allgather::Bruck);
        assert_eq!(alltoall(at(32, 32 * 32 * 8, false)), Alltoall::Bruck);
        assert_eq!(scan(s), Scan::RecursiveDoubling);
    }

    #[test]
    fn large_data_is_shared_out() {
        for crowded in [false, true] {
            let s = at(8, 4 << 20, crowded);
            assert_eq!(allreduce(s), Allreduce::Shared);
            assert_eq!(reduce(s), Reduce::Shared);
            assert_eq!(reduce_scatter(s), ReduceScatter::Direct);
            assert_eq!(rooted(s), Rooted::Flat);
            assert_eq!(alltoall(s), Alltoall::Direct);
        }
        assert_eq!(bcast(at(8, 4 << 20, false)), Bcast::ScatterAllgather);
        assert_eq!(allgather(at(8, 4 << 20, false)), Allgather::Ring);
        assert_eq!(allgather(at(8, 4 << 20, true)), Allgather::Direct);
    }
}
