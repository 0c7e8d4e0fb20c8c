//! Broadcasts in a group of engines over a network that loses multicasts.
use super::net::{GENERATION, GROUP, LONGEST, Net, bytes};
use crate::ids::BroadcastId;
use crate::limits::BroadcastLimits;
use crate::protocol::BroadcastLost;
use crate::testing::Job;
use crate::wire::{BroadcastName, BroadcastPart, InBlock};
use proptest::prelude::*;
use slotmap::Key;

pub(super) const SMALL: BroadcastLimits =
    BroadcastLimits { buffer: 4 << 10, push: (200, 300), window: 2000, part: LONGEST, ..BroadcastLimits::OURS };

/// Posts a broadcast's destinations at all other members.
pub(super) fn posts(net: &mut Net, root: usize, len: usize) -> Vec<(usize, BroadcastId)> {
    let others: Vec<usize> = (0..net.job.engines.len()).filter(|&i| i != root && !net.dead[i]).collect();
    others.into_iter().map(|at| (at, net.post(at, root, len))).collect()
}

pub(super) fn check(net: &mut Net, posted: &[(usize, BroadcastId)], wanted: &[u8]) {
    for &(at, broadcast) in posted {
        let got = net.got(at, broadcast);
        assert_eq!(got.as_ref().map(|r| r.as_deref()), Some(Ok(wanted)), "member {at}");
    }
}

/// Returns a network in which broadcasts have run until multicast works.
pub(super) fn warmed(members: usize, limits: BroadcastLimits) -> Net {
    let mut net = Net::new(members, limits);
    for i in 0..3 {
        let data = bytes(i, 40);
        net.broadcast(0, &data);
        let posted = posts(&mut net, 0, 40);
        net.settle();
        check(&mut net, &posted, &data);
    }
    assert!(net.job.engines[0].broadcasts().multicasts(GROUP));
    net
}

#[test]
fn broadcasts_of_any_length_and_order_of_calls_arrive() {
    for members in [2, 3, 8] {
        let mut net = Net::new(members, SMALL);
        for (i, len) in [0, 1, 100, 101, 499, 500, 501, 5000, 0, 20_000].into_iter().enumerate() {
            let (data, root) = (bytes(i, len), i % members);
            let early = i % 2 == 0;
            let mut posted = if early { posts(&mut net, root, len) } else { Vec::new() };
            if early {
                net.settle();
            }
            let broadcast = net.broadcast(root, &data);
            net.settle();
            assert_eq!(net.job.engines[root].broadcasts().broadcast_outcome(broadcast).is_some(), early || len <= 500);
            if !early {
                posted = posts(&mut net, root, len);
                net.settle();
            }
            check(&mut net, &posted, &data);
            assert_eq!(net.job.engines[root].broadcasts().broadcast_outcome(broadcast), Some(Ok(len as u64)));
        }
        net.check_empty();
    }
}

/// The number of frames that the root sends does not depend on the number of members.
#[test]
fn the_root_sends_as_many_frames_to_two_as_to_forty() {
    for len in [8, 400, 5000] {
        let frames = |members| {
            let mut net = warmed(members, SMALL);
            let before = net.sent_in_all(0);
            let posted = posts(&mut net, 0, len);
            net.turn();
            let data = bytes(1, len);
            net.broadcast(0, &data);
            net.settle();
            check(&mut net, &posted, &data);
            net.sent_in_all(0) - before
        };
        let (two, forty) = (frames(2), frames(40));
        assert_eq!(two, forty, "{len} bytes");
        let parts = (len as u64).div_ceil(LONGEST);
        assert!(two <= parts + parts / 5 + 3, "{two} frames for {len} bytes");
    }
}

