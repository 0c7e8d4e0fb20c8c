//! Joins the processes of two groups that may know nothing of each other: they make a joint job
//! ([`clump::driver::bootstrap::JointJob`]), and an intercommunicator in it. The two groups' roots have a connection,
//! by a port or by messages; all other processes exchange their words through their group's root.
use crate::abi;
use crate::agreement::{Agreement, Bridge, number};
use crate::context;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::objects::dynamic::store::JointTable;
use clump::driver::bootstrap::{self, JointJob};
use clump::driver::coordination::{CoordinatorLine, CoordinatorPlace};
use clump::driver::ports::PortLine;
use clump::driver::{Error as DriverError, ErrorKind, ProcessName};
use clump_coll::Ranks;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a root rests before it makes progress again while it waits for the other root. Longer delays messages of
/// other ranks, shorter costs processor time.
const REST: Duration = Duration::from_millis(1);

/// How long a joining may take once the two roots are connected. A longer time delays the report of a process that
/// hangs; a shorter one fails joinings of many processes on busy machines.
const JOINING: Duration = Duration::from_secs(30);

/// The connection of a group's root to the other group's root.
pub(crate) enum RootLink {
    Line(PortLine),
    /// A line on a socket of the program, which the program uses again after the joining.
    Socket(PortLine),
    Bridge(Bridge),
}

/// Why a root has no connection: an error class, and the end of a sentence.
#[derive(Clone, Debug)]
pub(crate) struct JoinRefusal {
    pub class: i32,
    pub why: String,
}

impl From<JoinRefusal> for Box<Error> {
    fn from(refusal: JoinRefusal) -> Box<Error> {
        error(refusal.class, refusal.why)
    }
}

impl From<Box<Error>> for JoinRefusal {
    fn from(e: Box<Error>) -> JoinRefusal {
        JoinRefusal { class: e.code, why: e.why }
    }
}

impl RootLink {
    /// Sends words to the other root, and returns that root's words. Fails if they have not come until that time.
    fn swap(
        &mut self,
        agreement: &Agreement,
        mine: &[u8],
        until: Instant,
    ) -> std::result::Result<Vec<u8>, JoinRefusal> {
        match self {
            RootLink::Bridge(bridge) => Ok(agreement.wait_over(Some(bridge), bridge.swap_words(mine))?),
            RootLink::Line(line) | RootLink::Socket(line) => {
                let gone = |e: std::io::Error| JoinRefusal {
                    class: abi::MPI_ERR_PORT,
                    why: format!("the root of the other group does not answer: {e}"),
                };
                line.send(mine).map_err(gone)?;
                loop {
                    if let Some(words) = line.receive().map_err(gone)? {
                        return Ok(words);
                    }
                    if Instant::now() >= until {
                        let why = "the other group's processes have not answered in time".into();
                        return Err(JoinRefusal { class: abi::MPI_ERR_PORT, why });
                    }
                    gate::enter().advance();
                    line.rest(REST);
                }
            }
        }
    }
}

/// One group's side of a joining.
pub(crate) struct GroupJoining {
    /// The group's agreement, under its root.
    pub agreement: Agreement,
    /// This process's rank in the group.
    pub rank: u32,
    /// True for the group whose processes come first in the joint job: exactly one of the two groups.
    pub first: bool,
    /// The root's connection, or why it has none; `None` on all other processes.
    pub roots: Option<std::result::Result<RootLink, JoinRefusal>>,
    /// When the root gives up, if it must before [`JOINING`] has passed.
    pub until: Option<Instant>,
}

/// Returns the time until which a joining waits that begins now: [`JOINING`], and the caller's limit if that is sooner.
fn limit(until: Option<Instant>) -> Instant {
    let most = Instant::now() + JOINING;
    until.map_or(most, |until| until.min(most))
}

/// A process of one of the groups, as its first words describe it.
struct Joined {
    first: bool,
    rank: u32,
    name: ProcessName,
    /// The number of ranks in the process's job.
    ranks: u32,
    /// The lowest number that it proposes for the joint job.
    number: u32,
    /// Where it runs: processes of one place share memory.
    place: u64,
    /// The number of the coordinator of its deaths; 0 if there is none.
    coordinator: u64,
}

impl Joined {
    fn to_line(&self) -> String {
        let Joined { first, rank, name, ranks, number, place, coordinator } = self;
        let (first, job, of_job) = (u8::from(*first), name.job, name.rank);
        format!("process {first} {rank} {job:x} {of_job} {ranks} {number} {place:x} {coordinator:x}\n")
    }

