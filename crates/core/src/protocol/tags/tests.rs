//! Messages with tags between two ranks.
use super::{Mode, Select};
use crate::limits::{ENTRY_COST, Limits};
use crate::protocol::{Outcome, Path};
use crate::testing::{Job, PullAnswer, World};

fn new_pair(pulls: PullAnswer) -> Job {
    // Ranks whose worlds refuse all pulls are on different machines.
    let path = Path { native_pull: pulls != PullAnswer::No, piece: 500 };
    Job::new(vec![World::new(path, pulls), World::new(path, pulls)], Limits::of_job(2, 1024), 0)
}

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 256) as u8).collect()
}

/// Checks that no message is left, all credit is back, and no frame was malformed.
fn end(job: &Job) {
    for (engine, world) in job.engines.iter().zip(&job.worlds) {
        assert_eq!((engine.leftovers(), engine.counters().malformed), (Default::default(), 0));
        assert!(world.sends.is_empty() && world.tags.entries.is_empty());
        for a in engine.accounts() {
            assert_eq!((a.buffered, a.allowance + a.owed), (0, Limits::of_job(2, 1024).credit));
        }
    }
}

#[test]
fn a_message_reaches_an_early_and_a_late_receive() {
    for pulls in [PullAnswer::No, PullAnswer::Done, PullAnswer::Later] {
        for (len, late) in [0, 8, 600, 5000, 100_000].into_iter().flat_map(|len| [(len, false), (len, true)]) {
            let mut job = new_pair(pulls);
            let recv = |job: &mut Job| {
                job.worlds[1].call = vec![0; len];
                let select = Select { context: 3, source: Some(0), tag: Some(7) };
                job.engines[1].tags().recv(&mut job.worlds[1], select, len as u64)
            };
            let early = (!late).then(|| recv(&mut job));
            job.worlds[0].call = bytes(len);
            let send = job.engines[0].tags().send(&mut job.worlds[0], 1, 3, 7, len as u64, Mode::Standard);
            job.settle();
            let recv = early.unwrap_or_else(|| recv(&mut job));
            job.settle();
            assert_eq!(job.engines[1].recv_outcome(recv), Some(Outcome::of_message(0, 7, len as u64)));
            assert_eq!(job.worlds[1].tags.receives[&recv], bytes(len), "{len} bytes, {pulls:?}");
            job.engines[1].tags().forget_recv(recv);
            if let Some(send) = send {
                assert!(job.engines[0].send_outcome(send).is_some());
                job.engines[0].forget_send(send);
            }
            end(&job);
        }
    }
}

#[test]
fn a_held_message_that_its_receiver_seeks_leaves_the_count_of_pushed_bytes() {
    const LEN: usize = 200;
    let mut job = new_pair(PullAnswer::Done);
    job.worlds[0].call = bytes(LEN);
    let send = |job: &mut Job, tag| {
        let send = job.engines[0].tags().send(&mut job.worlds[0], 1, 3, tag, LEN as u64, Mode::Standard);
        job.settle();
        send
    };
    let mut pushed = 0;
    let held = loop {
        match send(&mut job, 0) {
            None => pushed += 1,
            Some(held) => break held,
        }
    };
    // The receive matches no pushed message, so the receiver asks for messages that the sender holds.
    let sought = send(&mut job, 1).expect("queues behind the held message");
    job.worlds[1].call = vec![0; LEN];
    let select = Select { context: 3, source: Some(0), tag: Some(1) };
    let recv = job.engines[1].tags().recv(&mut job.worlds[1], select, LEN as u64);
    job.settle();
    assert_eq!(job.engines[1].recv_outcome(recv), Some(Outcome::of_message(0, 1, LEN as u64)));
    assert!(job.engines[0].send_outcome(sought).is_some() && job.engines[0].send_outcome(held).is_none());
    let account = job.engines[0].accounts().next().expect("the receiver");
    assert_eq!((account.sent, account.spent), (pushed + 1, pushed * LEN as u64 + (pushed + 1) * ENTRY_COST));
}

#[test]
fn a_rank_that_leaves_drops_the_messages_that_no_receive_took() {
    for len in [8, 5000] {
        let mut job = new_pair(PullAnswer::No);
        job.worlds[0].call = bytes(len);
        if let Some(send) = job.engines[0].tags().send(&mut job.worlds[0], 1, 3, 7, len as u64, Mode::Standard) {
            job.engines[0].detach_send(send);
        }
        job.settle();
        assert!(!job.worlds[1].tags.entries.is_empty(), "the message waits for a receive");
        job.engines[1].leave(&mut job.worlds[1]);
        job.settle();
        end(&job);
    }
}