#[test]
fn a_group_begins_with_the_tree_and_changes_to_multicast() {
    let mut net = Net::new(6, SMALL);
    let data = bytes(0, 400);
    net.broadcast(0, &data);
    let posted = posts(&mut net, 0, 400);
    net.settle();
    check(&mut net, &posted, &data);
    let c = net.job.engines[0].broadcasts().broadcast_counters();
    assert_eq!((c.multicasts, c.tree_parts, c.to_multicast), (0, 4, 1), "two children, 300 bytes in a frame");
    assert_eq!(net.job.engines[1].broadcasts().broadcast_counters().forwarded, 4);
    net.broadcast(0, &data);
    let posted = posts(&mut net, 0, 400);
    net.settle();
    check(&mut net, &posted, &data);
    let c = net.job.engines[0].broadcasts().broadcast_counters();
    assert_eq!((c.multicasts, c.tree_parts), (4, 4));
    net.check_empty();
}

#[test]
fn without_multicast_broadcasts_use_the_tree() {
    let mut net = Net::new(7, SMALL);
    net.job.worlds.iter_mut().for_each(|w| w.groups.longest = 0);
    for i in 0..20 {
        let (data, root) = (bytes(i, 700 * (i % 3)), i % 7);
        let posted = posts(&mut net, root, data.len());
        net.broadcast(root, &data);
        net.settle();
        check(&mut net, &posted, &data);
    }
    assert!(
        net.job
            .engines
            .iter()
            .all(|e| e.broadcasts().broadcast_counters().multicasts == 0
                && e.broadcasts().broadcast_counters().polls == 0)
    );
    net.check_empty();
}

/// The smallest receive window bounds the bytes in flight, and the root fills that window.
#[test]
fn the_smallest_receive_window_bounds_what_is_under_way() {
    let wide = BroadcastLimits { window: 1 << 20, ..SMALL };
    for (windows, bound) in [([0, 0], 128), ([512, 512], 512), ([512, 4], 4)] {
        let mut net = Net::new(3, wide);
        (1..3).for_each(|at| net.job.worlds[at].groups.receive_window = windows[at - 1] << 10);
        // All members have reported their windows by the time that multicast works.
        for i in 0..3 {
            let posted = posts(&mut net, 0, 40);
            net.broadcast(0, &bytes(i, 40));
            net.settle();
            check(&mut net, &posted, &bytes(i, 40));
        }
        let data = bytes(3, 1_500_000);
        let posted = posts(&mut net, 0, data.len());
        net.turn();
        net.broadcast(0, &data);
        let (mut most, mut before) = (0, net.job.engines[0].broadcasts().broadcast_counters().multicasts);
        while posted.iter().any(|p| net.got(p.0, p.1).is_none()) {
            net.turn();
            let multicasts = net.job.engines[0].broadcasts().broadcast_counters().multicasts;
            (most, before) = (most.max(LONGEST * (multicasts - before)), multicasts);
        }
        net.settle();
        check(&mut net, &posted, &data);
        assert!(most > bound * 512 && most <= bound << 10, "{most} bytes in a turn, windows of {windows:?} KiB");
        assert_eq!(net.job.engines[0].broadcasts().broadcast_counters().repairs, 0);
        net.check_empty();
    }
}

#[test]
fn the_root_runs_ahead_of_a_late_member_as_far_as_its_buffer_goes() {
    let mut net = warmed(3, SMALL);
    net.away[2] = true;
    let sent: Vec<BroadcastId> = (0..40).map(|i| net.broadcast(0, &bytes(i, 100))).collect();
    let at_two: Vec<BroadcastId> = (0..40).map(|_| net.post(1, 0, 100)).collect();
    // An hour passes.
    for _ in 0..1000 {
        net.now += 3_600_000_000;
        net.turn();
    }
    let over = sent.iter().filter(|&&c| net.job.engines[0].broadcasts().broadcast_outcome(c).is_some()).count();
    assert_eq!(over, (4 << 10) / (128 + 100), "what the shared buffer holds");
    assert!(net.job.engines[0].broadcasts().broadcast_buffer_used() <= SMALL.buffer);
    let to_late = net.job.engines[0].broadcasts().broadcast_counters().polls_alone;
    assert!(to_late < 8, "{to_late} polls in an hour");
    net.away[2] = false;
    net.settle();
    assert!(net.job.worlds[2].groups.most_kept <= 4 << 10, "{} bytes kept", net.job.worlds[2].groups.most_kept);
    let late: Vec<BroadcastId> = (0..40).map(|_| net.post(2, 0, 100)).collect();
    net.settle();
    for i in 0..40 {
        check(&mut net, &[(1, at_two[i]), (2, late[i])], &bytes(i, 100));
        assert!(net.job.engines[0].broadcasts().broadcast_outcome(sent[i]).is_some());
    }
    net.check_empty();
}