    fn from_line(line: &str) -> Option<Joined> {
        let mut words = line.strip_prefix("process ")?.split(' ');
        let mut word = || words.next();
        Some(Joined {
            first: word()? == "1",
            rank: word()?.parse().ok()?,
            name: ProcessName { job: u64::from_str_radix(word()?, 16).ok()?, rank: word()?.parse().ok()? },
            ranks: word()?.parse().ok()?,
            number: word()?.parse().ok()?,
            place: u64::from_str_radix(word()?, 16).ok()?,
            coordinator: u64::from_str_radix(word()?, 16).ok()?,
        })
    }
}

impl GroupJoining {
    /// Joins the two groups. Returns an intercommunicator that inherits from `parent`. Fails on all processes if it
    /// fails on one. The caller must not hold a guard.
    pub fn join(mut self, call: Call, parent: abi::Comm) -> Result<abi::Comm> {
        let coordinator = CoordinatorPlace::own();
        let (own, nonce) = {
            let mut s = gate::enter();
            let endpoint = s.endpoint();
            let (name, ranks, number) =
                (endpoint.joints().process_name(), endpoint.size(), endpoint.joints().propose_number());
            let place = bootstrap::place();
            let coordinator = coordinator.as_ref().map_or(0, |coordinator| coordinator.id);
            let own = Joined { first: self.first, rank: self.rank, name, ranks, number, place, coordinator };
            (own, bootstrap::nonce())
        };
        let mut words = own.to_line();
        let until = limit(self.until);
        if self.roots.is_some() {
            words += &format!("patience {}\n", until.saturating_duration_since(Instant::now()).as_millis());
        }
        if self.first && self.roots.is_some() {
            words += &format!("nonce {nonce:x}\n");
        }
        let all = self.exchange(&words, until)?;
        // All processes of both groups give up when the less patient root does.
        let patience = all.lines().filter_map(|line| line.strip_prefix("patience ")?.parse().ok());
        let until = limit(patience.min().map(|ms| Instant::now() + Duration::from_millis(ms)));
        let nonce = all.lines().find_map(|line| u64::from_str_radix(line.strip_prefix("nonce ")?, 16).ok());
        let mut members: Vec<Joined> = all.lines().filter_map(Joined::from_line).collect();
        members.sort_by_key(|m| (!m.first, m.rank));
        let me = members.iter().position(|m| (m.first, m.rank) == (self.first, self.rank));
        let (Some(nonce), Some(me)) = (nonce, me) else {
            return fail(abi::MPI_ERR_INTERN, "the two groups' words make no sense; are both of one version of Clump?");
        };
        let sides = members.iter().position(|m| !m.first).unwrap_or(members.len());
        let [ours, theirs] =
            if self.first { [0..sides, sides..members.len()] } else { [sides..members.len(), 0..sides] };
        // Every process sees this alike, so that all fail.
        if members[ours.clone()].iter().any(|m| members[theirs.clone()].iter().any(|other| other.name == m.name)) {
            return fail(abi::MPI_ERR_COMM, "a process is in both groups, which must have none in common");
        }
        let first = members.iter().map(|m| m.number).max().unwrap_or(0);
        let size = members.len() as u32;
        let mut class = None;
        let coordinator = coordinator.filter(|c| members.iter().all(|member| member.coordinator == c.id));
        let order = || {
            let join = |c: CoordinatorPlace| CoordinatorLine::join(&c.port, nonce, me as u32, size);
            coordinator.map(join).transpose()
        };
        let met = JointJob::meet(
            &mut |words| {
                self.exchange(words, until).map_err(|refusal| {
                    class = Some(refusal.class);
                    DriverError::new(ErrorKind::Launch, refusal.why)
                })
            },
            me as u32,
            size,
            until,
            members.iter().all(|m| m.place == own.place),
            order,
        );
        let met = met.map_err(|e| error(class.unwrap_or(abi::MPI_ERR_PORT), e.sentence()))?;
        let line = match self.roots.take() {
            Some(Ok(RootLink::Line(line))) => {
                // Sockets of other kinds need no signs of life: they end with the other process.
                let _ = line.expect_signs_of_life();
                Some(line)
            }
            _ => None,
        };
        {
            let mut s = gate::enter();
            let jobs = members.iter().map(|m| m.ranks).collect();
            s.endpoint()
                .joints()
                .add(met, first, jobs, ours.clone(), line)
                .map_err(|e| error(abi::MPI_ERR_OTHER, e.sentence()))?;
            let own = s.endpoint().joints().process_name().job;
            let names = members.iter().map(|m| m.name).collect();
            s.dynamic.add_joint(JointTable::new(first, names), own);
        }
        let ranks =
            |range: std::ops::Range<usize>| Arc::new(Ranks::of(&range.map(|i| first + i as u32).collect::<Vec<_>>()));
        let agreement = Agreement::parentless(call, ranks(0..members.len()), me as u32, nonce).until(until);
        let context = agreement.wait(context::agree(&agreement)).flatten();
        let mut s = gate::enter();
        s.dynamic.is_made(first);
        let context = context.map_err(|e| {
            s.leave_joints();
            error(abi::MPI_ERR_PORT, e.why)
        })?;
        s.new_comm(Comm::inter(context, self.rank, ranks(ours), ranks(theirs)), parent)
    }

