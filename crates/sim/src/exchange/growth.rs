//! Prints tables of collectives' times against the number of hosts, with and without loss.
use super::{Figures, Kind, Link, Setup, run};

const HOSTS: [usize; 5] = [4, 16, 64, 256, 1024];
const BYTES: [usize; 4] = [8, 4 << 10, 64 << 10, 1 << 20];
/// The collectives.
const SHOWN: [Kind; 8] = [
    Kind::Barrier,
    Kind::Bcast,
    Kind::Allreduce,
    Kind::ReduceScatter,
    Kind::Allgather,
    Kind::Alltoall,
    Kind::Gather,
    Kind::Scatter,
];
/// Packets lost by chance, per mille.
const LOSS: [u32; 2] = [0, 1];
/// Lengths of the blocks of first exchanges.
const FIRST_BYTES: [usize; 5] = [4 << 10, 16 << 10, 24 << 10, 64 << 10, 256 << 10];
/// The most packets of one collective; longer runs are left out.
const MOST_PACKETS: usize = 200_000;

/// Returns about how many packets one collective has.
fn packets(kind: Kind, hosts: usize, bytes: usize) -> usize {
    let messages = match kind {
        Kind::Allgather | Kind::Alltoall | Kind::ReduceScatter => hosts * hosts,
        Kind::Barrier => hosts * hosts.ilog2() as usize,
        _ => 2 * hosts,
    };
    messages * (1 + bytes / 1400)
}

/// Prints what the first exchange between hosts loses, which know nothing of each other.
fn print_first(most: usize) {
    println!("\nthe first exchange between hosts (alltoall), which know nothing of each other:");
    println!("{:>8} {:>6} {:>11} {:>6} {:>7} {:>7} {:>7}", "bytes", "hosts", "us", "port", "switch", "socket", "again");
    for bytes in FIRST_BYTES {
        let able = |&n: &usize| n <= most && packets(Kind::Alltoall, n, bytes) <= MOST_PACKETS;
        for hosts in HOSTS.into_iter().filter(able) {
            let figures = run(Setup { before: 0, ..Setup::new(Kind::Alltoall, hosts, bytes, 0) }, 1);
            println!("{bytes:>8} {hosts:>6} {}", line(figures));
        }
    }
}

fn line(Figures { time, lost, resent, used }: Figures) -> String {
    let port = used * 100.0;
    format!("{:>11.1} {port:>4.0} % {:>7} {:>7} {resent:>7}", time as f64 / 1e3, lost.in_switch, lost.in_socket)
}

/// Prints the network, and a line for each collective, length, loss and number of hosts up to `most`.
pub fn print(most: usize, times: usize) {
    let Link { rate, hop, queue, socket } = Link::TEN_GBIT;
    println!("one switch; {rate} bytes a us on each link both ways, {hop} ns a hop, {queue} bytes queued for a host,");
    println!(
        "sockets of {socket} bytes; each figure: the mean of {times} collectives, us; lost: packets of all of them"
    );
    println!(
        "{:<14} {:>8} {:>9} {:>8} {:>6} {:>11} {:>6} {:>7} {:>7} {:>7}",
        "", "bytes", "lost/1000", "t/t(4)", "hosts", "us", "port", "switch", "socket", "again"
    );
    for kind in SHOWN {
        let lengths = if kind == Kind::Barrier { &[0][..] } else { &BYTES[..] };
        for (bytes, loss) in lengths.iter().flat_map(|&bytes| LOSS.map(|loss| (bytes, loss))) {
            let mut four = None;
            for hosts in HOSTS.into_iter().filter(|&n| n <= most && packets(kind, n, bytes) <= MOST_PACKETS) {
                let figures = run(Setup::new(kind, hosts, bytes, loss), times);
                let growth = figures.time as f64 / *four.get_or_insert(figures.time) as f64;
                println!("{kind:<14?} {bytes:>8} {loss:>9} {growth:>8.2} {hosts:>6} {}", line(figures));
            }
        }
    }
    print_first(most);
}
