//! Broadcasts whose multicasts are lost, late, or stop arriving.
use super::net::{GROUP, LONGEST, bytes};
use super::tests::{SMALL, check, posts, warmed};
use crate::wire::Kind;

#[test]
fn lost_parts_are_requested_or_restored_and_no_other_part_is_resent() {
    let mut net = warmed(5, SMALL);
    // Every seventh part is lost to every member but the last.
    net.loses = Box::new(|to, frame, n| to < 4 && frame.kind() == Kind::Broadcast && n % 7 == 0);
    let data = bytes(9, 12_000);
    let posted = posts(&mut net, 0, data.len());
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    let c = net.job.engines[0].broadcasts().broadcast_counters();
    let restored: u64 = net.job.engines.iter().map(|e| e.broadcasts().broadcast_counters().restored).sum();
    let again = c.repairs + restored;
    assert!(again > 20 && again < 80, "{} repairs of 120 parts to 4, {restored} made by parities", c.repairs);
    assert_eq!(
        (
            net.job.engines[4].broadcasts().broadcast_counters().asks,
            net.job.engines[4].broadcasts().broadcast_counters().restored
        ),
        (0, 0)
    );
    assert!(net.job.engines[0].broadcasts().multicasts(GROUP), "some loss is no reason to go back");
    net.check_empty();
}

#[test]
fn a_lost_last_part_is_found_by_a_time_out() {
    let mut net = warmed(3, SMALL);
    net.loses = Box::new(|to, frame, _| to == 2 && frame.kind() == Kind::Broadcast);
    let data = bytes(4, 60);
    let posted = posts(&mut net, 0, 60);
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    assert_eq!(net.job.engines[0].broadcasts().broadcast_counters().repairs, 1);
    net.check_empty();
}

/// Where multicasts are lost, the end of a broadcast that stands alone leaves twice, to avoid a time-out.
#[test]
fn where_parts_are_lost_the_last_one_leaves_twice() {
    for len in [60, 5000] {
        let mut net = warmed(3, SMALL);
        // Member 2 misses the last part of every broadcast, at its first transmission.
        let mut last = None;
        net.loses = Box::new(move |to, frame, _| {
            let end = frame.kind() == Kind::Broadcast && frame.body.len() as u64 + frame.words[1] == len as u64;
            end && to == 2 && last.replace(frame.words[0]) != Some(frame.words[0])
        });
        let mut took = Vec::new();
        for i in 0..5 {
            net.now += 1_000_000_000;
            let (posted, before) = (posts(&mut net, 0, len), net.job.engines[0].broadcasts().broadcast_counters());
            net.turn();
            let (data, start) = (bytes(i, len), net.now);
            net.broadcast(0, &data);
            while posted.iter().any(|p| net.got(p.0, p.1).is_none()) {
                net.turn();
            }
            let after = net.job.engines[0].broadcasts().broadcast_counters();
            took.push((net.now - start, after.multicasts - before.multicasts, after.repairs - before.repairs));
            net.settle();
            check(&mut net, &posted, &data);
        }
        let parts = (len as u64).div_ceil(LONGEST);
        assert_eq!((took[0].1, took[0].2), (parts, 1), "nothing is known yet: {took:?}");
        for (took, multicasts, repairs) in took.split_off(1) {
            assert_eq!((multicasts, repairs), (parts + 1, 0));
            assert!(took < 1_000_000, "{took} ns: a time-out was waited for");
        }
        net.check_empty();
        // Broadcasts in a row show the loss of each other's end.
        let before = net.job.engines[0].broadcasts().broadcast_counters().multicasts;
        for i in 0..5 {
            net.broadcast(0, &bytes(i, 60));
            posts(&mut net, 0, 60);
        }
        net.settle();
        assert!(net.job.engines[0].broadcasts().broadcast_counters().multicasts - before <= 6);
    }
}

