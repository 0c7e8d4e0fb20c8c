//! Heartbeats: the agents of a job's hosts tell each other that their hosts are alive, over the ranks' sealed
//! network. A rank that is stopped in a debugger is alive; a host whose cable is cut is lost.
use super::agents::Agents;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// The interval of heartbeats. A shorter interval costs datagrams and finds no loss earlier than `LOST`.
pub const EVERY: Duration = Duration::from_millis(400);
/// A host that was silent for this long is lost, unless the user gives more time. A shorter time would declare slow
/// hosts lost; a longer time reports a lost host later.
pub const LOST: Duration = Duration::from_millis(3600);
/// If this agent did not run for this long (a stopped job), the silence of other hosts means nothing.
const OWN_PAUSE: Duration = Duration::from_millis(1500);
/// The most hosts for which each agent sends heartbeats to every other agent. With more hosts, an agent sends
/// heartbeats only to its neighbours, to save datagrams.
const ALL_TELL_ALL: u32 = 16;

/// The kind of a letter that is a heartbeat.
pub(super) const ALIVE: u64 = 1;
/// The kind of a letter that is the farewell of an agent that ends.
const BYE: u64 = 2;
/// How often an agent sends its farewell, because a datagram may get lost.
const BYES: u32 = 3;

struct Neighbour {
    host: u32,
    address: IpAddr,
    /// Time of that host's last heartbeat. Agents send heartbeats from their first contacts on, so that the first
    /// heartbeat gets no extra time.
    heard: Instant,
    over: bool,
    /// True once the host's silence has been reported.
    is_reported: bool,
}

/// A host that has not been heard for [`LOST`] or longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// The user's time is not over yet. Each host is reported once.
    Waits(u32),
    /// The host is lost.
    Lost(u32),
}

/// Returns true if the agents of two hosts, of `hosts`, watch each other.
pub(super) fn is_neighbour(own: u32, other: u32, hosts: u32) -> bool {
    let d = other.abs_diff(own);
    hosts <= ALL_TELL_ALL || d.min(hosts - d) <= 2
}

/// One agent's part of the heartbeats.
pub struct Beat {
    agents: Agents,
    neighbours: Vec<Neighbour>,
    last: Instant,
    /// A host that was silent for longer is lost.
    patience: Duration,
}

impl Beat {
    /// Creates the heartbeats. `ways` are the other hosts, all of which have just answered, with the working address
    /// of each. A host that is silent for longer than `patience`, at least [`LOST`], is lost.
    pub(super) fn new(ways: Vec<(u32, IpAddr)>, agents: Agents, now: Instant, patience: Duration) -> Beat {
        let hosts = ways.len() as u32 + 1;
        let next_to = ways.into_iter().filter(|&(other, _)| is_neighbour(agents.host, other, hosts));
        let neighbours = next_to
            .map(|(host, address)| Neighbour { host, address, heard: now, over: false, is_reported: false })
            .collect();
        let mut beat = Beat { agents, neighbours, last: now, patience: patience.max(LOST) };
        beat.say(ALIVE);
        beat
    }

    /// Returns when to call [`Beat::tick`] next; `None` if there is no other host.
    pub fn next(&self) -> Option<Instant> {
        (!self.neighbours.is_empty()).then(|| self.last + EVERY)
    }

    /// Gives the heartbeats to this process, a fork of the one that made them, which must not send any more.
    pub fn take_over(&mut self) {
        self.agents.post.take_over();
    }

    /// Sends heartbeats and takes those that have arrived. Returns the first host that is lost, or else the first whose
    /// silence has not been reported.
    pub fn tick(&mut self, now: Instant) -> Option<Silence> {
        let slept = now.saturating_duration_since(self.last) > EVERY + OWN_PAUSE;
        self.last = now;
        self.say(ALIVE);
        loop {
            while let Some((host, letter)) = self.agents.next() {
                if let Some(n) = self.neighbours.iter_mut().find(|n| n.host == host) {
                    n.heard = now;
                    n.over |= letter.kind == BYE;
                }
            }
            // A letter that the network returned hides, for one receive, the letters that have arrived.
            if self.agents.post.returned().is_none() {
                break;
            }
        }
        if slept {
            self.neighbours.iter_mut().for_each(|n| n.heard = n.heard.max(now));
        }
        let is_silent = |n: &Neighbour, time| !n.over && now.saturating_duration_since(n.heard) > time;
        if let Some(lost) = self.neighbours.iter().find(|n| is_silent(n, self.patience)) {
            return Some(Silence::Lost(lost.host));
        }
        let silent = self.neighbours.iter_mut().find(|n| !n.is_reported && is_silent(n, LOST))?;
        silent.is_reported = true;
        Some(Silence::Waits(silent.host))
    }

