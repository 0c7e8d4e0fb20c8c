//! Two ends over a network that misbehaves: all chunks arrive once, in order, and the timers end.
use super::*;
use proptest::prelude::*;

/// How a network misbehaves, in per mille; delays in ns.
#[derive(Clone, Copy, Debug)]
struct Bad {
    loss: u32,
    duplicate: u32,
    delay: u64,
    jitter: u64,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n.max(1)
    }
    fn hit(&mut self, per_mille: u32) -> bool {
        self.below(1000) < u64::from(per_mille)
    }
}

/// One direction of a channel, with its acknowledgements. A packet in flight has the time when it is due, and its
/// contents.
struct Pair {
    out: Outgoing,
    inc: Incoming,
    there: Vec<(u64, u64, u64)>,
    back: Vec<(u64, Ack)>,
    kept: std::collections::BTreeSet<u64>,
    taken: u64,
    freed: u64,
    sent: u64,
    random: Random,
}

impl Pair {
    fn new(seed: u64) -> Pair {
        Pair {
            out: Outgoing::default(),
            inc: Incoming::default(),
            there: Vec::new(),
            back: Vec::new(),
            kept: Default::default(),
            taken: 0,
            freed: 0,
            sent: 0,
            random: Random(seed),
        }
    }

    fn due(&mut self, now: u64, bad: Bad) -> Vec<u64> {
        let copies = u64::from(!self.random.hit(bad.loss)) * (1 + u64::from(self.random.hit(bad.duplicate)));
        (0..copies).map(|_| now + bad.delay + self.random.below(bad.jitter + 1)).collect()
    }

    fn acknowledge(&mut self, now: u64, window: u16, bad: Bad) {
        let ack = self.inc.ack(now, window);
        let packet = Packet { ack, chunk: None, closed: false };
        // The acknowledgement, encoded and decoded as on the wire.
        let parsed = Packet::parse(&packet.words(), &packet.ack.seen[..packet.extra()]);
        for due in self.due(now, bad) {
            self.back.push((due, parsed.ack));
        }
    }

    /// Runs one moment. Returns false if no packet or timer is left to wait for.
    fn step(&mut self, now: &mut u64, window: u16, bad: Bad) -> bool {
        while let Some(t) = self.out.next(*now, false) {
            assert!(t.chunk >= self.freed.min(t.chunk), "a chunk that has arrived is sent");
            self.sent += 1;
            for due in self.due(*now, bad) {
                self.there.push((due, t.packet, t.chunk));
            }
        }
        let next = self.there.iter().map(|p| p.0).chain(self.back.iter().map(|p| p.0)).min();
        let Some(at) = next.into_iter().chain(self.out.deadline()).min() else { return false };
        *now = at.max(*now + 1);
        let mut arrived = Vec::new();
        self.there.retain(|p| {
            p.0 > *now || {
                arrived.push(*p);
                false
            }
        });
        for (_, packet, chunk) in arrived {
            match self.inc.arrive(*now, packet, chunk) {
                ChunkVerdict::Next => {
                    assert_eq!(chunk, self.taken, "taken out of turn");
                    self.taken += 1;
                    while let Some(early) = self.inc.early() {
                        assert_eq!(early, self.taken);
                        assert!(self.kept.remove(&early), "{early} was never kept");
                        self.taken += 1;
                    }
                }
                ChunkVerdict::Early => assert!(self.kept.insert(chunk), "kept twice"),
                ChunkVerdict::Duplicate => assert!(chunk < self.taken || self.kept.contains(&chunk)),
                ChunkVerdict::Beyond => assert!(chunk > self.taken),
            }
        }
        if self.inc.urgent(window) || self.inc.owes() && self.random.hit(500) {
            self.acknowledge(*now, window, bad);
        }
        let mut told = Vec::new();
        self.back.retain(|p| {
            p.0 > *now || {
                told.push(p.1);
                false
            }
        });
        for ack in told {
            let freed = &mut self.freed;
            assert!(self.out.on_ack(*now, 0, &ack, |_| *freed += 1), "a true acknowledgement is believed");
        }
        self.out.on_time(*now);
        true
    }
}

