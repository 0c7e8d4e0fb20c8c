//! Prints tables of collectives' times against the number of hosts, with and without loss.
use super::{Algorithm, Figures, Link, Setup, run};

const HOSTS: [usize; 5] = [4, 16, 64, 256, 1024];
const BYTES: [u64; 4] = [8, 4 << 10, 64 << 10, 1 << 20];
/// Packets lost by chance, per mille.
const LOSS: [u32; 2] = [0, 1];
/// Lengths of the blocks of first exchanges.
const FIRST_BYTES: [u64; 5] = [4 << 10, 16 << 10, 24 << 10, 64 << 10, 256 << 10];
/// The most packets of one collective; longer runs are left out.
const MOST_PACKETS: u64 = 200_000;

/// Returns the packets of one collective.
fn packets(algorithm: Algorithm, hosts: usize, bytes: u64) -> u64 {
    let of = |me| -> u64 {
        let steps = algorithm.steps(me, hosts, bytes);
        steps.iter().flat_map(|step| &step.sends).map(|(_, len)| 1 + len / 1400).sum()
    };
    of(0) + (hosts as u64 - 1) * of(1)
}

/// Prints what the first exchange between hosts loses, if each host pushes its share of a receive budget at first, and
/// if it pushes as much as between two hosts.
fn print_first(most: usize) {
    println!("\nthe first exchange between hosts (allgather, direct), which know nothing of each other:");
    println!(
        "{:<20} {:>8} {:>6} {:>11} {:>6} {:>7} {:>7} {:>7}",
        "first pushed", "bytes", "hosts", "us", "port", "switch", "socket", "again"
    );
    for bytes in FIRST_BYTES {
        let hosts =
            HOSTS.into_iter().filter(|&n| n <= most && packets(Algorithm::AllgatherDirect, n, bytes) <= MOST_PACKETS);
        for hosts in hosts {
            for (name, shares) in [("a host's share", true), ("16 packets", false)] {
                let setup = Setup { shares, before: 0, ..Setup::new(Algorithm::AllgatherDirect, hosts, bytes, 0) };
                let Figures { time, lost, resent, used } = run(setup, 1);
                println!(
                    "{name:<20} {bytes:>8} {hosts:>6} {:>11.1} {:>4.0} % {:>7} {:>7} {:>7}",
                    time as f64 / 1e3,
                    used * 100.0,
                    lost.in_switch,
                    lost.in_socket,
                    resent
                );
            }
        }
    }
}

/// Prints the network, and a line for each algorithm, length, loss and number of hosts up to `most`.
pub fn print(most: usize, times: usize) {
    let Link { rate, hop, queue, socket } = Link::TEN_GBIT;
    println!("one switch; {rate} bytes a us on each link both ways, {hop} ns a hop, {queue} bytes queued for a host,");
    println!(
        "sockets of {socket} bytes; each figure: the mean of {times} collectives, us; lost: packets of all of them"
    );
    println!(
        "{:<20} {:>8} {:>9} {:>6} {:>11} {:>8} {:>6} {:>7} {:>7} {:>7}",
        "", "bytes", "lost/1000", "hosts", "us", "t/t(4)", "port", "switch", "socket", "again"
    );
    for (name, algorithm, longest) in Algorithm::ALL {
        let lengths = if longest == 0 { &[0][..] } else { &BYTES[..] };
        for &bytes in lengths.iter().filter(|&&bytes| bytes <= longest) {
            for loss in LOSS {
                let mut four = None;
                let hosts = HOSTS.into_iter().filter(|&n| n <= most);
                for hosts in hosts.filter(|&n| packets(algorithm, n, bytes) <= MOST_PACKETS) {
                    let Figures { time, lost, resent, used } = run(Setup::new(algorithm, hosts, bytes, loss), times);
                    let growth = time as f64 / *four.get_or_insert(time) as f64;
                    println!(
                        "{name:<20} {bytes:>8} {loss:>9} {hosts:>6} {:>11.1} {growth:>8.2} {:>4.0} % {:>7} {:>7} {:>7}",
                        time as f64 / 1e3,
                        used * 100.0,
                        lost.in_switch,
                        lost.in_socket,
                        resent
                    );
                }
            }
        }
    }
    print_first(most);
}
