//! Defines the benchmarks' programs, with their sizes and ranks.
use super::args::BenchArgs;
use super::job::Job;
use super::port::Port;
use super::what::What;

/// Returns 0 and every power of two from 8 B to 16 MiB.
fn ladder() -> Vec<u64> {
    std::iter::once(0).chain((3..=24).map(|p| 1 << p)).collect()
}

/// Returns the runs that make up a benchmark. Returns none for benchmarks that are no MPI program.
pub fn jobs(what: What, args: &BenchArgs) -> Vec<Job> {
    const K: u64 = 1 << 10;
    const M: u64 = 1 << 20;
    let quick = args.quick;
    let sizes = |full: Vec<u64>, few: &[u64]| {
        if !args.sizes.is_empty() {
            args.sizes.clone()
        } else if quick {
            few.to_vec()
        } else {
            full
        }
    };
    let budget = args.budget.unwrap_or(if quick { 0.04 } else { 0.1 });
    let job = |program: &'static str, ranks: u32, sizes: Vec<u64>| Job {
        program,
        ranks,
        sizes,
        ops: None,
        budget,
        quota: None,
    };
    match what {
        What::Latency => {
            vec![job("latency", 2, sizes(ladder(), &[8, 256, K, 4 * K, 16 * K, 64 * K, 256 * K, M, 4 * M, 16 * M]))]
        }
        What::Engines => {
            let collectives =
                |n| Job { ops: Some("bcast,allgather,alltoall".into()), ..job("collectives", n, vec![M]) };
            let sizes = sizes(vec![64 * K, M, 4 * M, 16 * M], &[64 * K, M]);
            let all = [job("latency", 2, sizes), job("exchange", 2, vec![M, 4 * M]), collectives(2), collectives(4)];
            // Memory is shared only after several uses, which takes longer than the usual time of a figure.
            all.map(|j| Job { budget: args.budget.unwrap_or(0.4), ..j }).into()
        }
        What::Heap => {
            let large = sizes(vec![8 * M, 256 * M], &[8 * M]);
            ["heap", "heap.py"].map(|program| job(program, 1, large.clone())).into()
        }
        What::Bandwidth => {
            vec![job("bandwidth", 2, sizes((0..=12).map(|p| 1u64 << (2 * p)).collect(), &[8, K, 64 * K, M, 16 * M]))]
        }
        What::Strided => {
            vec![job("strided", 2, sizes((16..=22).map(|p| 1u64 << p).collect(), &[64 * K, 256 * K, M, 4 * M]))]
        }
        What::Buffers => {
            vec![job("buffers", 2, sizes((12..=18).map(|p| 1 << p).collect(), &[8 * K, 64 * K]))]
        }
        What::Osu => {
            let of = |ranks: u32| {
                // 12 collectives at 18 sizes; two ranks also exchange messages, of up to 4 MiB.
                let largest = if ranks == 2 { 22 } else { 20 };
                let full = (if ranks == 2 { 0 } else { 3 }..=largest).map(|p| 1 << p).collect();
                let budget = args.budget.unwrap_or(0.04);
                Job { budget, ..job("osu", ranks, sizes(full, &[8, 8 * K, 64 * K])) }
            };
            match args.ranks {
                Some(n) => vec![of(n)],
                None if quick => vec![of(2)],
                None => [2, 4, 8].map(of).into(),
            }
        }
        What::Stranger => {
            // The run must last for many slices of the scheduler.
            let budget = args.budget.unwrap_or(1.0);
            vec![Job { budget, ..job("stranger", args.ranks.unwrap_or(2), vec![8]) }]
        }
        What::Quota => {
            // The run must last for many periods of the quota, a tenth of a second each.
            let budget = args.budget.unwrap_or(2.0);
            let ops = Some("stranger_allreduce_alone,stranger_pingpong_alone,stranger_turns_alone".into());
            vec![Job { budget, ops, quota: Some(QUOTA), ..job("stranger", args.ranks.unwrap_or(2), vec![8]) }]
        }
        What::Jobs => {
            // The two jobs may begin at different times, so that the run must be long.
            let budget = args.budget.unwrap_or(2.0);
            vec![Job { budget, ..job("jobs", args.ranks.unwrap_or(4), vec![]) }]
        }
        What::Onesided => {
            let sizes = sizes(vec![8, 64 * K, M], &[8, 64 * K, M]);
            let two = job("onesided", 2, sizes.clone());
            // Hosts share their links, so that only operations of two ranks are measured between hosts.
            if args.hosts.is_some() { vec![two] } else { vec![two, job("onesided", 4, sizes)] }
        }
        What::Arrays => {
            // 40 points by four systems and five repeats take two minutes.
            let all = |sizes| Job { budget: args.budget.unwrap_or(0.03), ..job("arrays", 2, sizes) };
            if args.hosts.is_none() {
                return vec![all(sizes(vec![K, 64 * K, 8 * M], &[K, 64 * K]))];
            }
            // Between hosts a patch of MiB takes long, and peers take long for runs of 8 bytes. The computing target
            // comes first, and alone, so that a peer whose other figures take too long has those.
            [COMPUTING_ARRAYS, PATCHES]
                .map(|ops| Job { ops: Some(ops.to_owned()), ..all(sizes(vec![K, 64 * K], &[K])) })
                .into()
        }
        What::Shmem => {
            let sizes = sizes(vec![64 * K, M, 4 * M], &[64 * K, M]);
            let of = |ranks| job("shmem", ranks, sizes.clone());
            if args.hosts.is_some() { vec![of(2)] } else { [2, 4, 8].map(of).into() }
        }
        What::Files => {
            vec![job("files", args.ranks.unwrap_or(4), sizes(vec![256 * M], &[32 * M]))]
        }
        What::Rate => vec![job("rate", 2, sizes(vec![8], &[8]))],
        What::Threads => vec![job("threads", 2, sizes(vec![8], &[8]))],
        What::Queues => vec![job("queues", 2, sizes(vec![10_000], &[1000]))],
        What::Exchange => {
            vec![job("exchange", 2, sizes((0..=7).map(|p| 8u64 << (3 * p)).collect(), &[8, 4 * K, 64 * K, M]))]
        }
        // By default, run two ranks on each host, and one. The peers take long at this, and some of them very long.
        What::Collectives if args.hosts.is_some() => {
            let hosts = args.hosts.unwrap_or(1);
            let sizes = sizes(vec![8, 256, 4 * K, 64 * K, M], &[8, 256, 64 * K]);
            let ops = args.ops.clone().or(quick.then(|| "bcast,allreduce".into()));
            let of = |ranks| Job { ops: ops.clone(), ..job("collectives", ranks, sizes.clone()) };
            match args.ranks {
                Some(n) => vec![of(n)],
                None if quick => vec![of(2 * hosts)],
                None => [2 * hosts, hosts].map(of).into(),
            }
        }
        What::Collectives => {
            let of = |ranks: u32| {
                let full = match ranks {
                    2 => (3..=22).map(|p| 1 << p).collect(),
                    _ => vec![8, 64, 512, 2 * K, 8 * K, 16 * K, 32 * K, 64 * K],
                };
                // 224 points by four systems and five repeats take six minutes in all.
                let budget = args.budget.unwrap_or(0.04);
                let ops = args.ops.clone().or(Some("barrier,bcast,reduce,allreduce,allgather,alltoall".into()));
                Job { budget, ops, ..job("collectives", ranks, sizes(full, &[8, K, 64 * K])) }
            };
            match args.ranks {
                Some(n) => vec![of(n)],
                None if quick => vec![of(2), of(4)],
                None => [2, 4, 8, 16].map(of).into(),
            }
        }
        What::Prepared => {
            let few = sizes(vec![8, K, 64 * K], &[8, K, 64 * K]);
            let torus = job("torus", 4, sizes(vec![8, 64 * K], &[8, 64 * K]));
            let partitions = job("partitions", 2, vec![4 * K]);
            vec![job("prepared", 2, few.clone()), job("prepared", 4, few), torus, partitions]
        }
        What::Oversubscribe => {
            let ranks = match args.ranks {
                Some(n) => vec![n],
                None if quick => vec![4, 8],
                None => vec![4, 8, 16],
            };
            let one = |n| Job { ops: Some("barrier,allreduce".into()), ..job("collectives", n, sizes(vec![8], &[8])) };
            ranks.into_iter().map(one).collect()
        }
        What::Loss => {
            // The run must be long enough for rare events.
            let budget = args.budget.unwrap_or(1.0);
            vec![job("loss", 2, vec![8]), job("bandwidth", 2, sizes(vec![M], &[M]))]
                .into_iter()
                .map(|j| Job { budget, ..j })
                .collect()
        }
        What::Overlap => {
            let budget = args.budget.unwrap_or(1.0);
            vec![Job { budget, ..job("overlap", 2, sizes(vec![M], &[M])) }]
        }
        What::Incast => {
            let budget = args.budget.unwrap_or(1.5);
            vec![Job { budget, ..job("incast", args.hosts.unwrap_or(8), sizes(vec![M], &[M])) }]
        }
        What::Neighbour => {
            let budget = args.budget.unwrap_or(4.0);
            vec![Job { budget, ..job("neighbour", 4, sizes(vec![M], &[M])) }]
        }
        What::Broadcast => {
            let sizes = sizes(vec![8, 256, K, 4 * K, 64 * K, 256 * K, M], &[8, 4 * K, 64 * K]);
            let ranks = args.hosts.unwrap_or(BROADCAST_HOSTS);
            // 500 broadcasts of a few milliseconds each.
            let budget = args.budget.unwrap_or(if quick { 0.3 } else { 2.0 });
            vec![Job { budget, ..job("broadcast", ranks, sizes) }]
        }
        What::Spawn => vec![job("spawn", 2, sizes(vec![8], &[8]))],
        What::Startup => vec![job("startup", args.ranks.unwrap_or(8), vec![])],
        What::Instructions => vec![job("instructions", 2, vec![8])],
        What::Memory => vec![job("memory", args.ranks.unwrap_or(64), vec![0])],
        What::Floors
        | What::PushPull
        | What::Streams
        | What::Deposit
        | What::Sor
        | What::Layers
        | What::Clip
        | What::Optimizations
        | What::Receivers
        | What::Guarantees
        | What::Pipeline => vec![],
        What::Peers => chosen(args).into_iter().flat_map(|w| jobs(w, args)).collect(),
    }
}