proptest! {
    #[test]
    fn all_arrives_once_and_in_order(
        seed: u64, loss in 0u32..400, duplicate in 0u32..300, delay in 1u64..2_000_000, jitter in 0u64..4_000_000,
        count in 1u64..700, window in 2u16..255, go_back: bool,
    ) {
        let mut p = Pair::new(seed);
        p.inc.in_order_only = go_back;
        let bad = Bad { loss, duplicate, delay, jitter };
        let (mut now, mut made, mut steps) = (0, 0, 0u32);
        loop {
            while made < count && p.out.room() > 0 {
                assert_eq!(p.out.push(), made);
                made += 1;
            }
            if !p.step(&mut now, window, bad) || made == count && p.out.is_empty() {
                break;
            }
            // The peer lost an acknowledgement that it owed; a retransmission makes it acknowledge again.
            steps += 1;
            prop_assert!(steps < 2_000_000, "stuck: {} of {count} taken", p.taken);
        }
        prop_assert_eq!(p.taken, count);
        prop_assert_eq!(p.freed, count);
        prop_assert!(p.kept.is_empty() && p.out.is_empty());
    }

    #[test]
    fn heads_survive_the_wire(
        next in 0u64..1 << 48, seen: [u64; Ack::WORDS], echo in 0u64..1 << 48, window: u16, delay in 0u64..1 << 14,
        chunk in prop::option::of(0u64..1 << 48), closed: bool,
    ) {
        let packet = Packet { ack: Ack { next, seen, echo, delay: delay * 1024, window }, chunk, closed };
        let words = packet.words();
        let extra = Packet::extra_of(&words).expect("its own");
        prop_assert_eq!(extra, packet.extra());
        prop_assert_eq!(Packet::parse(&words, &seen[..extra]), packet);
    }

    /// An acknowledgement of chunks that were never sent is refused, and changes no state.
    #[test]
    fn no_acknowledgement_causes_a_panic(words: [u64; Packet::WORDS], seen: [u64; Ack::WORDS], count in 0usize..300) {
        let mut out = Outgoing::default();
        for _ in 0..count.min(out.room()) {
            out.push();
        }
        while out.next(5, false).is_some() {}
        let packet = Packet::parse(&words, &seen);
        let mut freed = Vec::new();
        out.on_ack(9, 0, &packet.ack, |n| freed.push(n));
        prop_assert!(freed.is_sorted() && freed.iter().all(|n| *n < count as u64));
        let mut inc = Incoming::default();
        if let Some(chunk) = packet.chunk {
            inc.arrive(3, chunk, chunk);
        }
        while out.next(1 << 40, false).is_some() {}
        out.on_time(1 << 41);
    }
}

#[test]
fn one_loss_costs_a_round_trip_and_not_a_timeout() {
    let mut p = Pair::new(3);
    let (mut now, fine) = (0, Bad { loss: 0, duplicate: 0, delay: 100_000, jitter: 0 });
    for _ in 0..64 {
        p.out.push();
    }
    // The first packet is lost, the others arrive.
    let first = p.out.next(now, false).expect("it may be sent");
    assert_eq!(first, Transmit { packet: 0, chunk: 0, again: false });
    while p.taken < 64 {
        assert!(p.step(&mut now, 200, fine));
    }
    assert!(now < 2_000_000, "{now} ns");
    assert_eq!(p.sent, 64, "nothing but the lost chunk was sent again");
}

/// The last chunk is lost too. After the first loss, a probe finds the lost chunk before the timer expires.
#[test]
fn where_packets_are_lost_a_lost_tail_is_found_before_the_timer() {
    let mut p = Pair::new(3);
    let (mut now, fine) = (0, Bad { loss: 0, duplicate: 0, delay: 20_000, jitter: 0 });
    let mut took = Vec::new();
    for round in 0..5 {
        // Measures the round trip first.
        p.out.push();
        while !p.out.is_empty() {
            assert!(p.step(&mut now, 200, fine));
        }
        p.out.push();
        assert!(p.out.next(now, false).is_some(), "it leaves, and is lost");
        let begin = now;
        while p.taken < 2 * (round + 1) {
            assert!(p.step(&mut now, 200, fine));
        }
        took.push(now - begin);
        while !p.out.is_empty() {
            assert!(p.step(&mut now, 200, fine));
        }
    }
    assert!(took[0] > 1_000_000 && took[1..].iter().all(|t| *t < 700_000), "{took:?}");
}

