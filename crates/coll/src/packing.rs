//! Which blocks of an exchange travel together between machines. For each pair of machines, one rank of the sending
//! machine, the *speaker*, packs the blocks of all its machine's ranks into one message, and one rank of the other
//! machine, the *receiver*, hands them on. The pairs of a machine are dealt out among its ranks.
use clump::driver::planted;

/// A block of a rank of this machine: the rank's place among the machine's ranks, and the block's index in its post.
pub type PostedBlock = (usize, usize);

/// Where a rank finds the block that a source has for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The rank itself sends the block, with this index.
    Own(usize),
    /// A rank of this machine has posted the block.
    Near(PostedBlock),
    /// A receiver of this machine has posted the block, which came from another machine.
    Far(PostedBlock),
}

/// A message to another machine.
#[derive(Debug, PartialEq, Eq)]
pub struct PackedSend {
    /// The receiver's rank in the communicator.
    pub to: usize,
    pub blocks: Vec<PostedBlock>,
}

/// A message from another machine.
#[derive(Debug, PartialEq, Eq)]
pub struct PackedReceive {
    /// The speaker's rank in the communicator.
    pub from: usize,
    /// The index of the message's first block in this rank's post of received blocks, and the number of its blocks.
    pub first: usize,
    pub blocks: usize,
}

/// One rank's part of an exchange of blocks of one length.
#[derive(Debug, PartialEq, Eq)]
pub struct Packing {
    /// The number of blocks that each rank of this machine posts, by place.
    pub posted: Vec<usize>,
    /// The number of blocks from other machines that each rank of this machine posts, by place.
    pub received: Vec<usize>,
    pub outgoing: Vec<PackedSend>,
    pub incoming: Vec<PackedReceive>,
    /// Where the block of each source is; `None` if the source does not exist.
    pub origins: Vec<Option<Origin>>,
    /// The most blocks in any rank's post; equal on all ranks.
    pub most: usize,
}

