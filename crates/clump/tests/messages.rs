//! Tests of real endpoints over real shared memory, in one process: modes, sizes, matching, and floods of messages.
use clump::driver::testing::cluster;
use clump::driver::{Endpoint, Leaked, Mode, Outcome, Request, Select, Waiting};
use std::thread;

const TAG: i32 = 7;

fn any(context: u16) -> Select {
    Select { context, source: None, tag: None }
}
fn from(source: u32, tag: i32) -> Select {
    Select { context: 0, source: Some(source), tag: Some(tag) }
}
fn pattern(len: usize, seed: u32) -> Vec<u8> {
    (0..len).map(|i| ((i as u32).wrapping_mul(31).wrapping_add(seed * 17)) as u8).collect()
}
fn wait(e: &mut Endpoint, r: Request) -> Outcome {
    e.wait(r, Waiting::NOTHING)
}
fn send(e: &mut Endpoint, to: u32, tag: i32, data: &[u8], mode: Mode) {
    let b = Leaked::copy_of(data);
    if let Some(r) = e.send(to, 0, tag, b.region(), mode) {
        wait(e, r);
    }
}
fn recv(e: &mut Endpoint, select: Select, len: usize) -> (Outcome, Vec<u8>) {
    let b = Leaked::new(len);
    let r = e.recv(select, b.region());
    let o = wait(e, r);
    (o, b.region().to_vec())
}

/// Runs a closure for each rank, each on its own thread.
fn run(n: u32, f: impl Fn(&mut Endpoint) + Send + Sync + Clone + 'static) {
    let threads: Vec<_> = cluster(n)
        .unwrap()
        .into_iter()
        .map(|mut e| {
            let f = f.clone();
            thread::spawn(move || {
                f(&mut e);
                e.close().unwrap();
            })
        })
        .collect();
    for t in threads {
        t.join().unwrap();
    }
}

const SIZES: [usize; 18] =
    [0, 1, 7, 8, 9, 48, 56, 57, 100, 4096, 4097, 8191, 8192, 8193, 65536, 65537, 1 << 20, (3 << 20) + 5];

#[test]
fn every_size_and_mode_arrives_whole_early_and_late() {
    for late in [false, true] {
        for mode in [Mode::Standard, Mode::Synchronous] {
            run(2, move |e| {
                for (i, &len) in SIZES.iter().enumerate() {
                    let data = pattern(len, i as u32);
                    if e.rank() == 0 {
                        if !late {
                            thread::sleep(std::time::Duration::from_micros(300));
                        }
                        send(e, 1, TAG, &data, mode);
                    } else {
                        if late {
                            thread::sleep(std::time::Duration::from_micros(300));
                        }
                        let (o, got) = recv(e, from(0, TAG), len);
                        assert_eq!((o.len, o.source, o.tag, o.truncated), (len as u64, 0, TAG, None));
                        assert!(got == data, "len {len}");
                    }
                }
            });
        }
    }
}

#[test]
fn push_zero_push_pull_and_push_all_deliver_equal_bytes() {
    for (p1, p2) in [(0, 0), (16, 0), (80, 680), (4096, 1 << 20), (u64::MAX, u64::MAX)] {
        run(2, move |e| {
            e.tuned().set_push(p1, p2);
            for (i, &len) in SIZES.iter().enumerate() {
                let data = pattern(len, i as u32);
                if e.rank() == 0 {
                    send(e, 1, TAG, &data, Mode::Standard);
                } else {
                    assert!(recv(e, from(0, TAG), len).1 == data, "push {p1}+{p2}, len {len}");
                }
            }
        });
    }
}

#[test]
fn a_short_buffer_truncates_and_says_so() {
    run(2, |e| {
        for len in [10usize, 5000, 100_000] {
            if e.rank() == 0 {
                send(e, 1, TAG, &pattern(len, 1), Mode::Standard);
            } else {
                let (o, got) = recv(e, from(0, TAG), len / 2);
                assert_eq!((o.len, o.truncated), (len as u64 / 2, Some(len as u64)));
                assert_eq!(got, pattern(len, 1)[..len / 2]);
            }
        }
    });
}

#[test]
fn a_rank_can_send_to_itself() {
    run(1, |e| {
        for &len in &SIZES {
            let (out, into) = (Leaked::copy_of(&pattern(len, 3)), Leaked::new(len));
            let r = e.recv(any(0), into.region());
            if let Some(s) = e.send(0, 0, 1, out.region(), Mode::Standard) {
                wait(e, s);
            }
            wait(e, r);
            assert!(into.region().to_vec() == pattern(len, 3));
        }
    });
}

