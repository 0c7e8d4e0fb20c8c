//! How the processes of two jobs make a joint job: they meet as the ranks of another launcher's job do, through
//! exchanges that carry every process's words to all others. The caller brings the exchanges.
use super::foreign::{Kind, Together, together};
use super::nonce;
use super::space::KeySpace;
use crate::coordination::CoordinatorLine;
use crate::error::{Error, ErrorKind};
use crate::hybrid::Hybrid;
use clump_core::Rank;
use clump_fabric::Network;
use clump_fabric::clock::Monotonic;
use clump_fabric::local::{LocalJob, Phase, RankPage};
use clump_fabric::shm::{Segment, Shm};
use clump_fabric::udp::Udp;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;

type Page = <Arc<Segment> as LocalJob>::Page;

/// The first word of a line that says why a process cannot go on.
const FAILED: &str = "failed";

/// What a process has of a joint job before it adds the job to its endpoint.
pub struct JointJob<N: Network = Udp> {
    pub(crate) segment: Arc<Segment>,
    /// This process's page in the segment.
    pub(crate) page: Page,
    pub(crate) rank: Rank,
    /// The ranks of this machine.
    pub(crate) here: Vec<Rank>,
    /// The way to the other processes.
    pub(crate) fabric: Hybrid<N>,
    /// The line to the process that orders deaths, if the joint job goes on after them.
    pub(crate) order: Option<CoordinatorLine>,
}

/// Sends a process's words to all processes of a joint job. Returns the words of all of them, in any order. The words
/// are lines, and end with a line's end.
pub type ExchangeOfWords<'a> = &'a mut dyn FnMut(&str) -> Result<String, Error>;

impl<N: Network> JointJob<N> {
    /// Returns what a process has of a joint job in which it is `rank`. The processes that look find that this one
    /// runs.
    pub(crate) fn new(
        segment: Arc<Segment>,
        (rank, here): (Rank, Vec<Rank>),
        fabric: Hybrid<N>,
        order: Option<CoordinatorLine>,
    ) -> JointJob<N> {
        let page = segment.page(rank, nonce());
        page.set_phase(Phase::Running, 0);
        JointJob { segment, page, rank, here, fabric, order }
    }
}

impl JointJob {
    /// Meets the other processes of a joint job of `size` processes, in which this process is `rank`. Fails on all
    /// processes if it fails on one. Processes of one machine wait for each other until `end`. If all processes have
    /// the same [`place`](super::place) (`is_one_place`), which they must all know, none opens a socket to another.
    /// `order` makes this process's line to the coordinator, if they have one: no process goes on before all have
    /// theirs.
    pub fn meet(
        exchange: ExchangeOfWords<'_>,
        rank: Rank,
        size: u32,
        end: Instant,
        is_one_place: bool,
        order: impl FnOnce() -> Result<Option<CoordinatorLine>, Error>,
    ) -> Result<JointJob, Error> {
        let mut space = Exchanged { exchange, own: String::new(), known: HashMap::new(), is_over: false };
        let met = together(&mut space, rank, size, end, Kind::Joint { is_one_place });
        let met = met.and_then(|met| Ok((met, order()?)));
        // The last exchange tells every process whether all the others have come so far.
        match (met, space.is_over) {
            (Err(e), true) => Err(e),
            (Err(e), false) => {
                space.own = format!("{FAILED} {}\n", e.sentence().replace('\n', " "));
                Err(space.fence().err().unwrap_or(e))
            }
            (Ok((Together { segment, here, network }, order)), _) => {
                let shm = Shm::unmapped(&segment, rank);
                let fabric = match network {
                    Some(network) => Hybrid::new(shm, network.udp, network.buffer, network.hosts, rank),
                    None => Hybrid::near(shm, Monotonic::default()),
                };
                // Once the others go on, they must be able to find that this process has died.
                let joined = JointJob::new(segment, (rank, here), fabric, order);
                space.fence()?;
                Ok(joined)
            }
        }
    }
}

/// A key space made of exchanges.
struct Exchanged<'a> {
    exchange: ExchangeOfWords<'a>,
    /// What this process has published since the last exchange.
    own: String,
    known: HashMap<String, String>,
    /// True once the processes know that one of them has failed: no process exchanges any more.
    is_over: bool,
}

fn name(rank: Rank, key: &str) -> String {
    format!("{key}-{rank}")
}

impl KeySpace for Exchanged<'_> {
    fn put(&mut self, rank: Rank, key: &str, value: &str) -> Result<(), Error> {
        self.own += &format!("{} {value}\n", name(rank, key));
        Ok(())
    }

    fn fence(&mut self) -> Result<(), Error> {
        let all = (self.exchange)(&std::mem::take(&mut self.own)).inspect_err(|_| self.is_over = true)?;
        for (key, value) in all.lines().filter_map(|line| line.split_once(' ')) {
            if key == FAILED {
                self.is_over = true;
                return Err(Error::new(ErrorKind::Launch, value));
            }
            self.known.insert(key.to_owned(), value.to_owned());
        }
        Ok(())
    }

    fn get(&mut self, of: Rank, key: &str) -> Result<String, Error> {
        let lacks = || Error::new(ErrorKind::Launch, format!("process {of} of the joint job has not published {key}"));
        self.known.get(&name(of, key)).cloned().ok_or_else(lacks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Barrier, Mutex};

    /// Runs `each` on as many threads as there are processes, with an exchange between them.
    fn end() -> Instant {
        Instant::now() + std::time::Duration::from_secs(60)
    }

    fn exchanging<T: Send>(size: u32, each: impl Fn(ExchangeOfWords<'_>, Rank) -> T + Sync) -> Vec<T> {
        let (words, barrier) = (Mutex::new(String::new()), Barrier::new(size as usize));
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..size)
                .map(|rank| {
                    let (words, barrier, each) = (&words, &barrier, &each);
                    scope.spawn(move || {
                        let mut exchange = |own: &str| {
                            words.lock().expect("the words").push_str(own);
                            barrier.wait();
                            let all = words.lock().expect("the words").clone();
                            barrier.wait();
                            words.lock().expect("the words").clear();
                            barrier.wait();
                            Ok(all)
                        };
                        each(&mut exchange, rank)
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a process")).collect()
        })
    }

    #[test]
    fn processes_of_one_machine_share_a_segment() {
        let meet = |exchange: ExchangeOfWords<'_>, rank| JointJob::meet(exchange, rank, 3, end(), true, || Ok(None));
        let met = exchanging(3, |exchange, rank| meet(exchange, rank).expect("a joint job"));
        assert!(met.iter().all(|job| job.segment.ranks() == 3 && job.here == [0, 1, 2]));
        assert_eq!(met.iter().map(|job| job.rank).collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn a_failure_of_one_process_fails_all() {
        let said = exchanging(3, |exchange, rank| {
            if rank == 1 {
                exchange("failed there is no memory\n").expect("the words");
                return "there is no memory".to_owned();
            }
            let order = || Ok(None);
            JointJob::meet(exchange, rank, 3, end(), false, order)
                .err()
                .map_or(String::new(), |e| e.sentence().to_owned())
        });
        assert!(said.iter().all(|why| why.contains("there is no memory")), "{said:?}");
    }
}