/// Sends one chunk, lets its timer expire and sends it again. Its peer then acknowledges the first packet, or the
/// second. Returns how long this side would wait for the next chunk's acknowledgement.
fn patience_after_a_repeat(out: &mut Outgoing, now: &mut u64, first_arrives: bool) -> u64 {
    let chunk = out.push();
    let first = out.next(*now, false).expect("it may be sent");
    *now = out.deadline().expect("it is in flight");
    out.on_time(*now);
    let second = out.next(*now, false).expect("its timer has expired");
    assert!(second.again && second.chunk == chunk);
    let arrived = if first_arrives { first } else { second };
    let ack = Ack { next: chunk + 1, seen: [0; Ack::WORDS], echo: arrived.packet + 1, delay: Ack::LONG, window: 16 };
    assert!(out.on_ack(*now + 20_000, 0, &ack, |_| ()));
    out.push();
    *now += 40_000;
    let last = out.next(*now, false).expect("it may be sent");
    let patience = out.deadline().expect("it is in flight") - *now;
    *now += 20_000;
    assert!(out.on_ack(*now, 0, &Ack { next: chunk + 2, echo: last.packet + 1, delay: 0, ..ack }, |_| ()));
    patience
}

/// A peer that only comes late soon gets no more repeats; a peer whose packets are lost gets them sooner.
#[test]
fn needless_repeats_end_the_wary_time() {
    let (mut out, mut now) = (Outgoing::default(), 0);
    for _ in 0..3 {
        assert!(patience_after_a_repeat(&mut out, &mut now, true) > 1_000_000, "nothing was lost yet");
    }
    assert!(patience_after_a_repeat(&mut out, &mut now, false) < 700_000, "a packet was lost");
    assert!(patience_after_a_repeat(&mut out, &mut now, true) < 700_000, "one late answer proves little");
    for _ in 0..12 {
        patience_after_a_repeat(&mut out, &mut now, true);
    }
    assert!(patience_after_a_repeat(&mut out, &mut now, true) > 1_000_000, "the peer only comes late");
}

/// A peer that comes late finds a chunk and its repeat, and acknowledges both at once: nothing was lost.
#[test]
fn a_repeat_that_waited_beside_its_chunk_was_needless() {
    let (mut out, mut inc, mut now) = (Outgoing::default(), Incoming::default(), 0);
    out.push();
    let first = out.next(now, false).expect("it may be sent");
    now = out.deadline().expect("it is in flight");
    out.on_time(now);
    let second = out.next(now, false).expect("its timer has expired");
    assert_eq!(inc.arrive(10_000, first.packet, first.chunk), ChunkVerdict::Next);
    assert_eq!(inc.arrive(now + 10_000, second.packet, second.chunk), ChunkVerdict::Duplicate);
    now += 20_000;
    let ack = inc.ack(now, 16);
    assert_eq!((ack.next, ack.echo), (1, first.packet + 1));
    now += 10_000;
    assert!(out.on_ack(now, 0, &ack, |_| ()));
    out.push();
    out.next(now, false).expect("it may be sent");
    assert!(out.deadline().expect("it is in flight") - now > 1_000_000, "nothing was lost");
}

#[test]
fn the_receive_budget_is_shared_and_never_empty() {
    let receive_budget = ReceiveBudget::new(208 << 10, 1400);
    let one = u64::from(receive_budget.share(1, u64::MAX));
    let all = one * (1400 + 900) + ReceiveBudget::grants(208 << 10) * (1400 + 900) / 1400;
    assert!(all <= 104 << 10 && all > 90 << 10 && one > 8, "{one} {all}");
    assert_eq!(receive_budget.share(3, u64::MAX), (one / 3) as u16);
    assert_eq!(receive_budget.share(10_000, u64::MAX), 2);
    assert_eq!([receive_budget.share(1, 5600), receive_budget.share(2, 5600), receive_budget.share(1, 1)], [4, 2, 2]);
}

#[test]
fn a_peer_that_has_sent_no_window_gets_its_share_of_chunks() {
    let flying = |share| {
        let mut out = Outgoing::sharing(share);
        (0..40).for_each(|_| _ = out.push());
        std::iter::from_fn(|| out.next(1, false)).count()
    };
    assert_eq!([2, 7, 16, 255].map(flying), [2, 7, 16, 16]);
}

