//! A job of real processes without a launcher: when a rank dies, the other ranks survive and must notice the death
//! themselves. (`clump run` would end them.)
use clump::driver::{Rank, Segment};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Long enough for a loaded machine; a rank that needs longer hangs.
const PATIENCE: Duration = Duration::from_secs(60);

pub struct Job {
    ranks: Vec<Child>,
}

impl Job {
    /// Starts a rank with each of the commands; `machines` has the number of ranks on each machine. The machines
    /// are this one under several names: ranks of one machine share memory, ranks of different machines exchange
    /// sealed datagrams over loopback.
    pub fn start(machines: &[u32], command: impl Fn(Rank) -> Command) -> Job {
        let network = (machines.len() > 1).then(|| network::Network::new(machines));
        let all = machines.iter().sum();
        let mut ranks = Vec::new();
        for &count in machines {
            let segment = Segment::create(all).expect("a segment");
            // A duplicated descriptor stays open in the programs that are started.
            let memory = rustix::io::dup(segment.fd()).expect("a descriptor");
            for _ in 0..count {
                let rank = ranks.len();
                let mut place = format!("1 fd={} rank={rank} size={all}", memory.as_raw_fd());
                let handed_down = network.as_ref().map(|n| n.hand_down(rank));
                if let Some([plan, socket]) = &handed_down {
                    place += &format!(" hosts={} socket={}", plan.as_raw_fd(), socket.as_raw_fd());
                }
                let mut command = command(rank as Rank);
                command.env(clump::driver::bootstrap::ENV, place).stdin(Stdio::null());
                ranks.push(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a program"));
            }
        }
        Job { ranks }
    }

    /// Returns the process of a rank.
    pub fn pid(&self, rank: Rank) -> u32 {
        self.ranks[rank as usize].id()
    }

    /// Waits for all ranks, and panics if a rank takes too long. Returns each rank's exit status and output.
    pub fn finish(mut self) -> Vec<Output> {
        let start = Instant::now();
        while self.ranks.iter_mut().any(|rank| rank.try_wait().expect("wait").is_none()) {
            if start.elapsed() > PATIENCE {
                let hang = |rank: &mut Child| rank.try_wait().expect("wait").is_none();
                let hanging: Vec<usize> = (0..self.ranks.len()).filter(|&r| hang(&mut self.ranks[r])).collect();
                drop(self);
                panic!("ranks {hanging:?} hang");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        std::mem::take(&mut self.ranks).into_iter().map(|rank| rank.wait_with_output().expect("wait")).collect()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        for rank in &mut self.ranks {
            // If the rank has ended, the kill fails, and that is fine.
            let _ = rank.kill();
            let _ = rank.wait();
        }
    }
}

/// Creates the descriptors that ranks of several machines inherit.
mod network {
    use super::*;
    use clump::driver::hosts::{Cipher, Local, Plan, Sealing, secret};
    use std::io::Write;
    use std::net::{Ipv4Addr, UdpSocket};

    pub struct Network {
        plan: OwnedFd,
        sockets: Vec<UdpSocket>,
    }

    impl Network {
        pub fn new(machines: &[u32]) -> Network {
            let mut locals: Vec<Local> =
                machines.iter().map(|n| Local::new(*n as usize, None).expect("sockets")).collect();
            let mut hosts: Vec<_> = locals.iter().map(|l| l.host.clone()).collect();
            hosts.iter_mut().for_each(|h| h.addresses = vec![Ipv4Addr::LOCALHOST.into()]);
            let sealing = Some(Sealing { cipher: Cipher::AesGcm, secret: secret().expect("a secret") });
            let plan = Plan::new(sealing, 1500, hosts);
            let memory = rustix::fs::memfd_create("hosts", rustix::fs::MemfdFlags::CLOEXEC).expect("memory");
            let mut file = std::fs::File::from(memory);
            file.write_all(plan.to_text().as_bytes()).expect("a list of hosts");
            Network {
                plan: file.into(),
                sockets: locals.iter_mut().flat_map(|l| std::mem::take(&mut l.ranks)).collect(),
            }
        }

        /// Returns the list of hosts, and the rank's socket; both descriptors stay open in the programs that are
        /// started.
        pub fn hand_down(&self, rank: usize) -> [OwnedFd; 2] {
            [self.plan.as_fd(), self.sockets[rank].as_fd()].map(|fd| rustix::io::dup(fd).expect("a descriptor"))
        }
    }
}
