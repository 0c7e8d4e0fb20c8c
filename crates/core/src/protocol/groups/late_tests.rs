//! Members that come an hour late.
use super::net::{Net, bytes};
use super::tests::{SMALL, check, warmed};
use crate::ids::CastId;

#[test]
fn the_root_runs_ahead_of_a_late_member_as_far_as_its_buffer_goes() {
    let mut net = warmed(3, SMALL);
    net.away[2] = true;
    let sent: Vec<CastId> = (0..40).map(|i| net.broadcast(0, &bytes(i, 100))).collect();
    let at_two: Vec<CastId> = (0..40).map(|_| net.post(1, 0, 100)).collect();
    // An hour passes.
    for _ in 0..1000 {
        net.now += 3_600_000_000;
        net.turn();
    }
    let over = sent.iter().filter(|&&c| net.engines[0].cast_end(c).is_some()).count();
    assert_eq!(over, (4 << 10) / (128 + 100), "what the shared buffer holds");
    assert!(net.engines[0].cast_buffer_used() <= SMALL.buffer);
    let to_late = net.engines[0].cast_counters().polls_alone;
    assert!(to_late < 8, "{to_late} polls in an hour");
    net.away[2] = false;
    net.settle();
    assert!(net.worlds[2].most_kept <= 4 << 10, "{} bytes kept", net.worlds[2].most_kept);
    let late: Vec<CastId> = (0..40).map(|_| net.post(2, 0, 100)).collect();
    net.settle();
    for i in 0..40 {
        check(&mut net, &[(1, at_two[i]), (2, late[i])], &bytes(i, 100));
        assert!(net.engines[0].cast_end(sent[i]).is_some());
    }
    net.check_empty();
}

/// A member that does not even open the group for an hour: what came meanwhile is dropped, and comes again.
#[test]
fn a_member_opens_its_group_an_hour_late() {
    for len in [100, 9000] {
        let mut net = Net::unopened(4, SMALL);
        (0..3).for_each(|at| net.open(at));
        let sent: Vec<CastId> = (0..4).map(|i| net.broadcast(0, &bytes(i, len))).collect();
        let others: Vec<[CastId; 2]> = (0..4).map(|_| [net.post(1, 0, len), net.post(2, 0, len)]).collect();
        for _ in 0..1000 {
            net.now += 3_600_000_000;
            net.turn();
        }
        let polls = net.engines[0].cast_counters();
        // It drops polls, too, so they come again: with time, one a second; here, whenever anybody looks.
        assert!(polls.polls + polls.polls_alone < 1020, "{polls:?} in an hour");
        assert!(len == 100 || net.engines[0].cast_end(sent[0]).is_none(), "it waits for all destinations");
        net.open(3);
        for (i, [one, two]) in others.into_iter().enumerate() {
            let three = net.post(3, 0, len);
            net.settle();
            check(&mut net, &[(1, one), (2, two), (3, three)], &bytes(i, len));
            assert!(net.engines[0].cast_end(sent[i]).is_some());
        }
        net.check_empty();
    }
}
