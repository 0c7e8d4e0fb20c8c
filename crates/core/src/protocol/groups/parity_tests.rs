//! Broadcasts with parities, while parts of their blocks and parities are lost.
use super::net::{Net, bytes};
use super::tests::{SMALL, check, posts, warmed};
use crate::testing::TestFrame;
use crate::wire::Kind;

/// Returns a network whose root has heard of lost multicasts.
fn lossy(members: usize) -> Net {
    let mut net = warmed(members, SMALL);
    net.loses = Box::new(|_, frame, n| frame.kind() == Kind::Broadcast && n % 11 == 0);
    let data = bytes(9, 12_000);
    let posted = posts(&mut net, 0, data.len());
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    net.loses = Box::new(|_, _, _| false);
    net
}

fn is_guarded(frame: &TestFrame) -> bool {
    frame.kind() == Kind::Broadcast && frame.words[0] >> 30 & 1 == 1
}

/// Loses parts of each block, chosen by their place in it.
fn lose_places(net: &mut Net, members: usize, mut lost: impl FnMut(usize, usize) -> bool + 'static) {
    let mut places = vec![0; members];
    net.loses = Box::new(move |to, frame, _| {
        if frame.kind() == Kind::BroadcastParity {
            places[to] = 0;
        }
        places[to] += usize::from(is_guarded(frame));
        is_guarded(frame) && lost(to, places[to])
    });
}

/// Returns the requests of all members so far, and the parts that they restored.
fn asks_and_restored(net: &Net) -> (u64, u64) {
    let counters = net.job.engines.iter().map(|e| e.broadcasts().broadcast_counters());
    counters.fold((0, 0), |sum, c| (sum.0 + c.asks, sum.1 + c.restored))
}

#[test]
fn one_lost_part_of_each_block_is_restored_without_a_request() {
    let mut net = lossy(6);
    // Each member loses another part, among them the last parts of broadcasts; member 5 loses none.
    lose_places(&mut net, 6, |to, place| to < 5 && place == to + 1);
    for (i, len) in [500, 12_000, 12_030, 450].into_iter().enumerate() {
        let (before, root) = (asks_and_restored(&net), net.job.engines[0].broadcasts().broadcast_counters());
        let (posted, data) = (posts(&mut net, 0, len), bytes(i, len));
        net.broadcast(0, &data);
        net.settle();
        check(&mut net, &posted, &data);
        let (after, now) = (asks_and_restored(&net), net.job.engines[0].broadcasts().broadcast_counters());
        let blocks = now.parities - root.parities;
        assert!(blocks > 0 && after.1 - before.1 >= 3 * blocks, "{blocks} blocks of {len} bytes: {before:?} {after:?}");
        assert_eq!((after.0 - before.0, now.repairs - root.repairs), (0, 0), "{len} bytes");
    }
    net.check_empty();
}

#[test]
fn parts_that_a_parity_cannot_restore_are_requested() {
    let mut net = lossy(4);
    lose_places(&mut net, 4, |to, place| to == 2 && place < 3);
    let (posted, data, before) =
        (posts(&mut net, 0, 3000), bytes(1, 3000), net.job.engines[0].broadcasts().broadcast_counters());
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    let now = net.job.engines[0].broadcasts().broadcast_counters();
    assert!(now.repairs > before.repairs && now.parities > before.parities, "{before:?} {now:?}");
    assert_eq!(
        net.job.engines[1].broadcasts().broadcast_counters().restored,
        net.job.engines[3].broadcasts().broadcast_counters().restored
    );
    // Every parity is lost as well.
    net.loses =
        Box::new(|to, frame, n| frame.kind() == Kind::BroadcastParity || to == 2 && is_guarded(frame) && n % 5 == 0);
    let (posted, data, before) = (posts(&mut net, 0, 3000), bytes(2, 3000), asks_and_restored(&net));
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    assert_eq!(asks_and_restored(&net).1, before.1);
    net.check_empty();
}

/// A member restores a block that it keeps before the block's destination is named. No part is restored that does not
/// fit into a destination that is too short.
#[test]
fn a_late_or_short_destination_gets_restored_parts() {
    let mut net = lossy(4);
    lose_places(&mut net, 4, |to, place| to == 1 && place == 2);
    let (data, before) = (bytes(3, 480), asks_and_restored(&net));
    net.broadcast(0, &data);
    net.settle();
    assert_eq!(asks_and_restored(&net), (before.0, before.1 + 1), "kept");
    let posted = posts(&mut net, 0, 480);
    net.settle();
    check(&mut net, &posted, &data);
    let data = bytes(4, 2950);
    let posted = posts(&mut net, 0, 1234);
    net.broadcast(0, &data);
    net.settle();
    for (at, broadcast) in posted {
        assert_eq!(net.got(at, broadcast), Some(Ok(data[..1234].to_vec())), "member {at}");
    }
    net.check_empty();
}

/// A block's parity arrives again after its broadcast is over, and a parity of an unknown broadcast arrives; the member
/// ignores the two.
#[test]
fn late_and_repeated_parities_do_no_harm() {
    let mut net = lossy(3);
    lose_places(&mut net, 3, |to, place| to == 2 && place == 1);
    let mut kept = Vec::new();
    let (posted, data) = (posts(&mut net, 0, 2000), bytes(5, 2000));
    net.broadcast(0, &data);
    for _ in 0..50_000 {
        kept.extend(net.job.worlds[0].out.iter().filter(|f| f.kind() == Kind::BroadcastParity).cloned());
        net.turn();
    }
    check(&mut net, &posted, &data);
    assert!(!kept.is_empty());
    let restored = net.job.engines[2].broadcasts().broadcast_counters().restored;
    net.job.worlds[0].out.extend(kept.clone());
    // Only this parity of the next broadcast arrives, so the member asks for the bytes when their destination is
    // named.
    for mut frame in kept {
        frame.head += 1;
        net.job.worlds[0].out.push_back(frame);
    }
    net.settle();
    assert_eq!(net.job.engines[2].broadcasts().broadcast_counters().restored, restored);
    net.loses = Box::new(|_, _, _| false);
    let (posted, data) = (posts(&mut net, 0, 2000), bytes(6, 2000));
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    net.check_empty();
}

/// Without losses, no parity leaves. Old losses cause no parity either.
#[test]
fn without_losses_there_is_no_parity() {
    let mut net = lossy(4);
    for i in 0..12 {
        let (posted, data) = (posts(&mut net, 0, 20_000), bytes(i, 20_000));
        net.broadcast(0, &data);
        net.settle();
        check(&mut net, &posted, &data);
    }
    let before = net.job.engines[0].broadcasts().broadcast_counters();
    let (posted, data) = (posts(&mut net, 0, 20_000), bytes(20, 20_000));
    net.broadcast(0, &data);
    net.settle();
    check(&mut net, &posted, &data);
    let now = net.job.engines[0].broadcasts().broadcast_counters();
    assert!(before.parities > 0);
    assert_eq!(now.parities, before.parities);
    net.check_empty();
}