    /// Returns the time after which a silent host is lost.
    pub fn patience(&self) -> Duration {
        self.patience
    }

    /// Watches a host no more.
    pub fn forget(&mut self, host: u32) {
        self.neighbours.iter_mut().filter(|n| n.host == host).for_each(|n| n.over = true);
    }

    /// Returns true if all agents that this agent watches have ended normally.
    pub fn is_over(&self) -> bool {
        self.neighbours.iter().all(|n| n.over)
    }

    /// Tells the neighbours that this agent ends normally.
    pub fn bye(&mut self) {
        for _ in 0..BYES {
            self.say(BYE);
        }
    }

    fn say(&mut self, what: u64) {
        for n in self.neighbours.iter().filter(|n| !n.over) {
            // If this letter is lost, the next letter repeats it.
            let _ = self.agents.send(n.host, n.address, what, [0; 2]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::agents;
    use super::*;

    fn beats(count: u32, now: Instant, patience: Duration) -> Vec<Beat> {
        let (plan, sockets) = agents(count, &["127.0.0.1".parse().expect("v4")]);
        let contacts = sockets.into_iter().zip(0..).map(|(s, host)| super::super::Contacts::new(&plan, s, host, now));
        let mut contacts: Vec<_> = contacts.collect::<Result<_, _>>().expect("contacts");
        let mut at = now;
        while !contacts.iter().all(|c| c.is_settled()) {
            at += Duration::from_millis(100);
            assert!(at < now + super::super::contacts::STALE, "no contact");
            for c in &mut contacts {
                c.tick(at);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        contacts.into_iter().map(|c| c.beat(now, patience)).collect()
    }

    #[test]
    fn a_silent_host_is_named_and_one_that_left_is_not() {
        let mut now = Instant::now();
        let mut beats = beats(3, now, LOST);
        let mut lost = None;
        for round in 0..30 {
            now += EVERY;
            for (host, beat) in beats.iter_mut().enumerate() {
                match (host, round) {
                    (1, 5) => {
                        assert!(!beat.is_over());
                        beat.bye();
                    }
                    (1, 6..) | (2, 10..) => {}
                    _ => lost = lost.or(beat.tick(now).map(|l| (host, round, l))),
                }
            }
        }
        let (by, round, lost) = lost.expect("host 2 went silent");
        assert_eq!((by, lost), (0, Silence::Lost(2)));
        assert!((17..=21).contains(&round), "{round}");
    }

    #[test]
    fn a_host_that_never_sends_a_heartbeat_is_named_as_early() {
        let begin = Instant::now();
        let mut beats = beats(2, begin, LOST);
        // Host 1 fell silent after its contacts: receive what it sent before that.
        beats[0].tick(begin);
        let mut now = begin;
        let lost = (0..40).find_map(|_| {
            now += EVERY;
            beats[0].tick(now)
        });
        let took = now - begin;
        assert_eq!(lost, Some(Silence::Lost(1)));
        assert!((LOST..LOST + 2 * EVERY).contains(&took), "{took:?}");
    }

    #[test]
    fn a_user_may_give_a_silent_host_more_time_and_is_told_once_that_it_is_needed() {
        let begin = Instant::now();
        let patience = Duration::from_secs(20);
        let mut beats = beats(2, begin, patience);
        beats[0].tick(begin);
        let ticks = (1..60).map(|n| (EVERY * n, beats[0].tick(begin + EVERY * n)));
        let said: Vec<_> = ticks.filter_map(|(at, said)| Some((at, said?))).collect();
        assert!((LOST..LOST + 2 * EVERY).contains(&said[0].0) && said[0].1 == Silence::Waits(1), "{said:?}");
        assert!((patience..patience + 2 * EVERY).contains(&said[1].0) && said[1].1 == Silence::Lost(1), "{said:?}");
    }

    #[test]
    fn an_agent_that_was_stopped_reports_no_host_as_lost() {
        let begin = Instant::now();
        let mut beats = beats(2, begin, LOST);
        for beat in &mut beats {
            beat.tick(begin + EVERY);
        }
        assert_eq!(beats[0].tick(begin + 2 * EVERY), None);
        assert_eq!(beats[0].tick(begin + Duration::from_secs(60)), None);
        assert_eq!(beats[0].tick(begin + Duration::from_secs(60) + EVERY), None);
    }
}