/// A member that opens the group an hour late drops earlier frames, and receives the bytes again.
#[test]
fn a_member_opens_its_group_an_hour_late() {
    for len in [100, 9000] {
        let mut net = Net::unopened(4, SMALL);
        (0..3).for_each(|at| net.open(at));
        let sent: Vec<BroadcastId> = (0..4).map(|i| net.broadcast(0, &bytes(i, len))).collect();
        let others: Vec<[BroadcastId; 2]> = (0..4).map(|_| [net.post(1, 0, len), net.post(2, 0, len)]).collect();
        for _ in 0..1000 {
            net.now += 3_600_000_000;
            net.turn();
        }
        let polls = net.job.engines[0].broadcasts().broadcast_counters();
        // The member drops polls as well, so they are repeated: once a second in real time; here, once each turn.
        assert!(polls.polls + polls.polls_alone < 1020, "{polls:?} in an hour");
        assert!(
            len == 100 || net.job.engines[0].broadcasts().broadcast_outcome(sent[0]).is_none(),
            "it waits for all destinations"
        );
        net.open(3);
        for (i, [one, two]) in others.into_iter().enumerate() {
            let three = net.post(3, 0, len);
            net.settle();
            check(&mut net, &[(1, one), (2, two), (3, three)], &bytes(i, len));
            assert!(net.job.engines[0].broadcasts().broadcast_outcome(sent[i]).is_some());
        }
        net.check_empty();
    }
}

/// Members open the group at their first call for it. The root may be earlier or later than its members.
#[test]
fn members_may_open_a_group_one_after_the_other() {
    for (first, len) in [(0, 100), (1, 100), (0, 3000), (1, 3000), (3, 3000)] {
        let mut net = Net::unopened(4, SMALL);
        let (mut posted, data, mut sent) = (Vec::new(), bytes(1, len), None);
        for i in 0..4 {
            let at = (first + i) % 4;
            net.open(at);
            match at {
                0 => sent = Some(net.broadcast(0, &data)),
                _ => posted.push((at, net.post(at, 0, len))),
            }
            for _ in 0..10 {
                net.turn();
            }
        }
        let before = net.now;
        while posted.iter().any(|p| net.got(p.0, p.1).is_none()) {
            net.turn();
            assert!(net.now - before < 100_000_000, "{len} bytes, {first} first: more than 100 ms");
        }
        check(&mut net, &posted, &data);
        net.settle();
        assert_eq!(net.job.engines[0].broadcasts().broadcast_outcome(sent.expect("a root")), Some(Ok(len as u64)));
        net.check_empty();
    }
}

/// The id of a copy that members still need is not reused, even after its caller has heard that the broadcast is
/// over.
#[test]
fn ids_live_as_long_as_memory() {
    let mut net = warmed(3, SMALL);
    (0..8).for_each(|i| net.broadcast_and_forget(0, &bytes(i, 100)));
    let names: Vec<BroadcastId> = net.job.worlds[0].groups.broadcasts.keys().copied().collect();
    let indices: std::collections::HashSet<u64> = names.iter().map(|c| c.data().as_ffi() & 0xffff_ffff).collect();
    assert_eq!((names.len(), indices.len()), (8, 8), "no place is used twice");
    for i in 0..8 {
        let posted = posts(&mut net, 0, 100);
        net.settle();
        check(&mut net, &posted, &bytes(i, 100));
    }
    net.check_empty();
}