impl Packing {
    /// Makes rank `me`'s part. `members` has the ranks on each machine, in order, and `machine` returns the index of a
    /// rank's machine there. `destinations` returns where a rank's blocks go, in the order of the blocks; `None` for
    /// a block that goes nowhere. `sources` are the ranks that send to `me`, each with the index of the block. If the
    /// exchange is `alike`, each rank has one block for all its destinations.
    pub fn new(
        members: &[Vec<usize>],
        machine: impl Fn(usize) -> usize,
        me: usize,
        alike: bool,
        destinations: impl Fn(usize) -> Vec<Option<usize>>,
        sources: impl Iterator<Item = Option<(usize, usize)>>,
    ) -> Packing {
        let machines = members.len();
        let mine = machine(me);
        // The indices of a rank's blocks for a machine.
        let blocks = |rank: usize, to: usize| -> Vec<usize> {
            let all = destinations(rank).into_iter().enumerate();
            let some = all.filter(|(_, d)| d.is_some_and(|d| machine(d) == to)).map(|(i, _)| i);
            if alike { some.take(1).map(|_| 0).collect() } else { some.collect() }
        };
        let ranks: usize = members.iter().map(Vec::len).sum();
        let (mut counts, mut posts) = (vec![vec![0usize; machines]; ranks], vec![0; ranks]);
        for (rank, (counts, posts)) in counts.iter_mut().zip(&mut posts).enumerate() {
            let all = destinations(rank);
            *posts = if alike { 1 } else { all.len() };
            for to in all.into_iter().flatten() {
                let count = &mut counts[machine(to)];
                *count = if alike { 1 } else { *count + 1 };
            }
        }
        let between = |from: usize, to: usize| members[from].iter().map(|&rank| counts[rank][to]).sum::<usize>();
        let place = |of: usize, peer: usize| peer % members[of].len();
        // For each machine from which blocks come to `to`: the machine, its receiver's place, and the first block.
        let receipts = |to: usize| -> (Vec<(usize, usize, usize)>, Vec<usize>) {
            let mut received = vec![0; members[to].len()];
            let mut list = Vec::new();
            for from in (0..machines).filter(|&from| from != to) {
                let (at, n) = (place(to, from), between(from, to));
                if n > 0 {
                    list.push((from, at, received[at]));
                    received[at] += n;
                }
            }
            (list, received)
        };
        let most_received = (0..machines).flat_map(|to| receipts(to).1).max().unwrap_or(0);
        let (list, received) = receipts(mine);
        let outgoing = (0..machines).filter(|&to| to != mine && members[mine][place(mine, to)] == me).map(|to| {
            let posted = members[mine].iter().enumerate();
            let posted = posted.flat_map(|(at, &rank)| blocks(rank, to).into_iter().map(move |i| (at, i)));
            PackedSend { to: members[to][place(to, mine)], blocks: posted.collect() }
        });
        let incoming = list.iter().filter(|(_, at, _)| members[mine][*at] == me).map(|&(from, _, first)| {
            PackedReceive { from: members[from][place(from, mine)], first, blocks: between(from, mine) }
        });
        let origin = |(source, index): (usize, usize)| {
            let from = machine(source);
            if source == me {
                return Origin::Own(index);
            }
            let at = members[from].iter().take_while(|&&rank| rank != source);
            if from == mine {
                return Origin::Near((at.count(), if alike { 0 } else { index }));
            }
            let before: usize = at.map(|&rank| counts[rank][mine]).sum();
            let among = if alike || planted("packed_first_block") {
                0
            } else {
                blocks(source, mine).iter().take_while(|&&i| i != index).count()
            };
            let (_, receiver, first) = list[list.partition_point(|(of, ..)| *of < from)];
            Origin::Far((receiver, first + before + among))
        };
        Packing {
            posted: members[mine].iter().map(|&rank| posts[rank]).collect(),
            received,
            outgoing: outgoing.filter(|message| !message.blocks.is_empty()).collect(),
            incoming: incoming.collect(),
            origins: sources.map(|source| source.map(origin)).collect(),
            most: posts.iter().copied().max().unwrap_or(0).max(most_received),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Carries out the exchange for all ranks, and returns what each gets: for each source, the rank and the index of
    /// the block.
    fn exchanged(machines: &[u32], packings: &[Packing]) -> Vec<Vec<Option<(usize, usize)>>> {
        let n = machines.len();
        let here = |me: usize| (0..n).filter(move |&r| machines[r] == machines[me]).collect::<Vec<_>>();
        let resolve = |me: usize, (place, index): PostedBlock| (here(me)[place], index);
        let received: Vec<Vec<(usize, usize)>> = (0..n)
            .map(|me| {
                let mut all = Vec::new();
                for message in &packings[me].incoming {
                    assert_eq!(message.first, all.len());
                    let sent = packings[message.from].outgoing.iter().find(|o| o.to == me).expect("a message comes");
                    assert_eq!(sent.blocks.len(), message.blocks);
                    all.extend(sent.blocks.iter().map(|&b| resolve(message.from, b)));
                }
                let place = here(me).iter().position(|&r| r == me).expect("a member");
                assert_eq!(packings[me].received[place], all.len());
                all
            })
            .collect();
        let get = |me: usize, origin: Origin| match origin {
            Origin::Own(index) => (me, index),
            Origin::Near(block) => resolve(me, block),
            Origin::Far((place, index)) => received[here(me)[place]][index],
        };
        (0..n).map(|me| packings[me].origins.iter().map(|o| o.map(|o| get(me, o))).collect()).collect()
    }

    /// Makes the part of rank `me`, where `machines` has the name of each rank's machine.
    fn part(
        machines: &[u32],
        me: usize,
        alike: bool,
        destinations: impl Fn(usize) -> Vec<Option<usize>>,
        sources: Vec<Option<(usize, usize)>>,
    ) -> Packing {
        let names: Vec<u32> = machines.iter().copied().collect::<BTreeSet<_>>().into_iter().collect();
        let on = |name: &u32| (0..machines.len()).filter(|&r| machines[r] == *name).collect();
        let members: Vec<Vec<usize>> = names.iter().map(on).collect();
        let machine = |r: usize| names.iter().position(|n| *n == machines[r]).expect("a machine");
        Packing::new(&members, machine, me, alike, destinations, sources.into_iter())
    }

    const PLACEMENTS: [&[u32]; 3] = [&[0, 0, 1, 1, 2, 2, 3, 3], &[5, 2, 2, 2, 9, 9], &[0, 1, 2, 0, 1, 2, 0]];

    #[test]
    fn each_rank_gets_its_block_of_every_rank_and_a_pair_of_machines_exchanges_one_message_each_way() {
        for machines in PLACEMENTS {
            let n = machines.len();
            for alike in [false, true] {
                let all = |_| (0..n).map(Some).collect();
                let sources = |me| (0..n).map(|source| Some((source, if alike { 0 } else { me }))).collect();
                let parts: Vec<_> = (0..n).map(|me| part(machines, me, alike, all, sources(me))).collect();
                for (me, got) in exchanged(machines, &parts).into_iter().enumerate() {
                    let want = (0..n).map(|source| Some((source, if alike { 0 } else { me })));
                    assert_eq!(got, want.collect::<Vec<_>>(), "{machines:?} {me} {alike}");
                }
                let count = machines.iter().collect::<BTreeSet<_>>().len();
                assert_eq!(parts.iter().map(|p| p.outgoing.len()).sum::<usize>(), count * (count - 1));
                assert!(parts.iter().all(|p| p.most == parts[0].most));
            }
        }
    }

    #[test]
    fn a_graph_with_repeated_edges_and_blocks_for_nowhere_sends_only_what_it_must() {
        // Rank r sends its blocks 0 and 2 to r + 1, block 1 nowhere, and block 3 to itself.
        for machines in PLACEMENTS {
            let n = machines.len();
            let to = |rank: usize| vec![Some((rank + 1) % n), None, Some((rank + 1) % n), Some(rank)];
            let sources = |me: usize| {
                let before = (me + n - 1) % n;
                vec![Some((before, 0)), None, Some((before, 2)), Some((me, 3))]
            };
            let parts: Vec<_> = (0..n).map(|me| part(machines, me, false, to, sources(me))).collect();
            for (me, got) in exchanged(machines, &parts).into_iter().enumerate() {
                assert_eq!(got, sources(me));
            }
            let crossing = (0..n).filter(|&r| machines[r] != machines[(r + 1) % n]).count();
            let sent: usize = parts.iter().flat_map(|p| &p.outgoing).map(|o| o.blocks.len()).sum();
            assert_eq!(sent, 2 * crossing);
        }
    }
}