/// A root that computes does not notice a time-out, but answers requests.
#[test]
fn a_member_that_has_waited_for_long_asks() {
    let mut net = warmed(3, SMALL);
    net.loses = Box::new(|to, frame, _| to == 2 && frame.kind() == Kind::Broadcast);
    let posted = posts(&mut net, 0, 60);
    net.broadcast(0, &bytes(4, 60));
    net.no_time = Some(0);
    for _ in 0..1000 {
        net.turn();
    }
    check(&mut net, &posted, &bytes(4, 60));
    assert!(
        net.job.engines[0].broadcasts().broadcast_counters().repairs > 0
            && net.job.engines[2].broadcasts().broadcast_counters().asks > 0
    );
    net.no_time = None;
    net.settle();
    // While there are no broadcasts, members send few requests.
    let posted = posts(&mut net, 0, 60);
    let before = net.job.engines[1].broadcasts().broadcast_counters().asks;
    for _ in 0..100_000 {
        net.turn();
    }
    assert!(net.job.engines[1].broadcasts().broadcast_counters().asks - before < 16);
    net.broadcast(0, &bytes(5, 60));
    net.settle();
    check(&mut net, &posted, &bytes(5, 60));
    net.check_empty();
}

#[test]
fn multicast_that_stops_arriving_is_given_up_soon_and_tried_again() {
    for len in [60, 30_000] {
        let mut net = warmed(4, SMALL);
        let posted = posts(&mut net, 0, len);
        // Multicast stops half way through the long broadcast.
        let stop = if len > 1000 { net.multicasts + 200 } else { 0 };
        net.loses = Box::new(move |_, _, n| n > stop);
        let (data, before) = (bytes(2, len), net.now);
        net.broadcast(0, &data);
        while net.got(3, posted[2].1).is_none() || net.job.engines[0].broadcasts().broadcasts_known().0 > 0 {
            net.turn();
            assert!(net.now - before < 100_000_000, "{len} bytes take more than 100 ms");
        }
        net.settle();
        check(&mut net, &posted, &data);
        for i in 0..4 {
            let data = bytes(i, 70);
            let posted = posts(&mut net, 0, 70);
            net.broadcast(0, &data);
            net.settle();
            check(&mut net, &posted, &data);
        }
        let c = net.job.engines[0].broadcasts().broadcast_counters();
        assert_eq!(c.to_tree, 1);
        assert!(!net.job.engines[0].broadcasts().multicasts(GROUP));
        net.loses = Box::new(|_, _, _| false);
        for i in 0..20 {
            let posted = posts(&mut net, 0, 70);
            net.broadcast(0, &bytes(i, 70));
            net.settle();
            check(&mut net, &posted, &bytes(i, 70));
        }
        assert!(net.job.engines[0].broadcasts().multicasts(GROUP), "it works again");
        net.check_empty();
    }
}

/// A member that has waited long for a broadcast may ask just when the broadcast leaves. The root must not count that
/// request as a loss.
#[test]
fn an_ask_that_crosses_its_broadcast_is_no_loss() {
    let mut net = warmed(3, SMALL);
    let posted = posts(&mut net, 0, 60);
    // Member 2 asks; its request is in flight when the broadcast leaves.
    while net.job.engines[2].broadcasts().broadcast_counters().asks == 0 {
        net.now += 1_000_000;
        net.job.engines[2].groups().at(&mut net.job.worlds[2], net.now);
    }
    // All of this happens within the root's round-trip time.
    net.job.engines[0].groups().at_time(net.now);
    net.no_time = Some(0);
    let before = net.job.engines[0].broadcasts().broadcast_counters();
    net.broadcast(0, &bytes(1, 60));
    net.settle();
    net.no_time = None;
    check(&mut net, &posted, &bytes(1, 60));
    assert!(net.job.engines[0].broadcasts().broadcast_counters().repairs > before.repairs, "it has crossed");
    net.now += 1_000_000_000;
    net.turn();
    let before = net.job.engines[0].broadcasts().broadcast_counters();
    let posted = posts(&mut net, 0, 60);
    net.broadcast(0, &bytes(2, 60));
    net.settle();
    check(&mut net, &posted, &bytes(2, 60));
    assert_eq!(net.job.engines[0].broadcasts().broadcast_counters().multicasts - before.multicasts, 1, "it left once");
}