#[test]
fn two_roots_may_broadcast_at_once() {
    let mut net = warmed(4, SMALL);
    net.loses = Box::new(|to, _, n| (n + to as u64).is_multiple_of(11));
    let mut all = Vec::new();
    for i in 0..30 {
        let len = [30, 1500][i % 2];
        for root in [0, 3] {
            let data = bytes(i + 100 * root, len);
            net.broadcast(root, &data);
            let posted = posts(&mut net, root, len);
            all.push((posted, data));
        }
        net.turn();
    }
    net.settle();
    for (posted, data) in all {
        check(&mut net, &posted, &data);
    }
    net.check_empty();
}

#[test]
fn no_member_waits_for_a_dead_one() {
    for (dead, multicast) in [(1, true), (1, false), (3, true), (3, false)] {
        let mut net = Net::new(5, SMALL);
        net.job.worlds.iter_mut().for_each(|w| w.groups.longest = if multicast { LONGEST } else { 0 });
        net.broadcast(0, &[1; 30]);
        posts(&mut net, 0, 30);
        net.settle();
        let data = bytes(3, 9000);
        let broadcast = net.broadcast(0, &data);
        net.turn();
        net.dead[dead] = true;
        let posted = posts(&mut net, 0, data.len());
        net.settle();
        assert!(net.job.engines[0].broadcasts().broadcast_outcome(broadcast).is_none(), "it waits for the dead one");
        for i in (0..5).filter(|&i| i != dead) {
            net.job.engines[i].lose(&mut net.job.worlds[i], 10 + dead as u32);
        }
        net.settle();
        check(&mut net, &posted, &data);
        assert_eq!(net.job.engines[0].broadcasts().broadcast_outcome(broadcast), Some(Ok(9000)));
        let posted = posts(&mut net, 0, 1000);
        net.broadcast(0, &bytes(8, 1000));
        net.settle();
        check(&mut net, &posted, &bytes(8, 1000));
        net.check_empty();
    }
}

#[test]
fn a_root_dies_and_its_broadcasts_end() {
    let mut net = warmed(4, SMALL);
    let posted = posts(&mut net, 0, 9000);
    net.turn();
    net.broadcast(0, &bytes(1, 9000));
    net.turn();
    net.dead[0] = true;
    for i in 1..4 {
        net.job.engines[i].lose(&mut net.job.worlds[i], 10);
    }
    for (at, broadcast) in posted {
        assert_eq!(net.got(at, broadcast), Some(Err(BroadcastLost)));
        let after = net.post(at, 0, 10);
        assert_eq!(net.job.engines[at].broadcasts().broadcast_outcome(after), Some(Err(BroadcastLost)));
    }
    net.settle();
    net.check_empty();
}

#[test]
fn a_closed_group_remains_while_a_member_needs_it() {
    let mut net = warmed(3, SMALL);
    net.loses = Box::new(|to, _, _| to == 2);
    net.broadcast(0, &bytes(1, 300));
    net.job.engines[0].groups().close_group(&mut net.job.worlds[0], GROUP);
    assert!(net.job.engines[0].broadcasts().knows_group(GROUP) && net.job.engines[0].unsent() > 0);
    let posted = posts(&mut net, 0, 300);
    net.settle();
    check(&mut net, &posted, &bytes(1, 300));
    for i in 1..3 {
        net.job.engines[i].groups().close_group(&mut net.job.worlds[i], GROUP);
    }
    net.settle();
    assert!(net.job.engines.iter().all(|e| !e.broadcasts().knows_group(GROUP) && e.unsent() == 0));
}

#[test]
fn a_destination_that_is_too_short_gets_what_fits() {
    for len in [300, 3000] {
        let mut net = warmed(3, SMALL);
        let (one, two) = (net.post(1, 0, 250), net.post(2, 0, len));
        net.broadcast(0, &bytes(5, len));
        net.settle();
        check(&mut net, &[(2, two)], &bytes(5, len));
        assert_eq!(net.job.engines[1].broadcasts().broadcast_outcome(one), Some(Ok(len as u64)));
        assert_eq!(net.got(1, one), Some(Ok(bytes(5, len)[..250].to_vec())));
    }
}