/// The figures of `arrays` whose target computes.
const COMPUTING_ARRAYS: &str = "ga_computing_put,ga_computing_get,ga_computing_acc,ga_computing_inc";
/// The other figures of `arrays` that are measured between hosts.
const PATCHES: &str = "ga_put,ga_get,ga_acc,ga_put_128,ga_get_128,ga_acc_128,ga_put_both,ga_get_both,ga_acc_both,\
                       ga_locked_put,ga_locked_acc,ga_read_inc,ga_fop,ga_mutex,ga_mutexes";

/// Number of processors that the jobs of `quota` may use.
const QUOTA: f64 = 1.5;

/// Default number of hosts of `broadcast`.
const BROADCAST_HOSTS: u32 = 8;

/// Returns the limit that a benchmark sets for the hosts' ports; `None` if it sets no limit.
pub fn port_of(what: What) -> Option<Port> {
    // Use short bursts, so that packets are lost and counted one by one.
    let narrow = |rate| Some(Port { rate, queue: 256 << 10, all: false, burst: 16 << 10, both_ways: false });
    match what {
        // Use long bursts, so that rows of packets stay together: a receiver's network card and system would
        // reassemble them anyway.
        What::Overlap => Some(Port { rate: 1000, queue: 256 << 10, all: true, burst: 64 << 10, both_ways: false }),
        What::Incast => narrow(1000),
        What::Neighbour => narrow(200),
        _ => None,
    }
}

