//! The names of the benchmarks.

/// The benchmarks.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// One-way latency between two ranks over size.
    Latency,
    /// One-way bandwidth between two ranks over size, many messages in flight.
    Bandwidth,
    /// One-way latency of derived datatypes between two ranks: every other double, on both sides, the sender's, the
    /// receiver's.
    Strided,
    /// One-way latency out of and into memory as programs have it (malloc, stack, static, mmap, after a fork), 4 to 256
    /// KiB, and the first 100 messages of fresh buffers.
    Buffers,
    /// What OSU's micro-benchmarks measure, with their loops, warm-ups and buffers: latency, bandwidth one way and
    /// both, and twelve collectives on 2, 4 and 8 ranks.
    Osu,
    /// Allreduce and ping-pong of 8 bytes alone and beside another program's busy process: pinned to the first
    /// rank's processor, free, `nice` 19. With `--hosts 2` on two test hosts, which share this machine's cores.
    Stranger,
    /// Allreduce and ping-pong of 8 bytes, and computing by turns, in a control group that may use 1.5 processors
    /// (--ranks 2). Needs root.
    Quota,
    /// Two jobs of 4 ranks at once, which compute or only exchange messages: the time of both over the sum of each
    /// alone. A repeat takes some 20 s for each library.
    Jobs,
    /// Files on tmpfs, 4 ranks: a 3-D array in blocks by collective calls, beside one process that writes and reads the
    /// same bytes; independent pieces of 4 KiB; IOR's and mpi-tile-io's patterns. With `--hosts K --ranks N` the ranks
    /// of K test hosts, which share the folder.
    Files,
    /// One-sided communication: put, get and fetch-and-op with a flush, a flag seen in the own memory, fences, a target
    /// that computes; and from four ranks at once.
    Onesided,
    /// One-sided communication in Global Arrays' patterns, by ARMCI-MPI's calls: patches in runs with gaps put, got and
    /// accumulated, counters, mutexes, and a target that computes. Also with `--hosts 2`.
    Arrays,
    /// OpenSHMEM beside MPI's windows and deposits: put with fence, get, fetch-and-add, put with a signal, long puts
    /// and gets beside a copy; barriers and sums on 2, 4 and 8 PEs. Also with `--hosts 2`.
    Shmem,
    /// Messages per second between two ranks, 8 bytes.
    Rate,
    /// Messages per second at MPI_THREAD_MULTIPLE, 8 bytes, two threads in each rank: on one communicator, and on
    /// one for each thread.
    Threads,
    /// Long queues: 10,000 messages to match in the worst order, posted first and unexpected.
    Queues,
    /// Both directions at once between two ranks.
    Exchange,
    /// Barrier, bcast, reduce, allreduce, allgather, alltoall over size, on 2, 4, 8 and 16 ranks. With `--hosts K` on
    /// test hosts also gather, scatter and reduce_scatter, on two ranks of each host and on one.
    Collectives,
    /// Operations that are prepared once: persistent allreduce, bcast and alltoall on 2 and 4 ranks beside the blocking
    /// calls, neighbourhood alltoall on a torus of 4 ranks beside a loop of messages, and 64 partitions from 4 threads
    /// beside 64 messages.
    Prepared,
    /// Barrier and allreduce of 8 bytes on 4, 8 and 16 ranks.
    Oversubscribe,
    /// Two ranks on test hosts that lose packets (`--loss`): the 99th percentile of round trips of 8 bytes, each timed
    /// by itself, and bandwidth. Needs root.
    Loss,
    /// How much of an exchange of 1 MiB hides behind computing, on two test hosts with links of 1 Gbit/s. Needs root
    /// and tc.
    Overlap,
    /// Seven hosts send 1 MiB each to an eighth, whose port carries 1 Gbit/s and queues 256 KiB. Needs root and tc.
    Incast,
    /// Two hosts send to a third beside a TCP flow from a fourth, through a port of 200 Mbit/s. Needs root and tc.
    Neighbour,
    /// Broadcasts on test hosts, one rank on each: from the root's call until the last has all, the middle 80 % of up
    /// to 500 (the EQA paper's figures). The paper's simple and push-pull broadcast, a push-pull broadcast that waits
    /// for all members, ours, and a tree of messages, on 2, 4 and 8 hosts if `--hosts` does not say so, and the memory
    /// that a shared buffer saves. For `peers`: MPI_Bcast, on 8 hosts. With `--loss` on hosts that lose packets. Needs
    /// root.
    Broadcast,
    /// Start to end of an empty job, launcher included.
    Startup,
    /// Two ranks that start four processes and disconnect from them, and messages of 8 bytes to a started process
    /// beside messages within the job.
    Spawn,
    /// Instructions of a send of 8 bytes, counted one by one (x86-64).
    Instructions,
    /// Memory of a rank (PSS) in a job of 64.
    Memory,
    /// One-way time of large messages by each engine (shared heap, the system's copies, both with one side copying and
    /// both; two copies), beside the floor of two cores. For `peers`: the large messages that goals are set for.
    Engines,
    /// What the shared heap costs a program without messages (one rank, C and Python), with it and without in turn.
    Heap,
    /// The Push-Pull paper's intranode figure: push-zero, push-pull and push-all over size, early and late receiver.
    #[value(alias = "pushpull")]
    PushPull,
    /// Messages that run handlers: a short one from its send to its handler's first instruction, beside the raw ring;
    /// long ones gathered from 16 pieces and scattered into 16 others.
    Streams,
    /// What each layer costs on the one below (Fast Messages, figures 3, 4, 7 and 8): the raw ring, functions, streams,
    /// tags and MPI; and in C Fast Messages 1.x and 2.x, with message passing as a layer on each. Also with `--hosts
    /// 2`.
    Layers,
    /// Direct Deposit (the Avalanche paper): one-way latency until a note is there and until every line has been read,
    /// beside a message; and what a receive, a send, the question whether it is complete and an empty poll take.
    Deposit,
    /// Asynchronous over-relaxation on 1, 2, 4 and 8 ranks (the Avalanche paper's figure 3): messages and bytes that
    /// each rank sends, and the run time by messages, by deposits, and by deposits that leave notes.
    Sor,
    /// The Push-Pull paper's figure of optimizations between two test hosts: none, masking (the request leaves before
    /// copies), overlapping (bytes are pushed while it is on its way), both. Needs root.
    Optimizations,
    /// The Push-Pull paper's early and late receiver between two test hosts: push-zero, push-pull and push-all with
    /// the smallest pushed buffer. Needs root.
    Receivers,
    /// What each guarantee costs between two test hosts (Fast Messages, figure 2): a message of 16 words with all
    /// guarantees, and without buffers, in-order delivery and fault tolerance, one after the other. Needs root.
    Guarantees,
    /// Bandwidth between two test hosts over size, where pulls are cut into rows of one length, and of what `clump
    /// tune` finds. Needs root.
    Pipeline,
    /// The CLIP thesis' figures between two ranks of this machine: latency and bandwidth, copied and native,
    /// misaligned, exclusive and shared; and polling, padding and copies without a library. (Its pieces: `pipeline`.)
    Clip,
    /// What this machine can do at best: cache-line hand-over, copies, switches.
    Floors,
    /// The MPI benchmarks above (or those of --what) for Clump and the peers in turn.
    Peers,
}