#[test]
fn wildcards_take_messages_in_order() {
    run(3, |e| {
        const N: i32 = 500;
        if e.rank() > 0 {
            for i in 0..N {
                send(e, 0, i, &i.to_le_bytes(), Mode::Standard);
            }
        } else {
            let mut next = [0; 3];
            for _ in 0..2 * N {
                let (o, got) = recv(e, any(0), 4);
                assert_eq!(o.tag, next[o.source as usize]);
                assert_eq!(got, o.tag.to_le_bytes());
                next[o.source as usize] += 1;
            }
        }
    });
}

/// Senders send far more than their credit; the message that the receiver asks for first still arrives first.
#[test]
fn a_flood_does_not_stop_matching() {
    for how in ["recv", "any", "probe", "mprobe", "anytag"] {
        run(4, move |e| {
            const N: i32 = 3000;
            if e.rank() > 0 {
                let data: Vec<Leaked> = (0..=N).map(|i| Leaked::copy_of(&pattern(100, i as u32))).collect();
                let mut requests = Vec::new();
                for i in 0..=N {
                    let tag = if i == N { 99 } else { 1 };
                    requests.extend(e.send(0, 0, tag, data[i as usize].region(), Mode::Standard));
                }
                for r in requests {
                    wait(e, r);
                }
                return;
            }
            thread::sleep(std::time::Duration::from_millis(20));
            for s in 1..4 {
                let select = match how {
                    "any" => Select { context: 0, source: None, tag: Some(99) },
                    _ => from(s, 99),
                };
                if how == "probe" {
                    while e.probe(select).is_none() {}
                }
                let got = if how == "mprobe" {
                    let (m, o) = loop {
                        if let Some(x) = e.mprobe(select) {
                            break x;
                        }
                    };
                    assert_eq!(o.len, 100);
                    let b = Leaked::new(100);
                    let r = e.mrecv(m, b.region());
                    wait(e, r);
                    b.region().to_vec()
                } else if how == "anytag" {
                    break;
                } else {
                    recv(e, select, 100).1
                };
                assert!(got == pattern(100, N as u32));
            }
            let mut count = [0; 4];
            let total = if how == "anytag" { 3 * (N + 1) } else { 3 * N };
            for _ in 0..total {
                let (o, got) = recv(e, any(0), 100);
                let i = &mut count[o.source as usize];
                assert_eq!(got, pattern(100, *i as u32));
                *i += 1;
            }
        });
    }
}

#[test]
fn receives_and_held_sends_can_be_cancelled() {
    run(2, |e| {
        if e.rank() == 1 {
            let b = Leaked::new(8);
            let r = e.recv(from(0, 55), b.region());
            assert!(e.cancel(r));
            assert!(wait(e, r).cancelled);
            let (o, _) = recv(e, from(0, TAG), 8);
            assert!(!o.cancelled);
        } else {
            send(e, 1, TAG, &[1; 8], Mode::Standard);
        }
    });
}

#[test]
fn the_pushed_buffer_can_grow_and_shrink() {
    run(2, |e| {
        if e.rank() == 1 {
            e.tuned().set_pushed_buffer(4 << 20);
            send(e, 0, 1, &[], Mode::Standard);
            for i in 0..4000u32 {
                if i == 1000 {
                    e.tuned().set_pushed_buffer(0);
                }
                assert_eq!(recv(e, from(0, TAG), 1000).1, pattern(1000, i));
            }
        } else {
            recv(e, from(1, 1), 0);
            for i in 0..4000 {
                send(e, 1, TAG, &pattern(1000, i), Mode::Standard);
            }
        }
    });
}

/// Returns the nanoseconds of processor time that this thread has used.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    text.split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn a_sender_whose_receiver_is_busy_sleeps() {
    run(2, |e| {
        const N: u32 = 1500;
        if e.rank() == 1 {
            // The receiver computes while the ring to it fills up.
            thread::sleep(std::time::Duration::from_secs(1));
            for i in 0..N {
                assert_eq!(recv(e, from(0, TAG), 8).1, pattern(8, i));
            }
            return;
        }
        let before = processor_time();
        for i in 0..N {
            send(e, 1, TAG, &pattern(8, i), Mode::Standard);
        }
        let used = (processor_time() - before) / 1_000_000;
        assert!(used < 150, "{used} ms of processor time in a second of waiting");
    });
}
