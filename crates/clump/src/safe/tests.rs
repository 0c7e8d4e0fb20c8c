//! Tests of the safe endpoint: buffers come back, forgotten requests leak, scopes end on every exit.
use crate::{Buffer, Endpoint, ErrorKind, Mode, Outcome, Select, testing};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Longer than any push, so that the receiver pulls the rest, or the sender writes it.
const LONG: usize = 3 << 20;

fn pair() -> (Endpoint, Endpoint) {
    let mut two = testing::cluster(2).expect("endpoints").into_iter().map(Endpoint::from);
    (two.next().expect("rank 0"), two.next().expect("rank 1"))
}

fn bytes(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + i / 251) as u8).collect()
}

#[test]
fn a_message_to_this_rank_itself_gives_both_buffers_back() {
    let mut me = Endpoint::from(testing::cluster(1).expect("an endpoint").remove(0));
    for len in [0, 8, 5000, LONG] {
        let sent = me.send(0, 3, Buffer::copy_of(&bytes(len))).expect("rank 0 exists");
        let into = me.recv(None, Some(3), Buffer::new(len)).expect("any rank");
        let (outcome, got) = me.wait(into).expect("it arrives");
        assert_eq!(outcome, Outcome::of_message(0, 3, len as u64));
        assert!(got[..] == bytes(len)[..]);
        let (_, sent) = me.wait(sent).expect("it leaves");
        assert!(sent[..] == bytes(len)[..], "the sender's bytes come back unchanged");
    }
    me.close().expect("the end");
}

#[test]
fn messages_between_ranks_give_buffers_back_and_are_tested_and_truncated() {
    let (mut a, mut b) = pair();
    for len in [8, 5000, LONG] {
        let mut sent = Some(a.send(1, 1, Buffer::copy_of(&bytes(len))).expect("a rank"));
        let mut into = Some(b.recv(Some(0), None, Buffer::new(len / 2)).expect("a rank"));
        let (mut data, mut got) = (None, None);
        while data.is_none() || got.is_none() {
            for (endpoint, request, end) in [(&mut a, &mut sent, &mut data), (&mut b, &mut into, &mut got)] {
                match request.take().map(|request| endpoint.test(request)) {
                    Some(Ok(done)) => *end = Some(done),
                    Some(Err(pending)) => *request = Some(pending),
                    None => _ = endpoint.progress(),
                }
            }
        }
        let (outcome, got) = got.expect("received");
        assert_eq!((outcome.len, outcome.truncated), (len as u64 / 2, Some(len as u64)));
        assert!(got[..] == bytes(len)[..len / 2]);
        assert_eq!(data.expect("sent").1.len(), len);
    }
}

#[test]
fn a_forgotten_receive_keeps_its_memory_until_the_peer_has_written() {
    let (mut a, mut b) = pair();
    for forget in [true, false] {
        let mut into = Buffer::new(LONG);
        into.fill(1);
        let address = into.as_ptr() as usize;
        let request = b.recv(Some(0), Some(1), into).expect("a rank");
        match forget {
            true => std::mem::forget(request),
            false => drop(request),
        }
        // Would get the freed memory at once.
        let other = Buffer::new(LONG);
        assert_ne!(other.as_ptr() as usize, address);
        let mut sent = Some(a.send(1, 1, Buffer::copy_of(&bytes(LONG))).expect("a rank"));
        while let Some(request) = sent.take() {
            b.progress();
            sent = a.test(request).err();
        }
        assert!(other.iter().all(|b| *b == 0), "the bytes went to the memory of the forgotten receive");
    }
    // The next message is not matched by what was forgotten.
    let sent = a.send(1, 1, Buffer::copy_of(&[9])).expect("a rank");
    let into = b.recv(Some(0), Some(1), Buffer::new(1)).expect("a rank");
    assert_eq!(b.wait(into).expect("it arrives").1[..], [9]);
    a.wait(sent).expect("it has left");
}