    /// Sends this process's words to all processes of both groups. Returns the words of all of them. The roots wait for
    /// each other until that time.
    fn exchange(&mut self, mine: &str, until: Instant) -> std::result::Result<String, JoinRefusal> {
        let GroupJoining { agreement, roots, .. } = self;
        let ours = gathered(agreement, mine.as_bytes())?;
        let theirs = match roots {
            None => Ok(Vec::new()),
            Some(Ok(roots)) => roots.swap(agreement, &ours, until),
            Some(Err(refusal)) => Err(refusal.clone()),
        };
        // The root's result, or its refusal, goes to all processes of the group.
        let (class, bytes) = match theirs {
            Ok(bytes) => (abi::MPI_SUCCESS, bytes),
            Err(JoinRefusal { class, why }) => (class, why.into_bytes()),
        };
        let head = [class as u32, bytes.len() as u32].iter().flat_map(|n| n.to_ne_bytes()).collect::<Vec<u8>>();
        let head = agreement.wait(agreement.reduce(&head, unite))?;
        let mut body = vec![0; number(&head, 1) as usize];
        body[..bytes.len()].copy_from_slice(&bytes);
        let body = agreement.wait(agreement.reduce(&body, unite))?;
        match number(&head, 0) as i32 {
            abi::MPI_SUCCESS => Ok(String::from_utf8_lossy(&[ours, body].concat()).into_owned()),
            class => Err(JoinRefusal { class, why: String::from_utf8_lossy(&body).into_owned() }),
        }
    }
}

fn unite(a: &mut [u8], b: &[u8]) {
    a.iter_mut().zip(b).for_each(|(a, b)| *a |= b);
}

/// Returns the words of all members of a group, in rank order, on each of them.
fn gathered(agreement: &Agreement, mine: &[u8]) -> Result<Vec<u8>> {
    let len = (mine.len() as u32).to_be_bytes();
    let longest = agreement.wait(agreement.reduce(&len, |a, b| {
        if *a < *b {
            a.copy_from_slice(b);
        }
    }))?;
    let longest = longest.first_chunk().map_or(0, |len| u32::from_be_bytes(*len) as usize);
    let mut padded = len.to_vec();
    padded.extend_from_slice(mine);
    padded.resize(4 + longest, 0);
    let all = agreement.wait(agreement.gather(&padded))?;
    let words = |one: &[u8]| {
        let len = one.first_chunk().map_or(0, |len| u32::from_be_bytes(*len) as usize);
        one[4..4 + len.min(longest)].to_vec()
    };
    Ok(all.chunks(4 + longest).flat_map(words).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_survives_being_written() {
        let name = ProcessName { job: u64::MAX, rank: 7 };
        let one = Joined { first: true, rank: 3, name, ranks: 8, number: 8192, place: u64::MAX, coordinator: 7 };
        let line = one.to_line();
        let two = Joined::from_line(line.trim_end()).expect("a process");
        assert_eq!(
            (two.first, two.rank, two.name, two.ranks, two.number, two.place, two.coordinator),
            (true, 3, name, 8, 8192, u64::MAX, 7)
        );
        for line in ["", "process", "process 1 2 x 3 4 5", "card-0 1/a"] {
            assert!(Joined::from_line(line).is_none(), "{line}");
        }
    }
}
