//! Tests of collectives of many hosts, on a model of a switch with links of 10 Gbit/s.
use clump_sim::exchange::{Counts, Figures, KINDS, Kind, Setup, run};

/// Collectives that each figure is the mean of.
const TIMES: usize = 1;

fn figures(setup: Setup) -> Figures {
    let figures = run(setup, TIMES);
    println!("{setup:?}: {figures:?}");
    figures
}

/// In the first exchange of 64 hosts no host has told another how much it may send. Each pushes its share of a receive
/// budget, and what is fetched comes as the budget has room, so that nothing is lost and links are busy.
#[test]
fn the_first_exchanges_of_64_hosts_lose_nothing() {
    for (kind, bytes) in [(Kind::Alltoall, 24 << 10), (Kind::ReduceScatter, 64 << 10)] {
        let f = figures(Setup { before: 0, ..Setup::new(kind, 64, bytes, 0) });
        assert_eq!((f.lost, f.resent), (Counts::default(), 0), "{kind:?} of {bytes} bytes");
        assert!(f.used > 0.6, "{f:?}");
    }
}

/// Later, windows are open, and still nothing is lost.
#[test]
fn later_exchanges_lose_nothing_and_fill_the_links() {
    for (kind, hosts, bytes) in [(Kind::Alltoall, 64, 24 << 10), (Kind::Allgather, 16, 256 << 10)] {
        let f = figures(Setup::new(kind, hosts, bytes, 0));
        assert_eq!((f.lost, f.resent), (Counts::default(), 0), "{kind:?} of {bytes} bytes");
        assert!(f.used > 0.7, "{f:?}");
    }
}

/// Every collective ends, with the right result, where packets are lost by chance.
#[test]
fn every_collective_ends_with_loss() {
    for kind in KINDS {
        for bytes in [8, 64 << 10] {
            let f = figures(Setup::new(kind, 16, bytes, 10));
            assert!(f.lost.by_chance > 0 || bytes == 8 || kind == Kind::Barrier, "{kind:?}: {f:?}");
        }
    }
}

/// A barrier's time grows with the number of rounds, and not with the number of hosts.
#[test]
fn a_barrier_of_1024_hosts_takes_as_many_rounds_as_the_logarithm() {
    let of = |hosts| figures(Setup::new(Kind::Barrier, hosts, 0, 0)).time;
    // Five times as many rounds, and the hosts begin up to 5 us apart.
    assert!(of(1024) < 6 * of(4));
}
