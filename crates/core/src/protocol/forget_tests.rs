//! Peers of another job, which come and go.
use super::{Mode, Outcome, Path, Select};
use crate::ids::{Rank, RecvId};
use crate::limits::{ENTRY_COST, Limits};
use crate::testing::{Job, PullAnswer, World};
use crate::wire::MessageRole;

const FRAME: u64 = 32 << 10;

/// Two ranks, each of a job of its own with so many ranks.
fn new_pair(jobs: [u32; 2]) -> Job {
    let path = Path { native_pull: false, piece: FRAME };
    let world = || World::new(path, PullAnswer::No);
    let mut job = Job::new(vec![world(), world()], Limits::of_job(jobs[0], FRAME), 0);
    (job.worlds[0].ranks_of_other_job, job.worlds[1].ranks_of_other_job) = (Some(jobs[1]), Some(jobs[0]));
    job.engines[1] = super::Engine::new(Limits::of_job(jobs[1], FRAME));
    job
}

fn send(job: &mut Job, from: usize, len: usize) {
    job.worlds[from].call = vec![7; len];
    let to = 1 - from as Rank;
    if let Some(id) = job.engines[from].tags().send(&mut job.worlds[from], to, 3, 5, len as u64, Mode::Standard) {
        job.engines[from].detach_send(id);
    }
}

fn recv(job: &mut Job, at: usize, len: usize) -> RecvId {
    job.worlds[at].call = vec![0; len];
    let select = Select { context: 3, source: None, tag: None };
    job.engines[at].tags().recv(&mut job.worlds[at], select, len as u64)
}

#[test]
fn ranks_of_jobs_of_any_sizes_agree_on_their_credit() {
    for jobs in [[1, 1], [2, 1000], [1000, 2], [8, 9]] {
        let mut job = new_pair(jobs);
        // More messages than any credit allows: they leave as the receiver takes them.
        for from in [0, 1] {
            (0..100).for_each(|_| send(&mut job, from, 9000));
            job.settle();
            for _ in 0..100 {
                let id = recv(&mut job, 1 - from, 9000);
                job.settle();
                let outcome = job.engines[1 - from].recv_outcome(id);
                assert_eq!(outcome, Some(Outcome::of_message(from as Rank, 5, 9000)), "jobs of {jobs:?}");
                job.engines[1 - from].tags().forget_recv(id);
            }
        }
        for (engine, ranks) in job.engines.iter().zip(jobs) {
            let credit = Limits::of_job(ranks, FRAME).credit;
            let account = engine.accounts().next().expect("the peer");
            assert_eq!((account.allowance + account.owed, engine.counters().malformed), (credit, 0));
        }
    }
}

/// A frame of a handler's message fits into the credit of the receiver's job, be its credit smaller than ours.
#[test]
fn handlers_of_a_larger_job_get_frames_that_its_credit_allows() {
    for jobs in [[2, 1000], [1000, 2], [8, 9]] {
        let mut job = new_pair(jobs);
        for len in [Limits::of_job(2, FRAME).handlers / 4 - ENTRY_COST, 100, 3 * FRAME] {
            job.worlds[0].call = vec![7; len as usize];
            let id = job.engines[0].handlers().call(&mut job.worlds[0], 1, 7, MessageRole::Request, len);
            job.settle();
            let stream = job.engines[1].handlers().next_stream().expect("the message has begun").id;
            job.worlds[1].call = vec![0; len as usize];
            job.engines[1].handlers().read(&mut job.worlds[1], stream, len);
            job.settle();
            assert_eq!(job.worlds[1].handlers.reads[&stream], vec![7; len as usize], "jobs of {jobs:?}");
            job.engines[1].handlers().finish(&mut job.worlds[1], stream);
            job.settle();
            if let Some(id) = id {
                job.engines[0].handlers().end(&mut job.worlds[0], id);
            }
        }
        assert!(job.engines.iter().all(|engine| engine.leftovers() == Default::default()), "jobs of {jobs:?}");
    }
}

#[test]
fn a_peer_is_forgotten_once_nothing_with_it_is_under_way() {
    let mut job = new_pair([3, 5]);
    for round in 0..3 {
        send(&mut job, 0, 100);
        job.settle();
        assert!(!job.engines[1].forget_peer(0), "a message waits for a receive");
        let id = recv(&mut job, 1, 100);
        job.settle();
        assert_eq!(job.engines[1].recv_outcome(id), Some(Outcome::of_message(0, 5, 100)), "round {round}");
        job.engines[1].tags().forget_recv(id);
        assert!(job.engines[0].forget_peer(1) && job.engines[1].forget_peer(0));
        assert!(job.engines.iter().all(|engine| engine.accounts().count() == 0));
        assert!(job.engines[0].forget_peer(1), "a rank that this rank does not know is forgotten");
    }
    // The places are taken again.
    send(&mut job, 1, 100);
    job.settle();
    assert!(job.engines.iter().all(|engine| engine.accounts().count() == 1));
}
