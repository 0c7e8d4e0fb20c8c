//! The collectives' algorithms as schedules of messages: what each host receives and sends, step by step. The
//! algorithms are those of `crates/mpi/src/coll/algorithm`, one rank on each host, and some that could replace them.

/// One step of a host: it starts all messages, and the step ends when it has received all that it must.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// Where messages come from, and their bytes.
    pub receives: Vec<(usize, u64)>,
    /// Where messages go, and their bytes.
    pub sends: Vec<(usize, u64)>,
    /// The bytes that the host combines or copies once it has received all.
    pub combines: u64,
}

/// An algorithm of a collective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Algorithm {
    /// Dissemination in rounds of this radix.
    Barrier(usize),
    /// Host 0 combines all operands, and sends the result to all.
    AllreduceStar,
    AllreduceDoubling,
    /// Rounds of which each combines half of what the round before combined, and back. Powers of two only.
    AllreduceHalving,
    /// Each host combines a share, which all others send to it directly, and sends its share of the result to all.
    AllreduceDirect,
    /// A reduce-scatter and an allgather round a ring.
    AllreduceRing,
    AllgatherDirect,
    AllgatherRing,
    AllgatherBruck,
    /// Direct messages, 16 at a time in each direction; blocks of 64 KiB or more one at a time.
    Alltoall,
    /// Each host sends its block to host 0.
    Gather,
    /// Host 0 sends each host its block.
    Scatter,
}

/// Messages in flight in each direction of an alltoall.
const WINDOW: usize = 16;