#[test]
fn an_endpoint_dropped_before_its_request_leaks_the_memory() {
    let (mut a, mut b) = pair();
    let into = Buffer::new(LONG);
    let address = into.as_ptr() as usize;
    let request = b.recv(Some(0), Some(1), into).expect("a rank");
    drop(b);
    assert_ne!(Buffer::new(LONG).as_ptr() as usize, address);
    assert_eq!(a.wait(request).expect_err("another endpoint's").kind(), ErrorKind::Argument);
    assert!(a.has_departed(1), "dropping an endpoint leaves the job");
}

#[test]
fn a_scope_waits_for_its_operations() {
    let (mut a, mut b) = pair();
    let (data, mut into) = (bytes(LONG), vec![0; LONG]);
    std::thread::scope(|threads| {
        let data = &data;
        threads.spawn(move || a.scope(|s| s.send(1, 5, data)).expect("it leaves").expect("a rank"));
        let outcome = b.scope(|s| {
            let first = s.recv(Some(0), Some(5), &mut into)?;
            s.wait(first)
        });
        let outcome = outcome.expect("it arrives").expect("a rank").expect("waited for once");
        assert_eq!(outcome.len, LONG as u64);
    });
    assert!(into == data);
}

#[test]
fn a_scope_that_panics_ends_its_operations_first() {
    let (mut a, mut b) = pair();
    let mut into = vec![0; LONG];
    let mut unmatched = [0; 8];
    // The first receive is matched before the panic, the second never.
    let sender = std::thread::spawn(move || {
        let sent = a.send(1, 5, Buffer::copy_of(&bytes(LONG))).expect("a rank");
        a.wait(sent).expect("it leaves");
        a
    });
    let panic = catch_unwind(AssertUnwindSafe(|| {
        b.scope(|s| {
            s.recv(Some(0), Some(6), &mut unmatched).expect("a rank");
            let request = s.recv(Some(0), Some(5), &mut into).expect("a rank");
            while s.endpoint.waits_for(s.pending[request.0].expect("pending")).is_some() {
                s.endpoint.progress();
            }
            panic!("the program fails");
        })
    }));
    assert!(panic.is_err());
    assert!(into == bytes(LONG), "the matched receive ended before the scope did");
    let mut a = sender.join().expect("it sends");
    // The unmatched receive is cancelled: a later message does not go into its memory.
    let sent = a.send(1, 6, Buffer::copy_of(&[7; 8])).expect("a rank");
    let mut later = Some(b.recv(Some(0), Some(6), Buffer::new(8)).expect("a rank"));
    while let Some(request) = later.take() {
        match b.test(request) {
            Ok((_, got)) => assert_eq!(got[..], [7; 8]),
            Err(pending) => later = Some(pending),
        }
    }
    a.wait(sent).expect("it leaves");
    assert_eq!(unmatched, [0; 8]);
}

#[test]
fn errors_have_kinds() {
    let (mut a, mut b) = pair();
    let kind = |end: Result<_, crate::Error>| end.map(drop).expect_err("it fails").kind();
    assert_eq!(kind(a.send(2, 0, Buffer::new(1)).map(drop)), ErrorKind::Argument);
    assert_eq!(kind(a.recv(Some(2), None, Buffer::new(1)).map(drop)), ErrorKind::Argument);
    let receive = a.recv(Some(1), None, Buffer::new(8)).expect("a rank");
    assert_eq!(kind(b.wait(receive).map(drop)), ErrorKind::Argument);
    let waits = a.recv(Some(1), None, Buffer::new(8)).expect("a rank");
    b.close().expect("the end");
    assert_eq!(kind(a.wait(waits).map(drop)), ErrorKind::Departed);
    let mut into = [0; 8];
    assert_eq!(kind(a.scope(|s| s.recv(Some(1), None, &mut into)).map(drop)), ErrorKind::Departed);
}

