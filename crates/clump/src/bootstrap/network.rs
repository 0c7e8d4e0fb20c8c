//! Takes over what `clump run` hands a rank of a job on several machines: the list of hosts, and the rank's socket.
use crate::error::{Error, ErrorKind};
use crate::hosts::{Hosts, Plan, Tuning};
use clump_core::Rank;
use clump_fabric::udp::{PeerPort, Place, Routes, Udp};
use std::fs::File;
use std::net::UdpSocket;
use std::os::unix::fs::FileExt;
use std::sync::Arc;

/// A rank's connection to other machines.
pub(crate) struct Network {
    pub udp: Udp,
    /// The socket's receive buffer in bytes.
    pub buffer: u64,
    pub hosts: Arc<Hosts>,
    /// See [`Plan::progress`].
    pub progress: bool,
    pub tuning: Option<Tuning>,
}

/// The length in bytes beyond which this process refuses a list of hosts.
const LONGEST: u64 = 16 << 20;

/// Takes the list of hosts and the socket from these descriptor numbers. `life` says how often this rank has joined the
/// job before.
pub(super) fn inherit(plan: i32, socket: i32, (rank, life): (Rank, u16), size: u32) -> Result<Network, Error> {
    let failed = |what: &str, e: std::io::Error| {
        Error::new(
            ErrorKind::Launch,
            format!(
                "rank {rank} of {size}: cannot {what}: {e}; did something between `clump run` and this program close \
                 it?"
            ),
        )
    };
    let file = clump_fabric::sys::inherit(plan).map(File::from).map_err(|e| failed("read the list of hosts", e))?;
    let plan = read(&file)?;
    let socket = clump_fabric::sys::inherit(socket).map(UdpSocket::from).map_err(|e| failed("take its socket", e))?;
    join(plan, socket, (rank, life), size)
}

/// Reads the list of hosts, without use of the file's offset.
pub(super) fn read(file: &File) -> Result<Plan, Error> {
    let failed = |e| Error::new(ErrorKind::Launch, format!("cannot read the list of hosts: {e}"));
    let mut text = vec![0; file.metadata().map_err(failed)?.len().min(LONGEST) as usize];
    file.read_exact_at(&mut text, 0).map_err(failed)?;
    Plan::from_text(&String::from_utf8_lossy(&text))
}

/// Returns a rank's connection to other machines by this plan, over its socket, for this life.
pub(super) fn join(plan: Plan, socket: UdpSocket, (rank, life): (Rank, u16), size: u32) -> Result<Network, Error> {
    if plan.ranks() != size as usize {
        return Err(Error::new(
            ErrorKind::Launch,
            format!("the list of hosts is for {} ranks, and the job has {size}", plan.ranks()),
        ));
    }
    let failed = |e| Error::new(ErrorKind::Launch, format!("rank {rank} of {size}: cannot use its socket: {e}"));
    let udp = place(&plan, socket, (rank, life)).map_err(failed)?;
    Ok(Network {
        buffer: udp.buffer(),
        udp,
        progress: plan.progress,
        tuning: plan.tuning,
        hosts: Arc::new(plan.hosts()),
    })
}

/// Returns the UDP endpoint of `number` on the job's network. `number` is a rank or, above all ranks, a host's agent.
pub(crate) fn place(plan: &Plan, socket: UdpSocket, (number, life): (u32, u16)) -> std::io::Result<Udp> {
    let ranks = plan.places().into_iter().map(|(host, port)| PeerPort { host, port });
    let agents = plan.hosts.iter().zip(0..).map(|(h, host)| PeerPort { host, port: h.agent });
    let addresses = plan.hosts.iter().map(|h| h.addresses.clone()).collect();
    let routes = Arc::new(Routes::new(addresses, ranks.chain(agents).collect()));
    let secret = crate::hosts::key(plan);
    Udp::new(socket, Place { rank: number, life, routes, secret, mtu: plan.mtu, groups: plan.groups.clone() })
}