/// A stream of short messages: the peer acknowledges twelve chunks at once, and the chunk behind them takes more bytes
/// until then.
#[test]
fn a_chunk_with_room_waits_while_twelve_are_in_flight() {
    let (mut out, mut inc) = (Outgoing::default(), Incoming::default());
    assert!(out.on_ack(0, 0, &inc.ack(0, 200), |_| ()), "the peer allows 200 chunks");
    for chunk in 0..12 {
        out.push();
        let sent = out.next(1, true).expect("fewer than twelve are in flight");
        assert!(!inc.urgent(200), "{chunk} chunks are owed");
        assert_eq!(inc.arrive(2, sent.packet, sent.chunk), ChunkVerdict::Next);
    }
    let open = out.push();
    assert_eq!((out.next(3, true), out.open()), (None, Some(open)));
    assert!(out.deadline().is_some_and(|then| then > 1_000_000), "no timer but that of the twelve");
    assert!(inc.urgent(200), "what the sender waits for leaves at once");
    assert!(out.on_ack(4, 0, &inc.ack(4, 200), |_| ()));
    assert!(out.next(4, true).is_some_and(|sent| sent.chunk == open));
}

/// The sender of the first chunks may have two in flight, whatever the receiver would allow. A later window counts once
/// it has been told.
#[test]
fn chunks_that_the_peer_counts_as_its_window_are_acknowledged_soon() {
    let mut inc = Incoming::default();
    inc.arrive(1, 0, 0);
    assert!(inc.pressing(200) && !inc.urgent(200));
    inc.arrive(1, 1, 1);
    assert!(inc.urgent(200));
    inc.ack(2, 8);
    (2..6).for_each(|n| _ = inc.arrive(3, n, n));
    assert!(inc.pressing(200) && !inc.urgent(200));
    inc.ack(4, 200);
    (6..12).for_each(|n| _ = inc.arrive(5, n, n));
    assert!(!inc.pressing(200));
}

/// A lost packet shows in the numbers of packets, also if its chunk came in order by another.
#[test]
fn a_receiver_is_wary_for_a_while_after_a_loss() {
    let mut inc = Incoming::default();
    inc.arrive(1, 0, 0);
    assert!(!inc.wary());
    inc.arrive(2, 2, 1);
    assert!(inc.wary());
    let mut n = 2;
    while inc.wary() {
        inc.arrive(3, n + 1, n);
        n += 1;
    }
    assert_eq!(n, 2 + u64::from(super::WARY));
}

#[test]
fn losses_shrink_the_window_once_a_round_trip_and_it_grows_back() {
    let mut c = congestion::Congestion::default();
    let before = c.window();
    for packet in 10..20 {
        c.lost(packet, 40);
    }
    assert_eq!(c.window(), before * 7 / 10);
    for _ in 0..2000 {
        c.arrived(1, 256, 100, 100);
    }
    assert!(c.window() > before);
    let grown = c.window();
    c.arrived(5000, 256, 60_000_000, 1000);
    assert_eq!(c.window(), grown, "a long queue stops growth");
}

/// A process that computes for seconds between two calls must not lengthen the time-out for lost chunks, neither its
/// peer's nor its own.
#[test]
fn a_busy_process_does_not_lengthen_the_round_trip() {
    const WAY: u64 = 30_000;
    const LATE: u64 = 2_000_000_000;
    let (mut out, mut inc, mut now) = (Outgoing::default(), Incoming::default(), 0);
    let mut exchange = |late_there: u64, late_here: u64| {
        out.push();
        let sent = out.next(now, false).expect("leave to send");
        now += WAY + late_there;
        inc.arrive(now - late_there, sent.packet, sent.chunk);
        let packet = Packet { ack: inc.ack(now, 16), chunk: None, closed: false };
        let [a, b, c] = packet.words();
        let heard = Packet::parse(&[a, b, c], &[]);
        now += WAY + late_here;
        assert!(out.on_ack(now, late_here, &heard.ack, |_| ()));
        out.round_trip()
    };
    let prompt = exchange(0, 0);
    assert!((WAY..=3 * WAY).contains(&prompt), "{prompt}");
    for (there, here) in [(LATE, 0), (0, LATE), (LATE, LATE), (LATE / 100, 0), (0, LATE / 100)] {
        let after = exchange(there, here);
        assert!((WAY..=3 * WAY).contains(&after), "{there} ns late there, {here} here: {after}");
    }
    // A clock that was set reports a longer wait than the round trip.
    out.push();
    let sent = out.next(now, false).expect("leave to send");
    inc.arrive(now, sent.packet, sent.chunk);
    let (ack, before) = (inc.ack(now, 16), out.round_trip());
    assert!(out.on_ack(now + WAY, LATE, &ack, |_| ()));
    assert_eq!(out.round_trip(), before);
}