#[test]
fn a_cancelled_receive_gives_its_buffer_back() {
    let (mut a, _b) = pair();
    let request = a.recv(Some(1), None, Buffer::copy_of(&[3; 8])).expect("a rank");
    a.cancel(&request);
    let (outcome, buffer) = a.wait(request).expect("it is cancelled");
    assert!(outcome.cancelled && buffer[..] == [3; 8]);
}

#[test]
fn views_probe_take_broadcast_and_deposit() {
    let mut me = Endpoint::from(testing::cluster(1).expect("an endpoint").remove(0));
    let select = Select { context: 4, source: None, tag: Some(2) };
    assert!(me.tags().probe(select).is_none());
    let sent = me.tags().send(0, 4, 2, Buffer::copy_of(&[1, 2]), Mode::Standard).expect("a rank");
    while me.tags().probe(select).is_none() {}
    let message = me.tags().take(select).expect("it is there");
    assert_eq!(message.outcome().len, 2);
    assert!(me.tags().probe(select).is_none(), "it is out of matching");
    let into = me.tags().recv_taken(message, Buffer::new(2)).expect("of this endpoint");
    assert_eq!(me.wait(into).expect("it arrives").1[..], [1, 2]);
    me.wait(sent).expect("it leaves");

    let mut queue = me.deposits().queue(8).expect("memory");
    let telling = crate::deposits::Telling::Note;
    let (invitation, connection) = me.deposits().offer(&mut queue, 0, 64, telling).expect("an offer");
    let to = me.deposits().connect(&invitation).expect("a connection");
    assert_eq!(me.deposits().deposit(&to, 8, Buffer::copy_of(&[5; 4])).expect("inside")[..], [5; 4]);
    assert!(me.deposits().deposit(&to, 62, Buffer::new(4)).is_err(), "past the end");
    let note = me.deposits().wait(&mut queue, None).expect("a note");
    assert_eq!(queue.to_vec(note), [5; 4]);
    assert!(me.deposits().close(&mut queue, connection));
    me.close().expect("the end");

    let mut kinds = Vec::new();
    std::thread::scope(|threads| {
        let ranks: Vec<_> = testing::cluster(3).expect("endpoints").into_iter().map(Endpoint::from).collect();
        let all = ranks.into_iter().map(|mut rank| {
            threads.spawn(move || {
                let mut view = rank.broadcasts();
                let start = view.next_start();
                assert_eq!(view.send(1, Buffer::new(1)).expect_err("not open").kind(), ErrorKind::Argument);
                view.open(1, start, &[2, 0, 1]).expect("members");
                for len in [16, 200_000] {
                    let got = match view.endpoint.rank() {
                        2 => view.send(1, Buffer::copy_of(&bytes(len))).expect("a group"),
                        _ => {
                            let (got, buffer) = view.recv(1, 0, Buffer::new(len)).expect("a group");
                            assert_eq!(got, len as u64);
                            buffer
                        }
                    };
                    assert!(got[..] == bytes(len)[..]);
                }
                view.close(1);
                rank.close().is_ok()
            })
        });
        let all: Vec<_> = all.collect();
        kinds.extend(all.into_iter().map(|thread| thread.join().expect("it ends")));
    });
    assert_eq!(kinds, [true; 3]);
}

#[test]
fn a_broadcast_whose_root_has_left_ends_with_an_error() {
    let (mut root, mut member) = pair();
    let start = root.broadcasts().next_start();
    root.broadcasts().open(1, start, &[0, 1]).expect("members");
    std::thread::scope(|threads| {
        threads.spawn(move || root.close().expect("nothing is under way"));
        let mut view = member.broadcasts();
        view.open(1, start, &[0, 1]).expect("members");
        let end = view.recv(1, 0, Buffer::new(200_000));
        assert_eq!(end.map(|(len, _)| len).expect_err("no broadcast").kind(), ErrorKind::Departed);
    });
}
