//! The paper's broadcasts: push-pull broadcast with one acknowledgement (3.3), and simple broadcast with repair by
//! time-out (3.2).
use super::net::{GROUP, LONGEST, Net, bytes};
use super::tests::{SMALL, check, posts, warmed};
use crate::limits::BroadcastLimits;
use crate::wire::Kind;

/// Two parts are pushed.
const ONE: BroadcastLimits =
    BroadcastLimits { push: (LONGEST, LONGEST), selective: false, one_acknowledges: true, ..SMALL };

fn suspended(net: &Net) -> usize {
    net.job.engines[0].owners.groups.open[&GROUP].suspended.len()
}

/// Returns true if the frame is a part of the pushed bytes of a long broadcast.
fn is_pushed(frame: &crate::testing::TestFrame) -> bool {
    frame.kind() == Kind::Broadcast && frame.words[1] < 2 * LONGEST && !frame.body.is_empty()
}

/// Ends a member, and tells all others.
fn die(net: &mut Net, dead: usize) {
    net.dead[dead] = true;
    for i in (0..net.job.engines.len()).filter(|&i| i != dead) {
        net.job.engines[i].lose(&mut net.job.worlds[i], 10 + dead as u32);
    }
}

#[test]
fn the_rest_leaves_when_one_member_has_the_pushed_bytes() {
    let mut net = warmed(4, ONE);
    let data = bytes(3, 5000);
    // Only member 3, which does not acknowledge for all, has named a destination late; members 1 and 2 never wait.
    let early = [1, 2].map(|at| (at, net.post(at, 0, data.len())));
    net.broadcast(0, &data);
    for _ in 0..4000 {
        net.turn();
    }
    let waits_for_all = |limits: BroadcastLimits| {
        let mut net = warmed(4, limits);
        let before = net.job.engines[0].broadcasts().broadcast_counters().multicasts;
        for at in [1, 2] {
            net.post(at, 0, 5000);
        }
        net.broadcast(0, &bytes(3, 5000));
        for _ in 0..4000 {
            net.turn();
        }
        net.job.engines[0].broadcasts().broadcast_counters().multicasts - before
    };
    assert_eq!(waits_for_all(BroadcastLimits { one_acknowledges: false, ..ONE }), 2, "only the pushed bytes left");
    assert!(waits_for_all(ONE) > 2, "the rest left, although a member is late");
    let late = net.post(3, 0, data.len());
    net.settle();
    check(&mut net, &early, &data);
    check(&mut net, &[(3, late)], &data);
    net.check_empty();
}

/// Member 1 acknowledges the pushed bytes for all, and member 3 has lost one of their parts.
#[test]
fn a_push_lost_at_a_member_that_does_not_acknowledge_suspends_the_broadcast() {
    let mut net = warmed(4, ONE);
    let mut lost = false;
    net.loses = Box::new(move |to, frame, _| {
        let loses = to == 3 && is_pushed(frame) && frame.words[1] > 0 && !lost;
        lost |= loses;
        loses
    });
    let data = bytes(5, 30_000);
    let posted = posts(&mut net, 0, data.len());
    net.broadcast(0, &data);
    while suspended(&net) == 0 {
        net.turn();
        assert!(net.got(3, posted[2].1).is_none(), "the broadcast was not suspended");
    }
    let at = |net: &Net| net.job.engines[0].broadcasts().broadcast_counters();
    let parts = at(&net).multicasts - at(&net).polls;
    while suspended(&net) > 0 {
        assert_eq!(at(&net).multicasts - at(&net).polls, parts, "nothing leaves while a member lacks pushed bytes");
        net.turn();
    }
    net.settle();
    check(&mut net, &posted, &data);
    let counters = at(&net);
    assert!(counters.suspended == 1 && counters.repairs > 0 && counters.multicasts > parts, "{counters:?}");
    net.check_empty();
}

#[test]
fn a_broadcast_resumes_if_the_member_that_lost_a_push_dies() {
    let mut net = warmed(4, ONE);
    net.loses = Box::new(|to, frame, _| to == 3 && is_pushed(frame));
    let data = bytes(5, 30_000);
    let posted = posts(&mut net, 0, data.len());
    net.broadcast(0, &data);
    while suspended(&net) == 0 {
        net.turn();
    }
    die(&mut net, 3);
    net.settle();
    check(&mut net, &posted[..2], &data);
    assert_eq!(suspended(&net), 0);
}

/// The member that acknowledges for all dies before it has: the next one does.
#[test]
fn another_member_acknowledges_if_the_first_one_dies() {
    let mut net = warmed(4, ONE);
    net.loses = Box::new(|to, frame, _| to == 1 && is_pushed(frame));
    let data = bytes(6, 5000);
    let posted = posts(&mut net, 0, data.len());
    net.broadcast(0, &data);
    for _ in 0..3 {
        net.turn();
    }
    die(&mut net, 1);
    net.settle();
    check(&mut net, &posted[1..], &data);
}

/// The rest has begun to leave when the member dies whose readiness allowed it. The next member names its destination
/// late, and the rest goes on nevertheless.
#[test]
fn the_rest_goes_on_if_the_member_that_was_ready_dies() {
    let mut net = warmed(4, ONE);
    let data = bytes(8, 30_000);
    let early = [1, 3].map(|at| (at, net.post(at, 0, data.len())));
    net.broadcast(0, &data);
    let sent = |net: &Net| {
        let group = &net.job.engines[0].owners.groups.open[&GROUP];
        group.home.get(group.sending).map_or(0, |e| e.sent)
    };
    while sent(&net) <= 2 * LONGEST {
        net.turn();
    }
    assert!(sent(&net) < data.len() as u64, "the whole broadcast has left");
    die(&mut net, 1);
    for _ in 0..100 {
        net.turn();
    }
    let late = net.post(2, 0, data.len());
    net.settle();
    check(&mut net, &[early[1], (2, late)], &data);
}

/// The root stops sending to a member that names no destination, and begins again when the member does.
#[test]
fn a_member_that_is_late_for_long_gets_what_it_has_dropped() {
    let limits = BroadcastLimits { selective: false, push_all: true, by_timeout: true, ..SMALL };
    let mut net = warmed(3, limits);
    let data = bytes(7, 1500);
    let first = net.post(1, 0, data.len());
    net.broadcast(0, &data);
    net.settle();
    let late = net.post(2, 0, data.len());
    net.settle();
    check(&mut net, &[(1, first), (2, late)], &data);
    net.check_empty();
}

#[test]
fn lost_parts_come_again_after_a_time_out_and_no_member_asks() {
    let limits = BroadcastLimits { selective: false, push_all: true, by_timeout: true, ..SMALL };
    let mut net = warmed(4, limits);
    net.loses = Box::new(|to, frame, n| to < 3 && frame.kind() == Kind::Broadcast && n % 5 == 0);
    let asks = |net: &Net| -> u64 { net.job.engines.iter().map(|e| e.broadcasts().broadcast_counters().asks).sum() };
    let before = asks(&net);
    for (i, len) in [60, 5000, 0, 12_000].into_iter().enumerate() {
        let data = bytes(i, len);
        let posted = posts(&mut net, 0, len);
        net.broadcast(0, &data);
        net.settle();
        check(&mut net, &posted, &data);
    }
    let counters = net.job.engines[0].broadcasts().broadcast_counters();
    assert!(asks(&net) == before && counters.repairs > 0, "{counters:?}");
    net.check_empty();
}
