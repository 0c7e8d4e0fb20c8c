//! One test suite for every kind of fabric. The tests check that a kind does what its capabilities claim, and what
//! every fabric must do.
//!
//! All processes of a cluster live in one thread and take turns, so that a kind needs nothing but its `Fabric`. Only
//! `wake` also runs a thread for each process, for kinds that can be sent to another thread.
mod cluster;
mod frames;
mod full;
mod kinds;
mod multicast;
mod pull;
mod wake;

use cluster::{Cluster, Kind};

/// Declares all tests of the suite, for the kind that `$kind` creates for a number of processes.
macro_rules! suite {
    ($name:ident, $kind:expr) => {
        suite!($name, $kind, {
            #[test]
            fn memory_is_pulled_and_pushed() {
                pull::both_ways($kind);
            }
            #[test]
            fn a_refused_pull_changes_nothing_else() {
                pull::refused($kind);
            }
        });
    };
    // The tests for kinds that carry frames and have no native pull.
    ($name:ident, $kind:expr, frames) => {
        suite!($name, $kind, {});
    };
    ($name:ident, $kind:expr, { $($more:item)* }) => {
        mod $name {
            use super::*;
            $($more)*
            #[test]
            fn multicast_frames_reach_the_members() {
                multicast::reaches_members($kind);
            }
            #[test]
            fn each_member_loses_its_own_frames() {
                multicast::by_itself($kind);
            }
            #[test]
            fn frames_arrive_as_they_were_sent() {
                frames::arrive_as_sent($kind);
            }
            #[test]
            fn every_size_arrives_whole() {
                frames::every_size($kind);
            }
            #[test]
            fn many_send_to_one() {
                frames::many_to_one($kind);
            }
            #[test]
            fn a_poll_takes_no_more_than_a_burst() {
                frames::bursts($kind);
            }
            #[test]
            fn a_misbehaving_peer_affects_no_other_pair() {
                frames::spoiled($kind);
            }
            #[test]
            fn full_is_returned_and_clears() {
                full::answers_and_clears($kind);
            }
            #[test]
            fn a_sleeper_is_woken() {
                wake::by_a_frame($kind);
            }
        }
    };
}

use crate::Cipher;
use crate::sim::{self, Faults as Rough, Multicast};
use crate::wrap::Faults;
use kinds::{Captured, Faulty, Shm, Sim, Traced, Udp};

/// Returns a network that loses and reorders no frame, but is slow and often full.
fn slow() -> Rough {
    Rough { delay: 20, full: 200, ..Rough::none(8) }
}

fn lossy() -> Rough {
    Rough { loss: 50, duplicate: 50, reorder: 100, ..slow() }
}

/// Returns a network that loses, duplicates and reorders only multicast frames.
fn lossy_groups() -> Rough {
    let multicast = Multicast { loss: 200, duplicate: 50, reorder: 100, ..Multicast::perfect() };
    Rough { multicast, ..slow() }
}

/// Returns all faults that a reliable fabric may have.
fn mean() -> Faults {
    Faults { delay: 200, longest_delay: 10, full: 100, longest_full: 40, refuse: 300, ..Faults::default() }
}

fn bad() -> Faults {
    Faults { drop: 50, duplicate: 50, reorder: 200, corrupt: 50, ..mean() }
}

suite!(shm, Shm::new);
suite!(sim_plain, |n| Sim::new(n, sim::Faults::none(16)));
suite!(sim_slow, |n| Sim::new(n, slow()));
suite!(sim_lossy, |n| Sim::new(n, lossy()));
suite!(sim_lossy_groups, |n| Sim::new(n, lossy_groups()));
suite!(sim_without_groups, |n| Sim::new(n, Rough { multicast: Multicast::none(), ..slow() }));
suite!(fault_none_shm, |n| Faulty::new(Shm::new(n), Faults::default()));
suite!(fault_mean_shm, |n| Faulty::new(Shm::new(n), mean()));
suite!(fault_bad_shm, |n| Faulty::new(Shm::new(n), bad()));
suite!(fault_mean_sim, |n| Faulty::new(Sim::new(n, slow()), mean()));
suite!(fault_bad_sim, |n| Faulty::new(Sim::new(n, lossy()), bad()));
suite!(udp_aegis_x2, |n| Udp::new(n, Some(Cipher::AegisX2)), frames);
suite!(udp_aegis_x4, |n| Udp::new(n, Some(Cipher::AegisX4)), frames);
suite!(udp_aes_gcm, |n| Udp::new(n, Some(Cipher::AesGcm)), frames);
suite!(udp_chacha20_poly1305, |n| Udp::new(n, Some(Cipher::ChaCha20Poly1305)), frames);
suite!(udp_insecure, |n| Udp::new(n, None), frames);
suite!(udp_groups_v6, |n| Udp::new(n, Some(Cipher::AegisX2)).with_groups(Some(true)), frames);
suite!(udp_without_groups, |n| Udp::new(n, Some(Cipher::AegisX2)).with_groups(None), frames);
suite!(fault_bad_udp, |n| Faulty::new(Udp::new(n, Some(Cipher::AegisX2)), bad()), frames);
suite!(trace_shm, |n| Traced(Shm::new(n)));
suite!(trace_sim, |n| Traced(Sim::new(n, lossy())));
suite!(trace_faulty_sim, |n| Traced(Faulty::new(Sim::new(n, lossy_groups()), bad())));
suite!(pcap_shm, |n| Captured::new(Shm::new(n)));
suite!(pcap_of_faults, |n| Captured::new(Faulty::new(Shm::new(n), mean())));

#[test]
fn threads_sleep_and_wake_each_other() {
    wake::threads(Shm::new(2));
    wake::threads(Faulty::new(Shm::new(2), mean()));
    wake::threads(Traced(Shm::new(2)));
    wake::threads(Udp::new(2, Some(Cipher::AegisX2)));
}