#[test]
fn frames_of_another_generation_or_of_non_members_are_ignored() {
    let mut net = warmed(3, SMALL);
    let name = BroadcastName { group: GROUP, root: 0, generation: GENERATION + 1, number: 3 };
    let part = BroadcastPart { name, forward: true, offset: 0, len: 5, row: 0, serial: 0, in_block: InBlock::No };
    let frame = |part: BroadcastPart| crate::testing::TestFrame {
        to: None,
        head: part.head(),
        words: part.words().to_vec(),
        body: vec![9; 5],
    };
    let (engine, world) = (&mut net.job.engines[1], &mut net.job.worlds[1]);
    let stray = frame(part);
    engine.on_frame(world, 10, stray.head, &stray);
    assert_eq!((engine.broadcasts().broadcast_counters().strays, engine.broadcasts().broadcasts_known()), (1, (0, 0)));
    let now = frame(BroadcastPart { name: BroadcastName { generation: GENERATION, ..name }, ..part });
    engine.on_frame(world, 99, now.head, &now);
    engine.groups().on_multicast(world, 12, GROUP, now.head, &now);
    engine.groups().on_multicast(world, 10, GROUP + 1, now.head, &now);
    assert_eq!(
        (engine.counters().malformed, engine.broadcasts().broadcasts_known()),
        (3, (0, 0)),
        "a member forges no multicast"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn all_bytes_arrive_despite_any_loss(
        members in 2usize..7, seed: u64, loss in 0u64..60, which in 0usize..6,
        calls in prop::collection::vec((0usize..7, 0usize..3000, any::<bool>()), 1..25),
    ) {
        let limits = match which {
            0 => SMALL,
            1 => BroadcastLimits { neighbours: true, ..SMALL },
            2 => BroadcastLimits { selective: false, push_all: true, ..SMALL },
            3 => BroadcastLimits { selective: false, push_all: true, by_timeout: true, ..SMALL },
            4 => BroadcastLimits { selective: false, push: (8, 78), one_acknowledges: true, ..SMALL },
            _ => BroadcastLimits { selective: false, push: (8, 78), ..SMALL },
        };
        let mut net = Net::new(members, limits);
        let mut random = seed | 1;
        net.loses = Box::new(move |_, _, _| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            random % 100 < loss
        });
        let mut all = Vec::new();
        for (i, (root, len, turn)) in calls.into_iter().enumerate() {
            let (root, data) = (root % members, bytes(i, len));
            let early = turn.then(|| posts(&mut net, root, len));
            let broadcast = net.broadcast(root, &data);
            if turn {
                net.turn();
            }
            let posted = early.unwrap_or_else(|| posts(&mut net, root, len));
            all.push((root, broadcast, posted, data));
        }
        net.settle();
        for (root, broadcast, posted, data) in all {
            check(&mut net, &posted, &data);
            let outcome = net.job.engines[root].broadcasts().broadcast_outcome(broadcast);
            prop_assert_eq!(outcome, Some(Ok(data.len() as u64)));
        }
        net.check_empty();
    }
}

/// A member closes the group before it has received a broadcast. The broadcast's bytes are dropped, and its root's
/// credit is restored, because the root may be in other groups with the member.
#[test]
fn a_forgotten_group_restores_the_credit_of_broadcasts_that_no_program_received() {
    let mut net = Net::new(2, SMALL);
    let credit = |net: &Net| net.job.engines[1].transfers.peers[0].view(super::outcome::CLASS).allowance;
    net.broadcast_and_forget(0, &bytes(0, 500));
    net.settle();
    assert!(credit(&net) < SMALL.buffer && !net.job.worlds[1].groups.broadcasts.is_empty());
    let Job { engines, worlds, .. } = &mut net.job;
    engines[1].groups().close_group(&mut worlds[1], GROUP);
    assert!(!engines[1].broadcasts().knows_group(GROUP), "the root needs nothing more");
    assert!(worlds[1].groups.broadcasts.is_empty());
    assert_eq!(credit(&net), SMALL.buffer);
}