/// Returns the benchmark that creates its own test hosts, and the default number of hosts.
pub fn own_hosts(args: &BenchArgs) -> Option<(What, u32)> {
    const OWN: [(What, u32); 5] = [
        (What::Loss, 2),
        (What::Overlap, 2),
        (What::Incast, 8),
        (What::Neighbour, 4),
        (What::Broadcast, BROADCAST_HOSTS),
    ];
    OWN.into_iter().find(|(what, _)| args.name == *what || args.what.contains(what))
}

/// Returns the benchmarks that `peers` runs.
fn chosen(args: &BenchArgs) -> Vec<What> {
    use What::*;
    if !args.what.is_empty() {
        return args.what.clone();
    }
    if args.hosts.is_some() {
        return vec![Latency];
    }
    if args.quick {
        return vec![Latency, Strided, Rate, Oversubscribe, Startup];
    }
    vec![
        Latency,
        Strided,
        Onesided,
        Arrays,
        Rate,
        Threads,
        Queues,
        Oversubscribe,
        Jobs,
        Startup,
        Spawn,
        Bandwidth,
        Exchange,
        Collectives,
        Prepared,
        Buffers,
        Osu,
        Instructions,
        Memory,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ladder_goes_from_0_to_16_mib() {
        let l = ladder();
        assert_eq!((l[0], l[1], *l.last().unwrap(), l.len()), (0, 8, 16 << 20, 23));
    }
}
