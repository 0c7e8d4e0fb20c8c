//! Tests of collectives' exchanges between many hosts, on a model of a switch with links of 10 Gbit/s.
use clump_sim::exchange::{Algorithm, Counts, Figures, Push, Setup, run};

/// Collectives that each figure is the mean of.
const TIMES: usize = 1;

fn figures(algorithm: Algorithm, hosts: usize, bytes: u64, loss: u32) -> Figures {
    let figures = run(Setup::new(algorithm, hosts, bytes, loss), TIMES);
    println!("{algorithm:?}, {hosts} hosts, {bytes} bytes, {loss} of 1000 lost: {figures:?}");
    figures
}

/// On 64 hosts, each of which fetches from all others at once, the receive budget keeps the switch's queues and the
/// sockets from overflowing, from the first exchange on.
#[test]
fn what_64_hosts_fetch_from_each_other_at_once_is_never_lost() {
    let setup = Setup::new(Algorithm::AllgatherDirect, 64, 64 << 10, 0);
    let fetched = Push { behind: 0, ..setup.push };
    let f = run(Setup { push: fetched, before: 0, ..setup }, 2);
    println!("{f:?}");
    assert_eq!((f.lost, f.resent), (Counts::default(), 0));
}

/// In the first exchange of 64 hosts no host has told another how much it may send. Each pushes its share of a receive
/// budget, so that nothing is lost; 16 packets from every host overflow sockets.
#[test]
fn the_first_exchange_of_64_hosts_loses_nothing_that_was_pushed() {
    let first = |bytes, shares| {
        let setup = Setup::new(Algorithm::AllgatherDirect, 64, bytes, 0);
        let f = run(Setup { shares, before: 0, ..setup }, 1);
        println!("{bytes} bytes, shares: {shares}: {f:?}");
        (f.lost, f.resent)
    };
    for bytes in [24 << 10, 64 << 10] {
        assert_eq!(first(bytes, true), (Counts::default(), 0), "{bytes} bytes");
    }
    assert!(first(64 << 10, false).0.in_socket > 1000);
}

/// Later, windows keep sockets from overflowing, and links are busy.
#[test]
fn a_direct_exchange_of_64_hosts_soon_loses_nothing_and_fills_the_links() {
    let f = figures(Algorithm::AllgatherDirect, 64, 64 << 10, 0);
    assert_eq!((f.lost, f.resent), (Counts::default(), 0));
    assert!(f.used > 0.7, "{f:?}");
}

#[test]
fn a_direct_exchange_of_long_blocks_of_16_hosts_loses_nothing() {
    let f = figures(Algorithm::AllgatherDirect, 16, 256 << 10, 0);
    assert_eq!(f.lost, Counts::default());
    assert!(f.used > 0.5, "{f:?}");
}

/// Every algorithm ends where packets are lost by chance.
#[test]
fn every_algorithm_ends_with_loss() {
    for (_, algorithm, longest) in Algorithm::ALL {
        for bytes in [8, 64 << 10].into_iter().filter(|&bytes| bytes <= longest.max(8)) {
            let f = figures(algorithm, 16, if longest == 0 { 0 } else { bytes }, 10);
            assert!(f.lost.by_chance > 0 || bytes == 8, "{algorithm:?}: {f:?}");
        }
    }
}

/// A barrier's time grows with the number of rounds, and not with the number of hosts.
#[test]
fn a_barrier_of_1024_hosts_takes_as_many_rounds_as_the_logarithm() {
    let of = |radix, hosts| figures(Algorithm::Barrier(radix), hosts, 0, 0).time;
    // Five times as many rounds, and the hosts begin up to 5 us apart.
    assert!(of(2, 1024) < 6 * of(2, 4));
    assert!(of(4, 1024) < 6 * of(4, 4));
}