impl Algorithm {
    /// All algorithms, with their names and the length up to which they are run, in bytes.
    pub const ALL: [(&'static str, Algorithm, u64); 13] = [
        ("barrier, radix 2", Algorithm::Barrier(2), 0),
        ("barrier, radix 4", Algorithm::Barrier(4), 0),
        ("allreduce, host 0", Algorithm::AllreduceStar, 64 << 10),
        ("allreduce, doubling", Algorithm::AllreduceDoubling, 64 << 10),
        ("allreduce, halving", Algorithm::AllreduceHalving, u64::MAX),
        ("allreduce, direct", Algorithm::AllreduceDirect, u64::MAX),
        ("allreduce, ring", Algorithm::AllreduceRing, u64::MAX),
        ("allgather, direct", Algorithm::AllgatherDirect, u64::MAX),
        ("allgather, ring", Algorithm::AllgatherRing, u64::MAX),
        ("allgather, Bruck", Algorithm::AllgatherBruck, 8 << 10),
        ("alltoall", Algorithm::Alltoall, u64::MAX),
        ("gather", Algorithm::Gather, u64::MAX),
        ("scatter", Algorithm::Scatter, u64::MAX),
    ];

    /// Returns the steps of host `me` of `n`. `bytes` is the length of the whole operand of an allreduce, and of one
    /// block for the other collectives.
    pub fn steps(self, me: usize, n: usize, bytes: u64) -> Vec<Step> {
        let others = |me: usize| (1..n).map(move |d| (me + d) % n);
        let all = |len: u64| Step {
            receives: others(me).rev().map(|from| (from, len)).collect(),
            sends: others(me).map(|to| (to, len)).collect(),
            combines: 0,
        };
        let ring = |len: u64, combines: u64| {
            let step = Step { receives: vec![((me + n - 1) % n, len)], sends: vec![((me + 1) % n, len)], combines };
            vec![step; n - 1]
        };
        let share = bytes.div_ceil(n as u64);
        match self {
            Algorithm::Barrier(radix) => rounds(n, radix)
                .map(|(distance, count)| Step {
                    receives: (1..=count).map(|j| ((me + n - j * distance) % n, 0)).collect(),
                    sends: (1..=count).map(|j| ((me + j * distance) % n, 0)).collect(),
                    combines: 0,
                })
                .collect(),
            Algorithm::AllreduceStar if me == 0 => {
                let receives = others(0).map(|from| (from, bytes)).collect();
                let sends = others(0).map(|to| (to, bytes)).collect();
                let first = Step { receives, combines: (n as u64 - 1) * bytes, ..Step::default() };
                vec![first, Step { sends, ..Step::default() }]
            }
            Algorithm::AllreduceStar => {
                vec![Step { sends: vec![(0, bytes)], receives: vec![(0, bytes)], combines: 0 }]
            }
            Algorithm::AllreduceDoubling => rounds(n, 2)
                .filter(|(distance, _)| me ^ distance < n)
                .map(|(distance, _)| Step {
                    receives: vec![(me ^ distance, bytes)],
                    sends: vec![(me ^ distance, bytes)],
                    combines: bytes,
                })
                .collect(),
            Algorithm::AllreduceHalving => {
                let round = |(distance, _): (usize, usize)| {
                    let len = bytes.div_ceil(2 * distance as u64);
                    Step { receives: vec![(me ^ distance, len)], sends: vec![(me ^ distance, len)], combines: len }
                };
                let there: Vec<_> = rounds(n, 2).map(round).collect();
                let back = there.iter().rev().map(|step| Step { combines: 0, ..step.clone() });
                there.iter().cloned().chain(back).collect()
            }
            Algorithm::AllreduceDirect => vec![Step { combines: (n as u64 - 1) * share, ..all(share) }, all(share)],
            Algorithm::AllreduceRing => [ring(share, share), ring(share, 0)].concat(),
            Algorithm::AllgatherDirect => vec![all(bytes)],
            Algorithm::AllgatherRing => ring(bytes, 0),
            Algorithm::AllgatherBruck => rounds(n, 2)
                .map(|(have, _)| {
                    let len = have.min(n - have) as u64 * bytes;
                    Step {
                        receives: vec![((me + have) % n, len)],
                        sends: vec![((me + n - have) % n, len)],
                        combines: 0,
                    }
                })
                .collect(),
            Algorithm::Alltoall => {
                let window = if bytes >= 64 << 10 { 1 } else { WINDOW };
                let step = |first: usize| {
                    let distances = first..(first + window).min(n);
                    Step {
                        receives: distances.clone().map(|d| ((me + n - d) % n, bytes)).collect(),
                        sends: distances.map(|d| ((me + d) % n, bytes)).collect(),
                        combines: 0,
                    }
                };
                (1..n).step_by(window).map(step).collect()
            }
            Algorithm::Gather if me == 0 => {
                vec![Step { receives: others(0).map(|from| (from, bytes)).collect(), ..Step::default() }]
            }
            Algorithm::Gather => vec![Step { sends: vec![(0, bytes)], ..Step::default() }],
            Algorithm::Scatter if me == 0 => {
                vec![Step { sends: others(0).map(|to| (to, bytes)).collect(), ..Step::default() }]
            }
            Algorithm::Scatter => vec![Step { receives: vec![(0, bytes)], ..Step::default() }],
        }
    }
}

/// Returns the distance of each round of a dissemination, and the number of messages of a host in the round.
fn rounds(n: usize, radix: usize) -> impl Iterator<Item = (usize, usize)> {
    std::iter::successors(Some(1), move |distance| Some(distance * radix))
        .take_while(move |&distance| distance < n)
        .map(move |distance| (distance, (n.div_ceil(distance) - 1).min(radix - 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every message that a host expects is sent, in the order of a pair's messages, and nothing else.
    #[test]
    fn what_a_host_receives_is_what_the_others_send() {
        for (name, algorithm, _) in Algorithm::ALL {
            for n in [2, 4, 16, 64] {
                let all: Vec<Vec<Step>> = (0..n).map(|me| algorithm.steps(me, n, 1000)).collect();
                let list = |of: fn(&Step) -> &Vec<(usize, u64)>, me: usize, peer: usize| -> Vec<u64> {
                    all[me].iter().flat_map(of).filter(|(p, _)| *p == peer).map(|(_, len)| *len).collect()
                };
                for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))) {
                    assert_eq!(list(|s| &s.sends, a, b), list(|s| &s.receives, b, a), "{name}: {a} to {b} of {n}");
                }
            }
        }
    }

    #[test]
    fn a_larger_radix_takes_fewer_rounds() {
        let rounds = |radix| Algorithm::Barrier(radix).steps(0, 64, 0).len();
        assert_eq!((rounds(2), rounds(4)), (6, 3));
    }
}
